#include "ui/kit/fold.h"

#include <QToolButton>
#include <QVBoxLayout>

namespace yardmaster {

Fold::Fold(const QString &title, QWidget *content, QWidget *parent)
    : QWidget(parent)
    , m_head(new QToolButton(this))
    , m_content(content)
{
    m_head->setAutoRaise(true);
    m_head->setCheckable(true);
    m_head->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_head->setFocusPolicy(Qt::StrongFocus);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_head, 0, Qt::AlignLeft);
    layout->addWidget(m_content);
    connect(m_head, &QToolButton::toggled, this, &Fold::setOpen);
    setTitle(title);
    setOpen(false);
}

void Fold::setTitle(const QString &title)
{
    m_head->setText(title);
    m_head->setAccessibleName(title);
}

void Fold::setOpen(bool isOpen)
{
    m_head->setChecked(isOpen);
    m_head->setArrowType(isOpen ? Qt::DownArrow : Qt::RightArrow);
    const bool wasOpen = !m_content->isHidden();
    m_content->setVisible(isOpen);
    if (wasOpen && !isOpen)
        Q_EMIT folded(this);
}

bool Fold::isOpen() const
{
    return m_head->isChecked();
}

} // namespace yardmaster
