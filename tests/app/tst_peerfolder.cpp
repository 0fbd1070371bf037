#include "tests/peers/peers.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/support/yardmasterprocess.h"

#include <QDir>
#include <QDirIterator>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// What is not the same here on purpose. Every entry has to be found, so that none outlives its
/// difference.
struct Difference
{
    QString theirs; ///< a pattern; the whole of one line or more
    QString ours;
    const char *reason;
};

/// `lines` of graphile-worker as they should be here.
QStringList withDifferences(const QStringList &lines, const std::vector<Difference> &differences)
{
    QString text = lines.join(u'\n');
    for (const auto &[theirs, ours, reason] : differences) {
        const QString before = text;
        text.replace(QRegularExpression(theirs, QRegularExpression::MultilineOption), ours);
        if (text == before)
            qWarning("not found: %s (%s)", qUtf8Printable(theirs), reason);
        if (text == before)
            return {u"a difference on the list is none: "_s + theirs};
    }
    return text.split(u'\n');
}

void compare(const QStringList &ours, const QStringList &theirs)
{
    for (qsizetype i = 0; i < std::min(ours.size(), theirs.size()); ++i)
        QCOMPARE(ours[i], theirs[i]);
    QCOMPARE(ours.mid(theirs.size()), QStringList());
    QCOMPARE(theirs.mid(ours.size()), QStringList());
}

} // namespace

/// A folder of tasks that was written for graphile-worker, run by graphile-worker 0.18 and by
/// `yardmaster --no-gui --tasks`: what is left in the database, what tasks saw, and what they
/// logged.
class TestPeerFolder final : public QObject
{
    Q_OBJECT

    const Peer m_peer{u"gw-0.18"_s};
    std::unique_ptr<QTemporaryDir> m_project;
    bool m_hasTypeScript = false;

    [[nodiscard]] QString in(const QString &name) const { return m_project->filePath(name); }

