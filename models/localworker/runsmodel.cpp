#include "models/localworker/runsmodel.h"

#include "models/values/errorline.h"
#include "models/values/format.h"
#include "models/values/timedisplay.h"

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QVariant stateOf(const LocalRun &run)
{
    const auto state = stateAfter(run.end);
    return state ? QVariant::fromValue(*state) : QVariant();
}

QString begunAt(const LocalRun &run)
{
    return RunsModel::tr("Started at %1").arg(formatInstant(run.started));
}

QString outcomeToolTip(const LocalRun &run)
{
    return run.retryAt.isValid()
        ? RunsModel::tr("Next attempt at %1").arg(formatInstant(run.retryAt))
        : runEndWord(run.end);
}

QString progressText(const LocalRun &run)
{
    if (run.progress < 0)
        return {};
    const QString percent = RunsModel::tr("%1 %").arg(int(run.progress * 100));
    return run.progressText.isEmpty() ? percent : percent + u" · "_s + run.progressText;
}

QString startedTitle()
{
    return RunsModel::tr("Started, %1")
        .arg(TimeDisplay::instance().zoneName(QDateTime::currentDateTimeUtc()));
}

} // namespace

QString runEndWord(RunEnd end)
{
    if (end == RunEnd::GivenBack)
        return RunsModel::tr("Returned");
    const auto state = stateAfter(end);
    if (state == JobState::Running) // here, so it is more than locked
        return RunsModel::tr("Running");
    return state ? jobStateWord(*state) : RunsModel::tr("Lost its lock");
}

RunsModel::RunsModel(Kind kind, QObject *parent)
    : RowsModel(parent)
    , m_kind(kind)
    , m_now(QDateTime::currentDateTimeUtc())
{
    const QList<TableColumn<LocalRun>> all = jobColumns() + runColumns();
    const QList<QLatin1StringView> shown = kind == Kind::Running
        ? QList{"job"_L1, "task"_L1, "queue"_L1, "attempt"_L1, "place"_L1, "time"_L1, "progress"_L1}
        : QList{"outcome"_L1, "job"_L1,  "task"_L1, "attempt"_L1,
                "started"_L1, "time"_L1, "error"_L1};
    QList<TableColumn<LocalRun>> columns;
    for (const QLatin1StringView id : shown)
        columns << *std::ranges::find(all, id, &TableColumn<LocalRun>::id);
    setColumns(std::move(columns));
    connect(&TimeDisplay::instance(), &TimeDisplay::changed, this, [this] {
        if (section("started"_L1) >= 0)
            setTitle("started"_L1, startedTitle());
        tellAll();
    });
}

QList<TableColumn<LocalRun>> RunsModel::jobColumns() const
{
    return {
        {.id = "job"_L1,
         .title = tr("Job"),
         .text = [](const LocalRun &run) { return QString::number(run.job.id); },
         .isFigure = true,
         .widest = u"10000000"_s,
         .raw = [](const LocalRun &run) { return run.job.id; }},
        {.id = "task"_L1,
         .title = tr("Task"),
         .text = [](const LocalRun &run) { return run.job.task; },
         .widest = u"send_newsletter"_s},
        {.id = "queue"_L1,
         .title = tr("Queue"),
         .text = [](const LocalRun &run) { return run.job.queueName; },
         .widest = u"customer-10000"_s,
         .isQuiet = kAlways,
         .elide = Qt::ElideMiddle},
        {.id = "attempt"_L1,
         .title = tr("Attempt"),
         .text =
             [](const LocalRun &run) {
                 return tr("%1 of %2").arg(run.job.attempts).arg(run.job.maxAttempts);
             },
         .isFigure = true,
         .widest = u"25 of 25"_s,
         .raw = [](const LocalRun &run) { return run.job.attempts; }},
    };
}

QList<TableColumn<LocalRun>> RunsModel::runColumns() const
{
    return {
        {.id = "outcome"_L1,
         .title = tr("Outcome"),
         .text = [](const LocalRun &run) { return runEndWord(run.end); },
         .widest = jobStateWord(JobState::FailedForGood),
         .toolTip = outcomeToolTip,
         .state = stateOf,
         .hasShape = true},
        {.id = "started"_L1,
         .title = startedTitle(),
         // The day is in the tooltip: it is this session's.
         .text =
             [](const LocalRun &run) {
                 return TimeDisplay::instance().shown(run.started).toString(u"HH:mm:ss"_s);
             },
         .isFigure = true,
         .widest = u"14:03:07"_s,
         .raw = [](const LocalRun &run) { return run.started; },
         .toolTip = begunAt,
         .isQuiet = kAlways},
        {.id = "place"_L1,
         .title = tr("Where"),
         .text = [](const LocalRun &run) { return run.place; },
         .widest = u"thread 100"_s,
         .isQuiet = kAlways,
         .elide = Qt::ElideMiddle},
        {.id = "time"_L1,
         .title = m_kind == Kind::Running ? tr("For") : tr("Took"),
         .text = [this](const LocalRun &run) { return formatDuration(timeOf(run)); },
         .isFigure = true,
         .widest = u"59 min 59"_s,
         .toolTip = begunAt,
         .isVolatile = m_kind == Kind::Running},
        {.id = "progress"_L1,
         .title = tr("Progress"),
         .text = progressText,
         .bar = [](const LocalRun &run) { return run.progress; },
         .barKind = BarKind::ProgressBefore},
        {.id = "error"_L1,
         .title = tr("Error"),
         .text = [](const LocalRun &run) { return tellingLine(errorText(run.error)).text; },
         .toolTip = [](const LocalRun &run) { return run.error; }},
    };
}

void RunsModel::setRuns(std::vector<LocalRun> runs, const QDateTime &now)
{
    m_now = now;
    merge(QList<LocalRun>(std::make_move_iterator(runs.begin()),
                          std::make_move_iterator(runs.end())));
}

void RunsModel::tick(const QDateTime &now)
{
    m_now = now;
    tellVolatile();
}

int RunsModel::rowOfJob(qint64 jobId) const
{
    const auto found
        = std::ranges::find(rows(), jobId, [](const LocalRun &run) { return run.job.id; });
    return found == rows().cend() ? -1 : int(found - rows().cbegin());
}

std::chrono::microseconds RunsModel::timeOf(const LocalRun &run) const
{
    if (m_kind == Kind::Ended)
        return run.duration;
    return std::chrono::milliseconds(std::max<qint64>(0, run.started.msecsTo(m_now)));
}

} // namespace yardmaster
