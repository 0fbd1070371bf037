#include "models/jobs/jobrows.h"

#include "models/values/showntext.h"

#include <algorithm>

namespace yardmaster {

JobRows::JobRows(QObject *parent)
    : ColumnsModel(parent)
{
    setColumns(jobColumns());
}

void JobRows::clear(bool isAtTop, bool isAtEnd)
{
    beginResetModel();
    m_rows.clear();
    m_places.clear();
    m_wantsPayload = false;
    m_isAtTop = isAtTop;
    m_isAtEnd = isAtEnd;
    endResetModel();
}

void JobRows::insert(QList<JobRow> rows, const QList<QStringList> &paths, PageDirection direction,
                     bool isEnd, int mostRows)
{
    const bool isForward = direction == PageDirection::Forward;
    (isForward ? m_isAtEnd : m_isAtTop) = isEnd;
    // A job that was put off turns up again further down; it keeps the place where it was first.
    QSet<qint64> known;
    for (const JobRow &row : std::as_const(m_rows))
        known << row.id;
    rows.removeIf([&known](const JobRow &row) { return known.contains(row.id); });
    if (rows.isEmpty())
        return;
    QList<JobPosition> places;
    for (JobRow &row : rows) {
        m_wantsPayload |= m_payload.fit(&row, paths);
        places << positionOf(row);
    }
    const int first = isForward ? rowCount() : 0;
    beginInsertRows({}, first, first + int(rows.size()) - 1);
    m_rows = isForward ? m_rows + rows : rows + m_rows;
    m_places = isForward ? m_places + places : places + m_places;
    endInsertRows();
    if (rowCount() <= mostRows)
        return;
    if (isForward)
        take(0, rowCount() - mostRows);
    else
        take(mostRows, rowCount());
    (isForward ? m_isAtTop : m_isAtEnd) = false;
}

bool JobRows::update(const JobRefresh &now, const QList<QStringList> &paths)
{
    // Rows that came or went since the question are not in the answer, or not here: both are fine.
    int firstChanged = -1;
    const auto report = [this, &firstChanged](int end) {
        if (firstChanged >= 0)
            Q_EMIT dataChanged(index(firstChanged, 0), index(end - 1, columnCount() - 1));
        firstChanged = -1;
    };
    bool haveLeft = false;
    for (int row = 0; row < m_rows.size(); ++row) {
        JobRow &job = m_rows[row];
        JobRow updated = now.rows.value(job.id, job);
        updated.isGone = !now.rows.contains(job.id);
        updated.isFiltered = now.unlisted.contains(job.id);
        if (!updated.isGone)
            m_wantsPayload |= m_payload.fit(&updated, paths);
        haveLeft = haveLeft || updated.isGone != job.isGone || updated.isFiltered != job.isFiltered;
        if (updated == job) {
            report(row);
            continue;
        }
        job = updated;
        if (firstChanged < 0)
            firstChanged = row;
    }
    report(rowCount());
    return haveLeft;
}

/// Rows [begin, end).
void JobRows::take(int begin, int end)
{
    beginRemoveRows({}, begin, end - 1);
    m_rows.remove(begin, end - begin);
    m_places.remove(begin, end - begin);
    endRemoveRows();
}

int JobRows::listedHere() const
{
    return int(std::ranges::count_if(
        m_rows, [](const JobRow &row) { return !row.isGone && !row.isFiltered; }));
}

void JobRows::dropLeft()
{
    const auto hasLeft
        = [this](int row) { return m_rows.at(row).isGone || m_rows.at(row).isFiltered; };
    for (int end = rowCount(); end > 0; --end) {
        int begin = end;
        while (begin > 0 && hasLeft(begin - 1))
            --begin;
        if (begin < end)
            take(begin, end);
        end = begin;
    }
}

JobColumn JobRows::addPayloadColumn(const QStringList &path)
{
    const int section = columnCount();
    beginInsertColumns({}, section, section);
    m_payload.add(path, &m_rows);
    setColumns(jobColumns(m_payload.paths()));
    endInsertColumns();
    onPayloadColumns();
    return JobColumn(section);
}

void JobRows::removePayloadColumn(JobColumn column)
{
    const int place = int(column) - kJobColumns;
    if (!m_payload.has(place))
        return;
    beginRemoveColumns({}, int(column), int(column));
    m_payload.remove(place, &m_rows);
    setColumns(jobColumns(m_payload.paths()));
    endRemoveColumns();
    onPayloadColumns();
}

void JobRows::setPayloadRead(JobColumn column, bool isRead)
{
    const int place = int(column) - kJobColumns;
    if (!m_payload.has(place))
        return;
    m_payload.setRead(place, isRead);
    onPayloadColumns();
}

void JobRows::setRules(const RedactionRules &rules)
{
    m_payload.setRules(rules, &m_rows);
    if (!m_payload.isEmpty() && !m_rows.isEmpty())
        Q_EMIT dataChanged(index(0, kJobColumns), index(rowCount() - 1, columnCount() - 1));
}

int JobRows::rowOf(qint64 id) const
{
    const auto it = std::ranges::find(m_rows, id, &JobRow::id);
    return it == m_rows.end() ? -1 : int(it - m_rows.begin());
}

int JobRows::nextRow(JobColumn column, const QString &beginning, int from) const
{
    const int count = int(m_rows.size());
    for (int step = 1; step <= count; ++step) {
        const int row = (std::max(from, -1) + step) % count;
        if (entry(column).text(m_rows.at(row)).startsWith(beginning, Qt::CaseInsensitive))
            return row;
    }
    return -1;
}

int JobRows::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant JobRows::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const JobRow &job = m_rows.at(index.row());
    switch (role) {
    case Qt::ToolTipRole: {
        const QString tip = ColumnsModel::data(index, role).toString();
        return tip.isEmpty() ? QVariant() : tip; // else see JobDelegate::helpEvent()
    }
    case Qt::AccessibleDescriptionRole:
        return shownText(m_isChosen && m_isChosen(index.row())
                             ? tr("%1, selected").arg(m_payload.description(job))
                             : m_payload.description(job));
    case IdRole:
        return job.id;
    case GoneRole:
        return job.isGone;
    case FilteredRole:
        return job.isFiltered;
    default:
        return ColumnsModel::data(index, role);
    }
}

QVariant JobRows::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::ToolTipRole || orientation != Qt::Horizontal || section < 0
        || section >= columnCount())
        return ColumnsModel::headerData(section, orientation, role);
    const QString sentence = jobOrderingSentence(columns().at(section).ordering);
    return isPayloadColumn(JobColumn(section))
        ? shownText(columns().at(section).title) + u'\n' + sentence
        : sentence;
}

} // namespace yardmaster
