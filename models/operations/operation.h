#pragma once

#include "models/operations/operationprogress.h"
#include <yardmaster/connectionsettings.h>

#include <QObject>

#include <functional>
#include <memory>

class QThread;

namespace yardmaster {

class OperationControl;
class OperationRunner;

/// One change by hand to many jobs, carried out in the background.
///
///     Ready ──begin(), goOn()──> Running <──setPaused()──> Paused
///                                   └──> Finished · Cancelled · Stopped (can go on, see goOn())
///
/// Lives on the thread that made it; signals arrive there. Destroying it while it runs ends the
/// batch under way and leaves the operation unfinished on disk.
class Operation final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Operation)

public:
    enum class Phase { Ready, Running, Paused, Finished, Cancelled, Stopped };
    Q_ENUM(Phase)

    /// @param folder  where journals and the operator log are kept.
    Operation(ConnectionSettings settings, QString folder, QObject *parent = nullptr);
    /// Waits for the batch under way.
    ~Operation() override;

    /// Once; never blocks.
    void begin(const OperationSpec &spec);
    /// Goes on with one that is unfinished on disk. Once; never blocks.
    /// @param confirmed  see OperationRunner::goOn().
    void goOn(const QUuid &operation, const std::optional<ServerIdentity> &confirmed = {});

    /// At the next border between batches.
    void setPaused(bool isPaused);
    /// For good, at the next border between batches.
    void cancel();
    /// Ends there as well, but stays unfinished, so that it can go on another time.
    void leave();

    [[nodiscard]] const QUuid &id() const { return m_id; }
    /// As begun; unset for one that goes on.
    [[nodiscard]] const std::optional<OperationSpec> &spec() const { return m_spec; }
    [[nodiscard]] Phase phase() const { return m_phase; }
    [[nodiscard]] bool isOver() const { return m_phase > Phase::Paused; }
    [[nodiscard]] const OperationProgress &progress() const { return m_progress; }
    /// Why it is Stopped; one sentence.
    [[nodiscard]] QString error() const { return m_error; }

Q_SIGNALS:
    /// At most ten times a second.
    void progressed();
    void phaseChanged();

private:
    void run(const QUuid &id, std::function<OperationOutcome(OperationRunner &)> work);
    void onEnded(const OperationOutcome &outcome);
    void setPhase(Phase phase);

    ConnectionSettings m_settings;
    QString m_folder;
    std::unique_ptr<OperationControl> m_control;
    std::unique_ptr<QThread> m_thread;
    QUuid m_id;
    std::optional<OperationSpec> m_spec;
    Phase m_phase = Phase::Ready;
    OperationProgress m_progress;
    QString m_error;
};

/// The journals in a folder, the newest first; files that are none are left out. Reads them whole;
/// blocks; any thread.
[[nodiscard]] std::vector<OperationRecord> operationsIn(const QString &folder);

/// Removes lists of jobs that nobody needs: of operations that are over, and of previews that ended
/// in a crash a day ago. Blocks; any thread.
void removeLists(const QString &folder, std::span<const OperationRecord> records);

/// The operation that takes `record` back, or the rest of it. InvalidInput with the reason if that
/// cannot be.
[[nodiscard]] Result<OperationSpec> undoOf(const OperationRecord &record);

} // namespace yardmaster
