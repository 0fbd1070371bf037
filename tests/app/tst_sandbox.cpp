#include "app/sandbox/postmasterfile.h"
#include "app/sandbox/privatecluster.h"
#include "app/sandbox/sandbox.h"
#include "app/sandbox/serverprogram.h"
#include "app/sandbox/socketfolder.h"
#include "tests/support/choosepostgres.h"
#include "tests/support/testprogram.h"
#include <yardmaster/session.h>

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/stat.h>
#include <unistd.h>

using namespace yardmaster;
using namespace Qt::StringLiterals;

namespace {

constexpr int kPatienceMs = 60'000;

PrivateClusterOptions optionsFor(const QString &folder)
{
    PrivateClusterOptions options;
    options.folder = folder;
    test::choosePostgres(&options);
    options.database = u"yardmaster"_s;
    options.serverSettings = {{u"fsync"_s, u"off"_s}, {u"shared_buffers"_s, u"2MB"_s}};
    options.isDisposable = true;
    return options;
}

QString dataOf(const QString &folder)
{
    return folder + "/data"_L1;
}

bool isServerRunning(const QString &folder)
{
    const auto file = PostmasterFile::read(dataOf(folder));
    return file && file->isRunning(dataOf(folder));
}

QString scalar(const PrivateCluster &cluster, const QByteArray &sql)
{
    const auto session = Session::open(cluster.settings(), u"test"_s);
    if (!session)
        return session.error().message;
    const auto rows = (*session)->query(sql);
    if (!rows)
        return rows.error().message;
    return rows->isEmpty() ? QString() : rows->text(0, 0);
}

void writeFile(const QString &path, const QByteArray &content)
{
    QFile file(path);
    QVERIFY2(file.open(QIODevice::WriteOnly), qPrintable(path));
    file.write(content);
}

QByteArray readFile(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Another instance: this program, started once more, as in main() below.
class Instance final
{
public:
    explicit Instance(
        const QString &folder, std::function<void()> childModifier = [] {})
    {
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_process.setChildProcessModifier(std::move(childModifier));
        m_process.setWorkingDirectory(u"/"_s);
        m_process.start(QCoreApplication::applicationFilePath(),
                        {u"tst_sandbox"_s, u"--hold"_s, folder});
    }
    ~Instance() { kill(); }

    /// @returns "started", "joined", or the error.
    QString answer()
    {
        while (!m_process.canReadLine() && m_process.waitForReadyRead(kPatienceMs)) { }
        return QString::fromUtf8(m_process.readLine()).trimmed();
    }
    void leave()
    {
        m_process.closeWriteChannel();
        m_process.waitForFinished(kPatienceMs);
    }
    void kill()
    {
        m_process.kill(); // SIGKILL
        m_process.waitForFinished(kPatienceMs);
    }
    bool canRun() { return m_process.waitForStarted(); }

private:
    QProcess m_process;
};

int holdCluster(const QString &folder)
{
    const auto cluster = PrivateCluster::start(optionsFor(folder));
    std::puts(!cluster                             ? qUtf8Printable(cluster.error())
                  : (*cluster)->hasStartedServer() ? "started"
                                                   : "joined");
    std::fflush(stdout);
    QFile input;
    input.open(stdin, QIODevice::ReadOnly);
    input.readAll(); // until our parent closes it
    return cluster ? 0 : 1;
}

} // namespace

/// Clusters of the sandbox, in the hands of one process or several. Long because each way to start,
/// to be killed and to start again needs instances of its own.
class tst_sandbox final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_base = std::make_unique<QTemporaryDir>(QDir::tempPath() + "/yardmaster-XXXXXX"_L1);
        ::chmod(QFile::encodeName(m_base->path()).constData(),
                0755); // the server's account's way in
        m_folder = m_base->filePath(u"sand box's"_s);
    }

    void cleanup()
    {
        QVERIFY2(!isServerRunning(m_folder), "a server is left over");
        m_base.reset();
    }

    void restartKeepsData()
    {
        {
            const auto cluster = PrivateCluster::start(optionsFor(m_folder));
            QVERIFY2(cluster, qPrintable(cluster ? QString() : cluster.error()));
            QVERIFY((*cluster)->hasStartedServer());
            QCOMPARE(scalar(**cluster, "select current_database()"), u"yardmaster"_s);
            QCOMPARE(scalar(**cluster, "show listen_addresses"), QString());
            QCOMPARE(scalar(**cluster, "create table kept (i int)"), QString());
            struct stat info
            { };
            QCOMPARE(::stat(QFile::encodeName(m_folder).constData(), &info), 0);
            QCOMPARE(info.st_mode & 0777, 0700U);
        }
        QVERIFY(!isServerRunning(m_folder));
        const auto again = PrivateCluster::start(optionsFor(m_folder));
        QVERIFY(again);
        QCOMPARE(scalar(**again, "select count(*) from kept"), u"0"_s);
    }

    void lastInstanceStopsTheServer()
    {
        const auto first = PrivateCluster::start(optionsFor(m_folder));
        QVERIFY2(first, qPrintable(first ? QString() : first.error()));
        Instance second(m_folder);
        QCOMPARE(second.answer(), u"joined"_s);
        QCOMPARE((*first)->leave(), false);
        QVERIFY(isServerRunning(m_folder));
        QCOMPARE((*first)->leave(), false); // idempotent
        second.leave();
        QVERIFY(!isServerRunning(m_folder));
    }

    void simultaneousFirstStartsShareOneServer()
    {
        Instance a(m_folder);
        Instance b(m_folder);
        Instance c(m_folder);
        QStringList answers{a.answer(), b.answer(), c.answer()};
        answers.sort();
        QCOMPARE(answers, (QStringList{u"joined"_s, u"joined"_s, u"started"_s}));
        for (Instance *instance : {&a, &b, &c})
            instance->leave();
    }

    void serverOfAKilledInstanceIsAdopted()
    {
        Instance killed(m_folder);
        QCOMPARE(killed.answer(), u"started"_s);
        killed.kill();
        QVERIFY(isServerRunning(m_folder));
        const auto heir = PrivateCluster::start(optionsFor(m_folder));
        QVERIFY(heir);
        QVERIFY(!(*heir)->hasStartedServer());
        QCOMPARE((*heir)->leave(), true);
        QVERIFY(!isServerRunning(m_folder));
    }

    void killedDuringInitdb()
    {
        Instance killed(m_folder);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(dataOf(m_folder) + ".unfinished/global"_L1),
                                 kPatienceMs);
        killed.kill();
        const auto cluster = PrivateCluster::start(optionsFor(m_folder));
        QVERIFY2(cluster, qPrintable(cluster ? QString() : cluster.error()));
        QVERIFY(!QFile::exists(dataOf(m_folder) + ".unfinished"_L1));
        QCOMPARE(scalar(**cluster, "select 1"), u"1"_s);
    }

    void leftOversOfInitdbAreRemoved()
    {
        QVERIFY(QDir().mkpath(dataOf(m_folder) + ".unfinished/base"_L1));
        QVERIFY(QDir().mkpath(dataOf(m_folder) + "/base"_L1)); // without PG_VERSION
        writeFile(m_folder + "/start.lock"_L1, {});
        ::chown(QFile::encodeName(m_folder).constData(),
                ServerAccount::choose(u"/nonexistent"_s)->uid(), gid_t(-1));
        const auto cluster = PrivateCluster::start(optionsFor(m_folder));
        QVERIFY2(cluster, qPrintable(cluster ? QString() : cluster.error()));
        QVERIFY(!QFile::exists(dataOf(m_folder) + ".unfinished"_L1));
    }

    void killedServerIsStartedAgain()
    {
        const auto first = PrivateCluster::start(optionsFor(m_folder));
        QVERIFY(first);
        const auto file = PostmasterFile::read(dataOf(m_folder));
        QVERIFY(file);
        QCOMPARE(::kill(pid_t(file->pid), SIGKILL), 0);
        QTRY_VERIFY(!isServerRunning(m_folder));
        QCOMPARE((*first)->leave(), true);

        const auto second = PrivateCluster::start(optionsFor(m_folder));
        QVERIFY2(second, qPrintable(second ? QString() : second.error()));
        QVERIFY((*second)->hasStartedServer());
    }

    void reusedPidIsDetected()
    {
        QByteArray left;
        {
            const auto cluster = PrivateCluster::start(optionsFor(m_folder));
            QVERIFY(cluster);
            left = readFile(dataOf(m_folder) + "/postmaster.pid"_L1);
        }
        // Of the server's own account: PostgreSQL itself detects pids of other accounts.
        QProcess foreign;
        foreign.setChildProcessModifier(ServerAccount::choose(m_folder)->stepDown());
        foreign.start(u"sleep"_s, {u"1000"_s});
        QVERIFY(foreign.waitForStarted());
        left.replace(0, left.indexOf('\n'), QByteArray::number(foreign.processId()));
        for (const QString &path :
             {dataOf(m_folder) + "/postmaster.pid"_L1, m_folder + "/.s.PGSQL.5432.lock"_L1}) {
            writeFile(path, left);
            const auto account = ServerAccount::choose(m_folder);
            ::chown(QFile::encodeName(path).constData(), account->uid(), account->gid());
        }
        QVERIFY(!isServerRunning(m_folder));

        const auto cluster = PrivateCluster::start(optionsFor(m_folder));
        QVERIFY2(cluster, qPrintable(cluster ? QString() : cluster.error()));
        QVERIFY((*cluster)->hasStartedServer());
        QCOMPARE(foreign.state(), QProcess::Running);
        QCOMPARE((*cluster)->leave(), true);
        QCOMPARE(foreign.state(), QProcess::Running);
        foreign.kill();
        foreign.waitForFinished();
    }

    void missingBinariesSayWhatToInstall()
    {
        PrivateClusterOptions options = optionsFor(m_folder);
        options.bindir.reset();
        options.searchFolders = {u"/nonexistent"_s};
        QVERIFY(complaintOf(options).contains("apt install postgresql"_L1));
        options.bindir = m_base->path();
        QVERIFY(complaintOf(options).contains(m_base->path()));
    }

    void oldBinariesAreRefused()
    {
        for (const QString &name : {u"initdb"_s, u"pg_ctl"_s, u"postgres"_s}) {
            writeFile(m_base->filePath(name), "#!/bin/sh\necho 'postgres (PostgreSQL) 11.22'\n");
            ::chmod(QFile::encodeName(m_base->filePath(name)).constData(), 0755);
        }
        PrivateClusterOptions options = optionsFor(m_folder);
        options.bindir.reset();
        options.searchFolders = {m_base->path()};
        QVERIFY(complaintOf(options).contains("12 or newer; only 11 was found"_L1));
    }

    void otherMajorVersionIsNamed()
    {
        QVERIFY(PrivateCluster::start(optionsFor(m_folder)));
        writeFile(dataOf(m_folder) + "/PG_VERSION"_L1, "10\n");
        const QString complaint = complaintOf(optionsFor(m_folder));
        QVERIFY2(complaint.contains("created by PostgreSQL 10"_L1), qPrintable(complaint));
    }

    void longPathGetsAShortSocketFolder()
    {
        m_folder += u'/' + QString(120, u'x');
        QString socketFolder;
        {
            const auto cluster = PrivateCluster::start(optionsFor(m_folder));
            QVERIFY2(cluster, qPrintable(cluster ? QString() : cluster.error()));
            socketFolder = (*cluster)->settings().value(u"host"_s);
            QVERIFY(socketFolder != m_folder);
            struct stat info
            { };
            QCOMPARE(::lstat(QFile::encodeName(socketFolder).constData(), &info), 0);
            QCOMPARE(info.st_mode & 0777, 0700U);
            QCOMPARE(scalar(**cluster, "select 1"), u"1"_s);
            Instance other(m_folder);
            QCOMPARE(other.answer(), u"joined"_s);
            other.leave();
        }
        QVERIFY(!QFile::exists(socketFolder));

        QVERIFY(QFile::link(m_base->path(), socketFolder));
        QVERIFY(complaintOf(optionsFor(m_folder)).contains("not a private folder"_L1));
        QVERIFY(QFile::remove(socketFolder));
    }

    void inaccessibleFolderIsOneSentence()
    {
        ::chmod(QFile::encodeName(m_base->path()).constData(), geteuid() == 0 ? 0700 : 0500);
        const QString complaint = complaintOf(optionsFor(m_folder));
        ::chmod(QFile::encodeName(m_base->path()).constData(), 0755);
        QVERIFY2(complaint.contains(m_base->path()), qPrintable(complaint));
        QVERIFY(!complaint.contains(u'\n'));
    }

    void folderWithOtherFilesIsNotChanged()
    {
        QVERIFY(QDir().mkpath(m_folder));
        ::chmod(QFile::encodeName(m_folder).constData(), 0755);
        writeFile(m_folder + "/diary.txt"_L1, "dear diary");
        QVERIFY(complaintOf(optionsFor(m_folder)).contains("other files"_L1));
        struct stat info
        { };
        ::stat(QFile::encodeName(m_folder).constData(), &info);
        QCOMPARE(info.st_mode & 0777, 0755U);
        QCOMPARE(info.st_uid, geteuid());
    }

    void failedStartReportsTheServersReasonAtOnce()
    {
        PrivateClusterOptions options = optionsFor(m_folder);
        options.serverSettings.insert(u"max_connections"_s, u"many"_s);
        QElapsedTimer clock;
        clock.start();
        const QString complaint = complaintOf(options);
        QVERIFY2(complaint.contains("invalid value for parameter \"max_connections\""_L1),
                 qPrintable(complaint));
        QVERIFY(clock.elapsed() < 60'000); // not pg_ctl's timeout
    }

    void rootAndOrdinaryUsersDoNotMix()
    {
        if (geteuid() != 0)
            QSKIP("needs root");
        // Root's server runs as an ordinary account; that account itself can use the cluster too.
        const auto account = ServerAccount::choose(m_folder);
        Instance ordinary(m_base->filePath(u"closed"_s), account->stepDown());
        if (!ordinary.canRun())
            QSKIP("the build folder is closed to ordinary users");
        QVERIFY(ordinary.answer().contains("Permission denied"_L1));

        ::chmod(QFile::encodeName(m_base->path()).constData(), 0777);
        Instance allowed(m_folder, account->stepDown());
        QCOMPARE(allowed.answer(), u"started"_s);
        const auto root = PrivateCluster::start(optionsFor(m_folder));
        QVERIFY2(root, qPrintable(root ? QString() : root.error()));
        QVERIFY(!(*root)->hasStartedServer());
        allowed.leave();
    }

    void folderFollowsOptionThenXdg()
    {
        QProcessEnvironment environment;
        environment.insert(u"XDG_DATA_HOME"_s, m_base->path());
        QCOMPARE(sandboxFolder({}, environment), m_base->path() + "/yardmaster/sandbox"_L1);
        QCOMPARE(sandboxFolder({u"/x/../y"_s, {}}, environment), u"/y"_s);
        ::chmod(QFile::encodeName(m_base->path()).constData(), 0700);
        QCOMPARE(sandboxFolder({}, environment),
                 geteuid() == 0 ? u"/var/lib/yardmaster/sandbox"_s
                                : m_base->path() + "/yardmaster/sandbox"_L1);
    }

    /// Else the owner of the server's folder could run code as root.
    void tasksOfRootMustBelongToRoot()
    {
        SandboxOptions options;
        options.folder = m_base->filePath(u"box"_s);
        const auto sandbox = openSandbox(options);
        QVERIFY2(sandbox, qPrintable(sandbox ? QString() : sandbox.error()));
        const QString files = sandboxFiles(**sandbox);
        QCOMPARE(files, *options.folder);
        QCOMPARE(QFileInfo(files).ownerId(), ::geteuid());
        QVERIFY(QFileInfo((*sandbox)->folder()).path() == files);
        if (::geteuid() != 0)
            return;
        QVERIFY(QFileInfo((*sandbox)->folder()).ownerId() != 0);
        QCOMPARE(::chown(QFile::encodeName(files).constData(), 65534, 0), 0);
        const auto refused = openSandbox(options);
        QVERIFY(!refused);
        QVERIFY2(refused.error().contains("belongs to nobody"_L1), qPrintable(refused.error()));
    }

    void reasonIsTheFirstError()
    {
        QCOMPARE(reasonIn(u"LOG:  a\nFATAL:  b c \nHINT:  d\n"_s), u"b c"_s);
        QCOMPARE(reasonIn(u"initdb: error: no\ninitdb: removing\n"_s), u"no"_s);
        QCOMPARE(reasonIn(u"one\ntwo\n"_s), u"two"_s);
        QCOMPARE(reasonIn({}), QString());
    }

private:
    static QString complaintOf(const PrivateClusterOptions &options)
    {
        const auto cluster = PrivateCluster::start(options);
        return cluster ? u"(started)"_s : cluster.error();
    }

    std::unique_ptr<QTemporaryDir> m_base;
    QString m_folder;
};

YARDMASTER_TEST_RUN([](int argc, char **argv) {
    if (argc != 3 || qstrcmp(argv[1], "--hold") != 0)
        return yardmaster::test::runTest<tst_sandbox, QCoreApplication>(argc, argv);
    const QCoreApplication app(argc, argv);
    return holdCluster(QString::fromLocal8Bit(argv[2]));
})
#include "tst_sandbox.moc"
