#include <yardmaster/tasksources.h>

#include "worker/tasks/foldertasks.h"
#include "worker/tasks/folderwatcher.h"
#include "worker/tasks/httptask.h"
#include "worker/tasks/taskwatch.h"
#include <yardmaster/pluginfile.h>
#include <yardmaster/taskregistry.h>

#include <QFileInfo>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QString nothingRuns(const QString &folder)
{
    return u"nothing in the tasks folder '%1' can run"_s.arg(folder);
}

void addNamedHttp(const QStringList &named, LoadedTasks *loaded, QStringList *errors)
{
    loaded->registry->addFrom(TaskRegistry::Source::File, {}, [&](TaskRegistry &tasks) {
        for (const QString &text : named) {
            if (auto read = NamedHttpTarget::fromText(text)) {
                const TaskOptions options = HttpTask::optionsFor(read->target);
                tasks.addExecutor(read->identifier,
                                  std::make_shared<HttpTask>(std::move(read->target)), options);
            } else {
                *errors << u"an HTTP task "_s + read.error();
            }
        }
    });
}

/// Adds the tasks of the folder to the others.
void addFolderTasks(const TaskFolder &folder, FolderTasks tasks, LoadedTasks *loaded)
{
    loaded->warnings = folder.warnings;
    loaded->unused = folder.unused;
    tasks.addTo(loaded->registry.get());
    loaded->warnings << tasks.warnings();
    loaded->unused.insert(loaded->unused.end(), tasks.unused().begin(), tasks.unused().end());
}

/// @param errors  gets what is wrong; the rest is loaded nevertheless.
LoadedTasks loadAll(const TaskSources &sources, ModuleCheck check, QStringList *errors)
{
    LoadedTasks loaded;
    loaded.registry = std::make_shared<TaskRegistry>();
    for (const QString &plugin : sources.plugins) {
        if (const auto done = loadPlugin(plugin, loaded.registry.get()); !done)
            *errors << done.error();
    }
    addNamedHttp(sources.http, &loaded, errors);
    if (!sources.folder.isEmpty()
        && (!sources.isFolderOptional || QFileInfo::exists(sources.folder))) {
        WatchedTasks watched{sources, loaded.registry->identifiers(),
                             FolderWatcher::fingerprint(sources.folder)};
        const TaskFolder folder = TaskFolder::scan(sources.folder, sources.extensions);
        if (!folder.error.isEmpty())
            *errors << folder.error;
        addFolderTasks(folder, FolderTasks(folder, sources.hosts, check), &loaded);
        watched.warnings = loaded.warnings;
        if (sources.hosts.isWatching)
            loaded.registry->setWatched(std::make_shared<const WatchedTasks>(std::move(watched)));
        if (loaded.registry->isEmpty() && errors->isEmpty())
            *errors << nothingRuns(sources.folder);
    }
    *errors << loaded.registry->problems();
    return loaded;
}

} // namespace

tl::expected<LoadedTasks, QString> loadTasks(const TaskSources &sources, ModuleCheck check)
{
    QStringList errors;
    LoadedTasks loaded = loadAll(sources, check, &errors);
    if (!errors.isEmpty()) // the warnings may say why
        return tl::make_unexpected((loaded.warnings + errors).join(u'\n'));
    return loaded;
}

tl::expected<LoadedTasks, QString> loadAgain(const TaskRegistry &now, const std::stop_token &stop)
{
    WatchedTasks watched = *now.watched();
    const TaskSources &sources = watched.sources;
    watched.fingerprint = FolderWatcher::fingerprint(sources.folder);
    const TaskFolder folder = TaskFolder::scan(sources.folder, sources.extensions);
    if (folder.path.isEmpty() || (!folder.error.isEmpty() && !folder.isEmpty()))
        return tl::make_unexpected(folder.error);
    LoadedTasks loaded;
    loaded.registry = std::make_shared<TaskRegistry>(now); // with what the program has added
    loaded.registry->removeIf([&](const QString &identifier, const TaskRegistry::Entry &entry) {
        return entry.source == TaskRegistry::Source::File && !watched.named.contains(identifier);
    });
    addFolderTasks(folder, FolderTasks(folder, sources.hosts, ModuleCheck::Load, &now, stop),
                   &loaded);
    if (const QStringList problems = loaded.registry->problems(); !problems.isEmpty())
        return tl::make_unexpected(problems.join(u'\n'));
    watched.warnings = loaded.warnings;
    loaded.registry->setWatched(std::make_shared<const WatchedTasks>(std::move(watched)));
    return loaded;
}

TaskListing listTasks(const LoadedTasks &loaded)
{
    TaskListing listing;
    std::vector<ListedTask> &tasks = listing.tasks;
    for (const QString &identifier : loaded.registry->identifiers()) {
        const TaskRegistry::Entry &entry = *loaded.registry->entry(identifier);
        TaskFacts facts = entry.executor->facts();
        if (entry.source == TaskRegistry::Source::Plugin)
            facts = {u"plugin"_s, entry.origin.mid(entry.origin.indexOf(u' ') + 1), {}};
        tasks.push_back({identifier, std::move(facts), {}});
    }
    for (const UnusedFile &unused : loaded.unused) {
        if (unused.identifier.isEmpty())
            listing.notTasks.push_back(unused);
        else
            tasks.push_back({unused.identifier, {unused.kind, unused.file, {}}, unused.reason});
    }
    std::stable_sort(tasks.begin(), tasks.end(), [](const ListedTask &a, const ListedTask &b) {
        return a.identifier < b.identifier;
    });
    listing.warnings = loaded.warnings;
    listing.warnings.removeIf([&loaded](const QString &warning) {
        return std::any_of(
            loaded.unused.begin(), loaded.unused.end(),
            [&warning](const UnusedFile &unused) { return unused.warnings.contains(warning); });
    });
    return listing;
}

TaskListing listTasks(const TaskSources &sources, ModuleCheck check)
{
    QStringList errors;
    TaskListing listing = listTasks(loadAll(sources, check, &errors));
    listing.errors = errors;
    return listing;
}

} // namespace yardmaster
