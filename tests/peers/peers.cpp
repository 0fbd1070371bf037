#include "tests/peers/peers.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>

namespace yardmaster::test {

using namespace Qt::StringLiterals;

namespace {

QString peersFolder()
{
    return qEnvironmentVariable("YARDMASTER_PEERS", QStringLiteral(YARDMASTER_PEERS_DEFAULT));
}

} // namespace

Peer::Peer(const QString &release)
    : m_folder(peersFolder() + u"/node_modules/"_s + release)
{ }

QByteArray Peer::script(int revision) const
{
    QFile file(u"%1/sql/%2.sql"_s.arg(m_folder).arg(revision, 6, 10, QLatin1Char('0')));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("%s", qUtf8Printable(file.fileName()));
    return file.readAll().replace(":GRAPHILE_WORKER_SCHEMA", "graphile_worker");
}

int Peer::revision() const
{
    return int(QDir(m_folder + u"/sql"_s).entryList({u"0*.sql"_s}).size());
}

QStringList Peer::commandLine(const QString &connection, const QStringList &arguments) const
{
    return QStringList{u"node"_s, m_folder + u"/dist/cli.js"_s, u"-c"_s, connection} + arguments;
}

Peer::Outcome Peer::run(const QString &connection, const QStringList &arguments,
                        const QString &folder) const
{
    QStringList line = commandLine(connection, arguments);
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setWorkingDirectory(folder);
    const QString program = line.takeFirst();
    process.start(program, line);
    if (!process.waitForFinished(60000)) {
        process.kill();
        process.waitForFinished();
    }
    return {process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0,
            process.readAll()};
}

QString peersProblem()
{
    if (QStandardPaths::findExecutable(u"node"_s).isEmpty())
        return u"graphile-worker needs Node: install nodejs and npm"_s;
    const QString folder = peersFolder();
    if (!QFile::exists(folder + u"/node_modules/gw-0.18/dist/cli.js"_s)) {
        return u"graphile-worker from npm is not in %1: run tests/peers/install.sh '%1'"_s.arg(
            folder);
    }
    return {};
}

bool arePeersRequired()
{
    return !qEnvironmentVariableIsEmpty("CI")
        || !qEnvironmentVariableIsEmpty("YARDMASTER_REQUIRE_PEERS");
}

} // namespace yardmaster::test
