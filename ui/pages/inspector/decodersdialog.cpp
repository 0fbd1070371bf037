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
    explain(tr("Programs of yours that make encoded payloads readable. A program gets the payload "
               "of the job you look at, or one value of it, on its standard input; what it writes "
               "is shown on the page Decoded. It runs as you, without a shell. One rule a line, "
               "the first that fits counts:"),
            column);
    text()->setLineWrapMode(QPlainTextEdit::NoWrap);
    resize(560, 400);

    connect(this, &RulesDialog::saved, this, [this](const QStringList &lines) {
        Q_EMIT rulesChosen(DecoderRules::fromLines(lines));
    });
}

} // namespace yardmaster
