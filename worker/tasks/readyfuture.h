#pragma once

#include <QPromise>

namespace yardmaster {

/// A future that is done: Qt's own name for it changes with 6.6.
template <typename T> [[nodiscard]] QFuture<T> readyFuture(T value)
{
    QPromise<T> promise;
    promise.start();
    promise.addResult(std::move(value));
    promise.finish();
    return promise.future();
}

} // namespace yardmaster
