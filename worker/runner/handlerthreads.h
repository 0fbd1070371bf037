#pragma once

#include <QObject>

#include <memory>

class QThread;
class QThreadPool;

namespace yardmaster {

/// Where handlers run: a pool, and where there are asynchronous tasks an executor thread with an
/// event loop. Made and destroyed on one thread.
class HandlerThreads final
{
public:
    HandlerThreads(int concurrency, bool hasAsynchronous);
    /// Waits 0.3 s for each; a handler that blocks longer is left behind on its thread.
    ~HandlerThreads();
    Q_DISABLE_COPY_MOVE(HandlerThreads)

    [[nodiscard]] QThreadPool *pool() const { return m_pool.get(); }
    /// Lives on the executor thread; null without one.
    [[nodiscard]] QObject *loop() const { return m_loop; }
    /// Destroys what tasks keep on the executor thread for further runs, such as task hosts. Not
    /// while there are any. Any thread; does not block.
    void clearLoop() const;

private:
    std::unique_ptr<QThreadPool> m_pool;
    std::unique_ptr<QThread> m_executing;
    QObject *m_loop = nullptr; // deleted when its thread ends
};

} // namespace yardmaster
