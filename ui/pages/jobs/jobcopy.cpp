#include "ui/pages/jobs/jobcopy.h"

#include "models/query/exportwriter.h"

#include <yardmaster/timestamp.h>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// With times as text, to the microsecond.
QVariant valueOf(const JobRow &job, const JobColumnEntry &column)
{
    const QVariant value = column.raw ? column.raw(job) : column.text(job);
    if (!column.isTime || value.isNull())
        return value;
    const qint64 micros = value.toLongLong();
    const qint64 seconds = micros >= 0 ? micros / 1000000 : (micros - 999999) / 1000000;
    return QDateTime::fromSecsSinceEpoch(seconds, kUtc).toString(u"yyyy-MM-ddTHH:mm:ss"_s)
        + u".%1Z"_s.arg(micros - seconds * 1000000, 6, 10, '0'_L1);
}

/// As export writes it; a number cannot be a formula, and -10 must stay one.
QString csvField(const QVariant &value)
{
    const bool isText = value.typeId() == QMetaType::QString;
    return QString::fromUtf8(csvText(value.toString().toUtf8(), isText));
}

QString asCsv(const QList<JobRow> &jobs, const QList<JobColumnEntry> &columns)
{
    QStringList lines;
    QStringList fields;
    for (const JobColumnEntry &column : columns)
        fields << csvField(column.field);
    lines << fields.join(u',');
    for (const JobRow &job : jobs) {
        fields.clear();
        for (const JobColumnEntry &column : columns)
            fields << csvField(valueOf(job, column));
        lines << fields.join(u',');
    }
    return lines.join(u"\r\n"_s) + u"\r\n"_s;
}

QJsonObject objectOf(const JobRow &job, const QList<JobColumnEntry> &columns)
{
    QJsonObject object;
    for (const JobColumnEntry &column : columns)
        object.insert(column.field, QJsonValue::fromVariant(valueOf(job, column)));
    return object;
}

QString asJson(const QList<JobRow> &jobs, const QList<JobColumnEntry> &columns)
{
    QJsonArray array;
    for (const JobRow &job : jobs)
        array << objectOf(job, columns);
    return QString::fromUtf8(QJsonDocument(array).toJson());
}

QString asNdjson(const QList<JobRow> &jobs, const QList<JobColumnEntry> &columns)
{
    QByteArray lines;
    for (const JobRow &job : jobs)
        lines += QJsonDocument(objectOf(job, columns)).toJson(QJsonDocument::Compact) + '\n';
    return QString::fromUtf8(lines);
}

/// A text that neither ends its cell nor is read as anything but itself.
QString markdownCell(const QString &text)
{
    static const QRegularExpression special(u"([\\\\`*_{}\\[\\]<>|])"_s);
    return text.simplified().replace(special, u"\\\\1"_s);
}

QString asMarkdown(const QList<JobRow> &jobs, const QList<JobColumnEntry> &columns)
{
    const auto line
        = [](const QStringList &cells) { return u"| "_s + cells.join(u" | "_s) + u" |\n"_s; };
    QStringList cells;
    QStringList rules;
    for (const JobColumnEntry &column : columns) {
        cells << markdownCell(column.title);
        rules << (column.isFigure ? u"---:"_s : u"---"_s);
    }
    QString text = line(cells) + line(rules);
    for (const JobRow &job : jobs) {
        cells.clear();
        for (const JobColumnEntry &column : columns)
            cells << markdownCell(column.text(job));
        text += line(cells);
    }
    return text;
}

QString asRows(const QList<JobRow> &jobs, const QList<JobColumnEntry> &columns)
{
    QStringList lines;
    for (const JobRow &job : jobs) {
        QStringList cells;
        for (const JobColumnEntry &column : columns)
            cells << column.text(job).replace(u'\t', u' ');
        lines << cells.join(u'\t');
    }
    return lines.join(u'\n');
}

} // namespace

QString copyOf(const QList<JobRow> &jobs, const QList<JobColumnEntry> &columns, JobCopy format)
{
    switch (format) {
    case JobCopy::Ids: {
        QStringList ids;
        for (const JobRow &job : jobs)
            ids << QString::number(job.id);
        return ids.join(u'\n');
    }
    case JobCopy::Rows:
        return asRows(jobs, columns);
    case JobCopy::Csv:
        return asCsv(jobs, columns);
    case JobCopy::Json:
        return asJson(jobs, columns);
    case JobCopy::Ndjson:
        return asNdjson(jobs, columns);
    case JobCopy::Markdown:
        return asMarkdown(jobs, columns);
    }
    Q_UNREACHABLE();
}

} // namespace yardmaster
