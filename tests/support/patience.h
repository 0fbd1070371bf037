#pragma once

#include <QTest>

namespace yardmaster::test {

/// Milliseconds; for what takes none on a quiet machine.
inline constexpr int kPatience = 60000;

} // namespace yardmaster::test

// Qt waits five seconds for what is to become true. On a busy machine that is too short, and a test
// that passes does not wait longer for having more time.
#undef QTRY_VERIFY
#define QTRY_VERIFY(expression) QTRY_VERIFY_WITH_TIMEOUT((expression), yardmaster::test::kPatience)
#undef QTRY_COMPARE
#define QTRY_COMPARE(expression, expected)                                                         \
    QTRY_COMPARE_WITH_TIMEOUT((expression), expected, yardmaster::test::kPatience)
#undef QTRY_VERIFY2
#define QTRY_VERIFY2(expression, message)                                                          \
    QTRY_VERIFY2_WITH_TIMEOUT((expression), message, yardmaster::test::kPatience)
