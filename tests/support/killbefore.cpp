// Preloaded into a process to be killed at a chosen step: kills it before the n-th call, counted
// from killBefore(n) on, that writes to the disk or sends to the server. Or records those calls,
// from traceTo() on.

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <string>

#include <dlfcn.h>
#include <sys/socket.h>
#include <unistd.h>

namespace {

std::atomic<long> left{-1}; // calls; below 0: it is not to die
std::atomic<int> trace{-1}; // a file; below 0: nothing is written down

void count()
{
    if (left.load() > 0 && --left == 0)
        ::raise(SIGKILL);
}

template <typename Function> Function *next(const char *name)
{
    return reinterpret_cast<Function *>(::dlsym(RTLD_NEXT, name));
}

std::string nameOf(int file)
{
    std::array<char, 4096> name{};
    const std::string link = "/proc/self/fd/" + std::to_string(file);
    const ssize_t size = ::readlink(link.c_str(), name.data(), name.size());
    return {name.data(), size_t(std::max<ssize_t>(0, size))};
}

/// One line: what was done, to which file, with which data.
void note(const char *what, const std::string &target, const void *data = nullptr, size_t size = 0)
{
    if (trace.load() < 0)
        return;
    std::string text(static_cast<const char *>(data), size);
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, ' ');
    const std::string line = what + (' ' + target) + ' ' + text + '\n';
    static auto *const original = next<ssize_t(int, const void *, size_t)>("write");
    (void)original(trace.load(), line.data(), line.size());
}

} // namespace

#define KILL_BEFORE(result, name, parameters, arguments)                                           \
    result name parameters                                                                         \
    {                                                                                              \
        static auto *const original = next<result parameters>(#name);                              \
        count();                                                                                   \
        return original arguments;                                                                 \
    }

extern "C" {

void killBefore(long call)
{
    left = call;
}

void traceTo(int file)
{
    trace = file;
}

ssize_t write(int file, const void *data, size_t size)
{
    static auto *const original = next<ssize_t(int, const void *, size_t)>("write");
    count();
    const ssize_t written = original(file, data, size);
    note("write", nameOf(file), data, size);
    return written;
}

ssize_t send(int socket, const void *data, size_t size, int flags)
{
    static auto *const original = next<ssize_t(int, const void *, size_t, int)>("send");
    count();
    note("send", {}, data, size);
    return original(socket, data, size, flags);
}

int fdatasync(int file)
{
    static auto *const original = next<int(int)>("fdatasync");
    count();
    const int done = original(file);
    note("sync", nameOf(file));
    return done;
}

KILL_BEFORE(int, fsync, (int file), (file))
KILL_BEFORE(int, ftruncate64, (int file, off64_t size), (file, size))
KILL_BEFORE(int, rename, (const char *from, const char *to), (from, to))
KILL_BEFORE(int, renameat2,
            (int fromFolder, const char *from, int toFolder, const char *to, unsigned flags),
            (fromFolder, from, toFolder, to, flags))
KILL_BEFORE(int, linkat,
            (int fromFolder, const char *from, int toFolder, const char *to, int flags),
            (fromFolder, from, toFolder, to, flags))
KILL_BEFORE(int, unlink, (const char *path), (path))

} // extern "C"
