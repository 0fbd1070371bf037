#include "models/operations/operationcontrol.h"

namespace yardmaster {

void OperationControl::setPaused(bool isPaused)
{
    const std::lock_guard guard(m_mutex);
    m_isPaused = isPaused;
    m_asked.notify_all();
}

void OperationControl::request(bool *flag)
{
    const std::lock_guard guard(m_mutex);
    *flag = true;
    m_asked.notify_all();
    if (m_canceller)
        m_canceller->cancelLater();
}

void OperationControl::cancel()
{
    request(&m_isCancelled);
}

void OperationControl::stop()
{
    request(&m_isStopped);
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
    return m_isCancelled || m_isStopped;
}

void OperationControl::waitWhilePaused()
{
    std::unique_lock guard(m_mutex);
    m_asked.wait(guard, [this] { return !m_isPaused || m_isCancelled || m_isStopped; });
}

void OperationControl::waitFor(std::chrono::microseconds time)
{
    std::unique_lock guard(m_mutex);
    m_asked.wait_for(guard, time, [this] { return m_isPaused || m_isCancelled || m_isStopped; });
}

void OperationControl::setCanceller(std::optional<Canceller> canceller)
{
    const std::lock_guard guard(m_mutex);
    m_canceller = std::move(canceller);
}

CancellableStatement::CancellableStatement(OperationControl *control, const Session &session)
    : m_control(control)
{
    m_control->setCanceller(session.canceller());
}

CancellableStatement::~CancellableStatement()
{
    m_control->setCanceller(std::nullopt);
}

} // namespace yardmaster
