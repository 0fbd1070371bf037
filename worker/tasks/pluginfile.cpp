#include <yardmaster/pluginfile.h>

#include "worker/tasks/handlererror.h"
#include <yardmaster/taskplugin.h>

#include <QFileInfo>
#include <QJsonObject>
#include <QPluginLoader>

namespace yardmaster {

using namespace Qt::StringLiterals;

tl::expected<void, QString> loadPlugin(const QString &file, TaskRegistry *registry)
{
    const auto refuse = [&file](const QString &why) {
        return tl::make_unexpected(u"the plugin '%1' %2"_s.arg(file, why));
    };
    const QFileInfo info(file);
    if (!info.exists())
        return refuse(u"does not exist"_s);
    if (!info.isFile() || !info.isReadable())
        return refuse(u"is not a file that can be read"_s);

    QPluginLoader loader(info.absoluteFilePath());
    const QString iid = loader.metaData().value("IID"_L1).toString(); // read without loading it
    const auto name = QLatin1StringView(YARDMASTER_TASK_PLUGIN_NAME);
    if (iid.isEmpty())
        return refuse(u"is not a Qt plugin that fits this program: %1"_s.arg(loader.errorString()));
    if (!iid.startsWith(name))
        return refuse(u"has no tasks: it is a different kind of plugin (%1)"_s.arg(iid));
    if (iid != QLatin1StringView(YARDMASTER_TASK_PLUGIN_IID))
        return refuse(u"was built for another version of Yardmaster (it has %1, this program "
                      "%2)"_s.arg(iid, QLatin1StringView(YARDMASTER_TASK_PLUGIN_IID)));
    auto *plugin = qobject_cast<TaskPlugin *>(loader.instance());
    if (!plugin)
        return refuse(u"cannot be loaded: %1"_s.arg(loader.errorString()));
    try {
        registry->addFrom(TaskRegistry::Source::Plugin, u"plugin "_s + file,
                          [plugin](TaskRegistry &tasks) { plugin->registerTasks(tasks); });
    } catch (...) {
        return refuse(u"cannot register its tasks: %1"_s.arg(currentExceptionText()));
    }
    return {};
}

} // namespace yardmaster
