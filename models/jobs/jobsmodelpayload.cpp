// The columns of a JobsModel that show places of payloads.

#include "models/jobs/jobsmodel.h"
#include "models/query/filteredit.h"

#include <QTimer>

namespace yardmaster {

using namespace Qt::StringLiterals;

JobColumn JobsModel::addPayloadColumn(const QStringList &path)
{
    const int section = columnCount();
    Q_ASSERT(!path.isEmpty() && !payloadPaths().contains(path));
    beginInsertColumns({}, section, section);
    m_payloadColumns << PayloadColumn{path, true};
    setEntries();
    for (JobRow &row : m_rows)
        row.payload << PayloadCell();
    dressPayload();
    endInsertColumns();
    usePayloadColumns();
    return JobColumn(section);
}

void JobsModel::removePayloadColumn(JobColumn column)
{
    const int place = int(column) - kJobColumns;
    if (place < 0 || place >= m_payloadColumns.size())
        return;
    beginRemoveColumns({}, int(column), int(column));
    m_payloadColumns.removeAt(place);
    setEntries();
    for (JobRow &row : m_rows)
        row.payload.removeAt(place);
    endRemoveColumns();
    usePayloadColumns();
}

void JobsModel::setPayloadRead(JobColumn column, bool isRead)
{
    const int place = int(column) - kJobColumns;
    if (place < 0 || place >= m_payloadColumns.size())
        return;
    m_payloadColumns[place].isRead = isRead;
    usePayloadColumns();
}

QList<QStringList> JobsModel::payloadPaths() const
{
    QList<QStringList> paths;
    for (const PayloadColumn &column : m_payloadColumns)
        paths << column.path;
    return paths;
}

void JobsModel::setEntries()
{
    setColumns(jobColumns(payloadPaths()));
}

void JobsModel::setRules(const RedactionRules &rules)
{
    m_rules = rules;
    dressPayload();
    if (!m_payloadColumns.isEmpty() && !m_rows.isEmpty())
        Q_EMIT dataChanged(index(0, kJobColumns), index(rowCount() - 1, columnCount() - 1));
}

QString JobsModel::description(const JobRow &job) const
{
    QString text = jobDescription(job);
    for (int place = 0; place < m_payloadColumns.size(); ++place) {
        if (m_payloadColumns.at(place).isRead)
            text += u", %1: %2"_s.arg(entry(payloadColumn(place)).title,
                                      payloadCellText(job.payload.value(place)));
    }
    return text;
}

/// Tells later reads what to read, and reads for the rows that are here what they lack.
void JobsModel::usePayloadColumns()
{
    const QList<QStringList> before = m_query.payloadPaths;
    m_query.payloadPaths.clear();
    for (const PayloadColumn &column : std::as_const(m_payloadColumns)) {
        if (!column.isRead)
            continue;
        m_query.payloadPaths << column.path;
        m_wantsPayload |= !m_rows.isEmpty() && !before.contains(column.path);
    }
    if (m_wantsPayload) // soon: several columns may come at once
        QTimer::singleShot(0, this, &JobsModel::askForPayload);
}

void JobsModel::askForPayload()
{
    if (m_wantsPayload)
        refresh();
}

/// What was read for `paths` goes to the columns there are now: some may have come or gone since.
void JobsModel::fitPayload(JobRow *row, const QList<QStringList> &paths)
{
    const QList<PayloadCell> read = row->payload;
    row->payload.clear();
    for (const PayloadColumn &column : std::as_const(m_payloadColumns)) {
        PayloadCell cell = read.value(paths.indexOf(column.path));
        m_wantsPayload |= column.isRead && cell.kind == PayloadCell::Kind::Unread;
        dressPayloadCell(&cell, column.path, m_rules);
        row->payload << cell;
    }
}

void JobsModel::dressPayload()
{
    for (JobRow &row : m_rows) {
        for (int place = 0; place < m_payloadColumns.size(); ++place)
            dressPayloadCell(&row.payload[place], m_payloadColumns.at(place).path, m_rules);
    }
}

} // namespace yardmaster
