#include "ui/jobs/columnsdialog.h"

#include "ui/jobs/jobcolumns.h"
#include "ui/theme.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

namespace yardmaster {

ColumnsDialog::ColumnsDialog(JobColumns *columns, QWidget *parent)
    : QDialog(parent)
    , m_columns(columns)
    , m_list(new QListWidget(this))
{
    setWindowTitle(tr("Columns"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto *help
        = new QLabel(tr("Ticked columns are shown, from left to right. Drag the edges of the "
                        "headers to change their widths."),
                     this);
    help->setWordWrap(true);
    setInk(help, mutedColor(palette()));
    m_list->setObjectName(QStringLiteral("columnList"));
    m_list->setAccessibleName(tr("Columns"));

    auto *up = new QPushButton(tr("Move left"), this);
    auto *down = new QPushButton(tr("Move right"), this);
    up->setObjectName(QStringLiteral("columnLeft"));
    down->setObjectName(QStringLiteral("columnRight"));
    auto *moves = new QHBoxLayout;
    moves->setSpacing(8);
    moves->addWidget(up);
    moves->addWidget(down);
    moves->addStretch();
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto *reset = buttons->addButton(tr("Reset columns"), QDialogButtonBox::ResetRole);
    reset->setObjectName(QStringLiteral("columnReset"));

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    layout->addWidget(help);
    layout->addWidget(m_list, 1);
    layout->addLayout(moves);
    layout->addWidget(buttons);
    resize(360, 460);

    fill();
    m_list->setCurrentRow(0);
    connect(up, &QPushButton::clicked, this, [this] { moveCurrent(-1); });
    connect(down, &QPushButton::clicked, this, [this] { moveCurrent(1); });
    connect(reset, &QPushButton::clicked, m_columns, &JobColumns::reset);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_columns, &JobColumns::changed, this, &ColumnsDialog::fill);
    connect(m_list, &QListWidget::itemChanged, this, [this](QListWidgetItem *item) {
        if (m_isFilling)
            return;
        const auto column = JobColumn(item->data(Qt::UserRole).toInt());
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
    for (int place = 0; place < order.size(); ++place) {
        QListWidgetItem *item = m_list->item(place);
        item->setText(jobColumnTitle(order.at(place)));
        item->setData(Qt::UserRole, int(order.at(place)));
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(m_columns->isShown(order.at(place)) ? Qt::Checked : Qt::Unchecked);
    }
    m_isFilling = false;
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
