#include "ui/pages/maintenance/maintenancepanel.h"

#include "models/console/consolecontext.h"
#include "models/session/freshness.h"
#include "models/values/format.h"
#include "models/values/timedisplay.h"
#include "ui/kit/command.h"
#include "ui/kit/emptyhint.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/factlist.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/fold.h"
#include "ui/kit/freshnesswords.h"
#include "ui/kit/label.h"
#include "ui/kit/scrollpage.h"
#include "ui/kit/tone.h"
#include "ui/pages/maintenance/cleanupsection.h"
#include "ui/pages/maintenance/historysection.h"
#include "ui/pages/maintenance/indexessection.h"
#include "ui/pages/maintenance/removeschemadialog.h"
#include "ui/pages/maintenance/sharedlogsection.h"
#include "ui/pages/maintenance/sizessection.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QStackedWidget>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int kWidest = 1100; // lines that can be read

Fact fact(const QString &name, const QString &value, bool isFigure = false)
{
    return {name, value, {}, isFigure, {}};
}

} // namespace

MaintenancePanel::MaintenancePanel(ConsoleContext *context, QWidget *parent)
    : ConsolePanel(parent)
    , m_context(context)
    , m_query(context->sessions(), SessionPool::Use::Foreground)
    , m_retry(context->sessions(), this)
    , m_tick(this)
    , m_pages(new QStackedWidget(this))
    , m_hint(new EmptyHint(this))
    , m_area(new ScrollPage(tr("Maintenance"), this))
    , m_remark(new Label(this))
    , m_refresh(new QPushButton(tr("Refresh"), this))
{
    setObjectName("maintenancePanel"_L1);
    m_remark->setObjectName("maintenanceRemark"_L1);
    m_remark->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_refresh->setObjectName("maintenanceRefresh"_L1);
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(16, 8, 16, 8);
    bar->setSpacing(8);
    bar->addWidget(m_remark, 1);
    auto *check = new QPushButton(tr("Check this database…"), this);
    check->setObjectName("maintenanceCheck"_L1);
    connect(check, &QPushButton::clicked, context, &ConsoleContext::requestCheck);
    bar->addWidget(check);
    bar->addWidget(m_refresh);

    auto *content = new QWidget(m_area);
    auto *column = new QWidget(content);
    column->setMaximumWidth(kWidest);
    auto *sections = new QVBoxLayout(column);
    sections->setContentsMargins(16, 0, 16, 16);
    sections->setSpacing(8);
    sections->addWidget(makeSchemaSection());
    m_cleanup = new CleanupSection(context, column);
    m_sizes = new SizesSection(context, column);
    sections->addWidget(m_sizes, 1);
    sections->addWidget(m_cleanup);
    m_history = new HistorySection(context, column);
    sections->addWidget(m_history);
    m_indexes = new IndexesSection(column);
    sections->addWidget(m_indexes);
    m_log = new SharedLogSection(context, column);
    sections->addWidget(m_log);
    sections->addWidget(makeRemovalSection());
    auto *centre = new QHBoxLayout(content);
    centre->setContentsMargins(0, 0, 0, 0);
    centre->addWidget(column, 1);
    centre->addStretch(0);
    m_area->setWidget(content);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    m_pages->addWidget(m_hint);
    m_pages->addWidget(m_area);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_pages, 1);

    makeCommands();
    connect(m_refresh, &QPushButton::clicked, this, &MaintenancePanel::refresh);
    connect(m_sizes, &SizesSection::worked, this, &MaintenancePanel::refresh);
    connect(m_cleanup, &CleanupSection::cleaned, this, &MaintenancePanel::refresh);
    connect(m_log, &SharedLogSection::logChanged, this, &MaintenancePanel::refresh);
    connect(m_history, &HistorySection::historyChanged, this, &MaintenancePanel::refresh);
    connect(m_history, &HistorySection::asks, m_area,
            [this] { m_area->ensureWidgetVisible(m_history); });
    connect(m_cleanup, &CleanupSection::cleaned, context, &ConsoleContext::announceChange);
    connect(context, &ConsoleContext::pageRequested, this, [this](const QString &page) {
        m_showsAdvice = m_showsAdvice || page == "maintenance"_L1;
    });
    connect(context->guard(), &WriteGuard::changed, this, [this] {
        updateActions();
        if (isVisible())
            refresh(); // what stands in the way of maintenance was read
    });
    connect(&TimeDisplay::instance(), &TimeDisplay::changed, this, [this] {
        if (m_sheet)
            showSheet();
        showState();
    });
    connect(&m_retry, &Retry::lost, this, [this](const DbError &error) {
        m_error = error;
        showState();
    });
    connect(&m_retry, &Retry::judgedAnew, this, &MaintenancePanel::showState);
    connect(&m_retry, &Retry::due, this, &MaintenancePanel::refresh);
    connect(&m_tick, &QTimer::timeout, this, [this] {
        if (isVisible())
            showRemark();
    });
    m_tick.start(1s);
    showState();
    updateActions();
}

MaintenancePanel::~MaintenancePanel() = default;

