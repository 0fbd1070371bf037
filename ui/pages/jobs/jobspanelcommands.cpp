// How a JobsPanel is laid out, and its commands, menus and header.

#include "models/console/consolecontext.h"
#include "models/query/filteredit.h"
#include "models/related/jobsql.h"
#include "models/session/delivery.h"
#include "models/values/format.h"
#include "models/values/payloaddocument.h"
#include "models/values/showntext.h"
#include "ui/kit/changes/jobactions.h"
#include "ui/kit/command.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/filter/filterbar.h"
#include "ui/kit/verbbar.h"
#include "ui/pages/jobs/columnsdialog.h"
#include "ui/pages/jobs/groupspane.h"
#include "ui/pages/jobs/jobcolumns.h"
#include "ui/pages/jobs/jobcommands.h"
#include "ui/pages/jobs/jobsbar.h"
#include "ui/pages/jobs/jobshint.h"
#include "ui/pages/jobs/jobspanel.h"
#include "ui/pages/jobs/jobsstatus.h"
#include "ui/pages/jobs/jobstable.h"
#include "ui/pages/jobs/payloadcolumndialog.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QStackedLayout>
#include <QStandardItemModel>
#include <QToolButton>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// Jobs that are copied as calls, which are read one by one.
constexpr qsizetype kMostCalls = 100;

} // namespace

void JobsPanel::makeCommands()
{
    addCommand(this, u"view.refresh"_s, tr("Refresh"),
               tr("Reads the listed jobs again and removes those that have left the queue."),
               &JobsPanel::refresh)
        ->withKeys({Qt::Key_F5, Qt::CTRL | Qt::Key_R})
        ->alsoCalled(tr("reload, update"));
    m_pauseAction
        = addCommand(this, u"view.pause"_s, tr("Pause live updates"),
                     tr("Leaves the list unchanged until live updates are switched on again."),
                     [this](bool isPaused) { m_live->setPaused(LiveRefresh::ByUser, isPaused); })
              ->withKeys({Qt::SHIFT | Qt::Key_F5})
              ->asSwitch()
              ->alsoCalled(tr("freeze, stop, automatic refresh"));
    addCommand(this, u"view.showNew"_s, tr("Show new jobs"),
               tr("Reads the list from the top, including jobs that were added since."),
               [this] { m_table->goToTop(); })
        ->withKeys({Qt::CTRL | Qt::Key_Home})
        ->alsoCalled(tr("latest, top"));
    addCommand(this, u"jobs.countExactly"_s, tr("Count exactly"),
               tr("Counts all jobs that match the filter, in the background."),
               [this] { m_model.countAll(true); })
        ->alsoCalled(tr("number, total, how many"));
    m_columnsAction = addCommand(this, u"view.columns"_s, tr("Columns…"),
                                 tr("Chooses which columns are shown, and their order."),
                                 [this] {
                                     auto *dialog = new ColumnsDialog(m_columns, this);
                                     connect(dialog, &ColumnsDialog::payloadColumnWanted, this,
                                             &JobsPanel::openPayloadColumn);
                                     dialog->open();
                                 })
                          ->alsoCalled(tr("fields, hide, show"));
    m_fitAction = addCommand(this, u"view.fit-columns"_s, tr("Fit columns to content"),
                             tr("Makes each column as wide as its loaded content."),
                             [this] { m_columns->fitToContent(); })
                      ->alsoCalled(tr("width, size, resize"));
    m_payloadAction = addCommand(this, u"view.payloadColumn"_s, tr("Payload column…"),
                                 tr("Adds a column with the value at one path of each payload."),
                                 &JobsPanel::openPayloadColumn)
                          ->alsoCalled(tr("field, JSON"));
    connect(m_context, &ConsoleContext::payloadColumnRequested, this,
            [this](const QStringList &path) {
                addPayloadColumn(path);
                Q_EMIT attentionRequested();
            });
    connect(m_context, &ConsoleContext::rulesChanged, &m_model, &JobsModel::setRules);
}

void JobsPanel::layOut()
{
    auto *filterRow = new QHBoxLayout;
    filterRow->setContentsMargins(12, 8, 12, 4);
    filterRow->addWidget(m_filterBar);
    m_stack = new QStackedLayout;
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_hint);
    auto *splitter = new QSplitter(this);
    splitter->setObjectName(u"groupsSplitter"_s);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_groups);
    auto *listed = new QWidget(splitter);
    auto *column = new QVBoxLayout(listed);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_groups->line());
    column->addLayout(m_stack, 1);
    splitter->setStretchFactor(0, 0);
    splitter->setStretchFactor(1, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(filterRow);
    layout->addLayout(makeToolbar());
    layout->addWidget(splitter, 1);
    layout->addWidget(m_bar);
    layout->addWidget(m_status);
}

