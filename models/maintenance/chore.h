#pragma once

#include "models/backgroundsession.h"
#include "models/jobs/readcontrol.h"

#include <QFutureWatcher>
#include <QObject>

namespace yardmaster {

/// One piece of work at a time, done in the background because somebody asked for it: it takes as
/// long as it takes, and can be cancelled. Destroying it cancels.
///
///   Idle ──run()──> Busy ──done, failed, cancel()──> Idle
///
/// GUI thread; never blocks.
class Chore final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Chore)

public:
    /// @param purpose  see Session::open().
    Chore(ConnectionSettings connection, QString purpose, QObject *parent = nullptr);
    ~Chore() override;

    [[nodiscard]] bool isBusy() const { return m_control != nullptr; }
    /// The server process at work; 0 if none is yet. To look its progress up.
    [[nodiscard]] int backendPid() const { return m_pid ? m_pid->load() : 0; }

    /// Does nothing while busy. @param work  runs on the background thread, without the time limits
    /// that the role is used to.   @param then  gets its answer on this thread, unless this object
    /// is gone; an error of Kind::Cancelled after cancel().
    template <typename T>
    void run(std::function<Result<T>(Session &)> work, std::function<void(const Result<T> &)> then)
    {
        if (isBusy())
            return;
        m_control = std::make_shared<ReadControl>();
        m_pid = std::make_shared<std::atomic<int>>(0);
        auto *watcher = new QFutureWatcher<Result<T>>(this);
        connect(watcher, &QFutureWatcherBase::finished, this,
                [this, watcher, then = std::move(then)] {
                    watcher->deleteLater();
                    m_control.reset();
                    m_pid.reset();
                    if (watcher->future().resultCount() > 0)
                        then(watcher->result());
                    Q_EMIT changed();
                });
        watcher->setFuture(m_session.run<T>([work = std::move(work), control = m_control,
                                             pid = m_pid](Session &session) {
            pid->store(session.backendPid());
            auto answer
                = begin(session, *control).and_then([&]() -> Result<T> { return work(session); });
            end(*control);
            pid->store(0);
            return answer;
        }));
        Q_EMIT changed();
    }

    void cancel();

Q_SIGNALS:
    /// It has begun or ended.
    void changed();

private:
    [[nodiscard]] static Result<void> begin(Session &session, ReadControl &control);
    static void end(ReadControl &control);

    BackgroundSession m_session;
    ReadControlPtr m_control; // of the work under way
    std::shared_ptr<std::atomic<int>> m_pid;
};

} // namespace yardmaster
