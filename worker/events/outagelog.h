#pragma once

#include <yardmaster/eventbus.h>

#include <QHash>
#include <QSet>

#include <chrono>
#include <functional>
#include <mutex>

namespace yardmaster {

/// Logs trouble with the database in few lines. In an outage all activities of a worker fail
/// repeatedly: one line says that the database is gone, one that it is back, and how long that
/// took. Errors of a reachable database are logged once for each activity, until it works again or
/// fails for another reason.
///
///   there ──connection error──> gone ──an activity works again──> there
///
/// After the database came back, an activity may fail late. In an attempt that began before: within
/// kLate that is not a new outage. Or as it uses a connection again that it has from before,
/// however long that was idle: its first loss of a connection since the outage is not a new one.
/// Any thread.
class OutageLog final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OutageLog)

public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::seconds kLate{15};

    enum class Severity { Info, Warning };
    using Sink = std::function<void(Severity severity, const QString &line)>;

    /// @param where  the database, for people; may be empty.
    OutageLog(EventBus *events, QString where, Sink sink, QObject *parent = nullptr);

    /// The database of a worker is gone. Any thread.
    [[nodiscard]] bool isGone() const;
    /// How often one was. Any thread.
    [[nodiscard]] qint64 outages() const;

    /// For tests.
    void setClock(std::function<Clock::time_point()> clock) { m_clock = std::move(clock); }

private:
    struct Worker
    {
        bool isGone = false;
        Clock::time_point since; ///< since when it is gone, or back
        QSet<QString> notBack; ///< activities that have failed in the outage, and not worked since
        QSet<QString> renewed; ///< activities that have failed since the last outage began
        QHash<QString, QString> refused; ///< errors logged, by activity
    };

    [[nodiscard]] QString at() const;
    void onTrouble(const QString &during, const DbError &error, const QString &workerId);
    void onRecovered(const QString &during, const QString &workerId);

    const QString m_where;
    const Sink m_sink;
    std::function<Clock::time_point()> m_clock = &Clock::now;
    mutable std::mutex m_mutex; // guards the rest
    qint64 m_outages = 0;
    QHash<QString, Worker> m_workers;
};

} // namespace yardmaster
