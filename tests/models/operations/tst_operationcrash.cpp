#include "models/operations/batchchange.h"
#include "models/operations/listedbatches.h"
#include "models/operations/operation.h"
#include "tests/models/operations/operationsfixture.h"
#include "tests/support/testprogram.h"

#include <QProcess>

#include <cstdio>

using namespace Qt::StringLiterals;

namespace yardmaster::test {

namespace {

/// Moves every job of the scope by an hour, until it is killed.
/// @param arguments  "--run", connection, folder, the operation's id, the jobs in its list.
int runOperation(const QStringList &arguments)
{
    OperationSpec spec;
    spec.id = QUuid(arguments.at(3));
    spec.change.kind = OperationKind::Reschedule;
    spec.change.timing = OperationTiming::ByInterval;
    spec.change.shift = std::chrono::hours(1);
    spec.scope.expected = arguments.at(4).toLongLong();
    OperationControl control;
    OperationRunner runner(*ConnectionSettings::parse(arguments.at(1)), arguments.at(2), &control,
                           {});
    const OperationOutcome outcome = runner.begin(spec);
    if (outcome.error)
        std::fprintf(stderr, "%s\n", qUtf8Printable(outcome.error->message));
    return outcome.state == OperationState::Finished ? 0 : 1;
}

} // namespace

/// What is known, and done, after the process of an operation has ended at some point, or one of
/// its files was damaged.
class TestOperationCrash : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_fixture = std::make_unique<OperationsFixture>(); }
    void cleanup() { m_fixture.reset(); }

    void killedProcessIsResumedExactly();
    void doubtIsResolvedByServerAndRows_data();
    void doubtIsResolvedByServerAndRows();
    void theReasonForWaitingIsReported();
    void halfALineIsDropped();
    void damagedFilesStopWhatNeedsThem();

private:
    [[nodiscard]] bool dieInBatch(Session *session, const OperationSpec &spec,
                                  bool isForgotten = false) const;

    std::unique_ptr<OperationsFixture> m_fixture;
};

/// Leaves what a process leaves that dies in its first batch: begun in the journal, and applied in
/// the session's open transaction. @param isForgotten  the server does not know the transaction.
bool TestOperationCrash::dieInBatch(Session *session, const OperationSpec &spec,
                                    bool isForgotten) const
{
    auto journal = OperationJournal::create(m_fixture->folder, spec, m_fixture->origin(), {});
    auto list = ScopeList::open(m_fixture->folder, spec.id, spec.scope.expected);
    if (!journal || !list)
        return false;
    auto batch = ListedBatches(spec, *std::move(list)).next(*session, 0, 4);
    if (!batch || !*batch)
        return false;
    (*batch)->batch.number = 1;
    if (isForgotten)
        (*batch)->batch.xid = "4000000000000"; // "is in the future"
    return (*journal)->begin((*batch)->batch) && BatchChange(spec).apply(*session, **batch);
}

void TestOperationCrash::killedProcessIsResumedExactly()
{
    constexpr int kJobs = 50000;
    m_fixture->addJobs(kJobs);
    OperationSpec spec = m_fixture->byFilter({.kind = OperationKind::Reschedule,
                                              .timing = OperationTiming::ByInterval,
                                              .shift = std::chrono::hours(1)});
    // In the middle of a batch, wherever that is, it waits until it is killed.
    const auto gate = m_fixture->stallAt(25500);
    QProcess helper;
    helper.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    helper.start(QCoreApplication::applicationFilePath(),
                 {QStringLiteral("tst_operationcrash"), QStringLiteral("--run"),
                  m_fixture->database.conninfo(), m_fixture->folder, spec.id.toString(),
                  QString::number(spec.scope.expected)});
    QVERIFY(helper.waitForStarted(60000));
    // The journal is written while the server works.
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->isStalled() && m_fixture->record(spec).inDoubt, 120000);
    helper.kill();
    QVERIFY(helper.waitForFinished(60000));

    // The server does not know yet: it goes on with the statement, then finds nobody there.
    QVERIFY(gate->script("rollback"));

    const OperationRecord found = m_fixture->record(spec);
    QVERIFY(found.inDoubt);
    QCOMPARE(found.totals.changed, 25000);
    QCOMPARE(found.state, OperationState::Unfinished);
    const OperationOutcome outcome = m_fixture->resume(spec.id);
    QVERIFY2(!outcome.error, outcome.error ? qPrintable(outcome.error->message) : "");
    QCOMPARE(outcome.state, OperationState::Finished);
    QCOMPARE(outcome.totals, OperationTotals{.changed = kJobs});
    // Each exactly once: an hour later, neither none nor two.
    QCOMPARE(
        m_fixture->database.scalar(
            "select count(*) from graphile_worker._private_jobs where run_at = 'infinity' or"
            " run_at = timestamptz '2030-01-01 01:00:00.123457+00' + id * interval '1 second'"),
        QString::number(kJobs));
    QSet<qint64> ids;
    const auto totals = readOutcomes(m_fixture->journal(spec), [&](const JobOutcome &job) {
        QCOMPARE(job.kind, JobOutcome::Kind::Changed);
        QVERIFY(!ids.contains(job.id));
        ids.insert(job.id);
    });
    QVERIFY(totals);
    QCOMPARE(ids.size(), kJobs);
}

