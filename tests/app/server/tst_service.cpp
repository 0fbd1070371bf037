#include "app/server/servicenotifier.h"
#include "tests/app/headlesstest.h"
#include "tests/support/terminalprocess.h"
#include "tests/support/testprogram.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTest>

#include <csignal>
#include <cstddef>
#include <cstring>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// The socket that NOTIFY_SOCKET names.
class NotifySocket
{
public:
    explicit NotifySocket(const QByteArray &name)
        : m_socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0))
    {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::memcpy(address.sun_path, name.constData(), size_t(name.size()));
        if (name.startsWith('@'))
            address.sun_path[0] = '\0';
        const auto size = socklen_t(offsetof(sockaddr_un, sun_path) + size_t(name.size()));
        if (::bind(m_socket, reinterpret_cast<sockaddr *>(&address), size) != 0)
            qFatal("bind: %s", std::strerror(errno));
    }
    ~NotifySocket() { ::close(m_socket); }
    Q_DISABLE_COPY_MOVE(NotifySocket)

    /// Lines that have come since the last call.
    QList<QByteArray> take()
    {
        QList<QByteArray> lines;
        char text[4096];
        for (ssize_t size = 0; (size = ::recv(m_socket, text, sizeof text, 0)) > 0;) {
            for (const QByteArray &line : QByteArray(text, size).split('\n')) {
                if (!line.isEmpty())
                    lines << line;
            }
        }
        m_all += lines;
        return lines;
    }
    /// Waits until one that begins so has come. @returns it, or nothing.
    QByteArray wait(const QByteArray &begin)
    {
        QByteArray found;
        (void)QTest::qWaitFor(
            [&] {
                for (const QByteArray &line : take()) {
                    if (line.startsWith(begin))
                        found = line;
                }
                return !found.isEmpty();
            },
            60000);
        return found;
    }
    [[nodiscard]] qsizetype indexOf(const QByteArray &line) const { return m_all.indexOf(line); }

private:
    const int m_socket;
    QList<QByteArray> m_all;
};

struct Ran
{
    int exitCode = -1;
    QString output{};
};

Ran run(const QString &program, const QStringList &arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    if (!process.waitForFinished(60000))
        return {};
    return {process.exitCode(), QString::fromUtf8(process.readAll())};
}

} // namespace

/// What a service manager, or the kernel of a container, sees of the program.
class TestService : public HeadlessTest
{
    Q_OBJECT

    [[nodiscard]] static QProcessEnvironment notifying(const QByteArray &socket,
                                                       const QByteArray &watchdog = {})
    {
        QProcessEnvironment environment = YardmasterProcess::cleanEnvironment();
        environment.insert(u"NOTIFY_SOCKET"_s, QString::fromUtf8(socket));
        if (!watchdog.isEmpty())
            environment.insert(u"WATCHDOG_USEC"_s, QString::fromUtf8(watchdog));
        return environment;
    }

private slots:
    void aWorkerSaysWhenItIsReadyAndWhenItStops()
    {
        const QByteArray path = QFile::encodeName(m_folder.filePath(u"notify"_s));
        NotifySocket manager(path);
        YardmasterProcess process(worker(), notifying(path, "400000"));
        QVERIFY(!manager.wait("READY=1").isEmpty());
        QVERIFY(!manager.wait("WATCHDOG=1").isEmpty());
        QVERIFY(!manager.wait("WATCHDOG=1").isEmpty());
        process.sendSignal(SIGTERM);
        QVERIFY(!manager.wait("STOPPING=1").isEmpty());
        QCOMPARE(process.waitForExit(), 0);
        manager.take();
        QVERIFY(manager.indexOf("STATUS=starting, 0 running, 0 fetched ahead")
                < manager.indexOf("READY=1"));
        QVERIFY(manager.indexOf("READY=1") < manager.indexOf("STOPPING=1"));
        QVERIFY(manager.indexOf("STATUS=0 running, 0 fetched ahead") > 0);
    }

    void abstractSocketsWorkAndTasksInheritNone()
    {
        task(u"env"_s, "env | grep -E 'NOTIFY|WATCHDOG' || echo clean\n");
        const QByteArray name = "@yardmaster-test-" + QByteArray::number(::getpid());
        NotifySocket manager(name);
        m_database->script("select graphile_worker.add_job('env')");
        YardmasterProcess process(worker({u"--once"_s}), notifying(name, "30000000"));
        QVERIFY(!manager.wait("READY=1").isEmpty());
        QCOMPARE(process.waitForExit(), 0);
        QVERIFY2(process.standardError().contains("] clean"_L1),
                 qPrintable(process.standardError()));
    }

