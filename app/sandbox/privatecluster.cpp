#include "app/sandbox/privatecluster.h"

#include "app/sandbox/clusterfolder.h"
#include "app/sandbox/postmasterfile.h"
#include "app/sandbox/serverprogram.h"
#include "app/sandbox/socketfolder.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLoggingCategory>
#include <QThread>

#include <clocale>

Q_LOGGING_CATEGORY(lcCluster, "yardmaster.app.sandbox", QtInfoMsg)

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto kInitPatience = 120s;
constexpr auto kStartPatience = 60s; // a crashed server replays its WAL first
constexpr auto kStopPatience = 30s;
constexpr auto kLockPatience = 90s;   // another instance starts or stops it meanwhile
constexpr auto kOrphanPatience = 10s; // backends notice a killed postmaster within moments
constexpr qint64 kLargestLog = 10'000'000;

QString shellQuoted(QString text)
{
    return u'\'' + text.replace(u'\'', "'\\''"_L1) + u'\'';
}

/// C.UTF-8 classifies letters beyond ASCII; not every system has it.
QString clusterLocale()
{
    const locale_t locale = newlocale(LC_ALL_MASK, "C.UTF-8", nullptr);
    if (!locale)
        return u"C"_s;
    freelocale(locale);
    return u"C.UTF-8"_s;
}

int versionOf(const QString &dataFolder)
{
    QFile file(dataFolder + "/PG_VERSION"_L1);
    return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed().toInt() : 0;
}

QString tailOf(const QString &logFile, qint64 from)
{
    QFile file(logFile);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    file.seek(from <= file.size() ? from : 0);
    return QString::fromUtf8(file.readAll());
}

} // namespace

tl::expected<std::unique_ptr<PrivateCluster>, QString>
PrivateCluster::start(const PrivateClusterOptions &options)
{
    auto account = ServerAccount::choose(options.folder);
    if (!account)
        return tl::make_unexpected(account.error());
    if (auto prepared = prepareClusterFolder(options.folder, *account); !prepared)
        return tl::make_unexpected(prepared.error());
    auto startLock
        = FileLock::open(options.folder + u'/' + QLatin1StringView(kStartLockName), *account);
    auto usersLock = FileLock::open(options.folder + "/users.lock"_L1, *account);
    if (!startLock || !usersLock)
        return tl::make_unexpected(startLock ? usersLock.error() : startLock.error());

    std::unique_ptr<PrivateCluster> cluster(new PrivateCluster(
        options, *std::move(account), *std::move(startLock), *std::move(usersLock)));
    if (!cluster->m_startLock.lock(FileLock::Mode::Exclusive, kLockPatience))
        return tl::make_unexpected(
            u"another program has been starting or stopping the sandbox in %1 for too long"_s.arg(
                options.folder));
    // In use from here on: if something fails below, the destructor stops what was started.
    cluster->m_isUsing = cluster->m_usersLock.tryLock(FileLock::Mode::Shared);
    auto result = cluster->bringUp();
    cluster->m_startLock.unlock();
    if (!result)
        return tl::make_unexpected(result.error());
    return cluster;
}

PrivateCluster::PrivateCluster(PrivateClusterOptions options, ServerAccount account,
                               FileLock startLock, FileLock usersLock)
    : m_options(std::move(options))
    , m_account(std::move(account))
    , m_startLock(std::move(startLock))
    , m_usersLock(std::move(usersLock))
{ }

PrivateCluster::~PrivateCluster()
{
    if (const auto left = leave(); !left)
        qCWarning(lcCluster, "%ls", qUtf16Printable(left.error()));
}

QString PrivateCluster::logFile() const
{
    return m_options.folder + "/server.log"_L1;
}

QString PrivateCluster::dataFolder() const
{
    return m_options.folder + "/data"_L1;
}

