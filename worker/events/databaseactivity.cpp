#include "worker/events/databaseactivity.h"

#include <yardmaster/eventbus.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

const QStringList &DatabaseActivity::names()
{
    static const QStringList names{
        u"fetching jobs"_s,  u"writing results"_s,        u"sending the heartbeat"_s,
        u"renewing locks"_s, u"sweeping stale workers"_s, u"resetting stale locks"_s,
        u"listening"_s,      u"scheduling cron jobs"_s};
    return names;
}

const QString &DatabaseActivity::nameOf(Kind kind)
{
    return names()[qsizetype(kind)];
}

DatabaseActivity::DatabaseActivity(Kind kind, QString workerId, EventBus *events)
    : m_name(nameOf(kind))
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
    if (m_isTroubled.exchange(false))
        Q_EMIT m_events->databaseRecovered(m_name, m_workerId);
}

} // namespace yardmaster
