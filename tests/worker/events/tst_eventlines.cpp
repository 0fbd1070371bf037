#include "tests/support/testprogram.h"
#include "tests/worker/events/eventlog.h"
#include "worker/events/eventtable.h"

#include <yardmaster/eventlines.h>
#include <yardmaster/timestamp.h>

#include <QMetaMethod>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <thread>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// The lines of each signal of the bus; tst_events tests how the engine emits them.
class TestEventLines : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    [[nodiscard]] QString path() const { return m_folder.filePath(u"events.jsonl"_s); }

    /// The lines written for the signals that `emitAll` emits.
    template <typename EmitAll> std::vector<QJsonObject> linesOf(EmitAll emitAll)
    {
        QFile::remove(path());
        EventBus bus;
        {
            const auto lines = EventLines::open(&bus, path());
            emitAll(&bus);
        }
        EventLog log;
        return log.readFile(path());
    }

    static JobEvent job()
    {
        JobEvent event;
        event.job = {9007199254740993,          u"mail"_s, u"q\"1\\"_s, QString(), 2, 25, -3,
                     Timestamp(1709210096007ms)};
        event.duration = 1234567us;
        event.workerId = u"yardmaster-1"_s;
        return event;
    }

private slots:
    void signalsAreUnheardUntilConnected()
    {
        EventBus bus;
        QVERIFY(!bus.hears<&EventBus::jobStarted>());
        QVERIFY(!bus.hears<&EventBus::jobCompleted>());
        const QSignalSpy byMethod(&bus, &EventBus::jobStarted);
        QVERIFY(bus.hears<&EventBus::jobStarted>());
        QVERIFY(!bus.hears<&EventBus::jobCompleted>());
        connect(&bus, &EventBus::jobCompleted, this, [] {});
        QVERIFY(bus.hears<&EventBus::jobCompleted>());
        // Default arguments make further methods; the signal is the same.
        connect(&bus, &EventBus::databaseRecovered, this, [] {});
        QVERIFY(bus.hears<&EventBus::databaseRecovered>());
        QVERIFY(!bus.hears<&EventBus::databaseTrouble>());
    }

    void everySignalHasItsEntry()
    {
        const QMetaObject &type = EventBus::staticMetaObject;
        QSet<QByteArray> signalNames;
        for (int i = type.methodOffset(); i < type.methodCount(); ++i)
            signalNames.insert(type.method(i).name());
        QSet<QByteArray> entries;
        QSet<QString> names{u"events:leftOut"_s};
        const auto look = [&]<auto Signal>(const EventEntry<Signal> &entry)
        {
            entries.insert(QMetaMethod::fromSignal(Signal).name());
            names.insert(entry.name);
            names.insert(entry.forcefulName.isEmpty() ? entry.name : entry.forcefulName);
        };
        std::apply([&look](const auto &...all) { (look(all), ...); }, kEvents);
        QCOMPARE(entries, signalNames);
        QCOMPARE(names, EventLog().described());
        QCOMPARE(kEvent<&EventBus::jobStarted>.name, "job:start"_L1);
    }

    void everySignalBecomesLinesOfTheSchema()
    {
        const QMetaObject &type = EventBus::staticMetaObject;
        QSet<QByteArray> notEmitted;
        EventLog log;
        EventBus bus;
        {
            const auto lines = EventLines::open(&bus, path());
            std::vector<std::unique_ptr<QSignalSpy>> spies;
            for (int i = type.methodOffset(); i < type.methodCount(); ++i)
                spies.push_back(std::make_unique<QSignalSpy>(&bus, type.method(i)));
            emitEverything(&bus);
            for (int i = type.methodOffset(); i < type.methodCount(); ++i) {
                if (spies[size_t(i - type.methodOffset())]->isEmpty())
                    notEmitted.insert(type.method(i).methodSignature());
            }
        }
        QCOMPARE(notEmitted, QSet<QByteArray>());
        log.read(EventLines::gapLine(3));
        log.readFile(path());
        QCOMPARE(log.described() - log.seen(), QSet<QString>());
        QCOMPARE(log.seen() - log.described(), QSet<QString>());
    }

    void aJobIsWrittenCompletely()
    {
        const auto lines = linesOf([](EventBus *bus) {
            JobEvent event = job();
            event.error = u"no\n\"luck\" \u00e9\t\x01 \U0001f600"_s;
            event.retryAt = QDateTime::fromMSecsSinceEpoch(1709210099999, kUtc);
            Q_EMIT bus->jobCompleted(event);
        });
        QCOMPARE(lines.size(), size_t{1});
        const QJsonObject &line = lines.front();
        QCOMPARE(line["event"_L1].toString(), u"job:complete"_s);
        QCOMPARE(line["worker"_L1].toString(), u"yardmaster-1"_s);
        QCOMPARE(line["error"_L1].toString(), u"no\n\"luck\" \u00e9\t\x01 \U0001f600"_s);
        QCOMPARE(line["durationMs"_L1].toDouble(), 1234.567);
        QCOMPARE(line["retryAt"_L1].toString(), u"2024-02-29T12:34:59.999Z"_s);
        const QJsonObject expected{{u"id"_s, u"9007199254740993"_s},
                                   {u"task_identifier"_s, u"mail"_s},
                                   {u"queue_name"_s, u"q\"1\\"_s},
                                   {u"key"_s, QJsonValue()},
                                   {u"attempts"_s, 2},
                                   {u"max_attempts"_s, 25},
                                   {u"priority"_s, -3},
                                   {u"run_at"_s, u"2024-02-29T12:34:56.007Z"_s}};
        QCOMPARE(line["job"_L1].toObject(), expected);
        const QDateTime time = QDateTime::fromString(line["time"_L1].toString(), Qt::ISODateWithMs);
        QVERIFY(std::abs(time.msecsTo(QDateTime::currentDateTimeUtc())) < 60000);
    }

    void timesBeforeTheEpochAndHugeNumbersAreFine()
    {
        const auto lines = linesOf([](EventBus *bus) {
            JobEvent event = job();
            event.job.runAt = Timestamp(std::chrono::microseconds(-1));
            event.job.id = std::numeric_limits<qint64>::max();
            Q_EMIT bus->jobStarted(event);
            event.job.runAt = Timestamp::min();
            Q_EMIT bus->jobStarted(event);
        });
        QCOMPARE(lines.back()["job"_L1]["run_at"_L1].toString(), u"-infinity"_s);
        const QJsonObject object = lines.front()["job"_L1].toObject();
        QCOMPARE(object["run_at"_L1].toString(), u"1969-12-31T23:59:59.999Z"_s);
        QCOMPARE(object["id"_L1].toString(), u"9223372036854775807"_s);
    }

    void onlyTheLastFailureIsFailed()
    {
        const auto lines = linesOf([](EventBus *bus) {
            JobEvent event = job();
            event.error = u"no"_s;
            Q_EMIT bus->jobFailed(event);
            event.final = true;
            Q_EMIT bus->jobFailed(event);
        });
        QCOMPARE(lines.size(), size_t{1});
        QCOMPARE(lines.front()["event"_L1].toString(), u"job:failed"_s);
    }

    void linesOfSeveralThreadsDoNotMix()
    {
        const auto lines = linesOf([](EventBus *bus) {
            std::vector<std::jthread> threads;
            for (int t = 0; t < 4; ++t) {
                threads.emplace_back([bus] {
                    for (int i = 0; i < 500; ++i)
                        Q_EMIT bus->jobStarted(job());
                });
            }
        });
        QCOMPARE(lines.size(), size_t{2000});
    }

    void aFileIsAppendedTo()
    {
        QFile::remove(path());
        for (int round = 0; round < 2; ++round) {
            EventBus bus;
            const auto lines = EventLines::open(&bus, path());
            Q_EMIT bus.poolReleased(u"w"_s);
        }
        EventLog log;
        QCOMPARE(log.readFile(path()).size(), size_t{2});
    }

    void whatCannotBeWrittenIsOneSentence()
    {
        EventBus bus;
        const auto missing = EventLines::open(&bus, m_folder.filePath(u"no/such/file"_s));
        QVERIFY(!missing);
        QVERIFY2(missing.error().contains("No such file"_L1), qPrintable(missing.error()));
        QVERIFY(!EventLines::open(&bus, m_folder.path()));
    }

