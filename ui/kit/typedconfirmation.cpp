#include "ui/kit/typedconfirmation.h"

#include "models/values/format.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>

namespace yardmaster {

using namespace Qt::StringLiterals;

TypedConfirmation::TypedConfirmation(QWidget *parent)
    : QWidget(parent)
    , m_label(new QLabel(this))
    , m_typed(new QLineEdit(this))
{
    m_typed->setObjectName("typedConfirmation"_L1);
    m_typed->setMaximumWidth(200);
    m_label->setBuddy(m_typed);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(12);
    row->addWidget(m_label);
    row->addWidget(m_typed, 1);
    row->addStretch(1);
    hide();
    connect(m_typed, &QLineEdit::textChanged, this, &TypedConfirmation::edited);
}

void TypedConfirmation::askForWord(const QString &word)
{
    ask(word, tr("Type %1 to confirm:").arg(word));
}

void TypedConfirmation::askForCount(qint64 jobs)
{
    ask(QString::number(jobs),
        tr("Type the number of jobs, %1, to confirm:").arg(formatNumber(jobs)));
}

void TypedConfirmation::ask(const QString &word, const QString &label)
{
    m_word = word;
    m_label->setText(label);
    m_typed->setAccessibleName(label);
    setVisible(!word.isEmpty());
}

bool TypedConfirmation::isGiven() const
{
    if (m_word.isEmpty())
        return true;
    QString typed = m_typed->text().trimmed();
    typed.remove(u',').remove(u' ');
    return typed.compare(m_word, Qt::CaseInsensitive) == 0;
}

} // namespace yardmaster
