#include "models/operations/operation.h"

#include "models/operations/operationrunner.h"
#include "worker/db/opensessions.h"

#include <QThread>

#include <exception>

namespace yardmaster {

namespace {

constexpr std::chrono::milliseconds kLastAnswer{3000};

} // namespace

Operation::Operation(ConnectionSettings settings, QString folder, QObject *parent)
    : QObject(parent)
    , m_settings(std::move(settings))
    , m_folder(std::move(folder))
    , m_control(std::make_unique<OperationControl>())
{
    m_settings.setSessions(std::make_shared<OpenSessions>());
}

Operation::~Operation()
{
    m_control->stop();
    if (!m_thread || m_thread->wait(kLastAnswer))
        return;
    m_settings.sessions()->close(); // a server that is frozen answers no cancel request either
    m_thread->wait();
}

void Operation::begin(const OperationSpec &spec)
{
    m_spec = spec;
    run(spec.id, [spec](OperationRunner &runner) { return runner.begin(spec); });
}

void Operation::resume(const QUuid &operation, const std::optional<ServerIdentity> &confirmed)
{
    run(operation, [operation, confirmed](OperationRunner &runner) {
        return runner.resume(operation, confirmed);
    });
}

void Operation::run(const QUuid &id, std::function<OperationOutcome(OperationRunner &)> work)
{
    Q_ASSERT(m_phase == Phase::Ready);
    m_id = id;
    setPhase(m_control->isPaused() ? Phase::Paused : Phase::Running);
    // Both arrive queued, on this object's thread; the destructor waits for the other thread first.
    const auto onProgress = [this](const OperationProgress &progress) {
        QMetaObject::invokeMethod(
            this,
            [this, progress] {
                m_progress = progress;
                emit progressed();
            },
            Qt::QueuedConnection);
    };
    m_thread.reset(QThread::create([this, onProgress, work = std::move(work)] {
        OperationOutcome outcome;
        try {
            OperationRunner runner(m_settings, m_folder, m_control.get(), onProgress);
            outcome = work(runner);
        } catch (const std::exception &exception) {
            outcome.error
                = DbError{DbError::Kind::Statement, {}, QString::fromUtf8(exception.what())};
        }
        QMetaObject::invokeMethod(
            this, [this, outcome] { onEnded(outcome); }, Qt::QueuedConnection);
    }));
    m_thread->start();
}

void Operation::onEnded(const OperationOutcome &outcome)
{
    m_thread->wait(); // this was the last thing it did
    m_progress.totals = outcome.totals;
    if (outcome.error)
        m_error = outcome.error->message;
    const bool isDone = outcome.state == OperationState::Finished;
    const bool isCancelled = outcome.state == OperationState::Cancelled;
    setPhase(isDone ? Phase::Finished : isCancelled ? Phase::Cancelled : Phase::Stopped);
}

void Operation::setPaused(bool isPaused)
{
    m_control->setPaused(isPaused);
    if (m_phase == Phase::Running || m_phase == Phase::Paused)
        setPhase(isPaused ? Phase::Paused : Phase::Running);
}

void Operation::cancel()
{
    m_control->cancel();
}

void Operation::stop()
{
    m_control->stop();
}

void Operation::setPhase(Phase phase)
{
    if (m_phase == phase)
        return;
    m_phase = phase;
    emit phaseChanged();
}

} // namespace yardmaster
