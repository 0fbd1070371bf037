#include "ui/shell/navigator/saveviewdialog.h"

#include "ui/kit/flatstyle.h"
#include "ui/kit/theme.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

SaveViewDialog::SaveViewDialog(ViewStore *store, SavedView view, QWidget *parent)
    : QDialog(parent)
    , m_store(store)
    , m_view(std::move(view))
    , m_name(new QLineEdit(m_view.name, this))
    , m_shared(new QCheckBox(tr("&For all connections"), this))
    , m_problem(new QLabel(this))
    , m_save(new QPushButton(this))
{
    setObjectName("saveViewDialog"_L1);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Save view"));
    const auto views = m_store->views();
    for (const SavedView &other : views)
        m_taken << other.name;
    m_name->setObjectName("viewName"_L1);
    m_name->selectAll();
    m_shared->setObjectName("viewShared"_L1);
    m_shared->setChecked(m_view.isShared);
    m_save->setObjectName("saveView"_L1);
    m_save->setDefault(true);
    setButtonRole(m_save, ButtonRole::Primary);
    m_problem->setObjectName("viewProblem"_L1);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);

    auto *caption = new QLabel(tr("&Name"), this);
    caption->setBuddy(m_name);
    auto *filter
        = new QLabel(m_view.filter.isEmpty() ? tr("All jobs") : m_view.filter.left(300), this);
    filter->setTextFormat(Qt::PlainText);
    filter->setWordWrap(true);
    setInk(filter, mutedColor(palette()));
    setInk(m_problem, stateColor(JobState::FailedForGood, palette()));
    auto *cancel = new QPushButton(tr("Cancel"), this);
    auto *buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_save);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(24, 16, 24, 16);
    column->setSpacing(8);
    column->addWidget(caption);
    column->addWidget(m_name);
    column->addWidget(filter);
    column->addWidget(m_problem);
    column->addWidget(m_shared);
    column->addStretch(1);
    column->addSpacing(8);
    column->addLayout(buttons);
    setMinimumWidth(420);

    connect(m_name, &QLineEdit::textChanged, this, &SaveViewDialog::onEdited);
    connect(cancel, &QPushButton::clicked, this, &SaveViewDialog::reject);
    connect(m_save, &QPushButton::clicked, this, &SaveViewDialog::save);
    onEdited();
}

void SaveViewDialog::onEdited()
{
    const QString name = m_name->text().simplified();
    const bool isTaken = m_taken.contains(name, Qt::CaseInsensitive);
    m_save->setText(isTaken ? tr("Replace view") : tr("Save view"));
    m_save->setEnabled(!name.isEmpty());
    m_problem->setText(isTaken ? tr("There is a view of this name; it will be replaced.")
                               : QString());
    m_problem->setVisible(isTaken);
}

void SaveViewDialog::save()
{
    m_view.name = m_name->text().simplified();
    m_view.isShared = m_shared->isChecked();
    if (const auto done = m_store->save(m_view); !done) {
        m_problem->setText(done.error());
        m_problem->show();
        return;
    }
    Q_EMIT saved(m_view.name);
    accept();
}

} // namespace yardmaster
