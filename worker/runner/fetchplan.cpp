#include "worker/runner/fetchplan.h"

#include "worker/queue/fetchstatement.h"
#include "worker/runner/localqueue.h"

#include <algorithm>
#include <utility>

namespace yardmaster {

namespace {

/// For so long FetchKind::Single is not tried again where it is of no use: named queues are in use,
/// or what is announced is for others.
constexpr std::chrono::seconds kFull{2};
/// What is announced is for others if so many in a row took nothing. A single one says nothing: the
/// fetch before it may have taken the job.
constexpr int kVainSingles = 3;

} // namespace

FetchPlan::FetchPlan(Config config, const LocalQueue *local)
    : m_config(std::move(config))
    , m_local(local)
    , m_isSimple(m_config.limitedTasks.isEmpty() && !m_config.limitsFlags)
{ }

void FetchPlan::setTasks(QStringList tasks, bool readsColumns)
{
    m_config.tasks = std::move(tasks);
    m_config.readsColumns = readsColumns;
}

std::deque<FetchRequest> FetchPlan::requests(int limit, int lane, const QStringList &forbidden,
                                             Round round)
{
    FetchRequest all;
    all.flags = m_config.flags;
    all.flags.forbidden << forbidden;
    all.limit = shapedLimit(limit);
    all.lane = std::min(lane, all.limit);
    if (m_config.clock)
        all.now = m_config.clock();
    if (m_config.onlyJob) {
        all.onlyJob = m_config.onlyJob->id;
        all.ignoresRunAt = m_config.onlyJob->ignoresRunAt;
    }
    all.readsColumns = m_config.readsColumns;
    const HeldNames names = m_local->heldNames();
    all.heldQueues = names.queues;

    m_heldTasks.clear();
    m_heldFlags.clear();
    std::deque<FetchRequest> requests;
    const auto full = round == Round::Express ? std::nullopt : m_local->full();
    for (const QString &task : m_config.tasks) {
        if (names.tasks.contains(task))
            continue;
        if (full && m_local->slotFor(task) == *full) {
            m_heldTasks << task;
        } else if (!m_config.limitedTasks.contains(task)) {
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
    const auto now = QueueSearch::Clock::now();
    for (FetchRequest &request : requests) {
        const bool hasRules = request.flags != FlagRules() || m_config.clock || m_config.onlyJob;
        // Without kept plans the shorter statement gains nothing.
        if (round == Round::Announced && m_isSimple && !hasRules && m_config.preparesStatements
            && now >= m_fullUntil)
            request.kind = FetchKind::Single;
        else
            request.skipsQueues = m_searches[request.tasks].isSkipped(now);
    }
    return requests;
}

void FetchPlan::onFetched(const FetchRequest &request, const Fetched &fetched)
{
    if (std::exchange(m_wasDeclined, false)) {
        const bool hasQueues = fetched.named > 0 || !fetched.jobs.empty();
        if (hasQueues || ++m_vainSingles >= kVainSingles) {
            m_vainSingles = 0;
            m_fullUntil = QueueSearch::Clock::now() + kFull;
        }
    }
    m_searches[request.tasks].onSearched(request.skipsQueues, fetched, QueueSearch::Clock::now());
    m_backlogs[request.tasks].onSearched(fetched);
}

void FetchPlan::searchAll()
{
    m_searches.clear();
    m_backlogs.clear();
}

FetchRequest FetchPlan::inFull(FetchRequest request)
{
    request.kind = FetchKind::Full;
    request.skipsQueues = m_searches[request.tasks].isSkipped(QueueSearch::Clock::now());
    return request;
}

FetchRequest FetchPlan::insteadOf(FetchRequest request)
{
    m_wasDeclined = true;
    return inFull(std::move(request));
}

void FetchPlan::goOn(FetchRequest *request)
{
    request->freeFrom = m_backlogs[request->tasks].begin(BacklogSearch::Clock::now());
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
    if (!m_heldTasks.isEmpty()) {
        const auto full = m_local->full();
        const auto isFree = [&](const QString &task) {
            return (!full || m_local->slotFor(task) != *full)
                && (!m_config.limitedTasks.contains(task) || m_local->allowance(task) > 0);
        };
        if (std::ranges::any_of(m_heldTasks, isFree))
            return true;
    }
    if (m_heldFlags.isEmpty())
        return false;
    const QMap<QString, int> allowances = m_local->flagAllowances();
    return std::ranges::any_of(m_heldFlags,
                               [&](const QString &flag) { return allowances.value(flag) > 0; });
}

} // namespace yardmaster
