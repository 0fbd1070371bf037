#pragma once

#include <QTest>

namespace yardmaster::test {

/// Milliseconds; for conditions that hold at once on a quiet machine.
inline constexpr int kPatience = 60000;

} // namespace yardmaster::test

// By default Qt waits five seconds for a condition. On a busy machine that is too short, and a
// longer timeout does not slow down a test that passes.
#undef QTRY_VERIFY
#define QTRY_VERIFY(expression) QTRY_VERIFY_WITH_TIMEOUT((expression), yardmaster::test::kPatience)
#undef QTRY_COMPARE
#define QTRY_COMPARE(expression, expected)                                                         \
    QTRY_COMPARE_WITH_TIMEOUT((expression), expected, yardmaster::test::kPatience)
#undef QTRY_VERIFY2
#define QTRY_VERIFY2(expression, message)                                                          \
    QTRY_VERIFY2_WITH_TIMEOUT((expression), message, yardmaster::test::kPatience)
