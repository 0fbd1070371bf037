// main() of the test programs.
#include "tests/support/testprogram.h"

#include <QByteArray>
#include <QFileInfo>

#include <cstdio>
#include <map>

namespace yardmaster::test {

namespace {

std::map<QByteArray, TestEntry::Run> &entries()
{
    static std::map<QByteArray, TestEntry::Run> all;
    return all;
}

int usage(const char *program)
{
    std::printf("usage: %s TEST [FUNCTION[:DATA]...] [OPTION...]\n"
                "       %s TEST -help       the options\n"
                "       %s TEST -functions  its functions\n\nTests:\n",
                program, program, program);
    for (const auto &[name, run] : entries())
        std::printf("  %s\n", name.constData());
    return 2;
}

} // namespace

TestEntry::TestEntry(const char *file, Run run)
{
    const QByteArray name = QFileInfo(QString::fromLocal8Bit(file)).baseName().toLocal8Bit();
    if (!entries().emplace(name, run).second)
        qFatal("two tests are named %s", name.constData());
}

} // namespace yardmaster::test

int main(int argc, char **argv)
{
    using namespace yardmaster::test;
    const auto found = entries().find(argc > 1 ? argv[1] : "");
    if (found == entries().end())
        return usage(argv[0]);
    argv[1] = argv[0]; // Qt Test sees a program that holds just this class
    return found->second(argc - 1, argv + 1);
}
