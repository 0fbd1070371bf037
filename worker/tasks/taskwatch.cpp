#include "worker/tasks/taskwatch.h"

#include "worker/tasks/foldertasks.h"
#include "worker/tasks/folderwatcher.h"
#include <yardmaster/taskregistry.h>

#include <QEventLoop>
#include <QLoggingCategory>

#include <algorithm>

Q_LOGGING_CATEGORY(lcTaskWatch, "yardmaster.worker.tasks", QtInfoMsg)

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::seconds kLongestPutOff{30};

/// @returns those of `tasks` that are not among `others`: "a, b"; "none".
QString without(const QStringList &tasks, const QStringList &others)
{
    QStringList left = tasks;
    left.removeIf([&others](const QString &task) { return others.contains(task); });
    return left.isEmpty() ? u"none"_s : left.join(", "_L1);
}

} // namespace

TaskWatch::TaskWatch(std::shared_ptr<const TaskRegistry> registry, OnLoaded onLoaded)
    : m_onLoaded(std::move(onLoaded))
    , m_registry(std::move(registry))
    , m_thread(QThread::create([this] { run(); }))
{
    m_thread->setObjectName("yardmaster watch"_L1);
    m_thread->start();
}

TaskWatch::~TaskWatch()
{
    m_thread->quit();
    m_thread->wait();
}

void TaskWatch::run()
{
    const TaskSources &sources = m_registry->watched()->sources;
    FolderWatcher watch(sources.folder, sources.hosts.watchInterval, [this] { return begin(); });
    watch.start(m_registry->watched()->fingerprint);
    QEventLoop().exec();
    m_loading = {}; // stops it, and waits for it
}

/// @returns false: not now.
bool TaskWatch::begin()
{
    const auto now = std::chrono::steady_clock::now();
    if (!m_isLoading)
        m_outdated = now;
    else if (now - m_outdated > kLongestPutOff)
        return false;
    m_loading = {};
    m_isLoading = true;
    m_loading = std::jthread([this](const std::stop_token &stop) {
        load(stop);
        m_isLoading = false;
    });
    return true;
}

void TaskWatch::load(const std::stop_token &stop)
{
    const auto loaded = loadAgain(*m_registry, stop);
    if (stop.stop_requested())
        return;
    if (!loaded) {
        qCWarning(lcTaskWatch, "the tasks are unchanged: %s", qUtf8Printable(loaded.error()));
        return;
    }
    for (const QString &warning : loaded->warnings) {
        if (!m_registry->watched()->warnings.contains(warning))
            qCWarning(lcTaskWatch, "%s", qUtf8Printable(warning));
    }
    const std::shared_ptr<const TaskRegistry> before = std::exchange(m_registry, loaded->registry);
    const QStringList old = before->identifiers();
    const QStringList now = m_registry->identifiers();
    qCInfo(lcTaskWatch, "the tasks folder was read again; new tasks: %s; removed: %s",
           qUtf8Printable(without(now, old)), qUtf8Printable(without(old, now)));
    m_onLoaded(*loaded);
    const auto inUse = hostedFilesOf(m_registry.get());
    for (const auto &files : hostedFilesOf(before.get())) {
        if (std::ranges::find(inUse, files) == inUse.end())
            files->retire();
    }
}

} // namespace yardmaster
