#include "ui/pages/inspector/rulesdialog.h"

#include "ui/kit/label.h"

#include <QFontDatabase>
#include <QPlainTextEdit>

namespace yardmaster {

using namespace Qt::StringLiterals;

RulesDialog::RulesDialog(const QString &title, const QByteArray &part, const QStringList &lines,
                         Problem problem, QWidget *parent)
    : ConsoleDialog(title, nullptr, parent)
    , m_problemOf(problem)
    , m_text(new QPlainTextEdit(this))
{
    const QByteArray dialog = part + "Dialog";
    const QByteArray save = part + "Save";
    const QByteArray said = part + "Problem";
    setNames(dialog.constData(), save.constData(), nullptr, said.constData());
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPointSizeF(font().pointSizeF());
    m_text->setObjectName(QString::fromLatin1(part + "Rules"));
    m_text->setFont(fixed);
    m_text->setLayoutDirection(Qt::LeftToRight); // a formal language
    m_text->setAccessibleName(tr("Rules"));
    m_text->setTabChangesFocus(true);
    m_text->setPlainText(lines.join(u'\n'));
    body()->addWidget(m_text, 1);
    setConfirmText(tr("Save rules"));
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] { updateButtons(); });
    updateButtons();
    m_text->setFocus();
}

void RulesDialog::explain(const QString &help, QLayout *examples)
{
    body()->insertWidget(0, addText(help));
    body()->insertLayout(1, examples);
}

void RulesDialog::updateButtons()
{
    QStringList problems;
    const QStringList lines = m_text->toPlainText().split(u'\n');
    for (const QString &line : lines) {
        const QString problem = line.trimmed().isEmpty() ? QString() : m_problemOf(line);
        if (!problem.isEmpty())
            problems << problem;
    }
    setProblem(problems.join(u'\n'));
    setObstacle(problems.isEmpty() ? QString() : u" "_s);
    ConsoleDialog::updateButtons();
}

void RulesDialog::confirm()
{
    Q_EMIT saved(m_text->toPlainText().split(u'\n'));
    accept();
}

} // namespace yardmaster
