#pragma once

#include "models/payload/decoderrules.h"
#include "ui/pages/inspector/rulesdialog.h"

namespace yardmaster {

/// Changes which programs make payloads readable.
class DecodersDialog final : public RulesDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DecodersDialog)

public:
    explicit DecodersDialog(const DecoderRules &rules, QWidget *parent = nullptr);

Q_SIGNALS:
    void rulesChosen(const yardmaster::DecoderRules &rules);
};

} // namespace yardmaster
