#include "ui/pages/inspector/redactiondialog.h"

#include "ui/kit/label.h"
#include "ui/kit/tone.h"

#include <QGridLayout>
#include <QPlainTextEdit>
#include <QPushButton>

namespace yardmaster {

using namespace Qt::StringLiterals;

RedactionDialog::RedactionDialog(const RedactionRules &rules, QWidget *parent)
    : RulesDialog(tr("Hidden values"), "redaction", rules.texts(), &RedactionRules::problem, parent)
{
    auto *examples = new QGridLayout;
    examples->setHorizontalSpacing(16);
    examples->setVerticalSpacing(4);
    examples->setColumnStretch(1, 1);
    const auto show = [this, examples](const QString &rule, const QString &meaning) {
        const int row = examples->rowCount();
        auto *name = new Label(rule, this);
        auto *words = new Label(meaning, this);
        setTone(words, Tone::Muted);
        examples->addWidget(name, row, 0);
        examples->addWidget(words, row, 1);
    };
    show(u"user.password"_s, tr("this path; * matches any name"));
    show(u"*.card"_s, tr("this name, at any depth"));
    show(u"/token|secret/"_s, tr("names in which the pattern finds something"));
    explain(tr("Values that match one of these rules are hidden in every payload, in copies and in "
               "files, until they are revealed. One rule per line:"),
            examples);
    const QPushButton *defaults = addButton(tr("Use defaults"), nullptr);
    resize(520, 400);

    connect(defaults, &QPushButton::clicked, this,
            [this] { text()->setPlainText(RedactionRules::defaults().texts().join(u'\n')); });
    connect(this, &RulesDialog::saved, this, [this](const QStringList &lines) {
        Q_EMIT rulesChosen(RedactionRules::fromTexts(lines));
    });
}

} // namespace yardmaster
