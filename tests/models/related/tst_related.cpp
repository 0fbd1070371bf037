#include "models/query/filterparser.h"
#include "models/related/jobsql.h"
#include "models/related/jobtimeline.h"
#include "models/related/relatedjobs.h"
#include "models/related/watchedjob.h"
#include "tests/models/history/historyfixture.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"

#include <QSignalSpy>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using yardmaster::test::TestDatabase;

using Kind = TimelineStep::Kind;

namespace {

FilterContext context()
{
    FilterContext result;
    result.schema = u"graphile_worker"_s;
    return result;
}

JobDetails detailsOf(const TestDatabase &database, qint64 id)
{
    const auto details = readJobDetails(*database.session(), context(), id);
    if (!details || !*details)
        qFatal("no job %lld", id);
    return **details;
}

QList<Kind> kindsOf(const QList<TimelineStep> &steps)
{
    QList<Kind> kinds;
    for (const TimelineStep &step : steps)
        kinds << step.kind;
    return kinds;
}

} // namespace

class TestRelated : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void timelineShowsWhatIsKnown_data();
    void timelineShowsWhatIsKnown();
    void timelineTellsThePast();
    void watchedJobHasAPast();
    void timesOfFailuresFollowFromTheRetry();
    void timesNeverRunBackwards();
    void sqlAddsTheSameJobAgain();
    void everyStatementRuns();
    void groupsFollowFromTheJob();
    void groupsAreReadInBounds();
    void lateGroupsAreDropped();
    void aheadOfItIsCountedInEveryPriority();
};

void TestRelated::timelineShowsWhatIsKnown_data()
{
    QTest::addColumn<QByteArray>("setUp");
    QTest::addColumn<QList<Kind>>("kinds");
    QTest::addColumn<QString>("unknown"); // title of a step whose time is not known
    const QByteArray add = "select graphile_worker.add_job('t');";
    const QByteArray set = "update graphile_worker._private_jobs set updated_at = now() - interval"
                           " '1 minute', created_at = now() - interval '1 hour', ";
    QTest::newRow("new") << add << QList<Kind>{Kind::Added} << QString();
    QTest::newRow("scheduled") << QByteArray(
        "select graphile_worker.add_job('t', run_at := now() + interval '1 day');")
                               << QList<Kind>{Kind::Added, Kind::Due} << QString();
    QTest::newRow("postponed forever")
        << QByteArray("select graphile_worker.add_job('t', run_at := 'infinity');")
        << QList<Kind>{Kind::Added, Kind::Due} << QString();
    QTest::newRow("rescheduled") << add + set + "run_at = now() + interval '1 day';"
                                 << QList<Kind>{Kind::Added, Kind::Changed, Kind::Due} << QString();
    QTest::newRow("running first")
        << add + set + "attempts = 1, locked_at = now(), locked_by = 'w';"
        << QList<Kind>{Kind::Added, Kind::Due, Kind::Taken} << u"First due"_s;
    QTest::newRow("running third")
        << add + set + "attempts = 3, locked_at = now(), locked_by = 'w', last_error = 'x';"
        << QList<Kind>{Kind::Added, Kind::Due, Kind::Failed, Kind::Taken}
        << u"Attempts 1 to 2 failed"_s;
    QTest::newRow("retrying") << add + set
            + "attempts = 3, run_at = now() + interval '1 hour', last_error = 'x';"
                              << QList<Kind>{Kind::Added, Kind::Due, Kind::Failed, Kind::Failed,
                                             Kind::NextAttempt}
                              << u"Attempts 1 to 2 failed"_s;
    QTest::newRow("failed for good")
        << add + set + "attempts = 25, last_error = 'x';"
        << QList<Kind>{Kind::Added, Kind::Due, Kind::Failed, Kind::FailedForGood}
        << u"Attempts 1 to 24 failed"_s;
}

