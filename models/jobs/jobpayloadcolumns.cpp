#include "models/jobs/jobpayloadcolumns.h"

#include "models/jobs/jobcolumns.h"
#include "models/query/filteredit.h"

#include <utility>

namespace yardmaster {

using namespace Qt::StringLiterals;

void JobPayloadColumns::add(const QStringList &path, QList<JobRow> *rows)
{
    Q_ASSERT(!path.isEmpty() && !paths().contains(path));
    m_columns << Column{path, true};
    for (JobRow &row : *rows)
        row.payload << PayloadCell();
    dress(rows);
}

void JobPayloadColumns::remove(int place, QList<JobRow> *rows)
{
    m_columns.removeAt(place);
    for (JobRow &row : *rows)
        row.payload.removeAt(place);
}

void JobPayloadColumns::setRules(const RedactionRules &rules, QList<JobRow> *rows)
{
    m_rules = rules;
    dress(rows);
}

QList<QStringList> JobPayloadColumns::paths() const
{
    QList<QStringList> paths;
    for (const Column &column : m_columns)
        paths << column.path;
    return paths;
}

QList<QStringList> JobPayloadColumns::pathsRead() const
{
    QList<QStringList> paths;
    for (const Column &column : m_columns) {
        if (column.isRead)
            paths << column.path;
    }
    return paths;
}

bool JobPayloadColumns::fit(JobRow *row, const QList<QStringList> &paths) const
{
    bool isMissing = false;
    const QList<PayloadCell> read = std::exchange(row->payload, {});
    for (const Column &column : m_columns) {
        PayloadCell cell = read.value(paths.indexOf(column.path));
        isMissing |= column.isRead && cell.kind == PayloadCell::Kind::Unread;
        dressPayloadCell(&cell, column.path, m_rules);
        row->payload << cell;
    }
    return isMissing;
}

QString JobPayloadColumns::description(const JobRow &job) const
{
    QString text = jobDescription(job);
    for (int place = 0; place < m_columns.size(); ++place) {
        if (const Column &column = m_columns.at(place); column.isRead)
            text += u", %1: %2"_s.arg(payloadPathText(column.path),
                                      payloadCellText(job.payload.value(place)));
    }
    return text;
}

void JobPayloadColumns::dress(QList<JobRow> *rows) const
{
    for (JobRow &row : *rows) {
        for (int place = 0; place < m_columns.size(); ++place)
            dressPayloadCell(&row.payload[place], m_columns.at(place).path, m_rules);
    }
}

} // namespace yardmaster
