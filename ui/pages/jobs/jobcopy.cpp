#include "ui/pages/jobs/jobcopy.h"

#include <yardmaster/timestamp.h>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <array>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// As the columns of the table are called, in the order of JobColumn.
constexpr std::array<QLatin1StringView, kJobColumns> kCopiedNames{
    "state"_L1,      "id"_L1,       "task"_L1, "queue"_L1,     "run_at"_L1, "attempts"_L1,
    "created_at"_L1, "priority"_L1, "key"_L1,  "locked_by"_L1, "flags"_L1,  "last_error"_L1,
};

QString nameOf(JobColumn column, const QStringList &payload)
{
    return isPayloadColumn(column) ? payload.value(int(column) - kJobColumns)
                                   : QString(kCopiedNames.at(size_t(column)));
}

/// With times as text, to the microsecond.
QVariant valueOf(const JobRow &job, JobColumn column)
{
    const QVariant value = jobCellValue(job, column);
    if ((column != JobColumn::RunAt && column != JobColumn::Age) || value.isNull())
        return value;
    const qint64 micros = value.toLongLong();
    const qint64 seconds = micros >= 0 ? micros / 1000000 : (micros - 999999) / 1000000;
    return QDateTime::fromSecsSinceEpoch(seconds, kUtc).toString(u"yyyy-MM-ddTHH:mm:ss"_s)
        + u".%1Z"_s.arg(micros - seconds * 1000000, 6, 10, '0'_L1);
}

QString csvField(const QString &text)
{
    static constexpr QStringView kSpecial = u",\"\r\n";
    const bool isPlain = std::ranges::none_of(text, [](QChar c) { return kSpecial.contains(c); });
    return isPlain ? text : u'"' + QString(text).replace(u'"', u"\"\""_s) + u'"';
}

QString asCsv(const QList<JobRow> &jobs, const QList<JobColumn> &columns,
              const QStringList &payload)
{
    QStringList lines;
    QStringList fields;
    for (const JobColumn column : columns)
        fields << csvField(nameOf(column, payload));
    lines << fields.join(u',');
    for (const JobRow &job : jobs) {
        fields.clear();
        for (const JobColumn column : columns)
            fields << csvField(valueOf(job, column).toString());
        lines << fields.join(u',');
    }
    return lines.join(u"\r\n"_s) + u"\r\n"_s;
}

QString asJson(const QList<JobRow> &jobs, const QList<JobColumn> &columns,
               const QStringList &payload)
{
    QJsonArray array;
    for (const JobRow &job : jobs) {
        QJsonObject object;
        for (const JobColumn column : columns)
            object.insert(nameOf(column, payload), QJsonValue::fromVariant(valueOf(job, column)));
        array << object;
    }
    return QString::fromUtf8(QJsonDocument(array).toJson());
}

QString asRows(const QList<JobRow> &jobs, const QList<JobColumn> &columns)
{
    const auto now
        = std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now());
    QStringList lines;
    for (const JobRow &job : jobs) {
        QStringList cells;
        for (const JobColumn column : columns)
            cells << jobCellText(job, column, now).replace(u'\t', u' ');
        lines << cells.join(u'\t');
    }
    return lines.join(u'\n');
}

} // namespace

QString copyOf(const QList<JobRow> &jobs, const QList<JobColumn> &columns, JobCopy format,
               const QStringList &payload)
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
        return asCsv(jobs, columns, payload);
    case JobCopy::Json:
        return asJson(jobs, columns, payload);
    }
    Q_UNREACHABLE();
}

} // namespace yardmaster
