#include <yardmaster/sleep.h>

#include <QCoroTimer>

#include <QTimer>

namespace yardmaster {

QCoro::Task<bool> sleepFor(TaskContextPtr context, std::chrono::milliseconds duration)
{
    QTimer timer;
    timer.setSingleShot(true);
    timer.start(duration);
    // Gone before the timer is; the request comes from another thread.
    const std::stop_callback onStop(context->stop, [&timer] {
        QMetaObject::invokeMethod(
            &timer, [&timer] { timer.start(0); }, Qt::QueuedConnection);
    });
    co_await timer;
    co_return !context->stop.stop_requested();
}

} // namespace yardmaster