private:
    static void emitEverything(EventBus *bus)
    {
        const QString w = u"yardmaster-1"_s;
        const DbError error{DbError::Kind::ConnectionLost, u"57P01"_s, u"the server went away"_s};
        Q_EMIT bus->poolCreated(w, u"graphile_worker"_s, 4);
        Q_EMIT bus->workerStarted(w, {u"a"_s, u"b/c"_s});
        Q_EMIT bus->workerReleased(w);
        Q_EMIT bus->workerStopped(w, error.message);
        Q_EMIT bus->poolReleased(w);
        Q_EMIT bus->poolFailed(w, error, u"starting"_s);
        Q_EMIT bus->stopRequested(w);
        for (const Shutdown kind : {Shutdown::Graceful, Shutdown::Forceful}) {
            Q_EMIT bus->signalReceived(kind, u"SIGTERM"_s);
            Q_EMIT bus->shutdownStarted(w, kind, u"asked to stop"_s);
            Q_EMIT bus->shutdownCompleted(w, kind);
            Q_EMIT bus->shutdownFailed(w, kind, error);
        }
        Q_EMIT bus->listenConnecting(w, 1);
        Q_EMIT bus->listenSucceeded(w);
        Q_EMIT bus->listenFailed(w, error);
        Q_EMIT bus->listenNotified(w, u"jobs:insert"_s, u"{\"count\":1}"_s);
        Q_EMIT bus->listenReleased(w);
        Q_EMIT bus->localQueueCreated(w, 500);
        using Mode = LocalQueueMode;
        for (const Mode mode : {Mode::Starting, Mode::Polling, Mode::Waiting, Mode::TtlExpired})
            Q_EMIT bus->localQueueModeChanged(w, mode, Mode::Released);
        Q_EMIT bus->refetchDelayStarted(w, {3, 5, 100ms, 2500});
        Q_EMIT bus->refetchDelayAborted(w, 2600, 2500);
        Q_EMIT bus->refetchDelayExpired(w);
        Q_EMIT bus->fetchStarted(w);
        Q_EMIT bus->fetchFailed(w, error);
        Q_EMIT bus->fetchFoundNothing(w);
        Q_EMIT bus->jobsFetched(w, {job().job, job().job});
        Q_EMIT bus->jobsReturned(w, {job().job});
        JobEvent failed = job();
        failed.error = u"no"_s;
        failed.final = true;
        Q_EMIT bus->jobStarted(job());
        Q_EMIT bus->jobSucceeded(job());
        Q_EMIT bus->jobErrored(failed);
        Q_EMIT bus->jobFailed(failed);
        Q_EMIT bus->jobCompleted(failed);
        Q_EMIT bus->jobInterrupted(job());
        Q_EMIT bus->jobSnoozed(job());
        Q_EMIT bus->jobProgressed({job().job, 0.5, u"half"_s, u"w"_s});
        Q_EMIT bus->jobLostLease(job());
        Q_EMIT bus->jobOutput(job().job, u"hello"_s, false, w);
        Q_EMIT bus->jobOutput(job().job, u"oops"_s, true, w);
        const QDateTime time(QDate(2026, 1, 1), QTime(4, 5), kUtc);
        using Outcome = CronRun::Outcome;
        const CronEvent due{w, time, false, {{u"a"_s, u"t"_s}, {u"b"_s, u"t"_s}}};
        const CronEvent done{w,
                             time,
                             true,
                             {{u"a"_s, u"t"_s, Outcome::Added, 9007199254740993},
                              {u"b"_s, u"t"_s, Outcome::Elsewhere},
                              {u"c"_s, u"t"_s, Outcome::Skipped},
                              {u"d"_s, u"t"_s, Outcome::Failed, 0, u"no \"luck\""_s}}};
        Q_EMIT bus->cronStarting(w, time);
        Q_EMIT bus->cronStarted(w, time);
        Q_EMIT bus->cronBackfill(due);
        Q_EMIT bus->cronPrematureTimer(w, time, time.addSecs(1));
        Q_EMIT bus->cronOverdueTimer(w, time, time.addSecs(-60));
        Q_EMIT bus->cronSchedule(due);
        Q_EMIT bus->cronScheduled(done);
        Q_EMIT bus->cronReloaded(w, {u"a"_s, u"b"_s}, {u"b"_s}, {});
        Q_EMIT bus->cronReloadFailed(w, {u"crontab:1:2: no"_s});
        Q_EMIT bus->staleLockResetStarted(w);
        Q_EMIT bus->staleLockResetSucceeded(w, 2, 500000ms);
        Q_EMIT bus->staleLockResetFailed(w, error, 0ms);
        Q_EMIT bus->workerRecovered({w, {u"dead"_s}, 3});
        Q_EMIT bus->databaseTrouble(u"fetching jobs"_s, error, w);
        Q_EMIT bus->databaseRecovered(u"fetching jobs"_s, w);
    }
};

YARDMASTER_TEST(TestEventLines)
#include "tst_eventlines.moc"
