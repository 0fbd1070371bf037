#include "tests/models/operations/operationstest.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFileInfo>
#include <QScopeGuard>

#include <csignal>

#include <sys/resource.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace yardmaster::test {

/// Which jobs an operation is about: its preview, and the list that is confirmed.
class TestOperationScope : public OperationsTest
{
    Q_OBJECT

private slots:
    void previewShowsWhatWillHappen();
    void previewStatementRuns_data();
    void previewStatementRuns();
    void shownStatementDoesWhatTheOperationDoes_data();
    void shownStatementDoesWhatTheOperationDoes();
    void laterJobsDoNotBelong();
    void onlyConfirmedJobsAreChanged();
    void jobsChangedSinceThePreviewAreLeftAlone();
    void jobsLeftAloneInThePreviewStaySo();
    void jobsAreListedInManyPages();
    void withoutItsListAnOperationCanOnlyBeCancelled();
    void unusedListsAreRemoved();
    void fullDiskStopsThePreview();
    void countingCanBeCancelled();
};

void TestOperationScope::previewShowsWhatWillHappen()
{
    m_fixture->database.script("update graphile_worker._private_jobs set locked_at = now(),"
                               " locked_by = 'w 1' where id in (2, 4)");
    OperationSpec spec;
    spec.scope.filter = u"id:1..25"_s;
    const OperationPreview preview = m_fixture->preview(spec);
    QCOMPARE(preview.jobs, 25);
    QCOMPARE(preview.affected(), 23); // what the button says
    QCOMPARE(preview.spec.scope.maxId, 30);
    QCOMPARE(preview.spec.scope.expected, 25);
    QCOMPARE(preview.samples.size(), 20);
    QCOMPARE(preview.samples.at(1).skip, u"locked by w 1"_s);
    QCOMPARE(preview.tasks.size(), 1);
    QCOMPARE(preview.tasks.first().name, u"a"_s);
    QCOMPARE(preview.tasks.first().jobs, 25);
    QCOMPARE(preview.skipped.size(), 1);
    QCOMPARE(preview.skipped.first().jobs, 2);
    QCOMPARE(preview.states.size(), 3); // retrying, failed, running
    QCOMPARE(preview.states.first().state, JobState::Retrying);
    QCOMPARE(preview.states.first().jobs, 15);

    const auto ids = m_fixture->preview(OperationsFixture::byIds({}, {1, 999}));
    QCOMPARE(ids.jobs, 1);
    QCOMPARE(ids.vanished, 1);
}

void TestOperationScope::previewStatementRuns_data()
{
    QTest::addColumn<OperationSpec>("spec");
    const auto row = [](const OperationChange &change) {
        QTest::addRow("%s %d", qPrintable(operationKindName(change.kind)), int(change.timing))
            << OperationsFixture::byIds(change, {1});
    };
    row({.kind = OperationKind::Retry});
    row({.kind = OperationKind::Reschedule, .runAt = Timestamp{}});
    row({.kind = OperationKind::Reschedule,
         .timing = OperationTiming::ByInterval,
         .shift = std::chrono::hours(1)});
    row({.kind = OperationKind::Reschedule,
         .timing = OperationTiming::Spread,
         .window = std::chrono::hours(1)});
    row({.kind = OperationKind::Change, .priority = 3});
    row({.kind = OperationKind::Complete});
    row({.kind = OperationKind::FailForGood, .reason = u"it's bad"_s});
    row({.kind = OperationKind::RemoveByKey});
    row({.kind = OperationKind::Unlock});
    row({.kind = OperationKind::EditPayload, .payload = "{\"a\":\"it's\"}"});
}

void TestOperationScope::previewStatementRuns()
{
    QFETCH(OperationSpec, spec);
    OperationSpec byFilter = spec;
    byFilter.scope.ids.clear();
    byFilter.scope.filter = u"id:1..12 error~\"error\" run<now+100w"_s;
    if (spec.change.kind != OperationKind::EditPayload)
        m_fixture->database.script(m_fixture->preview(byFilter).sql);
    m_fixture->database.script(m_fixture->preview(spec).sql);
}

