#include "ui/shell/navigator/saveviewdialog.h"

#include "ui/kit/label.h"

#include <QCheckBox>
#include <QLineEdit>

namespace yardmaster {

using namespace Qt::StringLiterals;

SaveViewDialog::SaveViewDialog(ViewStore *store, SavedView view, QWidget *parent)
    : ConsoleDialog(tr("Save view"), nullptr, parent)
    , m_store(store)
    , m_view(std::move(view))
    , m_name(new QLineEdit(m_view.name, this))
    , m_shared(new QCheckBox(tr("&For all connections"), this))
{
    setNames("saveViewDialog", "saveView", nullptr, "viewProblem");
    setAttribute(Qt::WA_DeleteOnClose);
    const auto views = m_store->views();
    for (const SavedView &other : views)
        m_taken << other.name;
    m_name->setObjectName("viewName"_L1);
    m_name->selectAll();
    m_shared->setObjectName("viewShared"_L1);
    m_shared->setChecked(m_view.isShared);
    auto *caption = new Label(tr("&Name"), this);
    caption->setBuddy(m_name);
    body()->setSpacing(8);
    body()->addWidget(caption);
    body()->addWidget(m_name);
    addText(m_view.filter.isEmpty() ? tr("All jobs") : m_view.filter.left(300), nullptr,
            Tone::Muted);
    body()->addWidget(m_shared);
    body()->addStretch(1);
    setMinimumWidth(420);

    connect(m_name, &QLineEdit::textChanged, this, &SaveViewDialog::onEdited);
    onEdited();
    m_name->setFocus();
}

void SaveViewDialog::onEdited()
{
    const QString name = m_name->text().simplified();
    const bool isTaken = m_taken.contains(name, Qt::CaseInsensitive);
    setConfirmText(isTaken ? tr("Replace view") : tr("Save view"));
    setObstacle(name.isEmpty() ? u" "_s : QString());
    setProblem(isTaken ? tr("There is a view of this name; it will be replaced.") : QString());
}

void SaveViewDialog::confirm()
{
    m_view.name = m_name->text().simplified();
    m_view.isShared = m_shared->isChecked();
    if (const auto done = m_store->save(m_view); !done) {
        setProblem(done.error());
        return;
    }
    Q_EMIT saved(m_view.name);
    accept();
}

} // namespace yardmaster
