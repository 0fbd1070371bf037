#include "models/operations/loggedchange.h"

#include "models/operations/loggedmaintenance.h"
#include "models/operations/loglines.h"
#include "models/operations/operationtitle.h"
#include "models/query/operationtext.h"
#include "models/query/shortread.h"
#include "models/session/serveridentity.h"
#include "models/values/format.h"
#include "worker/db/rowtimes.h"
#include "worker/db/sqltext.h"

#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSet>

#include <algorithm>
#include <tuple>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 kChangesTail = 4 * 1024 * 1024; // bytes of the files: some forty full batches
constexpr int kSharedEntries = 400;              // two for a batch
constexpr auto kSharedPatience = std::chrono::seconds(3);
constexpr qint64 kBulk = 2; // jobs

/// A line of either log.
struct LoggedLine
{
    Timestamp at;
    QString operation;
    QString batch;
    QString kind;
    QString outcome; ///< only of a line that says how a batch ended
    QString who;
    qint64 jobs = 0;
};

QString changeTitle(const QString &kind, qint64 jobs)
{
    const auto titled = [jobs](const QString &pattern) { return pattern.arg(formatNumber(jobs)); };
    if (kind == "migrate-schema"_L1)
        return OperationText::tr("Upgrade the schema");
    if (jobs < kBulk)
        return {};
    if (const auto operation = operationKindOf(kind))
        return operationTitle(*operation, jobs);
    const int plural = pluralOf(jobs);
    if (kind == "add"_L1)
        return titled(OperationText::tr("Add %1 jobs", nullptr, plural));
    if (kind == "cleanup"_L1)
        return titled(OperationText::tr("Clean up %1 jobs", nullptr, plural));
    if (kind == "sweep"_L1)
        return titled(OperationText::tr("Sweep %1 jobs of stale workers", nullptr, plural));
    if (kind == "unlock-worker"_L1)
        return titled(OperationText::tr("Unlock %1 jobs of a worker", nullptr, plural));
    return {};
}

QList<LoggedLine> localLines(const MaintenanceLog &log, const ServerIdentity &here, Timestamp since)
{
    QList<LoggedLine> lines;
    const QList<QByteArray> last = newestLogLines(log.folder, kChangesTail).lines;
    for (const QByteArray &text : last) {
        const QJsonObject object = QJsonDocument::fromJson(text).object();
        const auto field
            = [&object](QLatin1StringView name) { return object.value(name).toString(); };
        const QDateTime at = QDateTime::fromString(field("at"_L1), Qt::ISODateWithMs);
        if (!at.isValid())
            continue;
        if (timestamp(at) < since)
            break;
        LoggedLine line{timestamp(at),
                        field("operation"_L1),
                        QString::number(object.value("batch"_L1).toInteger()),
                        field("kind"_L1),
                        field("outcome"_L1),
                        loggedWho(field("os_user"_L1), field("db_user"_L1)),
                        0};
        if (line.outcome.isEmpty()) {
            const auto match
                = compare(ServerIdentity::fromJson(object.value("server"_L1).toObject()), here);
            const bool isHere = match == ServerMatch::Same
                || (match == ServerMatch::Perhaps && field("connection"_L1) == log.connection);
            if (!isHere || field("schema"_L1) != log.schema)
                continue;
        }
        const QJsonValue before = object.value("before"_L1);
        line.jobs = before.isArray() ? before.toArray().size() : before["jobs"_L1].toInteger();
        lines << std::move(line);
    }
    return lines;
}

Result<QList<LoggedLine>> sharedLines(Session &session, const QString &schema, Timestamp since)
{
    QList<LoggedLine> lines;
    const auto rows
        = readIfThere(session, schema, {u"_yardmaster_operator_log"_s}, kSharedPatience,
                      sqlText("models/operations/shared_log_changes.sql", schema),
                      {param(kSharedEntries), param(qint64(since.time_since_epoch().count()))});
    if (!rows)
        return tl::make_unexpected(rows.error());
    for (int row = 0; *rows && row < (*rows)->count(); ++row) {
        const auto text = [&found = **rows, row](int column) { return found.text(row, column); };
        lines << LoggedLine{timestampAt(**rows, row, 0),
                            text(2),
                            text(3),
                            text(4),
                            text(5),
                            loggedWho(text(6), text(1)),
                            text(7).toLongLong()};
    }
    return lines;
}

/// What was done, by operation.
class LoggedOperations final
{
public:
    /// @param lines  of one log, the newest first.
    void add(const QList<LoggedLine> &lines)
    {
        QHash<QString, QString> outcomes; // written after what they belong to, so found before it
        for (const LoggedLine &line : lines) {
            const QString batch = line.operation + u'/' + line.batch;
            if (!line.outcome.isEmpty()) {
                outcomes.insert(batch, line.outcome);
                continue;
            }
            if (line.operation.isEmpty() || outcomes.value(batch) != "committed"_L1
                || m_batches.contains(batch))
                continue;
            m_batches << batch;
            const auto found = m_operations.find(line.operation);
            if (found == m_operations.end()) {
                m_operations.insert(line.operation, line);
                continue;
            }
            found->at = std::min(found->at, line.at);
            found->jobs += line.jobs;
        }
    }
    [[nodiscard]] QList<LoggedChange> changes(int limit) const
    {
        QList<LoggedChange> changes;
        for (const LoggedLine &operation : m_operations) {
            const QString title = changeTitle(operation.kind, operation.jobs);
            if (!title.isEmpty())
                changes << LoggedChange{operation.at, title, operation.who};
        }
        std::ranges::sort(changes, [](const LoggedChange &a, const LoggedChange &b) {
            return std::tie(b.at, a.title, a.who) < std::tie(a.at, b.title, b.who);
        });
        changes.resize(std::min<qsizetype>(changes.size(), limit));
        return changes;
    }

private:
    QSet<QString> m_batches;
    QHash<QString, LoggedLine> m_operations;
};

} // namespace

Result<QList<LoggedChange>> readLoggedChanges(Session &session, const MaintenanceLog &log,
                                              Timestamp since, int limit)
{
    const auto here = identityOf(session, log.schema);
    if (!here)
        return tl::make_unexpected(here.error());
    const auto shared = sharedLines(session, log.schema, since);
    if (!shared)
        return tl::make_unexpected(shared.error());
    LoggedOperations operations;
    operations.add(*shared); // first, because its times are the server's
    operations.add(localLines(log, *here, since));
    return operations.changes(limit);
}

} // namespace yardmaster
