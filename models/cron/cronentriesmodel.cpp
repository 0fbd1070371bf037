#include "models/cron/cronentriesmodel.h"

#include "models/values/format.h"
#include "models/values/jobstate.h"
#include <yardmaster/crondescription.h>

#include <algorithm>
#include <chrono>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kLookedAt = 2000;

/// A column of times, which age. @param timeOf  of an entry; unset: it has none.
TableColumn<CronEntryRow>
timeColumn(QLatin1StringView id, const QString &title, int digits,
           std::function<QString(const CronEntryRow &)> text,
           std::function<std::optional<QDateTime>(const CronEntryRow &)> timeOf)
{
    return {.id = id,
            .title = title,
            .text = std::move(text),
            .isFigure = true,
            .widest = QString(digits, u'9'),
            .toolTip =
                [timeOf](const CronEntryRow &row) {
                    const auto time = timeOf(row);
                    return time ? formatInstant(*time) : QString();
                },
            .isVolatile = true};
}

std::optional<QDateTime> lastRun(const CronEntryRow &row)
{
    return row.known ? row.known->lastExecution : std::nullopt;
}

std::optional<QDateTime> knownSince(const CronEntryRow &row)
{
    return row.known ? std::optional(row.known->knownSince) : std::nullopt;
}

bool isQuiet(const CronEntryRow &row)
{
    return row.isOff || !row.entry;
}

} // namespace

CronEntriesModel::CronEntriesModel(QObject *parent)
    : RowsModel(parent)
    , m_now(QDateTime::currentDateTimeUtc())
{
    QList<TableColumn<CronEntryRow>> columns{
        {.id = "state"_L1,
         .title = tr("State"),
         .text = [this](const CronEntryRow &row) { return stateText(row); },
         .widest = QString(14, u'9'),
         .toolTip = [this](const CronEntryRow &row) { return stateToolTip(row); },
         .spoken
         = [this](const CronEntryRow &row) { return row.identifier + u", "_s + stateText(row); },
         .state =
             [this](const CronEntryRow &row) {
                 switch (state(row)) {
                 case State::Overdue:
                     return QVariant::fromValue(JobState::FailedForGood);
                 case State::InStep:
                     return QVariant::fromValue(JobState::Running);
                 default:
                     return QVariant();
                 }
             },
         .isVolatile = true},
        {.id = "identifier"_L1,
         .title = tr("Identifier"),
         .text = [](const CronEntryRow &row) { return row.identifier; },
         .widest = QString(26, u'9')},
        {.id = "task"_L1,
         .title = tr("Task"),
         .text
         = [](const CronEntryRow &row) { return row.entry ? row.entry->item.task : QString(); },
         .widest = QString(22, u'9')},
        {.id = "schedule"_L1,
         .title = tr("Schedule"),
         .text =
             [](const CronEntryRow &row) {
                 return row.entry ? describeSchedule(row.entry->schedule) : QString();
             }},
        timeColumn(
            "last-run"_L1, tr("Last run"), 12,
            [this](const CronEntryRow &row) {
                const auto time = lastRun(row);
                return time ? age(*time) : row.known || m_hasKnownEntries ? tr("never") : QString();
            },
            lastRun),
        timeColumn(
            "next-run"_L1, tr("Next run"), 12,
            [this](const CronEntryRow &row) {
                const auto time = nextRun(row);
                return time ? age(*time) : isQuiet(row) ? QString() : tr("never");
            },
            [this](const CronEntryRow &row) { return nextRun(row); }),
        timeColumn(
            "known-since"_L1, tr("Known since"), 14,
            [this](const CronEntryRow &row) {
                return row.known ? age(row.known->knownSince) : QString();
            },
            knownSince),
    };
    for (TableColumn<CronEntryRow> &column : columns)
        column.isQuiet = isQuiet;
    setColumns(std::move(columns));
}

