#include "tests/models/operations/operationsfixture.h"
#include "tests/support/testprogram.h"

#include <QRandomGenerator>

using namespace Qt::StringLiterals;

namespace yardmaster::test {

/// How operations are undone. Long because of what may have happened to a job, or to an undo,
/// meanwhile.
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
    void isUndoneOnce();
    void undoThatWasStoppedIsResumed();
    void cancelledUndoLeavesTheRest();
    void claimThatACrashLeftOpenIsSettled();
    void aCancelledUndoIsContinuedThoughItsEndWasNotNoted();
    void isUndoneByOneWindowAtATime();
    void keyTakenMeanwhileIsReported();
    void undosOfEarlierVersionsCount();
    void keyGivenAwayIsNotTakenBack();
    void aKeyBelongsToOneJob();
    void undoThatIsInDoubtIsNotDoneAgain();
    void undoIsResumedWhereItWasConfirmed();
    void oneBadJobDoesNotStopTheUndo_data();
    void oneBadJobDoesNotStopTheUndo();

private:
    /// Deletes all jobs, in batches of `size`.
    OperationSpec complete(int size) const
    {
        auto spec = m_fixture->byFilter({.kind = OperationKind::Complete});
        spec.options.batchSize = size;
        if (m_fixture->run(spec).totals.changed != 40)
            qFatal("not all jobs were completed");
        return spec;
    }
    QString jobs() const
    {
        return m_fixture->database.scalar(
            "select count(*) || ' ' || count(distinct payload::text) from"
            " graphile_worker._private_jobs");
    }
    /// Undoes it until so many jobs are back, then does as told.
    OperationOutcome undoUntil(OperationSpec undoing, int count,
                               void (OperationControl::*end)()) const
    {
        undoing.options.jobsPerSecond = 20;
        OperationControl control;
        const auto tell = [&](const OperationProgress &progress) {
            if (progress.totals.changed >= count)
                (control.*end)();
        };
        return OperationRunner(m_fixture->database.settings(), m_fixture->folder, &control, tell)
            .begin(undoing);
    }
    OperationRecord listed(const OperationSpec &spec) const
    {
        for (OperationRecord &record : operationsIn(m_fixture->folder)) {
            if (record.spec.id == spec.id)
                return std::move(record);
        }
        qFatal("not listed");
    }

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
                OperationChange{
                    .kind = OperationKind::Change,
                    .queue = number(0, 2) == 0 ? QString() : u"q'%1"_s.arg(number(1, 3)),
                    .flags = number(0, 1) == 0 ? QStringList() : QStringList{u"eu"_s, u"\"b"_s}},
                OperationChange{
                    .kind = OperationKind::Change, .priority = number(-9, 9), .key = QString()},
                OperationChange{.kind = OperationKind::Change,
                                .queue = u"one"_s,
                                .key = u"k'%1"_s.arg(number(1, 5))},
                OperationChange{.kind = OperationKind::FailForGood, .reason = u"why \"\\ ä"_s},
                OperationChange{.kind = OperationKind::EditPayload, .payload = "[1.10]"}};
            const OperationChange &change = changes[size_t(number(0, int(changes.size()) - 1))];
            const bool isOfOne = change.kind == OperationKind::EditPayload
                || !change.key.value_or(QString()).isEmpty();
            OperationSpec spec = isOfOne
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

/// Two windows, each with its question open.
void TestOperationUndo::isUndoneOnce()
{
    const auto spec = complete(100);
    const auto one = undoOf(m_fixture->record(spec));
    const auto other = undoOf(m_fixture->record(spec));
    QVERIFY(one && other);
    QCOMPARE(m_fixture->run(*one).totals.changed, 40);
    const auto again = m_fixture->run(*other);
    QVERIFY(again.error && again.error->message.contains(u"has been undone"_s));
    QCOMPARE(jobs(), u"40 40"_s);
    QVERIFY(!undoOf(m_fixture->record(spec)));
}

