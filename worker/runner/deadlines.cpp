#include "worker/runner/deadlines.h"

namespace yardmaster {

Deadlines::~Deadlines()
{
    m_thread.request_stop(); // before the members it uses go
    if (m_thread.joinable())
        m_thread.join();
}

void Deadlines::arm(const std::shared_ptr<Stops> &stops, Clock::time_point when)
{
    const std::scoped_lock lock(m_mutex);
    stops->key = {when, stops.get()};
    m_waiting.emplace(stops->key, stops);
    if (!m_thread.joinable())
        m_thread = std::jthread([this](const std::stop_token &end) { wait(end); });
    if (when < m_wakesAt)
        m_wake.notify_one();
}

void Deadlines::disarm(const std::shared_ptr<Stops> &stops)
{
    const std::scoped_lock lock(m_mutex);
    m_waiting.erase(stops->key); // whoever waits for it finds another one, or nothing
}

void Deadlines::wait(const std::stop_token &end)
{
    std::unique_lock lock(m_mutex);
    while (!end.stop_requested()) {
        const auto next = m_waiting.begin();
        if (next == m_waiting.end() || next->first.first > Clock::now()) {
            m_wakesAt = next == m_waiting.end() ? Clock::time_point::max() : next->first.first;
            const auto isEarlier = [this] {
                return !m_waiting.empty() && m_waiting.begin()->first.first < m_wakesAt;
            };
            if (m_wakesAt == Clock::time_point::max())
                m_wake.wait(lock, end, isEarlier);
            else
                m_wake.wait_until(lock, end, m_wakesAt, isEarlier);
            continue;
        }
        const std::shared_ptr<Stops> stops = next->second;
        m_waiting.erase(next);
        const bool isKill = stops->hasPassed.exchange(true);
        if (!isKill) {
            stops->key = {Clock::now() + m_killDelay, stops.get()};
            m_waiting.emplace(stops->key, stops);
        }
        lock.unlock(); // callbacks run in here
        (isKill ? stops->kill : stops->stop).request_stop();
        lock.lock();
    }
}

Deadlines::Run::Run(Deadlines *deadlines, std::chrono::milliseconds timeout,
                    const std::stop_token &stop, const std::stop_token &kill)
    : m_deadlines(deadlines)
    , m_timeout(timeout)
    , m_stops(std::make_shared<Stops>())
    , m_onStop(stop, Forward{m_stops->stop})
    , m_onKill(kill, Forward{m_stops->kill})
{ }

void Deadlines::Run::begin()
{
    m_deadlines->arm(m_stops, Clock::now() + m_timeout);
}

Deadlines::Run::~Run()
{
    m_deadlines->disarm(m_stops);
}

} // namespace yardmaster
