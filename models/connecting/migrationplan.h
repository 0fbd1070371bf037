#pragma once

#include <yardmaster/migrator.h>
#include <yardmaster/result.h>

#include <QList>

namespace yardmaster {

class Session;

/// What installing or upgrading a schema would do. A value.
struct MigrationPlan
{
    struct Step
    {
        int revision = 0;
        bool isBreaking = false; ///< workers that do not know it stop
    };
    struct Holder
    {
        QString worker;
        qint64 jobs = 0; ///< it has locked within the last four hours
    };

    QString schema;
    QString database;
    QString role;
    SchemaState state;
    bool mayReadLedger = true; ///< else `state` knows only whether the schema exists
    QList<Step> steps;         ///< those that are missing, in order
    QList<Holder> holders;     ///< of jobs that are running now, the busiest first, 20 at most
    qint64 jobs = 0;           ///< in the table, estimated
    QString obstacle;          ///< why it cannot be done from here, one sentence; empty: it can

    [[nodiscard]] bool isInstallation() const { return state.revision == 0; }
    [[nodiscard]] bool isNeeded() const { return !steps.isEmpty(); }
    [[nodiscard]] bool hasBreakingSteps() const;
};

/// Looks at the schema and changes nothing. Blocks; the session's thread.
/// Errors: ConnectionLost; those of probeSchema().
[[nodiscard]] Result<MigrationPlan> planMigration(Session &session, const QString &schema);

} // namespace yardmaster
