#include "worker/runner/graceperiod.h"

#include "worker/db/opensessions.h"

#include <QStringList>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// The sessions that the dispatcher and cron use: nothing that has been done waits for them.
QStringList takingSessions()
{
    return {u"fetch"_s, u"listen"_s, u"cron"_s};
}

constexpr std::chrono::milliseconds kStatementPatience
    = 500ms;                                     ///< with a statement, and with a cancel request
constexpr std::chrono::milliseconds kHangs = 2s; ///< a write under way for longer

} // namespace

GracePeriod::GracePeriod(std::chrono::milliseconds grace, std::shared_ptr<OpenSessions> sessions,
                         Steps steps)
    : m_grace(grace)
    , m_sessions(std::move(sessions))
    , m_steps(std::move(steps))
{ }

GracePeriod::~GracePeriod()
{
    join();
}

void GracePeriod::join()
{
    end();
    if (m_thread.joinable())
        m_thread.join();
}

void GracePeriod::begin()
{
    const std::scoped_lock lock(m_mutex);
    if (m_hasEnded || std::exchange(m_hasBegun, true))
        return;
    const std::chrono::milliseconds abandon = std::max(m_grace - 1s, m_grace * 9 / 10);
    const std::chrono::milliseconds end
        = std::max<std::chrono::milliseconds>(m_grace, abandon + 1s);
    m_sessions->setDeadline(Clock::now() + end);
    at(100ms, m_steps.returnWaiting);
    // Not for ever: what is locked unknown to us is looked for then, which reads the whole table.
    for (int i = 1; i <= 3; ++i)
        at(i * kStatementPatience, [this] { cutTaking(); });
    at(1200ms, m_steps.leaveUnopened);
    at(m_grace / 2, m_steps.requestStop);
    at(std::max(m_grace - 2s, m_grace * 8 / 10), m_steps.requestKill);
    at(abandon, m_steps.abandon);
    at(abandon, [this] { m_sessions->cancel(kHangs); });
    at(abandon + kStatementPatience, [this] { m_sessions->cut(kHangs + kStatementPatience); });
    at(end, m_steps.giveUp);
    at(end + 400ms, m_steps.leave);
}

void GracePeriod::cutTaking() const
{
    m_sessions->cut(2 * kStatementPatience - 100ms, takingSessions());
    m_sessions->cancel(kStatementPatience - 100ms, takingSessions());
}

void GracePeriod::cut()
{
    const std::scoped_lock lock(m_mutex);
    if (m_hasEnded || std::exchange(m_isCut, true))
        return;
    m_hasBegun = true;
    m_due.clear();
    m_sessions->setDeadline(Clock::now() + 1s);
    // The dispatcher says first what is going on, if it can.
    at(50ms, m_steps.returnWaiting);
    at(50ms, m_steps.requestStop);
    at(50ms, m_steps.requestKill);
    at(0ms, [this] { m_sessions->cancel(kStatementPatience); });
    at(kStatementPatience, m_steps.abandon); // killed children report first
    at(kStatementPatience, [this] { m_sessions->cut(2 * kStatementPatience); });
    at(1s, m_steps.giveUp);
    at(1200ms, m_steps.leave);
}

void GracePeriod::end()
{
    const std::scoped_lock lock(m_mutex);
    m_hasEnded = true;
    m_due.clear();
    m_changed.notify_one();
}

void GracePeriod::at(std::chrono::milliseconds delay, Step step)
{
    // Steps of the same moment keep their order.
    m_due.emplace(Clock::now() + delay, std::move(step));
    if (!m_thread.joinable())
        m_thread = std::thread([this] { run(); });
    m_changed.notify_one();
}

void GracePeriod::run()
{
    std::unique_lock lock(m_mutex);
    while (!m_hasEnded) {
        if (m_due.empty()) {
            m_changed.wait(lock);
        } else if (const auto due = m_due.begin()->first; due > Clock::now()) {
            m_changed.wait_until(lock, due);
        } else {
            const Step step = std::move(m_due.begin()->second);
            m_due.erase(m_due.begin());
            lock.unlock();
            step();
            lock.lock();
        }
    }
}

} // namespace yardmaster
