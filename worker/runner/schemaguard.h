#pragma once

#include <yardmaster/result.h>
#include <yardmaster/workeroptions.h>

#include <optional>

namespace yardmaster {

class Session;

/// Sees to it that the worker's schema is there and one it understands, at the start and whenever
/// somebody may have migrated it. Lives on the dispatcher's thread.
class SchemaGuard final
{
public:
    explicit SchemaGuard(const WorkerOptions &options)
        : m_options(options)
    { }

    /// Installs or upgrades the schema where the options say so, else looks at it.
    /// Errors: SchemaMissing, SchemaTooNew, and what migrate() says.
    [[nodiscard]] Result<void> prepare(Session &session);

    /// Some schema of this database was migrated; perhaps not ours.
    void onMigrated() { m_isDoubtful = true; }
    [[nodiscard]] bool isDoubtful() const { return m_isDoubtful; }
    /// Looks if there is doubt. @returns why the schema cannot be worked on any more; nullopt if
    /// it can. An error leaves the doubt.
    [[nodiscard]] Result<std::optional<DbError>> check(Session &session);

private:
    const WorkerOptions m_options;
    bool m_isDoubtful = false;
};

} // namespace yardmaster
