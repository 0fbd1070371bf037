#pragma once

#include <yardmaster/result.h>

#include <QString>

#include <optional>

namespace yardmaster {

class Session;

/// Makes sure that the worker's schema exists and is one it understands, at the start and after
/// each migration in this database. Lives on the dispatcher's thread.
class SchemaGuard final
{
public:
    struct Config
    {
        QString schema;
        bool migrates = true; ///< prepare() installs or upgrades it
    };

    explicit SchemaGuard(Config config)
        : m_config(std::move(config))
    { }

    /// Installs or upgrades the schema, or only checks it; see Config::migrates.
    /// Errors: SchemaMissing, SchemaTooNew, and what migrate() says.
    [[nodiscard]] Result<void> prepare(Session &session);

    /// Some schema of this database was migrated; perhaps not ours.
    void onMigrated() { m_isDoubtful = true; }
    [[nodiscard]] bool isDoubtful() const { return m_isDoubtful; }
    /// Looks if there is doubt. @returns why the schema cannot be worked on any more; nullopt if
    /// it can. An error leaves the doubt.
    [[nodiscard]] Result<std::optional<DbError>> check(Session &session);

private:
    const Config m_config;
    bool m_isDoubtful = false;
};

} // namespace yardmaster
