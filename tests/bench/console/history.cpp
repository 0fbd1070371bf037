#include "tests/bench/console/stallmeter.h"
#include "tests/bench/console/verbs.h"
#include "tests/bench/cpumeter.h"
#include "tests/bench/percentiles.h"

#include "models/history/runreads.h"
#include "ui/pages/history/historypanel.h"
#include "ui/pages/overview/runtrends.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QTableView>
#include <QTest>

namespace yardmaster::bench {

using namespace Qt::StringLiterals;

namespace {

using Samples = std::vector<double>;

/// The waiting times of a user who looks at what every worker did, in a window with all its pages.
class HistoryBench
{
public:
    HistoryBench(Target &target, int rounds)
        : m_rounds(rounds)
    {
        m_window.connectTo(setupFor(target));
    }

    [[nodiscard]] Result<void> measure()
    {
        if (!m_window.waitForRows())
            return tookTooLong(u"the first page of jobs"_s);
        for (const char *range : {"15m", "1h", "24h", "7d", "28d"}) {
            if (auto done = charts(QLatin1StringView(range)); !done)
                return done;
        }
        for (const QString &filter : {QString(), u"outcome:failed"_s, u"took>1s"_s}) {
            if (auto done = runs(filter); !done)
                return done;
        }
        // Each reads its past hour when it is in front, and again every few seconds.
        for (const char *page : {"tasks", "queues", "workers", "overview"}) {
            if (auto done = front(QLatin1StringView(page)); !done)
                return done;
            idle(std::chrono::seconds(2 * m_rounds));
        }
        return {};
    }

    [[nodiscard]] QJsonObject finished()
    {
        QJsonObject line{{u"verb"_s, u"history"_s},
                         {u"rounds"_s, m_rounds},
                         {u"charts"_s, m_charts},
                         {u"filters"_s, m_filters},
                         {u"rssMb"_s, rounded(ownRssMb())}};
        m_stalls.report(&line);
        return line;
    }

private:
    [[nodiscard]] Result<void> front(const QString &page) const
    {
        return command(u"view.page-"_s + page);
    }
    [[nodiscard]] Result<void> command(const QString &name) const
    {
        if (!m_window.command(name))
            return fail(DbError::Kind::Statement, u"there is no command %1"_s.arg(name));
        return {};
    }

    /// From choosing a range until its charts are drawn.
    [[nodiscard]] Result<void> charts(const QString &range)
    {
        if (auto done = front(u"overview"_s); !done)
            return done;
        auto *trends = m_window.find<RunTrends>();
        Samples waits;
        for (int round = 0; round < m_rounds; ++round) {
            // Another range first, so that there is something to do.
            const QString other = range == "28d"_L1 ? u"7d"_s : u"28d"_s;
            for (const QString &chosen : {other, range}) {
                bool isRead = false;
                const auto reading = QObject::connect(trends, &RunTrends::read, trends,
                                                      [&isRead] { isRead = true; });
                QElapsedTimer watch;
                watch.start();
                auto done = command(u"overview.range-"_s + chosen);
                if (done && !waitUntil([&isRead] { return isRead; }))
                    done = tookTooLong(u"reading the charts of "_s + chosen);
                QObject::disconnect(reading);
                if (!done)
                    return done;
                trends->window()->repaint();
                if (chosen == range)
                    waits.push_back(double(watch.nsecsElapsed()) / 1e6);
            }
        }
        m_charts.append(QJsonObject{{u"range"_s, range},
                                    {u"ms50"_s, rounded(percentile(waits, 50))},
                                    {u"msMax"_s, rounded(percentile(waits, 100))}});
        return {};
    }

    /// The first page of a filter, and some more of them by keys.
    [[nodiscard]] Result<void> runs(const QString &filter)
    {
        if (auto done = front(u"history"_s); !done)
            return done;
        auto *panel = m_window.find<HistoryPanel>();
        auto *table = panel->findChild<QTableView *>(u"historyTable"_s);
        const auto isReady
            = [panel] { return panel->model()->phase() == HistoryModel::Phase::Ready; };
        Samples firsts;
        QElapsedTimer watch;
        for (int round = 0; round < m_rounds; ++round) {
            panel->setFilterText(u"task:none_is_called_so"_s);
            if (!waitUntil(isReady))
                return tookTooLong(u"looking for a task"_s);
            watch.start();
            panel->setFilterText(filter);
            if (!waitUntil(isReady))
                return tookTooLong(filter);
            table->viewport()->repaint();
            firsts.push_back(double(watch.nsecsElapsed()) / 1e6);
        }
        Samples turns;
        for (int turn = 0; turn < 40 * m_rounds; ++turn) {
            watch.start();
            QTest::keyClick(table, Qt::Key_PageDown);
            if (!waitUntil(isReady))
                return tookTooLong(filter);
            table->viewport()->repaint();
            turns.push_back(double(watch.nsecsElapsed()) / 1e6);
        }
        m_filters.append(QJsonObject{{u"filter"_s, filter},
                                     {u"rows"_s, panel->model()->rowCount()},
                                     {u"firstPageMs50"_s, rounded(percentile(firsts, 50))},
                                     {u"firstPageMsMax"_s, rounded(percentile(firsts, 100))},
                                     {u"turnMs50"_s, rounded(percentile(turns, 50))},
                                     {u"turnMs95"_s, rounded(percentile(turns, 95))},
                                     {u"turnMsMax"_s, rounded(percentile(turns, 100))}});
        return {};
    }

    const int m_rounds;
    StallMeter m_stalls;
    BenchWindow m_window;
    QJsonArray m_charts;
    QJsonArray m_filters;
};

} // namespace

int historyVerb(Bench &bench)
{
    const auto rounds = bench.number(u"rounds"_s, 1, 1000);
    if (!rounds)
        return 2;
    auto target = bench.target(false);
    if (!target)
        return 1;
    const auto presence = readHistoryPresence(*target->session, target->schema);
    if (!presence)
        return bench.complain(presence.error());
    if (!presence->isReadable())
        return bench.complain(u"there is no history here"_s);
    HistoryBench history(*target, int(*rounds));
    const auto measured = history.measure();
    return measured ? bench.print(history.finished()) : bench.complain(measured.error());
}

} // namespace yardmaster::bench
