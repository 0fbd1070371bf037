#include "ui/pages/history/historypanel.h"

#include "models/console/consolecontext.h"
#include "models/history/runexport.h"
#include "models/values/format.h"
#include "models/values/timedisplay.h"
#include "ui/kit/command.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/filter/filterbar.h"
#include "ui/kit/listpage.h"
#include "ui/kit/rowdrag.h"
#include "ui/kit/rowmenu.h"
#include "ui/pages/history/rundetail.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

HistoryPanel::HistoryPanel(ConsoleContext *context, QWidget *parent)
    : ConsolePanel(parent)
    , m_context(context)
    , m_model(context->sessions())
    , m_retry(context->sessions(), this)
    , m_export(context->sessions(), SessionPool::Use::Long)
    , m_filterBar(new FilterBar(context, this, FilterLanguage::Runs))
    , m_exportButton(new QPushButton(tr("Export…"), this))
    , m_stopExport(new QPushButton(tr("Cancel export"), this))
    , m_install(new QPushButton(tr("Open Maintenance"), this))
    , m_stop(new QPushButton(tr("Stop"), this))
    , m_list(new ListPage(&m_model, u"history"_s, tr("Runs that have ended"), this))
    , m_detail(new RunDetail(m_list))
{
    setObjectName("historyPanel"_L1);
    useClock();
    m_exportButton->setObjectName("historyExport"_L1);
    m_exportButton->setToolTip(tr("Writes all runs that match the filter to a file."));
    m_stopExport->setObjectName("historyStopExport"_L1);
    m_stopExport->setToolTip(tr("Stops the export. No file is left behind."));
    m_install->setObjectName("historyInstall"_L1);
    m_stop->setObjectName("historyStop"_L1);
    m_list->addAtEnd(m_install);
    m_list->addAtEnd(m_exportButton);
    m_list->addAtEnd(m_stopExport);
    m_list->addAtEnd(m_stop);
    m_list->setDetail(m_detail, 3, 2);
    m_list->setLooking(tr("Searching for runs"), tr("They appear here, the newest first."));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_filterBar);
    layout->addWidget(m_list, 1);

    connect(m_filterBar, &FilterBar::filterApplied, &m_model, &HistoryModel::show);
    connect(m_filterBar, &FilterBar::leaveRequested, this,
            [this] { m_list->table()->setFocus(Qt::OtherFocusReason); });
    connect(context, &ConsoleContext::namesChanged, this, [this](const FilterNames &names) {
        m_filterBar->setNames([names](FilterKey key, const QString &beginning) {
            // Workers that hold locks now are likely to have held some before.
            return names(key == FilterKey::Worker ? FilterKey::LockedBy : key, beginning);
        });
    });
    connect(m_list, &ListPage::refreshRequested, &m_model, &HistoryModel::reload);
    connect(m_list, &ListPage::currentChanged, this, &HistoryPanel::onCurrentChanged);
    const auto needsRun = [this] {
        return m_list->currentRow() >= 0 ? QString() : tr("Select a run in the list first.");
    };
    QAction *job
        = addCommand(this, u"history.show-job"_s, tr("Show job of the run"),
                     tr("Shows the job of the selected run, even if it has left the queue."),
                     [this] { m_context->requestJob(m_model.at(m_list->currentRow()).id); })
              ->withKeysHere()
              ->unless(needsRun)
              ->alsoCalled(tr("open, inspector, timeline"));
    QAction *runs
        = addCommand(this, u"history.show-runs"_s, tr("Show all runs of this job"),
                     tr("Lists every run of the same job as the selected run."),
                     [this] { setFilterText(u"id:%1"_s.arg(m_model.at(m_list->currentRow()).id)); })
              ->withKeysHere()
              ->unless(needsRun)
              ->alsoCalled(tr("attempts, filter"));
    QAction *again
        = addCommand(
              this, u"history.add-again"_s, tr("Add job again…"),
              tr("Adds a new job like that of the selected run, as far as the history keeps it."),
              [this] { Q_EMIT againRequested(m_model.at(m_list->currentRow()).id); })
              ->withKeysHere()
              ->unless(needsRun)
              ->writes(context->guard())
              ->alsoCalled(tr("rerun, run again, replay, repeat, payload"));
    m_list->setRowCommands({job, runs, again});
    m_detail->addCommandButton(again);
    new RowDrag(m_list->table(), u"runs"_s,
                [this](const QModelIndex &) { return copiedRows(*m_list->table()); });
    RowMenu::of(m_list->table())->setSubjects(context, [this](const QModelIndex &) {
        const PastRun &run = m_model.at(m_list->currentRow());
        return RowSubject{0, run.task, run.queue, run.worker, {}};
    });
    connect(m_list, &ListPage::activated, job, &QAction::trigger);
    connect(m_detail, &RunDetail::jobRequested, context, &ConsoleContext::requestJob);
    connect(m_detail, &RunDetail::runsRequested, this,
            [this](qint64 id) { setFilterText(u"id:%1"_s.arg(id)); });
    connect(context, &ConsoleContext::runsRequested, this, [this](const QString &filter) {
        setFilterText(filter);
        Q_EMIT attentionRequested();
    });
    connect(m_install, &QPushButton::clicked, context,
            [context] { context->requestPage(u"maintenance"_s); });
    connect(m_exportButton, &QPushButton::clicked, this, &HistoryPanel::chooseFile);
    connect(m_stopExport, &QPushButton::clicked, this, [this] { m_export.cancel(); });
    connect(m_stop, &QPushButton::clicked, &m_model, &HistoryModel::cancel);
    connect(&m_model, &HistoryModel::phaseChanged, this, &HistoryPanel::showState);
    connect(&m_export, &Query::changed, this, &HistoryPanel::showState);
    connect(&m_export, &Query::progressed, this, [this](qint64, qint64, int written) {
        m_exportRemark
            = tr("%1 runs exported so far", nullptr, pluralOf(written)).arg(formatNumber(written));
        showRemark();
    });
    connect(&TimeDisplay::instance(), &TimeDisplay::changed, this, [this] {
        useClock();
        onCurrentChanged();
    });
    connect(&m_retry, &Retry::lost, &m_model, &HistoryModel::lose);
    connect(&m_retry, &Retry::judgedAnew, this, &HistoryPanel::showState);
    connect(&m_retry, &Retry::due, &m_model, &HistoryModel::reload);
    showState();
    onCurrentChanged();
}

