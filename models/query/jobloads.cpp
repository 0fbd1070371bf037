#include "models/query/jobloads.h"

#include "models/query/supportingindexes.h"
#include "models/query/workersalive.h"
#include "worker/db/rowtimes.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

#include <span>

namespace yardmaster {

namespace {

constexpr int kLoadLanes = 32;
constexpr int kHeldCap = 2000;

struct Lanes
{
    std::vector<qint64> priorities;
    bool isCut = false;
};

Result<Lanes> readLanes(Session &session, const QString &schema)
{
    const auto rows
        = session.query(sqlText("models/query/job_lanes.sql", schema), {param(kLoadLanes + 1)});
    if (!rows)
        return tl::make_unexpected(rows.error());
    Lanes lanes;
    lanes.isCut = rows->count() > kLoadLanes;
    for (int row = 0; row < std::min(rows->count(), kLoadLanes); ++row)
        lanes.priorities.push_back(rows->int64(row, 0));
    return lanes;
}

/// A group that was not seen has none, or if the sample was cut, nobody knows.
void setBounds(JobLoads *loads, bool isDueCut, bool isLaterCut, bool isNewestCut)
{
    const auto bound = [](Count *count, bool isCut) {
        *count = Count::counted(count->value.value_or(0), isCut);
    };
    const auto all = [&](JobLoad *load) {
        for (Count *count : {&load->ready, &load->blocked})
            bound(count, isDueCut);
        for (Count *count : {&load->scheduled, &load->retrying})
            bound(count, isLaterCut);
        for (Count *count : {&load->running, &load->stuck, &load->failed})
            bound(count, isNewestCut);
    };
    all(&loads->unseen);
    for (JobLoad &load : loads->byId)
        all(&load);
}

void take(const Rows &rows, JobLoads *loads, bool areLanesCut)
{
    bool isDueCut = areLanesCut;
    bool isLaterCut = areLanesCut;
    bool isNewestCut = false;
    for (int row = 0; row < rows.count(); ++row) {
        const QByteArrayView kind = rows.bytes(row, 0);
        const qint64 jobs = rows.int64(row, 2);
        const qint64 part = rows.int64(row, 3);
        if (kind == "all due") {
            isDueCut = isDueCut || part;
        } else if (kind == "all later") {
            isLaterCut = isLaterCut || part;
        } else if (kind == "all newest") {
            isNewestCut = part;
            loads->looked = jobs;
        } else {
            JobLoad &load = loads->byId[rows.int64(row, 1)];
            if (kind == "due") {
                load.ready.value = part;
                load.blocked.value = jobs - part;
                load.oldestDue = timestampOrNone(rows, row, 4);
            } else if (kind == "later") {
                load.scheduled.value = part;
                load.retrying.value = jobs - part;
                load.nextDue = timestampOrNone(rows, row, 4);
            } else {
                load.running.value = part;
                load.stuck.value = rows.int64(row, 5);
                load.failed.value = rows.int64(row, 6);
                load.sampled = jobs;
                load.sampledFailing = rows.int64(row, 6) + rows.int64(row, 7);
                load.sampledAttempts = rows.int64(row, 8);
            }
        }
    }
    loads->isNewestComplete = !isNewestCut;
    setBounds(loads, isDueCut, isLaterCut, isNewestCut);
}

Result<void> readHeld(Session &session, const QString &schema, JobLoads *loads)
{
    const auto indexes = listSupportingIndexes(session, schema);
    if (!indexes)
        return tl::make_unexpected(indexes.error());
    const bool hasIndex = indexes->contains(SupportingIndex::Locked);
    const auto rows = session.query(sqlText("models/query/held_jobs.sql", schema),
                                    {param(kLoadSample), param(kHeldCap), param(hasIndex)});
    if (!rows)
        return tl::make_unexpected(rows.error());
    for (int row = 0; row < rows->count(); ++row) {
        loads->held << HeldJob{
            rows->int64(row, 0), rows->int64(row, 1),
            rows->text(row, 2),  rows->int64(row, 3),
            rows->text(row, 4),  timestampOrNone(*rows, row, 5).value_or(Timestamp())};
    }
    loads->isHeldComplete = (hasIndex || loads->isNewestComplete) && loads->held.size() < kHeldCap;
    return {};
}

/// One snapshot, short, read-only.
Result<void> beginReading(Session &session)
{
    // One snapshot, or a job that just ended would seem to have left its queue locked by no worker.
    // A plan for all of the table would be made where it was never analyzed.
    return session.script(
        "set transaction isolation level repeatable read, read only; "
        "set local statement_timeout = '3s'; set local enable_seqscan = off; set local jit = off; "
        "set local max_parallel_workers_per_gather = 0");
}

} // namespace

Count JobLoad::all() const
{
    return due() + later() + running + stuck + failed;
}

Count JobLoad::later() const
{
    return scheduled + retrying;
}

void JobLoad::improveBy(const JobLoad &counted, const QDateTime &at)
{
    JobLoad other = counted;
    const auto others = other.counts();
    std::size_t next = 0;
    for (Count *count : counts()) {
        const Count best = better(*count, *others.at(next++));
        if (best != *count)
            countedAt = at;
        *count = best;
    }
}

std::optional<double> JobLoad::failureShare() const
{
    return sampled == 0 ? std::nullopt : std::optional(double(sampledFailing) / double(sampled));
}

Result<JobLoads> readJobLoads(Session &session, const QString &schema, LoadBy by)
{
    const auto lanes = readLanes(session, schema);
    if (!lanes)
        return tl::make_unexpected(lanes.error());
    const auto share
        = kLoadSample / std::max<int>(1, int(lanes->priorities.size())); // of each lane
    const auto stale = readStaleWorkers(session, schema);
    if (!stale)
        return tl::make_unexpected(stale.error());
    const auto rows = session.query(sqlText("models/query/job_loads.sql", schema),
                                    {param(std::span<const qint64>(lanes->priorities)),
                                     param(share), param(share), param(kLoadSample),
                                     param(by == LoadBy::Task), param(*stale)});
    if (!rows)
        return tl::make_unexpected(rows.error());
    JobLoads loads;
    take(*rows, &loads, lanes->isCut);
    if (auto held = readHeld(session, schema, &loads); !held)
        return tl::make_unexpected(held.error());
    return loads;
}

Result<void> withJobLoads(Session &session, const QString &schema, LoadBy by,
                          const std::function<Result<void>(const JobLoads &)> &read)
{
    auto transaction = Transaction::begin(session);
    if (!transaction)
        return tl::make_unexpected(transaction.error());
    if (auto ready = beginReading(session); !ready)
        return ready;
    const auto loads = readJobLoads(session, schema, by);
    if (!loads)
        return tl::make_unexpected(loads.error());
    if (auto done = read(*loads); !done)
        return done;
    return transaction->commit();
}

} // namespace yardmaster
