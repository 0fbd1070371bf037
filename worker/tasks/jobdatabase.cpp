#include <yardmaster/jobdatabase.h>

#include "worker/db/sqltext.h"
#include "worker/queue/queueerror.h"
#include <yardmaster/session.h>
#include <yardmaster/workerutils.h>

#include <QSqlDatabase>

namespace yardmaster {

using namespace Qt::StringLiterals;

JobDatabase::JobDatabase(Session &session, const QString &schema, std::function<QDateTime()> clock,
                         Prepare prepare)
    : m_session(session)
    , m_schema(schema)
    , m_clock(std::move(clock))
    , m_prepare(std::move(prepare))
{ }

QSqlDatabase JobDatabase::database() const
{
    return m_session.database();
}

AddedJob JobDatabase::addJob(JobSpec spec) const
{
    if (m_prepare) {
        const Result<bool> wanted = m_prepare(&spec);
        if (!wanted)
            return tl::make_unexpected(wanted.error());
        if (!*wanted)
            return std::nullopt;
    }
    return JobAdder(m_schema, m_clock).add(m_session, spec).map([](JobRecord job) {
        return std::optional(std::move(job));
    });
}

AddedJobs JobDatabase::addJobs(std::vector<JobSpec> specs) const
{
    std::vector<JobSpec> wanted;
    for (JobSpec &spec : specs) {
        const Result<bool> isWanted = m_prepare ? m_prepare(&spec) : Result<bool>(true);
        if (!isWanted)
            return tl::make_unexpected(isWanted.error());
        if (*isWanted)
            wanted.push_back(std::move(spec));
    }
    return JobAdder(m_schema, m_clock).addAll(m_session, wanted);
}

WorkerUtils JobDatabase::utils() const
{
    return WorkerUtils(m_session, m_schema, m_clock);
}

Result<QMap<QString, qint64>> JobDatabase::taskIds(const QStringList &identifiers) const
{
    const auto rows = m_session.query("select identifier, id from " + quotedIdentifier(m_schema)
                                          + "._private_tasks where identifier = any ($1::text[])",
                                      {param(identifiers)});
    if (!rows)
        return tl::make_unexpected(explained(rows.error(), m_schema));
    QMap<QString, qint64> ids;
    for (int row = 0; row < rows->count(); ++row)
        ids.insert(rows->text(row, 0), rows->int64(row, 1));
    return ids;
}

} // namespace yardmaster
