#include "tests/models/operations/operationsfixture.h"
#include "tests/support/testprogram.h"

#include <QRandomGenerator>

using namespace Qt::StringLiterals;

namespace yardmaster::test {

class TestOperationUndo : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_fixture = std::make_unique<OperationsFixture>();
        m_fixture->addJobs(40);
    }
    void cleanup() { m_fixture.reset(); }

    void undoIsExact();
    void deletedJobsAreCreatedAgain_data();
    void deletedJobsAreCreatedAgain();
    void jobsChangedSinceAreReported();
    void takenKeysAreReported();
    void unfinishedOrFinalIsRefused();

private:
    /// Undoes it and returns the undo.
    OperationSpec undo(const OperationSpec &spec) const
    {
        auto undoing = undoOf(m_fixture->record(spec));
        if (!undoing)
            qFatal("%s", qUtf8Printable(undoing.error().message));
        const OperationOutcome outcome = m_fixture->run(*undoing);
        if (outcome.error)
            qFatal("%s", qUtf8Printable(outcome.error->message));
        return *undoing;
    }

    std::unique_ptr<OperationsFixture> m_fixture;
};

/// Whatever was done to whichever jobs, in any number of batches: a chain of operations, taken back
/// in reverse order, leaves the table as it was before each.
void TestOperationUndo::undoIsExact()
{
    const quint32 seed = QRandomGenerator::global()->generate();
    qInfo("seed %u", seed);
    QRandomGenerator random(seed);
    const auto number = [&](int from, int to) { return random.bounded(from, to + 1); };
    for (int round = 0; round < 6; ++round) {
        QStringList states;
        std::vector<OperationSpec> done;
        for (int i = 0; i < 4; ++i) {
            const std::array changes{
                OperationChange{.kind = OperationKind::Retry},
                OperationChange{.kind = OperationKind::Reschedule,
                                .runAt = Timestamp(std::chrono::microseconds(number(1, 1 << 30)))},
                OperationChange{.kind = OperationKind::Reschedule, .runAt = Timestamp::max()},
                OperationChange{.kind = OperationKind::Reschedule,
                                .timing = OperationTiming::ByInterval,
                                .shift = std::chrono::microseconds(number(1, 1 << 30))},
                OperationChange{.kind = OperationKind::Reschedule,
                                .timing = OperationTiming::Spread,
                                .window = std::chrono::microseconds(number(1, 1 << 30))},
                OperationChange{.kind = OperationKind::Change,
                                .priority = number(-9, 9),
                                .attempts = number(0, 6)},
                OperationChange{.kind = OperationKind::Change, .maxAttempts = number(1, 9)},
                OperationChange{.kind = OperationKind::FailForGood, .reason = u"why \"\\ ä"_s},
                OperationChange{.kind = OperationKind::EditPayload, .payload = "[1.10]"}};
            const OperationChange &change = changes[size_t(number(0, int(changes.size()) - 1))];
            OperationSpec spec = change.kind == OperationKind::EditPayload
                ? OperationsFixture::byIds(change, {number(1, 40)})
                : m_fixture->byFilter(change,
                                      u"id:%1..%2"_s.arg(number(1, 20)).arg(number(20, 40)));
            spec.options.batchSize = number(1, 15);
            states << m_fixture->contents();
            const OperationOutcome outcome = m_fixture->run(spec);
            QVERIFY2(!outcome.error, outcome.error ? qPrintable(outcome.error->message) : "");
            done.push_back(spec);
        }
        // The undo of a later operation is a change too: the earlier one then finds its jobs
        // changed since, as it should; so only the last is taken back.
        const OperationSpec undoing = undo(done.back());
        QCOMPARE(m_fixture->contents(), states.last());
        QCOMPARE(m_fixture->record(undoing).totals.changed,
                 m_fixture->record(done.back()).totals.changed);
    }
}

void TestOperationUndo::deletedJobsAreCreatedAgain_data()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("complete") << int(OperationKind::Complete);
    QTest::newRow("remove") << int(OperationKind::RemoveByKey);
}

