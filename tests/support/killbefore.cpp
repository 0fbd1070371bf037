// Preloaded into a process that is to die at a step of the tester's choice: kills it before the
// n-th call, counted from killBefore(n) on, that would leave something behind on the disk or be
// heard by the server.

#include <atomic>
#include <csignal>

#include <dlfcn.h>
#include <sys/socket.h>
#include <unistd.h>

namespace {

std::atomic<long> left{-1}; // calls; below 0: it is not to die

void count()
{
    if (left.load() > 0 && --left == 0)
        ::raise(SIGKILL);
}

template <typename Function> Function *next(const char *name)
{
    return reinterpret_cast<Function *>(::dlsym(RTLD_NEXT, name));
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

KILL_BEFORE(ssize_t, write, (int file, const void *data, size_t size), (file, data, size))
KILL_BEFORE(ssize_t, send, (int socket, const void *data, size_t size, int flags),
            (socket, data, size, flags))
KILL_BEFORE(int, fsync, (int file), (file))
KILL_BEFORE(int, fdatasync, (int file), (file))
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
