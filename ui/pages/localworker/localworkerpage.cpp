#include "ui/pages/localworker/localworkerpage.h"

#include "models/connecting/profile.h"
#include "models/console/consolecontext.h"
#include "models/localworker/localworker.h"
#include "models/values/format.h"
#include "models/values/showntext.h"
#include "ui/kit/command.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/scrollpage.h"
#include "ui/kit/tone.h"
#include "ui/pages/localworker/localworkerpanel.h"
#include "ui/pages/localworker/runspane.h"
#include "ui/pages/localworker/setupform.h"
#include "ui/pages/localworker/singlejobbar.h"
#include "worker/json/visibletext.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QSettings>
#include <QStackedWidget>
#include <QtConcurrentRun>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kToldProblems = 20; // the set-up form lists them all

QFrame *hairline(QWidget *parent)
{
    auto *line = new QFrame(parent);
    line->setFrameShape(QFrame::HLine);
    line->setFrameShadow(QFrame::Plain);
    line->setForegroundRole(QPalette::Mid);
    line->setFixedHeight(1);
    return line;
}

} // namespace

LocalWorkerPage::LocalWorkerPage(ConsoleContext *context, LocalWorker *worker, QWidget *parent)
    : ConsolePanel(parent)
    , m_context(context)
    , m_worker(worker)
    , m_setup(WorkerSetup::from(worker->options()))
    , m_panel(new LocalWorkerPanel(worker, this))
    , m_summary(new ElidedLabel(Qt::ElideRight, this))
    , m_foundLine(new QWidget(this))
    , m_found(new ElidedLabel(Qt::ElideRight, m_foundLine))
    , m_setUpButton(new QPushButton(tr("Set up…"), this))
    , m_single(new SingleJobBar(context, worker, this))
    , m_pages(new QStackedWidget(this))
    , m_runs(new RunsPane(context, worker, this))
    , m_form(new SetupForm(worker->options()))
{
    setObjectName("localWorkerPage"_L1);
    m_setup.tasks = worker->sources();
    m_panel->setGuard(context->guard());
    m_summary->setObjectName("workerSummary"_L1);
    setTone(m_summary, Tone::Muted);
    m_found->setObjectName("workerProblems"_L1);
    setTone(m_found, Tone::Caution);
    m_setUpButton->setObjectName("workerSetUpButton"_L1);
    auto *scroll = new ScrollPage(tr("Worker setup"), this);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    scroll->setWidget(m_form);
    auto *running = new QWidget(this);
    auto *column = new QVBoxLayout(running);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_single);
    column->addWidget(hairline(running));
    column->addWidget(m_runs, 1);
    m_pages->addWidget(running);
    m_pages->addWidget(scroll);

    auto *summary = new QHBoxLayout;
    summary->setContentsMargins(16, 0, 16, 8);
    summary->setSpacing(12);
    summary->addWidget(m_summary, 1);
    summary->addWidget(m_setUpButton);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_panel);
    layout->addLayout(summary);
    auto *found = new QHBoxLayout(m_foundLine);
    found->setContentsMargins(16, 0, 16, 8);
    found->addWidget(m_found);
    layout->addWidget(m_foundLine);
    layout->addWidget(hairline(this));
    layout->addWidget(m_pages, 1);

    makeCommands();
    connect(m_setUpButton, &QPushButton::clicked, this,
            [this] { m_pages->currentIndex() == 0 ? showSetup() : showRuns(); });
    connect(m_form, &SetupForm::cancelled, this, &LocalWorkerPage::showRuns);
    connect(m_form, &SetupForm::accepted, this, &LocalWorkerPage::use);
    connect(m_runs, &RunsPane::jobChosen, this, [this](qint64 id) {
        m_single->setJob(id);
        m_context->requestJob(id);
    });
    connect(m_single, &SingleJobBar::logRequested, m_runs, &RunsPane::showJob);
    connect(m_single, &SingleJobBar::stateChanged, this, &LocalWorkerPage::updateState);
    connect(&m_restoring, &QFutureWatcherBase::finished, this, &LocalWorkerPage::onRestored);
    connect(&m_loading, &QFutureWatcherBase::finished, this, &LocalWorkerPage::onLoaded);
    connect(worker, &LocalWorker::setUpChanged, this, &LocalWorkerPage::showFound);
    connect(worker, &LocalWorker::stateChanged, this, &LocalWorkerPage::takeLoaded);
    connect(worker, &LocalWorker::stateChanged, this, [this] { m_startsByItself = false; });
    connect(worker, &LocalWorker::singleJobEnded, this, &LocalWorkerPage::takeLoaded);
    for (const auto signal :
         {&LocalWorker::stateChanged, &LocalWorker::setUpChanged, &LocalWorker::heldNamesChanged})
        connect(worker, signal, this, &LocalWorkerPage::updateState);
    connect(context->guard(), &WriteGuard::changed, this, &LocalWorkerPage::updateState);
    connect(context->guard(), &WriteGuard::changed, this, &LocalWorkerPage::startByItself);
    for (const auto signal : {&ConsoleContext::jobRequested, &ConsoleContext::currentJobChanged})
        connect(context, signal, this, &LocalWorkerPage::setCurrentJob);
    updateState();
    showFound();
}

