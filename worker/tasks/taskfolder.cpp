#include <yardmaster/taskfolder.h>

#include "worker/tasks/filetrust.h"
#include "worker/tasks/foldertasks.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <utility>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

bool isTaskName(const QString &name)
{
    static const QRegularExpression allowed(u"^[A-Za-z0-9_-]+$"_s);
    return allowed.match(name).hasMatch();
}

/// graphile-worker loads such files as modules, executable or not; running them as programs would
/// do nothing and report success.
bool isForModules(const QString &extension)
{
    static const QSet<QString> modules{u"js"_s, u"cjs"_s, u"mjs"_s, u"ts"_s, u"mts"_s, u"cts"_s};
    return modules.contains(extension);
}

/// As graphile-worker has them; compared with all that follows the first dot, so that job.test.js
/// and job.d.ts are no tasks.
const QStringList &usualExtensions()
{
    static const QStringList extensions{u".js"_s, u".cjs"_s, u".mjs"_s, u".ts"_s, u".mts"_s};
    return extensions;
}

/// What it is instead of a file; empty: it is one. Opens nothing, because a pipe would wait for a
/// writer.
QString notAFile(const QFileInfo &entry)
{
    if (entry.isFile())
        return {};
    struct stat status;
    if (::stat(QFile::encodeName(entry.filePath()).constData(), &status) != 0) {
        const int why = errno;
        if (why == ELOOP)
            return u"its links lead in a circle"_s;
        if (!entry.isSymLink() || (why != ENOENT && why != ENOTDIR))
            return u"it cannot be looked at: "_s + qt_error_string(why);
        return u"it is a link that leads nowhere"_s;
    }
    return S_ISFIFO(status.st_mode) ? u"it is a pipe (FIFO)"_s
        : S_ISSOCK(status.st_mode)  ? u"it is a socket"_s
                                    : u"it is a device"_s;
}

class Scan
{
public:
    Scan(TaskFolder *folder, const QStringList &extensions)
        : m_folder(folder)
        , m_extensions(extensions.isEmpty() ? usualExtensions() : extensions)
    { }

    void run(const QDir &top)
    {
        directory(top, QString(), false);
        for (auto it = m_folder->modules.begin(); it != m_folder->modules.end(); ++it) {
            notUsed(m_folder->executables.take(it.key()), it.key(), u"executable"_s, it.value());
            notUsed(m_folder->http.take(it.key()), it.key(), u"HTTP"_s, it.value());
        }
        for (const QString &identifier : m_folder->python.keys()) {
            const QString other = m_folder->modules.value(
                identifier,
                m_folder->executables.value(identifier, m_folder->http.value(identifier)));
            if (!other.isEmpty())
                notUsed(m_folder->python.take(identifier), identifier, u"Python"_s, other);
        }
        for (const auto &[identifier, file, reason] : m_noModules) {
            if (!m_folder->serves(identifier))
                warn(QFileInfo(file), reason);
        }
    }

private:
    void notUsed(const QString &file, const QString &identifier, const QString &kind,
                 const QString &used)
    {
        if (file.isEmpty())
            return;
        // Whether it can be loaded, is not known yet.
        const QString reason = u"%1 comes first for the task '%2'"_s.arg(used, identifier);
        note({file, identifier, kind, reason, {u"%1 is ignored: %2"_s.arg(file, reason)}});
    }

    /// `isLinked`: reached through a link to a folder, where graphile-worker does not look.
    void directory(const QDir &directory, const QString &prefix, bool isLinked)
    {
        const QString canonical = directory.canonicalPath();
        if (m_open.contains(canonical))
            return; // a link to a folder that contains it
        m_open.insert(canonical);
        noteNamesNotUtf8(directory);
        const QFileInfoList entries = directory.entryInfoList(
            QDir::Files | QDir::Dirs | QDir::System | QDir::NoDotAndDotDot, QDir::Name);
        for (const QFileInfo &entry : entries) {
            if (entry.isDir()) {
                if (entry.fileName() == "__pycache__"_L1)
                    continue; // Python's own
                if (isTaskName(entry.fileName()))
                    this->directory(QDir(entry.filePath()), prefix + entry.fileName() + u'/',
                                    isLinked || entry.isSymLink());
                else
                    warn(entry, u"its name has other characters than letters, digits, _ and -"_s);
            } else {
                file(entry, prefix, isLinked);
            }
        }
        m_open.remove(canonical);
    }

    /// QDir leaves them out.
    void noteNamesNotUtf8(const QDir &directory)
    {
        std::vector<QByteArray> names;
        std::error_code error;
        std::filesystem::directory_iterator it(QFile::encodeName(directory.path()).toStdString(),
                                               error);
        for (; !error && it != std::filesystem::directory_iterator(); it.increment(error)) {
            const auto name = QByteArray::fromStdString(it->path().filename().native());
            if (!name.startsWith('.') && !name.isValidUtf8())
                names.push_back(name);
        }
        std::ranges::sort(names);
        for (const QByteArray &name : names)
            warn(QFileInfo(directory, QString::fromUtf8(name)), u"its name is not UTF-8"_s);
    }

