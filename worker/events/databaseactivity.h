#pragma once

#include <yardmaster/dberror.h>

#include <QStringList>

#include <atomic>

namespace yardmaster {

class EventBus;

/// An activity of a worker that uses the database repeatedly; emits a trouble event each time it
/// fails, and a recovery event once, when it works again. Any thread.
class DatabaseActivity final
{
public:
    enum class Kind { Fetching, Writing, Beating, Renewing, Sweeping, Resetting, Listening, Cron };
    /// "fetching jobs"
    [[nodiscard]] static const QString &nameOf(Kind kind);
    /// Of all kinds.
    [[nodiscard]] static const QStringList &names();

    DatabaseActivity(Kind kind, QString workerId, EventBus *events);

    void onTrouble(const DbError &error);
    void onSuccess();
    [[nodiscard]] bool isTroubled() const { return m_isTroubled.load(); }

private:
    const QString m_name;
    const QString m_workerId;
    EventBus *const m_events;
    std::atomic<bool> m_isTroubled = false;
};

} // namespace yardmaster
