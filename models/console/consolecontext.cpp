#include "models/console/consolecontext.h"

#include "models/values/timedisplay.h"

#include <QStandardPaths>

namespace yardmaster {

ConsoleContext::ConsoleContext(ConsoleTarget target, QObject *parent)
    : QObject(parent)
    , m_target(std::move(target))
    , m_sessions(m_target.connection)
    , m_jobCounts(m_sessions, m_target.schema)
    , m_guard(m_target.environment)
{
    if (m_target.isReadOnly)
        m_guard.setForbidden(tr("This profile is read-only; the server refuses changes."));
}

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

} // namespace yardmaster
