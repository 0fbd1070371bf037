#include "models/alerts/alertstate.h"

#include <algorithm>

namespace yardmaster {

namespace {

std::chrono::milliseconds between(const QDateTime &from, const QDateTime &to)
{
    return std::chrono::milliseconds(from.msecsTo(to));
}

void enter(AlertState &state, AlertPhase phase, const QDateTime &now)
{
    state.phase = phase;
    state.since = now;
}

} // namespace

AlertState evaluate(const AlertRule &rule, const AlertState &before, const AlertSnapshot &reading)
{
    AlertState state = before;
    const QDateTime &now = reading.at;
    state.last = measure(rule, reading);
    if (!state.since.isValid())
        state.since = now;
    if (!state.last.isMet)
        return state;

    const bool isMet = *state.last.isMet;
    // Also after the clock was set back.
    const bool hasGap = state.knownAt.isValid()
        && (between(state.knownAt, now) > kLongestGap || now < state.since);
    state.knownAt = now;
    if (hasGap && (state.phase == AlertPhase::Pending || state.phase == AlertPhase::Easing))
        state.since = now;

    if (isMet) {
        if (state.phase == AlertPhase::Calm)
            enter(state, AlertPhase::Pending, now);
        else if (state.phase == AlertPhase::Easing)
            enter(state, AlertPhase::Raised, now);
        if (state.phase == AlertPhase::Pending && between(state.since, now) >= rule.hold) {
            enter(state, AlertPhase::Raised, now);
            state.raisedAt = now;
            state.worst = 0;
        }
        if (state.isRaised())
            state.worst = std::max(state.worst, state.last.value.value_or(0));
    } else {
        if (state.phase == AlertPhase::Pending)
            enter(state, AlertPhase::Calm, now);
        else if (state.phase == AlertPhase::Raised)
            enter(state, AlertPhase::Easing, now);
        if (state.phase == AlertPhase::Easing && between(state.since, now) >= calmTime(rule)) {
            enter(state, AlertPhase::Calm, now);
            state.raisedAt = {};
        }
    }
    return state;
}

} // namespace yardmaster
