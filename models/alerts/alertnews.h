#pragma once

#include "models/alerts/alertpolicy.h"
#include "models/alerts/alertstate.h"

#include <QHash>

namespace yardmaster {

/// Something about one alert that is told to a person.
struct AlertNews
{
    enum class Kind {
        Raised,
        Reminder, ///< still active
        Over,
        Test, ///< a test notification
    };

    Kind kind = Kind::Raised;
    AlertRule rule;
    AlertMeasure measure;
    QDateTime raisedAt;
    QDateTime at;

    [[nodiscard]] bool operator==(const AlertNews &) const = default;
};

/// What is told at once: one notification.
struct AlertMessage
{
    QList<AlertNews> news; ///< the most severe first
    QDateTime at;

    /// Something is wrong, not only over.
    [[nodiscard]] bool isTrouble() const;
    [[nodiscard]] AlertSeverity severity() const; ///< the worst of what is wrong
};

/// Between two messages; what happens meanwhile is told together.
inline constexpr std::chrono::seconds kGatherTime{30};
/// An alert that comes back sooner after its end is the same one, and held back as reminders are.
inline constexpr std::chrono::minutes kReturnTime{10};

/// Who has been told what. Decides what to tell next: an alert once, again only as a reminder, and
/// its end. Nothing in quiet hours and while snoozed; what is still active after them is sent then.
class AlertLedger final
{
public:
    using States = QHash<QString, AlertState>; ///< by id of the rule

    /// @param isSnoozed  tell nothing now, critical or not.
    /// @param local  `now` by the wall clock, for quiet hours.
    /// @returns what to tell now, and takes it for told. Often nothing.
    [[nodiscard]] QList<AlertNews> take(const QList<AlertRule> &rules, const States &states,
                                        const AlertPolicy &policy, const QDateTime &now,
                                        const QDateTime &local, bool isSnoozed);

    /// Nothing more of this alert until it is over. To be called while it is raised.
    void acknowledge(const QString &rule);
    [[nodiscard]] bool isAcknowledged(const QString &rule) const;
    void forget(const QString &rule) { m_entries.remove(rule); }

private:
    struct Entry
    {
        bool isRaised = false; // when last looked at
        bool isTold = false;   // of the alert that is raised
        bool isAcknowledged = false;
        QDateTime toldAt;
        QDateTime endedAt;
        QDateTime raisedAt;
    };

    [[nodiscard]] static std::optional<AlertNews::Kind> next(const AlertState &state, Entry &entry,
                                                             const AlertPolicy &policy,
                                                             const QDateTime &now, bool isHushed);

    QHash<QString, Entry> m_entries;
    QDateTime m_lastMessage;
};

} // namespace yardmaster
