#include "tests/support/serversupervisor.h"

#include "tests/support/choosepostgres.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QSaveFile>
#include <QStorageInfo>
#include <QTemporaryDir>
#include <QThread>

#include <atomic>
#include <cerrno>
#include <csignal>

namespace yardmaster::test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto kReadyPatience = 120s;
constexpr auto kLongestRun = 2h; // should a holder's pid be given to a long-lived process
/// A run's databases take less than a tenth of it.
constexpr qint64 kEnoughMemory = 4LL * 1024 * 1024 * 1024;

constexpr auto kClusterName
    = "yardmaster-test-"_L1; ///< a folder's, followed by what makes it unique

std::atomic_bool isInterrupted = false;

void write(const QString &path, const QString &text)
{
    QSaveFile file(path); // readers must not see a partly written file
    if (file.open(QIODevice::WriteOnly)) {
        file.write(text.toUtf8());
        file.commit();
    }
}

QString read(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// A zombie is not alive: not every container has an init that reaps them.
bool isAlive(qint64 pid)
{
    if (pid <= 0 || (::kill(pid_t(pid), 0) != 0 && errno == ESRCH))
        return false;
    const QString stat = read(u"/proc/%1/stat"_s.arg(pid));
    return !stat.mid(stat.lastIndexOf(u')')).startsWith(") Z"_L1);
}

/// Where clusters are put: in memory where there is plenty. Tests create hundreds of databases, and
/// ext4 takes longer to find free inodes the more files were deleted in the last seconds.
QString clusterParent()
{
    const QString memory = u"/dev/shm"_s;
    const bool isPlenty = QStorageInfo(memory).bytesAvailable() >= kEnoughMemory;
    return isPlenty && QFileInfo(memory).isWritable() ? memory : QDir::tempPath();
}

PrivateClusterOptions clusterOptions(const QString &folder, const QString &bindir)
{
    PrivateClusterOptions options;
    options.folder = folder;
    choosePostgres(&options, bindir);
    options.database = u"postgres"_s;
    options.isDisposable = true;
    options.serverSettings = {{u"fsync"_s, u"off"_s},
                              {u"synchronous_commit"_s, u"off"_s},
                              {u"full_page_writes"_s, u"off"_s},
                              {u"max_connections"_s, u"200"_s},
                              {u"jit"_s, u"off"_s},
                              // TestDatabase::serverLog() picks its own lines by the name.
                              {u"log_line_prefix"_s, u"%m [%p] %d: "_s}};
    return options;
}

} // namespace

ServerSupervisor::ServerSupervisor(const QString &stateFolder)
    : m_folder(QDir(stateFolder).absolutePath())
{ }

QString ServerSupervisor::path(const QString &name) const
{
    return m_folder + u'/' + name;
}

tl::expected<FileLock, QString> ServerSupervisor::lockFile(const QString &name) const
{
    if (!QDir().mkpath(path(u"holders"_s)))
        return tl::make_unexpected(u"cannot create %1"_s.arg(path(u"holders"_s)));
    return ServerAccount::self().and_then(
        [&](const ServerAccount &self) { return FileLock::open(path(name), self); });
}

bool ServerSupervisor::hasHolders() const
{
    bool found = false;
    const QStringList holders = QDir(path(u"holders"_s)).entryList(QDir::Files);
    for (const QString &holder : holders) {
        if (isAlive(holder.toLongLong()))
            found = true;
        else
            QFile::remove(path(u"holders/"_s + holder));
    }
    return found;
}

void ServerSupervisor::clearUp() const
{
    const QString cluster = QFileInfo(read(path(u"log"_s))).path();
    const bool isOurs = QFileInfo(cluster).fileName().startsWith(kClusterName);
    if (isOurs && QFileInfo::exists(cluster)) {
        // Joining as the only user, and leaving again, stops a server that is still running.
        (void)PrivateCluster::start(clusterOptions(cluster, read(path(u"bindir"_s))));
        QDir(cluster).removeRecursively();
    }
    for (const QString &name : {u"conninfo"_s, u"log"_s, u"bindir"_s, u"failure"_s})
        QFile::remove(path(name));
}

