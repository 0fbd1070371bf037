#include "ui/inspector/redactiondialog.h"

#include "ui/flatstyle.h"
#include "ui/theme.h"

#include <QFontDatabase>
#include <QGridLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

RedactionDialog::RedactionDialog(const RedactionRules &rules, QWidget *parent)
    : QDialog(parent)
    , m_text(new QPlainTextEdit(this))
    , m_problem(new QLabel(this))
    , m_save(new QPushButton(tr("Save rules"), this))
{
    setObjectName(u"redactionDialog"_s);
    setWindowTitle(tr("Hidden values"));
    auto *help = new QLabel(
        tr("Values that one of these rules finds are hidden in every payload, in copies and in "
           "files, until they are revealed. One rule a line:"),
        this);
    help->setWordWrap(true);
    auto *examples = new QGridLayout;
    examples->setHorizontalSpacing(16);
    examples->setVerticalSpacing(4);
    examples->setColumnStretch(1, 1);
    const auto explain = [this, examples](const QString &rule, const QString &meaning) {
        const int row = examples->rowCount();
        auto *name = new QLabel(rule, this);
        name->setTextFormat(Qt::PlainText);
        auto *words = new QLabel(meaning, this);
        setInk(words, mutedColor(palette()));
        examples->addWidget(name, row, 0);
        examples->addWidget(words, row, 1);
    };
    explain(u"user.password"_s, tr("this place; * stands for any name"));
    explain(u"*.card"_s, tr("this name, at any depth"));
    explain(u"/token|secret/"_s, tr("names in which the pattern finds something"));
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPointSizeF(font().pointSizeF());
    m_text->setObjectName(u"redactionRules"_s);
    m_text->setFont(fixed);
    m_text->setAccessibleName(tr("Rules"));
    m_text->setTabChangesFocus(true);
    m_text->setPlainText(rules.texts().join(u'\n'));
    m_problem->setObjectName(u"redactionProblem"_s);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_save->setObjectName(u"redactionSave"_s);
    m_save->setDefault(true);
    setButtonRole(m_save, ButtonRole::Primary);
    auto *defaults = new QPushButton(tr("Use defaults"), this);
    defaults->setAutoDefault(false);
    auto *cancel = new QPushButton(tr("Cancel"), this);
    cancel->setAutoDefault(false);

    auto *buttons = new QHBoxLayout;
    buttons->addWidget(defaults);
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_save);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    layout->addWidget(help);
    layout->addLayout(examples);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_problem);
    layout->addSpacing(8);
    layout->addLayout(buttons);
    resize(520, 400);
    setInk(m_problem, stateColor(JobState::FailedForGood, palette()));

    connect(m_text, &QPlainTextEdit::textChanged, this, &RedactionDialog::check);
    connect(defaults, &QPushButton::clicked, this,
            [this] { m_text->setPlainText(RedactionRules::defaults().texts().join(u'\n')); });
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_save, &QPushButton::clicked, this, [this] {
        Q_EMIT rulesChosen(RedactionRules::fromTexts(m_text->toPlainText().split(u'\n')));
        accept();
    });
    check();
}

void RedactionDialog::check()
{
    QStringList problems;
    const QStringList lines = m_text->toPlainText().split(u'\n', Qt::SkipEmptyParts);
    for (const QString &line : lines) {
        if (const QString problem = RedactionRules::problem(line);
            !line.trimmed().isEmpty() && !problem.isEmpty())
            problems << problem;
    }
    m_problem->setText(problems.join(u'\n'));
    m_problem->setVisible(!problems.isEmpty());
    m_save->setEnabled(problems.isEmpty());
}

} // namespace yardmaster
