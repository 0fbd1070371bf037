#pragma once

#include <QFutureWatcher>

#include <utility>

namespace yardmaster {

/// Hands what `future` brings to `then`, on the thread of `context`, unless that has gone by then
/// or the future ends without a result.
template <typename T, typename Then>
void deliver(const QFuture<T> &future, QObject *context, Then then)
{
    // QFuture::then() with a context asserts in Qt 6.4 if the context is gone.
    auto *watcher = new QFutureWatcher<T>(context);
    QObject::connect(watcher, &QFutureWatcherBase::finished, context,
                     [watcher, then = std::move(then)]() mutable {
                         watcher->deleteLater();
                         if (watcher->future().resultCount() > 0)
                             then(watcher->result());
                     });
    watcher->setFuture(future);
}

} // namespace yardmaster
