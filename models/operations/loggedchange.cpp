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
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <tuple>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 kChangesTail = 32 * 1024 * 1024; // bytes of the files
constexpr qint64 kLongestSum = 4096;              // bytes of a line that says how a batch ended
constexpr int kMostSums = 4000;                   // lines
constexpr int kSharedEntries = 5000;              // two for a batch
constexpr auto kSharedPatience = std::chrono::seconds(3);
constexpr qint64 kBulk = 2; // jobs

/// What a line of either log says of an operation so far.
struct OperationSum
{
    Timestamp begun;
    QString operation;
    QString kind;
    QString who;
    qint64 jobs = 0;
};

/// What began then and took so long. Foreign numbers.
Timestamp begunBefore(Timestamp ended, qint64 tookMs)
{
    constexpr auto kLongest = std::chrono::hours(24 * 366);
    const auto took = std::clamp<qint64>(
        tookMs, 0, std::chrono::duration_cast<std::chrono::milliseconds>(kLongest).count());
    return ended - std::chrono::milliseconds(took);
}

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

QList<OperationSum> localSums(const MaintenanceLog &log, const ServerIdentity &here,
                              Timestamp since)
{
    QList<OperationSum> sums;
    const QList<QByteArray> last = newestLogLines(log.folder, kChangesTail, kLongestSum).lines;
    int read = 0;
    for (const QByteArray &text : last) {
        if (!text.contains("\"outcome\":\"committed\""))
            continue;
        if (++read > kMostSums)
            break;
        const QJsonObject object = QJsonDocument::fromJson(text).object();
        const auto field
            = [&object](QLatin1StringView name) { return object.value(name).toString(); };
        const QDateTime at = QDateTime::fromString(field("at"_L1), Qt::ISODateWithMs);
        if (!at.isValid() || timestamp(at) < since || field("schema"_L1) != log.schema)
            continue;
        const auto match
            = compare(ServerIdentity::fromJson(object.value("server"_L1).toObject()), here);
        if (match != ServerMatch::Same
            && (match != ServerMatch::Perhaps || field("connection"_L1) != log.connection))
            continue;
        sums << OperationSum{begunBefore(timestamp(at), object.value("took_ms"_L1).toInteger()),
                             field("operation"_L1), field("kind"_L1),
                             loggedWho(field("os_user"_L1), field("db_user"_L1)),
                             object.value("jobs"_L1).toInteger()};
    }
    return sums;
}

Result<QList<OperationSum>> sharedSums(Session &session, const QString &schema, Timestamp since)
{
    QList<OperationSum> sums;
    const auto rows
        = readIfThere(session, schema, {u"_yardmaster_operator_log"_s}, kSharedPatience,
                      sqlText("models/operations/shared_log_changes.sql", schema),
                      {param(kSharedEntries), param(qint64(since.time_since_epoch().count()))});
    if (!rows)
        return tl::make_unexpected(rows.error());
    for (int row = 0; *rows && row < (*rows)->count(); ++row) {
        const auto text = [&found = **rows, row](int column) { return found.text(row, column); };
        sums << OperationSum{begunBefore(timestampAt(**rows, row, 0), text(6).toLongLong()),
                             text(2), text(3), loggedWho(text(4), text(1)), text(5).toLongLong()};
    }
    return sums;
}

/// What was done, by operation.
class LoggedOperations final
{
public:
    /// The first log that tells of an operation decides when it began.
    void add(const QList<OperationSum> &sums)
    {
        for (const OperationSum &sum : sums) {
            const auto found = m_operations.find(sum.operation);
            if (found == m_operations.end())
                m_operations.insert(sum.operation, sum);
            else
                found->jobs = std::max(found->jobs, sum.jobs);
        }
    }
    [[nodiscard]] QList<LoggedChange> changes(int limit) const
    {
        QList<LoggedChange> changes;
        for (const OperationSum &operation : m_operations) {
            const QString title = changeTitle(operation.kind, operation.jobs);
            if (!title.isEmpty())
                changes << LoggedChange{operation.begun, title, operation.who};
        }
        std::ranges::sort(changes, [](const LoggedChange &a, const LoggedChange &b) {
            return std::tie(b.at, a.title, a.who) < std::tie(a.at, b.title, b.who);
        });
        changes.resize(std::min<qsizetype>(changes.size(), limit));
        return changes;
    }

private:
    QHash<QString, OperationSum> m_operations;
};

} // namespace

Result<QList<LoggedChange>> readLoggedChanges(Session &session, const MaintenanceLog &log,
                                              Timestamp since, int limit)
{
    const auto here = identityOf(session, log.schema);
    if (!here)
        return tl::make_unexpected(here.error());
    const auto shared = sharedSums(session, log.schema, since);
    if (!shared)
        return tl::make_unexpected(shared.error());
    LoggedOperations operations;
    operations.add(*shared); // first, because its times are the server's
    operations.add(localSums(log, *here, since));
    return operations.changes(limit);
}

} // namespace yardmaster
