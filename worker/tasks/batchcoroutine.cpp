#include <yardmaster/batchcoroutine.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QCoro::Task<TaskOutcome> settleLater(TaskContextPtr context, std::vector<QByteArrayView> items,
                                     QCoro::Task<BatchOutcome> task)
{
    BatchOutcome outcome = co_await task;
    co_return settleBatch(context->job.info, items, std::move(outcome));
}

QCoro::Task<TaskOutcome> refuse(TaskContextPtr context)
{
    co_return notABatch(context->job.info);
}

} // namespace

CoroutineFunction batchCoroutine(BatchCoroutine handler)
{
    // Not a coroutine itself, so that its captures need not live on.
    return [handler = std::move(handler)](TaskContextPtr context) {
        const auto items = splitJsonArray(context->job.payload);
        if (!items)
            return refuse(std::move(context));
        QCoro::Task<BatchOutcome> task = handler(context, *items);
        return settleLater(std::move(context), *items, std::move(task));
    };
}

} // namespace yardmaster
