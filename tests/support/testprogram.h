#pragma once

#include "tests/support/patience.h"

#include <QCoreApplication>

namespace yardmaster::test {

/// One test class of a test program. ctest runs each in a process of its own:
/// PROGRAM tst_name [FUNCTION[:DATA]…] [OPTION of Qt Test…].
struct TestEntry
{
    using Run = int (*)(int argc, char **argv);

    /// @param file  __FILE__; the base name is the test's name.
    TestEntry(const char *file, Run run);
};

template <typename Test, typename Application> int runTest(int argc, char **argv)
{
    Application application(argc, argv);
    QCoreApplication::setAttribute(Qt::AA_Use96Dpi); // pixels are the same everywhere
    Test test;
    return QTest::qExec(&test, argc, argv);
}

} // namespace yardmaster::test

/// At the end of a file tst_name.cpp; `run` is a TestEntry::Run.
#define YARDMASTER_TEST_RUN(...) YARDMASTER_TEST_ENTRY(__COUNTER__, __VA_ARGS__)
#define YARDMASTER_TEST_ENTRY(number, ...) YARDMASTER_NAMED_TEST_ENTRY(number, __VA_ARGS__)
#define YARDMASTER_NAMED_TEST_ENTRY(number, ...)                                                   \
    static const yardmaster::test::TestEntry testEntry##number(__FILE__, __VA_ARGS__);
/// A test without a window.
#define YARDMASTER_TEST(TestClass)                                                                 \
    YARDMASTER_TEST_RUN((yardmaster::test::runTest<TestClass, QCoreApplication>))
/// A test of a window; needs <QApplication>.
#define YARDMASTER_WINDOW_TEST(TestClass)                                                          \
    YARDMASTER_TEST_RUN((yardmaster::test::runTest<TestClass, QApplication>))
