#include "app/processone.h"

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>

#include <sys/wait.h>
#include <unistd.h>

namespace yardmaster {

namespace {

constexpr int kSignalBase = 128; // as shells report a death by a signal

/// Waits for all that have ended. @returns the exit code of `child`, if it is among them.
std::optional<int> reap(pid_t child)
{
    std::optional<int> code;
    int status = 0;
    for (pid_t ended = 0; (ended = ::waitpid(-1, &status, WNOHANG)) > 0;) {
        if (ended == child)
            code = WIFSIGNALED(status) ? kSignalBase + WTERMSIG(status) : WEXITSTATUS(status);
    }
    return code;
}

} // namespace

std::optional<int> superviseAsProcessOne()
{
    if (::getpid() != 1)
        return std::nullopt;
    std::signal(SIGCHLD, SIG_DFL); // inherited as ignored, it would never tell of the child's end
    // Blocked before the child exists, so that none is lost; taken one by one below.
    sigset_t all;
    sigset_t before;
    ::sigfillset(&all);
    ::sigprocmask(SIG_SETMASK, &all, &before);
    const pid_t child = ::fork();
    if (child <= 0) { // the child; or there can be none, and the program runs as it is
        if (const char *watched = std::getenv("WATCHDOG_PID");
            child == 0 && watched && std::strcmp(watched, "1") == 0)
            ::setenv("WATCHDOG_PID", std::to_string(::getpid()).c_str(), 1);
        ::sigprocmask(SIG_SETMASK, &before, nullptr);
        return std::nullopt;
    }
    for (;;) {
        siginfo_t info{};
        const int signal = ::sigwaitinfo(&all, &info);
        if (signal == SIGCHLD) {
            if (const auto code = reap(child))
                return code;
        } else if (signal > 0 && info.si_code != SI_KERNEL) { // a terminal tells the child, too
            ::kill(child, signal);
        }
    }
}

} // namespace yardmaster
