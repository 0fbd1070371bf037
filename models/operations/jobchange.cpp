#include "models/operations/jobchange.h"

#include "models/operations/batchchange.h"
#include "models/query/operationtext.h"
#include "models/values/format.h"
#include "models/values/showntext.h"

#include <QDateTime>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStringList>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kShownText = 200; // characters of an error or payload

QString beginningOf(const QByteArray &utf8)
{
    const QString text = QString::fromUtf8(utf8.left(kShownText * 4));
    return text.size() > kShownText || utf8.size() > kShownText * 4
        ? text.left(kShownText) + QChar(u'…')
        : text;
}

/// @param withPlace  with queue, flags and key.
JobChange::Fields fieldsOf(const JobImage &image, bool withPlace)
{
    JobChange::Fields fields{
        image.runAt, image.priority, image.attempts, image.maxAttempts, {}, {}, {}, {}, {}};
    if (withPlace && image.details) {
        fields.queue = QString::fromUtf8(image.details->queueName.value_or(QByteArray()));
        fields.key = QString::fromUtf8(image.details->key.value_or(QByteArray()));
        fields.flags
            = QStringList(
                  QJsonDocument::fromJson(image.details->flags.value_or("{}")).object().keys())
                  .join(u' ');
    }
    return fields;
}

QString timeText(Timestamp time)
{
    return isFinite(time) ? formatInstant(dateTime(time)) : postgresText(time);
}

QString attemptsText(const JobChange::Fields &fields)
{
    return u"%1/%2"_s.arg(fields.attempts).arg(fields.maxAttempts);
}

QString quoted(const QString &text)
{
    return text.isEmpty() ? OperationText::tr("none")
                          : u'“' + isolated(text.section(u'\n', 0, 0)) + u'”';
}

QString allFields(const JobChange::Fields &fields)
{
    return OperationText::tr("attempts %1, priority %2, run at %3")
        .arg(attemptsText(fields))
        .arg(fields.priority)
        .arg(timeText(fields.runAt));
}

QString differences(const JobChange::Fields &before, const JobChange::Fields &after)
{
    QStringList parts;
    const auto add = [&parts](const QString &name, const QString &from, const QString &to) {
        if (from != to)
            parts << OperationText::tr("%1 %2 → %3").arg(name, from, to);
    };
    add(OperationText::tr("payload"), isolated(before.payload), isolated(after.payload));
    add(OperationText::tr("attempts"), attemptsText(before), attemptsText(after));
    add(OperationText::tr("priority"), QString::number(before.priority),
        QString::number(after.priority));
    add(OperationText::tr("queue"), quoted(before.queue), quoted(after.queue));
    add(OperationText::tr("flags"), quoted(before.flags), quoted(after.flags));
    add(OperationText::tr("key"), quoted(before.key), quoted(after.key));
    add(OperationText::tr("run at"), timeText(before.runAt), timeText(after.runAt));
    add(OperationText::tr("error"), quoted(before.error), quoted(after.error));
    return parts.isEmpty() ? OperationText::tr("as before") : parts.join(u", "_s);
}

} // namespace

JobChange JobChange::of(const OperationChange &change, const OperationBatch &batch, size_t index)
{
    const JobImage &image = batch.jobs.at(index);
    const bool withPlace = change.changesPlace();
    JobChange result{Kind::Edited, fieldsOf(image, withPlace),
                     fieldsOf(imageAfter(change, batch, index), withPlace)};
    switch (change.kind) {
    case OperationKind::Complete:
    case OperationKind::RemoveByKey:
        result.kind = Kind::Deleted;
        break;
    case OperationKind::Unlock:
        result.kind = Kind::Unlocked;
        break;
    case OperationKind::FailForGood:
        result.before.error = beginningOf(image.lastError.value_or(QByteArray()));
        result.after.error = beginningOf(change.reason.toUtf8());
        break;
    case OperationKind::EditPayload:
        if (image.details)
            result.before.payload = beginningOf(image.details->payload);
        result.after.payload = beginningOf(change.payload);
        break;
    default:
        break;
    }
    return result;
}

JobChange JobChange::restored(const JobImage *before, const JobImage &after)
{
    return {before ? Kind::Edited : Kind::Created, before ? fieldsOf(*before, false) : Fields(),
            fieldsOf(after, false)};
}

QString jobChangeText(const JobChange &change)
{
    switch (change.kind) {
    case JobChange::Kind::Unknown:
        return {};
    case JobChange::Kind::Edited:
        return differences(change.before, change.after);
    case JobChange::Kind::Unlocked:
        return OperationText::tr("locked → unlocked");
    case JobChange::Kind::Deleted:
        return OperationText::tr("%1 → deleted").arg(allFields(change.before));
    case JobChange::Kind::Created:
        return OperationText::tr("deleted → %1").arg(allFields(change.after));
    }
    Q_UNREACHABLE();
}

} // namespace yardmaster
