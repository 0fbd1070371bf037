#include "models/jobs/jobgroupsmodel.h"

#include "models/jobs/jobcolumns.h"
#include "models/query/filterkeys.h"
#include "models/values/format.h"
#include "models/values/jobstate.h"
#include "models/values/language.h"

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::seconds kAgesAgain{30};
constexpr qsizetype kSpokenName = 200; // characters

std::optional<JobState> stateOf(const JobGroup &group, FilterKey grouping)
{
    return grouping == FilterKey::State ? findFilterState(group.value) : std::nullopt;
}

QString firstDueText(const JobGroup &group)
{
    return group.runAt && isFinite(*group.runAt)
        ? JobGroupsModel::tr("The first of them is due at %1.")
              .arg(formatInstant(dateTime(*group.runAt)))
        : QString();
}

QString shareText(double share)
{
    if (share < 0)
        return {};
    if (share > 0 && share < 0.01)
        return JobGroupsModel::tr("< 1 %");
    // 100 % is all of them.
    const double percent = share < 1 ? std::min(share * 100, 99.0) : 100;
    return JobGroupsModel::tr("%1 %").arg(Language::locale().toString(percent, 'f', 0));
}

} // namespace

QString groupRowKey(const JobGroup &group)
{
    return QString::number(int(group.kind)) + group.value;
}

QString groupingTitle(FilterKey grouping)
{
    switch (grouping) {
    case FilterKey::Task:
        return JobGroupsModel::tr("Task");
    case FilterKey::Queue:
        return JobGroupsModel::tr("Queue");
    case FilterKey::State:
        return JobGroupsModel::tr("State");
    case FilterKey::Priority:
        return JobGroupsModel::tr("Priority");
    case FilterKey::Attempts:
        return JobGroupsModel::tr("Attempts");
    case FilterKey::LockedBy:
        return JobGroupsModel::tr("Worker");
    case FilterKey::Flag:
        return JobGroupsModel::tr("Flag");
    case FilterKey::Error:
        return JobGroupsModel::tr("Error");
    default:
        Q_UNREACHABLE();
    }
}

JobGroupsModel::JobGroupsModel(SessionPool sessions, QObject *parent)
    : RowsModel(parent)
    , m_query(std::move(sessions), SessionPool::Use::Polling)
{
    setGrouping(m_grouping);
    m_ages.setInterval(kAgesAgain);
    connect(&m_ages, &QTimer::timeout, this, [this] { tellVolatile(); });
    m_ages.start();
}

JobGroupsModel::~JobGroupsModel() = default;

