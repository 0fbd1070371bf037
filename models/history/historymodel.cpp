#include "models/history/historymodel.h"

#include "models/values/errorline.h"
#include "models/values/format.h"
#include "models/values/timedisplay.h"

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QString spanCell(const std::optional<std::chrono::microseconds> &span)
{
    return span ? formatDuration(*span) : QString();
}

QVariant spanNumber(const std::optional<std::chrono::microseconds> &span)
{
    return span ? QVariant(qint64(span->count())) : QVariant();
}

QString finishedTitle()
{
    return HistoryModel::tr("Finished, %1")
        .arg(TimeDisplay::instance().zoneName(QDateTime::currentDateTimeUtc()));
}

QString widestTook()
{
    PastRun run;
    run.started = Timestamp();
    run.finished = Timestamp() + std::chrono::minutes(60) - std::chrono::seconds(1);
    return run.tookText();
}

QString attemptCell(const PastRun &run)
{
    if (run.outcome == PastOutcome::RetiredByKey)
        return {};
    return run.maxAttempts > 0 ? HistoryModel::tr("%1 of %2").arg(run.attempt).arg(run.maxAttempts)
                               : QString::number(run.attempt);
}

} // namespace

std::optional<JobState> stateLikeOutcome(PastOutcome outcome)
{
    switch (outcome) {
    case PastOutcome::Succeeded:
        return JobState::Completed;
    case PastOutcome::AttemptFailed:
        return JobState::Retrying;
    case PastOutcome::FailedForGood:
    case PastOutcome::CleanedUp:
        return JobState::FailedForGood;
    case PastOutcome::Interrupted:
        return JobState::Stuck;
    case PastOutcome::Removed:
    case PastOutcome::RetiredByKey:
    case PastOutcome::Unknown:
        return std::nullopt;
    }
    Q_UNREACHABLE();
}

HistoryModel::HistoryModel(SessionPool sessions, QObject *parent)
    : RowsModel(parent)
    , m_query(std::move(sessions), SessionPool::Use::Reading)
{
    setColumns({
        {.id = "outcome"_L1,
         .title = tr("Outcome"),
         .text = [](const PastRun &run) { return run.outcomeWord(); },
         .widest = pastOutcomeWord(PastOutcome::RetiredByKey, true),
         .toolTip = [](const PastRun &run) { return pastOutcomeMeaning(run.outcome); },
         .state =
             [](const PastRun &run) {
                 const auto state = stateLikeOutcome(run.outcome);
                 return state ? QVariant::fromValue(*state) : QVariant();
             },
         .hasShape = true},
        {.id = "finished"_L1,
         .title = finishedTitle(),
         .text =
             [](const PastRun &run) {
                 return TimeDisplay::instance()
                     .shown(dateTime(run.finished))
                     .toString(u"yyyy-MM-dd HH:mm:ss"_s);
             },
         .isFigure = true,
         .widest = u"2026-11-20 14:03:07"_s,
         .raw = [](const PastRun &run) { return dateTime(run.finished); },
         .toolTip = [](const PastRun &run) { return formatInstant(dateTime(run.finished)); },
         .isQuiet = kAlways},
        {.id = "job"_L1,
         .title = tr("Job"),
         .text = [](const PastRun &run) { return QString::number(run.id); },
         .isFigure = true,
         .widest = u"100000000"_s,
         .raw = [](const PastRun &run) { return run.id; }},
        {.id = "task"_L1,
         .title = tr("Task"),
         .text = [](const PastRun &run) { return run.task; },
         .widest = u"send_newsletter_batch"_s,
         .elide = Qt::ElideMiddle},
        {.id = "queue"_L1,
         .title = tr("Queue"),
         .text = [](const PastRun &run) { return run.queue; },
         .widest = u"customer-100"_s,
         .isQuiet = kAlways,
         .elide = Qt::ElideMiddle,
         .isSpare = true},
        {.id = "attempt"_L1,
         .title = tr("Attempt"),
         .text = attemptCell,
         .isFigure = true,
         .widest = u"25 of 25"_s,
         .raw = [](const PastRun &run) { return run.attempt; },
         .isQuiet = [](const PastRun &run) { return run.attempt <= 1; },
         .isSpare = true},
        {.id = "wait"_L1,
         .title = tr("Wait"),
         .text = [](const PastRun &run) { return spanCell(run.wait()); },
         .isFigure = true,
         .widest = u"59 min 59 s"_s,
         .raw = [](const PastRun &run) { return spanNumber(run.wait()); },
         .toolTip =
             [](const PastRun &) {
                 return tr("From the time the job was due until a worker fetched it.");
             },
         .isSpare = true},
        {.id = "took"_L1,
         .title = tr("Took"),
         .text = [](const PastRun &run) { return run.tookText(); },
         .isFigure = true,
         .widest = widestTook(),
         .raw = [](const PastRun &run) { return spanNumber(run.took()); },
         .toolTip =
             [](const PastRun &run) {
                 return run.handler ? tr("How long its handler ran, as measured by its worker.")
                                    : tr("From the fetch to the end: its worker did not report how "
                                         "long the handler took. For a part of this time the job "
                                         "may have waited in its worker's memory.");
             }},
        {.id = "worker"_L1,
         .title = tr("Worker"),
         .text = [](const PastRun &run) { return run.worker; },
         .widest = u"worker-0123456789"_s,
         .isQuiet = kAlways,
         .elide = Qt::ElideMiddle,
         .isSpare = true},
        {.id = "error"_L1,
         .title = tr("Error"),
         .text = [](const PastRun &run) { return tellingLine(errorText(run.error)).text; },
         .raw = [](const PastRun &run) { return run.error; },
         .toolTip = [](const PastRun &run) { return run.error; }},
    });
    connect(&TimeDisplay::instance(), &TimeDisplay::changed, this, [this] {
        setTitle("finished"_L1, finishedTitle());
        tellAll();
    });
}

