#include "models/history/pasthourpoller.h"

#include "models/session/reachability.h"

namespace yardmaster {

using namespace std::chrono_literals;

PastHourPoller::PastHourPoller(const SessionPool &sessions, const QString &schema,
                               RunSubject subject,
                               std::function<void(std::optional<PastHours>)> show)
    : m_poller(sessions, withSession(&readPastHour, schema, subject), 15s)
{
    QObject::connect(&m_poller, &PollerBase::read, &m_poller,
                     [this, show] { show(m_poller.latest()->known()); });
    QObject::connect(&m_poller, &PollerBase::failed, &m_poller, [this, show] {
        if (!m_poller.sessions().reachability()->error())
            show(std::nullopt);
    });
}

} // namespace yardmaster
