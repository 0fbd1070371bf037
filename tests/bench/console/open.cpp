#include "tests/bench/console/stallmeter.h"
#include "tests/bench/console/verbs.h"
#include "tests/bench/cpumeter.h"
#include "tests/bench/percentiles.h"

#include "models/console/queuemonitor.h"
#include "models/query/filterparser.h"
#include "models/query/jobloads.h"
#include "models/query/jobreads.h"
#include "models/query/supportingindexes.h"
#include "ui/pages/jobs/jobspanel.h"
#include "ui/pages/jobs/jobstable.h"
#include "worker/db/sqltext.h"

#include <QElapsedTimer>
#include <QJsonArray>

namespace yardmaster::bench {

using namespace Qt::StringLiterals;

namespace {

using Samples = std::vector<double>;

double milliseconds(const QElapsedTimer &watch)
{
    return double(watch.nsecsElapsed()) / 1e6;
}

void insert(QJsonObject *line, const QString &name, const Samples &samples)
{
    if (samples.empty())
        return;
    line->insert(name + u"50"_s, rounded(percentile(samples, 50)));
    line->insert(name + u"95"_s, rounded(percentile(samples, 95)));
    line->insert(name + u"Max"_s, rounded(percentile(samples, 100)));
}

/// The waiting times of a user, from connecting on.
class OpenBench
{
public:
    /// @param firstPages  of each filter.
    OpenBench(Target &target, int firstPages)
        : m_target(target)
        , m_setup(setupFor(target))
        , m_firstPages(firstPages)
    { }

    [[nodiscard]] Result<void> coldWindows(int samples)
    {
        Samples rows;
        Samples counts;
        Samples allCounts;
        for (int i = 0; i < samples; ++i) {
            m_window.reset();
            m_window = std::make_unique<BenchWindow>();
            QElapsedTimer watch;
            watch.start();
            m_window->connectTo(m_setup);
            if (!m_window->waitForRows())
                return tookTooLong(u"the first page"_s);
            rows.push_back(milliseconds(watch));
            if (!m_window->waitForCounts())
                return tookTooLong(u"counting"_s);
            counts.push_back(milliseconds(watch));
            checkEstimates();
            const auto checked
                = QObject::connect(m_window->monitor(), &QueueMonitor::countsRead,
                                   m_window->monitor(), [this] { checkEstimates(); });
            if (!m_window->waitForAllCounts(m_exact))
                return tookTooLong(u"counting all states"_s);
            allCounts.push_back(milliseconds(watch));
            QObject::disconnect(checked);
        }
        line.insert(u"windows"_s, samples);
        insert(&line, u"firstPageMs"_s, rows);
        insert(&line, u"countsMs"_s, counts);
        insert(&line, u"allCountsMs"_s, allCounts);
        line.insert(u"worstEstimatePercent"_s, rounded(m_worstEstimate * 100));
        return {};
    }

    /// What estimates are compared with. Reads the whole table.
    [[nodiscard]] Result<void> countExactly()
    {
        FilterContext context;
        context.schema = m_target.schema;
        JobReads reads(context);
        for (const auto &[state, filter] :
             {std::pair(JobState::Ready, u"state:ready"_s),
              std::pair(JobState::Blocked, u"state:blocked"_s),
              std::pair(JobState::Scheduled, u"state:scheduled"_s),
              std::pair(JobState::Retrying, u"state:retrying"_s),
              std::pair(JobState::Running, u"state:running"_s),
              std::pair(JobState::Stuck, u"state:stuck"_s),
              std::pair(JobState::FailedForGood, u"state:failed"_s)}) {
            JobQuery query;
            query.filter = parseFilter(filter).filter;
            const auto counted = reads.count(*m_target.session, query, std::nullopt, nullptr);
            if (!counted)
                return tl::make_unexpected(counted.error());
            m_exact.set(state, *counted);
        }
        return {};
    }

