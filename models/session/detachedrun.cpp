#include "models/session/detachedrun.h"

#include <QCoreApplication>
#include <QThread>

namespace yardmaster {

std::shared_ptr<DetachedRun> DetachedRun::start(QObject *context, Work work,
                                                std::function<void()> onEnd)
{
    const std::shared_ptr<DetachedRun> run(new DetachedRun(context));
    QThread *thread
        = QThread::create([run, work = std::move(work), onEnd = std::move(onEnd)]() mutable {
              work(*run);
              run->post(std::move(onEnd));
          });
    QObject::connect(thread, &QThread::finished, thread, &QObject::deleteLater);
    thread->start();
    return run;
}

void DetachedRun::post(std::function<void()> call)
{
    QMetaObject::invokeMethod(
        QCoreApplication::instance(),
        [self = shared_from_this(), call = std::move(call)] {
            if (self->m_context && !self->m_control.isCancelled())
                call();
        },
        Qt::QueuedConnection);
}

} // namespace yardmaster
