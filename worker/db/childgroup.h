#pragma once

#include <QProcess>

#include <csignal>

#include <unistd.h>
#ifdef Q_OS_LINUX
#include <sys/prctl.h>
#endif

namespace yardmaster {

/// Before its start: gives `process` a group of its own, to be killed with what it starts, and has
/// the system kill it where the thread that starts it ends first, as when this program is killed.
class ChildGroup final
{
public:
    explicit ChildGroup(QProcess *process)
        : m_process(process)
    {
        prepare(process);
    }

    static void prepare(QProcess *process)
    {
        process->setChildProcessModifier([parent = ::getpid()] { begin(parent); });
    }

    /// The same in the child, between fork and exec: async-signal-safe. @param parent  this
    /// process.
    static void begin(pid_t parent)
    {
        ::setpgid(0, 0);
#ifdef Q_OS_LINUX
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (::getppid() != parent)
            ::_exit(1); // it ended before that
#else
        Q_UNUSED(parent)
#endif
    }

    /// Does not wait.
    static void kill(QProcess *process)
    {
        const qint64 pid = process->processId();
        if (pid > 0 && ::kill(-pid_t(pid), SIGKILL) != 0)
            process->kill(); // it has not got round to begin()
    }
    void kill() const
    {
        kill(m_process);
    }

private:
    QProcess *const m_process;
};

} // namespace yardmaster
