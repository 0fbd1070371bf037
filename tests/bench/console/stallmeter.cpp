#include "tests/bench/console/stallmeter.h"

namespace yardmaster::bench {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

std::chrono::microseconds answeringTime(const UiStall &stall)
{
    return stall.time - stall.starved;
}

} // namespace

StallMeter::StallMeter()
    : m_application(qobject_cast<WatchedApplication *>(QCoreApplication::instance()))
{
    Q_ASSERT(m_application);
    m_application->watch(1ms, [this](const UiStall &stall) {
        m_stalls += answeringTime(stall) > 50ms ? 1 : 0;
        if (answeringTime(stall) > answeringTime(m_longest))
            m_longest = stall;
    });
}

StallMeter::~StallMeter()
{
    m_application->endWatch();
}

void StallMeter::report(QJsonObject *line) const
{
    line->insert(u"longestStallMs"_s, double(answeringTime(m_longest).count()) / 1000);
    line->insert(u"stalledBy"_s,
                 m_longest.receiver.isEmpty() ? QString()
                                              : m_longest.receiver + u", "_s + m_longest.event);
    line->insert(u"stallsOver50Ms"_s, m_stalls);
}

} // namespace yardmaster::bench