HistoryPanel::~HistoryPanel()
{
    delete m_list; // before the model it shows
}

/// Times in filters are meant by the clock that is shown.
void HistoryPanel::useClock()
{
    m_model.setContext(m_context->filterContext());
}

void HistoryPanel::setFilterText(const QString &filter)
{
    m_filterBar->setFilterText(filter);
}

void HistoryPanel::onCurrentChanged()
{
    updateCommands(this);
    const int row = m_list->currentRow();
    m_detail->setVisible(row >= 0);
    if (row >= 0)
        m_detail->showRun(m_model.at(row));
}

void HistoryPanel::showState()
{
    using Phase = HistoryModel::Phase;
    const Phase phase = m_model.phase();
    const bool isLoading = phase == Phase::Loading;
    const auto &presence = m_model.presence();
    m_stop->setVisible(isLoading);
    m_list->refreshButton()->setVisible(!isLoading);
    m_install->setVisible(presence && (!presence->isThere || !presence->missing.isEmpty()));
    m_exportButton->setVisible(presence && presence->isReadable() && !m_export.isAsking());
    m_exportButton->setEnabled(m_model.rowCount() > 0);
    m_stopExport->setVisible(m_export.isAsking());
    // What took too long does so again, unless the server was in trouble.
    m_retry.setFailing(phase == Phase::Failed, m_model.error().kind != DbError::Kind::Cancelled);
    showRemark();
    Freshness freshness = m_retry.judged(m_model.freshness());
    freshness.isOverdue = freshness.isOverdue || (m_model.rowCount() == 0 && isLoading);
    if (m_list->isKnownEmpty(freshness))
        showEmpty();
    onCurrentChanged();
}