void TestOperationCrash::doubtIsResolvedByServerAndRows_data()
{
    QTest::addColumn<bool>("isCommitted");
    QTest::addColumn<bool>("isForgotten");
    QTest::addColumn<int>("kind");
    QTest::newRow("committed") << true << false << int(OperationKind::Change);
    QTest::newRow("rolled back") << false << false << int(OperationKind::Change);
    QTest::newRow("committed, other server") << true << true << int(OperationKind::Change);
    QTest::newRow("rolled back, other server") << false << true << int(OperationKind::Change);
    // Not every kind leaves a time in the rows.
    QTest::newRow("deleted, other server") << true << true << int(OperationKind::Complete);
    QTest::newRow("not deleted, other server") << false << true << int(OperationKind::Complete);
    QTest::newRow("unlocked, other server") << true << true << int(OperationKind::Unlock);
    QTest::newRow("not unlocked, other server") << false << true << int(OperationKind::Unlock);
}

/// The server has not noticed yet that the process died: its transaction is still open.
void TestOperationCrash::theReasonForWaitingIsReported()
{
    m_fixture->addJobs(10);
    const OperationSpec spec = m_fixture->byFilter({.kind = OperationKind::Change, .priority = 9});
    const auto session = m_fixture->database.session();
    auto transaction = Transaction::begin(*session);
    QVERIFY(transaction);
    QVERIFY(dieInBatch(session.get(), spec));
    Operation operation(m_fixture->database.settings(), m_fixture->folder);
    operation.resume(spec.id);
    QTRY_VERIFY_WITH_TIMEOUT(operation.progress().trouble.contains(u"still running"_s), 20000);
    QVERIFY(transaction->commit());
    QTRY_COMPARE_WITH_TIMEOUT(operation.phase(), Operation::Phase::Finished, 20000);
    QCOMPARE(operation.progress().totals, OperationTotals{.changed = 10});
}

/// A process that died between its commit, or before it, and the next line of its journal.
void TestOperationCrash::doubtIsResolvedByServerAndRows()
{
    QFETCH(bool, isCommitted);
    QFETCH(bool, isForgotten);
    QFETCH(int, kind);
    m_fixture->addJobs(10);
    OperationChange change{.kind = OperationKind(kind)};
    if (change.kind == OperationKind::Change)
        change.priority = 9;
    if (change.kind == OperationKind::Unlock)
        m_fixture->database.script("update graphile_worker._private_jobs set locked_by = 'w', "
                                   "locked_at = now() - interval '5 hours'");
    const OperationSpec spec = m_fixture->byFilter(change);
    {
        const auto session = m_fixture->database.session();
        auto transaction = Transaction::begin(*session);
        QVERIFY(transaction);
        QVERIFY(dieInBatch(session.get(), spec, isForgotten));
        if (isCommitted)
            QVERIFY(transaction->commit());
    }
    QVERIFY(m_fixture->record(spec).inDoubt);
    const OperationOutcome outcome = m_fixture->resume(spec.id);
    QVERIFY2(!outcome.error, outcome.error ? qPrintable(outcome.error->message) : "");
    QCOMPARE(outcome.totals, OperationTotals{.changed = 10});
    QCOMPARE(m_fixture->outcomes(spec).size(), 10);
    QCOMPARE(m_fixture->record(spec).committed.size(), isCommitted ? 2u : 1u);
    // A batch that was committed is not done again.
    if (change.kind != OperationKind::Change)
        return;
    QCOMPARE(m_fixture->database.scalar("select count(distinct updated_at) from"
                                        " graphile_worker._private_jobs"),
             isCommitted ? u"2"_s : u"1"_s);
}

