#pragma once

#include "worker/tasks/hostchild.h"

#include <QThread>

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

class QTimer;

namespace yardmaster {

/// What a task host has said so far, for somebody who listens later: up to a mebibyte. One thread.
class HostSayings
{
public:
    void addMessage(QByteArrayView text);
    void addLine(const QString &line, bool isError);
    /// Gives it to the handlers that a child would have called.
    void giveTo(const HostChild::Handlers &handlers) const;

private:
    struct Saying
    {
        QByteArray message; ///< null: a line
        QString line;
        bool isError;
    };

    [[nodiscard]] bool hasRoomFor(qsizetype bytes);

    std::vector<Saying> m_all;
    qsizetype m_bytes = 0;
};

/// A task host that has loaded its files, to find out which can be loaded, and waits for a worker.
/// It need not be started and load them again: the first jobs start sooner, and what modules do
/// when they are loaded is done once, as in graphile-worker. Where no job comes for a while, it
/// ends: a worker or window that has none to run is not to pay for it.
///
/// Its process dies with the thread that started it. So it has a thread of its own, for as long as
/// this object lives.
class SpareHost final
{
public:
    /// What the thread does first. @returns null: there is nothing to keep.
    using Load = std::function<std::unique_ptr<HostChild>(HostSayings *)>;

    /// Blocks until `load` has returned.
    /// @param kept  how long it waits to be adopted.
    /// @returns null if that is what `load` returned.
    [[nodiscard]] static std::unique_ptr<SpareHost> loaded(Load load,
                                                           std::chrono::milliseconds kept);
    /// Ends the process, unless it has been adopted: then it must have ended before.
    ~SpareHost();
    Q_DISABLE_COPY_MOVE(SpareHost)

    /// Moves it to the calling thread, which runs an event loop. Call it once.
    /// @returns null: it has ended meanwhile.
    [[nodiscard]] std::unique_ptr<HostChild> adopt(HostChild::Handlers handlers);
    /// It waits for longer, until it is not needed any more.
    void keepOn();
    /// Until it was adopted. Without what it says of loading.
    [[nodiscard]] const HostSayings &sayings() const { return m_sayings; }

private:
    class Thread;

    SpareHost();
    void listen();

    HostSayings m_sayings;              // of the thread, until adopt()
    std::unique_ptr<HostChild> m_child; // the same
    bool m_isOver = false;              // the same: it has ended, or is about to
    QTimer *m_patience = nullptr;       ///< lives on it
    std::unique_ptr<Thread> m_thread;
};

} // namespace yardmaster
