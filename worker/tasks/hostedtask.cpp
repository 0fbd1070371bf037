#include "worker/tasks/hostedtask.h"

#include "worker/db/connectionroute.h"
#include "worker/tasks/hostpool.h"
#include "worker/tasks/taskrun.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace yardmaster {

using namespace Qt::StringLiterals;

HostPool *HostedFiles::poolIn(QObject *scope, const std::shared_ptr<const HostedFiles> &files)
{
    const std::scoped_lock lock(files->m_mutex);
    HostPool *&pool = files->m_pools[scope];
    if (!pool)
        pool = new HostPool(files, scope);
    return pool;
}

void HostedFiles::keepSpare(std::unique_ptr<SpareHost> spare) const
{
    const std::scoped_lock lock(m_mutex);
    m_spare.swap(spare);
}

std::unique_ptr<SpareHost> HostedFiles::takeSpare() const
{
    const std::scoped_lock lock(m_mutex);
    return std::move(m_spare);
}

void HostedFiles::keepSpareOn() const
{
    const std::scoped_lock lock(m_mutex);
    if (m_spare)
        m_spare->keepOn();
}

void HostedFiles::noteChanged() const
{
    postToPools(&HostPool::onFilesChanged);
}

void HostedFiles::retire() const
{
    m_isRetired = true;
    keepSpare(nullptr);
    postToPools(&HostPool::endIfUnused);
}

void HostedFiles::postToPools(void (HostPool::*call)()) const
{
    const std::scoped_lock lock(m_mutex);
    for (const auto &[scope, pool] : m_pools)
        QMetaObject::invokeMethod(pool, call, Qt::QueuedConnection); // from any thread
}

void HostedFiles::forget(const QObject *scope, const HostPool *pool) const
{
    const std::scoped_lock lock(m_mutex);
    if (const auto known = m_pools.find(scope); known != m_pools.end() && known->second == pool)
        m_pools.erase(known);
}

void HostedTask::start(std::shared_ptr<TaskRun> run) const
{
    HostedFiles::poolIn(run->scope(), m_files)->start(m_file, std::move(run));
}

QString HostedTask::describe() const
{
    return m_files->program().name + u' ' + m_files->files()[size_t(m_file)].path;
}

TaskFacts HostedTask::facts() const
{
    const HostProgram &program = m_files->program();
    return {kindOf(program), m_files->files()[size_t(m_file)].path, program.command.value(0)};
}

QString kindOf(const HostProgram &program)
{
    return program.name == "node"_L1  ? u"JavaScript"_s
        : program.name == "python"_L1 ? u"Python"_s
                                      : program.name;
}

QByteArray loadMessage(const HostedFiles &files, const WorkerFacts *facts)
{
    QJsonArray list;
    for (const HostedFiles::File &file : files.files())
        list.append(QJsonArray{file.identifier, file.path});
    QJsonObject given{{u"version"_s, 1},
                      {u"worker"_s, facts ? facts->workerId : QString()},
                      {u"schema"_s, facts ? facts->schema : QString()},
                      {u"folder"_s, files.folder()},
                      {u"connection"_s, QJsonValue()},
                      {u"maxPoolSize"_s, 10},
                      {u"blockedAfter"_s, facts ? qint64(files.times().blocked.count()) : 0},
                      {u"files"_s, list}};
    if (facts && facts->connection) {
        QJsonObject keywords;
        const QMap<QString, QString> all
            = ConnectionRoute::forOthers(*facts->connection).keywords();
        for (auto it = all.begin(); it != all.end(); ++it)
            keywords.insert(it.key(), it.value());
        given["connection"_L1] = keywords;
    }
    return QJsonDocument(QJsonArray{u"load"_s, given}).toJson(QJsonDocument::Compact);
}

} // namespace yardmaster
