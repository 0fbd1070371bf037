#include <yardmaster/tasksources.h>

#include <yardmaster/pluginfile.h>
#include <yardmaster/taskfolder.h>
#include <yardmaster/taskregistry.h>

#include <QFileInfo>

namespace yardmaster {

tl::expected<LoadedTasks, QString> loadTasks(const TaskSources &sources)
{
    LoadedTasks loaded;
    loaded.registry = std::make_shared<TaskRegistry>();
    for (const QString &plugin : sources.plugins) {
        if (const auto done = loadPlugin(plugin, loaded.registry.get()); !done)
            return tl::make_unexpected(done.error());
    }
    if (!sources.folder.isEmpty()
        && (!sources.isFolderOptional || QFileInfo::exists(sources.folder))) {
        const TaskFolder folder = TaskFolder::scan(sources.folder);
        if (!folder.error.isEmpty()) // the warnings say why
            return tl::make_unexpected((folder.warnings + QStringList{folder.error}).join(u'\n'));
        loaded.warnings = folder.warnings;
        folder.addTo(loaded.registry.get(), &loaded.warnings);
    }
    if (!loaded.registry->problems().isEmpty())
        return tl::make_unexpected(loaded.registry->problems().join(u'\n'));
    return loaded;
}

} // namespace yardmaster