void TestOperationScope::shownStatementDoesWhatTheOperationDoes_data()
{
    QTest::addColumn<OperationChange>("change");
    QTest::newRow("retry") << OperationChange{.kind = OperationKind::Retry};
    QTest::newRow("move") << OperationChange{.kind = OperationKind::Reschedule,
                                             .timing = OperationTiming::ByInterval,
                                             .shift = std::chrono::hours(1)};
    QTest::newRow("change") << OperationChange{.kind = OperationKind::Change, .priority = 3};
    QTest::newRow("complete") << OperationChange{.kind = OperationKind::Complete};
    QTest::newRow("remove") << OperationChange{.kind = OperationKind::RemoveByKey};
}

/// The values of the filter look like SQL, and like places for values.
void TestOperationScope::shownStatementDoesWhatTheOperationDoes()
{
    QFETCH(OperationChange, change);
    const QStringList keys{u"$3 $1"_s, u"'))); drop table graphile_worker._private_jobs; --"_s,
                           u"\"))); drop table graphile_worker._private_jobs; --"_s, u"'$2'\\"_s};
    FilterTerm term{false, FilterKey::Key, {}, FilterOperator::Is, {}, {}};
    OperationsFixture byHand;
    byHand.addJobs(30);
    for (qsizetype i = 0; i < keys.size(); ++i) {
        term.values << FilterValue::exactly(keys[i]);
        for (const OperationsFixture *fixture : {m_fixture.get(), &byHand})
            QVERIFY(fixture->database.session()->query(
                "update graphile_worker._private_jobs set key = $1 where id = $2::bigint",
                {param(keys[i]), param(qint64(4 + 4 * i))}));
    }
    const OperationSpec spec = m_fixture->byFilter(change, term.text());
    QCOMPARE(spec.scope.expected, 4);
    byHand.database.script(byHand.preview(byHand.byFilter(change, term.text())).sql);
    QCOMPARE(changedAll(spec).changed, 4);
    const QByteArray columns = "id, priority, case when run_at > now() then run_at end, attempts, "
                               "max_attempts, last_error, key, locked_at, locked_by";
    QCOMPARE(byHand.contents(columns), m_fixture->contents(columns));
}

void TestOperationScope::laterJobsDoNotBelong()
{
    const auto spec = m_fixture->byFilter({.kind = OperationKind::Complete});

    m_fixture->database.script("select graphile_worker.add_job('b')");
    QCOMPARE(changedAll(spec).changed, 30);
    QCOMPARE(scalar("select string_agg(id::text, ',') from graphile_worker._private_jobs"),
             u"31"_s);
}

/// Jobs that come to match the filter while the operation runs, or waits to be resumed.
void TestOperationScope::onlyConfirmedJobsAreChanged()
{
    auto spec = m_fixture->byFilter({.kind = OperationKind::Complete}, u"state:failed id:1..9"_s);
    QCOMPARE(spec.scope.expected, 3);
    spec.options.batchSize = 1;
    OperationControl control;
    const auto stopAfterOne = [&control](const OperationProgress &progress) {
        if (progress.totals.changed >= 1)
            control.stop();
    };
    const auto stopped
        = OperationRunner(m_fixture->database.settings(), m_fixture->folder, &control, stopAfterOne)
              .begin(spec);
    QCOMPARE(stopped.state, OperationState::Unfinished);
    QCOMPARE(stopped.totals.changed, 1);
    m_fixture->database.script("update graphile_worker._private_jobs set attempts = max_attempts");
    QCOMPARE(m_fixture->resume(spec.id).totals, OperationTotals{.changed = 3});
    QCOMPARE(scalar("select string_agg(id::text, ',' order by id) from"
                    " graphile_worker._private_jobs where id < 10"),
             u"1,2,4,5,7,8"_s);
}

