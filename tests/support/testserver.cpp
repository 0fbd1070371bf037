#include "tests/support/testserver.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

namespace yardmaster::test {

using namespace Qt::StringLiterals;

namespace {

QString ownState; // empty under ctest

void callServerTool(const QString &verb, const QString &folder)
{
    QProcess tool;
    tool.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    tool.start(QCoreApplication::applicationDirPath() + "/yardmaster_test_server"_L1,
               {verb, folder});
    if (!tool.waitForFinished(150'000) || tool.exitCode() != 0)
        qFatal("yardmaster_test_server %s failed: %s", qPrintable(verb),
               qPrintable(tool.errorString()));
}

QString startOwnServer()
{
    QTemporaryDir folder(QDir::tempPath() + "/yardmaster-test-XXXXXX"_L1);
    folder.setAutoRemove(false); // the supervisor does, even if we crash
    ownState = folder.path();
    callServerTool(u"start-once"_s, ownState);
    qAddPostRoutine([] { callServerTool(u"stop"_s, ownState); });
    return ownState;
}

QString read(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("there is no test server: cannot read %s", qPrintable(path));
    return QString::fromUtf8(file.readAll());
}

} // namespace

const TestServer &TestServer::instance()
{
    static const TestServer server;
    return server;
}

TestServer::TestServer()
{
    QString state = qEnvironmentVariable("YARDMASTER_TEST_SERVER");
    if (state.isEmpty())
        state = startOwnServer();
    auto settings = ConnectionSettings::parse(read(state + "/conninfo"_L1));
    if (!settings)
        qFatal("the test server's address is odd: %s", qPrintable(settings.error()));
    m_settings = *std::move(settings);
    m_logFile = read(state + "/log"_L1);
}

ConnectionSettings TestServer::settings(const QString &database) const
{
    ConnectionSettings settings = m_settings;
    settings.set(u"dbname"_s, database);
    return settings;
}

} // namespace yardmaster::test
