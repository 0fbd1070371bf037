#include "ui/kit/verbbar.h"

#include "ui/kit/stateglyph.h"

#include <QActionEvent>
#include <QLayout>

namespace yardmaster {

VerbBar::VerbBar(QWidget *parent)
    : QToolBar(parent)
{
    setIconSize({kGlyphSize, kGlyphSize});
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
}

void VerbBar::choose()
{
    if (m_withWords < 0) {
        setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        m_withWords = layout()->sizeHint().width();
    }
    setToolButtonStyle(m_withWords <= width() ? Qt::ToolButtonTextBesideIcon
                                              : Qt::ToolButtonIconOnly);
}

void VerbBar::actionEvent(QActionEvent *event)
{
    QToolBar::actionEvent(event);
    if (event->type() == QEvent::ActionChanged) // whether it is possible, not what it is called
        return;
    m_withWords = -1;
    if (isVisible())
        choose();
}

void VerbBar::changeEvent(QEvent *event)
{
    QToolBar::changeEvent(event);
    if (event->type() != QEvent::FontChange)
        return;
    m_withWords = -1;
    choose();
}

void VerbBar::resizeEvent(QResizeEvent *event)
{
    choose();
    QToolBar::resizeEvent(event);
}

} // namespace yardmaster
