#include <yardmaster/taskfolder.h>

#include "worker/tasks/filetrust.h"
#include <yardmaster/executabletask.h>
#include <yardmaster/taskregistry.h>

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSet>

#include <unistd.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

bool isTaskName(const QString &name)
{
    static const QRegularExpression allowed(u"^[A-Za-z0-9_-]+$"_s);
    return allowed.match(name).hasMatch();
}

/// graphile-worker loads these as modules, executable or not; running them as programs would do
/// nothing and report success.
bool needsTaskHost(const QString &extension)
{
    static const QSet<QString> modules{u"js"_s, u"cjs"_s, u"mjs"_s, u"ts"_s, u"mts"_s, u"cts"_s};
    return modules.contains(extension);
}

class Scan
{
public:
    explicit Scan(TaskFolder *folder)
        : m_folder(folder)
    { }

    void directory(const QDir &directory, const QString &prefix)
    {
        const QString canonical = directory.canonicalPath();
        if (m_open.contains(canonical))
            return; // a link to a folder that contains it
        m_open.insert(canonical);
        const QFileInfoList entries
            = directory.entryInfoList(QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
        for (const QFileInfo &entry : entries) {
            if (entry.isDir()) {
                if (isTaskName(entry.fileName()))
                    this->directory(QDir(entry.filePath()), prefix + entry.fileName() + u'/');
                else
                    warn(entry, u"its name has other characters than letters, digits, _ and -"_s);
            } else {
                file(entry, prefix);
            }
        }
        m_open.remove(canonical);
    }

private:
    void file(const QFileInfo &entry, const QString &prefix)
    {
        const QString extension = entry.suffix();
        const QString base = extension.isEmpty() ? entry.fileName()
                                                 : entry.fileName().chopped(extension.size() + 1);
        const QString identifier = prefix + base;
        if (!isTaskName(base)) {
            warn(entry, u"its name has other characters than letters, digits, _ and -"_s);
        } else if (identifier.size() > 128) {
            warn(entry, u"its task identifier has more than 128 characters"_s);
        } else if (needsTaskHost(extension)) {
            warn(entry,
                 u"it needs a task host for .%1 files, which this version does not have"_s.arg(
                     extension));
        } else if (!entry.permission(QFileDevice::ExeOwner)) {
            warn(entry, u"it has no execute permission (chmod +x)"_s);
        } else if (const QString other = m_folder->executables.value(identifier);
                   !other.isEmpty()) {
            m_folder->error = u"%1 and %2 both serve the task '%3'; remove or rename one"_s.arg(
                other, entry.filePath(), identifier);
        } else if (const QString who = whoElseMayChange(entry.filePath());
                   !who.isEmpty() && ::geteuid() == 0) {
            warn(entry, u"root runs nothing that others may change, and "_s + who);
        } else {
            if (!who.isEmpty() && m_folder->warnings.filter(who).isEmpty())
                m_folder->warnings << u"%1, and so decides what this worker runs"_s.arg(who);
            m_folder->executables.insert(identifier, entry.absoluteFilePath());
        }
    }

    void warn(const QFileInfo &entry, const QString &reason)
    {
        m_folder->warnings << u"%1 is not a task: %2"_s.arg(entry.filePath(), reason);
    }

    TaskFolder *m_folder;
    QSet<QString> m_open;
};

} // namespace

TaskFolder TaskFolder::scan(const QString &path)
{
    TaskFolder folder;
    const QFileInfo info(path);
    if (!info.exists()) {
        folder.error = u"there is no tasks folder '%1'; name it with --tasks DIR"_s.arg(path);
        return folder;
    }
    if (!info.isDir()) {
        folder.error
            = u"'%1' is not a folder; --tasks takes the folder of the task files"_s.arg(path);
        return folder;
    }
    if (!info.isReadable() || !info.isExecutable()) {
        folder.error = u"the tasks folder '%1' cannot be read"_s.arg(path);
        return folder;
    }
    Scan(&folder).directory(QDir(path), QString());
    if (folder.error.isEmpty() && folder.executables.isEmpty())
        folder.error = u"nothing in the tasks folder '%1' can run"_s.arg(path);
    return folder;
}

void TaskFolder::addTo(TaskRegistry *registry, QStringList *takenWarnings) const
{
    const qsizetype before = registry->warnings().size();
    TaskOptions options;
    options.timeout = ExecutableTask::kTimeout;
    registry->addFrom(TaskRegistry::Source::File, QString(), [&](TaskRegistry &tasks) {
        for (auto it = executables.begin(); it != executables.end(); ++it)
            tasks.addExecutor(it.key(), std::make_shared<ExecutableTask>(it.value()), options);
    });
    *takenWarnings << registry->warnings().mid(before);
}

} // namespace yardmaster
