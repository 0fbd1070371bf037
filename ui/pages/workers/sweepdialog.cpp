#include "ui/pages/workers/sweepdialog.h"

#include "models/console/consolecontext.h"
#include "models/values/format.h"
#include "models/workers/loggedunlock.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/label.h"
#include "ui/kit/plainlist.h"
#include "worker/queue/workerregistry.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QSpinBox>
#include <QTreeWidget>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

SweepDialog::SweepDialog(ConsoleContext *context, QWidget *parent)
    : ConfirmDialog(context, tr("Sweep stale workers"), parent)
    , m_query(context->sessions(), SessionPool::Use::Maintenance)
    , m_soon(this)
    , m_threshold(new QSpinBox(this))
    , m_unregistered(new QCheckBox(tr("Also owners of locks that never registered"), this))
    , m_warning(nullptr)
    , m_summary(nullptr)
    , m_list(makePlainList(this, "sweepList"))
{
    setObjectName("sweepDialog"_L1);
    addHeading(windowTitle());
    addText(tr("Registered workers that send no heartbeat are stale: their jobs return to their "
               "old places in the queue, and the interrupted attempt does not count."),
            "sweepSentence");
    addText(
        tr("Heartbeats are checked at once, by the server's clock: shortly after an outage of the "
           "database, a live worker can look stale as well. A worker that has published a longer "
           "threshold than this gets it; one that has published none gets five minutes."),
        "sweepEvidence");
    m_threshold->setObjectName("sweepThreshold"_L1);
    m_threshold->setRange(1, 86400);
    m_threshold->setValue(20);
    m_threshold->setSuffix(tr(" s"));
    m_threshold->setAccelerated(true);
    m_unregistered->setObjectName("sweepUnregistered"_L1);
    auto *line = new QWidget(this);
    auto *row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(12);
    auto *label = new Label(tr("Stale after"), line);
    label->setBuddy(m_threshold);
    row->addWidget(label);
    row->addWidget(m_threshold);
    row->addSpacing(12);
    row->addWidget(m_unregistered);
    row->addStretch(1);
    body()->addWidget(line);
    m_warning = addText(tr("Workers of graphile-worker never register. One that is alive and has "
                           "been busy with a job for longer than this loses the job, which then "
                           "runs twice. This also reads the whole table of jobs."),
                        "sweepWarning", Tone::Caution);
    m_warning->hide();
    m_summary = addText({}, "sweepSummary");
    m_list->setAccessibleName(tr("Stale workers"));
    m_list->setHeaderLabels({tr("Worker"), tr("No heartbeat for"), tr("Jobs back"), tr("Jobs kept"),
                             tr("Queues freed"), tr("Then")});
    alignRight(m_list, {1, 2, 3, 4});
    m_list->setMinimumHeight(140);
    body()->addWidget(m_list, 1);
    setConfirmText(tr("Sweep"));
    setObstacle(tr("Searching for stale workers…"));
    resize(760, 520);

    m_soon.setSingleShot(true);
    m_soon.setInterval(400ms);
    connect(&m_soon, &QTimer::timeout, this, &SweepDialog::look);
    const auto again = [this] {
        m_warning->setVisible(m_unregistered->isChecked());
        setObstacle(tr("Searching for stale workers…"));
        m_isStale = m_query.isAsking();
        m_soon.start();
    };
    connect(m_threshold, &QSpinBox::valueChanged, this, again);
    connect(m_unregistered, &QCheckBox::toggled, this, again);
    look();
}

SweepDialog::~SweepDialog() = default;

SweepOptions SweepDialog::options() const
{
    SweepOptions options;
    options.threshold = std::chrono::seconds(m_threshold->value());
    options.alsoUnregistered = m_unregistered->isChecked();
    return options;
}

void SweepDialog::look()
{
    if (m_query.isAsking()) {
        m_soon.start();
        return;
    }
    m_isStale = false;
    m_summary->setText(tr("Searching for stale workers…"));
    m_query.ask(withSession(&previewSweep, context()->target().schema, options()),
                [this](const Result<SweepReport> &answer) { onLooked(answer); });
}

