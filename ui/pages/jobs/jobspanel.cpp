#include "ui/pages/jobs/jobspanel.h"

#include "models/console/consolecontext.h"
#include "models/history/runreads.h"
#include "models/session/delivery.h"
#include "models/session/reachability.h"
#include "models/values/format.h"
#include "models/values/showntext.h"
#include "models/values/timedisplay.h"
#include "ui/kit/changes/jobactions.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/filter/filterbar.h"
#include "ui/kit/rowdrag.h"
#include "ui/kit/rowmenu.h"
#include "ui/pages/jobs/groupspane.h"
#include "ui/pages/jobs/jobcolumns.h"
#include "ui/pages/jobs/jobcommands.h"
#include "ui/pages/jobs/jobsbar.h"
#include "ui/pages/jobs/jobshint.h"
#include "ui/pages/jobs/jobsstatus.h"
#include "ui/pages/jobs/jobstable.h"
#include "ui/pages/jobs/jobtargets.h"

#include <QHeaderView>
#include <QPushButton>
#include <QSettings>
#include <QStackedLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

JobsPanel::JobsPanel(ConsoleContext *context, QWidget *parent)
    : ConsolePanel(parent)
    , m_context(context)
    , m_advice(context->sessions())
    , m_past(context->sessions(), SessionPool::Use::Reading)
    , m_filterBar(new FilterBar(context, this))
    , m_groups(new GroupsPane(context, this))
    , m_table(new JobsTable(&m_model, this))
    , m_columns(new JobColumns(m_table))
    , m_commands(new JobCommands(m_table, m_columns))
    , m_live(new LiveRefresh(&m_model, this))
    , m_hint(new JobsHint(&m_model, &m_advice, this))
    , m_bar(new JobsBar(m_table, this))
    , m_status(new JobsStatus(m_table, m_live, m_groups, context, this))
{
    setObjectName(u"jobsPanel"_s);
    useReaders();
    m_live->setPaused(LiveRefresh::Hidden, true);
    makeCommands();
    layOut();
    watchModel();
    watchTable();
    showQuery();
}

JobsPanel::~JobsPanel()
{
    // They look at the model, which goes before them.
    delete m_table;
    delete m_live;
    delete m_hint;
    delete m_bar;
    delete m_status;
    delete m_groups;
}

/// They read times in filters by the clock that is shown.
void JobsPanel::useReaders()
{
    m_reader = std::make_shared<JobsReader>(m_context->sessions(), m_context->filterContext());
    m_counter = std::make_shared<JobsReader>(m_context->sessions(), m_context->filterContext(),
                                             SessionPool::Use::Polling);
    m_model.setReader(m_reader, m_counter);
    m_hint->setReader(m_counter);
}

void JobsPanel::watchModel()
{
    connect(&TimeDisplay::instance(), &TimeDisplay::changed, this, [this] {
        useReaders();
        showQuery();
        m_groups->refresh();
    });
    connect(&m_model, &JobsModel::phaseChanged, this, &JobsPanel::onPhase);
    connect(&m_model, &JobsModel::refreshed, this, &JobsPanel::onRefreshed);
    connect(&m_model, &JobsModel::freshChanged, this, &JobsPanel::updateFresh);
    connect(&m_model, &JobsModel::modelReset, this, &JobsPanel::updateFresh);
    connect(&m_model, &JobsModel::totalChanged, this, &JobsPanel::updateTarget);
    connect(&m_model, &JobsModel::dataChanged, this, &JobsPanel::updateTarget);
    connect(m_hint, &JobsHint::said, this, &JobsPanel::showRowsOrHint);
    connect(&m_model, &JobsModel::rowsInserted, this, &JobsPanel::showRowsOrHint);
    connect(m_hint, &JobsHint::retryWanted, this, &JobsPanel::retry);
    connect(m_bar, &JobsBar::retryWanted, this, &JobsPanel::retry);
    const Reachability *server = m_context->sessions().reachability();
    connect(server, &Reachability::lost, &m_model, &JobsModel::lose);
    connect(server, &Reachability::recovered, this, &JobsPanel::recover);
    connect(m_hint, &JobsHint::filterWanted, this, &JobsPanel::setFilterText);
    connect(m_hint, &JobsHint::filterEditWanted, this,
            [this] { m_filterBar->setFocus(Qt::OtherFocusReason); });

    connect(m_filterBar, &FilterBar::filterApplied, this, &JobsPanel::applyFilter);
    connect(m_filterBar, &FilterBar::leaveRequested, this,
            [this] { m_table->setFocus(Qt::OtherFocusReason); });
    connect(m_filterBar, &FilterBar::indexRequested, m_context, &ConsoleContext::requestIndexes);
    connect(m_groups, &GroupsPane::groupChanged, this, &JobsPanel::onGroup);
    connect(m_groups, &GroupsPane::groupingChanged, this, &JobsPanel::saveLayout);
    connect(m_groups, &GroupsPane::leaveRequested, this,
            [this] { m_table->setFocus(Qt::OtherFocusReason); });
    connect(m_context, &ConsoleContext::namesChanged, m_filterBar, &FilterBar::setNames);
    connect(m_context, &ConsoleContext::listLayoutRequested, this, &JobsPanel::setLayoutOfList);
    connect(m_context, &ConsoleContext::stepRequested, m_table, &JobsTable::moveCurrent);
    connect(m_context, &ConsoleContext::filterRequested, this, [this](const QString &filter) {
        setFilterText(filter);
        m_table->setFocus(Qt::OtherFocusReason);
        Q_EMIT attentionRequested();
    });
    connect(m_context, &ConsoleContext::jobsChanged, this, [this] {
        m_live->refreshNow();
        if (m_model.total().value)
            m_model.countAll(false);
    });
}