QLayout *JobsPanel::makeToolbar()
{
    m_verbs = new VerbBar(this);
    m_verbs->setObjectName(u"jobVerbs"_s);
    m_verbs->setAccessibleName(tr("Actions"));
    m_fresh = new QPushButton(this);
    m_fresh->setObjectName(u"showNew"_s);
    m_fresh->setToolTip(tr("Jobs that match and were added since the list was read"));
    m_fresh->hide();
    connect(m_fresh, &QPushButton::clicked, this, [this] { m_table->goToTop(); });

    m_order = new QComboBox(this);
    m_order->setObjectName(u"jobOrder"_s);
    m_order->setAccessibleName(tr("Order of the list"));
    m_order->addItem(tr("Newest first"), int(JobOrder::NewestFirst));
    m_order->addItem(tr("Oldest first"), int(JobOrder::OldestFirst));
    m_order->addItem(tr("Fetch order"), int(JobOrder::Pickup));
    connect(m_order, &QComboBox::activated, this,
            [this] { chooseOrder(JobOrder(m_order->currentData().toInt())); });

    auto *pause = new QToolButton(this);
    pause->setObjectName(u"pauseLive"_s);
    pause->setDefaultAction(m_pauseAction);
    pause->setText(tr("Pause"));
    auto *columns = new QToolButton(this);
    columns->setObjectName(u"chooseColumns"_s);
    columns->setDefaultAction(m_columnsAction);
    columns->setAutoRaise(true);
    pause->setAutoRaise(true);

    auto *row = new QHBoxLayout;
    row->setContentsMargins(0, 0, 12, 4);
    row->setSpacing(8);
    row->addWidget(m_verbs, 1);
    row->addWidget(m_fresh);
    row->addWidget(m_groups->chooser());
    row->addWidget(m_order);
    row->addWidget(pause);
    row->addWidget(columns);
    return row;
}

void JobsPanel::setActions(JobActions *actions)
{
    m_actions = actions;
    m_verbs->clear();
    if (actions) {
        actions->setPlace(this);
        m_verbs->addActions(actions->mainActions());
    }
    updateTarget();
}

/// What each order costs, in the chooser; which one it is, in the header.
void JobsPanel::showOrder()
{
    auto *items = qobject_cast<QStandardItemModel *>(m_order->model());
    for (int row = 0; row < m_order->count(); ++row) {
        const auto order = JobOrder(m_order->itemData(row).toInt());
        const bool isPossible = order != JobOrder::Pickup || asksForWaitingOnly(m_query.filter);
        const FilterCost cost = filterCost(termCosts(m_query.filter, order, m_query.indexes));
        QString tip;
        if (!isPossible)
            tip = tr("Only for waiting jobs: filter for state:ready, scheduled, retrying…");
        else if (cost == FilterCost::Indexed)
            tip = tr("Fast: an index returns the jobs in this order.");
        else if (cost == FilterCost::Bounded)
            tip = tr("Mostly fast: searches the jobs that an index finds.");
        else
            tip = tr("May take long: searches the table in this order and shows the progress.");
        m_order->setItemData(row, tip, Qt::ToolTipRole);
        if (items)
            items->item(row)->setEnabled(isPossible);
        if (order == m_query.order) {
            m_order->setCurrentIndex(row);
            m_order->setToolTip(tip);
        }
    }
    QHeaderView *header = m_table->horizontalHeader();
    switch (m_query.order) {
    case JobOrder::NewestFirst:
        return header->setSortIndicator(int(JobColumn::Id), Qt::DescendingOrder);
    case JobOrder::OldestFirst:
        return header->setSortIndicator(int(JobColumn::Id), Qt::AscendingOrder);
    case JobOrder::Pickup:
        return header->setSortIndicator(int(JobColumn::RunAt), Qt::AscendingOrder);
    }
}

void JobsPanel::onHeaderClicked(int section)
{
    const JobOrdering ordering = m_model.entry(JobColumn(section)).ordering;
    if (ordering == JobOrdering::ById)
        return chooseOrder(m_query.order == JobOrder::NewestFirst ? JobOrder::OldestFirst
                                                                  : JobOrder::NewestFirst);
    if (ordering == JobOrdering::Pickup && asksForWaitingOnly(m_query.filter))
        return chooseOrder(JobOrder::Pickup);
    showOrder(); // the header has moved its mark
    m_bar->setNotice(jobOrderingSentence(ordering));
}

void JobsPanel::openPayloadColumn()
{
    // On top of the columns' dialog, if it was asked for there.
    auto *dialogs = findChild<ColumnsDialog *>();
    QWidget *parent = dialogs ? static_cast<QWidget *>(dialogs) : this;
    auto *dialog
        = new PayloadColumnDialog(m_reader, m_table->announcedId(), m_model.rules(), parent);
    connect(dialog, &PayloadColumnDialog::pathChosen, this, &JobsPanel::addPayloadColumn);
    dialog->open();
}

