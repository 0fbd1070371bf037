#include "models/live/livecolumns.h"

#include "models/values/format.h"
#include "models/values/showntext.h"
#include "models/values/timedisplay.h"
#include "worker/events/errorsummary.h"
#include <yardmaster/timestamp.h>

#include <QCoreApplication>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct LiveModelText
{
    Q_DECLARE_TR_FUNCTIONS(LiveModel)
};

QString kindToolTip(const LiveLine &line)
{
    QString meaning;
    if (line.kind == LiveKind::GivenBack)
        meaning
            = LiveModelText::tr("The worker stopped before the job ended, or the job was "
                                "postponed. It is back in the queue; the attempt does not count.");
    else if (line.kind == LiveKind::LostLease)
        meaning = LiveModelText::tr("The job was unlocked while it ran, so its result was not "
                                    "written. It may run twice.");
    else if (line.kind == LiveKind::Succeeded || line.kind == LiveKind::Errored)
        meaning
            = LiveModelText::tr("The handler has ended; its result is not in the database yet.");
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

QString longestKindWord()
{
    QString longest;
    for (int kind = 0; kind < kLiveKinds; ++kind) {
        const QString word = liveKindWord(LiveKind(kind));
        longest = std::max(longest, word,
                           [](const QString &a, const QString &b) { return a.size() < b.size(); });
    }
    return longest;
}

QString attemptText(const LiveLine &line)
{
    if (!line.isRun() || line.attempt == 0)
        return {};
    return line.maxAttempts > 0
        ? LiveModelText::tr("%1 of %2").arg(line.attempt).arg(line.maxAttempts)
        : QString::number(line.attempt); // the history does not know it
}

/// Of less weight than what jobs and tasks say themselves.
bool isQuietMessage(const LiveLine &line)
{
    return !isBad(line.kind) && !stateOf(line.kind) && groupOf(line.kind) != LiveGroup::Output;
}

} // namespace

QString liveTimeTitle()
{
    return LiveModelText::tr("Time, %1")
        .arg(TimeDisplay::instance().zoneName(QDateTime::currentDateTimeUtc()));
}

QList<TableColumn<LiveLine>> liveColumns()
{
    return {
        {.id = "time"_L1,
         .title = liveTimeTitle(),
         .text = [](const LiveLine &line) { return clockTime(line.time); },
         .isFigure = true,
         .widest = u"00:00:00.000"_s,
         .raw
         = [](const LiveLine &line) { return QDateTime::fromMSecsSinceEpoch(line.time, kUtc); },
         .toolTip =
             [](const LiveLine &line) {
                 return formatInstant(QDateTime::fromMSecsSinceEpoch(line.time, kUtc));
             },
         .isQuiet = kAlways,
         .isVolatile = true},
        {.id = "source"_L1,
         .title = LiveModelText::tr("Source"),
         .text =
             [](const LiveLine &line) {
                 return line.worker.isEmpty() ? liveSourceWord(line.source) : line.worker;
             },
         .widest = u"worker-0123456789"_s,
         .raw = [](const LiveLine &line) { return int(line.source); },
         .toolTip = [](const LiveLine &line) { return line.worker; },
         .isQuiet = kAlways,
         .elide = Qt::ElideMiddle},
        {.id = "kind"_L1,
         .title = LiveModelText::tr("Event"),
         .text = [](const LiveLine &line) { return liveKindWord(line.kind); },
         .widest = longestKindWord(),
         .raw = [](const LiveLine &line) { return int(line.kind); },
         .toolTip = kindToolTip,
         .state = [](const LiveLine &line) { return QVariant::fromValue(line.kind); },
         .hasShape = true},
        {.id = "job"_L1,
         .title = LiveModelText::tr("Job"),
         .text =
             [](const LiveLine &line) {
                 return line.isRun() ? QString::number(line.jobId) : QString();
             },
         .isFigure = true,
         .widest = u"00000000"_s,
         .raw = [](const LiveLine &line) { return line.jobId; },
         .toolTip =
             [](const LiveLine &line) {
                 return line.isRun() ? LiveModelText::tr("Shows the job in the inspector")
                                     : QString();
             },
         .isLink = [](const LiveLine &line) { return line.isRun(); }},
        {.id = "task"_L1,
         .title = LiveModelText::tr("Task"),
         .text = [](const LiveLine &line) { return line.task; },
         .widest = u"send_newsletter_batch"_s,
         .elide = Qt::ElideMiddle},
        {.id = "queue"_L1,
         .title = LiveModelText::tr("Queue"),
         .text = [](const LiveLine &line) { return line.queue; },
         .widest = u"customer_1234"_s,
         .isQuiet = kAlways,
         .elide = Qt::ElideMiddle},
        {.id = "attempt"_L1,
         .title = LiveModelText::tr("Attempt"),
         .text = attemptText,
         .isFigure = true,
         .widest = u"25 of 25"_s,
         .raw = [](const LiveLine &line) { return line.attempt; },
         .isQuiet = kAlways},
        {.id = "duration"_L1,
         .title = LiveModelText::tr("Duration"),
         .text =
             [](const LiveLine &line) {
                 return hasEnded(line.kind) ? formatDuration(line.duration) : QString();
             },
         .isFigure = true,
         .widest = u"59 min 59 s"_s,
         .raw = [](const LiveLine &line) { return qint64(line.duration.count()); },
         .isQuiet = kAlways},
        {.id = "message"_L1,
         .title = LiveModelText::tr("Message"),
         .text = [](const LiveLine &line) { return errorSummary(line.message); },
         .raw = [](const LiveLine &line) { return withoutIsolates(line.message); },
         .toolTip = [](const LiveLine &line) { return line.message; },
         .isQuiet = isQuietMessage},
    };
}

} // namespace yardmaster