void TestRelated::timelineShowsWhatIsKnown()
{
    QFETCH(QByteArray, setUp);
    QFETCH(QList<Kind>, kinds);
    QFETCH(QString, unknown);
    const TestDatabase database = TestDatabase::createMigrated();
    database.script(setUp);
    const JobDetails details = detailsOf(database, 1);
    const QList<TimelineStep> steps = jobTimeline(details);
    QCOMPARE(kindsOf(steps), kinds);
    bool isFound = unknown.isEmpty();
    for (const TimelineStep &step : steps) {
        QVERIFY(!step.title.contains(u'%') && !step.note.contains(u'%'));
        if (step.title == unknown) {
            isFound = true;
            QVERIFY(!step.at && !step.since && !step.note.isEmpty());
        }
        if (step.since)
            QVERIFY(step.since->count() >= 0);
    }
    QVERIFY(isFound);
    const QList<TimelineStep> gone = jobTimeline(details, {}, details.now + 5s);
    QCOMPARE(gone.size(), steps.size() + 1);
    QCOMPARE(gone.last().kind, Kind::Gone);
}

void TestRelated::timelineTellsThePast()
{
    const TestDatabase database = TestDatabase::createMigrated();
    // Two attempts that the history has not seen, one that it has, and one after that.
    database.script("select graphile_worker.add_job('t');"
                    "update graphile_worker._private_jobs set attempts = 2, last_error = 'x'");
    installHistoryIn(database);
    const auto session = database.session();
    const auto pastOf
        = [&](bool isGone) { return readJobPast(*session, u"graphile_worker"_s, 1, isGone)->runs; };
    fetchJobs(database, "true", "web-1");
    failJobs(database, "true", "connect ETIMEDOUT");
    const QList<TimelineStep> retrying = jobTimeline(detailsOf(database, 1), pastOf(false));
    QCOMPARE(kindsOf(retrying),
             (QList<Kind>{Kind::Added, Kind::Due, Kind::Failed, Kind::Failed, Kind::NextAttempt}));
    QCOMPARE(retrying.at(2).title, u"Attempts 1 to 2 failed"_s);
    QVERIFY(!retrying.at(2).at);
    QCOMPARE(retrying.at(3).title, u"Attempt 3 of 25 failed"_s);
    QVERIFY(retrying.at(3).at);
    QVERIFY(retrying.at(3).note.contains(u"web-1"_s));
    QVERIFY(retrying.at(3).note.contains(u"ETIMEDOUT"_s));
    fetchJobs(database, "true", "web-2");
    const JobDetails running = detailsOf(database, 1);
    QCOMPARE(kindsOf(jobTimeline(running, pastOf(false))),
             (QList<Kind>{Kind::Added, Kind::Due, Kind::Failed, Kind::Failed, Kind::Taken}));
    deleteJobs(database, "true");
    const QList<PastRun> past = pastOf(true);
    const QList<TimelineStep> gone = jobTimeline(running, past, running.now + 5s);
    QCOMPARE(gone.last().kind, Kind::Succeeded);
    QCOMPARE(gone.last().title, u"Attempt 4 succeeded"_s);
    // What is left where the row was never seen.
    QCOMPARE(kindsOf(pastTimeline(past)), (QList<Kind>{Kind::Due, Kind::Failed, Kind::Succeeded}));
    QVERIFY(pastTimeline({}).isEmpty());
    PastRun python = past.first();
    python.error
        = u"Traceback (most recent call last):\n  File \"t.py\", line 2, in run\nKeyError: 1"_s;
    QVERIFY(pastTimeline({python}).last().note.endsWith("KeyError: 1"_L1));
    for (const TimelineStep &step : gone + pastTimeline(past))
        QVERIFY(!step.title.contains(u'%') && !step.note.contains(u'%') && !step.isFuture);
}

void TestRelated::watchedJobHasAPast()
{
    const TestDatabase database = TestDatabase::createMigrated();
    installHistoryIn(database);
    recordRuns(database);
    WatchedJob job(std::make_shared<JobsReader>(SessionPool(database.settings()), context()));
    job.show(1);
    QTRY_VERIFY(job.past() && !job.past()->runs.isEmpty());
    QCOMPARE(job.state(), WatchedJob::State::Missing);
    QCOMPARE(job.past()->runs.last().outcome, PastOutcome::Succeeded);
    job.show(26);
    QVERIFY(!job.past());
    QTRY_VERIFY(job.past());
    QCOMPARE(job.past()->runs.size(), 1);
    // Its end is found with the next reading.
    fetchJobs(database, "id = 26", "web-1");
    deleteJobs(database, "id = 26");
    job.reload();
    QTRY_VERIFY(job.past() && job.past()->runs.size() == 2);
    QCOMPARE(job.state(), WatchedJob::State::Gone);
}