void JobsPanel::addPayloadColumn(const QStringList &path)
{
    const QString problem = m_columns->addPayload(path);
    m_bar->setNotice(problem.isEmpty() ? tr("Added the column %1.").arg(payloadPathText(path))
                                       : problem);
    const qsizetype place = m_model.payloadPaths().indexOf(path);
    const QModelIndex current = m_table->currentIndex();
    if (place >= 0 && current.isValid()) // to see it
        m_table->setCurrentIndex(current.siblingAtColumn(int(payloadColumn(int(place)))));
}

void JobsPanel::copySelect(const QList<qint64> &ids)
{
    if (ids.isEmpty())
        return;
    QGuiApplication::clipboard()->setText(readStatement(ids, m_context->target().schema));
    m_bar->setNotice(tr("Copied a statement that reads %1 jobs.", nullptr, pluralOf(ids.size()))
                         .arg(formatNumber(ids.size())));
}

/// With payloads, which the list does not have; what the rules hide of them stays hidden.
void JobsPanel::copyAddCalls(const QList<qint64> &ids)
{
    if (ids.isEmpty())
        return;
    if (ids.size() > kMostCalls)
        return m_bar->setNotice(
            tr("At most %1 jobs at a time: export them instead.").arg(formatNumber(kMostCalls)));
    using Read = Result<QList<JobDetails>>;
    deliver(m_reader->detailsOf(ids), this, [this](const Read &read) {
        if (!read)
            return m_bar->setNotice(errorSentence(read.error()));
        QStringList calls;
        bool isRedacted = false;
        for (const JobDetails &details : *read) {
            const auto payload = PayloadDocument::read(details.job.payload, m_model.rules());
            isRedacted = isRedacted || payload->hiddenCount() > 0;
            calls << addStatement(details.job, m_context->target().schema, payload->redacted());
        }
        if (calls.isEmpty())
            return m_bar->setNotice(tr("They have left the queue since they were read."));
        QGuiApplication::clipboard()->setText(calls.join(u"\n\n"_s) + u'\n');
        QString notice = tr("Copied calls that add %1 jobs again.", nullptr, pluralOf(calls.size()))
                             .arg(formatNumber(calls.size()));
        if (isRedacted)
            notice += u' ' + tr("Hidden values appear as “[hidden]”.");
        m_bar->setNotice(notice);
    });
}

void JobsPanel::fillMenu(QMenu *menu)
{
    m_table->setCurrentAlone(!m_table->isChosen(m_table->currentIndex().row()));
    updateTarget();
    m_menu = menu;
    // Later, because its action is still to come when it is hidden.
    connect(
        menu, &QMenu::aboutToHide, this,
        [this, menu] {
            if (m_menu && m_menu != menu)
                return; // one of another row is open
            m_table->setCurrentAlone(false);
            updateTarget();
        },
        Qt::QueuedConnection);
    if (m_actions) {
        const QString about = m_actions->target() ? shownText(m_actions->target()->description)
                                                  : tr("job %1, gone").arg(m_table->currentId());
        menu->addAction(QString(about).replace(u'&', "&&"_L1))->setEnabled(false);
        menu->addSeparator();
        menu->addActions(m_actions->actions());
        menu->addSeparator();
    }
    m_commands->fillMenu(menu);
}

void JobsPanel::openHeaderMenu(const QPoint &place)
{
    auto *menu = new QMenu(m_table);
    menu->setObjectName(u"columnsMenu"_s);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const QList<JobColumn> order = m_columns->order();
    for (const JobColumn column : order) {
        QAction *action = menu->addAction(m_columns->remark(column).replace(u'&', "&&"_L1));
        action->setCheckable(true);
        action->setChecked(m_columns->isShown(column));
        connect(action, &QAction::toggled, m_columns, [this, column](bool isShown) {
            if (!m_columns->setShown(column, isShown))
                m_bar->setNotice(tr("At least one column has to stay."));
        });
    }
    menu->addSeparator();
    menu->addActions({m_columnsAction, m_fitAction});
    menu->addAction(m_payloadAction);
    const auto here = JobColumn(m_table->horizontalHeader()->logicalIndexAt(place));
    if (isPayloadColumn(here)) {
        QAction *remove
            = menu->addAction(tr("Remove %1").arg(m_columns->title(here).replace(u'&', "&&"_L1)));
        remove->setObjectName(u"removeColumn"_s);
        connect(remove, &QAction::triggered, m_columns, [this, here] {
            if (!m_columns->remove(here))
                m_bar->setNotice(tr("At least one column has to stay."));
        });
    }
    connect(menu->addAction(tr("Reset columns")), &QAction::triggered, m_columns,
            &JobColumns::reset);
    menu->popup(m_table->horizontalHeader()->mapToGlobal(place));
}

} // namespace yardmaster
