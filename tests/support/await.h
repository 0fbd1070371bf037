#pragma once

#include <QCoroTask>
#include <QEventLoop>
#include <QTimer>

#include <chrono>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <variant>

namespace yardmaster::test {

namespace detail {

template <typename T> struct Awaited
{
    std::optional<std::conditional_t<std::is_void_v<T>, std::monostate, T>> value;
    std::exception_ptr exception;
    QEventLoop loop;

    [[nodiscard]] bool isDone() const { return value || exception; }
};

/// Keeps the state alive on its own: after a timeout the task may still resume.
template <typename T> QCoro::Task<> store(QCoro::Task<T> task, std::shared_ptr<Awaited<T>> state)
{
    try {
        if constexpr (std::is_void_v<T>) {
            co_await task;
            state->value.emplace();
        } else {
            state->value.emplace(co_await task);
        }
    } catch (...) {
        state->exception = std::current_exception();
    }
    state->loop.quit();
}

} // namespace detail

/// Runs the calling thread's event loop until `task` has ended, and returns its result; what the
/// task throws is thrown here. A task that never resumes is an exception after `timeout`, which
/// Qt Test reports as a failure, where QCoro::waitFor() would hang.
template <typename T>
T await(QCoro::Task<T> task, std::chrono::milliseconds timeout = std::chrono::seconds(60))
{
    auto state = std::make_shared<detail::Awaited<T>>();
    QCoro::Task<> runner = detail::store(std::move(task), state);
    if (!state->isDone()) {
        QTimer::singleShot(timeout, &state->loop, &QEventLoop::quit);
        state->loop.exec();
    }
    if (state->exception)
        std::rethrow_exception(state->exception);
    if (!state->value)
        throw std::runtime_error("the task did not end in time");
    if constexpr (!std::is_void_v<T>)
        return *std::move(state->value);
}

} // namespace yardmaster::test
