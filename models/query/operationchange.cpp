#include "models/query/operationchange.h"

#include "models/query/operationtext.h"
#include <yardmaster/json.h>

#include <QJsonArray>
#include <QJsonDocument>

#include <array>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr std::array kKindNames{"retry"_L1,    "reschedule"_L1,   "change"_L1,
                                "complete"_L1, "fail"_L1,         "remove"_L1,
                                "unlock"_L1,   "edit_payload"_L1, "undo"_L1};
constexpr std::array kTimingNames{"at"_L1, "by"_L1, "spread"_L1};
constexpr std::chrono::microseconds kLongest = std::chrono::hours(24 * 36525);

tl::unexpected<DbError> invalid(const QString &sentence)
{
    return fail(DbError::Kind::InvalidInput, sentence);
}

Result<void> within(const char *name, const std::optional<int> &value, int from, int to)
{
    if (!value || (*value >= from && *value <= to))
        return {};
    return invalid(OperationText::tr("%1 is %2; it must be from %3 to %4")
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

/// What the schema's add_job() takes.
Result<void> validatePlace(const OperationChange &change)
{
    constexpr qsizetype kLongestQueue = 128; // characters
    constexpr qsizetype kLongestKey = 512;
    if (change.queue && change.queue->toUcs4().size() > kLongestQueue)
        return invalid(
            OperationText::tr("the name of a queue has at most %1 characters").arg(kLongestQueue));
    if (change.key && change.key->toUcs4().size() > kLongestKey)
        return invalid(OperationText::tr("a key has at most %1 characters").arg(kLongestKey));
    QStringList texts = change.flags.value_or(QStringList());
    if (texts.contains(QString()))
        return invalid(OperationText::tr("a flag has no name"));
    if (texts.removeDuplicates() > 0)
        return invalid(OperationText::tr("a flag occurs twice"));
    texts << change.queue.value_or(QString()) << change.key.value_or(QString());
    if (texts.join(QString()).contains(QChar(u'\0')))
        return invalid(OperationText::tr("a name contains a null character"));
    return {};
}

} // namespace

QString operationKindName(OperationKind kind)
{
    return kKindNames[size_t(kind)];
}

std::optional<OperationKind> operationKindOf(const QString &name)
{
    const auto index = indexOf(kKindNames, name);
    return index ? std::optional(OperationKind(*index)) : std::nullopt;
}

Result<void> OperationChange::validate() const
{
    switch (kind) {
    case OperationKind::Reschedule:
        if (timing == OperationTiming::AtTime && !runAt)
            return invalid(OperationText::tr("specify the time to reschedule the jobs to"));
        if (timing == OperationTiming::ByInterval && shift.count() == 0)
            return invalid(OperationText::tr("specify the interval to move the jobs by"));
        if (timing == OperationTiming::Spread && window.count() <= 0)
            return invalid(
                OperationText::tr("the window to spread the jobs over must be longer than zero"));
        if (std::chrono::abs(shift) > kLongest || window > kLongest)
            return invalid(OperationText::tr("jobs can be moved by a hundred years at most"));
        if (timing == OperationTiming::Spread && runAt == Timestamp::max())
            return invalid(OperationText::tr("a window cannot begin at infinity"));
        break;
    case OperationKind::Change:
        if (!priority && !attempts && !maxAttempts && !changesPlace())
            return invalid(OperationText::tr("specify a value to change: priority, attempts, "
                                             "max_attempts, queue, flags or key"));
        if (auto fine = validatePlace(*this); !fine)
            return fine;
        break;
    case OperationKind::FailForGood:
        if (reason.trimmed().isEmpty())
            return invalid(OperationText::tr("specify a reason for failing the jobs"));
        if (reason.contains(QChar(u'\0')))
            return invalid(OperationText::tr("the reason contains a null character"));
        break;
    case OperationKind::EditPayload:
        if (!isJson(payload)) // QJsonDocument would refuse numbers like 1e400
            return invalid(OperationText::tr("the payload is not JSON"));
        break;
    case OperationKind::Undo:
        if (undone.isNull())
            return invalid(OperationText::tr("specify the operation to undo"));
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
        return OperationText::tr("Due at %1; jobs that have failed for good stay failed.")
            .arg(shown(*runAt));
    case OperationKind::Change: {
        QStringList parts;
        if (priority)
            parts << OperationText::tr("priority %1").arg(*priority);
        if (attempts)
            parts << OperationText::tr("attempts %1").arg(*attempts);
        if (maxAttempts)
            parts << OperationText::tr("max_attempts %1").arg(*maxAttempts);
        if (queue)
            parts << (queue->isEmpty() ? OperationText::tr("no queue")
                                       : OperationText::tr("queue %1").arg(*queue));
        if (flags)
            parts << (flags->isEmpty() ? OperationText::tr("no flags")
                                       : OperationText::tr("flags %1").arg(flags->join(u' ')));
        if (key)
            parts << (key->isEmpty() ? OperationText::tr("no key")
                                     : OperationText::tr("key %1").arg(*key));
        return OperationText::tr("New values: %1.").arg(parts.join(u", "_s));
    }
    case OperationKind::Complete:
        return OperationText::tr("Deleted, as if they had succeeded.");
    case OperationKind::FailForGood:
        return OperationText::tr("No attempts left; the reason is put before their last error.");
    case OperationKind::RemoveByKey:
        return OperationText::tr("Deleted by their key.");
    case OperationKind::Unlock:
        return OperationText::tr(
            "Released from the workers that hold them, alive or not; they run again at once.");
    case OperationKind::EditPayload:
        return OperationText::tr("New payload; due now, with attempts left.");
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

QJsonObject OperationChange::toJson() const
{
    QJsonObject object{{u"kind"_s, operationKindName(kind)},
                       {u"timing"_s, QString(kTimingNames[size_t(timing)])}};
    if (runAt)
        object.insert(u"run_at"_s, micros(*runAt));
    object.insert(u"shift"_s, qint64(shift.count()));
    object.insert(u"window"_s, qint64(window.count()));
    putNumber(&object, "priority"_L1, priority);
    putNumber(&object, "attempts"_L1, attempts);
    putNumber(&object, "max_attempts"_L1, maxAttempts);
    if (queue)
        object.insert(u"queue"_s, *queue);
    if (flags)
        object.insert(u"flags"_s, QJsonArray::fromStringList(*flags));
    if (key)
        object.insert(u"key"_s, *key);
    if (!reason.isEmpty())
        object.insert(u"reason"_s, reason);
    if (!payload.isEmpty())
        object.insert(u"payload"_s, QString::fromUtf8(payload));
    if (readAt)
        object.insert(u"read_at"_s, micros(*readAt));
    if (!undone.isNull())
        object.insert(u"undone"_s, undone.toString(QUuid::WithoutBraces));
    return object;
}

Result<OperationChange> OperationChange::fromJson(const QJsonObject &object)
{
    OperationChange change;
    const auto kind = operationKindOf(object.value("kind"_L1).toString());
    const auto timing = indexOf(kTimingNames, object.value("timing"_L1).toString());
    if (!kind || !timing)
        return invalid(OperationText::tr("this is not the journal of an operation"));
    change.kind = *kind;
    change.timing = OperationTiming(*timing);
    if (object.contains("run_at"_L1))
        change.runAt = timeFrom(object.value("run_at"_L1));
    change.shift = std::chrono::microseconds(object.value("shift"_L1).toInteger());
    change.window = std::chrono::microseconds(object.value("window"_L1).toInteger());
    change.priority = numberFrom(object, "priority"_L1);
    change.attempts = numberFrom(object, "attempts"_L1);
    change.maxAttempts = numberFrom(object, "max_attempts"_L1);
    if (object.contains("queue"_L1))
        change.queue = object.value("queue"_L1).toString();
    if (object.contains("flags"_L1))
        change.flags = object.value("flags"_L1).toVariant().toStringList();
    if (object.contains("key"_L1))
        change.key = object.value("key"_L1).toString();
    change.reason = object.value("reason"_L1).toString();
    change.payload = object.value("payload"_L1).toString().toUtf8();
    if (object.contains("read_at"_L1))
        change.readAt = timeFrom(object.value("read_at"_L1));
    change.undone = QUuid(object.value("undone"_L1).toString());
    return change;
}

} // namespace yardmaster
