#include "ui/pages/localworker/singlejobbar.h"

#include "models/console/consolecontext.h"
#include "models/localworker/localworker.h"
#include "models/values/errorline.h"
#include "models/values/format.h"
#include "ui/kit/label.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

using Obstacle = SingleJobResult::Obstacle;

Tone toneOf(const SingleJobResult &result)
{
    switch (result.end) {
    case RunEnd::Completed:
        return Tone::Plain;
    case RunEnd::FailedForGood:
    case RunEnd::Retrying:
        return Tone::Trouble;
    default:
        return result.obstacle == Obstacle::Trouble ? Tone::Trouble : Tone::Caution;
    }
}

} // namespace

SingleJobBar::SingleJobBar(ConsoleContext *context, LocalWorker *worker, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_worker(worker)
    , m_id(new QLineEdit(this))
    , m_run(new QPushButton(tr("Run here"), this))
    , m_dry(new QPushButton(tr("Dry run"), this))
    , m_stop(new QPushButton(tr("Stop"), this))
    , m_anyway(new QPushButton(this))
    , m_help(new Label(tr("A dry run calls the handler and leaves the queue alone. What the "
                          "handler itself does is real in both: programs run, requests are "
                          "sent."),
                       this))
    , m_result(new Label(this))
{
    setObjectName("singleJobBar"_L1);
    m_id->setObjectName("singleJobId"_L1);
    m_id->setAccessibleName(tr("Id of the job to run here"));
    m_id->setPlaceholderText(tr("job id"));
    m_id->setFont(tabularFont(font()));
    m_id->setMaximumWidth(140);
    m_run->setObjectName("singleJobRun"_L1);
    m_dry->setObjectName("singleJobDry"_L1);
    m_stop->setObjectName("singleJobStop"_L1);
    m_anyway->setObjectName("singleJobAnyway"_L1);
    m_result->setObjectName("singleJobResult"_L1);
    m_result->setWordWrap(true);
    m_result->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_help->setWordWrap(true);
    setTone(m_help, Tone::Muted);

    auto *label = new Label(tr("One job"), this);
    label->setBuddy(m_id);
    auto *row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(label);
    row->addWidget(m_id);
    row->addWidget(m_run);
    row->addWidget(m_dry);
    row->addWidget(m_stop);
    row->addSpacing(8);
    row->addWidget(m_help, 1);
    auto *answer = new QHBoxLayout;
    answer->setSpacing(8);
    answer->addWidget(m_result, 1);
    answer->addWidget(m_anyway);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 8, 16, 8);
    layout->setSpacing(8);
    layout->addLayout(row);
    layout->addLayout(answer);
    m_result->hide();

    connect(m_run, &QPushButton::clicked, this, [this] { run(false); });
    connect(m_dry, &QPushButton::clicked, this, [this] { run(true); });
    connect(m_id, &QLineEdit::returnPressed, m_dry, &QPushButton::click);
    connect(m_id, &QLineEdit::textChanged, this, &SingleJobBar::updateState);
    connect(m_stop, &QPushButton::clicked, worker, &LocalWorker::stopJob);
    connect(m_anyway, &QPushButton::clicked, this, [this] {
        SingleJobRequest request = m_last.request;
        request.ignoresRunAt = request.ignoresRunAt || m_last.obstacle == Obstacle::NotDue;
        request.ignoresFlags = request.ignoresFlags || m_last.obstacle == Obstacle::FlagRefused;
        start(request);
    });
    connect(worker, &LocalWorker::singleJobStarted, this, &SingleJobBar::updateState);
    connect(worker, &LocalWorker::singleJobEnded, this, &SingleJobBar::onEnded);
    connect(worker, &LocalWorker::setUpChanged, this, &SingleJobBar::updateState);
    connect(context->guard(), &WriteGuard::changed, this, &SingleJobBar::updateState);
    updateState();
}

void SingleJobBar::setJob(qint64 id)
{
    if (id > 0 && !m_worker->singleJob())
        m_id->setText(QString::number(id));
}

