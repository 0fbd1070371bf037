#pragma once

#include "worker/queue/jobqueue.h"
#include <yardmaster/connectionsettings.h>

#include <memory>
#include <optional>
#include <vector>

namespace yardmaster {

class Session;

/// Owns the connection a worker fetches on, which FetchLoop and Recovery share. A fetch is sent,
/// and its answer taken later: the server works on it while the jobs of the fetch before are handed
/// out. One fetch at a time. Lives on the dispatcher's thread.
class Fetcher final
{
    Q_DISABLE_COPY_MOVE(Fetcher)

public:
    struct Config
    {
        ConnectionSettings connection;
        bool preparesStatements = true; ///< off: a fetch is answered when send() returns
    };

    Fetcher(Config config, JobQueue queue);
    ~Fetcher();

    /// The connection for other statements, opened if it was lost. Blocks until the fetch under way
    /// has been answered; the answer is kept.
    [[nodiscard]] Result<Session *> session();
    /// Null if there is none, or it was lost.
    [[nodiscard]] Session *openSession() const;
    /// Opens a session anew that was given up although the server is there, such as one whose
    /// prepared statements were lost.
    void replaceUnfit();
    void close();
    /// The connection was lost, and with it the answer to a fetch.
    void noteCutOff() { m_cutOff.push_back(m_backend); }
    /// Ends what the server still does for connections that were cut off: a fetch that goes on
    /// there would lock jobs after all that is locked has been given back. Waits for that, but not
    /// for long, because a server may not get round to it. Needs an open session.
    [[nodiscard]] Result<void> endCutOff();

    /// A fetch was sent whose answer was not taken.
    [[nodiscard]] bool isBusy() const { return m_isBusy; }
    /// Not while another is under way.
    [[nodiscard]] Result<void> send(const FetchRequest &request);
    /// Blocks until the fetch under way has been answered; the answer is kept for take(). May be
    /// called on another thread, while the dispatcher's waits for that.
    [[nodiscard]] const Result<FetchAnswer> &await();
    /// What came in answer to the fetch under way; blocks until it has come.
    [[nodiscard]] Result<FetchAnswer> take();

private:
    [[nodiscard]] Result<void> open();
    /// What the statements to come are: Kept ones are planned once and for any size of the table.
    enum class Plans { Any, Kept };
    [[nodiscard]] Result<Session *> planningFor(Plans plans);
    /// Until the answer to the fetch under way is in m_answer.
    void settle();

    const Config m_config;
    const JobQueue m_queue;
    std::unique_ptr<Session> m_session;
    qint64 m_backend = 0;         ///< the server's process behind m_session
    std::vector<qint64> m_cutOff; ///< those of fetches that were cut off
    bool m_isForFetches = false;  ///< the session plans for Plans::Kept
    bool m_isBusy = false;
    std::optional<Result<FetchAnswer>> m_answer; ///< that was not taken yet
};

} // namespace yardmaster
