#include "models/alerts/alertcause.h"

#include <cmath>

namespace yardmaster {

using namespace Qt::StringLiterals;

AlertCause alertCause(const AlertRule &rule)
{
    switch (rule.kind) {
    case AlertKind::FailureRate:
    case AlertKind::FailureShare:
        return {{}, u"errors"_s};
    case AlertKind::SlowRuns:
    case AlertKind::NoSuccess:
        return {{}, u"history"_s};
    case AlertKind::OldestReady:
        return {u"state:ready run<now-%1s"_s.arg(std::llround(rule.threshold)), {}};
    case AlertKind::NoThroughput:
    case AlertKind::StaleWorker:
        return {{}, u"workers"_s};
    case AlertKind::Stuck:
        return {u"state:stuck"_s, {}};
    case AlertKind::FailedForGood:
        return {u"state:failed"_s, {}};
    case AlertKind::ReadyBacklog:
        return {u"state:ready"_s, {}};
    case AlertKind::Unreachable:
        return {{}, u"overview"_s};
    }
    Q_UNREACHABLE();
}

} // namespace yardmaster
