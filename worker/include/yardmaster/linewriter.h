#pragma once

#include <QByteArray>
#include <QString>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>

#include <tl/expected.hpp>

namespace yardmaster {

/// Appends lines to a file, pipe or terminal from any thread, on a thread of its own: a single line
/// is written at once, a flood in large chunks. An error never ends the program:
///
///   Writing ──buffer full for too long──> Stalled   one warning; lines are left out and counted
///      ^ │ └──disk full, I/O error─────────> │      instead of waiting; tried again all the time
///      │ └────reader gone──> Closed          │      (a full disk: every second). When it works
///      └─────────────────────────────────────┘      again, a line says how many are missing.
///   Closed: one warning, nothing is written any more.
///
/// A line is written whole, also where the disk was full in the middle of it.
class LineWriter final
{
public:
    struct Limits
    {
        qsizetype buffer = 4 * 1024 * 1024;       ///< bytes waiting at most
        std::chrono::milliseconds patience{2000}; ///< with a full buffer, and at the end
        std::chrono::milliseconds retry{1000};    ///< between tries to write to a full disk
    };

    /// Makes the line that reports how many lines were left out.
    using Gap = std::function<QByteArray(qint64 lines)>;

    /// @param path  appended to and created if missing; "-" is standard output. A named pipe needs
    ///              a reader already.
    /// @returns one sentence if it cannot be opened.
    [[nodiscard]] static tl::expected<std::unique_ptr<LineWriter>, QString>
    open(const QString &path, Gap gap);
    /// Writes to `file`, and closes it at the end if `owns`. `name` is for the log.
    LineWriter(int file, bool owns, QString name, Gap gap, Limits limits);
    /// Writes the buffer; gives up after Limits::patience if the other end does not read.
    ~LineWriter();
    LineWriter(const LineWriter &) = delete;
    LineWriter &operator=(const LineWriter &) = delete;

    /// Any thread. Where the destination is slower than the writers, and the buffer full, this
    /// waits, Limits::patience at most. @param line  with its newline.
    void write(const QByteArray &line);

private:
    void run(const std::stop_token &stop);
    /// Waits for lines. @returns false at the end.
    [[nodiscard]] bool refill(const std::stop_token &stop, QByteArray *chunk);
    /// @returns false if writing has failed for good.
    [[nodiscard]] bool writeOut(const std::stop_token &stop, QByteArray *chunk);
    void onFailed(int error, QByteArray *chunk);
    /// Caller holds the mutex. Warns once.
    void stall(const QString &why);
    void recover();

    const int m_file;
    const bool m_owns;
    const QString m_name;
    const Gap m_gap;
    const Limits m_limits;
    bool m_isRegular = false; ///< a file: poll() says nothing about it
    bool m_isMidLine = false; ///< writer's thread: the last byte written was no newline
    qint64 m_gapTold = 0;     ///< writer's thread: lines the chunk's last line calls missing

    std::mutex m_mutex; // guards the four below
    QByteArray m_buffer;
    qint64 m_leftOut = 0;
    bool m_isStalled = false; ///< do not wait for room
    bool m_isClosed = false;
    std::condition_variable_any m_filled;
    std::condition_variable m_emptied;

    std::jthread m_thread;
};

} // namespace yardmaster
