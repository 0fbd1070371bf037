#include "ui/kit/armdialog.h"

#include "models/console/consolecontext.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>

namespace yardmaster {

using namespace Qt::StringLiterals;

void ArmDialog::openOver(ConsoleContext *context, QWidget *parent)
{
    auto *dialog = new ArmDialog(context, parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

ArmDialog::ArmDialog(ConsoleContext *context, QWidget *parent)
    : ConsoleDialog(tr("Unlock changes"), &context->target(), parent)
    , m_context(context)
    , m_minutes(new QComboBox(this))
    , m_typed(new QLineEdit(this))
{
    setNames("armDialog", "armButton");
    addText(tr("Jobs of this connection can then be changed until the time is up or you lock it "
               "with Ctrl+L. Other tabs and windows stay locked."));
    for (const int minutes : {5, 10, 15})
        m_minutes->addItem(tr("%1 minutes").arg(minutes), minutes);
    m_minutes->setObjectName("armMinutes"_L1);
    m_minutes->setAccessibleName(tr("For how long"));
    m_typed->setObjectName("armWord"_L1);
    m_typed->setPlaceholderText(word());
    m_typed->setAccessibleName(tr("Type %1").arg(word()));
    QFormLayout *form = addForm();
    form->addRow(tr("For"), m_minutes);
    form->addRow(tr("Type “%1”").arg(word()), m_typed);
    setConfirmText(tr("Unlock changes"));
    setConfirmRole(ButtonRole::Destructive, Keys::None);
    setMinimumWidth(440);

    connect(m_typed, &QLineEdit::textChanged, this, [this] { updateButtons(); });
    // Typing the name is the gesture; Enter after it destroys nothing.
    connect(m_typed, &QLineEdit::returnPressed, confirmButton(), &QPushButton::click);
    m_typed->setFocus();
}

QString ArmDialog::word() const
{
    const ConsoleTarget &target = m_context->target();
    const QString database = target.connection.value(u"dbname"_s);
    if (target.environment == Environment::Unknown && !database.isEmpty())
        return database; // no profile, whose name would be the whole address
    const QString name = target.profileName.trimmed();
    return name.isEmpty() ? environmentWord(target.environment) : name;
}

QString ArmDialog::obstacle() const
{
    return m_typed->text().trimmed() == word() ? QString() : tr("Type the word to confirm.");
}

void ArmDialog::confirm()
{
    m_context->guard()->arm(std::chrono::minutes(m_minutes->currentData().toInt()));
    accept();
}

} // namespace yardmaster