    void aFrozenProcessResumes()
    {
        const QByteArray path = QFile::encodeName(m_folder.filePath(u"frozen"_s));
        NotifySocket manager(path);
        YardmasterProcess process(worker(), notifying(path, "200000"));
        QVERIFY(!manager.wait("READY=1").isEmpty());
        process.sendSignal(SIGSTOP);
        QTRY_VERIFY(!isScheduled(process.pid()));
        manager.take();
        process.sendSignal(SIGCONT);
        QVERIFY(!manager.wait("WATCHDOG=1").isEmpty());
    }

    void theWatchdogIsNotifiedWithoutADatabase()
    {
        const QByteArray path = QFile::encodeName(m_folder.filePath(u"locked"_s));
        NotifySocket manager(path);
        YardmasterProcess process(worker({u"--poll-interval"_s, u"20"_s}),
                                  notifying(path, "400000"));
        QVERIFY(!manager.wait("READY=1").isEmpty());
        const auto locker = m_database->session(); // another one: a transaction's view is kept
        QVERIFY(locker->script("begin; lock table graphile_worker._private_jobs"));
        QTRY_COMPARE(m_database->scalar("select count(*) from pg_stat_activity where datname = "
                                        "current_database() and wait_event_type = 'Lock' and "
                                        "application_name = 'yardmaster fetch'"),
                     u"1"_s);
        manager.take();
        for (int i = 0; i < 5; ++i)
            QVERIFY(!manager.wait("WATCHDOG=1").isEmpty());
        QVERIFY(locker->script("rollback"));
    }

    void otherVariablesAreNotUsed()
    {
        for (const char *socket : {"relative", "", "@", "vsock:2:1"}) {
            qputenv("NOTIFY_SOCKET", socket);
            QVERIFY2(!ServiceNotifier::fromEnvironment().isOn(), socket);
        }
        qputenv("NOTIFY_SOCKET", "/" + QByteArray(200, 'x'));
        QVERIFY(!ServiceNotifier::fromEnvironment().isOn());
        qputenv("NOTIFY_SOCKET", "/nowhere");
        qputenv("WATCHDOG_USEC", "1000000");
        qputenv("WATCHDOG_PID", "1"); // another process
        const ServiceNotifier notifier = ServiceNotifier::fromEnvironment();
        QVERIFY(notifier.isOn());
        QCOMPARE(notifier.watchdog().count(), 0);
        QVERIFY(!qEnvironmentVariableIsSet("NOTIFY_SOCKET"));
        QVERIFY(!qEnvironmentVariableIsSet("WATCHDOG_USEC"));
        notifier.send("READY=1"); // there is no receiver
    }

    void theUnitIsValidAndHardened()
    {
        const QString analyze = QStandardPaths::findExecutable(u"systemd-analyze"_s);
        if (analyze.isEmpty())
            QSKIP("there is no systemd-analyze");
        // It has to find the program.
        QFile unit(QStringLiteral(YARDMASTER_UNIT));
        QVERIFY(unit.open(QFile::ReadOnly));
        const QByteArray text = unit.readAll().replace(
            "/usr/bin/yardmaster",
            QFile::encodeName(QCoreApplication::applicationDirPath() + "/yardmaster"_L1));
        const QString copy = m_folder.filePath(u"yardmaster-worker@.service"_s);
        put(copy, text);
        const Ran verified = run(analyze, {u"verify"_s, u"--man=no"_s, copy});
        QVERIFY2(verified.exitCode == 0 && !verified.output.contains("yardmaster-worker"_L1),
                 qPrintable(verified.output));
        const Ran judged
            = run(analyze,
                  {u"security"_s, u"--offline=true"_s, u"--threshold=20"_s, u"--no-pager"_s, copy});
        QVERIFY2(judged.exitCode == 0, qPrintable(judged.output));
    }

    /// In a PID namespace of its own, with a shell's orphan that no other process would wait for.
    void processOneForwardsSignalsAndReaps()
    {
        const QStringList apart = pidNamespace();
        if (apart.isEmpty())
            QSKIP("there are no namespaces");
        task(u"orphan"_s,
             "(sleep 0.1 & echo $! > \"" + QFile::encodeName(m_folder.path())
                 + "/orphan.pid\") & wait; echo left\n");
        m_database->script("select graphile_worker.add_job('orphan')");
        YardmasterProcess process(
            apart + QStringList{QCoreApplication::applicationDirPath() + "/yardmaster"_L1}
                + worker(),
            YardmasterProcess::cleanEnvironment(), u"unshare"_s);
        QVERIFY2(process.waitForOutput(u"orphan (job 1) succeeded"_s),
                 qPrintable(process.standardError()));
        const qint64 init = childOf(process.pid());
        const qint64 inner = childOf(init);
        QVERIFY(init > 0 && inner > 0); // the program has a parent of its own
        // The orphan is a child of process 1, and goes away.
        QTRY_COMPARE(childrenOf(init), QList<qint64>{inner});
        ::kill(pid_t(init), SIGTERM);
        QVERIFY(process.waitForOutput(u"SIGTERM: stopping"_s));
        QCOMPARE(process.waitForExit(), 0);
    }

