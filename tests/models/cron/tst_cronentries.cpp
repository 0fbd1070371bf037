#include "models/cron/cronbackfillestimate.h"
#include "models/cron/cronentriesmodel.h"
#include "models/cron/cronrun.h"
#include "models/cron/knowncrontabs.h"
#include "models/session/poller.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/worker/cron/simulatedtime.h"

#include "models/operations/jobaddition.h"
#include "worker/cron/cronservice.h"
#include <yardmaster/eventbus.h>
#include <yardmaster/workeroptions.h>

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

QDateTime timeAt(const char *time)
{
    return QDateTime::fromString(QString::fromLatin1(time) + u'Z', Qt::ISODate);
}

CronAnalysis analyse(const QString &text)
{
    return analyseCrontab(text, CrontabDialect::Extended);
}

} // namespace

/// Cron entries known to the database, and what follows from them, compared with what a scheduler
/// then does.
class TestCronEntries : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void knownEntriesAreRead();
    void schemaWithoutCronTableIsReported();
    void thePollerReadsAndPauses();
    void estimatesMatchWhatAStartAdds();
    void aRunByHandAddsTheSameJob();
    void rowsShowWhatIsOverdue();
    void modelKeepsItsRules();

private:
    /// Runs a scheduler with this crontab until it is idle.
    void schedule(const QByteArray &crontab, const QDateTime &start,
                  const QDateTime &until = {}) const;
    [[nodiscard]] Result<KnownCrontabs> known() const
    {
        return readKnownCrontabs(*m_database->session(), u"graphile_worker"_s);
    }

    std::unique_ptr<TestDatabase> m_database;
};

void TestCronEntries::init()
{
    m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
}

void TestCronEntries::schedule(const QByteArray &crontab, const QDateTime &start,
                               const QDateTime &until) const
{
    SimulatedTime time(start);
    EventBus bus;
    WorkerOptions options;
    options.connection = m_database->settings();
    options.cronClock = time.clocks();
    options.cron.text = crontab;
    const auto loaded = options.cron.load();
    QVERIFY(loaded);
    CronService cron(options, u"w1"_s, *loaded, {}, &bus);
    cron.start();
    QVERIFY(time.waitUntilIdle());
    if (until.isValid())
        QVERIFY(time.advanceTo(until));
}

void TestCronEntries::knownEntriesAreRead()
{
    m_database->script(
        "insert into graphile_worker._private_known_crontabs values "
        "('a', '2026-01-01 00:00:00+00', null), "
        "('b', '2026-01-01 00:00:00+00', '2026-01-02 04:00:00+00');"
        "insert into graphile_worker._private_tasks (identifier) values ('t1'), ('t2');"
        "insert into graphile_worker._private_job_queues (queue_name) values ('q');");
    const auto stored = known();
    QVERIFY2(stored, stored ? "" : qPrintable(stored.error().message));
    QVERIFY(stored->isThere && !stored->isCut && !stored->isHidden);
    QCOMPARE(stored->entries.size(), 2);
    QCOMPARE(stored->entries[0].identifier, u"a"_s);
    QVERIFY(!stored->entries[0].known.lastExecution);
    QCOMPARE(*stored->entries[1].known.lastExecution, timeAt("2026-01-02T04:00:00"));
    QCOMPARE(stored->names.tasks, (QStringList{u"t1"_s, u"t2"_s}));
    QCOMPARE(stored->names.queues, QStringList{u"q"_s});
    QVERIFY(stored->names.areAllTasks);
}

void TestCronEntries::schemaWithoutCronTableIsReported()
{
    m_database->script("alter table graphile_worker._private_known_crontabs rename to other");
    const auto stored = known();
    QVERIFY(stored && !stored->isThere);
    const auto nowhere = readKnownCrontabs(*m_database->session(), u"no such"_s);
    QVERIFY(!nowhere);
    QCOMPARE(nowhere.error().kind, DbError::Kind::SchemaMissing);
}