void TestOperationUndo::undoThatWasStoppedIsResumed()
{
    const auto spec = complete(10);
    const auto undoing = undoOf(m_fixture->record(spec));
    const auto other = undoOf(m_fixture->record(spec));
    QVERIFY(undoing && other);
    QCOMPARE(undoUntil(*undoing, 10, &OperationControl::stop).state, OperationState::Unfinished);
    const auto refused = m_fixture->run(*other);
    QVERIFY(refused.error && refused.error->message.contains(u"resume that one"_s));
    QVERIFY(!undoOf(listed(spec)));
    const OperationOutcome outcome = m_fixture->resume(undoing->id);
    QVERIFY2(!outcome.error, outcome.error ? qPrintable(outcome.error->message) : "");
    QCOMPARE(outcome.totals.changed, 40);
    QCOMPARE(jobs(), u"40 40"_s);
}

void TestOperationUndo::cancelledUndoLeavesTheRest()
{
    const auto spec = complete(10);
    const auto undoing = undoOf(m_fixture->record(spec));
    QVERIFY(undoing);
    QCOMPARE(undoUntil(*undoing, 10, &OperationControl::cancel).state, OperationState::Cancelled);
    const OperationRecord record = m_fixture->record(spec);
    QVERIFY(record.undone);
    QCOMPARE(record.undone->state, OperationState::Cancelled);
    const qint64 back = record.undone->jobs;
    QVERIFY(back >= 10 && back < 40);
    const auto rest = undoOf(record);
    QVERIFY(rest);
    QCOMPARE(rest->scope.expected, 40 - back);
    const auto preview = previewUndo(*m_fixture->database.session(), *rest, m_fixture->folder);
    QVERIFY(preview);
    QCOMPARE(preview->jobs, 40 - back);
    QCOMPARE(m_fixture->run(*rest).totals.changed, 40 - back);
    QCOMPARE(jobs(), u"40 40"_s);
    QCOMPARE(m_fixture->record(spec).undone->jobs, 40);
    QVERIFY(!undoOf(m_fixture->record(spec)));
}

/// The undo is over, but a crash came before the journal of the operation said so.
void TestOperationUndo::claimThatACrashLeftOpenIsSettled()
{
    const auto spec = complete(10);
    const auto undoing = undoOf(m_fixture->record(spec));
    const auto other = undoOf(m_fixture->record(spec));
    QVERIFY(undoing && other);
    QCOMPARE(m_fixture->run(*undoing).totals.changed, 40);
    QFile journal(m_fixture->journal(spec));
    QVERIFY(journal.open(QIODevice::ReadWrite));
    const QByteArray lines = journal.readAll();
    QVERIFY(journal.resize(lines.lastIndexOf('\n', lines.size() - 2) + 1));
    QCOMPARE(m_fixture->record(spec).undone->state, OperationState::Unfinished);
    QCOMPARE(listed(spec).undone->state, OperationState::Finished);
    QCOMPARE(listed(spec).undone->jobs, 40);
    QVERIFY(m_fixture->run(*other).error);
    QCOMPARE(jobs(), u"40 40"_s);
    // An undo that has no journal has not begun.
    QVERIFY(QFile::remove(m_fixture->journal(*undoing)));
    m_fixture->database.script("truncate graphile_worker._private_jobs");
    const auto fresh = undoOf(listed(spec));
    QVERIFY(fresh);
    QCOMPARE(m_fixture->run(*fresh).totals.changed, 40);
}

void TestOperationUndo::aCancelledUndoIsContinuedThoughItsEndWasNotNoted()
{
    const auto spec = complete(10);
    const auto undoing = undoOf(m_fixture->record(spec));
    QVERIFY(undoing);
    const OperationOutcome cancelled = undoUntil(*undoing, 20, &OperationControl::cancel);
    QCOMPARE(cancelled.state, OperationState::Cancelled);
    const qint64 back = cancelled.totals.changed;
    QVERIFY2(back > 0 && back < 40, qPrintable(QString::number(back)));
    // As if the process had ended before it could note that in the journal of the operation.
    QFile journal(m_fixture->journal(spec));
    QVERIFY(journal.open(QIODevice::ReadWrite));
    const QByteArray lines = journal.readAll();
    QVERIFY(journal.resize(lines.lastIndexOf('\n', lines.size() - 2) + 1));
    const auto rest = undoOf(listed(spec));
    QVERIFY(rest);
    QCOMPARE(m_fixture->run(*rest).totals, OperationTotals{.changed = 40 - back});
    QCOMPARE(jobs(), u"40 40"_s);
}

