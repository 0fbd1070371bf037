#include "ui/pages/jobs/columnsdialog.h"

#include "ui/kit/label.h"
#include "ui/kit/listdelegate.h"
#include "ui/pages/jobs/jobcolumns.h"

#include <QListWidget>
#include <QPushButton>

namespace yardmaster {

ColumnsDialog::ColumnsDialog(JobColumns *columns, QWidget *parent)
    : ConsoleDialog(tr("Columns"), nullptr, parent)
    , m_columns(columns)
    , m_list(new QListWidget(this))
    , m_remove(new QPushButton(tr("Remove"), this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    addText(tr("Ticked columns are shown, from left to right. Drag the edges of the headers to "
               "change their widths."),
            nullptr, Tone::Muted);
    m_list->setObjectName(QStringLiteral("columnList"));
    m_list->setAccessibleName(tr("Columns"));
    setUpList(m_list);

    auto *up = new QPushButton(tr("Move left"), this);
    auto *down = new QPushButton(tr("Move right"), this);
    up->setObjectName(QStringLiteral("columnLeft"));
    down->setObjectName(QStringLiteral("columnRight"));
    auto *moves = new QHBoxLayout;
    moves->setSpacing(8);
    moves->addWidget(up);
    moves->addWidget(down);
    moves->addStretch();
    auto *extras = new QHBoxLayout;
    extras->setSpacing(8);
    auto *add = new QPushButton(tr("Payload column…"), this);
    add->setObjectName(QStringLiteral("columnAddPayload"));
    add->setToolTip(tr("Adds a column for one path in the payload."));
    m_remove->setObjectName(QStringLiteral("columnRemove"));
    m_remove->setToolTip(tr("Payload columns can be removed; the others can only be hidden."));
    extras->addWidget(add);
    extras->addWidget(m_remove);
    extras->addStretch();
    const QPushButton *reset = addButton(tr("Reset columns"), "columnReset");
    body()->addWidget(m_list, 1);
    body()->addLayout(moves);
    body()->addLayout(extras);
    resize(360, 460);

    fill();
    m_list->setCurrentRow(0);
    updateRemove();
    connect(add, &QPushButton::clicked, this, &ColumnsDialog::payloadColumnWanted);
    connect(m_remove, &QPushButton::clicked, this, &ColumnsDialog::removeCurrent);
    connect(m_list, &QListWidget::currentRowChanged, this, &ColumnsDialog::updateRemove);
    connect(up, &QPushButton::clicked, this, [this] { moveCurrent(-1); });
    connect(down, &QPushButton::clicked, this, [this] { moveCurrent(1); });
    connect(reset, &QPushButton::clicked, m_columns, &JobColumns::reset);
    connect(m_columns, &JobColumns::changed, this, &ColumnsDialog::fill);
    connect(m_list, &QListWidget::itemChanged, this, [this](QListWidgetItem *item) {
        if (m_isFilling)
            return;
        const JobColumn column = columnOf(m_list->row(item));
        if (!m_columns->setShown(column, item->checkState() == Qt::Checked))
            fill(); // the last one stays
    });
}

void ColumnsDialog::fill()
{
    m_isFilling = true;
    const QList<JobColumn> order = m_columns->order();
    while (m_list->count() < order.size())
        m_list->addItem(QString());
    while (m_list->count() > order.size())
        delete m_list->takeItem(m_list->count() - 1);
    for (int place = 0; place < order.size(); ++place) {
        QListWidgetItem *item = m_list->item(place);
        item->setText(m_columns->remark(order.at(place)));
        item->setData(Qt::UserRole, int(order.at(place)));
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(m_columns->isShown(order.at(place)) ? Qt::Checked : Qt::Unchecked);
    }
    m_isFilling = false;
    updateRemove();
}

JobColumn ColumnsDialog::columnOf(int row) const
{
    return JobColumn(m_list->item(row)->data(Qt::UserRole).toInt());
}

void ColumnsDialog::updateRemove()
{
    const int row = m_list->currentRow();
    m_remove->setEnabled(row >= 0 && isPayloadColumn(columnOf(row)));
}

void ColumnsDialog::removeCurrent()
{
    if (m_list->currentRow() >= 0)
        m_columns->remove(columnOf(m_list->currentRow()));
}

void ColumnsDialog::moveCurrent(int places)
{
    const int place = m_list->currentRow();
    const int target = place + places;
    if (place < 0 || target < 0 || target >= m_list->count())
        return;
    m_columns->move(m_columns->order().at(place), target);
    fill();
    m_list->setCurrentRow(target);
}

} // namespace yardmaster