    void file(const QFileInfo &entry, const QString &prefix, bool isLinked)
    {
        const QString extension = entry.suffix();
        if (extension == "map"_L1)
            return; // a compiler writes it beside the module
        const QString whole = entry.fileName().mid(entry.fileName().indexOf(u'.'));
        const bool isModule = isForModules(extension) || m_extensions.contains(whole);
        const bool isHttp = extension == "http"_L1;
        const QString base = isModule ? entry.fileName().section(u'.', 0, 0)
            : extension.isEmpty()     ? entry.fileName()
                                      : entry.fileName().chopped(extension.size() + 1);
        const QString identifier = prefix + base;
        const bool isExecutable = entry.exists() && entry.permission(QFileDevice::ExeOwner);
        const bool isPython = extension == "py"_L1 && !isExecutable;
        if (const QString what = notAFile(entry); !what.isEmpty()) {
            const QString kind = isModule
                ? (isLinked || !m_extensions.contains(whole) ? QString() : u"JavaScript"_s)
                : isPython     ? u"Python"_s
                : isHttp       ? u"HTTP"_s
                : isExecutable ? u"executable"_s
                               : QString();
            const bool isTask = !kind.isEmpty() && isTaskName(base) && identifier.size() <= 128;
            if (!isPython || !base.startsWith(u'_'))
                warn(entry, what, isTask ? identifier : QString(), isTask ? kind : QString());
        } else if (!isTaskName(base)) {
            warn(entry, u"its name has other characters than letters, digits, _ and -"_s);
        } else if (identifier.size() > 128) {
            warn(entry, u"its task identifier has more than 128 characters"_s);
        } else if (isModule) {
            module(entry, identifier, entry.fileName().sliced(base.size()), isLinked);
        } else if (isPython) {
            // A leading _ says that a file is for those beside it.
            if (!base.startsWith(u'_') && isTrusted(entry, identifier, u"Python"_s))
                m_folder->python.insert(identifier, entry.absoluteFilePath());
        } else if (!isHttp && !isExecutable) {
            warn(entry, u"it has no execute permission (chmod +x)"_s);
        } else if (const QString other
                   = m_folder->executables.value(identifier, m_folder->http.value(identifier));
                   !other.isEmpty()) {
            m_folder->error = u"%1 and %2 both serve the task '%3'; remove or rename one"_s.arg(
                other, entry.filePath(), identifier);
        } else if (isTrusted(entry, identifier, isHttp ? u"HTTP"_s : u"executable"_s)) {
            (isHttp ? m_folder->http : m_folder->executables)
                .insert(identifier, entry.absoluteFilePath());
        }
    }

    void module(const QFileInfo &entry, const QString &identifier, const QString &extension,
                bool isLinked)
    {
        const qsizetype rank = m_extensions.indexOf(extension);
        if (isLinked || rank < 0) {
            const QString reason = isLinked
                ? u"links to folders are not searched for modules"_s
                : u"%1 files are not loaded, only %2"_s.arg(extension, m_extensions.join(u", "_s));
            m_noModules.push_back({identifier, entry.filePath(), reason});
            return;
        }
        QString &taken = m_folder->modules[identifier];
        const bool isBetter = taken.isEmpty() || rank < m_ranks.value(identifier);
        if (!isBetter || !isTrusted(entry, identifier, u"JavaScript"_s)) {
            if (taken.isEmpty())
                m_folder->modules.remove(identifier);
            return;
        }
        m_ranks[identifier] = rank;
        // Modules are loaded under their own names; what they import lies beside the target.
        taken = entry.isSymLink() ? entry.canonicalFilePath() : entry.absoluteFilePath();
    }

    bool isTrusted(const QFileInfo &entry, const QString &identifier, const QString &kind)
    {
        const QString who = whoElseMayChange(entry.filePath());
        if (!who.isEmpty() && ::geteuid() == 0) {
            warn(entry, u"root runs no file that others may change, and "_s + who, identifier,
                 kind);
            return false;
        }
        if (!who.isEmpty() && m_folder->warnings.filter(who).isEmpty())
            m_folder->warnings << u"%1 and so decide what this worker runs"_s.arg(who);
        return true;
    }

    void warn(const QFileInfo &entry, const QString &reason, const QString &identifier = {},
              const QString &kind = {})
    {
        note({entry.absoluteFilePath(),
              identifier,
              kind,
              reason,
              {u"%1 is not a task: %2"_s.arg(entry.filePath(), reason)}});
    }

    void note(UnusedFile unused)
    {
        m_folder->warnings << unused.warnings;
        m_folder->unused.push_back(std::move(unused));
    }

    struct NoModule
    {
        QString identifier;
        QString file;
        QString reason;
    };

    TaskFolder *m_folder;
    const QStringList m_extensions; // of modules
    QSet<QString> m_open;
    QHash<QString, qsizetype> m_ranks; // of modules, by identifier
    std::vector<NoModule> m_noModules;
};

} // namespace

TaskFolder TaskFolder::scan(const QString &path, const QStringList &extensions)
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
    folder.path = info.absoluteFilePath();
    Scan(&folder, extensions).run(QDir(path));
    if (folder.error.isEmpty() && folder.isEmpty())
        folder.error = u"nothing in the tasks folder '%1' can run"_s.arg(path);
    return folder;
}

void TaskFolder::addTo(TaskRegistry *registry, QStringList *takenWarnings,
                       const TaskHostOptions &hosts, ModuleCheck check,
                       std::vector<UnusedFile> *notUsed) const
{
    FolderTasks tasks(*this, hosts, check);
    tasks.addTo(registry);
    *takenWarnings << tasks.warnings();
    if (notUsed)
        notUsed->insert(notUsed->end(), tasks.unused().begin(), tasks.unused().end());
}

} // namespace yardmaster