void TestOperationScope::jobsChangedSinceThePreviewAreLeftAlone()
{
    const auto spec = m_fixture->byFilter({.kind = OperationKind::Complete}, u"id:1..14"_s);
    m_fixture->database.script(
        "update graphile_worker._private_jobs set priority = 7 where id = 1;"
        "update graphile_worker._private_jobs set attempts = attempts + 1 where id = 2;"
        "update graphile_worker._private_jobs set run_at = run_at + interval '1 us' where id = 3;"
        "update graphile_worker._private_jobs set key = 'other' where id = 4;"
        "update graphile_worker._private_jobs set payload = '{}' where id = 5;"
        "update graphile_worker._private_jobs set flags = '{\"a\":true}' where id = 6;"
        "with queue as (insert into graphile_worker._private_job_queues (queue_name) values ('q')"
        " returning id) update graphile_worker._private_jobs set job_queue_id = queue.id from queue"
        " where _private_jobs.id = 7;"
        "update graphile_worker._private_jobs set max_attempts = 9 where id = 8;"
        // Another row, but the same job.
        "update graphile_worker._private_jobs set updated_at = now() where id = 9;"
        "update graphile_worker._private_jobs set revision = revision + 1 where id = 10;"
        "update graphile_worker._private_jobs set locked_at = now() - interval '5 hours',"
        " locked_by = 'w' where id = 11;"
        "update graphile_worker._private_jobs set last_error = 'another' where id = 12;"
        "with task as (insert into graphile_worker._private_tasks (identifier) values ('other')"
        " returning id) update graphile_worker._private_jobs set task_id = task.id from task"
        " where _private_jobs.id = 13");
    QCOMPARE(changedAll(spec), (OperationTotals{.changed = 2, .skipped = 12}));
    QCOMPARE(scalar("select string_agg(id::text, ',' order by id) from"
                    " graphile_worker._private_jobs where id <= 14"),
             u"1,2,3,4,5,6,7,8,10,11,12,13"_s);
    QVERIFY(m_fixture->outcomes(spec).contains(u"skipped 8 changed since the preview"_s));
}

void TestOperationScope::jobsLeftAloneInThePreviewStaySo()
{
    m_fixture->database.script("update graphile_worker._private_jobs set locked_at = now() -"
                               " interval '3 hours 59 minutes 59 seconds', locked_by = 'w'"
                               " where id = 1");
    const auto spec = m_fixture->byFilter({.kind = OperationKind::Complete}, u"id:1..2"_s);
    // The lock expires, and nothing is written.
    QTRY_COMPARE_WITH_TIMEOUT(scalar("select locked_at < now() - interval '4 hours' from"
                                     " graphile_worker._private_jobs where id = 1"),
                              u"t"_s, 60000);
    QCOMPARE(changedAll(spec), (OperationTotals{.changed = 1, .skipped = 1}));
    QVERIFY(m_fixture->outcomes(spec).contains(u"skipped 1 skipped in the preview"_s));
}