void TestOperationUndo::isUndoneByOneWindowAtATime()
{
    const auto spec = complete(10);
    const auto undoing = undoOf(m_fixture->record(spec));
    QVERIFY(undoing);
    {
        const auto held = OperationJournal::reopen(m_fixture->journal(spec));
        QVERIFY(held);
        const auto kept = m_fixture->run(*undoing);
        QVERIFY(kept.error && kept.error->message.contains(u"another window or process"_s));
    }
    QCOMPARE(jobs(), u"0 0"_s);
}

void TestOperationUndo::keyTakenMeanwhileIsReported()
{
    const auto spec = complete(100);
    // Between the look at the keys and the insert, once.
    m_fixture->database.script(
        "create sequence tries;"
        "create function late() returns trigger language plpgsql as $$ begin"
        " if nextval('tries') = 1 then raise unique_violation; end if; return new; end $$;"
        "create trigger late before insert on graphile_worker._private_jobs"
        " for each statement execute function late()");
    const auto undoing = undoOf(m_fixture->record(spec));
    QVERIFY(undoing);
    QCOMPARE(m_fixture->run(*undoing).totals, OperationTotals{.changed = 40});
    QCOMPARE(jobs(), u"40 40"_s);
}

void TestOperationUndo::undosOfEarlierVersionsCount()
{
    const auto spec = complete(10);
    const auto undoing = undoOf(m_fixture->record(spec));
    auto again = undoOf(m_fixture->record(spec));
    QVERIFY(undoing && again);
    QCOMPARE(m_fixture->run(*undoing).totals.changed, 40);
    OperationsFixture::makeOld(m_fixture->journal(spec));
    OperationsFixture::makeOld(m_fixture->journal(*undoing));
    QVERIFY(!undoOf(listed(spec)));
    again->server = m_fixture->origin().server;
    const auto refused = m_fixture->run(*again);
    QVERIFY(refused.error && refused.error->message.contains(u"has been undone"_s));
    QCOMPARE(jobs(), u"40 40"_s);
}

/// Cancelled, while nobody knew whether its batch had been committed.
/// A key that was taken from a job may have another one by the time it is given back.
void TestOperationUndo::keyGivenAwayIsNotTakenBack()
{
    const OperationChange change{.kind = OperationKind::Change, .queue = u"a"_s, .key = QString()};
    const OperationSpec spec = OperationsFixture::byIds(change, {2, 4});
    QVERIFY(!m_fixture->run(spec).error);
    QCOMPARE(
        m_fixture->database.scalar("select count(*) from graphile_worker._private_jobs where "
                                   "id in (2, 4) and key is null and job_queue_id is not null"),
        u"2"_s);
    m_fixture->database.script(
        "update graphile_worker._private_jobs set key = 'key 2' where id = 5");
    const OperationSpec undoing = undo(spec);
    QCOMPARE(m_fixture->outcomes(undoing),
             (QStringList{u"changed 4"_s, u"skipped 2 its key now belongs to job 5"_s}));
    QCOMPARE(
        m_fixture->database.scalar("select key from graphile_worker._private_jobs where id = 4 "
                                   "and job_queue_id is null"),
        u"key 4"_s);
}

void TestOperationUndo::aKeyBelongsToOneJob()
{
    OperationChange change{.kind = OperationKind::Change, .key = u"key 4"_s};
    QCOMPARE(m_fixture->run(OperationsFixture::byIds(change, {5, 7})).error->kind,
             DbError::Kind::InvalidInput);
    const OperationSpec taken = OperationsFixture::byIds(change, {5});
    QVERIFY(!m_fixture->run(taken).error);
    QCOMPARE(m_fixture->outcomes(taken), QStringList{u"skipped 5 its key belongs to job 4"_s});
    change.key = u"a new one"_s;
    const OperationSpec free = OperationsFixture::byIds(change, {5});
    QVERIFY(!m_fixture->run(free).error);
    QCOMPARE(m_fixture->outcomes(free), QStringList{u"changed 5"_s});
    change.key = QString(600, u'k');
    QVERIFY(!change.validate());
    change = {.kind = OperationKind::Change, .flags = QStringList{u"a"_s, u"a"_s}};
    QVERIFY(!change.validate());
    change = {.kind = OperationKind::Change, .queue = QString(129, u'q')};
    QVERIFY(!change.validate());
}

