#include "models/query/operationspec.h"

#include "models/query/filterparser.h"
#include "models/query/operationtext.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSet>

#include <array>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr std::array kKindNames{"retry"_L1,    "reschedule"_L1,   "change"_L1,
                                "complete"_L1, "fail"_L1,         "remove"_L1,
                                "unlock"_L1,   "edit_payload"_L1, "undo"_L1};
constexpr std::chrono::microseconds kLongest = std::chrono::hours(24 * 36525);
constexpr std::array kTimingNames{"at"_L1, "by"_L1, "spread"_L1};

tl::unexpected<DbError> invalid(const QString &sentence)
{
    return fail(DbError::Kind::InvalidInput, sentence);
}

Result<void> within(const char *name, const std::optional<int> &value, int from, int to)
{
    if (!value || (*value >= from && *value <= to))
        return {};
    return invalid(OperationText::tr("%1 is %2, it must be %3 to %4")
                       .arg(QLatin1StringView(name))
                       .arg(*value)
                       .arg(from)
                       .arg(to));
}

void putNumber(QJsonObject *object, QLatin1StringView name, const std::optional<int> &number)
{
    if (number)
        object->insert(name, *number);
}

std::optional<int> numberFrom(const QJsonObject &object, QLatin1StringView name)
{
    const QJsonValue value = object.value(name);
    return value.isDouble() ? std::optional(int(value.toInteger())) : std::nullopt;
}

template <size_t size>
std::optional<int> indexOf(const std::array<QLatin1StringView, size> &names, const QString &name)
{
    for (size_t i = 0; i < size; ++i) {
        if (names[i] == name)
            return int(i);
    }
    return std::nullopt;
}

qint64 micros(Timestamp time)
{
    return time.time_since_epoch().count();
}

Timestamp timeFrom(const QJsonValue &value)
{
    return Timestamp(std::chrono::microseconds(value.toInteger()));
}

QString shown(Timestamp time)
{
    return dateTime(time).toString(Qt::ISODate);
}

QString shown(std::chrono::microseconds duration)
{
    return OperationText::tr("%1 s").arg(double(duration.count()) / 1e6);
}

} // namespace

QString operationKindName(OperationKind kind)
{
    return kKindNames[size_t(kind)];
}

Result<void> OperationChange::validate() const
{
    switch (kind) {
    case OperationKind::Reschedule:
        if (timing == OperationTiming::AtTime && !runAt)
            return invalid(OperationText::tr("say for when to reschedule the jobs"));
        if (timing == OperationTiming::ByInterval && shift.count() == 0)
            return invalid(OperationText::tr("say by how much to move the jobs"));
        if (timing == OperationTiming::Spread && window.count() <= 0)
            return invalid(OperationText::tr(
                "the window to spread the jobs over must be longer than nothing"));
        if (std::chrono::abs(shift) > kLongest || window > kLongest)
            return invalid(OperationText::tr("jobs can be moved by a hundred years at most"));
        if (timing == OperationTiming::Spread && runAt == Timestamp::max())
            return invalid(OperationText::tr("a window cannot begin at infinity"));
        break;
    case OperationKind::Change:
        if (!priority && !attempts && !maxAttempts)
            return invalid(
                OperationText::tr("say what to change: priority, attempts or max_attempts"));
        break;
    case OperationKind::FailForGood:
        if (reason.trimmed().isEmpty())
            return invalid(OperationText::tr("say why the jobs are failed"));
        if (reason.contains(QChar(u'\0')))
            return invalid(OperationText::tr("the reason contains a zero character"));
        break;
    case OperationKind::EditPayload: {
        QJsonParseError error{};
        (void)QJsonDocument::fromJson('[' + payload + ']', &error);
        if (payload.trimmed().isEmpty() || error.error != QJsonParseError::NoError)
            return invalid(
                OperationText::tr("the payload is not JSON: %1").arg(error.errorString()));
        break;
    }
    case OperationKind::Undo:
        if (undone.isNull())
            return invalid(OperationText::tr("say which operation to undo"));
        break;
    default:
        break;
    }
    return within("priority", priority, -32768, 32767)
        .and_then([&] { return within("attempts", attempts, 0, 32767); })
        .and_then([&] { return within("max_attempts", maxAttempts, 1, 32767); });
}

