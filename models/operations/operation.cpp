#include "models/operations/operation.h"

#include "models/operations/operationrunner.h"
#include "models/query/operationtext.h"

#include <QCoreApplication>
#include <QDir>
#include <QThread>

#include <algorithm>
#include <exception>

namespace yardmaster {

using namespace Qt::StringLiterals;

Operation::Operation(ConnectionSettings settings, QString folder, QObject *parent)
    : QObject(parent)
    , m_settings(std::move(settings))
    , m_folder(std::move(folder))
    , m_control(std::make_unique<OperationControl>())
{ }

Operation::~Operation()
{
    m_control->leave();
    if (m_thread)
        m_thread->wait();
}

void Operation::begin(const OperationSpec &spec)
{
    m_spec = spec;
    run(spec.id, [spec](OperationRunner &runner) { return runner.begin(spec); });
}

void Operation::goOn(const QUuid &operation, const std::optional<ServerIdentity> &confirmed)
{
    run(operation, [operation, confirmed](OperationRunner &runner) {
        return runner.goOn(operation, confirmed);
    });
}

void Operation::run(const QUuid &id, std::function<OperationOutcome(OperationRunner &)> work)
{
    Q_ASSERT(m_phase == Phase::Ready);
    m_id = id;
    setPhase(m_control->isPaused() ? Phase::Paused : Phase::Running);
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
            OperationRunner runner(m_settings, m_folder, m_control.get(), tell);
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
    m_control->setPaused(isPaused);
    if (m_phase == Phase::Running || m_phase == Phase::Paused)
        setPhase(isPaused ? Phase::Paused : Phase::Running);
}

void Operation::cancel()
{
    m_control->cancel();
}

void Operation::leave()
{
    m_control->leave();
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
    const auto undoOf = [&records](const auto &isIt) {
        const auto undo = std::ranges::find_if(records, isIt);
        return undo == records.end() ? nullptr : &*undo;
    };
    for (OperationRecord &record : records) {
        if (record.undone) {
            updateUndone(&record, undoOf([&record](const OperationRecord &other) {
                return other.spec.id == record.undone->operation;
            }));
        } else if (const OperationRecord *undo = undoOf([&record](const OperationRecord &other) {
                       return other.spec.change.undone == record.spec.id;
                   })) {
            adoptUndo(&record, *undo);
        }
    }
    std::ranges::sort(records, std::greater{}, &OperationRecord::begunAt);
    return records;
}

void removeLists(const QString &folder, std::span<const OperationRecord> records)
{
    const QDateTime longAgo = QDateTime::currentDateTimeUtc().addDays(-1);
    const QFileInfoList files
        = QDir(folder).entryInfoList({u"*.scope"_s, u"*.scope.*"_s}, QDir::Files);
    for (const QFileInfo &file : files) {
        const auto record = std::ranges::find(records, QUuid(file.baseName()),
                                              [](const auto &known) { return known.spec.id; });
        const bool isNeeded = record == records.end() ? file.lastModified() > longAgo
                                                      : record->state == OperationState::Unfinished;
        if (!isNeeded)
            QFile::remove(file.filePath());
    }
}

Result<OperationSpec> undoOf(const OperationRecord &record)
{
    const auto refused = [](const QString &why) { return fail(DbError::Kind::InvalidInput, why); };
    if (record.spec.change.kind == OperationKind::Undo)
        return refused(
            OperationText::tr("an undo cannot be undone; carry out the operation again"));
    if (record.spec.change.undoing() == Undoing::Never)
        return refused(OperationText::tr("this operation cannot be undone"));
    if (record.isDamaged)
        return refused(OperationText::tr("its journal is damaged: %1").arg(record.path));
    if (record.state == OperationState::Unfinished)
        return refused(OperationText::tr("end or cancel the operation before you undo it"));
    if (record.undone && record.undone->state == OperationState::Finished)
        return refused(OperationText::tr("it has been undone"));
    if (record.undone && record.undone->state == OperationState::Unfinished)
        return refused(
            OperationText::tr("an undo of it was begun and is not over; continue that one"));
    OperationSpec spec;
    spec.schema = record.spec.schema;
    spec.change.kind = OperationKind::Undo;
    spec.change.undone = record.spec.id;
    spec.scope.expected = record.totals.changed - (record.undone ? record.undone->jobs : 0);
    return spec;
}

} // namespace yardmaster
