#include "ui/pages/inspector/comparepage.h"

#include "ui/kit/elidedlabel.h"
#include "ui/kit/payloaddiffview.h"

#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

ComparePage::ComparePage(QWidget *parent)
    : QWidget(parent)
    , m_pinned(new ElidedLabel(Qt::ElideMiddle, this))
    , m_shown(new ElidedLabel(Qt::ElideMiddle, this))
    , m_diff(new PayloadDiffView(tr("Pinned"), tr("Shown"), this))
{
    m_pinned->setObjectName(u"comparePinned"_s);
    m_shown->setObjectName(u"compareShown"_s);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);

    auto *top = new QVBoxLayout;
    top->setContentsMargins(12, 12, 12, 0);
    top->setSpacing(4);
    top->addWidget(m_pinned);
    top->addWidget(m_shown);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addLayout(top);
    layout->addWidget(m_diff, 1);
    m_diff->setMargin(12);
}

void ComparePage::compare(const QString &pinnedName, const PayloadDocumentPtr &pinned,
                          const QString &shownName, const PayloadDocumentPtr &shown,
                          bool isRevealed)
{
    m_pinned->setText(tr("Pinned: %1").arg(pinnedName));
    m_shown->setText(tr("Shown: %1").arg(shownName));
    if (pinned && shown)
        m_diff->compare(pinned, shown, isRevealed, tr("The payloads are equal."));
    else
        m_diff->clear(tr("Reading…"));
}

} // namespace yardmaster
