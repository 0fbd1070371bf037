#include "ui/pages/jobs/jobcopy.h"

#include <yardmaster/timestamp.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// With times as text, to the microsecond.
QVariant copiedValue(const JobRow &job, const JobColumnEntry &column)
{
    const QVariant value = column.raw ? column.raw(job) : column.text(job);
    if (!column.isTime || value.isNull())
        return value;
    const qint64 micros = value.toLongLong();
    const qint64 seconds = micros >= 0 ? micros / 1000000 : (micros - 999999) / 1000000;
    return QDateTime::fromSecsSinceEpoch(seconds, kUtc).toString(u"yyyy-MM-ddTHH:mm:ss"_s)
        + u".%1Z"_s.arg(micros - seconds * 1000000, 6, 10, '0'_L1);
}

} // namespace

CopiedRows copiedJobs(const QList<JobRow> &jobs, const QList<JobColumnEntry> &columns)
{
    CopiedRows copied;
    for (const JobColumnEntry &column : columns)
        copied.columns << CopiedRows::Column{column.title, column.field, column.isFigure};
    for (const JobRow &job : jobs) {
        QList<CopiedRows::Cell> cells;
        for (const JobColumnEntry &column : columns)
            cells << CopiedRows::Cell{column.text(job), copiedValue(job, column)};
        copied.rows << cells;
    }
    return copied;
}

} // namespace yardmaster
