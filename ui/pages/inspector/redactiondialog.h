#pragma once

#include "models/values/redaction.h"
#include "ui/pages/inspector/rulesdialog.h"

namespace yardmaster {

/// Changes which values of payloads are hidden.
class RedactionDialog final : public RulesDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RedactionDialog)

public:
    explicit RedactionDialog(const RedactionRules &rules, QWidget *parent = nullptr);

Q_SIGNALS:
    void rulesChosen(const yardmaster::RedactionRules &rules);
};

} // namespace yardmaster
