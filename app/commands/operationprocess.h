#pragma once

#include "app/commands/queueaccess.h"
#include "models/operations/loggedmaintenance.h"
#include "models/operations/operationcontrol.h"
#include "models/operations/operationprogress.h"

#include <QUuid>

#include <functional>
#include <memory>

namespace yardmaster {

class Confirmation;
class OperationRunner;
struct OperationPreview;
struct Option;

/// Where the window, too, keeps journals and the operator log.
[[nodiscard]] QString operationsFolder();
/// The operator log there, for changes of a schema.
[[nodiscard]] MaintenanceLog logOf(const QueueTarget &target);

/// --rate, --batch and --stop-after-errors.
[[nodiscard]] std::vector<Option> paceOptions();
void readPace(const CommandCall &call, OperationOptions *options, QStringList *problems);
/// What every change takes besides its own: how to confirm it, and the pace.
[[nodiscard]] std::vector<Option> changeOptions();
/// Exit codes of everything that changes jobs by an operation.
[[nodiscard]] std::vector<std::pair<int, QString>> changeExits();

/// Carries out an operation while the command waits. The first SIGINT or SIGTERM ends it after the
/// batch under way, the second ends the process at once; it can be resumed after both.
class OperationProcess final
{
public:
    OperationProcess(const CommandCall &call, QueueTarget target);
    Q_DISABLE_COPY_MOVE(OperationProcess)

    /// Blocks. Print how it ended. @returns the exit code.
    [[nodiscard]] int begin(const OperationSpec &spec);
    /// One that is unfinished.   @param confirmed  see OperationRunner::resume().
    [[nodiscard]] int resume(const OperationRecord &record,
                             const std::optional<ServerIdentity> &confirmed);
    /// Ends an unfinished one for good: no further batch.
    [[nodiscard]] int cancel(const OperationRecord &record);

private:
    [[nodiscard]] int run(const OperationSpec &spec,
                          const std::function<OperationOutcome(OperationRunner &)> &work);
    [[nodiscard]] int report(const OperationSpec &spec, const OperationOutcome &outcome);
    void showProgress(const OperationProgress &progress) const;

    const CommandCall &m_call;
    const QueueTarget m_target;
    OperationControl m_control;
    int m_signal = 0; // that asked it to stop
};

/// Counts the jobs of `spec`, prints what would be changed for --dry-run, else asks and begins.
/// Blocks.
/// @returns the exit code.
[[nodiscard]] int changeConfirmed(const CommandCall &call, const QueueTarget &target,
                                  const Confirmation &confirmation,
                                  std::unique_ptr<Session> session, const OperationSpec &spec);
/// Prints `preview` for --dry-run; else begins the operation, if that is confirmed. Blocks.
/// @returns the exit code.
[[nodiscard]] int beginConfirmed(const CommandCall &call, const QueueTarget &target,
                                 const Confirmation &confirmation, const OperationPreview &preview);

} // namespace yardmaster