void MaintenancePanel::makeCommands()
{
    const auto guarded = [this] {
        return m_sheet ? m_context->guard()->reason() : tr("The schema has not been read yet.");
    };
    m_upgradeAction
        = addCommand(this, u"maintenance.upgrade"_s, tr("&Upgrade the schema…"),
                     tr("Shows what an upgrade would do, and does it when confirmed."),
                     [this] { m_context->requestMigration(); })
              ->unless([this, guarded] {
                  return m_sheet && !m_sheet->isUpgradable() ? m_upgradeText->text() : guarded();
              })
              ->writes(m_context->guard())
              ->alsoCalled(tr("migrate, update, revision"));
    addCommand(this, u"maintenance.clean-up"_s, tr("&Count what a clean-up would delete"),
               tr("Counts failed jobs and names without jobs that can be deleted."),
               &MaintenancePanel::countCleanup)
        ->alsoCalled(tr("purge, vacuum, garbage, old jobs"));
    QAction *indexes = addCommand(this, u"maintenance.indexes"_s, tr("Manage supporting &indexes…"),
                                  tr("Creates and drops the indexes that make views of large "
                                     "queues fast."),
                                  [this] { m_context->requestIndexes(); })
                           ->alsoCalled(tr("slow, performance"));
    addCommand(this, u"maintenance.operator-log"_s,
               tr("Keep the &operator log in the schema, or remove it…"),
               tr("Creates or removes the shared log of changes made by hand."),
               &MaintenancePanel::askAboutLog)
        ->unless(guarded)
        ->writes(m_context->guard())
        ->alsoCalled(tr("audit, history, shared log"));
    m_history->addCommands(this);
    m_removeAction = addCommand(this, u"maintenance.remove-schema"_s, tr("&Remove the schema…"),
                                tr("Lists everything that would be removed, and removes it once "
                                   "you have typed its name."),
                                &MaintenancePanel::openRemoval)
                         ->unless(guarded)
                         ->writes(m_context->guard())
                         ->alsoCalled(tr("delete, drop, uninstall"));
    connect(m_upgrade, &QPushButton::clicked, m_upgradeAction, &QAction::trigger);
    m_indexes->setAction(indexes);
    connect(m_remove, &QPushButton::clicked, m_removeAction, &QAction::trigger);
}

QWidget *MaintenancePanel::makeSchemaSection()
{
    auto *section = new MaintenanceSection(tr("Schema"), {}, this);
    m_facts = new FactList(section);
    m_facts->setObjectName("schemaFacts"_L1);
    m_upgradeText = new Label(section);
    m_upgradeText->setObjectName("upgradeText"_L1);
    m_upgradeText->setWordWrap(true);
    m_upgrade = new QPushButton(tr("Upgrade…"), section);
    m_upgrade->setObjectName("upgradeButton"_L1);
    m_ledger = new FactList(section);
    m_ledger->setObjectName("schemaLedger"_L1);
    auto *line = new QHBoxLayout;
    line->setSpacing(12);
    line->addWidget(m_upgradeText, 1);
    line->addWidget(m_upgrade);
    section->body()->addWidget(m_facts);
    section->body()->addLayout(line);
    section->body()->addWidget(new Fold(tr("Applied migrations"), m_ledger, section));
    return section;
}

QWidget *MaintenancePanel::makeRemovalSection()
{
    auto *section
        = new MaintenanceSection(tr("Remove the schema"),
                                 tr("Removes every job, table and function of this queue. "
                                    "Everything that would be removed is listed first."),
                                 this);
    m_remove = new QPushButton(tr("Remove schema…"), section);
    m_remove->setObjectName("removeSchema"_L1);
    setButtonRole(m_remove, ButtonRole::Destructive);
    auto *line = new QHBoxLayout;
    line->addWidget(m_remove);
    line->addStretch(1);
    section->body()->addLayout(line);
    return section;
}

void MaintenancePanel::refresh()
{
    if (m_isRemoved)
        return;
    if (m_query.isAsking()) {
        m_isAskedAgain = true;
        return;
    }
    m_error.reset();
    m_query.ask(withSession(&readSchemaFactSheet, m_context->target().schema),
                [this](const Result<SchemaFactSheet> &answer) { onRead(answer); });
    showState();
}

void MaintenancePanel::onRead(const Result<SchemaFactSheet> &answer)
{
    if (answer) {
        m_error.reset();
        m_sheet = *answer;
        m_readAt = QDateTime::currentDateTimeUtc();
        showSheet();
    } else {
        m_error = answer.error();
    }
    showState();
    updateActions();
    if (std::exchange(m_isAskedAgain, false))
        refresh();
}

