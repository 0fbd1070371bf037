#include "models/cron/cronbooksmodel.h"

#include "models/values/format.h"
#include <yardmaster/crondescription.h>

#include <algorithm>
#include <chrono>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kLookedAt = 2000;

QString ageText(const QDateTime &time, const QDateTime &now)
{
    const std::chrono::milliseconds ms(time.msecsTo(now));
    return ms.count() >= 0 ? formatAge(ms) : formatUntil(-ms);
}

} // namespace

bool CronBooksModel::Row::operator==(const Row &other) const
{
    const auto lineOf = [](const Row &row) { return row.entry ? row.entry->line : 0; };
    return identifier == other.identifier && lineOf(*this) == lineOf(other) && isOff == other.isOff;
}

CronBooksModel::CronBooksModel(QObject *parent)
    : QAbstractTableModel(parent)
    , m_now(QDateTime::currentDateTimeUtc())
{ }

void CronBooksModel::set(CronAnalysisPtr analysis, const KnownCrontabs &known, bool hasBooks)
{
    QHash<QString, CronKnown> books = known.byIdentifier();
    QList<Row> rows;
    if (analysis) {
        for (const QList<CrontabEntry> *list : {&analysis->entries, &analysis->switchedOff}) {
            for (const CrontabEntry &entry : *list) {
                Row row;
                row.identifier = entry.item.identifier;
                row.entry = &entry;
                row.isOff = list == &analysis->switchedOff;
                if (const auto found = books.constFind(row.identifier); found != books.cend())
                    row.known = *found;
                rows << row;
            }
        }
        std::ranges::sort(rows, {}, [](const Row &row) { return row.entry->line; });
        for (const Row &row : std::as_const(rows))
            books.remove(row.identifier);
    }
    for (const KnownCrontabs::Entry &entry : known.entries) {
        if (books.contains(entry.identifier))
            rows << Row{entry.identifier, nullptr, false, entry.known};
    }
    const bool isSameList = rows == m_rows;
    if (!isSameList)
        beginResetModel();
    m_hasFile = analysis != nullptr;
    m_hasBooks = hasBooks;
    m_analysis = std::move(analysis); // the rows point into it
    m_rows = std::move(rows);
    if (!isSameList)
        endResetModel();
    else if (!m_rows.isEmpty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
}

void CronBooksModel::setNow(const QDateTime &now)
{
    m_now = now;
    if (!m_rows.isEmpty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
}

QDateTime CronBooksModel::overdueSince(int row) const
{
    const Row &r = m_rows.at(row);
    if (!r.entry || r.isOff || !r.known)
        return {};
    const QDateTime from = r.known->lastExecution.value_or(r.known->knownSince);
    const auto due = r.entry->schedule.next(from);
    return due && due->secsTo(m_now) > kGrace ? *due : QDateTime();
}

CronBooksModel::State CronBooksModel::state(int row) const
{
    const Row &r = m_rows.at(row);
    if (!r.entry)
        return State::Elsewhere;
    if (r.isOff)
        return State::Off;
    if (!r.known)
        return State::Unseen;
    if (overdueSince(row).isValid())
        return State::Overdue;
    return r.known->lastExecution ? State::InStep : State::Waiting;
}

int CronBooksModel::overdue() const
{
    int count = 0;
    for (int row = 0; row < std::min(rowCount(), kLookedAt); ++row)
        count += state(row) == State::Overdue ? 1 : 0;
    return count;
}

int CronBooksModel::rowOfLine(int line) const
{
    const auto found = std::ranges::find_if(
        m_rows, [line](const Row &row) { return row.entry && row.entry->line == line; });
    return found == m_rows.end() ? -1 : int(found - m_rows.begin());
}

int CronBooksModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int CronBooksModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QString CronBooksModel::text(const Row &row, int number, Column column) const
{
    switch (column) {
    case Column::State:
        switch (state(number)) {
        case State::InStep:
            return tr("in step");
        case State::Overdue:
            return tr("overdue");
        case State::Waiting:
            return tr("not due yet");
        case State::Unseen:
            return m_hasBooks ? tr("new") : tr("unknown");
        case State::Off:
            return tr("off");
        case State::Elsewhere:
            return m_hasFile ? tr("not in this file") : tr("known");
        }
        return {};
    case Column::Identifier:
        return row.identifier;
    case Column::Task:
        return row.entry ? row.entry->item.task : QString();
    case Column::Schedule:
        return row.entry ? describeSchedule(row.entry->schedule) : QString();
    case Column::LastRun:
        if (!row.known)
            return m_hasBooks ? tr("never") : QString();
        return row.known->lastExecution ? ageText(*row.known->lastExecution, m_now) : tr("never");
    case Column::NextRun:
        if (row.entry && !row.isOff) {
            const auto next = row.entry->schedule.next(m_now);
            return next ? ageText(*next, m_now) : tr("never");
        }
        return {};
    case Column::KnownSince:
        return row.known ? ageText(row.known->knownSince, m_now) : QString();
    }
    return {};
}

QString CronBooksModel::toolTip(const Row &row, int number, Column column) const
{
    switch (column) {
    case Column::State:
        switch (state(number)) {
        case State::InStep:
            return tr("Its last run was the last time it was due.");
        case State::Overdue:
            return tr("It was due at %1 and no worker has added its job. Is a worker with this "
                      "crontab running?")
                .arg(formatInstant(overdueSince(number)));
        case State::Waiting:
            return tr("Workers have it; it was not due since.");
        case State::Unseen:
            return m_hasBooks ? tr("No worker has started with it. Nothing is made up for at the "
                                   "first start.")
                              : tr("The database was not asked.");
        case State::Off:
            return tr("A comment to workers.");
        case State::Elsewhere:
            return tr("Workers have had it from another crontab, or this one had it once.");
        }
        return {};
    case Column::LastRun:
        return row.known && row.known->lastExecution ? formatInstant(*row.known->lastExecution)
                                                     : QString();
    case Column::KnownSince:
        return row.known ? formatInstant(row.known->knownSince) : QString();
    case Column::NextRun:
        if (row.entry && !row.isOff) {
            if (const auto next = row.entry->schedule.next(m_now))
                return formatInstant(*next);
        }
        return {};
    default:
        return text(row, number, column);
    }
}

QVariant CronBooksModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= m_rows.size())
        return {};
    const Row &row = m_rows.at(index.row());
    const auto column = Column(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return text(row, index.row(), column);
    case Qt::ToolTipRole:
        return toolTip(row, index.row(), column);
    case Qt::TextAlignmentRole:
        return int(column >= Column::LastRun ? Qt::AlignRight | Qt::AlignVCenter
                                             : Qt::AlignLeft | Qt::AlignVCenter);
    case Qt::AccessibleTextRole:
        if (column == Column::State)
            return row.identifier + u", "_s + text(row, index.row(), column);
        return text(row, index.row(), column);
    case StateRole:
        return QVariant::fromValue(state(index.row()));
    case LineRole:
        return row.entry ? row.entry->line : 0;
    default:
        return {};
    }
}

QVariant CronBooksModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Column(section) >= Column::LastRun ? Qt::AlignRight | Qt::AlignVCenter
                                                      : Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (Column(section)) {
    case Column::State:
        return tr("State");
    case Column::Identifier:
        return tr("Identifier");
    case Column::Task:
        return tr("Task");
    case Column::Schedule:
        return tr("Schedule");
    case Column::LastRun:
        return tr("Last run");
    case Column::NextRun:
        return tr("Next run");
    case Column::KnownSince:
        return tr("Known since");
    }
    return {};
}

} // namespace yardmaster