void HistoryModel::show(const Filter &filter)
{
    m_filter = filter;
    m_isCancelled = false;
    ask({});
}

void HistoryModel::ask(std::optional<RunPosition> after)
{
    const RunPageRequest request{m_filter, kPage, after};
    m_query.ask(
        withSession(&readRunPage, m_context, request),
        [this, isFirst = !after](const Result<RunPage> &answer) { onPage(answer, isFirst); });
    setPhase(Phase::Loading);
}

void HistoryModel::onPage(const Result<RunPage> &answer, bool isFirst)
{
    if (!answer && m_isCancelled)
        return setPhase(Phase::Ready);
    if (!answer) {
        m_error = answer.error();
        return setPhase(Phase::Failed);
    }
    m_presence = answer->presence;
    m_readAt = QDateTime::currentDateTimeUtc();
    m_hasMore = answer->hasMore;
    if (isFirst)
        merge(answer->runs);
    else
        append(answer->runs);
    setPhase(Phase::Ready);
}

void HistoryModel::cancel()
{
    if (m_phase != Phase::Loading)
        return;
    m_isCancelled = true;
    m_query.cancel();
}

void HistoryModel::lose(const DbError &error)
{
    if (m_phase == Phase::Nothing)
        return;
    m_query.drop();
    m_error = error;
    setPhase(Phase::Failed);
}

Freshness HistoryModel::freshness() const
{
    return {m_readAt, m_phase == Phase::Failed ? std::optional(m_error) : std::nullopt, false};
}

bool HistoryModel::canFetchMore(const QModelIndex &parent) const
{
    return !parent.isValid() && m_phase == Phase::Ready && m_hasMore && rowCount() > 0;
}

void HistoryModel::fetchMore(const QModelIndex &parent)
{
    if (!canFetchMore(parent))
        return;
    m_isCancelled = false;
    ask(runPosition(rows().last()));
}

void HistoryModel::setPhase(Phase phase)
{
    m_phase = phase;
    Q_EMIT phaseChanged();
}

} // namespace yardmaster