void TestOperationScope::jobsAreListedInManyPages()
{
    m_fixture->database.script("truncate graphile_worker._private_jobs restart identity");
    m_fixture->addJobs(25000);
    const auto all = m_fixture->preview({.change = {.kind = OperationKind::Change, .priority = 9}});
    QCOMPARE(all.jobs, 25000);
    const QFileInfo list(ScopeList::pathIn(m_fixture->folder, all.spec.id));
    QCOMPARE(list.size(), 16 * (25000 + 1));
    QCOMPARE(list.permissions() & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
    QCOMPARE(changedAll(all.spec).changed, 25000);
    QVERIFY(!QFile::exists(list.filePath()));

    QList<qint64> ids; // in an order of their own
    for (qint64 id = 24000; id > 0; --id)
        ids << id;
    const auto some = m_fixture->preview(
        OperationsFixture::byIds({.kind = OperationKind::Change, .priority = 8}, ids));
    QCOMPARE(some.jobs, 24000);
    QCOMPARE(changedAll(some.spec).changed, 24000);
    QCOMPARE(scalar("select count(*) from graphile_worker._private_jobs where priority = 8"),
             u"24000"_s);
}

void TestOperationScope::withoutItsListAnOperationCanOnlyBeCancelled()
{
    const auto spec = m_fixture->byFilter({.kind = OperationKind::Complete});
    const QString list = ScopeList::pathIn(m_fixture->folder, spec.id);
    (void)m_fixture->beginAndStop(spec);
    QVERIFY(QFile::resize(list, QFileInfo(list).size() - 5));
    OperationOutcome outcome = m_fixture->resume(spec.id);
    QVERIFY(outcome.error && outcome.error->message.contains(u"is damaged"_s));
    QVERIFY(QFile::remove(list));
    outcome = m_fixture->resume(spec.id);
    QVERIFY(outcome.error && outcome.error->message.contains(u"cannot read the list of jobs"_s));
    QCOMPARE(scalar("select count(*) from graphile_worker._private_jobs"), u"30"_s);
    OperationControl cancelling;
    cancelling.cancel();
    outcome = OperationRunner(m_fixture->database.settings(), m_fixture->folder, &cancelling, {})
                  .resume(spec.id);
    QCOMPARE(outcome.state, OperationState::Cancelled);
}

void TestOperationScope::unusedListsAreRemoved()
{
    const auto unfinished = m_fixture->byFilter({.kind = OperationKind::Complete});
    (void)m_fixture->beginAndStop(unfinished);
    const auto old = m_fixture->byFilter({.kind = OperationKind::Complete});
    const auto underWay = m_fixture->byFilter({.kind = OperationKind::Complete});
    QFile list(ScopeList::pathIn(m_fixture->folder, old.id));
    QVERIFY(list.open(QIODevice::ReadWrite));
    QVERIFY(list.setFileTime(QDateTime::currentDateTimeUtc().addDays(-2),
                             QFileDevice::FileModificationTime));
    removeLists(m_fixture->folder, operationsIn(m_fixture->folder));
    QVERIFY(!list.exists());
    for (const auto &kept : {unfinished, underWay})
        QVERIFY(QFile::exists(ScopeList::pathIn(m_fixture->folder, kept.id)));
}

void TestOperationScope::fullDiskStopsThePreview()
{
    m_fixture->database.script("truncate graphile_worker._private_jobs restart identity");
    m_fixture->addJobs(25000);
    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    const auto restore = qScopeGuard([&before] { ::setrlimit(RLIMIT_FSIZE, &before); });
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{100000, before.rlim_max};
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const auto preview = previewOperation(*m_fixture->database.session(), {}, m_fixture->folder);
    QVERIFY(!preview);
    QVERIFY2(preview.error().message.contains(u"cannot write the list of jobs"_s),
             qPrintable(preview.error().message));
    QVERIFY(QDir(m_fixture->folder).isEmpty());
}

void TestOperationScope::countingCanBeCancelled()
{
    m_fixture->database.script("truncate graphile_worker._private_jobs restart identity");
    m_fixture->addJobs(25000);
    QList<qint64> found;
    const auto preview = previewOperation(*m_fixture->database.session(), {}, m_fixture->folder,
                                          [&found](qint64 jobs) {
                                              found << jobs;
                                              return jobs < 20000;
                                          });
    QVERIFY(!preview);
    QCOMPARE(preview.error().kind, DbError::Kind::Cancelled);
    QCOMPARE(found, (QList<qint64>{10000, 20000}));
    QVERIFY(QDir(m_fixture->folder).isEmpty());
}

} // namespace yardmaster::test

YARDMASTER_TEST(yardmaster::test::TestOperationScope)
#include "tst_operationscope.moc"
