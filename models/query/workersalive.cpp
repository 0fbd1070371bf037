#include "models/query/workersalive.h"

#include "worker/db/sqltext.h"
#include "worker/queue/staleness.h"
#include <yardmaster/session.h>

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

namespace yardmaster {

namespace {

Result<bool> isRegistryReadable(Session &session, const QByteArray &table)
{
    return session
        .query("select coalesce(has_table_privilege(to_regclass($1::text)::oid, 'select'), false)",
               {param(QString::fromUtf8(table))})
        .map([](const Rows &rows) { return rows.boolean(0, 0); });
}

QByteArray registryOf(const QString &schema)
{
    return quotedIdentifier(schema) + "._private_workers";
}

} // namespace

std::chrono::milliseconds staleAfter(std::optional<std::chrono::milliseconds> published)
{
    return std::max<std::chrono::milliseconds>(kStaleAfter,
                                               published.value_or(StalenessObserver::kUnpublished));
}

Result<std::optional<QList<RegisteredWorker>>> readRegisteredWorkers(Session &session,
                                                                     const QString &schema)
{
    const auto readable = isRegistryReadable(session, registryOf(schema));
    if (!readable)
        return tl::make_unexpected(readable.error());
    if (!*readable)
        return std::optional<QList<RegisteredWorker>>();
    const auto rows
        = session.query(sqlText("models/query/workers_alive.sql", schema), {param(kRegisteredCap)});
    if (!rows)
        return tl::make_unexpected(rows.error());
    QList<RegisteredWorker> workers;
    for (int row = 0; row < rows->count(); ++row) {
        RegisteredWorker worker;
        worker.id = rows->text(row, 0);
        worker.silentFor = std::chrono::milliseconds(rows->int64(row, 1));
        worker.isCut = rows->boolean(row, 3);
        worker.staleAfter = staleAfter(
            rows->isNull(row, 4) ? std::nullopt
                                 : std::optional(std::chrono::milliseconds(rows->int64(row, 4))));
        if (!rows->isNull(row, 2)) {
            QStringList tasks;
            const QJsonArray named
                = QJsonDocument::fromJson(rows->bytes(row, 2).toByteArray()).array();
            for (const auto &task : named)
                tasks << task.toString();
            worker.tasks = tasks;
        }
        workers << worker;
    }
    return std::optional(workers);
}

Result<QStringList> readStaleWorkers(Session &session, const QString &schema)
{
    const auto readable = isRegistryReadable(session, registryOf(schema));
    if (!readable)
        return tl::make_unexpected(readable.error());
    if (!*readable)
        return QStringList();
    return session
        .query(sqlText("models/query/stale_workers.sql", schema),
               {param(qint64(kStaleAfter.count()))})
        .map([](const Rows &rows) {
            QStringList ids;
            for (int row = 0; row < rows.count(); ++row)
                ids << rows.text(row, 0);
            return ids;
        });
}

} // namespace yardmaster
