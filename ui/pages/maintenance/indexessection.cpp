#include "ui/pages/maintenance/indexessection.h"

#include "models/query/supportingindexes.h"
#include "models/values/format.h"
#include "ui/kit/factlist.h"

#include <QAction>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QPushButton>

namespace yardmaster {

using namespace Qt::StringLiterals;

IndexesSection::IndexesSection(QWidget *parent)
    : MaintenanceSection(tr("Supporting indexes"),
                         tr("They make views of large queues fast, and each costs the workers a "
                            "little. None is created automatically."),
                         parent)
    , m_facts(new FactList(this))
    , m_manage(new QPushButton(tr("Manage indexes…"), this))
{
    m_facts->setObjectName("indexFacts"_L1);
    m_manage->setObjectName("manageIndexes"_L1);
    auto *line = new QHBoxLayout;
    line->addWidget(m_manage);
    line->addStretch(1);
    body()->addWidget(m_facts);
    body()->addLayout(line);
}

void IndexesSection::setAction(QAction *manage)
{
    connect(m_manage, &QPushButton::clicked, manage, &QAction::trigger);
    m_manage->setToolTip(manage->toolTip());
}

void IndexesSection::showIndexes(const IndexOverview &overview)
{
    QList<Fact> facts;
    for (const IndexState &index : overview.indexes) {
        const SupportingIndexInfo &info = supportingIndexInfo(index.index);
        QString word = indexKindWord(index.kind);
        if (index.bytes > 0)
            word += u", "_s + formatBytes(index.bytes);
        facts << Fact{QString::fromLatin1(info.name),
                      word,
                      {},
                      false,
                      QCoreApplication::translate("SupportingIndex", info.purpose)};
    }
    m_facts->setFacts(facts);
}

} // namespace yardmaster