PrivateCluster::Outcome PrivateCluster::bringUp()
{
    auto binaries
        = findPostgres(m_options.bindir, m_options.searchFolders, versionOf(dataFolder()));
    if (!binaries)
        return tl::make_unexpected(binaries.error());
    m_binaries = *std::move(binaries);

    if (versionOf(dataFolder()) == 0) {
        if (auto made = makeCluster(m_binaries); !made)
            return made;
    }
    const auto running = PostmasterFile::read(dataFolder());
    if (running && running->isRunning(dataFolder()) && running->status != "stopping") {
        if (auto ready = waitUntilReady(); !ready)
            return ready;
    } else {
        if (auto launched = launch(m_binaries); !launched)
            return launched;
        m_hasStartedServer = true;
    }

    const auto server = PostmasterFile::read(dataFolder());
    if (!server)
        return tl::make_unexpected(u"the sandbox's server has exited again: %1"_s.arg(
            reasonIn(tailOf(logFile(), QFileInfo(logFile()).size() - 2000))));
    m_settings.set(u"host"_s, server->socketFolder);
    m_settings.set(u"port"_s, QString::number(server->port));
    m_settings.set(u"user"_s, m_account.name());
    m_settings.set(u"dbname"_s, m_options.database);
    return ensureDatabase();
}

PrivateCluster::Outcome PrivateCluster::makeCluster(const PostgresBinaries &binaries)
{
    const QString unfinished = dataFolder() + ".unfinished"_L1;
    for (const QString &leftOver : {unfinished, dataFolder()}) {
        if (QFileInfo::exists(leftOver) && !QDir(leftOver).removeRecursively())
            return tl::make_unexpected(
                u"cannot remove %1, left over from an interrupted start"_s.arg(leftOver));
    }
    QStringList arguments{u"--pgdata="_s + unfinished, u"--username="_s + m_account.name(),
                          u"--auth=trust"_s, u"--encoding=UTF8"_s,
                          u"--locale="_s + clusterLocale()};
    if (m_options.isDisposable)
        arguments << u"--no-sync"_s;
    // It holds the start lock too: if we are killed now, no other instance cleans up while it runs.
    if (auto made = runServerProgram(m_account, binaries.program(u"initdb"_s), arguments,
                                     kInitPatience, m_startLock.descriptor());
        !made)
        return tl::make_unexpected(
            u"the sandbox cannot be created in %1: %2"_s.arg(m_options.folder, made.error()));
    if (!QDir().rename(unfinished, dataFolder()))
        return tl::make_unexpected(u"cannot rename %1 to %2"_s.arg(unfinished, dataFolder()));
    return {};
}

PrivateCluster::Outcome PrivateCluster::launch(const PostgresBinaries &binaries)
{
    const auto socketFolder = prepareSocketFolder(m_options.folder, m_account);
    if (!socketFolder)
        return tl::make_unexpected(socketFolder.error());

    const QDeadlineTimer deadline(kStopPatience);
    for (auto server = PostmasterFile::read(dataFolder());
         server && server->isRunning(dataFolder()); server = PostmasterFile::read(dataFolder())) {
        if (deadline.hasExpired())
            return tl::make_unexpected(u"the sandbox's server does not finish its shutdown"_s);
        QThread::msleep(50);
    }

    const QDeadlineTimer orphans(kOrphanPatience);
    for (;;) {
        disarmPostmasterFile(dataFolder());
        QFile::remove(*socketFolder + "/.s.PGSQL.5432"_L1);
        QFile::remove(*socketFolder + "/.s.PGSQL.5432.lock"_L1);
        if (QFileInfo(logFile()).size() > kLargestLog)
            QFile::remove(logFile());
        const qint64 logStart = QFileInfo(logFile()).size();
        const auto started = runServerProgram(
            m_account, binaries.program(u"pg_ctl"_s),
            {u"start"_s, u"--pgdata="_s + dataFolder(), u"--log="_s + logFile(), u"--wait"_s,
             u"--timeout="_s + QString::number(kStartPatience.count()),
             u"--options="_s + launchOptions(*socketFolder)},
            kStartPatience + 10s);
        if (started)
            return {};
        const QString log = tailOf(logFile(), logStart);
        if (log.contains("is still in use"_L1) && !orphans.hasExpired()) {
            QThread::msleep(100);
            continue;
        }
        removeSocketFolder(*socketFolder, m_options.folder);
        return tl::make_unexpected(u"the sandbox's server did not start: %1 (log: %2)"_s.arg(
            log.isEmpty() ? started.error() : reasonIn(log), logFile()));
    }
}

