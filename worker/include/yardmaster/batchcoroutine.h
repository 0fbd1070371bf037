#pragma once

#include <yardmaster/batch.h>
#include <yardmaster/coroutinetask.h>

namespace yardmaster {

/// A coroutine for jobs whose payload is an array. `items`: the JSON text of each element, valid
/// for as long as the context is. The rest as with CoroutineFunction and BatchFunction.
using BatchCoroutine = std::function<QCoro::Task<BatchOutcome>(TaskContextPtr context,
                                                               std::vector<QByteArrayView> items)>;

/// A coroutine per job that splits the payload, awaits `handler`, and settles.
[[nodiscard]] CoroutineFunction batchCoroutine(BatchCoroutine handler);

namespace detail {

template <Payload T>
QCoro::Task<BatchOutcome> settleDecoded(DecodedBatch<T> batch, size_t count,
                                        QCoro::Task<BatchOutcome> task)
{
    BatchOutcome outcome = co_await task;
    co_return std::move(batch).settle(std::move(outcome), count);
}

inline QCoro::Task<BatchOutcome> ready(BatchOutcome outcome)
{
    co_return outcome;
}

} // namespace detail

/// A coroutine that gets its items decoded, see typedBatch().
template <Payload T>
[[nodiscard]] BatchCoroutine typedBatchCoroutine(
    std::function<QCoro::Task<BatchOutcome>(TaskContextPtr, std::vector<T>)> handler)
{
    return [handler = std::move(handler)](TaskContextPtr context,
                                          const std::vector<QByteArrayView> &items) {
        detail::DecodedBatch<T> batch(items);
        const size_t count = batch.decoded.size();
        QCoro::Task<BatchOutcome> task = batch.isHopeless()
            ? detail::ready({})
            : handler(std::move(context), std::move(batch.decoded));
        return detail::settleDecoded(std::move(batch), count, std::move(task));
    };
}

} // namespace yardmaster
