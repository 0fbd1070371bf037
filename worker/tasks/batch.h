#pragma once

#include "worker/tasks/payload.h"
#include "worker/tasks/task.h"

#include <variant>
#include <vector>

namespace yardmaster {

/// What became of one item of a batch: nothing to say, or why it failed
/// (`tl::make_unexpected(u"no such address"_s)`).
using ItemResult = tl::expected<void, QString>;

/// What became of a batch: one result per item, in their order, or one outcome for all of them.
/// Where some items failed, the job fails and keeps only those, in their order and byte for byte;
/// all others are done. A different number of results than items fails the job with its payload
/// kept: graphile-worker calls that a success, but then nobody does the items without a result.
using BatchOutcome = std::variant<TaskOutcome, std::vector<ItemResult>>;

/// A handler of jobs whose payload is an array. `items`: the JSON text of each element, valid for
/// the length of the run.
using BatchFunction
    = std::function<BatchOutcome(const TaskContext &, const std::vector<QByteArrayView> &items)>;

/// What `outcome` means for a job with these items.
[[nodiscard]] TaskOutcome settleBatch(const JobInfo &job, const std::vector<QByteArrayView> &items,
                                      BatchOutcome outcome);

/// Splits the payload, runs the handler, settles. A payload that is not an array is a failure.
[[nodiscard]] TaskOutcome runBatch(const TaskContext &context, const BatchFunction &handler);

/// A handler that gets its items decoded. Items that cannot be decoded fail by themselves, with the
/// reason; the handler sees, and answers for, the others.
template <Payload T>
[[nodiscard]] BatchFunction
typedBatch(std::function<BatchOutcome(const TaskContext &, const std::vector<T> &)> handler)
{
    return [handler = std::move(handler)](const TaskContext &context,
                                          const std::vector<QByteArrayView> &items) {
        std::vector<T> decoded;
        std::vector<ItemResult> results(items.size());
        for (size_t i = 0; i < items.size(); ++i) {
            if (tl::expected<T, QString> item = readPayload<T>(items[i]))
                decoded.push_back(*std::move(item));
            else
                results[i] = tl::make_unexpected(
                    QStringLiteral("item %1 cannot be read: %2").arg(i).arg(item.error()));
        }
        if (decoded.empty() && !items.empty())
            return BatchOutcome(std::move(results));
        BatchOutcome outcome = handler(context, decoded);
        if (const auto *whole = std::get_if<TaskOutcome>(&outcome);
            whole && (whole->kind != TaskOutcome::Kind::Success || decoded.size() == items.size()))
            return outcome;
        // Success of all it saw is a list of successes.
        auto *answers = std::get_if<std::vector<ItemResult>>(&outcome);
        if (answers && answers->size() != decoded.size())
            return outcome;
        size_t next = 0;
        for (ItemResult &result : results) {
            if (!result)
                continue;
            if (answers)
                result = std::move((*answers)[next]);
            ++next;
        }
        return BatchOutcome(std::move(results));
    };
}

} // namespace yardmaster
