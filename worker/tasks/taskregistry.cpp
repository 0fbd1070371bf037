#include <yardmaster/taskregistry.h>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

class FunctionTask final : public TaskExecutor
{
public:
    explicit FunctionTask(TaskFunction function, QString what)
        : m_function(std::move(function))
        , m_what(std::move(what))
    { }

    TaskOutcome run(const TaskContext &context) const override { return m_function(context); }
    QString describe() const override { return m_what; }

private:
    TaskFunction m_function;
    QString m_what;
};

} // namespace

void TaskRegistry::add(const QString &identifier, TaskFunction handler, TaskOptions options)
{
    addExecutor(identifier, std::make_shared<FunctionTask>(std::move(handler), u"C++ handler"_s),
                std::move(options));
}

void TaskRegistry::addBatch(const QString &identifier, BatchFunction handler, TaskOptions options)
{
    const TaskFunction function = [handler = std::move(handler)](const TaskContext &context) {
        return runBatch(context, handler);
    };
    addExecutor(identifier, std::make_shared<FunctionTask>(function, u"C++ batch handler"_s),
                std::move(options));
}

void TaskRegistry::addCoroutine(const QString &identifier, CoroutineFunction handler,
                                TaskOptions options)
{
    addExecutor(identifier, std::make_shared<CoroutineTask>(std::move(handler)),
                std::move(options));
}

void TaskRegistry::addBatchCoroutine(const QString &identifier, BatchCoroutine handler,
                                     TaskOptions options)
{
    addCoroutine(identifier, batchCoroutine(std::move(handler)), std::move(options));
}

void TaskRegistry::addExecutor(const QString &identifier,
                               std::shared_ptr<const TaskExecutor> executor, TaskOptions options)
{
    const QString what = executor->describe();
    Entry entry{std::move(executor), std::move(options), m_source,
                m_origin.isEmpty() ? what : m_origin};
    if (identifier.isEmpty() || identifier.size() > 128) {
        m_problems << u"'%1' cannot be a task identifier; it must have 1 to 128 characters"_s.arg(
            identifier);
        return;
    }
    const auto it = m_entries.find(identifier);
    if (it == m_entries.end()) {
        m_entries.insert(identifier, entry);
        return;
    }
    if (it->source == entry.source) {
        m_problems << u"the task '%1' is served twice: by %2 and by %3; remove or rename one"_s.arg(
            identifier, it->origin, entry.origin);
        return;
    }
    if (entry.source < it->source)
        std::swap(*it, entry);
    m_warnings << u"%1 is ignored: %2 serves the task '%3'"_s.arg(entry.origin, it->origin,
                                                                  identifier);
}

void TaskRegistry::removeIf(
    const std::function<bool(const QString &identifier, const Entry &entry)> &isUnwanted)
{
    m_entries.removeIf([&](const auto &it) { return isUnwanted(it.key(), it.value()); });
    m_warnings.clear();
}

void TaskRegistry::addFrom(Source source, const QString &origin, const TaskModule &module)
{
    const Source outerSource = std::exchange(m_source, source);
    const QString outerOrigin = std::exchange(m_origin, origin);
    module(*this);
    m_source = outerSource;
    m_origin = outerOrigin;
}

const TaskRegistry::Entry *TaskRegistry::entry(const QString &identifier) const
{
    const auto it = m_entries.constFind(identifier);
    return it == m_entries.constEnd() ? nullptr : &*it;
}

const TaskExecutor *TaskRegistry::find(const QString &identifier) const
{
    const Entry *found = entry(identifier);
    return found ? found->executor.get() : nullptr;
}

QStringList TaskRegistry::identifiers() const
{
    QStringList identifiers = m_entries.keys();
    std::sort(identifiers.begin(), identifiers.end());
    return identifiers;
}

QSet<QString> TaskRegistry::asynchronous() const
{
    QSet<QString> identifiers;
    for (auto it = m_entries.begin(); it != m_entries.end(); ++it) {
        if (it->executor->mode() == TaskExecutor::Mode::Asynchronous)
            identifiers.insert(it.key());
    }
    return identifiers;
}

bool TaskRegistry::usesColumns() const
{
    return std::ranges::any_of(m_entries,
                               [](const Entry &entry) { return entry.executor->usesColumns(); });
}

} // namespace yardmaster
