#include "ui/pages/jobs/spokenselection.h"

#include "models/values/format.h"
#include "ui/pages/jobs/jobstable.h"

namespace yardmaster {

using namespace Qt::StringLiterals;

SpokenSelection::SpokenSelection(JobsTable *table)
    : QObject(table)
    , m_table(table)
{
    const JobsModel *model = table->jobs();
    connect(table, &JobsTable::chosenChanged, this, [this] {
        follow();
        tellSummary();
    });
    for (auto changed : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(model, changed, this, &SpokenSelection::follow);
    connect(model, &QAbstractItemModel::columnsInserted, this, &SpokenSelection::follow);
    // A job that left the filter is not part of "all that match" any more.
    connect(model, &QAbstractItemModel::dataChanged, this, &SpokenSelection::follow);
    connect(model, &JobsModel::totalChanged, this, &SpokenSelection::tellSummary);
    connect(model, &JobsModel::phaseChanged, this, &SpokenSelection::tellSummary);
}

void SpokenSelection::follow()
{
    QItemSelectionModel *selection = m_table->selectionModel();
    if (m_table->chosen().isEmpty() && !selection->hasSelection())
        return;
    const JobsModel &model = *m_table->jobs();
    QItemSelection chosen;
    int begin = -1;
    for (int row = 0; row <= model.rowCount(); ++row) {
        const bool isChosen = row < model.rowCount() && m_table->isChosen(row);
        if (isChosen && begin < 0)
            begin = row;
        if (isChosen || begin < 0)
            continue;
        chosen.append(QItemSelectionRange(model.index(begin, 0),
                                          model.index(row - 1, model.columnCount() - 1)));
        begin = -1;
    }
    selection->select(chosen, QItemSelectionModel::ClearAndSelect);
}

void SpokenSelection::tellSummary()
{
    // Setting it tells the screen reader, too: only when it is another.
    if (const QString now = summary(); now != m_table->accessibleDescription())
        m_table->setAccessibleDescription(now);
}

QString SpokenSelection::summary() const
{
    const JobSelection &chosen = m_table->chosen();
    const JobsModel &model = *m_table->jobs();
    if (chosen.isEmpty())
        return m_table->accessibleDescription().isEmpty() ? QString() : tr("No job selected");
    if (chosen.isAllMatching()) {
        const bool isThis = *chosen.filter() == model.query().filter;
        const Count count = chosen.count(isThis ? model.total() : Count{});
        return count.value ? tr("All jobs that match selected: %1").arg(formatCount(count))
                           : tr("All jobs that match selected");
    }
    const qint64 count = chosen.ids().size();
    QString text = tr("%1 jobs selected", nullptr, pluralOf(count)).arg(formatNumber(count));
    if (const qint64 hidden = count - m_table->chosenHere(); hidden > 0)
        text += u", "_s + tr("%1 out of view").arg(formatNumber(hidden));
    return text;
}

} // namespace yardmaster
