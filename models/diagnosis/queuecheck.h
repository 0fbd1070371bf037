#pragma once

#include <yardmaster/dberror.h>

#include <QList>
#include <QStringList>

#include <array>

namespace yardmaster {

/// One thing that `doctor` looks at, the command and the dialog of the window. A value.
struct QueueCheck
{
    enum class Outcome {
        Passed,
        Warned, ///< works, with something to know or to do
        Failed, ///< a worker, or what the connection is for, cannot do its work
        Skipped,
    };
    /// What a window can do about it.
    enum class Help {
        None,
        EditConnection,
        InstallSchema,
        UpgradeSchema,
        SweepWorkers,
        ShowTasks,
        StartWorker,
        ShowSizes,   ///< where indexes are rebuilt and tables vacuumed
        ShowHistory, ///< where it is installed again
    };

    QString name; ///< stable, for scripts: "revision"
    Outcome outcome = Outcome::Passed;
    QString sentence;      ///< what was found
    QString remedy = {};   ///< what to do about it; empty: nothing
    QStringList details{}; ///< facts, one a line
    Help help = Help::None;
    QString subject = {}; ///< of SweepWorkers: a stale worker
    /// What a failure is to code, such as exit codes.
    DbError::Kind reason = DbError::Kind::Statement;

    [[nodiscard]] bool operator==(const QueueCheck &) const = default;
};

/// Names of the checks, in the order in which they are made. After a lost connection, "session"
/// takes the place of the rest.
inline constexpr std::array kQueueChecks{"address", "network", "tls",      "login",   "versions",
                                         "pooler",  "clock",   "revision", "rights",  "connections",
                                         "indexes", "vacuum",  "history",  "workers", "tasks"};

/// For people: "Worker rights"; a name that is not known stays as it is.
[[nodiscard]] QString checkTitle(const QString &name);
/// Stable, for scripts: "ok", "warning", "failed", "skipped".
[[nodiscard]] QString checkOutcomeName(QueueCheck::Outcome outcome);
/// For people.
[[nodiscard]] QString checkOutcomeWord(QueueCheck::Outcome outcome);
/// What the command prints: a line for what was found, one for each detail and for the remedy.
[[nodiscard]] QString checkText(const QueueCheck &check);
/// 0 for what stops something, then warnings, what was skipped, and what is fine.
[[nodiscard]] int severityOf(const QueueCheck &check);

} // namespace yardmaster
