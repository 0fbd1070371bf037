#include "worker/events/databaseactivity.h"

#include <yardmaster/eventbus.h>

namespace yardmaster {

DatabaseActivity::DatabaseActivity(QString name, QString workerId, EventBus *events)
    : m_name(std::move(name))
    , m_workerId(std::move(workerId))
    , m_events(events)
{ }

void DatabaseActivity::onTrouble(const DbError &error)
{
    m_isTroubled = true;
    Q_EMIT m_events->databaseTrouble(m_name, error, m_workerId);
}

void DatabaseActivity::onSuccess()
{
    if (std::exchange(m_isTroubled, false))
        Q_EMIT m_events->databaseRecovered(m_name, m_workerId);
}

} // namespace yardmaster