void TestCronEntries::thePollerReadsAndPauses()
{
    const auto work = withSession(&readKnownCrontabs, u"graphile_worker"_s);
    Poller<KnownCrontabs> watch(SessionPool(m_database->settings()), work, 10s);
    QSignalSpy changed(&watch, &PollerBase::changed);
    watch.refreshSoon(); // it is paused
    watch.setPaused(false);
    QTRY_COMPARE_WITH_TIMEOUT(changed.count(), 1, kPatience);
    QVERIFY(watch.hasRead() && !watch.error());
    m_database->script("insert into graphile_worker._private_known_crontabs values "
                       "('a', now(), null)");
    watch.refreshSoon();
    QTRY_COMPARE_WITH_TIMEOUT(changed.count(), 2, kPatience);
    QCOMPARE(watch.latest()->entries.size(), 1);
    watch.setPaused(true);

    ConnectionSettings nowhere;
    nowhere.set(u"host"_s, u"/nonexistent"_s);
    Poller<KnownCrontabs> blind(SessionPool(nowhere), work, 10s);
    QSignalSpy failed(&blind, &PollerBase::failed);
    blind.setPaused(false);
    QTRY_VERIFY_WITH_TIMEOUT(failed.count() > 0, kPatience);
    QVERIFY(blind.error() && !blind.hasRead());
}

void TestCronEntries::estimatesMatchWhatAStartAdds()
{
    const QByteArray crontab = "*/15 * * * * quarterly ?fill=1d\n"
                               "0 * * * * hourly ?fill=3h&id=h\n"
                               "*/10 * * * * keyed ?fill=2h&jobKey=k\n"
                               "0 4 * * * paris ?fill=2d&tz=Europe/Paris\n"
                               "* * * * * nothing\n";
    schedule(crontab, timeAt("2026-03-28T00:00:30"), timeAt("2026-03-28T05:00:30"));
    m_database->script("delete from graphile_worker._private_jobs");
    const QByteArray later = crontab + "* * * * * fresh ?fill=1d\n";
    const QDateTime start
        = timeAt("2026-03-29T09:07:20"); // the clock of Paris went forward meanwhile
    const CronAnalysis analysis = analyse(QString::fromLatin1(later));
    const auto estimates = estimateBackfill(analysis.entries, known()->byIdentifier(), start);
    QCOMPARE(estimates.unknown, 1);
    QVERIFY(!estimates.isCut);
    QVERIFY(estimates.jobs < estimates.runs);

    schedule(later, start);
    QCOMPARE(m_database->scalar("select count(*) from graphile_worker._private_jobs"),
             QString::number(estimates.jobs));
    QVERIFY(estimates.listed.size() == 4);
    for (const CronBackfillEstimate &estimate : estimates.listed) {
        const QByteArray task = analysis.entries[estimate.entry].item.task.toUtf8();
        const QByteArray jobs = "from graphile_worker.jobs where task_identifier = '" + task + "'";
        QCOMPARE(m_database->scalar("select count(*) " + jobs), QString::number(estimate.jobs));
        const QByteArray time = "(run_at) at time zone 'utc', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"') ";
        QCOMPARE(m_database->scalar("select to_char(max" + time + jobs),
                 estimate.last.toString(Qt::ISODate));
        if (estimate.jobs == estimate.runs)
            QCOMPARE(m_database->scalar("select to_char(min" + time + jobs),
                     estimate.first.toString(Qt::ISODate));
    }
}

void TestCronEntries::aRunByHandAddsTheSameJob()
{
    const QByteArray crontab
        = "5 4 * * * t ?id=nightly&max=3&queue=q&priority=-7&flags=a,b {n: 1, 'x': [1.50]}\n";
    const QByteArray everything
        = "select concat_ws('|', tasks.identifier, payload, queues.queue_name, run_at, "
          "max_attempts, key, priority, flags, attempts) from graphile_worker._private_jobs as "
          "jobs "
          "join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id "
          "left join graphile_worker._private_job_queues as queues on queues.id = "
          "jobs.job_queue_id";
    schedule(crontab, timeAt("2026-01-01T04:04:30"), timeAt("2026-01-01T04:05:01"));
    const QString crons = m_database->scalar(everything);
    QVERIFY(crons.contains(u"_cron"_s));
    const QString stored = m_database->scalar(
        "select max(last_execution)::text from graphile_worker._private_known_crontabs");
    m_database->script("delete from graphile_worker._private_jobs");

    const CronAnalysis analysis = analyse(QString::fromLatin1(crontab));
    const QTemporaryDir folder;
    const auto session = m_database->session();
    const JobSpec spec = cronJobNow(analysis.entries.first(), timeAt("2026-01-01T04:05:41"));
    const auto added = addByHand(*session, u"graphile_worker"_s, spec, folder.path(), u"here"_s);
    QVERIFY2(added, added ? "" : qPrintable(added.error().message));
    QCOMPARE(m_database->scalar(everything), crons);
    QCOMPARE(m_database->scalar(
                 "select max(last_execution)::text from graphile_worker._private_known_crontabs"),
             stored);
}

