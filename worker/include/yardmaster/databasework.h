#pragma once

#include <yardmaster/job.h>
#include <yardmaster/jobservices.h>

#include <QPromise>

#include <memory>
#include <optional>
#include <type_traits>

namespace yardmaster {

namespace detail {

template <typename T> struct AsResult
{
    using Type = Result<T>;
};
template <typename T> struct AsResult<Result<T>>
{
    using Type = Result<T>;
};

} // namespace detail

/// What TaskContext::withDatabase() makes of what `Work` returns: a Result stays one.
template <typename Work>
using WorkResult = typename detail::AsResult<
    std::decay_t<std::invoke_result_t<std::decay_t<Work> &, JobDatabase &>>>::Type;

namespace detail {

template <typename Work>
[[nodiscard]] WorkResult<Work> withDatabase(JobServices &services, const Job &job, Work &&work)
{
    using Answer = std::invoke_result_t<std::decay_t<Work> &, JobDatabase &>;
    std::optional<WorkResult<Work>> answer;
    const Result<void> done = services.withDatabase(job, [&](JobDatabase &database) {
        if constexpr (std::is_void_v<Answer>) {
            work(database);
            answer.emplace();
        } else {
            answer.emplace(work(database));
        }
    });
    // An error of `work` comes first: the open transaction is a consequence of it.
    if (!done && (!answer || answer->has_value()))
        return tl::make_unexpected(done.error());
    return *std::move(answer);
}

template <typename Work>
[[nodiscard]] QFuture<WorkResult<Work>> withDatabaseAsync(JobServices &services, const Job &job,
                                                          Work work)
{
    // std::function must be copyable; and the job may be gone before the thread runs it.
    struct Pending
    {
        Work work;
        Job job;
        QPromise<WorkResult<Work>> promise{};
    };
    const auto pending = std::make_shared<Pending>(Pending{std::move(work), job});
    pending->promise.start();
    QFuture<WorkResult<Work>> future = pending->promise.future();
    services.post([pending](JobServices &there) {
        try {
            pending->promise.addResult(withDatabase(there, pending->job, pending->work));
        } catch (...) {
            pending->promise.setException(std::current_exception());
        }
        pending->promise.finish();
    });
    return future;
}

} // namespace detail

} // namespace yardmaster