LocalWorkerPage::~LocalWorkerPage() = default;

void LocalWorkerPage::makeCommands()
{
    using State = LocalWorker::State;
    addCommand(this, u"worker.stop-now"_s, tr("Stop worker &now"),
               tr("Returns running jobs to the queue at once, without their grace period."),
               [this] { m_worker->kill(); })
        ->unless([this] {
            return m_worker->state() == State::Stopped ? tr("The worker is not running.")
                                                       : QString();
        })
        ->alsoCalled(tr("kill, abort, terminate"));
    addCommand(this, u"worker.set-up"_s, tr("Set &up worker…"),
               tr("Chooses the tasks, the crontab and how many jobs run at a time."),
               [this] {
                   showSetup();
                   Q_EMIT attentionRequested();
               })
        ->alsoCalled(tr("configure, settings, concurrency"));
    addCommand(this, u"worker.reload-crontab"_s, tr("&Reload crontab"),
               tr("Makes the running worker read its crontab again."),
               [this] { m_worker->reloadCrontab(); })
        ->unless([this] {
            return m_worker->state() != State::Running ? tr("The worker is not running.")
                : m_worker->crontabFile().isEmpty()    ? tr("The worker has no crontab.")
                                                       : QString();
        })
        ->alsoCalled(tr("refresh, apply"));
    const auto obstacle
        = [this] { return m_currentJob == 0 ? tr("No job is selected.") : m_single->obstacle(); };
    addCommand(this, u"jobs.run-here"_s, tr("Run this job here"),
               tr("Runs the selected job in this window, by the same rules as any worker."),
               [this] { runHere(false); })
        ->unless(obstacle)
        ->writes(m_context->guard())
        ->alsoCalled(tr("execute, start, debug"));
    addCommand(this, u"jobs.dry-run-here"_s, tr("Dry run of this job here"),
               tr("Calls the handler with the selected job's payload, for real: programs run, "
                  "requests are sent. The queue is not changed."),
               [this] { runHere(true); })
        ->unless(obstacle)
        ->alsoCalled(tr("test, try, debug"));
}

void LocalWorkerPage::runHere(bool isDry)
{
    offerJob(m_currentJob);
    m_single->run(isDry);
    Q_EMIT attentionRequested();
}

void LocalWorkerPage::setCurrentJob(qint64 id)
{
    m_currentJob = id;
    updateState();
}

void LocalWorkerPage::offerJob(qint64 id)
{
    showRuns();
    m_single->setJob(id);
}

void LocalWorkerPage::updateState()
{
    using State = LocalWorker::State;
    const State state = m_worker->state();
    const bool hasTasks = !m_worker->tasks().isEmpty();
    updateCommands(this);
    const QString running
        = state == State::Stopped ? QString() : tr("Stop the worker to change its setup.");
    m_form->setObstacle(m_worker->singleJob() ? tr("A job is running.") : running);
    m_setUpButton->setText(m_pages->currentIndex() == 0 ? tr("Set up…") : tr("Back to the jobs"));

    QStringList parts;
    if (!m_setup.tasks.folder.isEmpty())
        parts << tr("tasks from %1").arg(m_setup.tasks.folder);
    if (!m_setup.tasks.plugins.isEmpty())
        parts << tr("plugins %1").arg(m_setup.tasks.plugins.join(u", "_s));
    if (!m_worker->crontabFile().isEmpty())
        parts << tr("crontab %1").arg(m_worker->crontabFile());
    const HeldNames &names = m_worker->heldNames();
    if (!names.tasks.isEmpty())
        parts << tr("on hold here: tasks %1").arg(isolated(names.tasks).join(u", "_s));
    if (!names.queues.isEmpty())
        parts << tr("on hold here: queues %1").arg(isolated(names.queues).join(u", "_s));
    QString text = parts.join(u" · "_s);
    if (!m_restoreProblem.isEmpty() && !hasTasks)
        text = tr("The setup stored for this profile cannot be used: %1").arg(m_restoreProblem);
    else if (text.isEmpty())
        text
            = hasTasks ? tr("set up by the program that opened this window") : tr("not set up yet");
    m_summary->setText(text);
    setTone(m_summary, m_restoreProblem.isEmpty() || hasTasks ? Tone::Muted : Tone::Trouble);
}

