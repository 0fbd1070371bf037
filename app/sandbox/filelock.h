#pragma once

#include "app/sandbox/serveraccount.h"

#include <QString>

#include <chrono>

#include <tl/expected.hpp>

namespace yardmaster {

/// An flock() on a file that is made if absent and never removed. The kernel releases it when the
/// process dies, however it dies. Move-only; two objects exclude each other even within one
/// process. Any thread, one at a time.
class FileLock final
{
public:
    enum class Mode { Shared, Exclusive };

    /// Opens without locking. The file gets `owner` as its owner.
    [[nodiscard]] static tl::expected<FileLock, QString> open(const QString &path,
                                                              const ServerAccount &owner);
    FileLock(FileLock &&other) noexcept;
    FileLock &operator=(FileLock &&other) noexcept;
    ~FileLock();

    /// Takes the lock, or changes its mode. @returns whether that was possible at once; if not,
    /// no lock is held.
    [[nodiscard]] bool tryLock(Mode mode);
    /// Blocks until locked, at most for `patience`. @returns whether it is.
    [[nodiscard]] bool lock(Mode mode, std::chrono::milliseconds patience);
    void unlock();

    /// Close-on-exec, so child processes do not hold the lock unless they are meant to.
    [[nodiscard]] int descriptor() const { return m_descriptor; }

private:
    explicit FileLock(int descriptor);

    int m_descriptor;
};

} // namespace yardmaster