QString OperationChange::description() const
{
    switch (kind) {
    case OperationKind::Retry:
        return OperationText::tr(
            "Due now; jobs that have failed for good get all their attempts back.");
    case OperationKind::Reschedule:
        if (timing == OperationTiming::ByInterval)
            return OperationText::tr("Moved by %1.").arg(shown(shift));
        if (timing == OperationTiming::Spread) {
            return OperationText::tr("Spread over %1 from %2 on.")
                .arg(shown(window), runAt ? shown(*runAt) : OperationText::tr("now"));
        }
        return OperationText::tr("Due at %1; jobs that have failed for good stay so.")
            .arg(shown(*runAt));
    case OperationKind::Change: {
        QStringList parts;
        if (priority)
            parts << OperationText::tr("priority %1").arg(*priority);
        if (attempts)
            parts << OperationText::tr("attempts %1").arg(*attempts);
        if (maxAttempts)
            parts << OperationText::tr("max_attempts %1").arg(*maxAttempts);
        return OperationText::tr("They get %1.").arg(parts.join(u", "_s));
    }
    case OperationKind::Complete:
        return OperationText::tr("Deleted, as if they had succeeded.");
    case OperationKind::FailForGood:
        return OperationText::tr("No attempt left; the reason comes before the error they had.");
    case OperationKind::RemoveByKey:
        return OperationText::tr("Deleted by their key.");
    case OperationKind::Unlock:
        return OperationText::tr(
            "Taken from the workers that hold them, dead or not; they run again at once.");
    case OperationKind::EditPayload:
        return OperationText::tr("Another payload; due now, with attempts left.");
    case OperationKind::Undo:
        return OperationText::tr("As they were before, unless they have changed since.");
    }
    Q_UNREACHABLE();
}

Undoing OperationChange::undoing() const
{
    switch (kind) {
    case OperationKind::Complete:
    case OperationKind::RemoveByKey:
        return Undoing::Recreate;
    case OperationKind::Unlock:
    case OperationKind::Undo:
        return Undoing::Never;
    default:
        return Undoing::Exact;
    }
}

FilterContext OperationScope::filterContext(const QString &schema) const
{
    FilterContext context;
    context.schema = schema;
    context.forbiddenFlags = forbiddenFlags;
    context.zone = QTimeZone(zone);
    context.now = takenAt;
    return context;
}

Result<QByteArray> OperationScope::condition(const QString &schema, Params *params) const
{
    const ParsedFilter parsed = parseFilter(filter);
    if (!parsed.isValid())
        return invalid(
            OperationText::tr("the filter is not valid: %1").arg(parsed.errors.first().message));
    return FilterSql(filterContext(schema), params).condition(parsed.filter);
}

Result<void> OperationOptions::validate() const
{
    if (batchSize < 1 || batchSize > 10000)
        return invalid(OperationText::tr("a batch has 1 to 10000 jobs"));
    if (!(jobsPerSecond >= 0))
        return invalid(OperationText::tr("the pace must not be negative"));
    if (stopAfterErrors < 0)
        return invalid(
            OperationText::tr("the number of errors to stop after must not be negative"));
    return {};
}

Result<void> OperationSpec::validate() const
{
    if (auto fine = change.validate(); !fine)
        return fine;
    if (auto fine = options.validate(); !fine)
        return fine;
    if (change.kind == OperationKind::EditPayload && scope.ids.size() != 1)
        return invalid(OperationText::tr("a payload can be edited in one job at a time"));
    if (QSet<qint64>(scope.ids.begin(), scope.ids.end()).size() != scope.ids.size())
        return invalid(OperationText::tr("an id occurs twice"));
    Params params;
    if (auto condition = scope.condition(schema, &params); !condition)
        return tl::make_unexpected(condition.error());
    return {};
}

