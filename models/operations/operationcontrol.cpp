#include "models/operations/operationcontrol.h"

#include <yardmaster/session.h>

#include <QThreadPool>

namespace yardmaster {

void OperationControl::setPaused(bool isPaused)
{
    const std::lock_guard guard(m_mutex);
    m_isPaused = isPaused;
    m_asked.notify_all();
}

void OperationControl::stop(bool *flag)
{
    const std::lock_guard guard(m_mutex);
    *flag = true;
    m_asked.notify_all();
    if (m_canceller) {
        // It is a round trip, and who asks may be the GUI thread.
        QThreadPool::globalInstance()->start([canceller = *m_canceller] { canceller.cancel(); });
    }
}

void OperationControl::cancel()
{
    stop(&m_isCancelled);
}

void OperationControl::leave()
{
    stop(&m_isLeft);
}

bool OperationControl::isPaused() const
{
    const std::lock_guard guard(m_mutex);
    return m_isPaused;
}

bool OperationControl::isCancelled() const
{
    const std::lock_guard guard(m_mutex);
    return m_isCancelled;
}

bool OperationControl::isStopping() const
{
    const std::lock_guard guard(m_mutex);
    return m_isCancelled || m_isLeft;
}

bool OperationControl::waitWhilePaused()
{
    std::unique_lock guard(m_mutex);
    m_asked.wait(guard, [this] { return !m_isPaused || m_isCancelled || m_isLeft; });
    return !m_isCancelled && !m_isLeft;
}

void OperationControl::waitFor(std::chrono::microseconds time)
{
    std::unique_lock guard(m_mutex);
    m_asked.wait_for(guard, time, [this] { return m_isPaused || m_isCancelled || m_isLeft; });
}

void OperationControl::enter(const Session &session)
{
    const std::lock_guard guard(m_mutex);
    m_canceller = session.canceller();
}

void OperationControl::exit()
{
    const std::lock_guard guard(m_mutex);
    m_canceller.reset();
}

} // namespace yardmaster
