#pragma once

#include "app/commands/commandcall.h"
#include "app/commands/queueaccess.h"
#include "app/exitcodes.h"
#include "models/operations/operationpreview.h"
#include <yardmaster/session.h>

namespace yardmaster {

/// Whether a person, or --yes, has agreed to a change. Where a saved profile of the window says
/// that the database is production, --yes is not enough without --production, and a person types
/// the number of jobs.
class Confirmation final
{
public:
    /// Without --yes it needs a terminal, and a dry run needs neither: appends what is missing to
    /// `problems`.
    Confirmation(const CommandCall &call, const QueueTarget &target, QStringList *problems);

    /// The profile forbids changes: one sentence; else empty.
    [[nodiscard]] QString prohibition() const;
    /// Shows `preview` and asks, unless --yes has answered. Blocks.
    [[nodiscard]] bool isGiven(const OperationPreview &preview) const;
    /// @param what  is about to happen.   @param jobs  how many it may change.
    [[nodiscard]] bool isGiven(const QString &what, qint64 jobs) const;
    /// What a person is asked; see isGiven().
    struct Question
    {
        QString what;     ///< is about to happen
        QString question; ///< "Change 3 jobs?"
        QString word;     ///< to be typed in production; elsewhere "yes"
        QString meaning;  ///< of the word: "the number of jobs"
        bool isAlwaysTyped = false;
    };
    [[nodiscard]] bool isGiven(const Question &question) const;

    /// --dry-run, --yes, --production.
    /// @param dryRun  what --dry-run does.
    [[nodiscard]] static std::vector<Option>
    options(const QString &dryRun = QStringLiteral("change nothing; print how many jobs, of which "
                                                   "tasks, and samples"));

private:
    const CommandCall &m_call;
    std::optional<Profile> m_profile;
    bool m_isProduction = false;
};

/// Opens the queue to change it, unless that was refused: the beginning of commands that change
/// something. A dry run needs no right to.
/// @param access  QueueAccess::Change, Manage or Extend.   @param work  gets target, confirmation
/// and session. @returns the exit code.
template <typename Work>
int withConfirmation(const CommandCall &call, QStringList problems, QueueAccess access, Work work)
{
    const QueueTarget target = readTarget(call, &problems);
    const Confirmation confirmation(call, target, &problems);
    if (!problems.isEmpty())
        return call.refuse(problems);
    if (const QString refusal = confirmation.prohibition(); !refusal.isEmpty()) {
        complainTo(call.streams(), refusal);
        return ExitDenied;
    }
    const bool isReading = call.isSet(QStringLiteral("dry-run")) && access == QueueAccess::Change;
    auto session = openQueue(call, target, isReading ? QueueAccess::Read : access);
    if (!session)
        return session.error();
    return work(target, confirmation, std::move(*session));
}

} // namespace yardmaster
