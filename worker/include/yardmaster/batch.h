#pragma once

#include <yardmaster/payload.h>
#include <yardmaster/task.h>

#include <variant>
#include <vector>

namespace yardmaster {

/// The result of one item of a batch: success, or an error: `tl::make_unexpected(u"no such
/// address"_s)`.
using ItemResult = tl::expected<void, QString>;

/// The result of a batch: one result per item, in the items' order, or one outcome for all of them.
/// Where some items failed, the job fails and keeps only those, in their order and byte for byte;
/// all others are done. If the number of results differs from the number of items, the job fails
/// and its payload is kept: graphile-worker treats that as a success, but then the items without a
/// result are lost.
using BatchOutcome = std::variant<TaskOutcome, std::vector<ItemResult>>;

/// A handler of jobs whose payload is an array. `items`: the JSON text of each element, valid for
/// the length of the run.
using BatchFunction
    = std::function<BatchOutcome(const TaskContext &, const std::vector<QByteArrayView> &items)>;

/// What `outcome` means for a job with these items.
[[nodiscard]] TaskOutcome settleBatch(const JobInfo &job, const std::vector<QByteArrayView> &items,
                                      BatchOutcome outcome);

/// The outcome of a job of a batch task whose payload is not an array.
[[nodiscard]] TaskOutcome notABatch(const JobInfo &job);

/// Splits the payload, runs the handler, settles. A payload that is not an array is a failure.
[[nodiscard]] TaskOutcome runBatch(const TaskContext &context, const BatchFunction &handler);

namespace detail {

/// A batch of which a handler sees only what can be decoded.
template <Payload T> class DecodedBatch final
{
public:
    explicit DecodedBatch(const std::vector<QByteArrayView> &items)
        : m_results(items.size())
    {
        for (size_t i = 0; i < items.size(); ++i) {
            if (tl::expected<T, QString> item = readPayload<T>(items[i]))
                decoded.push_back(*std::move(item));
            else
                m_results[i] = tl::make_unexpected(
                    QStringLiteral("item %1 cannot be read: %2").arg(i).arg(item.error()));
        }
    }

    std::vector<T> decoded;

    /// There are items, but none for the handler.
    [[nodiscard]] bool isHopeless() const { return decoded.empty() && !m_results.empty(); }
    /// The outcome of the whole batch, where `outcome` is that of the `count` decoded items.
    [[nodiscard]] BatchOutcome settle(BatchOutcome &&outcome, size_t count) &&
    {
        if (const auto *whole = std::get_if<TaskOutcome>(&outcome);
            whole && (whole->kind != TaskOutcome::Kind::Success || count == m_results.size()))
            return std::move(outcome);
        // One success for all items stands for a list of successes.
        auto *answers = std::get_if<std::vector<ItemResult>>(&outcome);
        if (answers && answers->size() != count)
            return std::move(outcome);
        size_t next = 0;
        for (ItemResult &result : m_results) {
            if (!result)
                continue;
            if (answers)
                result = std::move((*answers)[next]);
            ++next;
        }
        return BatchOutcome(std::move(m_results));
    }

private:
    std::vector<ItemResult> m_results; // an error for what could not be decoded
};

} // namespace detail

/// A handler that gets its items decoded. Items that cannot be decoded fail with the reason; the
/// handler sees only the others, and returns results for those.
template <Payload T>
[[nodiscard]] BatchFunction
typedBatch(std::function<BatchOutcome(const TaskContext &, const std::vector<T> &)> handler)
{
    return [handler = std::move(handler)](const TaskContext &context,
                                          const std::vector<QByteArrayView> &items) {
        detail::DecodedBatch<T> batch(items);
        const size_t count = batch.decoded.size();
        BatchOutcome outcome;
        if (!batch.isHopeless())
            outcome = handler(context, batch.decoded);
        return std::move(batch).settle(std::move(outcome), count);
    };
}

} // namespace yardmaster
