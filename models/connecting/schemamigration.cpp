#include "models/connecting/schemamigration.h"

#include "models/maintenance/loggedmaintenance.h"

#include <QFutureWatcher>

namespace yardmaster {

SchemaMigration::SchemaMigration(ConnectionSettings connection, QString schema, QString logFolder,
                                 QObject *parent)
    : QObject(parent)
    , m_schema(std::move(schema))
    , m_logFolder(std::move(logFolder))
    , m_where(connection.describe())
    , m_session(std::move(connection), QStringLiteral("migrate"))
{
    look();
}

SchemaMigration::~SchemaMigration()
{
    cancel();
}

void SchemaMigration::look()
{
    if (m_phase == Phase::Running)
        return;
    auto *watcher = new QFutureWatcher<Result<MigrationPlan>>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher] {
        watcher->deleteLater();
        if (watcher->future().resultCount() == 0)
            return;
        const Result<MigrationPlan> plan = watcher->result();
        if (plan)
            m_plan = *plan;
        else
            m_error = plan.error();
        setPhase(plan ? Phase::Ready : Phase::Failed);
    });
    watcher->setFuture(m_session.run<MigrationPlan>(
        [schema = m_schema](Session &session) { return planMigration(session, schema); }));
    setPhase(Phase::Looking);
}

void SchemaMigration::run()
{
    if (m_phase != Phase::Ready || !m_plan->obstacle.isEmpty())
        return;
    m_control = std::make_shared<ReadControl>();
    auto *watcher = new QFutureWatcher<Result<MigrationReport>>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher] {
        watcher->deleteLater();
        m_control.reset();
        if (watcher->future().resultCount() == 0)
            return;
        const Result<MigrationReport> report = watcher->result();
        if (report)
            m_report = *report;
        else
            m_error = report.error();
        setPhase(report ? Phase::Done : Phase::Failed);
    });
    watcher->setFuture(m_session.run<MigrationReport>(
        [log = MaintenanceLog{m_schema, m_logFolder, m_where},
         control = m_control](Session &session) -> Result<MigrationReport> {
            control->enter(session);
            auto report = control->isCancelled() ? Result<MigrationReport>(
                              fail(DbError::Kind::Cancelled, QStringLiteral("cancelled")))
                                                 : migrateLogged(session, log);
            control->leave();
            return report;
        }));
    setPhase(Phase::Running);
}

void SchemaMigration::cancel()
{
    if (m_control)
        m_control->cancel();
}

void SchemaMigration::setPhase(Phase phase)
{
    m_phase = phase;
    Q_EMIT phaseChanged();
}

} // namespace yardmaster