    /// Its first page, then this many pages down and up again, key by key.
    [[nodiscard]] Result<void> filter(const QString &filter, int turns, bool isIndexed = false)
    {
        QJsonObject result{{u"filter"_s, filter}, {u"indexed"_s, isIndexed}};
        QElapsedTimer watch;
        Samples rows;
        Samples screens;
        Samples pages;
        for (int i = 0; i < m_firstPages; ++i) {
            m_window->showFilter(u"id:0"_s); // something else, whatever was there
            if (!m_window->waitForList())
                return tookTooLong(u"an empty list"_s);
            watch.start();
            m_window->showFilter(filter);
            if (!m_window->waitForRows())
                return tookTooLong(filter);
            rows.push_back(milliseconds(watch));
            if (!m_window->waitForScreen())
                return tookTooLong(filter);
            screens.push_back(milliseconds(watch));
            if (!m_window->waitForList())
                return tookTooLong(filter);
            pages.push_back(milliseconds(watch));
        }
        insert(&result, u"firstRowsMs"_s, rows);
        insert(&result, u"firstScreenMs"_s, screens);
        insert(&result, u"firstPageMs"_s, pages);
        const JobsModel *model = m_window->jobs()->model();
        result.insert(u"rows"_s, model->rowCount());
        result.insert(u"isComplete"_s,
                      model->phase() == JobsModel::Phase::Ready && model->isAtEnd());

        Samples waits; // per key
        Samples loads; // per page of the model
        const auto measured = watchLoads(&loads);
        for (const Qt::Key key : {Qt::Key_PageDown, Qt::Key_PageUp}) {
            for (int turn = 0; turn < turns; ++turn) {
                if (isAtBorder(key))
                    break;
                watch.start();
                m_window->press(key);
                if (!m_window->waitForList())
                    return tookTooLong(filter);
                waits.push_back(milliseconds(watch));
            }
        }
        QObject::disconnect(measured);
        result.insert(u"turns"_s, qint64(waits.size()));
        insert(&result, u"turnMs"_s, waits);
        insert(&result, u"loadMs"_s, loads);
        m_filters.append(result);
        return {};
    }

    /// To jobs anywhere in the list.
    [[nodiscard]] Result<void> jumps(int samples)
    {
        m_window->showFilter({});
        if (!m_window->waitForList())
            return tookTooLong(u"the list"_s);
        const QByteArray table = quotedIdentifier(m_target.schema) + "._private_jobs";
        const auto ends = m_target.session->query(
            "select coalesce(min(id), 0), coalesce(max(id), 0) from " + table);
        if (!ends)
            return tl::make_unexpected(ends.error());
        Samples waits;
        for (int i = 0; i < samples; ++i) {
            // In an order that never comes near where it has just been.
            const qint64 step = (qint64(i) * 7919 + 3571) % 10007;
            const qint64 wanted
                = ends->int64(0, 0) + (ends->int64(0, 1) - ends->int64(0, 0)) * step / 10007;
            const auto near = m_target.session->query(
                "select id from " + table + " where id >= $1::bigint order by id limit 1",
                {param(wanted)});
            if (!near)
                return tl::make_unexpected(near.error());
            if (near->isEmpty())
                break;
            const qint64 id = near->int64(0, 0);
            const JobsTable *list = m_window->jobs()->table();
            QElapsedTimer watch;
            watch.start();
            m_window->jobs()->goToId(id);
            if (!waitUntil(
                    [this, list, id] { return list->currentId() == id && m_window->isSettled(); }))
                return tookTooLong(u"going to a job"_s);
            m_window->draw();
            waits.push_back(milliseconds(watch));
        }
        insert(&line, u"jumpMs"_s, waits);
        return {};
    }

    /// Down to the end and up again.
    [[nodiscard]] Result<void> scroll(int pages)
    {
        m_window->showFilter({});
        if (!m_window->waitForList())
            return tookTooLong(u"the list"_s);
        for (const Qt::Key key : {Qt::Key_PageDown, Qt::Key_PageUp}) {
            for (int page = 0; page < pages && !isAtBorder(key); ++page) {
                m_window->press(key);
                if (!m_window->waitForList())
                    return tookTooLong(u"scrolling"_s);
            }
        }
        line.insert(u"scrolledPages"_s, pages);
        return {};
    }

    /// With the index of failed jobs, which is made for this and dropped again if it is missing.
    [[nodiscard]] Result<void> indexed(int turns)
    {
        Session &session = *m_target.session;
        const auto present = listSupportingIndexes(session, m_target.schema);
        if (!present)
            return tl::make_unexpected(present.error());
        const bool isOurs = !present->contains(SupportingIndex::Failed);
        if (isOurs) {
            if (auto made = session.query(createIndexSql(SupportingIndex::Failed, m_target.schema));
                !made)
                return tl::make_unexpected(made.error());
        }
        // Indexes are looked for by a new window.
        m_window = std::make_unique<BenchWindow>();
        m_window->connectTo(m_setup);
        auto measured = m_window->waitForList() ? Result<void>() : tookTooLong(u"the list"_s);
        idle(std::chrono::seconds(1));
        if (measured)
            measured = filter(u"state:failed"_s, turns, true);
        if (isOurs) {
            if (auto gone = session.query(dropIndexSql(SupportingIndex::Failed, m_target.schema));
                !gone)
                return tl::make_unexpected(gone.error());
        }
        return measured;
    }