void HistoryPanel::showEmpty()
{
    const auto &presence = m_model.presence();
    if (!presence || m_model.isCancelled())
        m_list->showHint(tr("The search was stopped"),
                         tr("No run had been found by then. A filter that covers fewer days, such "
                            "as finished:today, is faster."));
    else if (!presence->isThere)
        m_list->showHint(
            tr("No history is recorded here"),
            tr("Jobs that have succeeded are deleted and leave no trace. The Maintenance page can "
               "record what every worker does from now on, and says what that costs."));
    else if (!presence->mayRead)
        m_list->showHint(tr("This role may not read the history"),
                         tr("The history is recorded here. Its owner can grant the right to read "
                            "it, which the role viewer has."));
    else if (!presence->isReadable())
        m_list->showHint(tr("Part of the history is missing"),
                         tr("The Maintenance page says which part, and can repair it."));
    else if (!m_model.filter().isEmpty())
        m_list->showHint(tr("No run matches the filter"),
                         tr("Change the filter, or clear it to see all runs."));
    else
        m_list->showHint(tr("No runs yet"),
                         tr("Runs of all workers appear here as they end. Recording began at %1.")
                             .arg(presence->since ? formatInstant(dateTime(*presence->since))
                                                  : tr("an unknown time")));
}

void HistoryPanel::showRemark()
{
    QStringList parts;
    if (const int rows = m_model.rowCount(); rows > 0)
        parts << (m_model.hasMore()
                      ? tr("Newest %1 runs", nullptr, pluralOf(rows)).arg(formatNumber(rows))
                      : tr("All %1 runs", nullptr, pluralOf(rows)).arg(formatNumber(rows)));
    if (m_model.isCancelled() && m_model.rowCount() > 0)
        parts << tr("stopped");
    if (!m_exportRemark.isEmpty())
        parts << m_exportRemark;
    m_list->setRemark(parts.join(u" · "_s));
}

void HistoryPanel::chooseFile()
{
    auto *chooser = new QFileDialog(this, tr("Export runs"), QDir::homePath());
    chooser->setObjectName("historyExportFile"_L1);
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setAcceptMode(QFileDialog::AcceptSave); // asks before it replaces a file
    chooser->setNameFilters({tr("CSV (*.csv)"), tr("JSON lines (*.ndjson)"), tr("JSON (*.json)")});
    chooser->setDefaultSuffix(exportFormatName(ExportFormat::Csv));
    connect(chooser, &QFileDialog::filterSelected, chooser, [chooser](const QString &filter) {
        const qsizetype dot = filter.lastIndexOf(u'.');
        chooser->setDefaultSuffix(filter.sliced(dot + 1).chopped(1));
    });
    connect(chooser, &QFileDialog::fileSelected, this, &HistoryPanel::exportTo);
    chooser->open();
}

void HistoryPanel::exportTo(const QString &path)
{
    const ExportFormat format
        = exportFormatFrom(QFileInfo(path).suffix().toLower()).value_or(ExportFormat::Csv);
    m_exportRemark.clear();
    m_export.ask(runExport(m_context->filterContext(), m_model.filter(), path, format),
                 [this, path](const Result<qint64> &written) {
                     const bool isCancelled
                         = !written && written.error().kind == DbError::Kind::Cancelled;
                     m_exportRemark = isCancelled ? tr("export cancelled")
                         : written ? tr("%1 runs written to %2", nullptr, pluralOf(*written))
                                         .arg(formatNumber(*written), path)
                                   : errorSentence(written.error());
                     showRemark();
                     Q_EMIT exported(path, written ? QString() : m_exportRemark);
                 });
}

void HistoryPanel::setActive(bool isActive)
{
    m_retry.setPaused(!isActive);
    const auto &presence = m_model.presence();
    // What was not there may have been installed meanwhile.
    const bool isUnsure = presence && !presence->isReadable();
    if (isActive && (m_model.phase() == HistoryModel::Phase::Nothing || isUnsure))
        m_model.reload();
}

} // namespace yardmaster
