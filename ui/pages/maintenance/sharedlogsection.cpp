#include "ui/pages/maintenance/sharedlogsection.h"

#include "models/console/consolecontext.h"
#include "models/maintenance/schemasizes.h"
#include "models/values/format.h"
#include "ui/kit/label.h"
#include "ui/pages/maintenance/sharedlogdialog.h"

#include <QHBoxLayout>
#include <QPushButton>

namespace yardmaster {

using namespace Qt::StringLiterals;

SharedLogSection::SharedLogSection(ConsoleContext *context, QWidget *parent)
    : MaintenanceSection(tr("Operator log"),
                         tr("Changes made by hand are logged on the computer where they were made. "
                            "The schema can keep a shared copy."),
                         parent)
    , m_context(context)
    , m_word(new Label(this))
    , m_button(new QPushButton(this))
{
    m_word->setObjectName("sharedLogState"_L1);
    m_word->setWordWrap(true);
    m_button->setObjectName("sharedLogButton"_L1);
    auto *line = new QHBoxLayout;
    line->addWidget(m_button);
    line->addStretch(1);
    body()->addWidget(m_word);
    body()->addLayout(line);
    connect(m_button, &QPushButton::clicked, this, &SharedLogSection::ask);
    connect(context->guard(), &WriteGuard::changed, this, &SharedLogSection::updateButton);
    showLog({});
}

void SharedLogSection::showLog(const SharedLogState &state)
{
    m_state = state;
    if (!state.isThere)
        m_word->setText(tr("Not kept in the schema."));
    else if (!state.mayAdd)
        m_word->setText(tr("Kept in the schema, but this role may not add entries, so it cannot "
                           "change anything from here."));
    else
        m_word->setText(tr("Kept in the schema: %1 entries, %2.", nullptr, pluralOf(state.entries))
                            .arg(entriesText(state), formatBytes(state.bytes)));
    m_button->setText(state.isThere ? tr("Remove log…") : tr("Keep in the schema…"));
    updateButton();
}

void SharedLogSection::updateButton()
{
    const QString reason = m_context->guard()->reason();
    m_button->setEnabled(reason.isEmpty());
    m_button->setToolTip(reason);
}

void SharedLogSection::ask()
{
    auto *dialog = new SharedLogDialog(m_context, m_state, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &SharedLogDialog::logChanged, this, &SharedLogSection::logChanged);
    dialog->open();
}

} // namespace yardmaster
