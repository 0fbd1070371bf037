#include "app/commands/jobjson.h"

#include "models/query/exportwriter.h"
#include "models/query/filterkeys.h"
#include "models/values/payloaddocument.h"
#include "worker/json/jsonstring.h"

namespace yardmaster {

using namespace Qt::StringLiterals;

void JsonObjectText::add(QByteArrayView key, QByteArrayView json)
{
    if (!m_text.isEmpty())
        m_text += ',';
    m_text += jsonString(key) + ':';
    m_text.append(json);
}

void JsonObjectText::addText(QByteArrayView key, const QString &text)
{
    add(key, jsonString(text.toUtf8()));
}

void JsonObjectText::addTextOrNull(QByteArrayView key, const QString &text)
{
    if (text.isEmpty())
        add(key, "null");
    else
        addText(key, text);
}

void JsonObjectText::addNumber(QByteArrayView key, qint64 number)
{
    add(key, QByteArray::number(number));
}

void JsonObjectText::addList(QByteArrayView key, const QStringList &texts)
{
    QByteArrayList items;
    for (const QString &text : texts)
        items << jsonString(text.toUtf8());
    add(key, '[' + items.join(',') + ']');
}

void JsonObjectText::addTime(QByteArrayView key, const std::optional<Timestamp> &time)
{
    if (!time)
        add(key, "null");
    else
        add(key, jsonString(exportTime(time->time_since_epoch().count(), QTimeZone::utc())));
}

namespace {

/// What a row of a list and a whole job have in common.
template <typename T>
JsonObjectText beginJson(const T &job, JobState state, const QString &task, const QString &queue,
                         const QString &error)
{
    JsonObjectText json;
    json.addNumber(exportColumnName(ExportColumn::Id), job.id);
    json.addText(exportColumnName(ExportColumn::State), QString(filterStateName(state)));
    json.addText(exportColumnName(ExportColumn::Task), task);
    json.addTextOrNull(exportColumnName(ExportColumn::Queue), queue);
    json.addTextOrNull(exportColumnName(ExportColumn::Key), job.key);
    json.addNumber(exportColumnName(ExportColumn::Priority), job.priority);
    json.addTime(exportColumnName(ExportColumn::RunAt), job.runAt);
    json.addNumber(exportColumnName(ExportColumn::Attempts), job.attempts);
    json.addNumber(exportColumnName(ExportColumn::MaxAttempts), job.maxAttempts);
    json.addTextOrNull(exportColumnName(ExportColumn::LastError), error);
    json.addTime(exportColumnName(ExportColumn::CreatedAt), job.createdAt);
    json.addTime(exportColumnName(ExportColumn::UpdatedAt), job.updatedAt);
    json.addTime(exportColumnName(ExportColumn::LockedAt), job.lockedAt);
    json.addTextOrNull(exportColumnName(ExportColumn::LockedBy), job.lockedBy);
    json.addNumber(exportColumnName(ExportColumn::Revision), job.revision);
    return json;
}

/// On one line.
QByteArray oneLine(QByteArray json)
{
    return json.replace('\n', ' ').replace('\r', ' '); // JSON has them between tokens only
}

} // namespace

QByteArray rowJson(const JobRow &job)
{
    return beginJson(job, job.state, job.task, job.queue, job.error).text();
}

JsonObjectText recordJson(const JobRecord &job, JobState state, const RedactionRules &hiding)
{
    JsonObjectText json = beginJson(job, state, job.identifier, job.queueName, job.lastError);
    json.add(ExportColumn::Flags, job.flags.isEmpty() ? "null" : oneLine(job.flags));
    json.add(ExportColumn::Payload,
             oneLine(PayloadDocument::read(job.payload, hiding)->redacted()));
    return json;
}

} // namespace yardmaster
