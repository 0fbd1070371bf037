#include "models/operations/operation.h"

#include <QCoreApplication>
#include <QDir>

#include <algorithm>
#include <exception>

namespace yardmaster {

using namespace Qt::StringLiterals;

Operation::Operation(ConnectionSettings settings, QString folder, QObject *parent)
    : QObject(parent)
    , m_settings(std::move(settings))
    , m_folder(std::move(folder))
{ }

Operation::~Operation()
{
    m_control.leave();
    if (m_thread)
        m_thread->wait();
}

void Operation::begin(const OperationSpec &spec)
{
    m_spec = spec;
    run(spec.id, [spec](OperationRunner &runner) { return runner.begin(spec); });
}

void Operation::goOn(const QUuid &operation)
{
    run(operation, [operation](OperationRunner &runner) { return runner.goOn(operation); });
}

void Operation::run(const QUuid &id, std::function<OperationOutcome(OperationRunner &)> work)
{
    Q_ASSERT(m_phase == Phase::Ready);
    m_id = id;
    setPhase(m_control.isPaused() ? Phase::Paused : Phase::Running);
    // Both arrive queued, on this object's thread; the destructor waits for the thread first.
    const auto tell = [this](const OperationProgress &progress) {
        QMetaObject::invokeMethod(
            this,
            [this, progress] {
                m_progress = progress;
                emit progressed();
            },
            Qt::QueuedConnection);
    };
    m_thread.reset(QThread::create([this, tell, work = std::move(work)] {
        OperationOutcome outcome;
        try {
            OperationRunner runner(m_settings, m_folder, &m_control, tell);
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
    m_thread->wait(); // it only has to return
    m_progress.totals = outcome.totals;
    if (outcome.error)
        m_error = outcome.error->message;
    const bool isDone = outcome.state == OperationState::Finished;
    const bool isCancelled = outcome.state == OperationState::Cancelled;
    setPhase(isDone ? Phase::Finished : isCancelled ? Phase::Cancelled : Phase::Stopped);
}

void Operation::setPaused(bool isPaused)
{
    m_control.setPaused(isPaused);
    if (m_phase == Phase::Running || m_phase == Phase::Paused)
        setPhase(isPaused ? Phase::Paused : Phase::Running);
}

void Operation::cancel()
{
    m_control.cancel();
}

void Operation::leave()
{
    m_control.leave();
}

void Operation::setPhase(Phase phase)
{
    if (m_phase == phase)
        return;
    m_phase = phase;
    emit phaseChanged();
}

std::vector<OperationRecord> operationsIn(const QString &folder)
{
    std::vector<OperationRecord> records;
    const QDir directory(folder);
    const QStringList names = directory.entryList({u"*.ndjson"_s}, QDir::Files);
    for (const QString &name : names) {
        if (name.startsWith("operators"_L1))
            continue;
        if (auto record = OperationJournal::read(directory.filePath(name)))
            records.push_back(*std::move(record));
    }
    std::ranges::sort(records, std::greater{}, &OperationRecord::begunAt);
    return records;
}

Result<OperationSpec> undoOf(const OperationRecord &record)
{
    const auto refused = [](const char *why) {
        return fail(DbError::Kind::InvalidInput, QCoreApplication::translate("Operation", why));
    };
    if (record.spec.change.kind == OperationKind::Undo)
        return refused("an undo cannot be undone; carry out the operation again");
    if (record.spec.change.undoing() == Undoing::Never)
        return refused("this operation cannot be undone");
    if (record.state == OperationState::Unfinished)
        return refused("end or cancel the operation before you undo it");
    OperationSpec spec;
    spec.schema = record.spec.schema;
    spec.change.kind = OperationKind::Undo;
    spec.change.undone = record.spec.id;
    spec.scope.expected = record.totals.changed;
    return spec;
}

} // namespace yardmaster
