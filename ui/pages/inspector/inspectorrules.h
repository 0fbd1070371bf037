#pragma once

#include "models/payload/decoderrules.h"
#include "models/values/redaction.h"

#include <QObject>

class QSettings;
class QWidget;

namespace yardmaster {

class ConsoleContext;

/// What of payloads is hidden and which programs decode them, for all inspectors of a window.
class InspectorRules final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(InspectorRules)

public:
    /// `context` is borrowed.
    InspectorRules(ConsoleContext *context, QObject *parent);

    /// Where they are kept; borrowed. Null: the default rules, kept nowhere.
    void setSettings(QSettings *settings);
    /// Open a dialog on `parent`.
    void changeRedaction(QWidget *parent);
    void changeDecoders(QWidget *parent);

    [[nodiscard]] const RedactionRules &redaction() const { return m_redaction; }
    [[nodiscard]] const DecoderRules &decoders() const { return m_decoders; }

Q_SIGNALS:
    void redactionChanged();
    void decodersChanged();

private:
    void setRedaction(const RedactionRules &rules);
    void setDecoders(const DecoderRules &rules);

    ConsoleContext *m_context;
    QSettings *m_settings = nullptr;
    RedactionRules m_redaction = RedactionRules::defaults();
    DecoderRules m_decoders;
};

} // namespace yardmaster
