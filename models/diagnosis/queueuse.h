#pragma once

#include <yardmaster/result.h>

#include <QStringList>

#include <array>
#include <optional>

namespace yardmaster {

class Session;

/// What a role uses a queue for, each with the rights that `schema roles` grants.
enum class QueueUse { Viewer, Producer, Operator, Worker };
inline constexpr std::array kQueueUses{QueueUse::Viewer, QueueUse::Producer, QueueUse::Operator,
                                       QueueUse::Worker};

/// "viewer", "producer", "operator", "worker".
[[nodiscard]] QString queueUseName(QueueUse use);
/// The same for people.
[[nodiscard]] QString queueUseTitle(QueueUse use);
[[nodiscard]] std::optional<QueueUse> queueUseFrom(const QString &name);

/// What a role lacks for each use, in the order of kQueueUses: "update on _private_jobs", one an
/// entry.
struct QueueRights
{
    QString role;
    bool isOwner = false; ///< of the jobs: nothing is denied, and the schema can be upgraded
    std::array<QStringList, kQueueUses.size()> missing;

    /// Who may change the tables can add jobs, too, without the function for producers.
    [[nodiscard]] bool suffices(QueueUse use) const;
};

/// Privileges and policies of row security, as the catalog has them. Blocks; one statement.
[[nodiscard]] Result<QueueRights> readQueueRights(Session &session, const QString &schema);

} // namespace yardmaster
