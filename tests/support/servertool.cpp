// yardmaster_test_server start|stop FOLDER: the PostgreSQL server of a test run, a ctest fixture.
// The process that calls it (ctest, a shell, a test program) is the one that holds the server.
#include "tests/support/serversupervisor.h"

#include <QCoreApplication>

#include <cstdio>
#include <unistd.h>

using namespace Qt::StringLiterals;

int main(int argc, char **argv)
{
    const QCoreApplication app(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    const QString verb = arguments.value(1);
    yardmaster::test::ServerSupervisor supervisor(arguments.value(2));

    tl::expected<void, QString> result
        = tl::make_unexpected(u"usage: yardmaster_test_server start|start-once|stop FOLDER"_s);
    if (arguments.size() == 3) {
        if (verb == "start"_L1 || verb == "start-once"_L1)
            result = supervisor.acquire(getppid(), verb == "start-once"_L1);
        else if (verb == "stop"_L1)
            result = supervisor.release(getppid());
        else if (verb == "supervise"_L1 || verb == "supervise-and-remove"_L1)
            result = supervisor.supervise(verb == "supervise-and-remove"_L1);
    }
    if (!result)
        std::fprintf(stderr, "yardmaster_test_server: %s\n", qUtf8Printable(result.error()));
    return result ? 0 : 1;
}