void TestRelated::timesOfFailuresFollowFromTheRetry()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script(
        "select graphile_worker.add_job('t');"
        "update graphile_worker._private_jobs set last_error = 'x', attempts = 1,"
        " run_at = now() - interval '1 minute' + exp(1) * interval '1 s',"
        " created_at = now() - interval '1 day', updated_at = now() - interval '1 day'");
    const auto failure = [&] {
        const JobDetails details = detailsOf(database, 1);
        std::optional<Timestamp> at;
        for (const TimelineStep &step : jobTimeline(details)) {
            if (step.kind == Kind::Failed || step.kind == Kind::FailedForGood)
                at = step.at; // of the last one
        }
        return at ? std::optional(details.now - *at) : std::nullopt;
    };
    QVERIFY(failure() >= 60s && failure() < 120s);
    database.script("select graphile_worker.permanently_fail_jobs(array[1], 'y')");
    QCOMPARE(failure(), std::nullopt); // changed by hand: that is no failure's time
}

void TestRelated::timesNeverRunBackwards()
{
    JobDetails details;
    details.now = Timestamp(1000s);
    details.job.maxAttempts = 25;
    for (const int attempts : {0, 1, 7, 25}) {
        for (const auto created : {1s, 500s, 2000s}) {
            for (const auto run : {0s, 700s, 3000s}) {
                for (const auto locked : {0s, 1s, 1500s}) {
                    details.job.attempts = attempts;
                    details.job.createdAt = Timestamp(created);
                    details.job.updatedAt = Timestamp(300s);
                    details.job.runAt = Timestamp(run);
                    details.job.lockedAt.reset();
                    if (locked > 0s)
                        details.job.lockedAt = Timestamp(locked);
                    for (const TimelineStep &step : jobTimeline(details, {}, Timestamp(10s)))
                        QVERIFY(!step.since || step.since->count() >= 0);
                }
            }
        }
    }
}

void TestRelated::sqlAddsTheSameJobAgain()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const auto session = database.session();
    const QByteArray payload = R"({"a":"it's \\ \"x\"","n":12345678901234567890.10, "n":1})";
    QVERIFY(session->query("select graphile_worker.add_job($1, $2::json, 'q ''1''',"
                           " '2031-02-03 04:05:06.123456+00', 7, 'k\\1', -3, array['f', 'g h'])",
                           {param(u"it's a \\task"_s), payload}));
    const JobRecord before = detailsOf(database, 1).job;
    const QList<JobSql> statements = jobStatements(before, u"graphile_worker"_s, payload, false);
    database.script("delete from graphile_worker._private_jobs;");
    database.script(statements.at(1).sql.toUtf8());
    const JobRecord after = detailsOf(database, 2).job;
    QCOMPARE(after.identifier, before.identifier);
    QCOMPARE(after.payload, before.payload);
    QCOMPARE(after.queueName, before.queueName);
    QVERIFY(after.runAt == before.runAt);
    QCOMPARE(after.maxAttempts, before.maxAttempts);
    QCOMPARE(after.key, before.key);
    QCOMPARE(after.priority, before.priority);
    QCOMPARE(after.flags, before.flags);
}

void TestRelated::everyStatementRuns()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('t', run_at := 'infinity');");
    const JobRecord job = detailsOf(database, 1).job;
    const QList<JobSql> statements = jobStatements(job, u"graphile_worker"_s, job.payload, false);
    QVERIFY(statements.size() >= 5);
    for (const JobSql &statement : statements) {
        QVERIFY(!statement.title.isEmpty() && statement.sql.endsWith(u';'));
        QVERIFY2(!database.scalar(statement.sql.toUtf8()).isEmpty(), qUtf8Printable(statement.sql));
    }
    QCOMPARE(database.scalar("select count(*) from graphile_worker.jobs where id = 1"), u"0"_s);
    const QList<JobSql> hidden = jobStatements(job, u"my \"schema\""_s, "{}", true);
    QVERIFY(hidden.at(1).note.contains(u"[hidden]"_s));
    QVERIFY(hidden.at(1).sql.contains(u"\"my \"\"schema\"\"\".add_job("_s));
}

