#include "worker/tasks/hostpoollink.h"

#include "worker/tasks/hostpool.h"

namespace yardmaster {

void HostPoolLink::post(std::function<void(HostPool &)> call)
{
    const std::scoped_lock lock(m_mutex);
    if (!m_pool)
        return;
    QMetaObject::invokeMethod(
        m_pool, [pool = m_pool, call = std::move(call)] { call(*pool); },
        Qt::QueuedConnection); // from any thread
}

void HostPoolLink::close()
{
    const std::scoped_lock lock(m_mutex);
    m_pool = nullptr;
}

} // namespace yardmaster
