#include "models/query/exportrun.h"
#include "models/session/reachability.h"
#include "models/session/standbywatch.h"
#include "tests/support/testprogram.h"
#include "tests/ui/stallingproxy.h"
#include "tests/ui/standbyservers.h"

#include <QProcess>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <atomic>

#include <sys/stat.h>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using yardmaster::test::kPatience;
using yardmaster::test::OwnServer;
using yardmaster::test::StandbyServers;

using State = StandbyWatch::State;
using Use = SessionPool::Use;

namespace {

/// Work that says whether a standby has done it.
Result<bool> isInRecovery(Session &session)
{
    return session.query("select pg_is_in_recovery()").map([](const Rows &rows) {
        return rows.boolean(0, 0);
    });
}

/// A pool that reads from a standby, and what looks after it.
struct Reading
{
    explicit Reading(const ConnectionSettings &primary, const QString &standby)
        : pool(named(primary, standby))
        , watch(pool)
        , reader(pool, Use::Reading)
    {
        watch.setPaused(false);
    }
    static ConnectionSettings named(ConnectionSettings primary, const QString &standby)
    {
        primary.setStandby(standby);
        return primary;
    }
    [[nodiscard]] bool becomes(State state) const
    {
        return QTest::qWaitFor([&] { return watch.state() == state; }, kPatience);
    }
    /// Of `work`, done by who reads; an error fails the test.
    template <typename Work> auto read(Work work) { return read(work, &reader); }
    /// By a session that is opened for it.
    template <typename Work> auto readAnew(Work work)
    {
        WorkQueue queue(pool, Use::LongReading);
        return read(work, &queue);
    }
    template <typename Work> auto read(Work work, WorkQueue *queue)
    {
        auto answer = queue->run(work);
        (void)QTest::qWaitFor([&] { return answer.isFinished(); }, kPatience);
        const auto result = answer.result();
        if (!result)
            qFatal("%s", qUtf8Printable(result.error().message));
        return *result;
    }
    [[nodiscard]] bool isFromStandby() { return read(&isInRecovery); }

    SessionPool pool;
    StandbyWatch watch;
    WorkQueue reader;
};

} // namespace

/// What is read from a standby, and when it is not: on a real one, which is held up, stopped, cut
/// off and promoted. Long because all of it needs the same two servers, which take long to start.
class TestStandby : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_servers.start(); }
    void cleanup() { m_servers.resumeReplay(); }

    void onlyReadingGoesToTheStandby();
    void aQuietPrimaryMakesNoLag();
    void whatWasChangedHereIsSeen();
    void workOfOneQueueStaysInOrder();
    void whatFailsThereIsAskedOfThePrimary();
    void aStandbyThatIsTooFarBehindIsNotRead();
    void aStandbyThatStopsIsReplacedByThePrimary();
    void aStandbyThatFallsSilentHoldsNothingUp();
    void aStandbyThatTakesNoSessionsIsLeftAlone();
    void aSilentServerOfAListIsTriedOnce();
    void pipesAreWrittenFromThePrimary();
    void aServerThatIsNoStandbyIsNotRead();
    void aStandbyOfAnotherServerIsNotRead();
    void aPromotedStandbyIsNotRead(); // the last: it is promoted

private:
    StandbyServers m_servers;
};

void TestStandby::onlyReadingGoesToTheStandby()
{
    Reading reading(m_servers.primary.settings(), m_servers.name());
    QVERIFY(!reading.isFromStandby()); // nobody has looked yet
    QVERIFY(reading.becomes(State::Following));
    for (const Use use : {Use::Reading, Use::Polling, Use::LongReading}) {
        WorkQueue queue(reading.pool, use);
        QVERIFY(*queue.run(&isInRecovery).result());
    }
    for (const Use use : {Use::Foreground, Use::Background, Use::Long, Use::Maintenance}) {
        WorkQueue queue(reading.pool, use);
        QVERIFY(!*queue.run(&isInRecovery).result());
    }
    reading.watch.setPaused(true);
    QCOMPARE(reading.watch.state(), State::Asking);
    QVERIFY(!reading.isFromStandby());
    reading.watch.setPaused(false);
    QVERIFY(reading.becomes(State::Following));
}

