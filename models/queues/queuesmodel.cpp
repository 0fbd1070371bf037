#include "models/queues/queuesmodel.h"

#include "models/holds/holdtracker.h"
#include "models/values/format.h"
#include "models/values/moment.h"

namespace yardmaster {

using namespace Qt::StringLiterals;
using Lock = QueueRow::Lock;

namespace {

/// The state of a job whose shape and colour say the same.
QVariant stateOf(const QueueRow &row)
{
    switch (row.lock) {
    case Lock::Free:
        return {};
    case Lock::Running:
        return QVariant::fromValue(JobState::Running);
    case Lock::Locked:
        return QVariant::fromValue(JobState::Blocked);
    case Lock::Orphaned:
        return QVariant::fromValue(JobState::Stuck);
    case Lock::Missing:
        return QVariant::fromValue(JobState::FailedForGood);
    }
    Q_UNREACHABLE();
}

/// With where the number comes from, if that is worth a word.
QString withSource(const QString &sentence, const Count &count, const QueueRow &row)
{
    const QString source = formatCountSource(count, row.load.countedAt);
    return source.isEmpty() ? sentence : sentence + u'\n' + source;
}

qint64 micros(const std::optional<Timestamp> &time)
{
    return time ? qint64(time->time_since_epoch().count()) : std::numeric_limits<qint64>::max();
}

QString instant(const std::optional<Timestamp> &time)
{
    return time && isFinite(*time) ? formatInstant(dateTime(*time)) : QString();
}

QString jobText(const QueueRow &row)
{
    if (!row.job)
        return {};
    return row.jobs > 1 ? QueuesModel::tr("%1 %2, and %3 more")
                              .arg(row.job->id)
                              .arg(row.job->task)
                              .arg(row.jobs - 1)
                        : u"%1 %2"_s.arg(row.job->id).arg(row.job->task);
}

QString allToolTip(const QueueRow &row)
{
    const QString sentence = QueuesModel::tr("%1 due, %2 later, %3 locked, %4 failed for good.")
                                 .arg(formatCount(row.load.due()), formatCount(row.load.later()),
                                      formatCount(row.load.running), formatCount(row.load.failed));
    return withSource(sentence, row.load.all(), row);
}

} // namespace

QString queueTitle(const QueueRow &row)
{
    return row.lock == Lock::Missing ? QueuesModel::tr("Deleted queue %1").arg(row.id) : row.name;
}

QueuesModel::QueuesModel(QObject *parent)
    : PastHourModel(parent)
{
    setColumns(
        {
            {.id = "lock"_L1,
             .title = tr("Lock"),
             .text = [](const QueueRow &row) { return queueLockWord(row.lock); },
             .widest = queueLockWord(Lock::Orphaned),
             .raw = [](const QueueRow &row) { return int(row.lock); },
             .state = stateOf,
             .hasShape = true},
            {.id = "queue"_L1, .title = tr("Queue"), .text = queueTitle, .elide = Qt::ElideMiddle},
            {.id = "due"_L1,
             .title = tr("Due"),
             .text = [](const QueueRow &row) { return formatCount(row.load.due()); },
             .isFigure = true,
             .widest = u"100,000+"_s,
             .raw = [](const QueueRow &row) { return row.load.due().value.value_or(-1); },
             .toolTip =
                 [](const QueueRow &row) {
                     const QString sentence
                         = tr("Due now: %1 free to run, %2 blocked by the queue's lock.")
                               .arg(formatCount(row.load.ready), formatCount(row.load.blocked));
                     return withSource(sentence, row.load.due(), row);
                 }},
            {.id = "all"_L1,
             .title = tr("All jobs"),
             .text = [](const QueueRow &row) { return formatCount(row.load.all()); },
             .isFigure = true,
             .widest = u"100,000+"_s,
             .raw = [](const QueueRow &row) { return row.load.all().value.value_or(-1); },
             .toolTip = allToolTip},
            trendColumn<QueueRow>([this](const QueueRow &row) { return m_trends.of(row.id); }),
            {.id = "oldest"_L1,
             .title = tr("Oldest due"),
             .text = [this](const QueueRow &row) { return age(row.load.oldestDue); },
             .isFigure = true,
             .widest = u"59 min ago"_s,
             .raw = [](const QueueRow &row) { return micros(row.load.oldestDue); },
             .toolTip = [](const QueueRow &row) { return instant(row.load.oldestDue); },
             .isVolatile = true,
             .isSpare = true},
            {.id = "owner"_L1,
             .title = tr("Locked by"),
             .text = [](const QueueRow &row) { return row.owner; },
             .widest = u"yardmaster-host-12"_s,
             .elide = Qt::ElideMiddle},
            {.id = "since"_L1,
             .title = tr("Since"),
             .text = [this](const QueueRow &row) { return age(row.lockedAt); },
             .isFigure = true,
             .widest = u"59 min ago"_s,
             .raw = [](const QueueRow &row) { return micros(row.lockedAt); },
             .toolTip = [](const QueueRow &row) { return instant(row.lockedAt); },
             .isVolatile = true,
             .isSpare = true},
            {.id = "job"_L1,
             .title = tr("Job that holds it"),
             .text = jobText,
             .widest = u"12345678 send_mail"_s,
             .raw = [](const QueueRow &row) { return row.job ? row.job->id : 0; },
             .elide = Qt::ElideMiddle,
             .isSpare = true},
            {.id = "hold"_L1,
             .title = tr("On hold"),
             .text =
                 [this](const QueueRow &row) {
                     return m_holdTracker && !row.name.isEmpty()
                         ? m_holdTracker->word({HoldKind::Queue, row.name})
                         : QString();
                 },
             .widest = tr("here, everywhere"),
             .isVolatile = true},
        },
        Spoken::TitleAndText);
    insertBehind("trend"_L1, m_pastHour.columns<QueueRow>([](const QueueRow &row) {
        return QString::number(row.id);
    }));
}

QueuesModel::~QueuesModel() = default;

void QueuesModel::setReading(const QueueSnapshot &reading)
{
    const auto known = [](const Count &count) { return count.value.value_or(-1); };
    m_trends.addAll(reading.queues, &QueueRow::id, dateTime(reading.now).toMSecsSinceEpoch(),
                    [&](const QueueRow &row) {
                        return Trend::Sample{.ready = known(row.load.due()),
                                             .running = known(row.load.running),
                                             .failed = known(row.load.failed)};
                    });
    m_now = reading.now;
    merge(reading.queues, Order::Kept);
}

void QueuesModel::setHoldTracker(const HoldTracker *holdTracker)
{
    m_holdTracker = holdTracker;
    connect(holdTracker, &HoldTracker::changed, this, [this] { tellVolatile(); });
    tellVolatile();
}

QString QueuesModel::age(const std::optional<Timestamp> &time) const
{
    return time ? formatRelative(std::min(*time, m_now), m_now) : QString();
}

} // namespace yardmaster
