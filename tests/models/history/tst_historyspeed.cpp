#include "models/history/pasthourreading.h"
#include "models/history/recentruns.h"
#include "models/history/runstatistics.h"
#include "models/query/filterparser.h"
#include "tests/models/history/historyfixture.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <functional>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// How long reading takes. By default with few runs, to see that it works; for figures:
/// YARDMASTER_HISTORY_RUNS=10000000 YARDMASTER_HISTORY_ROLLUP_DAYS=400, on a machine that does
/// nothing else.
class TestHistorySpeed : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readingIsFast();

private:
    /// The median of five times, the first one apart.
    static void measure(const char *what, double limit, const std::function<bool()> &read);
};

void TestHistorySpeed::measure(const char *what, double limit, const std::function<bool()> &read)
{
    QList<double> times;
    for (int i = 0; i < 6; ++i) {
        QElapsedTimer watch;
        watch.start();
        QVERIFY2(read(), what);
        times << double(watch.nsecsElapsed()) / 1e6;
    }
    const double first = times.takeFirst();
    std::ranges::sort(times);
    qInfo("%-52s %8.1f ms (first %.1f; goal %.0f)", what, times.at(2), first, limit);
}

void TestHistorySpeed::readingIsFast()
{
    const auto number = [](const char *name, int otherwise) {
        bool isSet = false;
        const int value = qEnvironmentVariableIntValue(name, &isSet);
        return isSet ? value : otherwise;
    };
    const int runs = number("YARDMASTER_HISTORY_RUNS", 28000);
    const int days = number("YARDMASTER_HISTORY_ROLLUP_DAYS", 2);
    const TestDatabase database = TestDatabase::createMigrated();
    installHistoryIn(database);
    QElapsedTimer watch;
    watch.start();
    fillHistory(database, runs, days);
    qInfo("filled with %d runs and %d days of roll-ups in %lld s", runs, days,
          watch.elapsed() / 1000);
    const auto session = database.session();
    const FilterContext context{kSchema, {}, {}, QTimeZone::utc(), {}};

    const auto pastOf = [&](qint64 id) {
        return [&session, id] {
            const auto past = readJobPast(*session, kSchema, id, true);
            return past && !past->runs.isEmpty();
        };
    };
    measure("a job's past, of days ago", 20, pastOf(qint64(runs) / 28 * 14 + 1));
    measure("a job's past, of today", 20, pastOf(qint64(runs) / 14 * 14 + 1));
    const auto pageOf = [&](const QString &filter, bool isSecond = false) {
        return [&, filter, isSecond] {
            RunPageRequest request{parseFilter(filter, FilterLanguage::Runs).filter, 200, {}};
            auto page = readRunPage(*session, context, request);
            if (page && isSecond && page->hasMore) {
                request.after = runPosition(page->runs.last());
                page = readRunPage(*session, context, request);
            }
            return page && !page->runs.isEmpty();
        };
    };
    measure("first page", 100, pageOf({}));
    measure("first and second page", 200, pageOf({}, true));
    measure("first page of a task that failed", 100, pageOf(u"task:made_up_3 outcome:failed"_s));
    measure("first page of slow runs of a worker", 100, pageOf(u"worker:worker-3 took>1s"_s));
    measure("a filter that finds little, by outcome and task", 500, [&] {
        const Filter filter
            = parseFilter(u"task:made_up_2 outcome:unknown"_s, FilterLanguage::Runs).filter;
        return readRunPage(*session, context, {filter, 200, {}}).has_value();
    });
    measure("what has ended just now", 20, [&] {
        RecentRuns recent(kSchema);
        return recent.look(*session).has_value();
    });
    for (const RunSubject subject : {RunSubject::Task, RunSubject::Queue, RunSubject::Worker}) {
        measure("the past hour, by task, queue or worker", 200, [&, subject] {
            const auto reading = readPastHour(*session, kSchema, subject);
            return reading && reading->known();
        });
    }
    const std::pair<RunSpan, const char *> spans[]
        = {{RunSpan::QuarterHour, "charts and tasks of 15 minutes"},
           {RunSpan::Hour, "charts and tasks of an hour"},
           {RunSpan::Day, "charts and tasks of 24 hours"},
           {RunSpan::Week, "charts and tasks of a week"},
           {RunSpan::FourWeeks, "charts and tasks of 4 weeks"}};
    for (const auto &[span, what] : spans) {
        measure(what, 300, [&, span = span] {
            const auto statistics = readRunStatistics(*session, kSchema, {span});
            return statistics && statistics->sums.runs() > 0;
        });
    }
}

YARDMASTER_TEST(TestHistorySpeed)
#include "tst_historyspeed.moc"
