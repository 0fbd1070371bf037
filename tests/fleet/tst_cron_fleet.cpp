#include "tests/fleet/ownserver.h"
#include "tests/support/testprogram.h"
#include "tests/worker/cron/cronevents.h"
#include "tests/worker/cron/simulatedtime.h"

#include "worker/cron/cronservice.h"
#include <yardmaster/migrator.h>
#include <yardmaster/session.h>
#include <yardmaster/timestamp.h>
#include <yardmaster/workeroptions.h>

#include <QTest>

#include <random>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// Ten workers with one crontab, for a month that takes seconds.
class TestCronFleet : public QObject
{
    Q_OBJECT

private:
    static constexpr int kWorkers = 10;
    [[nodiscard]] static QStringList expectedRuns(const Crontab &crontab, const QDateTime &begin,
                                                  const QDateTime &end)
    {
        QStringList runs;
        for (const CrontabEntry &entry : crontab.entries) {
            for (auto time = entry.schedule.next(begin.addMSecs(-1)); time && *time < end;
                 time = entry.schedule.next(*time))
                runs << entry.item.identifier + u' ' + time->toString(Qt::ISODate);
        }
        runs.sort();
        return runs;
    }

    [[nodiscard]] static QStringList runsIn(const ConnectionSettings &connection,
                                            const QDateTime &end)
    {
        const auto session = Session::open(connection, u"test"_s);
        const auto rows
            = (*session)->query("select task_identifier || to_char(run_at at time zone 'utc', "
                                "' YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"') from graphile_worker.jobs "
                                "where run_at < $1::timestamptz",
                                {param(end.toString(Qt::ISODate))});
        QStringList runs;
        for (int row = 0; row < rows->count(); ++row)
            runs << rows->text(row, 0);
        runs.sort();
        return runs;
    }

private slots:
    void everyDueRunOfAMonthHappensExactlyOnce()
    {
        OwnServer server(u"cron"_s);
        server.start();
        const ConnectionSettings connection = server.settings();
        {
            const auto session = Session::open(connection, u"test"_s);
            QVERIFY(session && migrate(**session, u"graphile_worker"_s));
        }
        const QByteArray crontab = "*/30 * * * * half\n"
                                   "7 * * * * hourly ?fill=1d\n"
                                   "7,8 4 * * 1-5 nightly {a: 1}\n"
                                   "30 2 * * * paris ?tz=Europe/Paris\n"
                                   "0 0 1,15 * 1 odd\n"
                                   "59 23 31 * * last\n";
        const QDateTime begin(QDate(2026, 3, 1), QTime(0, 0), kUtc);
        const QDateTime end = begin.addMonths(1);

        SimulatedTime time(begin.addSecs(-20));
        std::mt19937 random(20260301);
        // Mostly all at the same instant; now and then one is early, late, or asleep for hours.
        time.lag = [&random]() -> qint64 {
            const auto dice = random() % 1000;
            if (dice >= 30)
                return 0;
            if (dice >= 20)
                return -800;
            return qint64(random() % (dice >= 5 ? 150'000 : 20'000'000));
        };
        EventBus bus;
        const CronEvents events(&bus);
        std::vector<std::unique_ptr<CronService>> workers;
        for (int i = 0; i < kWorkers; ++i) {
            WorkerOptions options;
            options.connection = connection;
            options.cron.text = crontab;
            options.cronClock = time.clocks();
            const QStringList tasks{u"half"_s,  u"hourly"_s, u"nightly"_s,
                                    u"paris"_s, u"odd"_s,    u"last"_s};
            workers.push_back(std::make_unique<CronService>(options, u"w%1"_s.arg(i),
                                                            *options.cron.load(), tasks, &bus));
            workers.back()->start();
        }
        QVERIFY(time.waitUntilIdle(kWorkers));
        // When, and how.
        std::vector<std::pair<QDateTime, int>> restarts{
            {begin.addDays(7), SIGQUIT}, {begin.addDays(14), SIGINT}, {begin.addDays(21), SIGQUIT}};
        while (time.now() < end) {
            time.step();
            if (!restarts.empty() && time.now() >= restarts.front().first) {
                // In the midst of their statements.
                server.stop(restarts.front().second);
                restarts.erase(restarts.begin());
                server.start();
            }
            QVERIFY(time.waitUntilIdle(kWorkers));
        }
        QVERIFY(restarts.empty());
        time.lag = {};
        QVERIFY(time.advanceTo(end, kWorkers)); // who slept till now
        workers.clear();

        const QStringList expected = expectedRuns(*CronSource{.text = crontab}.load(), begin, end);
        QVERIFY(expected.size() > 2300);
        const QStringList runs = runsIn(connection, end);
        for (const QString &run : runs) {
            if (!expected.contains(run))
                qWarning("not due: %s", qPrintable(run));
        }
        for (const QString &run : expected) {
            if (runs.count(run) != 1)
                qWarning("%d times: %s", int(runs.count(run)), qPrintable(run));
        }
        QVERIFY(runs == expected);
        QVERIFY(!events.lines(u"trouble"_s).isEmpty());
        QVERIFY(!events.lines(u"recovered"_s).isEmpty());
        QVERIFY(!events.lines(u"overdue"_s).isEmpty());
        QVERIFY(!events.lines(u"premature"_s).isEmpty());
    }
};

YARDMASTER_TEST(TestCronFleet)
#include "tst_cron_fleet.moc"
