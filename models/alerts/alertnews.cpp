#include "models/alerts/alertnews.h"

#include <algorithm>

namespace yardmaster {

namespace {

/// Whether less than `time` has passed; not if the clock was set back.
bool isWithin(const QDateTime &from, const QDateTime &now, std::chrono::milliseconds time)
{
    if (!from.isValid() || now < from)
        return false;
    return std::chrono::milliseconds(from.msecsTo(now)) < time;
}

} // namespace

bool AlertMessage::isTrouble() const
{
    return std::any_of(news.cbegin(), news.cend(),
                       [](const AlertNews &item) { return item.kind != AlertNews::Kind::Over; });
}

AlertSeverity AlertMessage::severity() const
{
    AlertSeverity worst = AlertSeverity::Notice;
    for (const AlertNews &item : news) {
        if (item.kind != AlertNews::Kind::Over)
            worst = std::max(worst, item.rule.severity);
    }
    return worst;
}

std::optional<AlertNews::Kind> AlertLedger::next(const AlertState &state, Entry &entry,
                                                 const AlertPolicy &policy, const QDateTime &now,
                                                 bool isHushed)
{
    using Kind = AlertNews::Kind;
    if (!state.isRaised()) {
        const bool wasTold = std::exchange(entry.isTold, false);
        if (std::exchange(entry.isRaised, false))
            entry.endedAt = now;
        entry.isAcknowledged = false;
        return wasTold && !isHushed ? std::optional(Kind::Over) : std::nullopt;
    }
    entry.isRaised = true;
    entry.raisedAt = state.raisedAt;
    if (isHushed)
        return std::nullopt;
    const bool wasToldLately = policy.remind.count() == 0
        ? entry.toldAt.isValid()
        : isWithin(entry.toldAt, now, policy.remind);
    if (!entry.isTold) {
        if (entry.isAcknowledged || (wasToldLately && isWithin(entry.endedAt, now, kReturnTime)))
            return std::nullopt;
        entry.isTold = true;
        entry.toldAt = now;
        return Kind::Raised;
    }
    if (wasToldLately || entry.isAcknowledged || state.phase != AlertPhase::Raised)
        return std::nullopt;
    entry.toldAt = now;
    return Kind::Reminder;
}

QList<AlertNews> AlertLedger::take(const QList<AlertRule> &rules, const States &states,
                                   const AlertPolicy &policy, const QDateTime &now,
                                   const QDateTime &local, bool isSnoozed)
{
    const bool isQuietNow = isQuiet(policy.quiet, local);
    QHash<QString, Entry> entries = m_entries;
    QList<AlertNews> news;
    for (const AlertRule &rule : rules) {
        if (!rule.isEnabled)
            continue;
        const bool comesThrough
            = rule.severity == AlertSeverity::Critical && policy.quiet.letsCriticalThrough;
        const AlertState state = states.value(rule.id);
        Entry &entry = entries[rule.id];
        if (const auto kind
            = next(state, entry, policy, now, isSnoozed || (isQuietNow && !comesThrough)))
            news << AlertNews{*kind, rule, state.last, entry.raisedAt, now};
    }
    if (news.isEmpty()) {
        m_entries = entries;
        return {};
    }
    // Soon after the last message: nothing of it has happened yet, the next look finds it again.
    if (isWithin(m_lastMessage, now, kGatherTime))
        return {};
    m_entries = entries;
    m_lastMessage = now;
    std::stable_sort(news.begin(), news.end(), [](const AlertNews &left, const AlertNews &right) {
        return left.rule.severity > right.rule.severity;
    });
    return news;
}

void AlertLedger::acknowledge(const QString &rule)
{
    // Also one that has not been told yet: whoever saw it by himself needs no telling.
    m_entries[rule].isAcknowledged = true;
}

bool AlertLedger::isAcknowledged(const QString &rule) const
{
    return m_entries.value(rule).isAcknowledged;
}

} // namespace yardmaster