qint64 SingleJobBar::job() const
{
    bool isNumber = false;
    const qint64 id = m_id->text().trimmed().toLongLong(&isNumber);
    return isNumber && id > 0 ? id : 0;
}

QString SingleJobBar::obstacle() const
{
    if (!m_context->guard()->mayWrite())
        return m_context->guard()->reason();
    if (m_worker->tasks().isEmpty())
        return tr("The worker has no tasks yet: set it up first.");
    if (m_worker->singleJob())
        return tr("Job %1 is running.").arg(m_worker->singleJob()->id);
    return {};
}

void SingleJobBar::run(bool isDry)
{
    if (job() == 0 || !obstacle().isEmpty())
        return;
    SingleJobRequest request;
    request.id = job();
    request.isDry = isDry;
    request.logFolder = isDry ? QString() : m_context->operationsFolder();
    start(request);
}

void SingleJobBar::start(const SingleJobRequest &request)
{
    if (!obstacle().isEmpty() || !m_worker->runJob(request))
        return;
    m_last = {};
    m_result->setText(request.isDry ? tr("Dry run of job %1…").arg(request.id)
                                    : tr("Running job %1…").arg(request.id));
    setTone(m_result, Tone::Muted);
    m_result->show();
    updateState();
    Q_EMIT logRequested(request.id, request.isDry);
}

void SingleJobBar::onEnded(const SingleJobResult &result)
{
    m_last = result;
    m_result->setText(sentenceFor(result));
    setTone(m_result, toneOf(result));
    m_result->show();
    if (!result.request.isDry && result.end != RunEnd::None)
        m_context->announceChange();
    updateState();
    Q_EMIT logRequested(result.request.id, result.request.isDry);
}

QString SingleJobBar::sentenceFor(const SingleJobResult &result) const
{
    const QString id = QString::number(result.request.id);
    const QString time = formatDuration(result.duration);
    const QString error = tellingLine(errorText(result.sentence)).text;
    const bool isDry = result.request.isDry;
    switch (result.end) {
    case RunEnd::None:
        return tr("Job %1 was not run. %2").arg(id, result.sentence);
    case RunEnd::Completed:
        return isDry
            ? tr("Dry run of job %1: completed after %2. It is still in the queue.").arg(id, time)
            : tr("Job %1 completed after %2.").arg(id, time);
    case RunEnd::Retrying:
        return isDry ? tr("Dry run of job %1: failed after %2. Its attempts are unchanged. %3")
                           .arg(id, time, error)
                     : tr("Job %1 failed after %2 and will be retried %3. %4")
                           .arg(id, time,
                                formatUntil(std::chrono::milliseconds(
                                    QDateTime::currentDateTimeUtc().msecsTo(result.retryAt))),
                                error);
    case RunEnd::FailedForGood:
        return isDry ? tr("Dry run of job %1: failed after %2, and would have failed for good. %3")
                           .arg(id, time, error)
                     : tr("Job %1 failed for good after %2. %3").arg(id, time, error);
    case RunEnd::GivenBack:
        return isDry
            ? tr("Dry run of job %1: it would have returned to the queue after %2.").arg(id, time)
            : tr("Job %1 returned to the queue after %2; the attempt does not count.")
                  .arg(id, time);
    case RunEnd::LostLease:
        return tr("Job %1 was unlocked while it ran, so its result was not written.").arg(id);
    }
    Q_UNREACHABLE();
}

void SingleJobBar::updateState()
{
    const QString why = obstacle();
    for (QPushButton *button : {m_run, m_dry}) {
        button->setEnabled(why.isEmpty() && job() > 0);
        button->setToolTip(why);
    }
    m_stop->setVisible(m_worker->singleJob().has_value());
    const bool isNotDue = m_last.obstacle == Obstacle::NotDue;
    m_anyway->setText(isNotDue ? tr("Run it before it is due") : tr("Run it despite its flags"));
    m_anyway->setVisible(!m_worker->singleJob()
                         && (isNotDue || m_last.obstacle == Obstacle::FlagRefused));
    m_anyway->setEnabled(why.isEmpty());
    m_anyway->setToolTip(why);
    Q_EMIT stateChanged();
}

} // namespace yardmaster
