#include "ui/pages/localworker/runspane.h"

#include "models/live/joblogs.h"
#include "models/localworker/localworker.h"
#include "models/localworker/runrecorder.h"
#include "models/values/format.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/emptyhint.h"
#include "ui/kit/label.h"
#include "ui/kit/rowmenu.h"
#include "ui/kit/tone.h"
#include "ui/pages/localworker/runlog.h"
#include "ui/pages/localworker/runstable.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto kTick = 250ms;

/// A line of text above a view, with what belongs to its right end.
QWidget *titled(QWidget *title, QWidget *view, QWidget *parent, QWidget *atEnd = nullptr)
{
    auto *pane = new QWidget(parent);
    auto *line = new QHBoxLayout;
    line->setContentsMargins(16, 4, 16, 4);
    line->setSpacing(8);
    line->addWidget(title, 1);
    if (atEnd)
        line->addWidget(atEnd);
    auto *layout = new QVBoxLayout(pane);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(line);
    layout->addWidget(view, 1);
    return pane;
}

} // namespace

RunsPane::RunsPane(ConsoleContext *context, LocalWorker *worker, QWidget *parent)
    : QWidget(parent)
    , m_worker(worker)
    , m_logs(JobLogs::of(worker->bus()))
    , m_dryLogs(JobLogs::of(worker->dryBus()))
    , m_tick(this)
    , m_runningTitle(new Label(this))
    , m_runningPages(new QStackedWidget(this))
    , m_hint(new EmptyHint(this))
    , m_running(new RunsTable(RunsModel::Kind::Running, this))
    , m_endedTitle(new ElidedLabel(Qt::ElideRight, this))
    , m_all(new QPushButton(tr("Show all"), this))
    , m_ended(new RunsTable(RunsModel::Kind::Ended, this))
    , m_logTitle(new ElidedLabel(Qt::ElideRight, this))
    , m_log(new RunLog(this))
{
    setObjectName("runsPane"_L1);
    m_runningTitle->setObjectName("runningTitle"_L1);
    m_running->setObjectName("runningJobs"_L1);
    m_running->setAccessibleName(tr("Jobs running in this window"));
    m_endedTitle->setObjectName("endedTitle"_L1);
    m_ended->setObjectName("endedRuns"_L1);
    m_ended->setAccessibleName(tr("Runs that ended in this window"));
    m_all->setObjectName("endedAll"_L1);
    m_all->setToolTip(tr("Shows the runs of all jobs again."));
    m_logTitle->setObjectName("runLogTitle"_L1);
    for (QWidget *title :
         {static_cast<QWidget *>(m_endedTitle), static_cast<QWidget *>(m_logTitle)})
        title->setMinimumHeight(m_all->sizeHint().height()); // in one line, button or not
    m_runningPages->addWidget(m_hint);
    m_runningPages->addWidget(m_running);
    auto *below = new QSplitter(Qt::Horizontal, this);
    below->setHandleWidth(1);
    below->addWidget(titled(m_endedTitle, m_ended, below, m_all));
    below->addWidget(titled(m_logTitle, m_log, below));
    below->setStretchFactor(0, 2);
    below->setStretchFactor(1, 1);
    below->setSizes({700, 350});
    below->setChildrenCollapsible(false);
    auto *column = new QSplitter(Qt::Vertical, this);
    column->setHandleWidth(1);
    column->addWidget(titled(m_runningTitle, m_runningPages, column));
    column->addWidget(below);
    column->setStretchFactor(0, 2);
    column->setStretchFactor(1, 3);
    column->setSizes({200, 300});
    column->setChildrenCollapsible(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(column);

    // Where they stand now, because a tone follows the parent.
    for (QWidget *title :
         {static_cast<QWidget *>(m_runningTitle), static_cast<QWidget *>(m_endedTitle),
          static_cast<QWidget *>(m_logTitle)})
        setTone(title, Tone::Muted);

    for (RunsTable *table : {m_running, m_ended}) {
        const auto choose = [this, table] {
            if (const qint64 id = table->currentJob(); id != 0) {
                showJob(id);
                Q_EMIT jobChosen(id);
            }
        };
        connect(table, &QTableView::clicked, this, choose);
        connect(table, &RunsTable::jobActivated, this, choose);
        RowMenu::of(table)->addEntry(tr("Show attempts and output"),
                                     table->objectName() + ".output"_L1,
                                     [choose](const QModelIndex &) { choose(); });
        RowMenu::of(table)->setSubjects(context, [table](const QModelIndex &index) {
            const LocalRun &run = table->runs()->at(index.row());
            return RowSubject{run.job.id, run.job.task, run.job.queueName, {}, {}};
        });
    }
    connect(m_all, &QPushButton::clicked, this, [this] { showJob(0); });
    const auto now = [this] {
        m_seen = 0;
        refresh();
    };
    connect(worker, &LocalWorker::stateChanged, this, now);
    connect(worker, &LocalWorker::setUpChanged, this, now);
    connect(worker, &LocalWorker::singleJobStarted, this, [this, now] {
        m_singleStart = QDateTime::currentDateTimeUtc();
        m_log->goToEnd();
        now();
    });
    connect(worker, &LocalWorker::singleJobEnded, this, now);
    connect(&m_tick, &QTimer::timeout, this, &RunsPane::refresh);
    m_tick.setInterval(kTick);
    refresh();
}

void RunsPane::showJob(qint64 id, bool isDry)
{
    m_job = id;
    m_isDry = isDry;
    m_seen = 0;
    refresh();
}

void RunsPane::refresh()
{
    const quint64 revision = m_worker->runs().revision() + 1; // 0: look in any case
    const QDateTime now = QDateTime::currentDateTimeUtc();
    if (revision != m_seen) {
        auto running = m_worker->runs().running();
        const int shown = int(running.runs.size());
        m_running->runs()->setRuns(std::move(running.runs), now);
        m_ended->runs()->setRuns(m_worker->runs().ended(filteredJob()), now);
        m_runningTitle->setText(running.count == 0 ? tr("Running now")
                                    : running.count > shown
                                    ? tr("Running now: %1, the oldest %2 of them here")
                                          .arg(formatNumber(running.count), formatNumber(shown))
                                    : tr("Running now: %1").arg(formatNumber(running.count)));
        showTexts();
    } else if (m_running->runs()->rowCount() > 0) {
        m_running->runs()->tick(now);
    }
    m_seen = revision;
    const auto &single = m_worker->singleJob();
    std::optional<QDateTime> since;
    if (!m_isDry) // the log says what runs
        since = QDateTime::fromMSecsSinceEpoch(0);
    else if (single && single->isDry && single->id == m_job)
        since = m_singleStart;
    m_log->setJob(m_isDry ? m_dryLogs : m_logs, m_job, m_isDry, since);
    showLogTitle();
}

void RunsPane::showTexts()
{
    const bool isStopped = m_worker->state() == LocalWorker::State::Stopped;
    if (m_worker->tasks().isEmpty())
        m_hint->setTexts(tr("This window's worker has no tasks"),
                         tr("Jobs it runs would appear here. Set it up with a folder of tasks."));
    else if (const auto &single = m_worker->singleJob())
        m_hint->setTexts(single->isDry ? tr("A dry run of job %1 is under way").arg(single->id)
                                       : tr("Job %1 is about to run").arg(single->id),
                         tr("Its output appears below."));
    else if (isStopped)
        m_hint->setTexts(tr("The worker is stopped"),
                         tr("Jobs it runs appear here. Start it, or run one job by its id."));
    else
        m_hint->setTexts(tr("No job is running here"),
                         tr("Jobs appear here while they run, with their progress."));
    m_runningPages->setCurrentWidget(
        m_running->runs()->rowCount() > 0 ? static_cast<QWidget *>(m_running) : m_hint);
    const qint64 job = filteredJob();
    m_endedTitle->setText(job == 0 ? tr("Ended here") : tr("Attempts of job %1 here").arg(job));
    m_all->setVisible(job != 0);
}

void RunsPane::showLogTitle()
{
    const QString title = m_job == 0 ? tr("Output")
        : m_isDry                    ? tr("Output of the dry runs of job %1").arg(m_job)
                                     : tr("Output of job %1").arg(m_job);
    const QString progress = m_log->progress();
    m_logTitle->setText(progress.isEmpty() ? title : u"%1 · %2"_s.arg(title, progress));
}

void RunsPane::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
    m_tick.start();
}

void RunsPane::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_tick.stop();
}

} // namespace yardmaster
