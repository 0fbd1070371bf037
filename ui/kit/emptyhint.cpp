#include "ui/kit/emptyhint.h"

#include "ui/kit/copybutton.h"
#include "ui/kit/label.h"
#include "ui/kit/tone.h"

#include <QFontDatabase>
#include <QVBoxLayout>

namespace yardmaster {

EmptyHint::EmptyHint(QWidget *parent)
    : QWidget(parent)
    , m_title(new Label(this))
    , m_sentence(new Label(this))
    , m_command(new Label(this))
    , m_copy(new CopyButton(tr("Copy command"), this))
{
    QFont strong = font();
    strong.setPointSizeF(font().pointSizeF() * 1.2);
    strong.setWeight(QFont::DemiBold);
    m_title->setFont(strong);
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPointSizeF(font().pointSizeF());
    m_command->setFont(fixed);
    m_command->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    for (Label *label : {m_title, m_sentence, m_command}) {
        label->setAlignment(Qt::AlignCenter);
        label->setWordWrap(true);
    }

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 24, 24, 24);
    layout->setSpacing(8);
    layout->addStretch(1);
    layout->addWidget(m_title);
    layout->addWidget(m_sentence);
    layout->addSpacing(8);
    layout->addWidget(m_command);
    layout->addSpacing(8);
    layout->addWidget(m_copy, 0, Qt::AlignHCenter);
    layout->addStretch(2);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    setTone(m_sentence, Tone::Muted);
}

void EmptyHint::setTexts(const QString &title, const QString &sentence, const QString &command)
{
    m_title->setText(title);
    m_sentence->setText(sentence);
    m_command->setText(command);
    m_command->setVisible(!command.isEmpty());
    m_copy->setVisible(!command.isEmpty());
    m_copy->setContent(command);
    setAccessibleName(title);
    setAccessibleDescription(m_sentence->text());
}

} // namespace yardmaster
