#pragma once

#include "models/session/readcontrol.h"

#include <QPointer>

#include <functional>
#include <memory>

namespace yardmaster {

/// Work that says what it finds while it goes on, on a thread of its own: it may wait for what
/// cannot be cancelled, such as a name server, and must not hold up a pool or the end of the
/// program. The last thing that the thread does is to let go of it.
class DetachedRun final : public std::enable_shared_from_this<DetachedRun>
{
public:
    using Work = std::function<void(DetachedRun &)>;

    /// GUI thread.
    /// @param context  what is posted is dropped when this is gone.
    /// @param onEnd  is posted when `work` has returned.
    [[nodiscard]] static std::shared_ptr<DetachedRun> start(QObject *context, Work work,
                                                            std::function<void()> onEnd);

    /// Nothing that was posted arrives afterwards; the work ends soon, unobserved. GUI thread.
    void cancel() { m_control.cancel(); }
    /// Whose cancelFlag() the work looks at, and by which its statements are cancelled.
    [[nodiscard]] ReadControl &control() { return m_control; }
    /// Makes the GUI thread call `call`. The thread that works.
    void post(std::function<void()> call);

private:
    explicit DetachedRun(QObject *context)
        : m_context(context)
    { }

    const QPointer<QObject> m_context; // looked at on the GUI thread only
    ReadControl m_control;
};

} // namespace yardmaster
