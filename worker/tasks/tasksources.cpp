#include <yardmaster/tasksources.h>

#include <yardmaster/pluginfile.h>
#include <yardmaster/taskfolder.h>
#include <yardmaster/taskregistry.h>

#include <QFileInfo>

namespace yardmaster {

using namespace Qt::StringLiterals;

tl::expected<LoadedTasks, QString> loadTasks(const TaskSources &sources, ModuleCheck check)
{
    LoadedTasks loaded;
    loaded.registry = std::make_shared<TaskRegistry>();
    for (const QString &plugin : sources.plugins) {
        if (const auto done = loadPlugin(plugin, loaded.registry.get()); !done)
            return tl::make_unexpected(done.error());
    }
    if (!sources.folder.isEmpty()
        && (!sources.isFolderOptional || QFileInfo::exists(sources.folder))) {
        const TaskFolder folder = TaskFolder::scan(sources.folder, sources.extensions);
        if (!folder.error.isEmpty()) // the warnings say why
            return tl::make_unexpected((folder.warnings + QStringList{folder.error}).join(u'\n'));
        loaded.warnings = folder.warnings;
        folder.addTo(loaded.registry.get(), &loaded.warnings, sources.hosts, check);
        if (loaded.registry->isEmpty()) {
            return tl::make_unexpected(
                (loaded.warnings
                 + QStringList{u"nothing in the tasks folder '%1' can run"_s.arg(sources.folder)})
                    .join(u'\n'));
        }
    }
    if (!loaded.registry->problems().isEmpty())
        return tl::make_unexpected(loaded.registry->problems().join(u'\n'));
    return loaded;
}

} // namespace yardmaster