void TestCronEntries::rowsShowWhatIsOverdue()
{
    const auto analysis = std::make_shared<const CronAnalysis>(
        analyse(u"0 4 * * * late\n0 5 * * * fine\n#off 0 4 * * * off\n0 6 * * * fresh\n"
                "0 7 * * * waits\n"_s));
    KnownCrontabs stored;
    stored.entries = {{u"elsewhere"_s, {timeAt("2026-01-01T00:00:00"), {}}},
                      {u"fine"_s, {timeAt("2026-01-01T00:00:00"), timeAt("2026-01-10T05:00:00")}},
                      {u"late"_s, {timeAt("2026-01-01T00:00:00"), timeAt("2026-01-09T04:00:00")}},
                      {u"waits"_s, {timeAt("2026-01-10T05:00:00"), {}}}};
    CronEntriesModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setNow(timeAt("2026-01-10T05:01:00"));
    model.set(analysis, stored, true);
    QCOMPARE(model.rowCount(), 6);
    using State = CronEntriesModel::State;
    const QList<State> expected{State::Overdue, State::InStep,  State::Off,
                                State::Unseen,  State::Waiting, State::Elsewhere};
    for (int row = 0; row < 6; ++row)
        QCOMPARE(model.state(model.at(row)), expected[row]);
    QCOMPARE(model.overdue(), 1);
    QCOMPARE(model.overdueSince(model.at(0)), timeAt("2026-01-10T04:00:00"));
    QCOMPARE(model.rowOfLine(3), 2);
    QCOMPARE(model.lineOf(0), 1);
    const auto text = [&](int row, QLatin1StringView column) {
        return model.cell(row, column).data().toString();
    };
    QCOMPARE(text(1, "last-run"_L1), u"1 min ago"_s);
    QCOMPARE(text(3, "last-run"_L1), u"never"_s);
    QCOMPARE(text(0, "schedule"_L1), u"every day at 04:00 (UTC)"_s);
    // A minute or two late is no reason to worry.
    model.setNow(timeAt("2026-01-11T04:01:00"));
    KnownCrontabs now = stored;
    now.entries[2].known.lastExecution = timeAt("2026-01-10T04:00:00");
    model.set(analysis, now, true);
    QCOMPARE(model.state(model.at(0)), State::InStep);
}

void TestCronEntries::modelKeepsItsRules()
{
    CronEntriesModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    KnownCrontabs stored;
    stored.entries = {{u"a"_s, {timeAt("2026-01-01T00:00:00"), {}}}};
    model.set(nullptr, stored, true);
    QCOMPARE(model.rowCount(), 1);
    const QPersistentModelIndex chosen(model.index(0, 0));
    model.set(nullptr, stored, true); // the same rows: the selection stays
    QVERIFY(chosen.isValid());
    // Also where the entry is found in a file, and moves in it.
    const auto analysed
        = [](const QString &text) { return std::make_shared<const CronAnalysis>(analyse(text)); };
    model.set(analysed(u"0 4 * * * a"_s), stored, true);
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.lineOf(chosen.row()), 1);
    model.set(analysed(u"0 4 * * * b\n0 4 * * * a"_s), stored, true);
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.lineOf(chosen.row()), 2);
    model.set(nullptr, {}, false);
    QCOMPARE(model.rowCount(), 0);
}

YARDMASTER_TEST(TestCronEntries)
#include "tst_cronentries.moc"
