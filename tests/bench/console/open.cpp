#include "tests/bench/console/stallmeter.h"
#include "tests/bench/console/verbs.h"
#include "tests/bench/cpumeter.h"
#include "tests/bench/percentiles.h"

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

Result<void> tookTooLong(const QString &what)
{
    return fail(DbError::Kind::Statement, u"%1 takes minutes"_s.arg(what));
}

/// The waiting times of a user, from connecting on.
class OpenBench
{
public:
    explicit OpenBench(Target &target)
        : m_target(target)
        , m_setup(setupFor(target))
    { }

    [[nodiscard]] Result<void> coldWindows(int samples)
    {
        Samples rows;
        Samples counts;
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
        }
        line.insert(u"windows"_s, samples);
        insert(&line, u"firstPageMs"_s, rows);
        insert(&line, u"countsMs"_s, counts);
        return {};
    }

    /// Its first page, then this many pages down and up again, key by key.
    [[nodiscard]] Result<void> filter(const QString &filter, int turns, bool isIndexed = false)
    {
        QJsonObject result{{u"filter"_s, filter}, {u"indexed"_s, isIndexed}};
        m_window->showFilter(u"id:0"_s); // something else, whatever was there
        if (!m_window->waitForList())
            return tookTooLong(u"an empty list"_s);
        QElapsedTimer watch;
        watch.start();
        m_window->showFilter(filter);
        if (!m_window->waitForRows())
            return tookTooLong(filter);
        result.insert(u"firstRowsMs"_s, rounded(milliseconds(watch)));
        if (!m_window->waitForList())
            return tookTooLong(filter);
        result.insert(u"firstPageMs"_s, rounded(milliseconds(watch)));
        result.insert(u"rows"_s, m_window->jobs()->model()->rowCount());

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
    StallMeter m_stalls;
    std::unique_ptr<BenchWindow> m_window;
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
                              u"state:failed"_s,
                              u"state:scheduled"_s,
                              u"state:blocked"_s,
                              u"task:mix_4"_s,
                              u"error~\"ETIMEDOUT|refused\""_s};
    OpenBench open(*target);
    const auto measured = [&]() -> Result<void> {
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
