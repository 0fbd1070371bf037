#include "ui/shell/windowclosing.h"

#include "models/localworker/localworker.h"
#include "models/operations/operationlist.h"
#include "ui/kit/messagebox.h"
#include "ui/shell/closingbar.h"
#include "ui/shell/consolepage.h"
#include "ui/shell/consolepages.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// Beyond the grace period; a kill takes the engine up to three seconds.
constexpr auto kPatience = 5s;

} // namespace

WindowClosing::WindowClosing(QWidget *window, QVBoxLayout *column)
    : QObject(window)
    , m_window(window)
    , m_column(column)
    , m_patience(this)
{
    m_patience.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, m_window, &QWidget::close);
}

void WindowClosing::setConsole(ConsolePage *console)
{
    stayOpen();
    m_console = console;
    if (m_console)
        connect(worker(), &LocalWorker::stateChanged, this, &WindowClosing::onWorkerState);
}

LocalWorker *WindowClosing::worker() const
{
    return m_console ? m_console->worker() : nullptr;
}

bool WindowClosing::hasOperations() const
{
    return m_console && m_console->operations()->hasRunning() && !m_mayLeaveOperations;
}

bool WindowClosing::hasChanges() const
{
    return m_console && !m_mayLoseChanges && !m_console->pages()->unsavedChanges().isEmpty();
}

bool WindowClosing::wouldAsk() const
{
    return m_question || hasOperations() || hasChanges()
        || (worker() && worker()->singleJob() && !m_isStoppingJob);
}

bool WindowClosing::isStopping() const
{
    return m_bar || m_isStoppingJob;
}

bool WindowClosing::mayClose()
{
    if (m_question) {
        m_question->raise();
        return false;
    }
    if (hasOperations()) {
        askAboutOperations();
        return false;
    }
    if (hasChanges()) {
        askAboutChanges();
        return false;
    }
    // Who has agreed to stop the job waits for its end, unless they close once more: then nothing
    // is shown any more, and the job is left to end unseen.
    if (worker() && worker()->singleJob()) {
        if (!m_isStoppingJob) {
            askAboutJob();
        } else if (std::exchange(m_mayKillJob, true)) {
            worker()->stopJob();
            m_isAbandoned = true;
            Q_EMIT abandoned();
        }
        return false;
    }
    const bool isActive = worker() && worker()->state() != LocalWorker::State::Stopped;
    const bool isOverdue = m_bar && m_patience.remainingTime() <= 0;
    if (!isActive || isOverdue)
        return true;
    stopWorker();
    return false;
}

void WindowClosing::askAboutOperations()
{
    const auto stop = [this] {
        m_mayLeaveOperations = true;
        m_console->operations()->stopAll();
    };
    ask(u"operationsUnderWay"_s, tr("Operations in progress"),
        tr("Jobs of this connection are being changed."),
        tr("Closing stops after the current batch. The rest can be resumed later, from the "
           "Operations tab."),
        tr("Stop and close"), stop);
}

void WindowClosing::askAboutChanges()
{
    ask(u"unsavedChanges"_s, tr("Unsaved changes"), m_console->pages()->unsavedChanges(),
        tr("Closing discards them."), tr("Close without saving"),
        [this] { m_mayLoseChanges = true; });
}

void WindowClosing::askAboutJob()
{
    const SingleJobRequest job = *worker()->singleJob();
    const QString fact = job.isDry ? tr("A dry run of job %1 is in progress here.")
                                   : tr("Job %1 is running here.");
    ask(u"jobUnderWay"_s, tr("A job is running"), fact.arg(job.id),
        job.isDry ? tr("Closing stops it. What its handler has already done is not undone.")
                  : tr("Closing stops it: it returns to the queue, and the attempt does not count. "
                       "What its handler has already done is not undone."),
        tr("Stop and close"), [this] {
            m_isStoppingJob = true;
            connect(worker(), &LocalWorker::singleJobEnded, m_window, &QWidget::close);
            worker()->stopJob();
        });
}

void WindowClosing::ask(const QString &name, const QString &title, const QString &fact,
                        const QString &meaning, const QString &leaving,
                        const std::function<void()> &leave)
{
    QMessageBox *box = makeMessageBox(m_window, name, title, fact, meaning);
    m_question = box;
    QPushButton *keep = box->addButton(tr("Keep open"), QMessageBox::RejectRole);
    QPushButton *goAhead = box->addButton(leaving, QMessageBox::DestructiveRole);
    box->setDefaultButton(keep);
    box->setEscapeButton(keep);
    connect(goAhead, &QPushButton::clicked, this, [this, leave] {
        m_question.clear(); // the next one may follow
        leave();
        m_window->close();
        Q_EMIT answered(true);
    });
    connect(box, &QDialog::finished, this, [this, box, goAhead] {
        if (box->clickedButton() == goAhead)
            return;
        m_question.clear();
        stayOpen();
        Q_EMIT answered(false);
    });
    box->open();
}

void WindowClosing::stopWorker()
{
    const bool isAskedTwice = m_bar || m_isAbandoned;
    if (!m_bar) {
        worker()->stop();
        m_bar = new ClosingBar(worker(), m_column->parentWidget());
        m_column->addWidget(m_bar);
        connect(m_bar, &ClosingBar::keepOpenRequested, this, [this] {
            stayOpen();
            Q_EMIT answered(false);
        });
    }
    if (isAskedTwice)
        worker()->kill(); // do not wait for jobs
    const auto grace
        = std::chrono::milliseconds(QDateTime::currentDateTimeUtc().msecsTo(worker()->graceEnds()));
    m_patience.start(std::max<std::chrono::milliseconds>(0ms, grace) + kPatience);
}

/// The worker is not waited for any more.
void WindowClosing::endWait()
{
    m_patience.stop();
    if (m_bar)
        m_bar->deleteLater(); // its button may be calling
    m_bar.clear();
}

/// What was agreed to was meant for this attempt to close.
void WindowClosing::stayOpen()
{
    endWait();
    m_mayLeaveOperations = m_mayLoseChanges = m_isStoppingJob = m_mayKillJob = false;
    if (worker())
        disconnect(worker(), &LocalWorker::singleJobEnded, m_window, &QWidget::close);
}

void WindowClosing::onWorkerState()
{
    if (m_bar && worker()->state() == LocalWorker::State::Stopped) {
        endWait();
        m_window->close();
    }
}

} // namespace yardmaster