void CronEntriesModel::set(CronAnalysisPtr analysis, const KnownCrontabs &known,
                           bool hasKnownEntries)
{
    QHash<QString, KnownCronEntry> left = known.byIdentifier();
    QList<CronEntryRow> rows;
    if (analysis) {
        for (const QList<CrontabEntry> *list : {&analysis->entries, &analysis->switchedOff}) {
            for (const CrontabEntry &entry : *list) {
                CronEntryRow row;
                row.identifier = entry.item.identifier;
                row.entry = &entry;
                row.isOff = list == &analysis->switchedOff;
                if (const auto found = left.constFind(row.identifier); found != left.cend())
                    row.known = *found;
                rows << row;
            }
        }
        std::ranges::sort(rows, {}, [](const CronEntryRow &row) { return row.entry->line; });
        for (const CronEntryRow &row : std::as_const(rows))
            left.remove(row.identifier);
    }
    for (const KnownCrontabs::Entry &entry : known.entries) {
        if (left.contains(entry.identifier))
            rows << CronEntryRow{entry.identifier, nullptr, false, entry.known};
    }
    m_hasFile = analysis != nullptr;
    m_hasKnownEntries = hasKnownEntries;
    // The rows point into their analysis: that of the old ones lasts until they have gone.
    const CronAnalysisPtr before = std::exchange(m_analysis, std::move(analysis));
    merge(std::move(rows));
}

void CronEntriesModel::setNow(const QDateTime &now)
{
    m_now = now;
    tellVolatile();
}

QDateTime CronEntriesModel::overdueSince(const CronEntryRow &row) const
{
    if (isQuiet(row) || !row.known)
        return {};
    const QDateTime from = row.known->lastExecution.value_or(row.known->knownSince);
    const auto due = row.entry->schedule.next(from);
    return due && due->secsTo(m_now) > kGrace ? *due : QDateTime();
}

CronEntriesModel::State CronEntriesModel::state(const CronEntryRow &row) const
{
    if (!row.entry)
        return State::Elsewhere;
    if (row.isOff)
        return State::Off;
    if (!row.known)
        return State::Unseen;
    if (overdueSince(row).isValid())
        return State::Overdue;
    return row.known->lastExecution ? State::InStep : State::Waiting;
}

int CronEntriesModel::overdue() const
{
    int count = 0;
    for (int row = 0; row < std::min(rowCount(), kLookedAt); ++row)
        count += state(at(row)) == State::Overdue ? 1 : 0;
    return count;
}

int CronEntriesModel::lineOf(int row) const
{
    return at(row).entry ? at(row).entry->line : 0;
}

int CronEntriesModel::rowOfLine(int line) const
{
    const auto found = std::ranges::find_if(
        rows(), [line](const CronEntryRow &row) { return row.entry && row.entry->line == line; });
    return found == rows().cend() ? -1 : int(found - rows().cbegin());
}

QString CronEntriesModel::stateText(const CronEntryRow &row) const
{
    switch (state(row)) {
    case State::InStep:
        return tr("up to date");
    case State::Overdue:
        return tr("overdue");
    case State::Waiting:
        return tr("not due yet");
    case State::Unseen:
        return m_hasKnownEntries ? tr("new") : tr("unknown");
    case State::Off:
        return tr("off");
    case State::Elsewhere:
        return m_hasFile ? tr("not in this file") : tr("known");
    }
    return {};
}

QString CronEntriesModel::stateToolTip(const CronEntryRow &row) const
{
    switch (state(row)) {
    case State::InStep:
        return tr("It ran the last time it was due.");
    case State::Overdue:
        return tr("It was due at %1 and no worker has added its job. Is a worker with this "
                  "crontab running?")
            .arg(formatInstant(overdueSince(row)));
    case State::Waiting:
        return tr("Workers have it; it has not been due since.");
    case State::Unseen:
        return m_hasKnownEntries
            ? tr("No worker has started with it. The first start backfills nothing.")
            : tr("The database was not read.");
    case State::Off:
        return tr("Workers treat it as a comment.");
    case State::Elsewhere:
        return tr("Workers had it from another crontab, or it was once in this one.");
    }
    return {};
}

std::optional<QDateTime> CronEntriesModel::nextRun(const CronEntryRow &row) const
{
    return isQuiet(row) ? std::nullopt : row.entry->schedule.next(m_now);
}

QString CronEntriesModel::age(const QDateTime &time) const
{
    const std::chrono::milliseconds ms(time.msecsTo(m_now));
    return ms.count() >= 0 ? formatAge(ms) : formatUntil(-ms);
}

} // namespace yardmaster