void TestOperationUndo::undoThatIsInDoubtIsNotDoneAgain()
{
    const auto spec = complete(10);
    const auto undoing = undoOf(m_fixture->record(spec));
    const auto other = undoOf(m_fixture->record(spec));
    QVERIFY(undoing && other);
    QCOMPARE(undoUntil(*undoing, 10, &OperationControl::cancel).state, OperationState::Cancelled);
    QFile journal(m_fixture->journal(*undoing));
    QVERIFY(journal.open(QIODevice::ReadWrite));
    const QByteArray lines = journal.readAll();
    const auto end = lines.lastIndexOf("{\"fate\"");
    QVERIFY(end > 0);
    const QByteArray state = lines.mid(lines.indexOf('\n', end) + 1);
    journal.resize(end);
    journal.seek(end);
    journal.write(state);
    journal.close();
    QVERIFY(m_fixture->record(*undoing).inDoubt);
    QFile source(m_fixture->journal(spec));
    QVERIFY(source.open(QIODevice::ReadWrite));
    const QByteArray claims = source.readAll();
    QVERIFY(source.resize(claims.lastIndexOf('\n', claims.size() - 2) + 1));
    QVERIFY(!undoOf(listed(spec)));
    const auto refused = m_fixture->run(*other);
    QVERIFY(refused.error && refused.error->message.contains(u"not finished"_s));
}

/// An undo that was cut short by a failover.
void TestOperationUndo::undoIsResumedWhereItWasConfirmed()
{
    const auto spec = complete(10);
    const auto undoing = undoOf(m_fixture->record(spec));
    QVERIFY(undoing);
    QCOMPARE(undoUntil(*undoing, 10, &OperationControl::stop).state, OperationState::Unfinished);
    for (const OperationSpec &each : {spec, *undoing})
        OperationsFixture::pretendOtherServer(m_fixture->journal(each), u"timeline"_s, 77);
    QVERIFY(m_fixture->resume(undoing->id).error);
    const OperationOutcome outcome = m_fixture->resume(undoing->id, m_fixture->origin().server);
    QVERIFY2(!outcome.error, outcome.error ? qPrintable(outcome.error->message) : "");
    QCOMPARE(outcome.totals.changed, 40);
    QCOMPARE(jobs(), u"40 40"_s);
}

void TestOperationUndo::oneBadJobDoesNotStopTheUndo_data()
{
    QTest::addColumn<OperationChange>("change");
    QTest::newRow("changed") << OperationChange{.kind = OperationKind::Change, .maxAttempts = 9};
    QTest::newRow("deleted") << OperationChange{.kind = OperationKind::Complete};
}

void TestOperationUndo::oneBadJobDoesNotStopTheUndo()
{
    QFETCH(OperationChange, change);
    auto spec = m_fixture->byFilter(change);
    spec.options.batchSize = 15;
    QCOMPARE(m_fixture->run(spec).totals.changed, 40);
    m_fixture->database.script("alter table graphile_worker._private_jobs add constraint oops check"
                               " (payload->>'n' <> '17' or max_attempts = 9) not valid");
    const auto undoing = undoOf(m_fixture->record(spec));
    QVERIFY(undoing);
    QCOMPARE(m_fixture->run(*undoing).totals, (OperationTotals{.changed = 39, .errors = 1}));
    const QStringList errors = m_fixture->outcomes(*undoing).filter(u"error "_s);
    QCOMPARE(errors.size(), 1);
    QVERIFY2(errors.first().startsWith(u"error 17 "_s), qPrintable(errors.first()));
    QCOMPARE(m_fixture->database.scalar("select count(distinct payload->>'n') from"
                                        " graphile_worker._private_jobs where max_attempts = 5"),
             u"39"_s);
}

} // namespace yardmaster::test

YARDMASTER_TEST(yardmaster::test::TestOperationUndo)
#include "tst_operationundo.moc"