void TestOperationUndo::deletedJobsAreCreatedAgain()
{
    QFETCH(int, kind);
    m_fixture->database.script(
        "insert into graphile_worker._private_job_queues (queue_name) values ('q');"
        "update graphile_worker._private_jobs set flags = '{\"x\": true}', revision = 3,"
        " job_queue_id = (select id from graphile_worker._private_job_queues) where id % 5 = 0");
    const QByteArray columns = "task_id, job_queue_id, payload::text, priority, run_at, attempts,"
                               " max_attempts, last_error, created_at, key, revision, flags";
    const QString before = m_fixture->contents(columns);
    auto spec = m_fixture->byFilter({.kind = OperationKind(kind)});
    spec.options.batchSize = 15;
    QCOMPARE(m_fixture->run(spec).state, OperationState::Finished);
    QVERIFY(m_fixture->contents(columns) != before);
    const OperationSpec undoing = undo(spec);
    QCOMPARE(m_fixture->contents(columns), before);
    QCOMPARE(m_fixture->record(undoing).totals.changed, m_fixture->record(spec).totals.changed);
    QVERIFY(m_fixture->outcomes(undoing).first().contains(u"new id "_s));
    QCOMPARE(m_fixture->database.scalar("select bool_and(id > 40) from"
                                        " graphile_worker._private_jobs where key = 'key 2'"),
             u"t"_s);
}

void TestOperationUndo::jobsChangedSinceAreReported()
{
    const auto spec
        = m_fixture->byFilter({.kind = OperationKind::Change, .priority = 9}, u"id:1..5"_s);
    QCOMPARE(m_fixture->run(spec).totals.changed, 5);
    m_fixture->database.script(
        "select graphile_worker.reschedule_jobs(array[1], priority => 7);"
        "update graphile_worker._private_jobs set attempts = 4 where id = 2;"
        "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w' where id = 3;"
        "delete from graphile_worker._private_jobs where id = 4");
    const OperationSpec undoing = undo(spec);
    QCOMPARE(
        m_fixture->outcomes(undoing),
        (QStringList{u"changed 5"_s, u"skipped 1 changed since"_s, u"skipped 2 changed since"_s,
                     u"skipped 3 locked by w"_s, u"vanished 4"_s}));
    QCOMPARE(m_fixture->database.scalar("select string_agg(priority::text, ',' order by id) from"
                                        " graphile_worker._private_jobs where id <= 5"),
             u"7,9,9,1"_s);
}

void TestOperationUndo::takenKeysAreReported()
{
    const auto spec = m_fixture->byFilter({.kind = OperationKind::Complete}, u"id:1..4"_s);
    QCOMPARE(m_fixture->run(spec).totals.changed, 4);
    const QString owner = m_fixture->database.scalar(
        "select id from graphile_worker.add_job('b', job_key => 'key 2')");
    const OperationSpec undoing = undo(spec);
    QCOMPARE(m_fixture->record(undoing).totals, (OperationTotals{.changed = 3, .skipped = 1}));
    QVERIFY(m_fixture->outcomes(undoing).contains(
        u"skipped 2 its key now belongs to job %1"_s.arg(owner)));
    QCOMPARE(m_fixture->database.scalar("select id from graphile_worker._private_jobs where"
                                        " key = 'key 2'"),
             owner);
}

void TestOperationUndo::unfinishedOrFinalIsRefused()
{
    OperationRecord record;
    QVERIFY(!undoOf(record)); // unfinished
    record.state = OperationState::Finished;
    QVERIFY(undoOf(record));
    record.spec.change.kind = OperationKind::Unlock;
    QVERIFY(!undoOf(record));
    record.spec.change.kind = OperationKind::Undo;
    QVERIFY(!undoOf(record));
}

} // namespace yardmaster::test

YARDMASTER_TEST(yardmaster::test::TestOperationUndo)
#include "tst_operationundo.moc"
