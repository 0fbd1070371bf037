#include "tests/models/operations/operationsfixture.h"
#include "tests/support/testprogram.h"

#include <QScopeGuard>

#include <future>

using namespace Qt::StringLiterals;

namespace yardmaster::test {

/// A large operation reads one batch on a second session while the batch before is changed.
class TestReadAhead : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_fixture = std::make_unique<OperationsFixture>(); }
    void cleanup() { m_fixture.reset(); }

    void theNextBatchIsLockedAhead_data();
    void theNextBatchIsLockedAhead();
    void aPauseLeavesNothingLocked();
    void theSecondSessionIsEnded();
    void onlyOneSessionIsLetIn();
    void othersHaveLockedSomeOfTheNextBatch();

private:
    static constexpr int kJobs = 60;
    static constexpr int kBatch = 5;

    [[nodiscard]] OperationSpec anHourLater(int batchSize = kBatch, double pace = 0) const
    {
        OperationSpec spec = m_fixture->byFilter({.kind = OperationKind::Reschedule,
                                                  .timing = OperationTiming::ByInterval,
                                                  .shift = std::chrono::hours(1)});
        spec.options = {.batchSize = batchSize, .jobsPerSecond = pace};
        return spec;
    }
    OperationOutcome run(const OperationSpec &spec, ProgressReporter::Callback onProgress) const
    {
        return OperationRunner(m_fixture->database.settings(), m_fixture->folder, &m_control,
                               std::move(onProgress))
            .begin(spec);
    }
    [[nodiscard]] QString operationSessions(const QByteArray &state) const
    {
        return m_fixture->database.scalar(
            "select count(*) from pg_stat_activity where datname = current_database()"
            " and application_name = 'yardmaster operation' and state like '"
            + state + '\'');
    }
    [[nodiscard]] int locked() const
    {
        return kJobs
            - m_fixture->database
                  .scalar("select count(*) from (select from graphile_worker._private_jobs"
                          " for update skip locked) as free")
                  .toInt();
    }
    /// Jobs that were moved by just an hour.
    [[nodiscard]] int moved() const
    {
        return m_fixture->database
            .scalar("select count(*) from graphile_worker._private_jobs where run_at = 'infinity'"
                    " or run_at = timestamptz '2030-01-01 01:00:00.123457+00'"
                    " + id * interval '1 second'")
            .toInt();
    }

    std::unique_ptr<OperationsFixture> m_fixture;
    mutable OperationControl m_control;
};

void TestReadAhead::theNextBatchIsLockedAhead_data()
{
    QTest::addColumn<int>("batchSize");
    QTest::addColumn<double>("pace");
    QTest::addColumn<int>("ahead");
    QTest::newRow("many batches") << kBatch << 0.0 << kBatch;
    QTest::newRow("two batches") << kJobs / 2 << 0.0 << 0;
    QTest::newRow("slow pace") << kBatch << 500.0 << 0;
}

void TestReadAhead::theNextBatchIsLockedAhead()
{
    QFETCH(const int, batchSize);
    QFETCH(const double, pace);
    QFETCH(const int, ahead);
    m_fixture->addJobs(kJobs);
    QString sessions;
    int seen = -1;
    const OperationOutcome outcome
        = run(anHourLater(batchSize, pace), [&](const OperationProgress &progress) {
              if (seen >= 0 || progress.totals.changed != batchSize)
                  return;
              // Not earlier: locked() locks jobs for a moment, which would then be skipped.
              (void)QTest::qWaitFor([&] { return operationSessions("active") == "0"_L1; });
              sessions = operationSessions("idle in transaction");
              seen = locked();
          });
    QCOMPARE(sessions, QString::number(ahead > 0 ? 1 : 0));
    QCOMPARE(seen, ahead);
    QCOMPARE(outcome.totals, OperationTotals{.changed = kJobs});
    QCOMPARE(moved(), kJobs);
    QTRY_COMPARE(operationSessions("%"), u"0"_s);
}