void LocalWorkerPage::showSetup()
{
    m_form->setSetup(m_setup);
    loadModules(); // files may have changed
    m_pages->setCurrentIndex(1);
    m_form->setFocus();
    updateState();
}

void LocalWorkerPage::showRuns()
{
    m_pages->setCurrentIndex(0);
    updateState();
}

QString LocalWorkerPage::keptUnder() const
{
    const ConsoleTarget &target = m_context->target();
    return loginKey(target.profileId, target.connection);
}

void LocalWorkerPage::use(const CheckedSetup &checked)
{
    if (m_worker->singleJob())
        return;
    m_startsByItself = false; // was about the setup before
    m_setup = checked.setup;
    if (!handOver(checked, checked.setup.applyTo(m_worker->options())))
        return;
    m_restoreProblem.clear();
    loadModules();
    if (m_settings)
        checked.setup.save(m_settings, keptUnder());
    showRuns();
}

void LocalWorkerPage::setSettings(QSettings *settings)
{
    m_settings = settings;
    if (!settings || !m_worker->tasks().isEmpty() || m_context->target().isReadOnly)
        return;
    const WorkerSetup kept = WorkerSetup::load(*settings, keptUnder(), m_setup);
    if (kept.isEmpty())
        return;
    m_setup = kept;
    m_restoring.setFuture(QtConcurrent::run(
        [kept, options = m_worker->options()] { return checkSetup(kept, options); }));
}

void LocalWorkerPage::onRestored()
{
    const CheckedSetup checked = m_restoring.result();
    if (!m_worker->tasks().isEmpty())
        return; // another request was faster
    if (!checked.isUsable()) {
        m_worker->setSources(checked.setup.tasks, checked.listing);
        m_restoreProblem = (checked.taskProblems + checked.crontabProblems + checked.optionProblems)
                               .join(u"; "_s);
        updateState();
        return;
    }
    if (!handOver(checked, checked.setup.applyTo(m_worker->options())))
        return;
    m_startsByItself = checked.setup.startsByItself;
    startByItself();
}

/// Not before the server has said whether it can be written.
void LocalWorkerPage::startByItself()
{
    if (!m_startsByItself || !m_context->guard()->isKnown())
        return;
    m_startsByItself = false;
    if (m_context->guard()->mayWrite())
        m_worker->start();
}

/// The form runs no code of a folder that is being typed. Of a folder that is used, it is run
/// anyway.
void LocalWorkerPage::loadModules()
{
    if (m_setup.isEmpty() || m_worker->tasks().isEmpty() || m_setup.tasks != m_worker->sources())
        return;
    m_loading.setFuture(QtConcurrent::run(
        [setup = m_setup, options = m_worker->options()] { return checkSetup(setup, options); }));
}

void LocalWorkerPage::onLoaded()
{
    m_loaded = m_loading.result();
    if (m_loaded.setup.tasks != m_worker->sources())
        m_loaded = {};
    else
        m_worker->setSources(m_loaded.setup.tasks, m_loaded.listing);
    takeLoaded();
}

void LocalWorkerPage::takeLoaded()
{
    if (!m_loaded.isUsable() || m_worker->singleJob()
        || m_worker->state() != LocalWorker::State::Stopped)
        return;
    const CheckedSetup loaded = std::exchange(m_loaded, {});
    if (loaded.setup.tasks == m_worker->sources())
        handOver(loaded, m_worker->options());
}

bool LocalWorkerPage::handOver(const CheckedSetup &checked, const WorkerOptions &options)
{
    return m_worker->setUp(options, checked.tasks.registry, checked.setup.tasks, checked.listing);
}

void LocalWorkerPage::showFound()
{
    const TaskListing &listing = m_worker->listing();
    m_form->setKnown(m_worker->sources(), listing);
    QStringList lines;
    for (const ListedTask &task : listing.tasks) {
        if (!task.problem.isEmpty())
            lines << visibleLine(
                u"%1: %2"_s.arg(task.identifier, task.problem.section(u'\n', 0, 0)));
    }
    m_foundLine->setVisible(!lines.isEmpty());
    m_found->setText(
        tr("%1 files cannot run: %2", nullptr, pluralOf(lines.size()))
            .arg(formatNumber(lines.size()), lines.mid(0, kToldProblems).join(u" · "_s)));
}

} // namespace yardmaster
