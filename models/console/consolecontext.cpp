#include "models/console/consolecontext.h"

#include "models/operations/loggedmaintenance.h"
#include "models/session/standbywatch.h"
#include "models/values/timedisplay.h"

#include <QStandardPaths>

namespace yardmaster {

ConsoleContext::ConsoleContext(ConsoleTarget target, QObject *parent)
    : QObject(parent)
    , m_target(std::move(target))
    , m_sessions(m_target.connection)
    , m_standby(m_sessions.standby() ? std::make_unique<StandbyWatch>(m_sessions) : nullptr)
    , m_jobCounts(m_sessions, m_target.schema)
    , m_guard(m_target.environment)
{
    if (m_target.isReadOnly)
        m_guard.setForbidden(tr("This profile is read-only; the server refuses changes."));
}

ConsoleContext::~ConsoleContext() = default;

FilterContext ConsoleContext::filterContext() const
{
    FilterContext context;
    context.schema = m_target.schema;
    context.forbiddenFlags = m_target.forbiddenFlags;
    context.zone = TimeDisplay::instance().timeZone();
    return context;
}

void ConsoleContext::setRules(const RedactionRules &rules)
{
    m_rules = rules;
    Q_EMIT rulesChanged(rules);
}

QString ConsoleContext::operationsFolder() const
{
    return QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation)
        + QStringLiteral("/operations");
}

MaintenanceLog ConsoleContext::maintenanceLog() const
{
    return {m_target.schema, operationsFolder(), m_target.connection.describe()};
}

} // namespace yardmaster