void TestStandby::aQuietPrimaryMakesNoLag()
{
    Reading reading(m_servers.primary.settings(), m_servers.name());
    reading.watch.setTooFar(1ms);
    QVERIFY(reading.becomes(State::Following));
    // The age of the last commit grows; the lag must not.
    QSignalSpy looks(&reading.watch, &StandbyWatch::changed);
    QTRY_VERIFY_WITH_TIMEOUT(looks.count() >= 6, kPatience);
    QCOMPARE(reading.watch.state(), State::Following);
    QCOMPARE(reading.watch.lag(), std::chrono::milliseconds(0));
    QVERIFY(reading.watch.measuredAt().isValid());
}

void TestStandby::whatWasChangedHereIsSeen()
{
    Reading reading(m_servers.primary.settings(), m_servers.name());
    QVERIFY(reading.becomes(State::Following));
    QVERIFY(reading.isFromStandby());
    m_servers.pauseReplay();
    const auto countJobs = [](Session &session) -> Result<QString> {
        return session.query("select count(*) from graphile_worker.jobs").map([](const Rows &rows) {
            return rows.text(0, 0);
        });
    };
    // What others change is not known at once.
    const QString before = m_servers.count();
    m_servers.addJob();
    QCOMPARE(reading.read(countJobs), before);

    WorkQueue changes(reading.pool, Use::Foreground);
    const auto added = changes.run([](Session &session) -> Result<int> {
        return session.query("select graphile_worker.add_job('send')").map([](const Rows &) {
            return 1;
        });
    });
    QVERIFY(added.result());
    QCOMPARE(reading.read(countJobs), m_servers.count());
    QVERIFY(!reading.isFromStandby());

    // By a session that is not of the pool, as those of operations.
    m_servers.resumeReplay();
    QTRY_VERIFY_WITH_TIMEOUT(reading.isFromStandby(), kPatience);
    QCOMPARE(reading.read(countJobs), m_servers.count());
    m_servers.pauseReplay();
    m_servers.addJob();
    reading.pool.noteChange();
    QCOMPARE(reading.read(countJobs), m_servers.count());
    QVERIFY(!reading.isFromStandby());
}

void TestStandby::workOfOneQueueStaysInOrder()
{
    Reading reading(m_servers.primary.settings(), m_servers.name());
    QVERIFY(reading.becomes(State::Following));
    QSemaphore begun;
    QSemaphore mayEnd;
    QList<QFuture<Result<int>>> answers;
    QList<int> order;
    const auto work = [&](int number) {
        return [&, number](Session &session) -> Result<int> {
            if (number == 0 && begun.available() == 0) {
                begun.release();
                mayEnd.acquire();
                // Not on a standby: done again on the primary.
                if (const auto written = session.query("create table graphile_worker.t ()");
                    !written)
                    return tl::make_unexpected(written.error());
            }
            order << number; // one thread at a time
            return number;
        };
    };
    for (int number = 0; number < 5; ++number)
        answers << reading.reader.run(work(number));
    QVERIFY(begun.tryAcquire(1, kPatience));
    mayEnd.release(2);
    for (const auto &answer : answers)
        QVERIFY(answer.result());
    QCOMPARE(order, (QList<int>{0, 1, 2, 3, 4}));
    (void)StandbyServers::scalar(m_servers.primary.settings(), "drop table graphile_worker.t");
}

void TestStandby::whatFailsThereIsAskedOfThePrimary()
{
    Reading reading(m_servers.primary.settings(), m_servers.name());
    QVERIFY(reading.becomes(State::Following));
    // A table that has not arrived, and what no standby can do.
    m_servers.pauseReplay();
    (void)StandbyServers::scalar(m_servers.primary.settings(),
                                 "create table graphile_worker.newer as select 7 as n");
    const auto newer = [](Session &session) {
        return session.query("select n from graphile_worker.newer").map([](const Rows &rows) {
            return rows.int64(0, 0);
        });
    };
    QCOMPARE(reading.read(newer), 7);
    // What is wrong everywhere is the primary's error.
    const auto wrong = reading.reader.run([](Session &session) -> Result<int> {
        return session.query("select nothing from nowhere").map([](const Rows &) { return 1; });
    });
    QVERIFY(!wrong.result());
    QCOMPARE(wrong.result().error().sqlState, u"42P01"_s);
    // A cancelled one is not done twice.
    std::atomic<int> times = 0;
    const auto cancelled = reading.reader.run([&times](Session &) -> Result<int> {
        ++times;
        return fail(DbError::Kind::Cancelled, u"no"_s);
    });
    QVERIFY(!cancelled.result());
    QCOMPARE(times.load(), 1);
    (void)StandbyServers::scalar(m_servers.primary.settings(), "drop table graphile_worker.newer");
}

