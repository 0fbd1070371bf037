#include "worker/runner/graceperiod.h"

namespace yardmaster {

using namespace std::chrono_literals;

GracePeriod::GracePeriod(QObject *parent)
    : QObject(parent)
    , m_stop(this)
    , m_kill(this)
    , m_abandon(this)
    , m_end(this)
{
    for (QTimer *timer : {&m_stop, &m_kill, &m_abandon, &m_end})
        timer->setSingleShot(true);
    connect(&m_stop, &QTimer::timeout, this, &GracePeriod::stopDue);
    connect(&m_kill, &QTimer::timeout, this, &GracePeriod::killDue);
    connect(&m_abandon, &QTimer::timeout, this, &GracePeriod::abandonDue);
    connect(&m_end, &QTimer::timeout, this, &GracePeriod::isOver);
}

void GracePeriod::begin(std::chrono::milliseconds grace)
{
    m_stop.start(grace / 2);
    m_kill.start(grace * 8 / 10);
    m_abandon.start(grace * 9 / 10);
    // However short the grace, there is a second to write the results in.
    m_end.start(std::max<std::chrono::milliseconds>(grace, grace * 9 / 10 + 1s));
}

void GracePeriod::cut()
{
    m_stop.stop();
    m_kill.stop();
    m_abandon.start(500ms); // killed children report first
    m_end.start(3s);
    Q_EMIT stopDue();
    Q_EMIT killDue();
}

} // namespace yardmaster
