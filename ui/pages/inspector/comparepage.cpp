#include "ui/pages/inspector/comparepage.h"

#include "models/payload/payloadreader.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/payloaddiffview.h"

#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QString comparedName(const JobRecord &job)
{
    return u"#%1 %2"_s.arg(QString::number(job.id), job.identifier);
}

} // namespace

ComparePage::ComparePage(QWidget *parent)
    : QWidget(parent)
    , m_reader(new PayloadReader(this))
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
    connect(m_reader, &PayloadReader::changed, this, &ComparePage::pinnedChanged);
}

void ComparePage::pin(const JobDetails &details)
{
    m_pinnedId = details.job.id;
    m_pinnedText = details.job.payload;
    m_pinned->setText(tr("Pinned: %1").arg(comparedName(details.job)));
    read();
}

void ComparePage::unpin()
{
    m_pinnedId = 0;
    m_pinnedText.clear();
    m_reader->clear();
}

void ComparePage::setRules(const RedactionRules &rules)
{
    m_rules = rules;
    if (m_pinnedId != 0)
        read();
}

void ComparePage::read()
{
    m_reader->read(m_pinnedText, m_rules);
}

void ComparePage::compare(const JobDetails &details, const PayloadDocumentPtr &payload,
                          bool isRevealed)
{
    m_shown->setText(tr("Shown: %1").arg(comparedName(details.job)));
    if (m_reader->document() && payload)
        m_diff->compare(m_reader->document(), payload, isRevealed, tr("The payloads are equal."));
    else
        m_diff->clear(tr("Reading…"));
}

} // namespace yardmaster
