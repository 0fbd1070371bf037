#pragma once

#include <yardmaster/result.h>
#include <yardmaster/timestamp.h>

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <optional>

namespace yardmaster {

/// What adding a job does when there is one with the same key already. One that is running, or out
/// of attempts, always loses the key, and a new one is made (UnsafeDedupe aside).
enum class JobKeyMode {
    Replace,       ///< the waiting job becomes the new one
    PreserveRunAt, ///< the same, but it keeps its run_at unless it has failed before: a throttle
    UnsafeDedupe,  ///< nothing is added, even if that job runs already or has failed for good
};

/// As the database spells it: "replace", "preserve_run_at", "unsafe_dedupe".
[[nodiscard]] QString jobKeyModeName(JobKeyMode mode);
/// Errors: InvalidInput, SQLSTATE GWBKM.
[[nodiscard]] Result<JobKeyMode> parseJobKeyMode(const QString &name);

/// A job to be added. Unset fields get the database's defaults. A value; any thread.
///
///     JobSpec spec{.identifier = u"send_email"_s, .payload = "{}", .maxAttempts = 3};
struct JobSpec
{
    QString identifier{};               ///< of the task; 1..128 characters
    QByteArray payload{};               ///< JSON text, kept to the letter; empty: {}
    std::optional<QString> queueName{}; ///< 1..128 characters; jobs of one queue never overlap
    std::optional<Timestamp> runAt{};   ///< not before this; default now
    std::optional<int> maxAttempts{};   ///< 1..32767, default 25
    std::optional<QString> jobKey{};    ///< 1..512 characters, see JobKeyMode
    JobKeyMode jobKeyMode = JobKeyMode::Replace;
    std::optional<int> priority{}; ///< -32768..32767, default 0; lower runs first
    QStringList flags{};           ///< see FlagRules; default none

    /// Checks what the database would refuse, without asking it, so that a transaction is not
    /// aborted. Errors: InvalidInput with a sentence, under graphile-worker's codes where it has
    /// one: GWBID identifier, GWBQN queue name, GWBJK key, GWBMA attempts.
    [[nodiscard]] Result<void> validate() const;

    /// Warnings about names that are legal but not printable ASCII, so that they are hard to tell
    /// apart, or invisible, in logs and terminals. Only returned, not logged.
    [[nodiscard]] QStringList warnings() const;
};

} // namespace yardmaster
