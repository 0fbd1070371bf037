#include "models/connecting/schemamigration.h"

namespace yardmaster {

SchemaMigration::SchemaMigration(const SessionPool &sessions, QString schema, QString logFolder,
                                 QObject *parent)
    : QObject(parent)
    , m_log{std::move(schema), std::move(logFolder), sessions.settings().describe()}
    , m_query(sessions, SessionPool::Use::Long)
{
    look();
}

SchemaMigration::~SchemaMigration() = default;

void SchemaMigration::look()
{
    if (m_phase == Phase::Running)
        return;
    m_query.ask(withSession(&planMigration, m_log.schema),
                [this](const Result<MigrationPlan> &plan) {
                    if (plan)
                        m_plan = *plan;
                    else
                        m_error = plan.error();
                    setPhase(plan ? Phase::Ready : Phase::Failed);
                });
    setPhase(Phase::Looking);
}

void SchemaMigration::run()
{
    if (m_phase != Phase::Ready || !m_plan->obstacle.isEmpty())
        return;
    m_query.ask(withSession(&migrateLogged, m_log), [this](const Result<MigrationReport> &report) {
        if (report)
            m_report = *report;
        else
            m_error = report.error();
        setPhase(report ? Phase::Done : Phase::Failed);
    });
    setPhase(Phase::Running);
}

void SchemaMigration::setPhase(Phase phase)
{
    m_phase = phase;
    Q_EMIT phaseChanged();
}

} // namespace yardmaster
