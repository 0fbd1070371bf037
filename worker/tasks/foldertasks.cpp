#include "worker/tasks/foldertasks.h"

#include "worker/tasks/httptask.h"
#include "worker/tasks/nodehost.h"
#include "worker/tasks/pythonhost.h"
#include <yardmaster/executabletask.h>

#include <QProcessEnvironment>

#include <algorithm>
#include <utility>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::seconds kLoadPatience{30}; // for a file that is loaded

} // namespace

FolderTasks::FolderTasks(const TaskFolder &folder, const TaskHostOptions &hosts, ModuleCheck check,
                         const TaskRegistry *before, std::stop_token stop)
    : m_folder(folder)
    , m_hosts(hosts)
    , m_check(check)
    , m_before(before)
    , m_stop(std::move(stop))
{ }

void FolderTasks::addTo(TaskRegistry *registry)
{
    const qsizetype before = registry->warnings().size();
    TaskOptions options;
    options.timeout = ExecutableTask::kTimeout;
    options.isTimeoutDefault = true;
    registry->addFrom(TaskRegistry::Source::File, QString(), [&](TaskRegistry &tasks) {
        const QMap<QString, QString> &executables = m_folder.executables;
        for (auto it = executables.begin(); it != executables.end(); ++it)
            tasks.addExecutor(it.key(),
                              std::make_shared<ExecutableTask>(it.value(), m_hosts.isWatching),
                              options);
        addHttp(&tasks);
        if (!m_folder.modules.isEmpty()) // graphile-worker has no timeout for them
            addHosted(&tasks, nodeHost(m_hosts.node), m_folder.modules, {});
        if (!m_folder.python.isEmpty())
            addHosted(&tasks, pythonHost(m_hosts.python, m_folder.path), m_folder.python, options);
    });
    m_warnings << registry->warnings().mid(before);
}

void FolderTasks::addHttp(TaskRegistry *registry)
{
    const QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (auto it = m_folder.http.begin(); it != m_folder.http.end(); ++it) {
        auto target = HttpTarget::fromFile(it.value(), environment);
        if (target) {
            const TaskOptions options = HttpTask::optionsFor(*target);
            registry->addExecutor(
                it.key(), std::make_shared<HttpTask>(*std::move(target), it.value()), options);
            continue;
        }
        QStringList reasons;
        QStringList sentences;
        for (const auto &[reason, sentence] : target.error()) {
            reasons << reason;
            sentences << sentence;
        }
        keepOrNote(registry, {it.value(), it.key(), u"HTTP"_s, reasons.join(u"; "_s), sentences});
    }
}

void FolderTasks::addHosted(TaskRegistry *registry, const HostProgram &program,
                            const QMap<QString, QString> &identified, const TaskOptions &options)
{
    std::vector<HostedFiles::File> all;
    for (auto it = identified.begin(); it != identified.end(); ++it)
        all.push_back({it.key(), it.value()});
    HostCheck checked = check(program, std::move(all));
    if (m_stop.stop_requested())
        return; // not all has been checked
    std::vector<HostedFiles::File> &files = checked.usable;
    std::vector<HostedFiles::File> served = files; // those that go on included
    for (const auto &[file, reason, problem] : checked.unusable) {
        if (entryBefore(file.identifier, file.path))
            served.push_back(file);
    }
    std::ranges::sort(served, {}, &HostedFiles::File::identifier);

    std::shared_ptr<const HostedFiles> hosted;
    for (const auto &known : hostedFilesOf(m_before)) {
        if (known->program().name == program.name
            && (known->files() == files || (!hosted && known->files() == served)))
            hosted = known;
    }
    if (hosted) {
        if (hosted->files() == files)
            hosted->keepSpare(std::move(checked.spare));
        else
            hosted->keepSpareOn();
        hosted->noteChanged();
    } else {
        hosted = std::make_shared<const HostedFiles>(
            program, m_folder.path, std::move(files), HostTimes{},
            HostLimits{m_hosts.processes, m_hosts.jobs, qint64(m_hosts.memory) << 20});
        hosted->keepSpare(std::move(checked.spare));
    }
    for (size_t i = 0; i < hosted->files().size(); ++i)
        registry->addExecutor(hosted->files()[i].identifier,
                              std::make_shared<HostedTask>(hosted, int(i)), options);
    for (const auto &[file, reason, problem] : checked.unusable)
        keepOrNote(registry, {file.path, file.identifier, kindOf(program), reason, {problem}});
}

HostCheck FolderTasks::check(const HostProgram &program, std::vector<HostedFiles::File> files) const
{
    if (m_check == ModuleCheck::Skip)
        return {std::move(files), {}, {}, {}};
    return checkHosted(program, m_folder.path, std::move(files), kLoadPatience, m_stop);
}

const TaskRegistry::Entry *FolderTasks::entryBefore(const QString &identifier,
                                                    const QString &file) const
{
    const TaskRegistry::Entry *entry = m_before ? m_before->entry(identifier) : nullptr;
    const bool isSame = entry && entry->source == TaskRegistry::Source::File
        && entry->executor->facts().file == file;
    return isSame ? entry : nullptr;
}

void FolderTasks::keepOrNote(TaskRegistry *registry, UnusedFile unusable)
{
    for (const QString &warning : std::as_const(unusable.warnings)) {
        if (!m_warnings.contains(warning)) // one sentence may be about several files
            m_warnings << warning;
    }
    const TaskRegistry::Entry *before = entryBefore(unusable.identifier, unusable.file);
    if (!before) {
        m_unused.push_back(std::move(unusable));
        return;
    }
    m_warnings << u"the task '%1' runs as before until its file is usable again"_s.arg(
        unusable.identifier);
    if (!registry->entry(unusable.identifier))
        registry->addExecutor(unusable.identifier, before->executor, before->options);
}

std::vector<std::shared_ptr<const HostedFiles>> hostedFilesOf(const TaskRegistry *registry)
{
    std::vector<std::shared_ptr<const HostedFiles>> all;
    for (const QString &identifier : registry ? registry->identifiers() : QStringList()) {
        const TaskExecutor *executor = registry->find(identifier);
        const auto *task = dynamic_cast<const HostedTask *>(executor);
        if (task && std::ranges::find(all, task->files()) == all.end())
            all.push_back(task->files());
    }
    return all;
}

} // namespace yardmaster
