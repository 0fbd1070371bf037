#include "models/console/consolecontext.h"
#include "ui/kit/pagetabs.h"
#include "ui/pages/inspector/decodedpage.h"
#include "ui/pages/inspector/decodersdialog.h"
#include "ui/pages/inspector/inspectorpanel.h"
#include "ui/pages/inspector/payloadpage.h"
#include "ui/pages/inspector/redactiondialog.h"

#include <QSettings>

// What of payloads is hidden, and what is made readable.

namespace yardmaster {

void InspectorPanel::changeRules()
{
    auto *dialog = new RedactionDialog(m_rules, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &RedactionDialog::rulesChosen, this, [this](const RedactionRules &rules) {
        if (m_settings)
            rules.save(m_settings);
        applyRules(rules);
        m_context->setRules(rules);
    });
    dialog->open();
}

void InspectorPanel::updateDecoded()
{
    const auto &details = m_job->details();
    if (!details) { // the page stays: the next job is often of the same task
        m_decoded->clear();
        return;
    }
    const auto rule = m_decoders.ruleFor(details->job.identifier);
    if (!rule && page() == Page::Decoded)
        showPage(Page::Payload);
    m_tabs->setTabVisible(int(Page::Decoded), rule.has_value());
    if (rule)
        m_decoded->setPayload(details->job.id, details->job.identifier, *rule,
                              m_payload->document(), m_payload->isRevealed());
    else
        m_decoded->clear();
}

void InspectorPanel::changeDecoders()
{
    auto *dialog = new DecodersDialog(m_decoders, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &DecodersDialog::rulesChosen, this, [this](const DecoderRules &rules) {
        if (m_settings)
            rules.save(m_settings, m_context->target().profileId);
        applyDecoders(rules);
    });
    dialog->open();
}

void InspectorPanel::applyDecoders(const DecoderRules &rules)
{
    m_decoders = rules;
    updateDecoded();
    for (const QPointer<InspectorPanel> &other : std::as_const(m_windows)) {
        if (other)
            other->applyDecoders(rules);
    }
}

void InspectorPanel::applyRules(const RedactionRules &rules)
{
    m_rules = rules;
    m_payload->setRules(rules);
    readPinned();
    for (const QPointer<InspectorPanel> &other : std::as_const(m_windows)) {
        if (other)
            other->applyRules(rules);
    }
}

} // namespace yardmaster
