#pragma once

#include <yardmaster/jobservices.h>
#include <yardmaster/taskoutcome.h>
#include <yardmaster/testing.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>

namespace yardmaster::testing {

/// The services of handlers in runTaskListOnce(): all database work is done on the thread that
/// called it, with its session, so that it is part of its transaction. That thread does it while it
/// waits for a coroutine.
class TestServices final : public JobServices
{
public:
    TestServices(Session &session, const QString &schema, const TaskRegistry &registry);

    /// Output and log of jobs from now on are recorded there; null: dropped. Calling thread only.
    void noteIn(JobRun *run);
    /// Waits for an asynchronous run. `begin` is called at once; what it is given may be called
    /// once, from any thread. Calling thread only.
    [[nodiscard]] TaskOutcome
    waitFor(const std::function<void(std::function<void(TaskOutcome)>)> &begin);

    void output(const Job &job, const QString &line, bool isError) override;
    void progress(const Job &job, double fraction, const QString &text) override;
    QFuture<AddedJob> add(const Job &from, JobSpec spec) override;
    QFuture<AddedJobs> addAll(const Job &from, std::vector<JobSpec> specs) override;
    Result<void> withDatabase(const Job &from, const DatabaseWork &work) override;
    void post(std::function<void(JobServices &)> call) override;

private:
    /// Shared with loggers, which a handler may keep for longer.
    struct Notes
    {
        std::mutex mutex; // guards the other member
        JobRun *run = nullptr;

        void add(const LogEntry &entry);
    };

    TestServices(Session &session, const QString &schema, const TaskRegistry &registry,
                 const std::shared_ptr<Notes> &notes);
    [[nodiscard]] bool isHome() const { return std::this_thread::get_id() == m_home; }
    /// @returns false if the calling thread does not wait.
    [[nodiscard]] bool enqueue(std::function<void()> call);

    Session &m_session;
    const std::thread::id m_home = std::this_thread::get_id();
    const std::shared_ptr<Notes> m_notes;
    std::mutex m_mutex; // guards the rest
    std::condition_variable m_wake;
    std::deque<std::function<void()>> m_calls;
    std::optional<TaskOutcome> m_outcome;
    bool m_isWaiting = false;
};

} // namespace yardmaster::testing
