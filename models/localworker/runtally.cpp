#include "models/localworker/runtally.h"

#include <yardmaster/eventbus.h>

namespace yardmaster {

void RunTally::listenTo(EventBus *bus)
{
    // Direct: the engine can report a hundred thousand events a second.
    const auto direct = Qt::DirectConnection;
    QObject::connect(
        bus, &EventBus::jobStarted, bus,
        [this](const JobEvent &event) {
            const std::scoped_lock lock(m_mutex);
            m_running.insert({event.job.id, event.job.attempts});
        },
        direct);
    QObject::connect(
        bus, &EventBus::jobSucceeded, bus,
        [this](const JobEvent &event) { onEnded(event, &Totals::completed); }, direct);
    QObject::connect(
        bus, &EventBus::jobFailed, bus,
        [this](const JobEvent &event) {
            onEnded(event, event.final ? &Totals::failedForGood : &Totals::retrying);
        },
        direct);
    QObject::connect(
        bus, &EventBus::jobInterrupted, bus,
        [this](const JobEvent &event) { onEnded(event, &Totals::givenBack); }, direct);
    QObject::connect(
        bus, &EventBus::jobSnoozed, bus,
        [this](const JobEvent &event) { onEnded(event, &Totals::givenBack); }, direct);
    QObject::connect(
        bus, &EventBus::jobLostLease, bus,
        [this](const JobEvent &event) { onEnded(event, &Totals::lostLease); }, direct);
}

RunTally::Totals RunTally::totals() const
{
    const std::scoped_lock lock(m_mutex);
    return m_totals;
}

int RunTally::running() const
{
    const std::scoped_lock lock(m_mutex);
    return int(m_running.size());
}

void RunTally::forgetRunning()
{
    const std::scoped_lock lock(m_mutex);
    m_running.clear();
}

void RunTally::onEnded(const JobEvent &event, qint64 Totals::*outcome)
{
    const std::scoped_lock lock(m_mutex);
    ++(m_totals.*outcome);
    m_running.remove({event.job.id, event.job.attempts});
}

} // namespace yardmaster