void MaintenancePanel::showSheet()
{
    const SchemaProbe &probe = m_sheet->probe;
    const SchemaState &state = probe.state;
    qint64 bytes = 0;
    for (const RelationSize &relation : std::as_const(m_sheet->sizes.relations))
        bytes += relation.bytes;
    QList<Fact> facts{
        fact(tr("Schema"), tr("%1 in the database %2").arg(probe.schema, probe.database)),
        fact(tr("Revision"),
             probe.mayReadLedger
                 ? tr("%1, as numbered by %2").arg(state.revision).arg(m_sheet->family())
                 : tr("not readable by %1").arg(probe.role)),
        fact(tr("Owner"),
             probe.owner == probe.role
                 ? tr("%1, the user of this connection").arg(probe.owner)
                 : tr("%1; you are connected as %2").arg(probe.owner, probe.role)),
        fact(tr("Server"), u"PostgreSQL "_s + probe.version),
        fact(tr("Size"), formatBytes(bytes)),
        fact(tr("Worker registry"),
             state.hasRegistry
                 ? tr("present: workers send heartbeats")
                 : tr("missing: the first Yardmaster worker with the right to do so creates it")),
        fact(tr("Additions by others"),
             probe.additions.isEmpty() ? tr("none") : probe.additions.join(u", "_s))};
    m_facts->setFacts(facts);
    QString upgrade;
    if (!probe.mayReadLedger)
        upgrade = tr("This role may not read which migrations have been applied.");
    else if (m_sheet->isUpgradable())
        upgrade = tr("Revision %1 is the newest known. An upgrade shows first what it will do.")
                      .arg(kSchemaRevision);
    else if (state.family == SchemaState::Family::GraphileRust)
        upgrade = tr("Schemas of graphile_worker_rs are used as they are.");
    else if (state.revision > kSchemaRevision)
        upgrade = tr("This is newer than revision %1, the newest that this program knows.")
                      .arg(kSchemaRevision);
    else
        upgrade = tr("Up to date.");
    m_upgradeText->setText(upgrade);
    QList<Fact> ledger;
    for (const SchemaFactSheet::Revision &revision : std::as_const(m_sheet->ledger))
        ledger << fact(tr("Revision %1").arg(revision.id),
                       revision.isBreaking
                           ? tr("%1, breaking").arg(formatInstant(revision.installedAt))
                           : formatInstant(revision.installedAt),
                       true);
    m_ledger->setFacts(ledger);
    m_indexes->showIndexes(m_sheet->indexes);
    m_sizes->showSizes(m_sheet->sizes);
    if (std::exchange(m_showsAdvice, false))
        m_sizes->chooseAdvised();
    m_log->showLog(m_sheet->sharedLog);
    m_history->showHistory(m_sheet->history);
}

void MaintenancePanel::showState()
{
    const bool hasContent = m_sheet && !m_isRemoved;
    const auto error = freshness().error;
    m_pages->setCurrentWidget(hasContent ? static_cast<QWidget *>(m_area) : m_hint);
    if (m_isRemoved)
        m_hint->setTexts(tr("The schema %1 has been removed").arg(m_context->target().schema),
                         tr("Nothing is left of this queue. Reconnect to install it again, or "
                            "close this window."));
    else if (error)
        m_hint->setTexts(errorTitle(*error), errorSentence(*error));
    else
        m_hint->setTexts(tr("Reading the schema"), tr("Maintenance tasks appear here."));
    m_retry.setFailing(m_error && !m_isRemoved);
    m_refresh->setEnabled(!m_query.isAsking() && !m_isRemoved);
    showRemark();
}

void MaintenancePanel::showRemark()
{
    Freshness freshness = this->freshness();
    const bool hasContent = m_sheet && !m_isRemoved;
    const bool isStale = freshness.error || freshness.isOverdue;
    freshness.isOverdue = freshness.isOverdue || m_query.isAsking();
    const QString text = isStale || freshness.isOverdue
        ? freshnessWords(freshness)
        : tr("Read %1").arg(formatInstant(m_readAt));
    m_remark->setText(hasContent ? text : QString());
    m_remark->setToolTip(hasContent ? freshnessSentence(freshness) : QString());
    setTone(m_remark, hasContent && isStale ? Tone::Trouble : Tone::Muted);
}

void MaintenancePanel::updateActions()
{
    updateCommands(this);
    m_upgrade->setVisible(m_sheet && m_sheet->isUpgradable());
    for (const auto &[button, action] :
         {std::pair(m_upgrade, m_upgradeAction), std::pair(m_remove, m_removeAction)}) {
        button->setEnabled(action->isEnabled());
        button->setToolTip(action->toolTip());
    }
}

void MaintenancePanel::countCleanup()
{
    m_area->ensureWidgetVisible(m_cleanup);
    m_cleanup->count();
}

void MaintenancePanel::askAboutLog()
{
    m_area->ensureWidgetVisible(m_log);
    m_log->ask();
}

void MaintenancePanel::openRemoval()
{
    auto *dialog = new RemoveSchemaDialog(m_context, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &RemoveSchemaDialog::removed, this, [this] {
        m_isRemoved = true;
        m_sheet.reset();
        showState();
        updateActions();
        m_context->announceSchemaRemoved();
    });
    dialog->open();
}

void MaintenancePanel::setActive(bool isActive)
{
    m_retry.setPaused(!isActive);
    if (isActive && !m_query.isAsking())
        refresh();
}

} // namespace yardmaster
