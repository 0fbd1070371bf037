#include "ui/pages/localworker/runstable.h"

#include "ui/kit/density.h"
#include "ui/kit/tablesetup.h"

namespace yardmaster {

RunsTable::RunsTable(RunsModel::Kind kind, QWidget *parent)
    : QTableView(parent)
    , m_model(kind)
{
    setModel(&m_model);
    setUpTable(this, {});
    fitColumns(this);
    Density::instance()->apply(this);
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this] { Q_EMIT currentJobChanged(currentJob()); });
    connect(this, &QTableView::activated, this, [this](const QModelIndex &index) {
        Q_EMIT jobActivated(m_model.at(index.row()).job.id);
    });
}

RunsTable::~RunsTable()
{
    setModel(nullptr); // it goes before the view does
}

qint64 RunsTable::currentJob() const
{
    const QModelIndex index = currentIndex();
    return index.isValid() ? m_model.at(index.row()).job.id : 0;
}

} // namespace yardmaster
