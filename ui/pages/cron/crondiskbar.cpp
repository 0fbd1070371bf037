#include "ui/pages/cron/crondiskbar.h"

#include "ui/kit/label.h"
#include "ui/kit/tone.h"

#include <QHBoxLayout>
#include <QPushButton>

namespace yardmaster {

using namespace Qt::StringLiterals;

CronDiskBar::CronDiskBar(QWidget *parent)
    : QWidget(parent)
    , m_text(new Label(this))
    , m_compare(new QPushButton(tr("Compare…"), this))
    , m_reload(new QPushButton(tr("Load again"), this))
    , m_close(new QPushButton(tr("Dismiss"), this))
{
    setObjectName("cronDiskBar"_L1);
    m_text->setObjectName("cronNotice"_L1);
    m_text->setWordWrap(true);
    m_compare->setObjectName("cronCompare"_L1);
    m_compare->setToolTip(tr("Shows how your text differs from the file on disk."));
    m_reload->setObjectName("cronLoadAgain"_L1);
    m_reload->setToolTip(tr("Loads the file from disk; unsaved changes are lost."));
    m_close->setObjectName("cronDismiss"_L1);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 4, 16, 8);
    layout->setSpacing(8);
    layout->addWidget(m_text, 1);
    for (QPushButton *button : {m_compare, m_reload, m_close})
        layout->addWidget(button);
    connect(m_compare, &QPushButton::clicked, this, &CronDiskBar::compareRequested);
    connect(m_reload, &QPushButton::clicked, this, &CronDiskBar::reloadRequested);
    connect(m_close, &QPushButton::clicked, this, [this] { say({}, false); });
    showAll();
}

void CronDiskBar::setState(CronFileState state, bool hasChanges)
{
    m_state = state;
    m_hasChanges = hasChanges;
    showAll();
}

void CronDiskBar::say(const QString &sentence, bool isTrouble)
{
    m_sentence = sentence;
    m_isTrouble = isTrouble;
    showAll();
}

void CronDiskBar::showAll()
{
    const bool isOther = m_state != CronFileState::Same;
    QString text;
    switch (m_state) {
    case CronFileState::Same:
        text = m_sentence;
        break;
    case CronFileState::Changed:
        text = m_hasChanges
            ? tr("This file was changed elsewhere. Saving would overwrite that change.")
            : tr("This file was changed elsewhere.");
        break;
    case CronFileState::Gone:
        text = tr("This file was removed from disk. Saving creates it again.");
        break;
    case CronFileState::Unreadable:
        text = tr("This file can no longer be read.");
        break;
    }
    if (isOther && m_isTrouble && !m_sentence.isEmpty())
        text = m_sentence;
    m_text->setText(text);
    m_compare->setVisible(m_state == CronFileState::Changed);
    m_reload->setVisible(m_state == CronFileState::Changed);
    m_close->setVisible(!isOther && !text.isEmpty());
    setVisible(!text.isEmpty());
    setTone(m_text, m_isTrouble ? Tone::Trouble : isOther ? Tone::Caution : Tone::Muted);
}

} // namespace yardmaster