void JobGroupsModel::setGrouping(FilterKey grouping)
{
    m_grouping = grouping;
    beginResetModel();
    setColumns({
        {.id = "group"_L1,
         .title = groupingTitle(grouping),
         .text = [this](const JobGroup &group) { return nameOf(group); },
         .hasFigures = grouping == FilterKey::LockedBy,
         .raw = [](const JobGroup &group) { return group.value; },
         .toolTip =
             [this](const JobGroup &group) {
                 const QString name = nameOf(group);
                 return group.obstacle.isEmpty() ? name : group.obstacle + u'\n' + name;
             },
         .spoken =
             [this](const JobGroup &group) {
                 QStringList parts{shownText(nameOf(group), kSpokenName)};
                 if (group.jobs)
                     parts << tr("%1 jobs", nullptr, pluralOf(*group.jobs))
                                  .arg(formatNumber(*group.jobs));
                 parts << shareText(shareOf(group)) << group.obstacle;
                 parts.removeAll(QString());
                 return parts.join(u", "_s);
             },
         .state =
             [grouping](const JobGroup &group) {
                 const auto state = stateOf(group, grouping);
                 return state ? QVariant::fromValue(*state) : QVariant();
             },
         .hasShape = grouping == FilterKey::State,
         .isQuiet =
             [](const JobGroup &group) {
                 return group.kind == JobGroup::Kind::None || !group.obstacle.isEmpty();
             },
         .elide = grouping == FilterKey::Error ? Qt::ElideRight : Qt::ElideMiddle},
        {.id = "jobs"_L1,
         .title = tr("Jobs"),
         .text
         = [](const JobGroup &group) { return group.jobs ? formatNumber(*group.jobs) : QString(); },
         .isFigure = true,
         .widest = u"10,000,000"_s,
         .raw
         = [](const JobGroup &group) { return group.jobs ? QVariant(*group.jobs) : QVariant(); },
         .toolTip = firstDueText},
        {.id = "share"_L1,
         .title = tr("Share"),
         .text = [this](const JobGroup &group) { return shareText(shareOf(group)); },
         .isFigure = true,
         .widest = u"100 %"_s,
         .raw = [this](const JobGroup &group) { return shareOf(group); },
         .isQuiet = kAlways},
        {.id = "run_at"_L1,
         .title = tr("First due"),
         .text =
             [](const JobGroup &group) {
                 return group.runAt ? relativeTime(*group.runAt) : QString();
             },
         .isFigure = true,
         .widest = u"59 min ago"_s,
         .raw =
             [](const JobGroup &group) {
                 return group.runAt && isFinite(*group.runAt) ? QVariant(dateTime(*group.runAt))
                                                              : QVariant();
             },
         .toolTip = firstDueText,
         .isQuiet = kAlways,
         .isVolatile = true,
         .isHidden = [this] { return m_areTimesHidden; }},
    });
    endResetModel();
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

QString JobGroupsModel::nameOf(const JobGroup &group) const
{
    switch (group.kind) {
    case JobGroup::Kind::All:
        return tr("All");
    case JobGroup::Kind::None:
        return m_grouping == FilterKey::Queue   ? tr("without a queue")
            : m_grouping == FilterKey::Flag     ? tr("without flags")
            : m_grouping == FilterKey::LockedBy ? tr("not locked")
                                                : tr("without an error");
    case JobGroup::Kind::Unnamed:
        return m_grouping == FilterKey::Queue ? tr("missing queue")
            : m_grouping == FilterKey::Flag   ? tr("unreadable flags")
                                              : tr("missing task");
    case JobGroup::Kind::Valued:
        break;
    }
    if (const auto state = stateOf(group, m_grouping))
        return jobStateWord(*state);
    if (group.value.isEmpty())
        return tr("(empty)");
    // Blanks at an end are seen between quotes only.
    const bool isPlain = !group.value.front().isSpace() && !group.value.back().isSpace();
    return isPlain ? group.value : tr("“%1”").arg(group.value);
}

void JobGroupsModel::hideTimes(bool areHidden)
{
    if (std::exchange(m_areTimesHidden, areHidden) != areHidden)
        tellHidden();
}

double JobGroupsModel::shareOf(const JobGroup &group) const
{
    if (!group.jobs || rowCount() == 0)
        return -1;
    const qint64 all = rows().first().jobs.value_or(0);
    return all > 0 ? double(*group.jobs) / double(all) : -1;
}

void JobGroupsModel::count(const FilterContext &context, const Filter &filter, FilterKey grouping)
{
    if (grouping != m_grouping || filter != m_filter) {
        forget();
        m_filter = filter;
        setGrouping(grouping);
    }
    m_clock.start();
    m_query.ask(
        [context, filter, grouping, patience = m_patience](Session &session) {
            return readJobGroups(session, context, filter, grouping, patience);
        },
        [this](const Result<JobGroups> &answer) { onAnswer(answer); });
    setPhase(Phase::Counting);
}

void JobGroupsModel::onAnswer(const Result<JobGroups> &answer)
{
    m_took = std::chrono::milliseconds(m_clock.elapsed());
    if (!answer) {
        m_isTimedOut = answer.error().kind == DbError::Kind::Cancelled;
        m_error = answer.error();
        return setPhase(m_isTimedOut ? Phase::Stopped : Phase::Failed);
    }
    m_readAt = QDateTime::currentDateTimeUtc();
    m_groups = answer->groups;
    QList<JobGroup> fresh = QList<JobGroup>{answer->all} + answer->largest;
    const int kept = rowOf(m_kept);
    if (kept >= 0 && std::ranges::find(fresh, m_kept, groupRowKey) == fresh.cend()) {
        JobGroup empty = at(kept);
        empty.jobs = answer->isCut() ? std::nullopt : std::optional<qint64>(0);
        empty.runAt.reset();
        fresh << empty;
    }
    Q_EMIT aboutToMerge();
    merge(std::move(fresh));
    tellAll(); // shares follow from other rows
    Q_EMIT merged();
    setPhase(Phase::Ready);
}

void JobGroupsModel::stop()
{
    if (m_phase != Phase::Counting)
        return;
    m_query.drop();
    m_isTimedOut = false;
    setPhase(Phase::Stopped);
}

void JobGroupsModel::forget()
{
    m_query.drop();
    m_kept.clear();
    m_readAt = {};
    m_groups = 0;
    m_filter = {};
    reset({});
    setPhase(Phase::Nothing);
}

void JobGroupsModel::lose(const DbError &error)
{
    if (m_phase == Phase::Nothing)
        return;
    m_query.drop();
    m_error = error;
    setPhase(Phase::Failed);
}

std::chrono::milliseconds JobGroupsModel::took() const
{
    return m_phase == Phase::Counting ? std::chrono::milliseconds(m_clock.elapsed()) : m_took;
}

Freshness JobGroupsModel::freshness() const
{
    return {m_readAt, m_phase == Phase::Failed ? std::optional(m_error) : std::nullopt, false};
}

void JobGroupsModel::setPhase(Phase phase)
{
    m_phase = phase;
    Q_EMIT phaseChanged();
}

} // namespace yardmaster
