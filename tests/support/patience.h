#pragma once

#include <QTest>

// Qt waits five seconds for what is to become true. On a busy machine that is too short, and a test
// that passes does not wait longer for having more time.
#undef QTRY_VERIFY
#define QTRY_VERIFY(expression) QTRY_VERIFY_WITH_TIMEOUT((expression), 60000)
#undef QTRY_COMPARE
#define QTRY_COMPARE(expression, expected) QTRY_COMPARE_WITH_TIMEOUT((expression), expected, 60000)
