#pragma once

#include "worker/queue/jobqueue.h"
#include "worker/runner/queuesearch.h"
#include <yardmaster/workeroptions.h>

#include <QSet>

#include <deque>
#include <functional>
#include <map>
#include <optional>

namespace yardmaster {

class LocalQueue;

/// What to ask for in a round of fetches, so that no limit and no rate of a task or a flag can be
/// exceeded by what comes. Lives on the dispatcher's thread.
class FetchPlan final
{
public:
    /// See the members of WorkerOptions with these names.
    struct Config
    {
        QStringList tasks; ///< identifiers of what this worker runs
        FlagRules flags;
        QSet<QString> limitedTasks; ///< with a limit or a rate; LocalQueue knows which
        bool limitsFlags = false;   ///< some flag has a limit or a rate
        std::function<QDateTime()> clock;
        std::optional<OnlyJob> onlyJob;
        bool preparesStatements = true;
        bool readsColumns = false; ///< for tasks in other languages
    };

    FetchPlan(Config config, const LocalQueue *local);
    /// See Config. Requests from now on ask for these.
    void setTasks(QStringList tasks, bool readsColumns);

    enum class Round {
        Usual,
        Announced, ///< jobs were, and no backlog is known
        Express,   ///< for jobs that rank before those that wait here
    };
    /// Nothing that is on hold, nor, but for an express round, what LocalQueue::full() has no room
    /// for. One for each task with a limit or a rate that has some of it left, and one for all
    /// others.
    /// @param forbidden  flags to leave alone besides those of the options.
    /// @param lane  jobs of one named queue at most.
    [[nodiscard]] std::deque<FetchRequest> requests(int limit, int lane,
                                                    const QStringList &forbidden, Round round);
    /// The same with FetchKind::Full.
    [[nodiscard]] FetchRequest inFull(FetchRequest request);
    /// What to ask for instead of what was declined.
    [[nodiscard]] FetchRequest insteadOf(FetchRequest request);
    /// There are neither limits nor rates: what comes does not count for what may be asked for
    /// next.
    [[nodiscard]] bool isSimple() const { return m_isSimple; }
    /// To be called right before a request is sent, because the one before it counts.
    void limitFlags(FetchRequest *request);
    /// In a backlog: looks for jobs from where the last answer began. To be called right before a
    /// request is sent, too.
    void goOn(FetchRequest *request);
    /// To be called with each answer of FetchKind::Full.
    void onFetched(const FetchRequest &request, const Fetched &fetched);
    /// To be called when FetchKind::Single took jobs.
    void onSingleTook() { m_vainSingles = 0; }
    /// The next requests look for jobs from the beginning.
    void searchAll();
    /// The same for jobs without a named queue.
    void onAnnounced() { m_backlogs.clear(); }
    /// Whether something that a limit, a rate or full slots held up may be fetched now.
    [[nodiscard]] bool canGoOn() const;

private:
    Config m_config;
    const LocalQueue *const m_local;
    const bool m_isSimple;
    QStringList m_heldTasks; ///< had nothing left in this round
    QStringList m_heldFlags;
    std::map<QStringList, QueueSearch> m_searches;   ///< by the tasks asked for
    std::map<QStringList, BacklogSearch> m_backlogs; ///< likewise
    QueueSearch::Clock::time_point m_fullUntil; ///< until then FetchKind::Single is not tried again
    bool m_wasDeclined = false;                 ///< and the answer to insteadOf() is due
    int m_vainSingles = 0; ///< in a row; there was nothing in those places either
};

} // namespace yardmaster