void JobsPanel::watchTable()
{
    connect(m_table, &JobsTable::chosenChanged, this, [this] {
        m_live->setPaused(LiveRefresh::Choosing, !m_table->chosen().isEmpty());
        updateTarget();
    });
    m_selected.setSingleShot(true);
    m_selected.setInterval(80ms);
    connect(&m_selected, &QTimer::timeout, this,
            [this] { m_context->announceCurrentJob(m_table->announcedId()); });
    connect(m_table, &JobsTable::currentJobChanged, this, [this] {
        m_selected.start();
        updateTarget();
    });
    // What is asked for by name later than a row came to the front is what is wanted.
    connect(m_context, &ConsoleContext::jobRequested, &m_selected, &QTimer::stop);
    connect(m_table, &QAbstractItemView::activated, this, [this] {
        if (m_table->currentId() != 0)
            m_context->announceOpenedJob(m_table->currentId());
    });
    new RowDrag(m_table, u"jobs"_s, [this](const QModelIndex &pressed) {
        return m_commands->rowsToDrag(pressed.row());
    });
    (new RowMenu(m_table))->setFiller([this](QMenu *menu) { fillMenu(menu); });
    QHeaderView *header = m_table->horizontalHeader();
    header->setSectionsClickable(true);
    header->setSortIndicatorShown(true);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QHeaderView::sectionClicked, this, &JobsPanel::onHeaderClicked);
    connect(header, &QWidget::customContextMenuRequested, this, &JobsPanel::openHeaderMenu);
    connect(m_commands, &JobCommands::filterWanted, this,
            [this](const Filter &filter) { setFilterText(filter.text()); });
    connect(m_commands, &JobCommands::goToWanted, this, &JobsPanel::openGoTo);
    connect(m_commands, &JobCommands::copied, m_bar, &JobsBar::setNotice);
    connect(m_commands, &JobCommands::selectWanted, this, &JobsPanel::copySelect);
    connect(m_commands, &JobCommands::addCallsWanted, this, &JobsPanel::copyAddCalls);
    m_save.setSingleShot(true);
    m_save.setInterval(500ms);
    connect(&m_save, &QTimer::timeout, this, &JobsPanel::saveLayout);
    connect(m_columns, &JobColumns::changed, this, [this] {
        if (m_settings)
            m_save.start();
    });
}

void JobsPanel::showRowsOrHint()
{
    if (m_hint->isNeeded())
        m_stack->setCurrentWidget(m_hint);
    else
        m_stack->setCurrentWidget(m_table);
}

// What is listed

/// All jobs of the filter, also where it is the one that is there.
void JobsPanel::setFilterText(const QString &filter)
{
    const Filter listed = m_query.filter;
    if (m_groups->group()) {
        dropSelection();
        m_groups->leaveQuietly();
    }
    m_filterBar->setFilterText(filter);
    if (m_query.filter == listed && m_groups->shown() != listed)
        showQuery();
}

QString JobsPanel::filterText() const
{
    return m_filterBar->filterText();
}

void JobsPanel::applyFilter(const Filter &filter)
{
    if (m_groups->group() && filter != m_groups->base())
        dropSelection();
    m_groups->setBase(filter);
    showQuery();
    m_context->announceFilter(filter);
}

