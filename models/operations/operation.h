#pragma once

#include "models/operations/operationprogress.h"
#include <yardmaster/connectionsettings.h>

#include <QObject>

#include <functional>
#include <memory>
#include <optional>

class QThread;

namespace yardmaster {

class OperationControl;
class OperationRunner;

/// One change by hand to many jobs, carried out in the background.
///
///     Ready ──begin(), resume()──> Running <──setPaused()──> Paused
///                                     └──> Finished · Cancelled · Stopped (can be resumed)
///
/// Lives on the thread that made it; signals arrive there. Destroying it while it runs leaves the
/// operation unfinished on disk.
class Operation final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Operation)

public:
    enum class Phase { Ready, Running, Paused, Finished, Cancelled, Stopped };
    Q_ENUM(Phase)

    /// @param folder  where journals and the operator log are kept.
    Operation(ConnectionSettings settings, QString folder, QObject *parent = nullptr);
    /// Waits for the batch under way, for which the server has three seconds: then its session is
    /// cut. What became of that batch is found out when the operation is resumed.
    ~Operation() override;

    /// Once; never blocks.
    void begin(const OperationSpec &spec);
    /// One that is unfinished on disk. Once; never blocks.
    /// @param confirmed  see OperationRunner::resume().
    void resume(const QUuid &operation, const std::optional<ServerIdentity> &confirmed = {});

    // All take effect between two batches.
    void setPaused(bool isPaused);
    /// For good.
    void cancel();
    /// It stays unfinished, and can be resumed another time.
    void stop();

    [[nodiscard]] const QUuid &id() const { return m_id; }
    /// As begun; unset for one that was resumed.
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

} // namespace yardmaster
