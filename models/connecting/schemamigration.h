#pragma once

#include "models/connecting/migrationplan.h"
#include "models/operations/loggedmaintenance.h"
#include "models/session/query.h"

#include <QObject>

#include <optional>

namespace yardmaster {

/// Installs or upgrades one schema from a window: first says what that would do.
///
///   Looking ──plan──> Ready ──run()──> Running ──> Done
///      │                ^                 └──error, cancel()──> Failed ──look()──> Looking
///      └──error──> Failed
///
/// All steps are one transaction: they arrive together or nothing has happened. GUI thread; never
/// blocks.
class SchemaMigration final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SchemaMigration)

public:
    enum class Phase { Looking, Ready, Running, Done, Failed };
    Q_ENUM(Phase)

    /// Looks at once.
    /// @param logFolder  of the operator log, in which the change is written first.
    SchemaMigration(const SessionPool &sessions, QString schema, QString logFolder,
                    QObject *parent = nullptr);
    ~SchemaMigration() override;

    void look();
    /// Only in Ready, and if the plan has no obstacle.
    void run();
    void cancel() { m_query.cancel(); }

    [[nodiscard]] Phase phase() const { return m_phase; }
    /// Unset until it was read.
    [[nodiscard]] const std::optional<MigrationPlan> &plan() const { return m_plan; }
    [[nodiscard]] const DbError &error() const { return m_error; } ///< only in Failed
    /// Only in Done.
    [[nodiscard]] const MigrationReport &report() const { return m_report; }

Q_SIGNALS:
    void phaseChanged();

private:
    void setPhase(Phase phase);

    const MaintenanceLog m_log;
    Query m_query;
    Phase m_phase = Phase::Looking;
    std::optional<MigrationPlan> m_plan;
    DbError m_error;
    MigrationReport m_report;
};

} // namespace yardmaster