/// What was chosen in one list is not for whoever looks at another: all that matched the filter
/// would be changed where the jobs of a group are shown.
void JobsPanel::dropSelection()
{
    if (m_table->chosen().isEmpty())
        return;
    m_table->clearChosen();
    m_bar->setNotice(tr("The selection has been cleared: other jobs are listed."));
}

void JobsPanel::onGroup()
{
    dropSelection();
    showQuery();
}

void JobsPanel::chooseOrder(std::optional<JobOrder> order)
{
    m_wantedOrder = order;
    showQuery();
    announceLayout();
}

void JobsPanel::announceLayout()
{
    m_context->announceListLayout(m_wantedOrder, columns(), m_groups->grouping());
}

void JobsPanel::setLayoutOfList(std::optional<JobOrder> order, const QStringList &columns,
                                std::optional<FilterKey> grouping)
{
    if (!columns.isEmpty())
        m_columns->restore(columns);
    m_groups->setGrouping(grouping);
    chooseOrder(order);
}

QStringList JobsPanel::columns() const
{
    return m_columns->save();
}

/// The list from its top; unless it has not begun yet.
void JobsPanel::showQuery()
{
    m_query.filter = m_groups->shown();
    const bool canPickup = asksForWaitingOnly(m_query.filter);
    m_query.order = m_wantedOrder && (canPickup || *m_wantedOrder != JobOrder::Pickup)
        ? *m_wantedOrder
        : naturalOrder(m_query.filter);
    showOrder();
    if (!m_hasBegun)
        return;
    m_model.show(m_query);
    // A scan is counted only when asked for.
    const QList<TermCost> costs = termCosts(m_query.filter, m_query.order, m_query.indexes);
    if (filterCost(costs) != FilterCost::Scan)
        m_model.countAll(false);
}

void JobsPanel::readIndexes()
{
    using Indexes = Result<QSet<SupportingIndex>>;
    deliver(m_counter->indexes(), this, [this](const Indexes &indexes) {
        if (!indexes || *indexes == m_query.indexes)
            return;
        m_query.indexes = *indexes;
        m_filterBar->setIndexes(*indexes);
        if (!m_query.filter.isEmpty())
            showQuery();
    });
}

// What happens to it

void JobsPanel::onPhase()
{
    using Phase = JobsModel::Phase;
    if (m_model.phase() == Phase::Failed) {
        m_wasLost = m_model.mayPass();
        m_isUserRefresh = false;
    }
    const bool isSettled = m_model.phase() == Phase::Ready || m_model.phase() == Phase::Stopped;
    if (!isSettled)
        return;
    if (std::exchange(m_wasLost, false)) {
        if (m_model.rowCount() == 0)
            m_model.reload();
        else
            m_model.continueSearch();
        return;
    }
    if (const qint64 id = std::exchange(m_goneTo, 0); id != 0 && m_model.rowOf(id) < 0)
        m_bar->setNotice(
            tr("Job %1 does not match the filter. This is where it would be.").arg(id));
    updateTarget();
}

void JobsPanel::refresh()
{
    m_isUserRefresh = true;
    m_groups->refresh();
    if (m_model.phase() == JobsModel::Phase::Failed)
        return retry();
    m_live->refreshNow();
    readIndexes();
}

/// What failed because of the question fails again.
void JobsPanel::recover()
{
    if (isVisible() && m_model.phase() == JobsModel::Phase::Failed && m_model.mayPass())
        retry();
}

void JobsPanel::retry()
{
    if (m_model.rowCount() == 0)
        m_model.reload();
    else
        m_model.retry();
}

void JobsPanel::onRefreshed()
{
    updateTarget();
    const bool hasFresh = m_model.fresh().value.value_or(0) > 0;
    if (!std::exchange(m_isUserRefresh, false)) {
        // Where there are no rows, none can move.
        if (m_model.rowCount() == 0 && hasFresh)
            m_model.reload();
        return;
    }
    // Asked for: then rows that left may go, and at the top new ones may come.
    const bool isAtTop = m_model.isAtTop() && m_table->isScrolledToTop();
    m_model.dropLeft();
    if (m_model.rowCount() == 0 || (isAtTop && hasFresh))
        m_model.reload();
}

void JobsPanel::updateFresh()
{
    const Count &fresh = m_model.fresh();
    m_fresh->setVisible(fresh.value.value_or(0) > 0);
    if (fresh.value)
        m_fresh->setText(tr("Show %1 new").arg(formatCount(fresh)));
}