    void copy(const QString &from, const QString &to) const
    {
        const QString source = QStringLiteral(YARDMASTER_PEER_PROJECT) + u'/' + from;
        QDirIterator files(source, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString file = files.next();
            const QString target = in(to + file.mid(source.size()));
            QVERIFY(QDir().mkpath(QFileInfo(target).path()));
            QVERIFY2(QFile::copy(file, target), qPrintable(target));
        }
    }
    [[nodiscard]] QByteArray text(const QString &name) const
    {
        QFile file(in(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static QProcessEnvironment environment()
    {
        QProcessEnvironment environment = YardmasterProcess::cleanEnvironment();
        environment.insert(u"OF_THE_WORKER"_s, u"inherited"_s);
        return environment;
    }
    [[nodiscard]] std::unique_ptr<YardmasterProcess> theirs(const TestDatabase &database,
                                                            const QStringList &more) const
    {
        QProcessEnvironment all = environment();
        all.insert(u"PEER_LOG"_s, in(u"peer.log"_s));
        QStringList line = m_peer.commandLine(
            database.url(), QStringList{u"-C"_s, in(u"peer.config.mjs"_s)} + more);
        const QString program = line.takeFirst();
        return std::make_unique<YardmasterProcess>(line, all, program, m_project->path());
    }
    [[nodiscard]] std::unique_ptr<YardmasterProcess> ours(const TestDatabase &database,
                                                          const QStringList &more) const
    {
        return std::make_unique<YardmasterProcess>(
            QStringList{u"--no-gui"_s, u"-c"_s, database.url(), u"--tasks"_s, u"tasks"_s} + more,
            environment(), QString(), m_project->path());
    }

    [[nodiscard]] TestDatabase newDatabase() const
    {
        // One schema for both: what differs in graphile-worker's own functions is tested elsewhere.
        TestDatabase database = TestDatabase::createMigrated();
        database.script(text(u"jobs.sql"_s));
        if (m_hasTypeScript) {
            database.script("select graphile_worker.add_job('typed', '{\"n\":1}', "
                            "run_at := '2021-01-01'), graphile_worker.add_job('typedmodule', "
                            "'{\"n\":2}', run_at := '2021-01-02')");
        }
        return database;
    }

    /// Every column of every job, or what a run gives it as a rule.
    static QStringList jobsIn(const TestDatabase &database, const QString &begin)
    {
        const QString sql
            = u"select string_agg(concat_ws(' | ', "
              "'id ' || jobs.id, 'task ' || tasks.identifier, 'payload ' || jobs.payload::text, "
              "'attempts ' || jobs.attempts, 'max ' || jobs.max_attempts, "
              "'priority ' || jobs.priority, 'error ' || jobs.last_error, 'key ' || jobs.key, "
              "'revision ' || jobs.revision, 'flags ' || jobs.flags::text, "
              "'queue ' || queues.queue_name, 'locked ' || jobs.locked_at, "
              "'by ' || jobs.locked_by, 'available ' || jobs.is_available, "
              "'updated ' || (jobs.updated_at > jobs.created_at), "
              "'created ' || (jobs.created_at between timestamptz '%1' - interval '1 min' and "
              "now()),"
              "'run at ' || case when jobs.attempts > 0 then (jobs.run_at - interval '1 hour' - "
              "exp(jobs.attempts) * interval '1 s' between '%1' and now())::text else "
              "jobs.run_at::text end), E'\\n' "
              "order by jobs.id) from graphile_worker._private_jobs jobs "
              "join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id "
              "left join graphile_worker._private_job_queues queues "
              "on queues.id = jobs.job_queue_id"_s.arg(begin);
        return database.scalar(sql.toUtf8()).split(u'\n');
    }
    static QStringList othersIn(const TestDatabase &database)
    {
        return database
            .scalar("select (select string_agg(concat_ws(' | ', queue_name, locked_at, locked_by),"
                    " E'\\n' order by id) from graphile_worker._private_job_queues) || E'\\n' || "
                    "(select string_agg(identifier, E'\\n' order by identifier) "
                    "from graphile_worker._private_tasks)")
            .split(u'\n');
    }
    static QStringList seenIn(const TestDatabase &database)
    {
        return database
            .scalar("select string_agg(concat_ws(' ', job, task, jsonb_pretty(what)), E'\\n' "
                    "order by job, n) from seen")
            .split(u'\n');
    }

    /// Of the jobs whose failures do not show in it, as Yardmaster writes them.
    [[nodiscard]] QStringList theirLog(const YardmasterProcess &process) const
    {
        static const QMap<QString, QString> levels{
            {u"error"_s, u"error"_s}, {u"warning"_s, u"warn "_s}, {u"info"_s, u"info "_s}};
        QStringList lines;
        for (const QByteArray &line : text(u"peer.log"_s).split('\n')) {
            const QJsonObject entry = QJsonDocument::fromJson(line).object();
            QJsonObject scope = entry["scope"_L1].toObject();
            const QString task = scope.take("taskIdentifier"_L1).toString();
            const QString label = scope.take("label"_L1).toString();
            const QString job = scope.take("jobId"_L1).toString();
            scope.remove("workerId"_L1);
            if (label == "worker"_L1 || job.isEmpty())
                continue;
            const QJsonObject meta = entry["meta"_L1].toObject();
            for (auto it = meta.begin(); it != meta.end(); ++it)
                scope.insert(it.key(), it.value());
            QString written = u"%1 [%2 %3%4] %5"_s.arg(
                levels.value(entry["level"_L1].toString()), task, job,
                label == "job"_L1 ? QString() : u' ' + label, entry["message"_L1].toString());
            if (!scope.isEmpty())
                written += u' '
                    + QString::fromUtf8(QJsonDocument(scope).toJson(QJsonDocument::Compact));
            lines << written;
        }
        for (const QString &line : process.standardOutput().split(u'\n', Qt::SkipEmptyParts))
            lines << u"info  printed: "_s + line;
        for (const QString &line : process.standardError().split(u'\n', Qt::SkipEmptyParts))
            lines << u"error printed: "_s + line;
        return lines;
    }
    /// What graphile-worker writes to two outputs has no order.
    static QStringList withPrintedErrorsLast(QStringList lines)
    {
        std::ranges::stable_sort(
            lines, {}, [](const QString &line) { return line.startsWith("error [prints"_L1); });
        return lines;
    }
    [[nodiscard]] static QStringList ourLog(const YardmasterProcess &process)
    {
        static const QRegularExpression ofJob(
            u"^\\S+ ((info |warn |error) \\[(?!fails/|batch/(?!counts))[a-z/]+ \\d+.*)$"_s);
        QStringList lines;
        for (const QString &line : process.standardError().split(u'\n')) {
            if (const auto match = ofJob.match(line); match.hasMatch())
                lines << match.captured(1);
        }
        return lines;
    }

private slots:
    void initTestCase()
    {
        REQUIRE_PEERS();
        QProcess node;
        node.start(u"node"_s, {u"-p"_s, u"Boolean(process.features.typescript)"_s});
        QVERIFY(node.waitForFinished());
        m_hasTypeScript = node.readAllStandardOutput().trimmed() == "true";
    }

    void init()
    {
        m_project = std::make_unique<QTemporaryDir>();
        copy(QString(), QString());
        // As in a project that has graphile-worker.
        const QString modules = QFileInfo(m_peer.folder()).path();
        QVERIFY(QFile::link(modules, in(u"node_modules"_s)));
        if (m_hasTypeScript)
            copy(u"typescript"_s, u"tasks"_s);
    }

    void theSameIsLeftSeenAndLogged_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::newRow("one by one") << QStringList{u"--local-queue-size"_s, u"0"_s};
        QTest::newRow("fetched ahead") << QStringList();
        QTest::newRow("one result at a time") << QStringList{
            u"--complete-job-batch-delay"_s, u"-1"_s, u"--fail-job-batch-delay"_s, u"-1"_s};
    }

    void theSameIsLeftSeenAndLogged()
    {
        QFETCH(QStringList, options);
        const TestDatabase theirDatabase = newDatabase();
        const QString theirBegin = theirDatabase.scalar("select clock_timestamp()");
        const auto they = theirs(theirDatabase, {u"--once"_s});
        QVERIFY2(they->waitForExit() == 0, qPrintable(they->standardError()));

        const TestDatabase ourDatabase = newDatabase();
        const QString ourBegin = ourDatabase.scalar("select clock_timestamp()");
        const auto we = ours(ourDatabase, options + QStringList{u"--once"_s});
        QVERIFY2(we->waitForExit() == 0, qPrintable(we->standardError()));

        compare(jobsIn(ourDatabase, ourBegin),
                withDifferences(jobsIn(theirDatabase, theirBegin),
                                {{u"(?<=error )x{10001}"_s, QString(10000, u'x'),
                                  "an error has 10,000 characters at most"}}));
        const QStringList left = jobsIn(ourDatabase, ourBegin);
        QVERIFY(left.size() > 60);
        QVERIFY(left.filter(u"run at true"_s).size() > 10);
        compare(othersIn(ourDatabase), othersIn(theirDatabase));
        const QStringList seen = seenIn(ourDatabase);
        QVERIFY(seen.size() > 500);
        compare(seen,
                withDifferences(seenIn(theirDatabase),
                                {{u"23514(?=[^3]*23514[^3]*23514[^3]*23514)"_s, u"GWBID"_s,
                                  "names are checked before the database is asked"},
                                 {u"23514(?=[^3]*23514[^3]*23514)"_s, u"GWBMA"_s, "the same"},
                                 {u"23514(?=[^3]*23514)"_s, u"GWBQN"_s, "the same"},
                                 {u"23514"_s, u"GWBJK"_s, "the same"}}));

        compare(
            withPrintedErrorsLast(ourLog(*we)),
            withPrintedErrorsLast(withDifferences(
                theirLog(*they),
                {{u"^info  printed: printed line"_s, u"info  [prints 21] printed line"_s,
                  "output is labelled with its job"},
                 {u"^error printed: printed error"_s, u"error [prints 21] printed error"_s,
                  "the same"},
                 {u"^info  printed: in two parts"_s, u"info  [prints 21] in two parts"_s,
                  "the same"},
                 {u"^error printed: Task 'batch/counts' has invalid return value .*\n"
                  "error printed: Task 'batch/counts'.*"_s,
                  u"warn  [batch/counts 94] The number of results (2) is not that of the items "
                  u"(3); a task should "
                  "return nothing, or one result for each item. All items count as successful.\n"
                  "warn  [batch/counts 95] The number of results (0) is not that of the items (1); "
                  "a task should "
                  "return nothing, or one result for each item. All items count as successful."_s,
                  "a warning of the job, in other words"}})));
    }

    void filesThatAreNoTasksAreTheSame()
    {
        QVERIFY(QDir(in(u"tasks"_s)).removeRecursively());
        QVERIFY(QDir().mkpath(in(u"tasks"_s)));
        const TestDatabase database = TestDatabase::createMigrated();
        const QStringList files = QDir(in(u"refused"_s)).entryList(QDir::Files);
        QVERIFY(files.size() >= 9);
        for (const QString &file : files) {
            QVERIFY(QFile::copy(in(u"refused/"_s + file), in(u"tasks/"_s + file)));
            const auto they = theirs(database, {u"--once"_s});
            // A difference: it does not start.
            QCOMPARE(they->waitForExit(), 1);
            QVERIFY2(they->standardError().contains(u"tasks/"_s + file),
                     qPrintable(they->standardError()));
            QVERIFY(QFile::remove(in(u"tasks/"_s + file)));
        }
        copy(u"refused"_s, u"tasks"_s);
        copy(u"tasks/nested"_s, u"tasks/nested"_s);
        const auto we = ours(database, {u"--once"_s});
        QCOMPARE(we->waitForExit(), 0);
        const QString &log = we->standardError();
        QVERIFY2(log.contains("serves 2 tasks: nested/deep/report, nested/index"_L1),
                 qPrintable(log));
        for (const QString &file : files)
            QVERIFY2(log.contains(u"/tasks/%1 is not served: "_s.arg(file)), qPrintable(log));
    }

    void aStopAbortsAndReturns()
    {
        const auto rows = [](const TestDatabase &database) {
            return database
                .scalar("select coalesce(string_agg(concat_ws(' | ', payload->>'how', attempts, "
                        "last_error, locked_by), E'\\n' order by jobs.id), '') "
                        "from graphile_worker._private_jobs jobs")
                .split(u'\n');
        };
        const auto run = [&](const TestDatabase &database, YardmasterProcess *process) {
            QTRY_COMPARE(database.scalar("select count(*) from seen"), u"4"_s);
            process->sendSignal(SIGTERM);
            QVERIFY2(process->waitForExit() >= 0, qPrintable(process->standardError()));
            QVERIFY(database
                        .scalar("select string_agg(what::text, ' ') from seen where what ? "
                                "'reason'")
                        .contains("This operation was aborted"_L1));
        };
        const QByteArray jobs = "create table seen (n serial, job bigint, task text, what jsonb);"
                                "select graphile_worker.add_job('waits', json_build_object('how', "
                                "how)) from unnest(array['promise', 'signal', 'own error', "
                                "'signal']) how";
        const TestDatabase theirDatabase = TestDatabase::createMigrated();
        theirDatabase.script(jobs);
        const auto they = theirs(theirDatabase, {u"-j"_s, u"4"_s});
        run(theirDatabase, they.get());
        const TestDatabase ourDatabase = TestDatabase::createMigrated();
        ourDatabase.script(jobs);
        const auto we = ours(ourDatabase, {u"-j"_s, u"4"_s, u"--grace-period"_s, u"2s"_s});
        run(ourDatabase, we.get());
        // The result of a job that ends well during its stop is lost now and then, the job locked.
        QStringList left = rows(theirDatabase);
        left.removeIf([](const QString &row) { return row.contains("| pool-"_L1); });
        compare(
            rows(ourDatabase),
            withDifferences(left,
                            {{u"^promise . 1 . This operation was aborted$"_s, u"promise | 0"_s,
                              "what fails because it was aborted by a stop gets its attempt "
                              "back"},
                             {u"^own error . 1 . cut short$"_s, u"own error | 0"_s, "the same"}}));
    }

    void bothSideBySideRunEachJobOnce()
    {
        const TestDatabase database = TestDatabase::createMigrated();
        database.script("create table seen (n serial, job bigint, task text, what jsonb)");
        const auto they = theirs(database, {u"-j"_s, u"4"_s, u"--poll-interval"_s, u"100"_s});
        const auto we = ours(database, {u"-j"_s, u"4"_s, u"--poll-interval"_s, u"100"_s});
        QVERIFY(we->waitForOutput(u"serves "_s));
        QTRY_VERIFY(text(u"peer.log"_s).contains("Worker connected"));
        constexpr int kRounds = 20;
        constexpr int kEach = 100;
        for (int i = 0; i < kRounds; ++i) {
            database.script("select graphile_worker.add_job('counted', json_build_object('ms', "
                            "n % 5), queue_name := case when n % 4 = 0 then 'q' || n % 8 end) "
                            "from generate_series(1, 100) n");
        }
        QTRY_COMPARE(database.scalar("select count(*) from graphile_worker._private_jobs"), u"0"_s);
        QCOMPARE(database.scalar("select concat_ws(' ', count(*), count(distinct job)) from seen"),
                 u"%1 %1"_s.arg(kRounds * kEach));
        for (const QByteArray by : {"Yardmaster", "graphile-worker"}) {
            QVERIFY(database.scalar("select count(*) from seen where what->>'by' = '" + by + '\'')
                        .toInt()
                    > 20);
        }
        for (const auto &process : {they.get(), we.get()}) {
            process->sendSignal(SIGTERM);
            QVERIFY(process->waitForExit() >= 0);
        }
    }
};

YARDMASTER_TEST(TestPeerFolder)
#include "tst_peerfolder.moc"
