#include "worker/runner/fetchplan.h"

#include "worker/queue/fetchstatement.h"
#include "worker/runner/localqueue.h"

#include <algorithm>

namespace yardmaster {

namespace {

/// Jobs of one named queue that are fetched together at most.
constexpr int kLane = 50;

} // namespace

FetchPlan::FetchPlan(const WorkerOptions &options, QStringList tasks, const LocalQueue *local)
    : m_options(options)
    , m_tasks(std::move(tasks))
    , m_local(local)
{ }

std::vector<FetchRequest> FetchPlan::requests(int limit, const QStringList &forbidden)
{
    FetchRequest all;
    all.flags = m_options.flags;
    all.flags.forbidden << forbidden;
    all.limit = shapedLimit(limit);
    // Without a local queue nothing may wait here, so queues advance job by job.
    all.lane = m_options.localQueueSize > 0 ? kLane : 1;
    if (m_options.clock)
        all.now = m_options.clock();
    if (m_options.onlyJob) {
        all.onlyJob = m_options.onlyJob->id;
        all.ignoresRunAt = m_options.onlyJob->ignoresRunAt;
    }
    const Holds holds = m_local->holds();
    all.heldQueues = holds.queues;

    m_heldTasks.clear();
    m_heldFlags.clear();
    std::vector<FetchRequest> requests;
    for (const QString &task : m_tasks) {
        if (holds.tasks.contains(task))
            continue;
        if (!m_options.taskLimits.contains(task) && !m_options.taskRates.contains(task)) {
            all.tasks << task;
        } else if (const int allowance = m_local->allowance(task); allowance > 0) {
            FetchRequest one = all;
            one.tasks = QStringList{task};
            one.limit = shapedLimit(std::min(limit, allowance));
            requests.push_back(std::move(one));
        } else {
            m_heldTasks << task;
        }
    }
    if (!all.tasks.isEmpty())
        requests.push_back(std::move(all));
    for (FetchRequest &request : requests)
        request.namedFrom = m_searches[request.tasks].begin(QueueSearch::Clock::now());
    return requests;
}

void FetchPlan::onFetched(const FetchRequest &request, const Fetched &fetched)
{
    m_searches[request.tasks].onSearched(request.namedFrom, fetched, QueueSearch::Clock::now());
}

void FetchPlan::limitFlags(FetchRequest *request)
{
    const QMap<QString, int> allowances = m_local->flagAllowances();
    for (auto it = allowances.begin(); it != allowances.end(); ++it) {
        if (it.value() > 0) {
            request->flagQuotas.insert(it.key(), it.value());
        } else {
            request->flags.forbidden << it.key();
            if (!m_heldFlags.contains(it.key()))
                m_heldFlags << it.key();
        }
    }
}

bool FetchPlan::canGoOn() const
{
    if (std::ranges::any_of(m_heldTasks,
                            [this](const QString &task) { return m_local->allowance(task) > 0; }))
        return true;
    if (m_heldFlags.isEmpty())
        return false;
    const QMap<QString, int> allowances = m_local->flagAllowances();
    return std::ranges::any_of(m_heldFlags,
                               [&](const QString &flag) { return allowances.value(flag) > 0; });
}

} // namespace yardmaster
