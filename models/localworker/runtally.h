#pragma once

#include <QSet>

#include <mutex>

namespace yardmaster {

class EventBus;
struct JobEvent;

/// Counts what becomes of the runs that an event bus speaks of. Fed on the engine's threads; every
/// member is for any thread.
class RunTally final
{
public:
    struct Totals
    {
        qint64 completed = 0;
        qint64 retrying = 0;
        qint64 failedForGood = 0;
        qint64 givenBack = 0; ///< cut short by a stop, or put off by their handlers
        qint64 lostLease = 0;

        [[nodiscard]] bool operator==(const Totals &) const = default;
    };

    RunTally() = default;
    Q_DISABLE_COPY_MOVE(RunTally)

    /// The bus calls in directly: the tally must outlive it.
    void listenTo(EventBus *bus);

    /// Since it was made.
    [[nodiscard]] Totals totals() const;
    /// Jobs at this moment.
    [[nodiscard]] int running() const;
    /// No run is under way any more, whatever was heard.
    void forgetRunning();

private:
    void onEnded(const JobEvent &event, qint64 Totals::*outcome);

    mutable std::mutex m_mutex;             // guards everything below
    QSet<std::pair<qint64, int>> m_running; // job and attempt
    Totals m_totals;
};

} // namespace yardmaster