void TestRelated::groupsFollowFromTheJob()
{
    JobRecord job;
    job.identifier = u"send, mail"_s;
    QCOMPARE(relatedGroups(job).size(), 1);
    job.queueName = u"q*"_s;
    job.key = u"k"_s;
    job.lastError = u"first \"line\" "_s + QString(500, u'x') + u"\nsecond"_s;
    const QList<RelatedGroup> groups = relatedGroups(job);
    QCOMPARE(groups.size(), 4);
    for (const RelatedGroup &group : groups) {
        const ParsedFilter parsed = parseFilter(group.filter.text());
        QVERIFY2(parsed.isValid(), qUtf8Printable(group.filter.text()));
        QCOMPARE(parsed.filter, group.filter);
        QVERIFY(group.title.size() < 200);
    }
}

void TestRelated::groupsAreReadInBounds()
{
    const TestDatabase database = TestDatabase::createMigrated();
    // The last one is beyond the limit of the search.
    database.script("select graphile_worker.add_job('rare');"
                    "insert into graphile_worker._private_jobs (task_id, payload)"
                    " select tasks.id, '{}' from graphile_worker._private_tasks as tasks,"
                    " generate_series(1, 60000);"
                    "update graphile_worker._private_tasks set identifier = 'common';"
                    "select graphile_worker.add_job('rare', queue_name := 'q');");
    database.script("vacuum analyze graphile_worker._private_jobs;");
    const JobRecord job = detailsOf(database, 60002).job;
    const auto reader = std::make_shared<JobsReader>(SessionPool(database.settings()), context());
    RelatedJobs related(reader);
    related.show(job);
    QVERIFY(related.isLoading());
    QTRY_VERIFY_WITH_TIMEOUT(!related.isLoading(), kPatience);
    QCOMPARE(related.groups().size(), 2);
    for (const RelatedGroup &group : related.groups()) {
        QVERIFY2(!group.error, group.error ? qUtf8Printable(group.error->message) : "");
        QVERIFY(group.isRead && group.jobs.isEmpty());
        QVERIFY2(group.looked > 0 && group.looked < 60000,
                 qPrintable(QString::number(group.looked)));
    }
}

void TestRelated::lateGroupsAreDropped()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('a') from generate_series(1, 3);"
                    "select graphile_worker.add_job('b') from generate_series(1, 3);");
    const JobRecord a = detailsOf(database, 1).job;
    const JobRecord b = detailsOf(database, 4).job;
    RelatedJobs related(std::make_shared<JobsReader>(SessionPool(database.settings()), context()));
    for (int i = 0; i < 20; ++i)
        related.show(i % 2 == 0 ? a : b); // the last one is b
    QTRY_VERIFY_WITH_TIMEOUT(!related.isLoading(), kPatience);
    QCOMPARE(related.groups().size(), 1);
    QVERIFY(related.groups().first().title.endsWith(u'b'));
    QCOMPARE(related.groups().first().jobs.size(), 2);
    for (const JobRow &row : related.groups().first().jobs)
        QCOMPARE(row.task, u"b"_s);
}

void TestRelated::aheadOfItIsCountedInEveryPriority()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script(
        "select graphile_worker.add_job('t', priority := 5);" // 1
        "select graphile_worker.add_job('t', priority := 5, run_at := now() - interval '1 hour');"
        "select graphile_worker.add_job('t', priority := p) from generate_series(-2, 1) p;"
        "select graphile_worker.add_job('t', priority := 0, run_at := now() + interval '1 day')"
        " from generate_series(1, 50);"
        "select graphile_worker.add_job('t', priority := 9) from generate_series(1, 50);");
    QCOMPARE(detailsOf(database, 1).aheadOfIt, 5);
    QCOMPARE(detailsOf(database, 2).aheadOfIt, 4);
    // It is not asked for a job that does not wait for its turn.
    database.script("update graphile_worker._private_jobs set run_at = now() + interval '1 day'"
                    " where id = 1;");
    QCOMPARE(detailsOf(database, 1).aheadOfIt, 0);
    database.script("update graphile_worker._private_jobs set run_at = now() where id = 1;"
                    "select graphile_worker.add_job('t') from generate_series(1, 1100);");
    QCOMPARE(detailsOf(database, 1).aheadOfIt, kAheadCap);
}

YARDMASTER_TEST(TestRelated)
#include "tst_related.moc"
