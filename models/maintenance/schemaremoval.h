#pragma once

#include <yardmaster/result.h>

#include <QList>
#include <QStringList>

#include <chrono>
#include <optional>

namespace yardmaster {

class Session;

/// What removing a schema would take away. A value.
struct SchemaRemoval
{
    struct Object
    {
        QString kind; ///< "table", "view", "function"…
        QString name;
        std::optional<qint64> rows; ///< tables only
        bool isEstimate = false;    ///< of the rows
        qint64 bytes = 0;

        [[nodiscard]] bool operator==(const Object &) const = default;
    };

    QString schema;
    QString database;
    QList<Object> objects;  ///< tables first
    QStringList dependents; ///< outside of the schema, and removed with it
    QStringList callers;    ///< functions outside that stay, and fail from then on
    bool isCut = false;     ///< there are more dependents or callers
    QStringList liveWorkers;
    qint64 jobs = 0;
    QString obstacle; ///< why this role cannot remove it, one sentence; empty: it can

    [[nodiscard]] qint64 bytes() const;
};

/// Rows are counted where that is quick (tables below a hundred thousand rows), else estimated.
/// Changes nothing, takes no lock that anybody would notice. Blocks; the session's thread.
/// Errors: SchemaMissing if there is no such schema; Cancelled.
[[nodiscard]] Result<SchemaRemoval> planSchemaRemoval(Session &session, const QString &schema);

/// Removes the schema and what hangs on it, in one transaction, if what would go is what `plan`
/// says: every object, dependent and live worker. Waits for at most three seconds for those who use
/// it. Blocks. Errors: Contention if something has come or gone meanwhile, or somebody does not let
/// go; nothing was removed then. PermissionDenied.
[[nodiscard]] Result<void> removeSchema(Session &session, const SchemaRemoval &plan);

/// What it sends, for people and logs.
[[nodiscard]] QByteArray removeSchemaSql(const QString &schema);

} // namespace yardmaster