std::optional<JobTarget> JobsPanel::listedJobs() const
{
    return targetOfList(m_query.filter, m_model.total(), m_context->filterContext());
}

void JobsPanel::updateTarget()
{
    if (m_actions)
        m_actions->setTarget(targetOf(*m_table, m_context->filterContext()));
}

// Where to look

void JobsPanel::goToId(qint64 id)
{
    goTo(m_reader->findId(id), {}, [this, id] { findPast(id); });
}

/// Of a job that is not in the table.
void JobsPanel::findPast(qint64 id)
{
    const auto work = withSession(&readJobPast, m_context->target().schema, qint64(id), bool(true));
    m_past.ask(work, [this, id](const Result<JobPast> &past) {
        const QString missing
            = tr("There is no job %1: it was completed or deleted, or never existed.").arg(id);
        if (!past)
            return m_bar->setNotice(missing);
        if (!past->presence.isThere)
            return m_bar->setNotice(missing + u' '
                                    + tr("The Maintenance page can turn on a history of jobs."));
        if (past->runs.isEmpty())
            return m_bar->setNotice(missing + u' ' + tr("The history has no record of it either."));
        m_bar->setNotice(
            tr("Job %1 has left the table. The inspector shows its recorded past.").arg(id));
        m_context->requestJob(id);
    });
}

void JobsPanel::goToKey(const QString &key)
{
    goTo(m_reader->findKey(key), tr("No job has the key %1.").arg(isolated(key)));
}

void JobsPanel::goToTime(Timestamp time)
{
    goTo(m_reader->findCreated(time, std::make_shared<ReadControl>()),
         tr("No job was added at %1 or later.").arg(formatInstant(dateTime(time))));
}

void JobsPanel::goTo(const QFuture<JobsReader::Found> &found, const QString &missing,
                     const std::function<void()> &onMissing)
{
    m_past.drop();
    deliver(found, this,
            [this, missing, onMissing, number = ++m_goNumber](const JobsReader::Found &place) {
                if (number != m_goNumber)
                    return;
                if (!place)
                    return m_bar->setNotice(errorSentence(place.error()));
                if (!*place && onMissing)
                    return onMissing();
                if (!*place)
                    return m_bar->setNotice(missing);
                m_table->setFocus(Qt::OtherFocusReason);
                m_table->goTo(**place);
                m_goneTo = (*place)->id;
            });
}

void JobsPanel::openGoTo(GoToDialog::Kind kind)
{
    auto *dialog = new GoToDialog(kind, this);
    connect(dialog, &GoToDialog::idWanted, this, &JobsPanel::goToId);
    connect(dialog, &GoToDialog::keyWanted, this, &JobsPanel::goToKey);
    connect(dialog, &GoToDialog::timeWanted, this, &JobsPanel::goToTime);
    dialog->open();
}

// Who looks

void JobsPanel::setActive(bool isActive)
{
    m_live->setPaused(LiveRefresh::Hidden, !isActive);
    m_groups->setActive(isActive);
    if (!isActive)
        return;
    if (m_window != window()) {
        if (m_window)
            m_window->removeEventFilter(this);
        m_window = window();
        m_window->installEventFilter(this); // tells when it is minimised
    }
    if (m_hasBegun)
        recover();
    else
        begin();
}

void JobsPanel::begin()
{
    m_hasBegun = true;
    showQuery();
    readIndexes();
}

bool JobsPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_window && event->type() == QEvent::WindowStateChange)
        m_live->setPaused(LiveRefresh::Hidden, m_window->isMinimized() || !isVisible());
    return QWidget::eventFilter(watched, event);
}

void JobsPanel::setSettings(QSettings *settings)
{
    m_settings = settings;
    if (!settings)
        return;
    m_model.setRules(RedactionRules::load(*settings));
    m_columns->restore(settings->value(settingsKey("columns")).toStringList());
    m_groups->setGrouping(groupingFromName(settings->value(settingsKey("group-by")).toString()));
}

void JobsPanel::saveLayout()
{
    m_save.stop();
    announceLayout();
    if (!m_settings)
        return;
    m_settings->setValue(settingsKey("columns"), m_columns->save());
    const std::optional<FilterKey> &grouping = m_groups->grouping();
    m_settings->setValue(settingsKey("group-by"), grouping ? groupingName(*grouping) : QString());
}

QString JobsPanel::settingsKey(const char *name) const
{
    const QString &profile = m_context->target().profileId;
    return u"jobs/%1/%2"_s.arg(profile.isEmpty() ? u"none"_s : profile, QLatin1StringView(name));
}

} // namespace yardmaster