QJsonObject OperationSpec::toJson() const
{
    QJsonObject how{{u"kind"_s, operationKindName(change.kind)},
                    {u"timing"_s, QString(kTimingNames[size_t(change.timing)])}};
    if (change.runAt)
        how.insert(u"run_at"_s, micros(*change.runAt));
    how.insert(u"shift"_s, qint64(change.shift.count()));
    how.insert(u"window"_s, qint64(change.window.count()));
    putNumber(&how, "priority"_L1, change.priority);
    putNumber(&how, "attempts"_L1, change.attempts);
    putNumber(&how, "max_attempts"_L1, change.maxAttempts);
    if (!change.reason.isEmpty())
        how.insert(u"reason"_s, change.reason);
    if (!change.payload.isEmpty())
        how.insert(u"payload"_s, QString::fromUtf8(change.payload));
    if (change.readAt)
        how.insert(u"read_at"_s, micros(*change.readAt));
    if (!change.undone.isNull())
        how.insert(u"undone"_s, change.undone.toString(QUuid::WithoutBraces));

    QJsonArray ids;
    for (const qint64 job : scope.ids)
        ids.append(job);
    const QJsonObject which{
        {u"ids"_s, ids},
        {u"filter"_s, scope.filter},
        {u"forbidden_flags"_s, QJsonArray::fromStringList(scope.forbiddenFlags)},
        {u"zone"_s, QString::fromUtf8(scope.zone)},
        {u"max_id"_s, scope.maxId},
        {u"taken_at"_s, micros(scope.takenAt)},
        {u"expected"_s, scope.expected}};
    QJsonObject object{{u"id"_s, id.toString(QUuid::WithoutBraces)},
                       {u"schema"_s, schema},
                       {u"change"_s, how},
                       {u"scope"_s, which},
                       {u"batch_size"_s, options.batchSize},
                       {u"jobs_per_second"_s, options.jobsPerSecond},
                       {u"stop_after_errors"_s, options.stopAfterErrors}};
    if (server)
        object.insert(u"server"_s, server->toJson());
    return object;
}

Result<OperationSpec> OperationSpec::fromJson(const QJsonObject &object)
{
    OperationSpec spec;
    spec.id = QUuid(object.value("id"_L1).toString());
    spec.schema = object.value("schema"_L1).toString();
    const QJsonObject how = object.value("change"_L1).toObject();
    const auto kind = indexOf(kKindNames, how.value("kind"_L1).toString());
    const auto timing = indexOf(kTimingNames, how.value("timing"_L1).toString());
    if (spec.id.isNull() || !kind || !timing)
        return invalid(OperationText::tr("this is not the journal of an operation"));
    spec.change.kind = OperationKind(*kind);
    spec.change.timing = OperationTiming(*timing);
    if (how.contains("run_at"_L1))
        spec.change.runAt = timeFrom(how.value("run_at"_L1));
    spec.change.shift = std::chrono::microseconds(how.value("shift"_L1).toInteger());
    spec.change.window = std::chrono::microseconds(how.value("window"_L1).toInteger());
    spec.change.priority = numberFrom(how, "priority"_L1);
    spec.change.attempts = numberFrom(how, "attempts"_L1);
    spec.change.maxAttempts = numberFrom(how, "max_attempts"_L1);
    spec.change.reason = how.value("reason"_L1).toString();
    spec.change.payload = how.value("payload"_L1).toString().toUtf8();
    if (how.contains("read_at"_L1))
        spec.change.readAt = timeFrom(how.value("read_at"_L1));
    spec.change.undone = QUuid(how.value("undone"_L1).toString());

    const QJsonObject which = object.value("scope"_L1).toObject();
    const QJsonArray ids = which.value("ids"_L1).toArray();
    for (const auto &job : ids)
        spec.scope.ids << job.toInteger();
    spec.scope.filter = which.value("filter"_L1).toString();
    const QJsonArray flags = which.value("forbidden_flags"_L1).toArray();
    for (const auto &flag : flags)
        spec.scope.forbiddenFlags << flag.toString();
    spec.scope.zone = which.value("zone"_L1).toString().toUtf8();
    spec.scope.maxId = which.value("max_id"_L1).toInteger();
    spec.scope.takenAt = timeFrom(which.value("taken_at"_L1));
    spec.scope.expected = which.value("expected"_L1).toInteger();
    spec.options.batchSize = int(object.value("batch_size"_L1).toInteger());
    spec.options.jobsPerSecond = object.value("jobs_per_second"_L1).toDouble();
    spec.options.stopAfterErrors = int(object.value("stop_after_errors"_L1).toInteger());
    if (object.contains("server"_L1))
        spec.server = ServerIdentity::fromJson(object.value("server"_L1).toObject());
    return spec;
}

} // namespace yardmaster
