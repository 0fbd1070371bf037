#pragma once

#include "tests/support/testworker.h"
#include "worker/tasks/hostedtask.h"
#include "worker/tasks/nodehost.h"
#include "worker/tasks/pythonhost.h"
#include <yardmaster/taskfolder.h>

#include <QDir>
#include <QTemporaryDir>

#include <mutex>

namespace yardmaster::test {

/// A folder of tasks for task hosts for one test, in `tasks` of a folder that stands for a project.
class HostFolder
{
public:
    [[nodiscard]] QString project() const { return m_project.path(); }
    [[nodiscard]] QString path() const { return m_project.filePath(QStringLiteral("tasks")); }

    /// @param name  relative to the tasks: "a/b.mjs".
    void put(const QString &name, const QByteArray &text) const
    {
        const QString file = path() + u'/' + name;
        QDir().mkpath(QFileInfo(file).path());
        QFile out(file);
        if (!out.open(QIODevice::WriteOnly) || out.write(text) != text.size())
            qFatal("cannot write %s", qUtf8Printable(file));
    }

    /// Adds the tasks to a worker as yardmaster does. @returns the warnings.
    QStringList addTo(TestWorker *worker) const
    {
        const TaskFolder folder = TaskFolder::scan(path());
        QStringList warnings = folder.warnings;
        folder.addTo(worker->registry.get(), &warnings);
        return warnings;
    }

    /// The same without looking at the files first, and with times that suit a test.
    void addTo(TestWorker *worker, const HostTimes &times, const HostLimits &limits = {}) const
    {
        const TaskFolder folder = TaskFolder::scan(path());
        add(worker, nodeHost(), folder.modules, times, limits);
        add(worker, pythonHost({}, path()), folder.python, times, limits);
    }

private:
    void add(TestWorker *worker, const HostProgram &program, const QMap<QString, QString> &found,
             const HostTimes &times, const HostLimits &limits) const
    {
        std::vector<HostedFiles::File> files;
        for (auto it = found.begin(); it != found.end(); ++it)
            files.push_back({it.key(), it.value()});
        const auto hosted
            = std::make_shared<const HostedFiles>(program, path(), std::move(files), times, limits);
        for (size_t i = 0; i < hosted->files().size(); ++i)
            worker->registry->addExecutor(hosted->files()[i].identifier,
                                          std::make_shared<HostedTask>(hosted, int(i)));
    }

    QTemporaryDir m_project;
};

/// What jobs and hosts log. Any thread.
class LogLines
{
public:
    [[nodiscard]] LogSink sink() const
    {
        return [lines = m_lines](const LogEntry &entry) {
            const std::scoped_lock lock(lines->mutex);
            lines->all.push_back(entry);
        };
    }
    [[nodiscard]] std::vector<LogEntry> all() const
    {
        const std::scoped_lock lock(m_lines->mutex);
        return m_lines->all;
    }
    void clear() const
    {
        const std::scoped_lock lock(m_lines->mutex);
        m_lines->all.clear();
    }
    /// Of a message that contains `text`; null message: there is none.
    [[nodiscard]] LogEntry with(QStringView text) const
    {
        for (const LogEntry &entry : all()) {
            if (entry.message.contains(text))
                return entry;
        }
        return {};
    }
    [[nodiscard]] bool has(QStringView text) const { return !with(text).message.isNull(); }

private:
    struct Lines
    {
        std::mutex mutex; // guards the next
        std::vector<LogEntry> all;
    };
    std::shared_ptr<Lines> m_lines = std::make_shared<Lines>();
};

} // namespace yardmaster::test
