#include "worker/tasks/hostqueries.h"

#include "worker/db/sqltext.h"
#include <yardmaster/session.h>
#include <yardmaster/task.h>

namespace yardmaster {

namespace {

Timestamp timeFrom(const Rows &rows, int row, int column)
{
    return rows.isNull(row, column) ? Timestamp::max()
                                    : Timestamp(std::chrono::milliseconds(rows.int64(row, column)));
}

Result<HostedColumnsById> readColumns(Session &session, const QString &schema,
                                      const std::vector<qint64> &ids)
{
    return session
        .query(sqlText("worker/tasks/hosted_rows.sql", schema),
               {param(std::span<const qint64>(ids))})
        .map([](const Rows &rows) {
            HostedColumnsById columns;
            for (int row = 0; row < rows.count(); ++row) {
                auto job = std::make_shared<HostedColumns>();
                job->taskId = rows.int64(row, 1);
                if (!rows.isNull(row, 2))
                    job->lastError = rows.bytes(row, 2).toByteArray();
                job->createdAt = timeFrom(rows, row, 3);
                job->updatedAt = timeFrom(rows, row, 4);
                job->revision = int(rows.int64(row, 5));
                columns.emplace(rows.int64(row, 0), std::move(job));
            }
            return columns;
        });
}

} // namespace

void readHostedColumns(const TaskContext &first, std::vector<qint64> ids,
                       std::function<void(const Result<HostedColumnsById> &)> then)
{
    Job job;
    job.info = first.job.info;
    job.payload = "{}";
    first.services.post(
        [ids = std::move(ids), job = std::move(job), then = std::move(then)](JobServices &there) {
            Result<HostedColumnsById> columns;
            const Result<void> done = there.withDatabase(job, [&](JobDatabase &database) {
                columns = readColumns(database.session(), database.schema(), ids);
            });
            if (!done)
                columns = tl::make_unexpected(done.error());
            then(columns);
        });
}

} // namespace yardmaster
