#include "ui/kit/typedconfirmation.h"

#include "models/values/format.h"
#include "models/values/showntext.h"
#include "ui/kit/label.h"

#include <QAbstractButton>
#include <QLineEdit>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

TypedConfirmation::TypedConfirmation(QWidget *parent)
    : QWidget(parent)
    , m_label(new Label(this))
    , m_typed(new QLineEdit(this))
{
    m_typed->setObjectName("typedConfirmation"_L1);
    m_label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_label->setBuddy(m_typed);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_label);
    column->addWidget(m_typed);
    hide();
    connect(m_typed, &QLineEdit::textChanged, this, &TypedConfirmation::edited);
}

void TypedConfirmation::ask(const QString &word, const QString &question)
{
    const bool isOther = word != m_word;
    m_word = word;
    m_isExact = true;
    m_label->setText(question);
    m_typed->setAccessibleName(shownText(question));
    setShown(m_isShown);
    if (isOther)
        m_typed->clear();
}

void TypedConfirmation::askForWord(const QString &word)
{
    ask(word, tr("Type %1 to confirm:").arg(word));
    m_isExact = false;
}

void TypedConfirmation::askForCount(qint64 jobs)
{
    ask(QString::number(jobs),
        tr("Type the number of jobs, %1, to confirm:").arg(formatNumber(jobs)));
    m_isExact = false;
}

bool TypedConfirmation::isGiven() const
{
    QString typed = m_typed->text();
    if (m_word.isEmpty() || typed == m_word || typed.trimmed() == m_word)
        return true;
    typed.remove(u',').remove(u' ');
    return !m_isExact && typed.compare(m_word, Qt::CaseInsensitive) == 0;
}

void TypedConfirmation::setShown(bool isShown)
{
    m_isShown = isShown;
    const bool wasHidden = isHidden();
    setVisible(isShown && !m_word.isEmpty());
    // The next keys belong there, unless somebody is typing elsewhere.
    if (wasHidden && !isHidden() && qobject_cast<QAbstractButton *>(window()->focusWidget()))
        m_typed->setFocus();
}

} // namespace yardmaster