tl::expected<void, QString> ServerSupervisor::acquire(qint64 holder, bool isRemovedAfterUse)
{
    auto holders = lockFile(u"holders.lock"_s);
    auto supervisor = lockFile(u"supervisor.lock"_s);
    if (!holders || !supervisor)
        return tl::make_unexpected(holders ? supervisor.error() : holders.error());
    if (!holders->lock(FileLock::Mode::Exclusive, kReadyPatience))
        return tl::make_unexpected(u"another start or stop takes too long"_s);
    write(path(u"holders/%1"_s.arg(holder)), QString());
    // Shared: to ask, not to own. The supervisor has it exclusively.
    if (!supervisor->tryLock(FileLock::Mode::Shared)) { // one is running
        if (const QString bindir = read(path(u"bindir"_s)); bindir != chosenPostgres()) {
            QFile::remove(path(u"holders/%1"_s.arg(holder)));
            return tl::make_unexpected(
                u"another test run here uses the PostgreSQL of %1: wait until it has ended"_s.arg(
                    bindir.isEmpty() ? u"the system"_s : bindir));
        }
        return {};
    }
    clearUp();
    write(path(u"bindir"_s), chosenPostgres());
    supervisor->unlock();

    QProcess process;
    process.setProgram(QCoreApplication::applicationFilePath());
    process.setArguments(
        {isRemovedAfterUse ? u"supervise-and-remove"_s : u"supervise"_s, m_folder});
    // ctest waits until all copies of its pipes are closed.
    process.setStandardInputFile(QProcess::nullDevice());
    process.setStandardOutputFile(path(u"supervisor.log"_s));
    process.setStandardErrorFile(path(u"supervisor.log"_s));
    if (!process.startDetached())
        return tl::make_unexpected(u"cannot start the supervisor"_s);
    const QDeadlineTimer deadline(kReadyPatience);
    while (!QFile::exists(path(u"conninfo"_s))) {
        if (QFile::exists(path(u"failure"_s)))
            return tl::make_unexpected(read(path(u"failure"_s)));
        if (deadline.hasExpired())
            return tl::make_unexpected(u"the test server did not get ready"_s);
        QThread::msleep(20);
    }
    return {};
}

tl::expected<void, QString> ServerSupervisor::release(qint64 holder)
{
    QFile::remove(path(u"holders/%1"_s.arg(holder)));
    if (hasHolders() || !QFileInfo::exists(m_folder))
        return {};
    auto supervisor = lockFile(u"supervisor.lock"_s);
    if (!supervisor)
        return tl::make_unexpected(supervisor.error());
    if (!supervisor->lock(FileLock::Mode::Shared, kReadyPatience))
        return tl::make_unexpected(u"the test server did not stop"_s);
    return {};
}

tl::expected<void, QString> ServerSupervisor::supervise(bool isRemovedAfterUse)
{
    std::signal(SIGHUP, SIG_IGN);
    for (const int signal : {SIGINT, SIGTERM})
        std::signal(signal, [](int) { isInterrupted = true; });

    auto holders = lockFile(u"holders.lock"_s);
    auto supervisor = lockFile(u"supervisor.lock"_s);
    if (!holders || !supervisor)
        return tl::make_unexpected(holders ? supervisor.error() : holders.error());
    if (!supervisor->lock(FileLock::Mode::Exclusive, 1s))
        return tl::make_unexpected(u"another supervisor is at work"_s);

    QTemporaryDir clusterFolder(clusterParent() + u'/' + kClusterName + "XXXXXX"_L1);
    write(path(u"log"_s), clusterFolder.filePath(u"server.log"_s));
    {
        const auto cluster
            = PrivateCluster::start(clusterOptions(clusterFolder.path(), chosenPostgres()));
        if (!cluster) {
            write(path(u"failure"_s), cluster.error());
            return tl::make_unexpected(cluster.error());
        }
        const auto &keywords = (*cluster)->settings().keywords();
        QStringList conninfo;
        for (auto it = keywords.begin(); it != keywords.end(); ++it)
            conninfo << it.key() + "='"_L1 + it.value() + u'\'';
        write(path(u"conninfo"_s), conninfo.join(u' '));

        // Ends with the holders' lock held, so that no holder joins a server about to stop.
        const QDeadlineTimer deadline(kLongestRun);
        for (;;) {
            if (holders->tryLock(FileLock::Mode::Exclusive)) {
                if (!hasHolders() || isInterrupted || deadline.hasExpired())
                    break;
                holders->unlock();
            }
            QThread::msleep(100);
        }
    }
    clusterFolder.remove();
    clearUp();
    if (isRemovedAfterUse)
        QDir(m_folder).removeRecursively();
    return {};
}

} // namespace yardmaster::test
