#include "ui/kit/label.h"

#include "models/values/showntext.h"

#include <QEvent>
#include <QStyle>

namespace yardmaster {

Label::Label(QWidget *parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setAlignment(alignment());
}

void Label::setAlignment(Qt::Alignment alignment)
{
    m_alignment = alignment;
    QLabel::setAlignment(QStyle::visualAlignment(layoutDirection(), alignment) | Qt::AlignAbsolute);
}

void Label::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::LayoutDirectionChange)
        setAlignment(m_alignment);
}

Label::Label(const QString &text, QWidget *parent)
    : Label(parent)
{
    setText(text);
}

void Label::setText(const QString &text)
{
    setTextFormat(Qt::PlainText);
    QLabel::setText(shownText(text));
}

void Label::setBreakableText(const QString &text, int unbroken)
{
    QString broken;
    int run = 0;
    for (const QChar c : shownText(text)) {
        run = c.isSpace() || c == u'-' || c == u'/' ? 0 : run + 1;
        broken += c;
        if (run > 0 && run % unbroken == 0 && !c.isHighSurrogate())
            broken += QChar(0x200b);
    }
    setTextFormat(Qt::PlainText);
    QLabel::setText(broken);
}

void Label::setMarkup(const QString &html)
{
    setTextFormat(Qt::RichText);
    QLabel::setText(html);
}

QString markupOf(const QString &text)
{
    return shownText(text).toHtmlEscaped();
}

} // namespace yardmaster
