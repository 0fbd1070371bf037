#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <chrono>

namespace yardmaster {

class LocalQueue;

/// How many jobs a fetch asks for, so that handlers never wait for jobs, few jobs wait here while
/// others could run them, and urgent ones are not behind a big fetch. Lives on the dispatcher's
/// thread.
class Prefetch final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Prefetch)

public:
    struct Config
    {
        std::chrono::milliseconds horizon{0}; ///< see WorkerOptions::prefetchHorizon
        int localQueueSize = 0;               ///< jobs
        int concurrency = 1;                  ///< jobs at the same time
    };

    Prefetch(const Config &config, LocalQueue *local, QObject *parent);

    struct Size
    {
        int jobs = 0;           ///< 0: no fetch now
        bool isExpress = false; ///< for those that rank before what waits, without room for them
        bool isCapped = false;  ///< less than there is room for: jobs are being announced
    };
    /// Of a fetch that begins now. @param arriving  jobs that need room too. @param unwritten  jobs
    /// that have run and wait for the database: too many of them stop the fetching.
    [[nodiscard]] Size next(int arriving, int unwritten);

    void onAnnounced();
    /// Something was, since the last round began.
    [[nodiscard]] bool isAnnounced() const { return m_isAnnounced; }
    /// What was announced until now is looked for.
    void onRoundBegins() { m_isAnnounced = m_isPolled = false; }
    struct Round
    {
        Size size{};
        bool isFull = false; ///< it brought all it had asked for
        bool wasDry = false; ///< isDry() when it came
        std::chrono::milliseconds took{0};
    };
    void onRoundEnds(const Round &round);
    /// Due jobs that rank before what waits here are looked for, even if there is no room.
    void onPolled() { m_isPolled = true; }
    /// Jobs of one named queue in a fetch.
    [[nodiscard]] int lane() const;
    /// Jobs waited for longer than they may: fetches for free slots only, until there is one.
    void onExpired() { m_hasOverPrefetched = true; }
    /// The same, because running jobs take longer than was expected.
    void onOverdue();
    /// For so long a job may wait here; 0: there is no such bound.
    [[nodiscard]] std::chrono::milliseconds patience() const;
    [[nodiscard]] bool hasOverPrefetched() const { return m_hasOverPrefetched; }

    /// The last round brought all it had asked for.
    [[nodiscard]] bool isBacklog() const { return m_isBacklog; }
    /// What is announced next may be urgent, and would wait for a fetch under way.
    [[nodiscard]] bool isAnnouncing() const;
    /// Little is left in the local queue.
    [[nodiscard]] bool isDry() const;
    /// Jobs came to the local queue.
    void onPushed();
    void stop();

Q_SIGNALS:
    void expressAgain(); ///< a fetch that was refused may be possible now
    /// No more than `most` should wait in the local queue: handlers are not that quick any more.
    void tooManyWait(int most);

private:
    [[nodiscard]] int room(int waiting, int arriving);
    [[nodiscard]] int roomByNumber(int waiting, int freeSlots) const;
    /// Jobs were announced while the local queue has no room: a few are fetched all the same, as
    /// they may go before those that wait there. In at most a sixth of the time.
    [[nodiscard]] bool canFetchExpress(int waiting) const;
    /// Handlers are done before the next jobs come.
    [[nodiscard]] bool isOutrun() const;
    void lookForSurplus();

    const std::chrono::milliseconds m_horizon; ///< 0: time is no bound
    const int m_size;                          ///< of the local queue
    const int m_mostWaiting;                   ///< there, unless handlers outrun the fetching
    LocalQueue *const m_local;
    const int m_firstAhead; ///< jobs of the first fetches
    int m_mostAhead;        ///< of the next; doubled with each that brought as many
    QTimer m_express;       ///< no express fetch before
    QTimer m_surplus;       ///< it is looked whether handlers still need what was fetched for them
    QElapsedTimer m_sinceAnnounced;
    QElapsedTimer m_sinceRound; ///< the last one ended that was neither capped nor express
    bool m_isAnnounced = false; ///< jobs were, since the last round began
    bool m_isPolled = false;    ///< a poll was due since then
    bool m_isBacklog = false;
    bool m_wasOutrun = false; ///< in that
    bool m_hasOverPrefetched = false;
};

} // namespace yardmaster
