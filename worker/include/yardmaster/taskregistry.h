#pragma once

#include <yardmaster/batchcoroutine.h>
#include <yardmaster/taskoptions.h>

#include <QHash>
#include <QSet>
#include <QStringList>

namespace yardmaster {

class TaskRegistry;
struct WatchedTasks;

/// Registers several handlers at once: what a library of handlers exports.
///     void registerMailTasks(TaskRegistry &registry);
using TaskModule = std::function<void(TaskRegistry &)>;

/// Which executor runs which task identifier, and the state handlers share. Filled on one thread
/// before the worker starts, then shared read-only between threads.
///
/// Where executors of different sources claim one identifier, C++ comes before plugins before files
/// and there is a warning. Two of one source are a problem: the first stays, and the registry must
/// not be used; check problems() before starting a worker.
class TaskRegistry final
{
public:
    /// In the order of precedence.
    enum class Source { Cpp, Plugin, File };

    struct Entry
    {
        std::shared_ptr<const TaskExecutor> executor;
        TaskOptions options;
        Source source = Source::Cpp;
        QString origin; ///< for messages: "C++ handler", "executable tasks/hello"
    };

    /// A handler called with every job of the task.
    /// @param identifier  1..128 characters.
    void add(const QString &identifier, TaskFunction handler, TaskOptions options = {});
    /// A handler that gets the payload decoded: `TaskOutcome(const TaskContext &, const T &)`. A
    /// payload that is no T fails the job with the reason.
    template <Payload T, typename Handler>
    void add(const QString &identifier, Handler handler, TaskOptions options = {});

    /// The same for a type that names its task, `static constexpr QLatin1StringView identifier`.
    template <Payload T, typename Handler>
    requires requires { QString(T::identifier); }
    void add(Handler handler, TaskOptions options = {})
    {
        add<T>(QString(T::identifier), std::move(handler), std::move(options));
    }

    /// A handler of jobs whose payload is an array, see BatchOutcome.
    void addBatch(const QString &identifier, BatchFunction handler, TaskOptions options = {});
    /// `BatchOutcome(const TaskContext &, const std::vector<T> &)`.
    template <Payload T, typename Handler>
    void addBatch(const QString &identifier, Handler handler, TaskOptions options = {});

    /// A coroutine, see CoroutineFunction.
    void addCoroutine(const QString &identifier, CoroutineFunction handler,
                      TaskOptions options = {});
    /// `QCoro::Task<TaskOutcome>(TaskContextPtr, T)`.
    template <Payload T, typename Handler>
    void addCoroutine(const QString &identifier, Handler handler, TaskOptions options = {});

    /// A coroutine for jobs whose payload is an array, see BatchCoroutine.
    void addBatchCoroutine(const QString &identifier, BatchCoroutine handler,
                           TaskOptions options = {});
    /// `QCoro::Task<BatchOutcome>(TaskContextPtr, std::vector<T>)`.
    template <Payload T, typename Handler>
    void addBatchCoroutine(const QString &identifier, Handler handler, TaskOptions options = {});

    /// Any executor.
    void addExecutor(const QString &identifier, std::shared_ptr<const TaskExecutor> executor,
                     TaskOptions options = {});

    /// Removes executors, and with them the warnings.
    void
    removeIf(const std::function<bool(const QString &identifier, const Entry &entry)> &isUnwanted);

    void addModule(const TaskModule &module) { module(*this); }
    /// Handlers that `module` adds have this source. `origin` is for messages; empty: the
    /// executor's own description.
    void addFrom(Source source, const QString &origin, const TaskModule &module);

    /// An object every handler finds by its type, see TaskContext::find(). Replaces another one of
    /// the same type.
    template <typename T> void share(std::shared_ptr<T> object) { m_shared.set(std::move(object)); }
    [[nodiscard]] const SharedState &shared() const { return m_shared; }

    /// Null if there is none. The pointer stays valid until something is added.
    [[nodiscard]] const Entry *entry(const QString &identifier) const;
    [[nodiscard]] const TaskExecutor *find(const QString &identifier) const;
    /// Sorted.
    [[nodiscard]] QStringList identifiers() const;
    /// Those whose executors are asynchronous.
    [[nodiscard]] QSet<QString> asynchronous() const;
    /// Whether some executor has TaskExecutor::usesColumns().
    [[nodiscard]] bool usesColumns() const;
    [[nodiscard]] bool isEmpty() const { return m_entries.isEmpty(); }

    /// The folder that it is loaded from again while a worker runs; null: it is not.
    [[nodiscard]] const std::shared_ptr<const WatchedTasks> &watched() const { return m_watched; }
    void setWatched(std::shared_ptr<const WatchedTasks> watched) { m_watched = std::move(watched); }

    /// Sentences about what must be put right before a worker starts.
    [[nodiscard]] const QStringList &problems() const { return m_problems; }
    /// Sentences about executors that are not used.
    [[nodiscard]] const QStringList &warnings() const { return m_warnings; }

private:
    QHash<QString, Entry> m_entries;
    SharedState m_shared;
    std::shared_ptr<const WatchedTasks> m_watched;
    Source m_source = Source::Cpp; ///< of what is being added
    QString m_origin;
    QStringList m_problems;
    QStringList m_warnings;
};

template <Payload T, typename Handler>
void TaskRegistry::add(const QString &identifier, Handler handler, TaskOptions options)
{
    add(identifier,
        TaskFunction([handler = std::move(handler)](const TaskContext &context) -> TaskOutcome {
            const tl::expected<T, QString> payload = readPayload<T>(context.job.payload);
            if (!payload)
                return TaskOutcome::failure(
                    QStringLiteral("The payload cannot be read: %1").arg(payload.error()));
            return handler(context, *payload);
        }),
        std::move(options));
}

template <Payload T, typename Handler>
void TaskRegistry::addBatch(const QString &identifier, Handler handler, TaskOptions options)
{
    addBatch(identifier, typedBatch<T>(std::move(handler)), std::move(options));
}

template <Payload T, typename Handler>
void TaskRegistry::addBatchCoroutine(const QString &identifier, Handler handler,
                                     TaskOptions options)
{
    addBatchCoroutine(identifier, typedBatchCoroutine<T>(std::move(handler)), std::move(options));
}

namespace detail {

inline QCoro::Task<TaskOutcome> unreadable(QString error)
{
    co_return TaskOutcome::failure(QStringLiteral("The payload cannot be read: %1").arg(error));
}

} // namespace detail

template <Payload T, typename Handler>
void TaskRegistry::addCoroutine(const QString &identifier, Handler handler, TaskOptions options)
{
    // Not a coroutine itself, so that nothing but the handler's own frame has to live on.
    addCoroutine(identifier,
                 CoroutineFunction([handler = std::move(handler)](TaskContextPtr context) {
                     tl::expected<T, QString> payload = readPayload<T>(context->job.payload);
                     if (!payload)
                         return detail::unreadable(payload.error());
                     return handler(std::move(context), *std::move(payload));
                 }),
                 std::move(options));
}

} // namespace yardmaster