QString PrivateCluster::launchOptions(const QString &socketFolder) const
{
    QMap<QString, QString> settings = m_options.serverSettings;
    settings.insert(u"listen_addresses"_s, QString());
    settings.insert(u"port"_s, u"5432"_s); // names the socket, nothing else
    settings.insert(u"unix_socket_directories"_s, u'"' + socketFolder + u'"');
    settings.insert(u"logging_collector"_s, u"off"_s);
    settings.insert(u"log_destination"_s, u"stderr"_s);
    QStringList options;
    for (auto it = settings.begin(); it != settings.end(); ++it)
        options << u"-c "_s + shellQuoted(it.key() + u'=' + it.value());
    return options.join(u' ');
}

PrivateCluster::Outcome PrivateCluster::waitUntilReady()
{
    const QDeadlineTimer deadline(kStartPatience);
    for (;;) {
        const auto server = PostmasterFile::read(dataFolder());
        if (!server || !server->isRunning(dataFolder()))
            return launch(m_binaries);
        if (server->status.startsWith("ready"))
            return {};
        if (deadline.hasExpired())
            return tl::make_unexpected(
                u"the sandbox's server does not become ready (log: %1)"_s.arg(logFile()));
        QThread::msleep(50);
    }
}

PrivateCluster::Outcome PrivateCluster::ensureDatabase()
{
    ConnectionSettings maintenance = m_settings;
    maintenance.set(u"dbname"_s, u"postgres"_s);
    auto session = Session::open(maintenance, u"sandbox"_s);
    if (!session)
        return tl::make_unexpected(
            u"the sandbox's server cannot be used: %1"_s.arg(session.error().message));
    const auto known = (*session)->query("select from pg_database where datname = $1",
                                         {param(m_options.database)});
    if (known && !known->isEmpty())
        return {};
    const auto created
        = (*session)->script("create database " + quotedIdentifier(m_options.database));
    if (!created)
        return tl::make_unexpected(
            u"the sandbox's database cannot be created: %1"_s.arg(created.error().message));
    return {};
}

tl::expected<bool, QString> PrivateCluster::leave()
{
    if (!std::exchange(m_isUsing, false))
        return false;
    // Only the holder of the start lock may decide that it is the last. An instance that holds it
    // for so long is about to use the server or to stop it.
    const bool mayStop = m_startLock.lock(FileLock::Mode::Exclusive, kLockPatience);
    const bool isLast = mayStop && m_usersLock.tryLock(FileLock::Mode::Exclusive);
    tl::expected<bool, QString> result = isLast;
    if (isLast) {
        if (auto stopped = stopServer(); !stopped)
            result = tl::make_unexpected(stopped.error());
    }
    m_usersLock.unlock();
    m_startLock.unlock();
    return result;
}

PrivateCluster::Outcome PrivateCluster::stopServer()
{
    const auto server = PostmasterFile::read(dataFolder());
    if (!server || !server->isRunning(dataFolder()) || m_binaries.major == 0)
        return {};
    const auto stop = [this](const QString &mode) {
        return runServerProgram(m_account, m_binaries.program(u"pg_ctl"_s),
                                {u"stop"_s, u"--pgdata="_s + dataFolder(), u"--mode="_s + mode,
                                 u"--wait"_s,
                                 u"--timeout="_s + QString::number(kStopPatience.count())},
                                kStopPatience + 10s);
    };
    auto stopped = stop(u"fast"_s);
    if (!stopped)
        stopped = stop(u"immediate"_s);
    if (stopped)
        removeSocketFolder(server->socketFolder, m_options.folder);
    return stopped;
}

} // namespace yardmaster
