#include "tests/app/commandrun.h"
#include "tests/app/operatorhome.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/support/yardmasterprocess.h"

#include <QProcess>
#include <QScopeGuard>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// Every command where it cannot do its work. What is special about one of them is in its own test.
class TestBadInput : public QObject
{
    Q_OBJECT

    std::unique_ptr<OperatorHome> m_home;
    std::unique_ptr<TestDatabase> m_database;
    QTemporaryDir m_folder;
    QString m_crontab = m_folder.filePath(u"crontab"_s);

    static QStringList words(const QString &line) { return line.split(u' '); }
    [[nodiscard]] CommandRun runAt(const QString &line, const QString &connection) const
    {
        QString full = line;
        return runWith(words(full.replace(u"CRONTAB"_s, m_crontab))
                       + QStringList{u"-c"_s, connection});
    }
    [[nodiscard]] QString connectionOf(const QString &role) const
    {
        QString connection = u"user="_s + role;
        for (const QString &keyword : {u"host"_s, u"port"_s, u"dbname"_s})
            connection += u' ' + keyword + u'=' + m_database->settings().value(keyword);
        return connection;
    }
    void setReadOnly(bool isReadOnly) const
    {
        m_database->script("alter database \"" + m_database->name().toUtf8()
                           + (isReadOnly ? "\" set default_transaction_read_only = on"
                                         : "\" reset default_transaction_read_only"));
    }

    enum Codes { Reads, Changes };
    static void addRow(const char *line, std::array<int, 4> codes)
    {
        QTest::newRow(line) << QString::fromLatin1(line) << codes[0] << codes[1] << codes[2]
                            << codes[3];
    }
    /// -1: it does its work.
    static void addRow(const char *line, Codes codes)
    {
        addRow(line, codes == Reads ? std::array{6, 4, -1, -1} : std::array{6, 4, 4, 57});
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_home = std::make_unique<OperatorHome>();
        m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
        m_database->script("select graphile_worker.add_job('mail', job_key => 'k', queue_name => "
                           "'q') from generate_series(1, 3)");
        m_database->script("create role denied_here login");
        QFile file(m_crontab);
        QVERIFY(file.open(QFile::WriteOnly) && file.write("0 4 * * * mail\n") > 0);
    }
    void cleanupTestCase()
    {
        m_database->script("drop role denied_here");
        m_database.reset();
        m_home.reset();
    }

    void situationsAreToldApart_data()
    {
        QTest::addColumn<QString>("line");
        for (const char *column : {"absent", "denied", "readOnly", "tooNew"})
            QTest::addColumn<int>(column);
        for (const char *line : {"jobs list", "jobs show 1", "jobs why 1", "jobs export", "stats",
                                 "errors", "queues list", "tasks counts", "workers list"})
            addRow(line, Reads);
        for (const char *line :
             {"jobs retry 1 --yes", "jobs reschedule 1 --at 2040-01-01 --yes",
              "jobs change 1 --priority 1 --yes", "jobs complete 1 --yes",
              "jobs fail 1 --reason x --yes", "jobs unlock 1 --yes", "jobs remove 1 --yes",
              "jobs edit 1 --yes", "queues hold q --yes", "queues resume q --yes",
              "queues release q --yes", "workers sweep --yes", "workers unlock w --yes", "add mail",
              "cleanup GC_JOB_QUEUES --yes", "cron run CRONTAB mail --yes", "doctor"})
            addRow(line, Changes);
        addRow("schema show", {6, 4, -1, -1});
        addRow("schema upgrade --yes", {6, 4, 3, 57});
        addRow("schema remove --dry-run", {6, 4, -1, -1});
        // 3: there is none.
        addRow("history list", {6, 3, 3, 3});
        addRow("history status", {6, 3, 3, 3});
        addRow("history install --yes", {6, 4, 4, 57});
        addRow("history remove --yes", {6, 3, 3, 57});
        addRow("history rollup", {6, 3, 3, 57});
        addRow("history prune", {6, 3, 3, 57});
    }
    void situationsAreToldApart()
    {
        QFETCH(const QString, line);
        QFETCH(const int, absent);
        QFETCH(const int, denied);
        QFETCH(const int, readOnly);
        QFETCH(const int, tooNew);
        const auto check = [&line](const CommandRun &run, int code) {
            const bool isAsExpected
                = code < 0 ? run.exitCode == 0 || run.exitCode == 3 : run.exitCode == code;
            if (isAsExpected && (run.exitCode == 0 || !(run.out + run.err).isEmpty()))
                return true;
            qWarning("exit code %d: %s", run.exitCode, qUtf8Printable(run.err));
            return false;
        };
        QVERIFY(check(runAt(line, u"host=/nonexistent dbname=x"_s), 5));
        const TestDatabase empty = TestDatabase::createEmpty();
        QVERIFY(check(runAt(line, empty.url()), absent));
        QVERIFY(check(runAt(line, connectionOf(u"denied_here"_s)), denied));
        {
            setReadOnly(true);
            const auto reset = qScopeGuard([this] { setReadOnly(false); });
            QVERIFY(check(runAt(line, m_database->url()), readOnly));
        }
        const TestDatabase young = TestDatabase::createMigrated();
        young.script("insert into graphile_worker.migrations (id, breaking) values (1000, true)");
        QVERIFY(check(runAt(line, young.url()), tooNew));
        QCOMPARE(m_database->scalar("select count(*) from graphile_worker.jobs where attempts = 0 "
                                    "and priority = 0 and run_at < '2040-01-01'"),
                 u"1"_s); // three adds with one key
    }

