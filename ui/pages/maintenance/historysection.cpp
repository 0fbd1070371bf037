#include "ui/pages/maintenance/historysection.h"

#include "models/console/consolecontext.h"
#include "models/maintenance/historyfacts.h"
#include "models/values/format.h"
#include "ui/kit/command.h"
#include "ui/kit/factlist.h"
#include "ui/kit/label.h"
#include "ui/kit/tone.h"
#include "ui/pages/maintenance/historydialog.h"

#include <QHBoxLayout>
#include <QPushButton>

namespace yardmaster {

using namespace Qt::StringLiterals;
using Presence = HistoryState::Presence;

HistorySection::HistorySection(ConsoleContext *context, QWidget *parent)
    : MaintenanceSection(
        tr("History"),
        tr("graphile-worker deletes finished jobs. Triggers can record them, whichever worker runs "
           "them; each job then costs the server a little more."),
        parent)
    , m_context(context)
    , m_word(new Label(this))
    , m_troubles(new Label(this))
    , m_facts(new FactList(this))
    , m_install(new QPushButton(this))
    , m_remove(new QPushButton(tr("Remove history…"), this))
{
    m_word->setObjectName("historyState"_L1);
    m_word->setWordWrap(true);
    m_troubles->setObjectName("historyTroubles"_L1);
    m_troubles->setWordWrap(true);
    setTone(m_troubles, Tone::Trouble);
    m_facts->setObjectName("historyFacts"_L1);
    m_install->setObjectName("installHistory"_L1);
    m_remove->setObjectName("removeHistory"_L1);
    auto *line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(m_install);
    line->addWidget(m_remove);
    line->addStretch(1);
    body()->addWidget(m_word);
    body()->addWidget(m_troubles);
    body()->addWidget(m_facts);
    body()->addLayout(line);
    connect(m_install, &QPushButton::clicked, this, [this] { ask(false); });
    connect(m_remove, &QPushButton::clicked, this, [this] { ask(true); });
    connect(context->guard(), &WriteGuard::changed, this, &HistorySection::updateButtons);
    showHistory({});
    m_isRead = false;
}

void HistorySection::addCommands(QWidget *page)
{
    addCommand(page, u"maintenance.install-history"_s, tr("Record the &history of jobs…"),
               tr("Installs triggers that record finished jobs, or changes what they keep; shows "
                  "the cost first."),
               [this] { ask(false); })
        ->unless([this] { return obstacle(false); })
        ->writes(m_context->guard())
        ->alsoCalled(tr("triggers, finished jobs, past, repair, payloads, rerun"));
    addCommand(page, u"maintenance.remove-history"_s, tr("Remove the history of &jobs…"),
               tr("Removes the triggers and everything they recorded."), [this] { ask(true); })
        ->unless([this] { return obstacle(true); })
        ->writes(m_context->guard())
        ->alsoCalled(tr("triggers, finished jobs, uninstall"));
}

QString HistorySection::obstacle(bool isRemoval) const
{
    if (!m_isRead)
        return tr("The schema has not been read yet.");
    const bool isThere = m_state.presence != Presence::Absent;
    if (isRemoval && !isThere)
        return tr("There is no history.");
    return m_context->guard()->reason();
}

void HistorySection::showHistory(const HistoryState &state)
{
    m_state = state;
    m_isRead = true;
    const bool isThere = state.presence != Presence::Absent;
    m_word->setText(!isThere                     ? tr("Not recorded.")
                        : state.needsAttention() ? tr("Recorded, with problems.")
                                                 : tr("Recorded."));
    const QStringList troubles = historyTroubles(state);
    m_troubles->setText(troubles.join(u'\n'));
    m_troubles->setVisible(!troubles.isEmpty());

    QList<Fact> facts;
    const auto add = [&facts](const QString &name, const QString &value) {
        facts << Fact{name, value, {}, false, {}};
    };
    if (isThere && state.figures) {
        const HistoryFigures &figures = *state.figures;
        const auto days
            = [](int count) { return formatRoundDuration(std::chrono::hours(24) * count); };
        add(tr("Runs"), formatNumber(figures.runs));
        add(tr("Failed attempts"), formatNumber(figures.failures));
        add(tr("Kept for"),
            tr("%1, hourly figures for %2")
                .arg(days(figures.keepDays), days(figures.keepRollupDays)));
        add(tr("Hourly figures"), tr("up to %1").arg(formatInstant(figures.rolledUpTo)));
    }
    if (isThere) {
        add(tr("Size"),
            tr("%1, hourly figures %2")
                .arg(formatBytes(state.runBytes), formatBytes(state.rollupBytes)));
        if (const auto bytes = state.bytesPerMillion())
            add(tr("A million runs"), formatBytes(*bytes));
        add(tr("Payloads"),
            state.keepsPayloads ? tr("kept, %1").arg(formatBytes(state.payloadBytes))
                                : tr("not kept"));
    }
    m_facts->setFacts(facts);
    m_facts->setVisible(!facts.isEmpty());
    m_install->setText(!isThere                     ? tr("Install history…")
                           : state.needsAttention() ? tr("Install again…")
                                                    : tr("Change what it keeps…"));
    m_remove->setVisible(isThere);
    updateButtons();
}

void HistorySection::updateButtons()
{
    const QString reason = m_context->guard()->reason();
    for (QPushButton *button : {m_install, m_remove}) {
        button->setEnabled(reason.isEmpty());
        button->setToolTip(reason);
    }
}

void HistorySection::ask(bool isRemoval)
{
    auto *dialog = new HistoryDialog(m_context, m_state, isRemoval, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &HistoryDialog::historyChanged, this, &HistorySection::historyChanged);
    Q_EMIT asks();
    dialog->open();
}

} // namespace yardmaster