    /// The service manager knows the process that it started; the worker is a child of that.
    void theWatchdogOfProcessOneIsFed()
    {
        const QStringList apart = pidNamespace();
        if (apart.isEmpty())
            QSKIP("there are no namespaces");
        const QByteArray path = QFile::encodeName(m_folder.filePath(u"inner"_s));
        NotifySocket manager(path);
        QProcessEnvironment environment = notifying(path, "400000");
        environment.insert(u"WATCHDOG_PID"_s, u"1"_s);
        YardmasterProcess process(
            apart + QStringList{QCoreApplication::applicationDirPath() + "/yardmaster"_L1}
                + worker(),
            environment, u"unshare"_s);
        QVERIFY(!manager.wait("READY=1").isEmpty());
        QVERIFY(!manager.wait("WATCHDOG=1").isEmpty());
    }

    /// The terminal signals process 1 and the worker at once: that is one request to stop.
    void controlCReachesTheWorkerOfProcessOne()
    {
        const QStringList apart = pidNamespace();
        if (apart.isEmpty())
            QSKIP("there are no namespaces");
        m_database->script("select graphile_worker.add_job('slow')");
        TerminalProcess process(
            u"unshare"_s,
            apart + QStringList{QCoreApplication::applicationDirPath() + "/yardmaster"_L1}
                + worker({u"--grace-period"_s, u"1h"_s}));
        QVERIFY2(process.waitForOutput("started"), process.output());
        QVERIFY(process.interrupt());
        QVERIFY2(process.waitForOutput("SIGINT: stopping"), process.output());
        // Within half a second another one counts with the first.
        const auto again = [&process] {
            return process.interrupt() && process.waitForOutput("SIGINT again", 100ms);
        };
        QVERIFY2(QTest::qWaitFor(again, 60000), process.output());
        QCOMPARE(process.waitForExit(), 128 + SIGINT);
    }

    void processOneExitsAsItsChild()
    {
        const QStringList apart = pidNamespace();
        if (apart.isEmpty())
            QSKIP("there are no namespaces");
        const QString program = QCoreApplication::applicationDirPath() + "/yardmaster"_L1;
        QCOMPARE(run(u"unshare"_s, apart + QStringList{program, u"--version"_s}).exitCode, 0);
        QCOMPARE(run(u"unshare"_s, apart + QStringList{program, u"--bogus"_s}).exitCode, 2);
        // Started by one that does not want to know how its children end.
        const QStringList deaf{u"env"_s, u"--ignore-signal=CHLD"_s, program};
        QCOMPARE(run(u"unshare"_s, apart + deaf + QStringList{u"--version"_s}).exitCode, 0);
    }

private:
    /// For unshare(1); empty: there are none. Root needs no namespace of users, in which it would
    /// have no rights to the server's socket.
    static QStringList pidNamespace()
    {
        QStringList options{u"--pid"_s, u"--fork"_s, u"--kill-child"_s};
        if (::geteuid() != 0)
            options = QStringList{u"--user"_s, u"--map-current-user"_s} + options;
        return run(u"unshare"_s, options + QStringList{u"true"_s}).exitCode == 0 ? options
                                                                                 : QStringList();
    }
    /// Not stopped.
    static bool isScheduled(qint64 process)
    {
        QFile status(u"/proc/%1/stat"_s.arg(process));
        if (!status.open(QIODevice::ReadOnly))
            return false;
        const QByteArray text = status.readAll();
        return !text.sliced(text.lastIndexOf(')') + 1).trimmed().startsWith('T');
    }
    static QList<qint64> childrenOf(qint64 process)
    {
        QFile children(u"/proc/%1/task/%1/children"_s.arg(process));
        QList<qint64> found;
        if (children.open(QIODevice::ReadOnly)) {
            for (const QByteArray &one : children.readAll().simplified().split(' ')) {
                if (!one.isEmpty())
                    found << one.toLongLong();
            }
        }
        return found;
    }
    static qint64 childOf(qint64 process) { return childrenOf(process).value(0); }
};

YARDMASTER_TEST(TestService)
#include "tst_service.moc"
