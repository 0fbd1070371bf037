#include "models/operations/operatorlog.h"

#include "models/operations/journalline.h"
#include "models/operations/jsontext.h"
#include "models/operations/lockedfile.h"
#include "models/operations/loggedaction.h"
#include "models/operations/sharedlog.h"
#include "models/query/operationtext.h"
#include "models/query/outputfile.h"
#include "worker/json/visibletext.h"
#include <yardmaster/session.h>

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QIODevice>

#include <pwd.h>
#include <unistd.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr auto kFileName = "operators.ndjson"_L1;
constexpr std::chrono::seconds kLockTimeout{10}; // for the line of another process

tl::unexpected<DbError> fileError(const QString &path, const QString &why)
{
    return fail(DbError::Kind::Statement,
                OperationText::tr("cannot write the operator log %1: %2").arg(path, why));
}

void appendField(QByteArray *line, const char *name, const QString &text)
{
    line->append(",\"").append(name).append("\":");
    appendJson(line, text.toUtf8());
}

/// Renames a full file, after the time.
bool rotate(const QString &path)
{
    const QString stamp = QDateTime::currentDateTimeUtc().toString(u"yyyyMMdd-HHmmss-zzz"_s);
    QString kept;
    int i = 0;
    do { // always with a number, or those of one millisecond would not sort by age
        kept = u"%1/operators-%2-%3.ndjson"_s.arg(QFileInfo(path).path(), stamp)
                   .arg(i++, 4, 10, QChar(u'0'));
    } while (QFile::exists(kept));
    return QFile::rename(path, kept);
}

QByteArray nowText()
{
    return QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs).toLatin1();
}

QByteArray lineStart(const QUuid &id, int number)
{
    QByteArray line = "{\"at\":\"" + nowText() + '"';
    appendField(&line, "operation", id.toString(QUuid::WithoutBraces));
    return line + ",\"batch\":" + QByteArray::number(number);
}

/// Without the bracket that closes it.
QByteArray outcomeLine(const QUuid &id, int number, TransactionOutcome outcome,
                       const QString &error)
{
    QByteArray line = lineStart(id, number);
    appendField(&line, "outcome",
                outcome == TransactionOutcome::Committed ? u"committed"_s : u"rolled back"_s);
    if (!error.isEmpty())
        appendField(&line, "error", error);
    return line;
}

/// If the schema has a shared log at this moment. @returns whether it has.
Result<bool> shareLines(Session &session, const QString &schema, const QList<QByteArray> &lines)
{
    const auto isThere = hasSharedLog(session, schema);
    if (!isThere || !*isThere)
        return isThere;
    return addToSharedLog(session, schema, lines).map([] { return true; });
}

void appendOrigin(QByteArray *line, const OperationOrigin &origin)
{
    appendField(line, "os_user", origin.osUser);
    appendField(line, "db_user", origin.dbUser);
    appendField(line, "connection", origin.connection);
    appendField(line, "database", origin.database);
    *line += ",\"server\":" + compactJson(origin.server.toJson());
}

/// What was done so far, all together, so that a line tells it without those before it.
void appendSum(QByteArray *line, const QString &kind, const OperationOrigin &origin,
               const QString &schema, qint64 jobs, std::chrono::milliseconds took)
{
    appendField(line, "kind", kind);
    appendOrigin(line, origin);
    appendField(line, "schema", schema);
    *line += ",\"jobs\":" + QByteArray::number(jobs)
        + ",\"took_ms\":" + QByteArray::number(qint64(took.count()));
}

QByteArray committedLine(const OperationRecord &record, const OperationOrigin &origin, int number,
                         qint64 jobs)
{
    QByteArray line = outcomeLine(record.spec.id, number, TransactionOutcome::Committed, {});
    appendSum(&line, operationKindName(record.spec.change.kind), origin, record.spec.schema, jobs,
              std::chrono::duration_cast<std::chrono::milliseconds>(
                  timestamp(QDateTime::currentDateTimeUtc()) - record.begunAt));
    return line + '}';
}

} // namespace

QString osUserName()
{
    const passwd *entry = getpwuid(geteuid());
    return entry ? QString::fromLocal8Bit(entry->pw_name) : QString::number(geteuid());
}

OperatorLog::OperatorLog(QString folder, qint64 limit)
    : m_folder(std::move(folder))
    , m_limit(limit)
{ }

Result<void> OperatorLog::append(const QByteArray &json)
{
    const QByteArray line = visibleLine(QString::fromUtf8(json)).toUtf8(); // for terminals
    if (!QDir().mkpath(m_folder))
        return fileError(m_folder, OperationText::tr("the folder cannot be created"));
    const QString path = QDir(m_folder).filePath(kFileName);
    for (;;) {
        QFile file(path);
        const bool isNew = !file.exists();
        if (!file.open(QIODevice::WriteOnly | QIODevice::Append | QIODevice::Unbuffered)
            || (isNew && !file.setPermissions(QFile::ReadOwner | QFile::WriteOwner)))
            return fileError(path, file.errorString());
        const LockOutcome lock = lockFile(file, kLockTimeout);
        if (lock == LockOutcome::Busy)
            return fileError(path, OperationText::tr("it is locked"));
        if (lock == LockOutcome::Gone)
            continue; // it was full
        if (file.size() > 0 && file.size() + line.size() > m_limit) {
            if (!rotate(path))
                return fileError(path, OperationText::tr("it cannot be renamed"));
            continue;
        }
        if (file.write(line + '\n') != line.size() + 1)
            return fileError(path, file.errorString());
        return {};
    }
}

