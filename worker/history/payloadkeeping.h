#pragma once

#include <yardmaster/result.h>

#include <QStringList>

#include <optional>

namespace yardmaster {

class Session;

/// Which payloads of finished jobs a history keeps, and of which values. A value.
struct PayloadRules
{
    QStringList tasks = {};        ///< that are kept, `*` stands for anything; empty: all
    QStringList exceptTasks = {};  ///< that are left out, likewise
    QStringList redactedKeys = {}; ///< whose values become "[redacted]", likewise, at any depth
    int mostBytes = 65536;         ///< larger ones are not kept

    static constexpr int kMostBytes = 16 * 1024 * 1024;

    [[nodiscard]] bool operator==(const PayloadRules &) const = default;
};

/// What is to be changed of PayloadRules; unset: as it is.
struct PayloadChanges
{
    std::optional<QStringList> tasks = {};
    std::optional<QStringList> exceptTasks = {};
    std::optional<QStringList> redactedKeys = {};
    std::optional<int> mostBytes = {}; ///< 1 to kMostBytes

    /// Nothing is to be changed.
    [[nodiscard]] bool isEmpty() const;
    /// What is wrong, one sentence without a full stop; empty: nothing. Pure.
    [[nodiscard]] QString problem() const;
};

/// Stands in for a value that was not kept, as JSON.
inline constexpr QByteArrayView kRedactedJson = "\"[redacted]\"";

/// nullopt: they are lost, and nothing is kept until they are given again. Blocks; the session's
/// thread. Errors: SchemaMissing where none are kept, or the table of rules is lost,
/// PermissionDenied.
[[nodiscard]] Result<std::optional<PayloadRules>> readPayloadRules(Session &session,
                                                                   const QString &schema);

/// The statement that makes the changes; empty if there are none. Pure.
[[nodiscard]] QByteArray payloadRulesSql(const QString &schema, const PayloadChanges &changes);

} // namespace yardmaster
