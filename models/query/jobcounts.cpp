#include "models/query/jobcounts.h"

#include "models/query/filterkeys.h"
#include "models/query/shortread.h"
#include "models/query/workersalive.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

#include <QElapsedTimer>

#include <algorithm>
#include <cmath>

namespace yardmaster {

using namespace std::chrono_literals;

namespace {

/// What a larger sample may take, in milliseconds; and what it may take to tell of states that are
/// a hundredth of all jobs.
constexpr double kSampleCost = 1000;
constexpr double kLongestSample = 2500;

/// A page of a sample costs more than one of all pages, which are read one after the other: so much
/// more that it is worth trying.
constexpr double kSampleIsDearer = 2.5;

/// Pages with jobs of a state, counted as if none had others: 400 make a standard error of 5 %.
constexpr double kPagesNeeded = 400;

JobLoad loadFrom(const Rows &rows, int row, const SampleSize &size)
{
    JobLoad load;
    int column = 2;
    for (Count *count : load.counts())
        *count = fromSample(rows.int64(row, column++), size);
    return load;
}

/// Each of those that were not found.
JobLoad otherLoad(bool areAllListed, const SampleSize &size)
{
    JobLoad load;
    for (Count *count : load.counts())
        *count = areAllListed ? fromSample(0, size) : Count{0, Count::AtLeast};
    return load;
}

} // namespace

Count countOf(const Filter &filter, const JobCounts &counts)
{
    QSet<JobState> states{JobState::Ready,        JobState::Blocked, JobState::Scheduled,
                          JobState::Retrying,     JobState::Running, JobState::Stuck,
                          JobState::FailedForGood};
    for (const FilterTerm &term : filter.terms) {
        if (term.key != FilterKey::State || term.isNegated)
            return {};
        QSet<JobState> wanted;
        for (const FilterValue &value : term.values)
            wanted << *findFilterState(value.text());
        if (wanted.contains(JobState::Forbidden)) // which the counts do not tell from others
            return {};
        states &= wanted;
    }
    Count sum{0};
    for (const JobState state : std::as_const(states))
        sum = sum + counts.all.of(state);
    return sum;
}

Count fromSample(qint64 seen, const SampleSize &size)
{
    if (size.share >= 1)
        return {seen};
    const double part = double(seen) / double(std::max<qint64>(size.jobs, 1));
    if (part * size.pages < kPagesNeeded * (1 - size.share))
        return {seen, Count::AtLeast};
    return {std::llround(double(seen) / size.share), Count::Estimate};
}

JobCounter::JobCounter(const QString &schema)
    : m_schema(schema)
    , m_sql(sqlText("models/query/job_counts.sql", schema))
{ }

void JobCounter::setLimits(qint64 quick, std::chrono::milliseconds longest)
{
    m_quickPages = quick;
    m_longest = longest;
}

Result<JobCounts> JobCounter::count(Session &session)
{
    const auto size
        = readOnce(session, 5s, // on a standby it may wait for a lock that replay holds
                   "select pg_relation_size(to_regclass(format('%I._private_jobs', $1::text)))"
                   " / current_setting('block_size')::bigint",
                   {param(m_schema)});
    if (!size)
        return tl::make_unexpected(size.error());
    const qint64 pages = size->isNull(0, 0) ? 0 : size->int64(0, 0);
    if (pages <= m_quickPages) {
        m_wasQuick = false;
        return countPages(session, pages, pages);
    }
    m_wasQuick = m_pageCost <= 0;
    if (m_wasQuick)
        return countPages(session, m_quickPages, pages);
    const bool isFew = !m_tooManyPages || pages < *m_tooManyPages * 3 / 4;
    if (isFew && m_pageCost * double(pages) <= kSampleIsDearer * double(m_longest.count())) {
        auto counts = countPages(session, pages, pages);
        if (counts || counts.error().kind != DbError::Kind::Cancelled)
            return counts;
        m_tooManyPages = pages;
    }
    const double affordable = std::max(kSampleCost / m_pageCost,
                                       std::min(100 * kPagesNeeded, kLongestSample / m_pageCost));
    return countPages(session, std::clamp(qint64(affordable), m_quickPages, pages - 1), pages);
}

Result<JobCounts> JobCounter::countPages(Session &session, qint64 wanted, qint64 pages)
{
    SampleSize size;
    size.share = wanted >= pages ? 1 : double(wanted) / double(pages);
    size.pages = double(wanted);
    QElapsedTimer watch;
    watch.start();
    const QDateTime begun = QDateTime::currentDateTimeUtc(); // what is changed later is not seen
    const auto stale = readStaleWorkers(session, m_schema);
    if (!stale)
        return tl::make_unexpected(stale.error());
    // Where the table was never analyzed, sorting all of it would seem cheaper than a hash table.
    const auto rows = readOnce(
        session, 5s, m_sql,
        {param(QString::number(size.share * 100)), param(JobCounter::kCap + 1), param(*stale)},
        "set local enable_sort = off");
    const double cost = double(watch.nsecsElapsed()) / 1e6;
    if (!rows) {
        // The next sample is smaller, then: a page costs this much at least.
        if (rows.error().kind == DbError::Kind::Cancelled && wanted < pages)
            m_pageCost = std::max(m_pageCost, cost / double(wanted));
        return tl::make_unexpected(rows.error());
    }
    if (pages > m_quickPages)
        m_pageCost = cost / double(wanted);
    int tasks = 0;
    int queues = 0;
    for (int row = 0; row < rows->count(); ++row) {
        tasks += rows->bytes(row, 0) == "task";
        queues += rows->bytes(row, 0) == "queue";
        if (rows->bytes(row, 0) != "all")
            continue;
        for (int column = 2; column < 9; ++column)
            size.jobs += rows->int64(row, column);
    }
    JobCounts counts;
    counts.countedAt = begun;
    counts.share = size.share;
    counts.otherTasks = otherLoad(tasks <= kCap, size);
    counts.otherQueues = otherLoad(queues <= kCap, size);
    counts.all = otherLoad(true, size);
    for (int row = 0; row < rows->count(); ++row) {
        const QByteArrayView kind = rows->bytes(row, 0);
        const JobLoad load = loadFrom(*rows, row, size);
        if (kind == "all")
            counts.all = load;
        else
            (kind == "task" ? counts.tasks : counts.queues).insert(rows->int64(row, 1), load);
    }
    return counts;
}

} // namespace yardmaster
