#include "ui/kit/armdialog.h"

#include "models/console/consolecontext.h"
#include "ui/kit/environmentstrip.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/theme.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

void ArmDialog::openOver(ConsoleContext *context, QWidget *parent)
{
    auto *dialog = new ArmDialog(context, parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

ArmDialog::ArmDialog(ConsoleContext *context, QWidget *parent)
    : QDialog(parent)
    , m_context(context)
    , m_minutes(new QComboBox(this))
    , m_typed(new QLineEdit(this))
    , m_arm(new QPushButton(tr("Unlock changes"), this))
{
    setWindowTitle(tr("Unlock changes"));
    setObjectName("armDialog"_L1);
    auto *strip = new EnvironmentStrip(this);
    strip->showTarget(context->target());
    auto *sentence
        = new QLabel(tr("This window may then change jobs, until the time is over or you "
                        "lock it with Ctrl+L. Other windows stay locked."),
                     this);
    sentence->setWordWrap(true);
    for (const int minutes : {5, 10, 15})
        m_minutes->addItem(tr("%1 minutes").arg(minutes), minutes);
    m_minutes->setObjectName("armMinutes"_L1);
    m_minutes->setAccessibleName(tr("For how long"));
    m_typed->setObjectName("armWord"_L1);
    m_typed->setPlaceholderText(word());
    m_typed->setAccessibleName(tr("Type %1").arg(word()));
    m_arm->setObjectName("armButton"_L1);
    setButtonRole(m_arm, ButtonRole::Destructive);
    auto *cancel = new QPushButton(tr("Cancel"), this);
    cancel->setAutoDefault(false);
    m_arm->setAutoDefault(false);

    auto *form = new QFormLayout;
    form->setHorizontalSpacing(12);
    form->setVerticalSpacing(8);
    form->setLabelAlignment(Qt::AlignLeft);
    form->addRow(tr("For"), m_minutes);
    form->addRow(tr("Type “%1”").arg(word()), m_typed);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_arm);
    auto *body = new QVBoxLayout;
    body->setContentsMargins(16, 16, 16, 16);
    body->setSpacing(12);
    body->addWidget(sentence);
    body->addLayout(form);
    body->addStretch(1);
    body->addLayout(buttons);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(strip);
    layout->addLayout(body);
    setMinimumWidth(440);

    connect(m_typed, &QLineEdit::textChanged, this, &ArmDialog::updateButton);
    // Typing the name is the gesture; Enter after it destroys nothing.
    connect(m_typed, &QLineEdit::returnPressed, this, &ArmDialog::arm);
    connect(cancel, &QPushButton::clicked, this, &ArmDialog::reject);
    connect(m_arm, &QPushButton::clicked, this, &ArmDialog::arm);
    updateButton();
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

void ArmDialog::updateButton()
{
    m_arm->setEnabled(m_typed->text().trimmed() == word());
}

void ArmDialog::arm()
{
    if (!m_arm->isEnabled())
        return;
    m_context->guard()->arm(std::chrono::minutes(m_minutes->currentData().toInt()));
    accept();
}

} // namespace yardmaster