void TestOperationCrash::halfALineIsDropped()
{
    m_fixture->addJobs(10);
    OperationSpec spec = m_fixture->byFilter({.kind = OperationKind::Change, .priority = 9});
    QVERIFY(OperationJournal::create(m_fixture->folder, spec, m_fixture->origin(), {}));
    QFile file(m_fixture->journal(spec));
    QVERIFY(file.open(QIODevice::Append));
    file.write("{\"type\":\"batch\",\"number\":1,\"xid\":\"12");
    file.close();
    QCOMPARE(m_fixture->resume(spec.id).totals, OperationTotals{.changed = 10});
    QCOMPARE(m_fixture->outcomes(spec).size(), 10);
}

void TestOperationCrash::damagedFilesStopWhatNeedsThem()
{
    m_fixture->addJobs(20);
    OperationSpec spec = m_fixture->byFilter({.kind = OperationKind::Change, .priority = 9});
    spec.options.batchSize = 5;
    QCOMPARE(m_fixture->run(spec).totals.changed, 20);
    const auto undo = undoOf(m_fixture->record(spec));
    QVERIFY(undo);
    // The second batch that was committed cannot be read any more.
    const OperationRecord record = m_fixture->record(spec);
    QFile journal(record.path);
    QVERIFY(journal.open(QIODevice::ReadWrite));
    const QByteArray whole = journal.readAll();
    QVERIFY(journal.seek(record.committed.at(1).offset));
    QVERIFY(journal.write("#") == 1);
    journal.close();
    const auto changed = [this](const char *priority) {
        return m_fixture->database.scalar(
            "select count(*) from graphile_worker._private_jobs where priority "
            + QByteArray(priority));
    };
    const OperationOutcome refusedUndo = m_fixture->run(*undo);
    QVERIFY(refusedUndo.error && refusedUndo.error->message.contains(u"is damaged"_s));
    QVERIFY(!undoOf(m_fixture->record(spec)));
    QCOMPARE(changed("= 9"), u"20"_s);

    QVERIFY(journal.open(QIODevice::ReadWrite));
    QVERIFY(journal.seek(record.committed.at(1).offset));
    QVERIFY(journal.write(whole.mid(record.committed.at(1).offset, 1)) == 1);
    journal.close();
    QCOMPARE(m_fixture->run(*undo).totals, OperationTotals{.changed = 20});
    QCOMPARE(changed("= 9"), u"0"_s);

    // What was left with such a journal can be cancelled, and nothing else.
    const OperationSpec left = m_fixture->beginAndStop(
        m_fixture->byFilter({.kind = OperationKind::Change, .priority = 8}));
    QFile torn(m_fixture->journal(left));
    QVERIFY(torn.open(QIODevice::Append));
    torn.write("\0\0\0\n", 4);
    torn.close();
    const OperationOutcome notContinued = m_fixture->resume(left.id);
    QVERIFY(notContinued.error && notContinued.error->message.contains(u"is damaged"_s));
    QCOMPARE(changed("= 8"), u"0"_s);
    OperationControl control;
    control.cancel();
    QCOMPARE(OperationRunner(m_fixture->database.settings(), m_fixture->folder, &control, {})
                 .resume(left.id)
                 .state,
             OperationState::Cancelled);

    // A list of jobs that lost its end, as on a disk that was full, changes nothing.
    const OperationSpec other = m_fixture->beginAndStop(
        m_fixture->byFilter({.kind = OperationKind::Change, .priority = 7}));
    const QString path = ScopeList::pathIn(m_fixture->folder, other.id);
    QVERIFY(QFile::resize(path, QFileInfo(path).size() - 16));
    const OperationOutcome refused = m_fixture->resume(other.id);
    QVERIFY(refused.error && refused.error->message.contains(u"is damaged"_s));
    QCOMPARE(changed("= 7"), u"0"_s);
}

} // namespace yardmaster::test

YARDMASTER_TEST_RUN([](int argc, char **argv) {
    if (argc < 2 || qstrcmp(argv[1], "--run") != 0)
        return yardmaster::test::runTest<yardmaster::test::TestOperationCrash, QCoreApplication>(
            argc, argv);
    const QCoreApplication app(argc, argv);
    return yardmaster::test::runOperation(QCoreApplication::arguments().sliced(1));
})
#include "tst_operationcrash.moc"
