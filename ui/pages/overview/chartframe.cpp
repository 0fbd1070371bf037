#include "ui/pages/overview/chartframe.h"

#include "ui/kit/elidedlabel.h"
#include "ui/kit/tone.h"

#include <QHBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

ChartFrame::ChartFrame(const QString &title, QWidget *view, QWidget *parent)
    : QWidget(parent)
    , m_title(new Label(title, this))
    , m_marked(new ElidedLabel(Qt::ElideLeft, this))
{
    m_marked->setObjectName("markedValues"_L1);
    m_marked->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    view->setAccessibleName(title);
    auto *caption = new QHBoxLayout;
    caption->setContentsMargins(16, 0, 16, 0);
    caption->setSpacing(16);
    caption->addWidget(m_title);
    caption->addWidget(m_marked, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 4);
    layout->setSpacing(4);
    layout->addLayout(caption);
    layout->addWidget(view, 1);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    setTone(m_title, Tone::Muted);
}

void ChartFrame::setMarkedText(const QString &text, const QString &changes)
{
    m_marked->setText(changes.isEmpty() ? text : text + u" · "_s + changes);
    m_marked->keepFirst(changes.isEmpty() ? 0 : text.size());
}

} // namespace yardmaster
