#include "app/commands/runwords.h"

#include "app/commands/commandcall.h"
#include "app/commands/texttable.h"
#include "app/exitcodes.h"
#include "models/values/errorline.h"
#include "models/values/format.h"
#include "models/values/showntext.h"

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kRunErrorWidth = 60;

QString spanText(const std::optional<std::chrono::microseconds> &span)
{
    return span ? formatDuration(*span) : QString();
}

QString errorCell(const QString &error)
{
    const QString line = tellingLine(errorText(error)).text;
    return line.size() > kRunErrorWidth ? yardmaster::shownText(line, kRunErrorWidth - 1) : line;
}

} // namespace

QString runsText(const QList<PastRun> &runs, bool ofOneJob)
{
    QStringList titles{u"FINISHED (UTC)"_s, u"OUTCOME"_s, u"ATTEMPT"_s, u"WAIT"_s,
                       u"TOOK"_s,           u"WORKER"_s,  u"ERROR"_s};
    if (!ofOneJob)
        titles = QStringList{u"ID"_s, u"TASK"_s, u"QUEUE"_s} + titles;
    std::vector<QStringList> rows{titles};
    for (const PastRun &run : runs) {
        QStringList cells{utcText(run.finished),
                          run.outcomeWord(),
                          run.outcome == PastOutcome::RetiredByKey ? QString()
                              : run.maxAttempts > 0
                              ? u"%1/%2"_s.arg(run.attempt).arg(run.maxAttempts)
                              : QString::number(run.attempt),
                          spanText(run.wait()),
                          run.tookText(),
                          run.worker,
                          errorCell(run.error)};
        if (!ofOneJob)
            cells = QStringList{QString::number(run.id), run.task, run.queue} + cells;
        rows.push_back(cells);
    }
    return textTable(rows, ofOneJob ? QList<qsizetype>{3, 4} : QList<qsizetype>{0, 6, 7});
}

QString historyObstacle(const HistoryPresence &presence)
{
    if (!presence.isThere)
        return u"no history is recorded here; turn it on with yardmaster history install"_s;
    if (!presence.mayRead)
        return u"this role may not read the history"_s;
    if (!presence.missing.isEmpty()) {
        return u"part of the history is missing: %1; yardmaster history says what to do"_s.arg(
            presence.missing.join(u", "_s));
    }
    return {};
}

std::optional<int> complainOfHistory(const CommandCall &call, const HistoryPresence &presence)
{
    const QString obstacle = historyObstacle(presence);
    if (obstacle.isEmpty())
        return std::nullopt;
    complainTo(call.streams(), obstacle);
    if (!presence.isThere)
        return ExitNothing;
    return presence.mayRead ? ExitRuntime : ExitDenied;
}

} // namespace yardmaster
