#include "models/session/readcontrol.h"

#include <yardmaster/session.h>

#include <QMutex>

#include <thread>

namespace yardmaster {

struct ReadControl::Shared
{
    std::atomic<bool> isCancelled = false;
    std::atomic<int> backendPid = 0;
    QMutex mutex; // held while a cancel request is under way, so that it never hits the next read
    std::optional<Canceller> canceller;
};

ReadControl::ReadControl()
    : m_shared(std::make_shared<Shared>())
{ }

ReadControl::~ReadControl() = default;

void ReadControl::cancel()
{
    if (m_shared->isCancelled.exchange(true))
        return;
    // Nothing waits for it: a frozen server would hold up a pool, and with it the end of the
    // program.
    std::thread([shared = m_shared] {
        const QMutexLocker lock(&shared->mutex);
        if (shared->canceller)
            shared->canceller->cancel();
    }).detach();
}

const std::atomic<bool> &ReadControl::cancelFlag() const
{
    return m_shared->isCancelled;
}

void ReadControl::enter(const Session &session)
{
    const QMutexLocker lock(&m_shared->mutex);
    m_shared->canceller = session.canceller();
    m_shared->backendPid = session.backendPid();
}

void ReadControl::leave()
{
    const QMutexLocker lock(&m_shared->mutex);
    m_shared->canceller.reset();
    m_shared->backendPid = 0;
}

int ReadControl::backendPid() const
{
    return m_shared->backendPid;
}

} // namespace yardmaster