Result<void> OperatorLog::logBatch(Session &session, const OperationRecord &record,
                                   const OperationOrigin &origin, const OperationBatch &batch,
                                   const QByteArray &statement)
{
    const OperationSpec &spec = record.spec;
    QByteArray line = lineStart(spec.id, batch.number);
    appendField(&line, "kind", operationKindName(spec.change.kind));
    appendOrigin(&line, origin);
    appendField(&line, "schema", spec.schema);
    appendField(&line, "statement", QString::fromUtf8(statement));
    QJsonObject change = spec.toJson().value("change"_L1).toObject();
    change.remove("payload"_L1);
    line += ",\"change\":" + compactJson(change);
    line += ",\"before\":" + imagesJson(batch.jobs, ImageDetail::Numbers);
    if (!batch.after.empty())
        line += ",\"after\":" + idsJson(batch.after);
    line += '}';
    const QByteArray done = committedLine(record, origin, batch.number,
                                          record.totals.changed + qint64(batch.jobs.size()));
    if (auto shared = shareLines(session, spec.schema, {line, done}); !shared)
        return tl::make_unexpected(shared.error());
    return append(line);
}

Result<void> OperatorLog::logOutcome(const OperationRecord &record, const OperationOrigin &origin,
                                     int number, TransactionOutcome outcome, const QString &error)
{
    return append(outcome == TransactionOutcome::Committed
                      ? committedLine(record, origin, number, record.totals.changed)
                      : outcomeLine(record.spec.id, number, outcome, error) + '}');
}

Result<bool> OperatorLog::logAction(Session &session, const QUuid &id, const LoggedAction &action,
                                    const OperationOrigin &origin)
{
    QByteArray line = lineStart(id, 1);
    appendField(&line, "kind", action.kind);
    appendOrigin(&line, origin);
    appendField(&line, "schema", action.schema);
    appendField(&line, "statement", QString::fromUtf8(action.statement));
    line += ",\"before\":" + compactJson(action.touched) + '}';
    if (auto written = append(line); !written)
        return tl::make_unexpected(written.error());
    auto shared = shareLines(session, action.schema, {line});
    if (!shared)
        (void)append(outcomeLine(id, 1, TransactionOutcome::RolledBack, shared.error().message)
                     + '}');
    return shared;
}

Result<void> OperatorLog::logActionOutcome(Session &session, const QUuid &id,
                                           const LoggedAction &action,
                                           const OperationOrigin &origin, bool isShared,
                                           const QJsonObject &changed, const QString &error)
{
    const bool isDone = error.isEmpty();
    QByteArray line = outcomeLine(
        id, 1, isDone ? TransactionOutcome::Committed : TransactionOutcome::RolledBack, error);
    if (isDone)
        appendSum(&line, action.kind, origin, action.schema,
                  action.touched.value("jobs"_L1).toInteger(), {});
    line += ",\"changed\":" + compactJson(changed) + '}';
    auto written = append(line);
    if (!isShared)
        return written;
    auto shared = addToSharedLog(session, action.schema, {line});
    return written ? shared : written;
}

QStringList OperatorLog::files() const
{
    QStringList paths;
    const QDir folder(m_folder);
    const QStringList kept = folder.entryList({u"operators-*.ndjson"_s}, QDir::Files, QDir::Name);
    for (const QString &name : kept)
        paths << folder.filePath(name);
    if (folder.exists(kFileName))
        paths << folder.filePath(kFileName);
    return paths;
}

Result<void> OperatorLog::exportTo(const QString &path) const
{
    return writeWhole(path, [this](QIODevice *target) -> Result<void> {
        const QStringList sources = files();
        for (const QString &source : sources) {
            QFile file(source);
            if (!file.open(QIODevice::ReadOnly))
                return fail(
                    DbError::Kind::Statement,
                    OperationText::tr("cannot read %1: %2").arg(source, file.errorString()));
            while (!file.atEnd())
                target->write(file.read(1 << 20));
        }
        return {};
    });
}

Result<OperationOrigin> originOf(Session &session, const QString &connection, const QString &schema)
{
    const auto who = session.query("select current_user, current_database()");
    if (!who)
        return tl::make_unexpected(who.error());
    return identityOf(session, schema).map([&](const ServerIdentity &server) {
        return OperationOrigin{connection, who->text(0, 1), who->text(0, 0), osUserName(), server};
    });
}

} // namespace yardmaster