    void jobsAreNamedRightly_data()
    {
        QTest::addColumn<QString>("verb");
        QTest::addColumn<bool>("takesFilter");
        for (const char *verb : {"show", "why", "edit --yes"})
            QTest::newRow(verb) << QString::fromLatin1(verb) << false;
        for (const char *verb :
             {"list", "export", "retry --yes", "reschedule --at 2040-01-01 --yes",
              "change --priority 1 --yes", "complete --yes", "fail --reason x --yes",
              "unlock --yes", "remove --yes"})
            QTest::newRow(verb) << QString::fromLatin1(verb) << true;
    }
    void jobsAreNamedRightly()
    {
        QFETCH(const QString, verb);
        QFETCH(const bool, takesFilter);
        const auto code = [&](const QString &jobs) {
            const CommandRun run = runWith(QStringList{u"jobs"_s} + words(verb)
                                           + QStringList{jobs, u"-c"_s, m_database->url()});
            return run.err.isEmpty() ? -run.exitCode : run.exitCode;
        };
        for (const QString &wrong : {u"1x"_s, u"99999999999999999999"_s, u"state:wrong"_s,
                                     u"task:"_s, u"run_at<soon"_s, u"-5"_s})
            QVERIFY2(code(wrong) == 2, qPrintable(wrong));
        if (verb != "export"_L1) // an empty file is one, too
            QCOMPARE(code(u"99999999"_s), 3);
        if (takesFilter && verb != "export"_L1)
            QCOMPARE(code(u"task:nobody"_s), 3);
    }

    void fullDisksAndClosedPipesAreToldApart_data()
    {
        QTest::addColumn<QString>("line");
        for (const char *line : {"jobs list",
                                 "jobs show ID",
                                 "jobs why ID",
                                 "jobs export",
                                 "jobs retry ID --dry-run",
                                 "jobs retry ID --yes",
                                 "operations list",
                                 "add mail",
                                 "doctor",
                                 "stats",
                                 "queues list",
                                 "tasks counts",
                                 "schema show",
                                 "schema roles",
                                 "cron check CRONTAB",
                                 "cron next CRONTAB",
                                 "cron run CRONTAB mail --yes",
                                 "tasks list --tasks EXAMPLES/tasks",
                                 "config show",
                                 "completion bash",
                                 "man",
                                 "--help",
                                 "--version",
                                 "jobs --help",
                                 "jobs list --help"})
            QTest::newRow(line) << QString::fromLatin1(line);
    }
    void fullDisksAndClosedPipesAreToldApart()
    {
        QFETCH(QString, line);
        const QString id = m_database->scalar("select max(id) from graphile_worker.jobs");
        if (line == "operations list"_L1)
            QCOMPARE(runAt(u"jobs retry %1 --yes"_s.arg(id), m_database->url()).exitCode, 0);
        line.replace(u"CRONTAB"_s, m_crontab);
        line.replace(u"EXAMPLES"_s, u"" YARDMASTER_EXAMPLES ""_s);
        line.replace(u"ID"_s, id);
        // The reading end of a pipe is closed before the command begins.
        const QString script = u"mkfifo f; exec 3<>f 4>f 3<&-\n"
                               "yardmaster LINE 2>full.err >/dev/full; echo $?\n"
                               "yardmaster LINE 2>pipe.err >&4; echo $?"_s;
        QTemporaryDir folder;
        QProcess shell;
        shell.setProcessEnvironment(YardmasterProcess::scriptEnvironment(m_database->url()));
        shell.setWorkingDirectory(folder.path());
        shell.start(u"/bin/bash"_s, {u"-c"_s, QString(script).replace(u"LINE"_s, line)});
        QVERIFY(shell.waitForFinished(60000));
        const QByteArray codes = shell.readAllStandardOutput();
        const auto complaints = [&folder](const QString &name) {
            QFile file(folder.filePath(name));
            return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray("no file");
        };
        QVERIFY2(complaints(u"full.err"_s).contains("could not be written"),
                 complaints(u"full.err"_s) + codes);
        const QByteArray quiet = complaints(u"pipe.err"_s);
        QVERIFY2(!quiet.contains("could not") && !quiet.contains("Broken"), quiet);
        QCOMPARE(codes, QByteArray("1\n141\n"));
    }
};

YARDMASTER_TEST(TestBadInput)
#include "tst_badinput.moc"
