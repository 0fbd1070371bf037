#pragma once

#include "models/alerts/alertsnapshot.h"

namespace yardmaster {

/// Where a rule is.
///
///   Calm ──met──> Pending ──met for the hold time──> Raised ──not met──> Easing
///     ^              └── not met ──> Calm              ^ └─── met ─────────┤
///     └────────────── not met for the calm time ───────┴───────────────────┘
///
/// A reading in which the rule's value is unknown moves nothing.
enum class AlertPhase { Calm, Pending, Raised, Easing };

/// What is known about a rule from the readings so far. A value.
struct AlertState
{
    AlertPhase phase = AlertPhase::Calm;
    QDateTime since;    ///< of the phase, UTC; unset before the first reading
    QDateTime raisedAt; ///< in Raised and Easing
    QDateTime knownAt;  ///< of the last reading that told something
    AlertMeasure last;  ///< of the last reading, known or not
    double worst = 0;   ///< the highest value while it was raised

    [[nodiscard]] bool isRaised() const
    {
        return phase == AlertPhase::Raised || phase == AlertPhase::Easing;
    }
    [[nodiscard]] bool operator==(const AlertState &) const = default;
};

/// After a longer gap between readings what was in between is unknown: the hold time begins anew.
inline constexpr std::chrono::seconds kLongestGap{120};

/// The state after one more reading; the time is the reading's. Readings come in order.
[[nodiscard]] AlertState evaluate(const AlertRule &rule, const AlertState &before,
                                  const AlertSnapshot &reading);

} // namespace yardmaster
