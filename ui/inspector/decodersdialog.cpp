#include "ui/inspector/decodersdialog.h"

#include "ui/flatstyle.h"
#include "ui/theme.h"

#include <QFontDatabase>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

DecodersDialog::DecodersDialog(const DecoderRules &rules, QWidget *parent)
    : QDialog(parent)
    , m_text(new QPlainTextEdit(this))
    , m_problem(new QLabel(this))
    , m_save(new QPushButton(tr("Save rules"), this))
{
    setObjectName(u"decodersDialog"_s);
    setWindowTitle(tr("Decode payloads"));
    auto *help = new QLabel(
        tr("Programs of yours that make encoded payloads readable. A program gets the payload of "
           "the job you look at, or one value of it, on its standard input; what it writes is "
           "shown "
           "on the page Decoded. It runs as you, without a shell. One rule a line, the first "
           "that fits counts:"),
        this);
    help->setWordWrap(true);
    auto *examples = new QLabel(u"temporal/* payload.data => base64 -d\n"
                                "reports => /usr/local/bin/read-report --json"_s,
                                this);
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPointSizeF(font().pointSizeF());
    examples->setFont(fixed);
    examples->setTextFormat(Qt::PlainText);
    examples->setTextInteractionFlags(Qt::TextSelectableByMouse);
    setInk(examples, mutedColor(palette()));
    m_text->setObjectName(u"decoderRules"_s);
    m_text->setFont(fixed);
    m_text->setAccessibleName(tr("Rules"));
    m_text->setTabChangesFocus(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setPlainText(rules.lines().join(u'\n'));
    m_problem->setObjectName(u"decoderProblem"_s);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_save->setObjectName(u"decoderSave"_s);
    m_save->setDefault(true);
    setButtonRole(m_save, ButtonRole::Primary);
    auto *cancel = new QPushButton(tr("Cancel"), this);
    cancel->setAutoDefault(false);

    auto *buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_save);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    layout->addWidget(help);
    layout->addWidget(examples);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_problem);
    layout->addSpacing(8);
    layout->addLayout(buttons);
    resize(560, 400);
    setInk(m_problem, stateColor(JobState::FailedForGood, palette()));
    m_text->setFocus();

    connect(m_text, &QPlainTextEdit::textChanged, this, &DecodersDialog::check);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_save, &QPushButton::clicked, this, [this] {
        Q_EMIT rulesChosen(DecoderRules::fromLines(m_text->toPlainText().split(u'\n')));
        accept();
    });
    check();
}

void DecodersDialog::check()
{
    QStringList problems;
    const QStringList lines = m_text->toPlainText().split(u'\n');
    for (const QString &line : lines) {
        const QString problem = line.trimmed().isEmpty() ? QString() : DecoderRule::problem(line);
        if (!problem.isEmpty())
            problems << problem;
    }
    m_problem->setText(problems.join(u'\n'));
    m_problem->setVisible(!problems.isEmpty());
    m_save->setEnabled(problems.isEmpty());
}

} // namespace yardmaster
