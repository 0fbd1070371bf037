#include "ui/pages/inspector/decodersdialog.h"

#include "ui/kit/label.h"
#include "ui/kit/tone.h"

#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

DecodersDialog::DecodersDialog(const DecoderRules &rules, QWidget *parent)
    : RulesDialog(tr("Decode payloads"), "decoder", rules.lines(), &DecoderRule::problem, parent)
{
    setObjectName(u"decodersDialog"_s);
    auto *examples = new Label(u"temporal/* payload.data => base64 -d\n"
                               "reports => /usr/local/bin/read-report --json"_s,
                               this);
    examples->setFont(text()->font());
    examples->setTextInteractionFlags(Qt::TextSelectableByMouse);
    setTone(examples, Tone::Muted);
    auto *column = new QVBoxLayout;
    column->addWidget(examples);
    explain(tr("Your own programs that make encoded payloads readable. A program gets the payload "
               "of the job being shown, or one value of it, on its standard input; its output "
               "appears on the Decoded page. It runs under your user account, without a shell. One "
               "rule per line; the first that matches applies:"),
            column);
    text()->setLineWrapMode(QPlainTextEdit::NoWrap);
    resize(560, 400);

    connect(this, &RulesDialog::saved, this, [this](const QStringList &lines) {
        Q_EMIT rulesChosen(DecoderRules::fromLines(lines));
    });
}

} // namespace yardmaster
