#include "ui/pages/inspector/inspectorrules.h"

#include "models/console/consolecontext.h"
#include "ui/pages/inspector/decodersdialog.h"
#include "ui/pages/inspector/redactiondialog.h"

#include <QSettings>

namespace yardmaster {

InspectorRules::InspectorRules(ConsoleContext *context, QObject *parent)
    : QObject(parent)
    , m_context(context)
{ }

void InspectorRules::setSettings(QSettings *settings)
{
    m_settings = settings;
    setRedaction(settings ? RedactionRules::load(*settings) : RedactionRules::defaults());
    setDecoders(settings ? DecoderRules::load(*settings, m_context->target().profileId)
                         : DecoderRules());
}

void InspectorRules::changeRedaction(QWidget *parent)
{
    auto *dialog = new RedactionDialog(m_redaction, parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &RedactionDialog::rulesChosen, this, [this](const RedactionRules &rules) {
        if (m_settings)
            rules.save(m_settings);
        setRedaction(rules);
        m_context->setRules(rules);
    });
    dialog->open();
}

void InspectorRules::changeDecoders(QWidget *parent)
{
    auto *dialog = new DecodersDialog(m_decoders, parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &DecodersDialog::rulesChosen, this, [this](const DecoderRules &rules) {
        if (m_settings)
            rules.save(m_settings, m_context->target().profileId);
        setDecoders(rules);
    });
    dialog->open();
}

void InspectorRules::setRedaction(const RedactionRules &rules)
{
    m_redaction = rules;
    Q_EMIT redactionChanged();
}

void InspectorRules::setDecoders(const DecoderRules &rules)
{
    m_decoders = rules;
    Q_EMIT decodersChanged();
}

} // namespace yardmaster