void SweepDialog::onLooked(const Result<SweepReport> &answer)
{
    if (m_isStale || m_soon.isActive())
        return; // about other options than those that are shown
    setProblem(answer ? QString() : errorSentence(answer.error()));
    if (!answer) {
        m_summary->setText({});
        setObstacle(errorSentence(answer.error()));
        return;
    }
    m_preview = *answer;
    showWorkers(m_preview, false);
    if (answer->outcome == SweepReport::Outcome::NoRegistry) {
        m_summary->setText(tr("This schema has no worker registry, so stale workers cannot be "
                              "found. A Yardmaster worker that may create it does so when it "
                              "starts; until then, unlock single workers."));
        setObstacle(m_summary->text());
        return;
    }
    if (answer->workers.empty()) {
        m_summary->setText(tr("No worker is stale. There is nothing to sweep."));
        setObstacle(m_summary->text());
        return;
    }
    qint64 queues = 0;
    for (const SweptWorker &worker : answer->workers)
        queues += worker.queuesFreed;
    m_summary->setText(tr("Dry run. Stale workers: %1; jobs that would return: %2; queues that "
                          "would be freed: %3.")
                           .arg(formatNumber(qint64(answer->workers.size())),
                                formatNumber(answer->jobsRecovered()), formatNumber(queues)));
    const bool wantsWord = m_unregistered->isChecked() || context()->guard()->wantsTypedCount();
    setWord(wantsWord ? QString::number(answer->jobsRecovered()) : QString(),
            tr("the number of jobs"));
    setConfirmText(tr("Return %1 jobs", nullptr, pluralOf(answer->jobsRecovered()))
                       .arg(formatNumber(answer->jobsRecovered())));
    setObstacle({});
}

void SweepDialog::showWorkers(const SweepReport &report, bool isDone)
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    QList<QStringList> lines;
    for (const SweptWorker &worker : report.workers) {
        const auto silence
            = std::chrono::milliseconds(std::max<qint64>(0, worker.silentSince.msecsTo(now)));
        lines << QStringList{
            worker.id,
            formatDuration(std::chrono::duration_cast<std::chrono::seconds>(silence)),
            formatNumber(qint64(worker.jobs.size())),
            formatNumber(worker.jobsKept),
            formatNumber(worker.queuesFreed),
            worker.isRemoved ? (isDone ? tr("left the registry") : tr("leaves the registry"))
                : worker.isRegistered ? tr("stays registered, as it still holds something")
                                      : tr("never registered")};
    }
    setLines(m_list, lines);
}

void SweepDialog::confirm()
{
    if (m_query.isAsking() || !context()->guard()->mayWrite())
        return;
    setObstacle(tr("Sweeping…"));
    m_threshold->setEnabled(false);
    m_unregistered->setEnabled(false);
    m_query.ask(withSession(&sweepLogged, context()->target().schema, context()->operationsFolder(),
                            context()->target().connection.describe(), options(), m_preview),
                [this](const Result<SweepReport> &answer) { onSwept(answer); });
}

void SweepDialog::onSwept(const Result<SweepReport> &answer)
{
    m_threshold->setEnabled(!answer);
    m_unregistered->setEnabled(!answer);
    if (!answer) {
        setProblem(errorSentence(answer.error()));
        setObstacle({});
        return;
    }
    switch (answer->outcome) {
    case SweepReport::Outcome::AnotherSweeper:
        setDone(tr("Another worker or console is sweeping this schema right now; nothing was done "
                   "here. It does the same work."));
        return;
    case SweepReport::Outcome::NoRegistry:
        setDone(tr("The worker registry is gone; nothing was done."));
        return;
    case SweepReport::Outcome::Swept:
        break;
    }
    showWorkers(*answer, true);
    m_summary->setText({});
    setDone(
        answer->workers.empty() ? tr(
            "Another worker or console has swept in the meantime; there was nothing left to do.")
                                : tr("Done. Workers swept: %1; jobs back in the queue: %2.")
                                      .arg(formatNumber(qint64(answer->workers.size())),
                                           formatNumber(answer->jobsRecovered())));
    Q_EMIT swept();
}

} // namespace yardmaster