void TestStandby::aStandbyThatIsTooFarBehindIsNotRead()
{
    Reading reading(m_servers.primary.settings(), m_servers.name());
    QVERIFY(reading.becomes(State::Following));
    m_servers.pauseReplay();
    reading.watch.setTooFar(1s);
    m_servers.addJob();
    QVERIFY(reading.becomes(State::TooFarBehind));
    QVERIFY(*reading.watch.lag() > 1s);
    QVERIFY(!reading.isFromStandby());
    {
        // Who comes now does not know since when.
        Reading other(m_servers.primary.settings(), m_servers.name());
        other.watch.setTooFar(1ms);
        QVERIFY(other.becomes(State::TooFarBehind));
    }
    m_servers.resumeReplay();
    QVERIFY(reading.becomes(State::Following));
    QTRY_VERIFY_WITH_TIMEOUT(reading.isFromStandby(), kPatience);
}

void TestStandby::aStandbyThatStopsIsReplacedByThePrimary()
{
    Reading reading(m_servers.primary.settings(), m_servers.name());
    QVERIFY(reading.becomes(State::Following));
    QVERIFY(reading.isFromStandby());
    std::atomic<int> lost = 0; // on the threads of the pool
    QObject::connect(
        reading.pool.reachability(), &Reachability::lost, &reading.watch, [&lost] { ++lost; },
        Qt::DirectConnection);
    m_servers.standby.stop(SIGQUIT);
    QVERIFY(!reading.isFromStandby()); // at once, and without an error
    QVERIFY(reading.becomes(State::Gone));
    QVERIFY(reading.watch.error());
    QVERIFY(!reading.isFromStandby());
    QCOMPARE(lost.load(), 0); // the primary is as well as before
    m_servers.standby.start();
    QVERIFY(reading.becomes(State::Following));
    QTRY_VERIFY_WITH_TIMEOUT(reading.isFromStandby(), kPatience);
}

void TestStandby::aStandbyThatFallsSilentHoldsNothingUp()
{
    test::StallingProxy proxy(m_servers.standby.settings());
    Reading reading(m_servers.primary.settings(), StandbyServers::addressOf(proxy.settings()));
    QVERIFY(reading.becomes(State::Following));
    QVERIFY(reading.isFromStandby());
    proxy.setStalled(true);
    auto held = reading.reader.run(&isInRecovery); // in the middle of it
    QTRY_VERIFY_WITH_TIMEOUT(held.isFinished(), kPatience);
    QVERIFY(held.result());
    QCOMPARE(*held.result(), false);
    QVERIFY(reading.becomes(State::Silent));
    QVERIFY(!reading.isFromStandby());
    proxy.setStalled(false);
    QVERIFY(reading.becomes(State::Following));
    QTRY_VERIFY_WITH_TIMEOUT(reading.isFromStandby(), kPatience);
}

void TestStandby::aStandbyThatTakesNoSessionsIsLeftAlone()
{
    test::StallingProxy proxy(m_servers.standby.settings());
    Reading reading(m_servers.primary.settings(), StandbyServers::addressOf(proxy.settings()));
    QVERIFY(reading.becomes(State::Following));
    QVERIFY(reading.readAnew(&isInRecovery));
    // Those that are open go on, as when it has reached its limit; the watch has one.
    proxy.setRefusing(true);
    QVERIFY(!reading.readAnew(&isInRecovery));
    QVERIFY(reading.pool.standby()->wasRefused());
    QVERIFY(reading.becomes(State::Gone));
    proxy.setRefusing(false);
    QVERIFY(reading.becomes(State::Following));
    QTRY_VERIFY_WITH_TIMEOUT(reading.readAnew(&isInRecovery), kPatience);
}

