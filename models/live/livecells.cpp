#include "models/live/livemodel.h"
#include "models/values/format.h"
#include "models/values/timedisplay.h"
#include "worker/events/errorsummary.h"
#include <yardmaster/timestamp.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

bool isFigure(LiveModel::Column column)
{
    switch (column) {
    case LiveModel::Column::Time:
    case LiveModel::Column::JobId:
    case LiveModel::Column::Attempt:
    case LiveModel::Column::Duration:
        return true;
    default:
        return false;
    }
}

QString kindToolTip(const LiveLine &line)
{
    QString meaning;
    if (line.kind == LiveKind::GivenBack)
        meaning = LiveModel::tr("The worker stopped before the job ended, or the job was put off. "
                                "It is back in the queue, the attempt restored.");
    else if (line.kind == LiveKind::LostLease)
        meaning = LiveModel::tr("Somebody unlocked the job while it ran, so its result was not "
                                "written. It may run twice.");
    else if (line.kind == LiveKind::Succeeded || line.kind == LiveKind::Errored)
        meaning = LiveModel::tr("The handler has ended; its result is not in the database yet.");
    return meaning.isEmpty() ? QString(line.event) : u"%1\n%2"_s.arg(meaning, line.event);
}

/// A run that was given back has no duration: its handler may still be at it.
bool hasEnded(LiveKind kind)
{
    switch (kind) {
    case LiveKind::Completed:
    case LiveKind::Succeeded:
    case LiveKind::Retrying:
    case LiveKind::FailedForGood:
    case LiveKind::Errored:
    case LiveKind::LostLease:
        return true;
    default:
        return false;
    }
}

QString clockTime(qint64 time)
{
    return TimeDisplay::instance()
        .shown(QDateTime::fromMSecsSinceEpoch(time, kUtc))
        .toString(u"HH:mm:ss.zzz"_s);
}

} // namespace

QVariant LiveModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const LiveLine &line = lineAt(index.row());
    const auto column = static_cast<Column>(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return text(line, column);
    case Qt::ToolTipRole:
        return toolTip(line, column);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(
            Qt::Alignment((isFigure(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    case kRawValueRole:
        return rawValue(line, column);
    default:
        return {};
    }
}

QVariant LiveModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= kColumns)
        return {};
    const auto column = static_cast<Column>(section);
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::Alignment((isFigure(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case Column::Time:
        return tr("Time, %1")
            .arg(TimeDisplay::instance().zoneName(QDateTime::currentDateTimeUtc()));
    case Column::Source:
        return tr("Source");
    case Column::Kind:
        return tr("What");
    case Column::JobId:
        return tr("Job");
    case Column::Task:
        return tr("Task");
    case Column::Queue:
        return tr("Queue");
    case Column::Attempt:
        return tr("Attempt");
    case Column::Duration:
        return tr("Duration");
    case Column::Message:
        return tr("Message");
    }
    Q_UNREACHABLE();
}

QString LiveModel::text(const LiveLine &line, Column column)
{
    switch (column) {
    case Column::Time:
        return clockTime(line.time);
    case Column::Source:
        return liveSourceWord(line.source);
    case Column::Kind:
        return liveKindWord(line.kind);
    case Column::JobId:
        return line.isRun() ? QString::number(line.jobId) : QString();
    case Column::Task:
        return line.task;
    case Column::Queue:
        return line.queue;
    case Column::Attempt:
        return line.isRun() ? tr("%1 of %2").arg(line.attempt).arg(line.maxAttempts) : QString();
    case Column::Duration:
        return hasEnded(line.kind) ? formatDuration(line.duration) : QString();
    case Column::Message:
        return errorSummary(line.message);
    }
    Q_UNREACHABLE();
}

QString LiveModel::toolTip(const LiveLine &line, Column column)
{
    switch (column) {
    case Column::Time:
        return formatInstant(QDateTime::fromMSecsSinceEpoch(line.time, kUtc));
    case Column::Kind:
        return kindToolTip(line);
    case Column::JobId:
        return line.isRun() ? tr("Shows the job beside") : QString();
    case Column::Task:
        return line.task;
    case Column::Queue:
        return line.queue;
    case Column::Message:
        return line.message;
    default:
        return {};
    }
}

QVariant LiveModel::rawValue(const LiveLine &line, Column column)
{
    switch (column) {
    case Column::Time:
        return line.time;
    case Column::Source:
        return int(line.source);
    case Column::Kind:
        return int(line.kind);
    case Column::JobId:
        return line.jobId;
    case Column::Task:
        return line.task;
    case Column::Queue:
        return line.queue;
    case Column::Attempt:
        return line.attempt;
    case Column::Duration:
        return qint64(line.duration.count());
    case Column::Message:
        return line.message;
    }
    Q_UNREACHABLE();
}

} // namespace yardmaster
