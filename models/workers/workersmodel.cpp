#include "models/workers/workersmodel.h"

#include "models/values/format.h"

namespace yardmaster {

using namespace Qt::StringLiterals;
using std::chrono::milliseconds;

namespace {

constexpr qsizetype kShownQueues = 10;

qint64 number(const std::optional<Timestamp> &time)
{
    return time ? time->time_since_epoch().count() : 0;
}

QString instant(const std::optional<Timestamp> &time)
{
    return time ? formatInstant(dateTime(*time)) : QString();
}

QString programText(const WorkerRow &row)
{
    return row.version.isEmpty() ? workerKindName(row.kind)
                                 : workerKindName(row.kind) + u' ' + row.version;
}

QString queueNames(const WorkerRow &row)
{
    QStringList names;
    for (const LockedQueue &lock : row.queues.first(std::min(row.queues.size(), kShownQueues)))
        names << lock.queue;
    return names.join(u", "_s);
}

} // namespace

WorkersModel::WorkersModel(QObject *parent)
    : PastHourModel(parent)
{
    setColumns(
        {
            {.id = "life"_L1,
             .title = tr("State"),
             .text = [](const WorkerRow &row) { return workerLifeWord(row.life); },
             .widest = workerLifeWord(WorkerLife::Unknown),
             .raw = [](const WorkerRow &row) { return int(row.life); },
             .toolTip = [](const WorkerRow &row) { return workerLifeMeaning(row); },
             .state = [](const WorkerRow &row) { return QVariant::fromValue(row.life); },
             .hasShape = true},
            {.id = "worker"_L1,
             .title = tr("Worker"),
             .text =
                 [](const WorkerRow &row) {
                     return row.isOurs ? tr("%1 · this program").arg(workerTitle(row))
                                       : workerTitle(row);
                 },
             .raw = [](const WorkerRow &row) { return row.id; },
             .toolTip = [](const WorkerRow &row) { return row.id; },
             .elide = Qt::ElideMiddle},
            {.id = "program"_L1,
             .title = tr("Program"),
             .text = programText,
             .widest = u"graphile_worker_rs 0"_s,
             .toolTip = kNoText,
             .isQuiet = kAlways,
             .isSpare = true},
            {.id = "last-sign"_L1,
             .title = tr("Last heartbeat"),
             .text =
                 [](const WorkerRow &row) {
                     return row.heartbeat ? formatAge(row.silentFor) : u"–"_s;
                 },
             .isFigure = true,
             .widest = u"59 min ago"_s,
             .raw = [](const WorkerRow &row) { return number(row.heartbeat); },
             .toolTip =
                 [](const WorkerRow &row) {
                     return row.heartbeat ? instant(row.heartbeat) : tr("It never sent one.");
                 }},
            {.id = "started"_L1,
             .title = tr("Started"),
             .text = [this](const WorkerRow &row) { return age(row.started); },
             .isFigure = true,
             .widest = u"59 min ago"_s,
             .raw = [](const WorkerRow &row) { return number(row.started); },
             .toolTip = [](const WorkerRow &row) { return instant(row.started); },
             .isQuiet = kAlways,
             .isVolatile = true,
             .isSpare = true},
            {.id = "jobs"_L1,
             .title = tr("Jobs held"),
             .text =
                 [](const WorkerRow &row) {
                     return row.areJobsKnown ? formatNumber(row.jobs) : u"…"_s;
                 },
             .isFigure = true,
             .widest = u"100,000"_s,
             .raw = [](const WorkerRow &row) { return row.jobs; },
             .toolTip =
                 [](const WorkerRow &row) {
                     return row.running && row.life == WorkerLife::Alive
                         ? tr("Of these it ran %1 at its last heartbeat. The others wait in its "
                              "memory.")
                               .arg(formatNumber(*row.running))
                         : tr("They run, or wait in its memory: it does not say which.");
                 }},
            trendColumn<WorkerRow>([this](const WorkerRow &row) { return m_trends.of(row.id); }),
            {.id = "oldest"_L1,
             .title = tr("Oldest since"),
             .text =
                 [this](const WorkerRow &row) {
                     return row.areJobsKnown && row.jobs > 0 ? age(row.oldestJob) : u"–"_s;
                 },
             .isFigure = true,
             .widest = u"59 min ago"_s,
             .raw = [](const WorkerRow &row) { return number(row.oldestJob); },
             .toolTip = [](const WorkerRow &row) { return instant(row.oldestJob); },
             .isVolatile = true,
             .isSpare = true},
            {.id = "queues"_L1,
             .title = tr("Queues held"),
             .text = [](const WorkerRow &row) { return formatNumber(row.queues.size()); },
             .isFigure = true,
             .widest = u"1,000"_s,
             .raw = [](const WorkerRow &row) { return row.queues.size(); },
             .toolTip = queueNames,
             .isSpare = true},
            {.id = "sessions"_L1,
             .title = tr("Sessions"),
             .text =
                 [](const WorkerRow &row) {
                     return row.sessions.isEmpty() ? u"–"_s : formatNumber(row.sessions.size());
                 },
             .isFigure = true,
             .widest = u"100"_s,
             .raw = [](const WorkerRow &row) { return row.sessions.size(); },
             .toolTip =
                 [](const WorkerRow &row) {
                     return row.sessions.isEmpty()
                         ? tr("No session in the database is named after it; most programs do not "
                              "name theirs.")
                         : tr("Sessions in the database that are named after it.");
                 },
             .isSpare = true},
        },
        Spoken::TitleAndText);
    insertBehind("trend"_L1,
                 m_pastHour.columns<WorkerRow>([](const WorkerRow &row) { return row.id; }));
}

void WorkersModel::setWorkers(const QList<WorkerRow> &workers, Timestamp now)
{
    m_trends.addAll(workers, &WorkerRow::id, dateTime(now).toMSecsSinceEpoch(),
                    [](const WorkerRow &row) {
                        return Trend::Sample{.running = row.areJobsKnown ? row.jobs : -1};
                    });
    m_now = now;
    merge(workers);
}

QString WorkersModel::age(const std::optional<Timestamp> &time) const
{
    if (!time)
        return u"–"_s;
    return formatAge(std::max(std::chrono::duration_cast<milliseconds>(m_now - *time), {}));
}

} // namespace yardmaster