void TestReadAhead::aPauseLeavesNothingLocked()
{
    m_fixture->addJobs(kJobs);
    int paused = 0;
    bool isFree = false;
    const OperationOutcome outcome = run(anHourLater(), [&](const OperationProgress &) {
        if (paused++ == 0) {
            m_control.setPaused(true);
        } else if (m_control.isPaused()) {
            isFree = QTest::qWaitFor([this] { return locked() == 0; });
            m_control.setPaused(false);
        }
    });
    QVERIFY(isFree);
    QCOMPARE(outcome.totals, OperationTotals{.changed = kJobs});
    QCOMPARE(moved(), kJobs);
}

/// As by idle_in_transaction_session_timeout.
void TestReadAhead::theSecondSessionIsEnded()
{
    m_fixture->addJobs(kJobs);
    QString trouble;
    bool isEnded = false;
    const OperationOutcome outcome = run(anHourLater(), [&](const OperationProgress &progress) {
        trouble += progress.trouble;
        if (isEnded)
            return;
        isEnded = QTest::qWaitFor([this] {
            return m_fixture->database.endSessions("application_name = 'yardmaster operation'"
                                                   " and state = 'idle in transaction'")
                == 1;
        });
    });
    QVERIFY(isEnded);
    QVERIFY2(!outcome.error, outcome.error ? qUtf8Printable(outcome.error->message) : "");
    QCOMPARE(trouble, QString());
    QCOMPARE(outcome.totals, OperationTotals{.changed = kJobs});
    QCOMPARE(moved(), kJobs);
}

void TestReadAhead::onlyOneSessionIsLetIn()
{
    m_fixture->addJobs(kJobs);
    const ConnectionSettings settings
        = m_fixture->addOperator("lonely_operator", "bypassrls connection limit 1");
    const auto dropped = qScopeGuard([this] { m_fixture->dropOperator("lonely_operator"); });
    const OperationOutcome outcome
        = OperationRunner(settings, m_fixture->folder, &m_control, {}).begin(anHourLater());
    QVERIFY2(!outcome.error, outcome.error ? qUtf8Printable(outcome.error->message) : "");
    QCOMPARE(outcome.totals, OperationTotals{.changed = kJobs});
    QCOMPARE(moved(), kJobs);
}

/// The operation waits for them, as without a second session, and skips what stays locked.
void TestReadAhead::othersHaveLockedSomeOfTheNextBatch()
{
    m_fixture->addJobs(kJobs);
    std::promise<void> locking;
    auto unlocked = std::async(std::launch::async, [&] {
        const auto other = m_fixture->database.session();
        auto done = other->script(
            "begin; select from graphile_worker._private_jobs where id in (8, 22) for update");
        locking.set_value();
        if (done)
            done = other->script(R"(
                do $$ begin
                    for i in 1 .. 6000 loop
                        perform pg_stat_clear_snapshot();
                        if exists (
                            select from pg_stat_activity where datname = current_database()
                            and application_name = 'yardmaster operation' and query = 'rollback')
                        then
                            return;
                        end if;
                        perform pg_sleep(0.01);
                    end loop;
                    raise 'the operation does not wait';
                end $$;
                rollback)");
        return done;
    });
    locking.get_future().wait();
    const OperationOutcome outcome
        = m_fixture->run(anHourLater(), std::chrono::milliseconds(60000));
    QVERIFY(unlocked.get());
    QCOMPARE(outcome.totals, OperationTotals{.changed = kJobs});
    QCOMPARE(moved(), kJobs);

    const auto other = m_fixture->database.session();
    QVERIFY(other->script(
        "begin; select from graphile_worker._private_jobs where id in (8, 22) for update"));
    const OperationSpec spec = anHourLater();
    QCOMPARE(m_fixture->run(spec, std::chrono::milliseconds(50)).totals,
             (OperationTotals{.changed = kJobs - 2, .skipped = 2}));
    QVERIFY(m_fixture->outcomes(spec).contains(u"skipped 22 being changed at this moment"_s));
}

} // namespace yardmaster::test

YARDMASTER_TEST(yardmaster::test::TestReadAhead)
#include "tst_readahead.moc"