    [[nodiscard]] QJsonObject finished()
    {
        line.insert(u"filters"_s, m_filters);
        line.insert(u"rssMb"_s, rounded(ownRssMb()));
        line.insert(u"peakRssMb"_s, rounded(std::max(ownRssMb(), ownPeakRssMb())));
        m_stalls.report(&line);
        return line;
    }

    QJsonObject line{{u"verb"_s, u"open"_s}};

private:
    /// Those of states with more than a hundredth of all jobs.
    void checkEstimates()
    {
        const Count all = m_exact.all();
        StateCounts shown = m_window->monitor()->counts();
        for (std::size_t i = 0; i < shown.counts().size(); ++i) {
            const double exact = double(*m_exact.counts().at(i)->value);
            const Count &count = *shown.counts().at(i);
            if (count.precision == Count::Estimate && exact * 100 > double(*all.value))
                m_worstEstimate
                    = std::max(m_worstEstimate, std::abs(double(*count.value) / exact - 1));
        }
    }
    [[nodiscard]] bool isAtBorder(Qt::Key key) const
    {
        const JobsModel *model = m_window->jobs()->model();
        const int row = m_window->jobs()->table()->currentIndex().row();
        const bool isLast = row == model->rowCount() - 1;
        return key == Qt::Key_PageDown
            ? isLast && (model->isAtEnd() || model->phase() != JobsModel::Phase::Ready)
            : row <= 0 && model->isAtTop();
    }
    [[nodiscard]] QMetaObject::Connection watchLoads(Samples *loads)
    {
        JobsModel *model = m_window->jobs()->model();
        return QObject::connect(model, &JobsModel::phaseChanged, model, [this, model, loads] {
            if (model->phase() == JobsModel::Phase::Loading)
                m_load.start();
            else if (m_load.isValid())
                loads->push_back(milliseconds(m_load));
        });
    }

    Target &m_target;
    const MainWindowSetup m_setup;
    const int m_firstPages;
    StallMeter m_stalls;
    std::unique_ptr<BenchWindow> m_window;
    JobLoad m_exact;
    double m_worstEstimate = 0;
    QElapsedTimer m_load;
    QJsonArray m_filters;
};

} // namespace

int openVerb(Bench &bench)
{
    const auto windows = bench.number(u"windows"_s, 1, 1000);
    const auto turns = bench.number(u"turns"_s, 1, 100000);
    const auto scroll = bench.number(u"scroll"_s, 0, 1000000);
    const auto jumps = bench.number(u"jumps"_s, 0, 10000);
    if (!windows || !turns || !scroll || !jumps)
        return 2;
    auto target = bench.target(false);
    if (!target)
        return 1;
    QStringList filters = bench.parser.values(u"filter"_s);
    if (filters.isEmpty())
        filters = QStringList{{},
                              u"state:ready"_s,
                              u"state:failed"_s,
                              u"state:scheduled"_s,
                              u"state:blocked"_s,
                              u"state:stuck"_s,
                              u"task:mix_4"_s,
                              u"error~\"ETIMEDOUT|refused\""_s};
    OpenBench open(*target, int(*windows));
    const auto measured = [&]() -> Result<void> {
        if (auto done = open.countExactly(); !done)
            return done;
        if (auto done = open.coldWindows(int(*windows)); !done)
            return done;
        for (const QString &filter : std::as_const(filters)) {
            if (auto done = open.filter(filter, int(*turns)); !done)
                return done;
        }
        if (auto done = open.jumps(int(*jumps)); !done)
            return done;
        if (auto done = open.scroll(int(*scroll)); !done)
            return done;
        return bench.parser.isSet(u"index"_s) ? open.indexed(int(*turns)) : Result<void>();
    }();
    return measured ? bench.print(open.finished()) : bench.complain(measured.error());
}

} // namespace yardmaster::bench
