#include "ui/pages/inspector/rulesdialog.h"

#include "ui/kit/flatstyle.h"
#include "ui/kit/tone.h"

#include <QFontDatabase>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

RulesDialog::RulesDialog(const QString &part, const QStringList &lines, Problem problem,
                         QWidget *parent)
    : QDialog(parent)
    , m_problemOf(problem)
    , m_text(new QPlainTextEdit(this))
    , m_problem(new QLabel(this))
    , m_save(new QPushButton(tr("Save rules"), this))
    , m_buttons(new QHBoxLayout)
{
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPointSizeF(font().pointSizeF());
    m_text->setObjectName(part + u"Rules"_s);
    m_text->setFont(fixed);
    m_text->setAccessibleName(tr("Rules"));
    m_text->setTabChangesFocus(true);
    m_text->setPlainText(lines.join(u'\n'));
    m_problem->setObjectName(part + u"Problem"_s);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_save->setObjectName(part + u"Save"_s);
    m_save->setDefault(true);
    setButtonRole(m_save, ButtonRole::Primary);
    auto *cancel = new QPushButton(tr("Cancel"), this);
    cancel->setAutoDefault(false);

    m_buttons->addStretch(1);
    m_buttons->addWidget(cancel);
    m_buttons->addWidget(m_save);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_problem);
    layout->addSpacing(8);
    layout->addLayout(m_buttons);
    setTone(m_problem, Tone::Trouble);

    connect(m_text, &QPlainTextEdit::textChanged, this, &RulesDialog::check);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_save, &QPushButton::clicked, this, [this] {
        Q_EMIT saved(m_text->toPlainText().split(u'\n'));
        accept();
    });
    check();
}

void RulesDialog::explain(const QString &help, QLayout *examples)
{
    auto *words = new QLabel(help, this);
    words->setWordWrap(true);
    auto *column = static_cast<QVBoxLayout *>(layout());
    column->insertWidget(0, words);
    column->insertLayout(1, examples);
}

void RulesDialog::check()
{
    QStringList problems;
    const QStringList lines = m_text->toPlainText().split(u'\n');
    for (const QString &line : lines) {
        const QString problem = line.trimmed().isEmpty() ? QString() : m_problemOf(line);
        if (!problem.isEmpty())
            problems << problem;
    }
    m_problem->setText(problems.join(u'\n'));
    m_problem->setVisible(!problems.isEmpty());
    m_save->setEnabled(problems.isEmpty());
}

} // namespace yardmaster
