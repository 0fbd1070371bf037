#pragma once

#include "worker/tasks/hostpoollink.h"
#include "worker/tasks/hostrow.h"
#include "worker/tasks/outputlines.h"
#include "worker/tasks/taskrun.h"

#include <memory>
#include <optional>
#include <vector>

namespace yardmaster {

class TaskHost;

/// One run of a job in a task host, and what it says meanwhile. Belongs to the executor thread.
class HostRun final
{
public:
    /// A member of the pool, called on its thread with the number of the run.
    using Notice = void (HostPool::*)(quint64 number);

    /// @param link  must outlive it.   @param onStop  is posted once a stop is requested, and at
    /// once if it was before.
    HostRun(quint64 number, int file, std::shared_ptr<TaskRun> run, HostPoolLink *link,
            Notice onStop);
    Q_DISABLE_COPY_MOVE(HostRun)

    [[nodiscard]] quint64 number() const { return m_number; }
    [[nodiscard]] const TaskContext &context() const { return m_run->context(); }
    [[nodiscard]] qint64 jobId() const { return context().job.info.id; }
    [[nodiscard]] qsizetype payloadSize() const { return context().job.payload.size(); }
    void setColumns(std::shared_ptr<const HostedColumns> columns)
    {
        m_columns = std::move(columns);
    }
    /// @returns false: it is too large.
    [[nodiscard]] bool addTo(HostRows *rows) const;

    /// Null: it has not been sent to one.
    [[nodiscard]] TaskHost *host() const { return m_host; }
    /// It is given to it: its timeout counts from now on.
    void setHost(TaskHost *host);

    /// From `onStop`: posts `onKill` once a kill is requested, which only follows a stop. Not from
    /// the beginning, as most runs end without either.
    void expectKill(HostPoolLink *link, Notice onKill);

    void output(bool isError, const QString &text);
    /// @param items  ["log", run, level, message, scope, meta], the last two optional.
    void log(const std::vector<QByteArrayView> &items);
    void end(TaskOutcome &&outcome);

private:
    /// Called on any thread. A struct, because a function with as much would need memory of its
    /// own.
    struct Post
    {
        HostPoolLink *link;
        quint64 number;
        Notice notice;
        void operator()() const;
    };
    using StopCallback = std::stop_callback<Post>;

    void outputLine(bool isError, const QString &line);

    const quint64 m_number;
    const int m_file;
    const std::shared_ptr<TaskRun> m_run;
    std::shared_ptr<const HostedColumns> m_columns; // null: not known
    TaskHost *m_host = nullptr;
    std::unique_ptr<OutputLines> m_out;
    std::unique_ptr<OutputLines> m_err;
    qint64 m_logged = 0;         ///< bytes
    qint64 m_leftOut = 0;        ///< bytes
    qint64 m_loggedMessages = 0; ///< bytes, those left out included
    qint64 m_messagesLeftOut = 0;
    std::optional<StopCallback> m_onStop;
    std::optional<StopCallback> m_onKill;
};

} // namespace yardmaster