void TestStandby::aSilentServerOfAListIsTriedOnce()
{
    test::StallingProxy silent(m_servers.standby.settings());
    silent.setStalled(true);
    Reading reading(m_servers.primary.settings(),
                    StandbyServers::addressOf(silent.settings()) + u',' + m_servers.name());
    QVERIFY(reading.becomes(State::Following));
    QVERIFY(reading.readAnew(&isInRecovery));
    const int tries = silent.connections();
    QVERIFY(tries > 0);
    for (int i = 0; i < 3; ++i)
        QVERIFY(reading.readAnew(&isInRecovery));
    QCOMPARE(silent.connections(), tries);
}

void TestStandby::pipesAreWrittenFromThePrimary()
{
    Reading reading(m_servers.primary.settings(), m_servers.name());
    QVERIFY(reading.becomes(State::Following));
    QVERIFY(reading.isFromStandby());
    m_servers.pauseReplay();
    const int before = m_servers.count().toInt();
    m_servers.addJob(); // by somebody else, so that the standby is read all the same
    const QTemporaryDir folder;
    ExportRequest request;
    request.style.format = ExportFormat::NdJson;
    const auto exported = [&](const QString &path) {
        ExportRun run(reading.pool);
        run.begin(request, path);
        (void)QTest::qWaitFor([&] { return run.phase() != ExportRun::Phase::Running; }, kPatience);
        return run.phase() == ExportRun::Phase::Finished ? int(run.progress().written) : -1;
    };
    QCOMPARE(exported(folder.filePath(u"jobs.ndjson"_s)), before);
    // A standby that fails in the middle would leave half of them in the pipe.
    const QString pipe = folder.filePath(u"pipe"_s);
    QCOMPARE(::mkfifo(pipe.toLocal8Bit().constData(), 0600), 0);
    QProcess reader;
    reader.setStandardOutputFile(QProcess::nullDevice());
    reader.start(u"cat"_s, {pipe});
    QCOMPARE(exported(pipe), before + 1);
    QTRY_COMPARE_WITH_TIMEOUT(reader.state(), QProcess::NotRunning, kPatience);
}

void TestStandby::aServerThatIsNoStandbyIsNotRead()
{
    Reading reading(m_servers.primary.settings(),
                    StandbyServers::addressOf(m_servers.primary.settings()));
    QVERIFY(reading.becomes(State::NoStandby));
    QVERIFY(!reading.isFromStandby());
    // Of two, the one that is.
    Reading listed(m_servers.primary.settings(),
                   StandbyServers::addressOf(m_servers.primary.settings()) + u','
                       + m_servers.name());
    QVERIFY(listed.becomes(State::Following));
    QVERIFY(listed.isFromStandby());
}

void TestStandby::aStandbyOfAnotherServerIsNotRead()
{
    OwnServer other(u"shop"_s);
    other.start();
    Reading reading(other.settings(), m_servers.name());
    QVERIFY(reading.becomes(State::OtherServer));
    QVERIFY(!reading.isFromStandby());
    other.stop(SIGINT);
}

void TestStandby::aPromotedStandbyIsNotRead()
{
    Reading reading(m_servers.primary.settings(), m_servers.name());
    QVERIFY(reading.becomes(State::Following));
    QVERIFY(reading.isFromStandby());
    QCOMPARE(StandbyServers::scalar(m_servers.standby.settings(), "select pg_promote(true, 60)"),
             u"t"_s);
    // Asked by the session, before the watch has looked.
    QCOMPARE(reading.read([](Session &session) {
        return session.query("select current_setting('data_directory')").map([](const Rows &rows) {
            return rows.text(0, 0);
        });
    }),
             StandbyServers::scalar(m_servers.primary.settings(),
                                    "select current_setting('data_directory')"));
    QVERIFY(reading.becomes(State::NoStandby));
    m_servers.standby.stop(SIGINT);
    m_servers.primary.stop(SIGINT);
}

YARDMASTER_WINDOW_TEST(TestStandby)
#include "tst_standby.moc"
