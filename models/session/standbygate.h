#pragma once

#include "models/session/standbyreport.h"
#include <yardmaster/connectionsettings.h>
#include <yardmaster/result.h>

#include <QMutex>
#include <QSet>

#include <memory>
#include <optional>

namespace yardmaster {

class OpenSessions;
class Session;

/// Decides what may be read from the standby of a SessionPool. Closed until a StandbyWatch opens
/// it.
///
/// After a change made in this window, what is read comes from the primary until the session's
/// server has replayed the change. The alternative, to wait for the standby, would make a person
/// wait for as long as it is behind, and for ever where replay is paused; this costs the primary a
/// few reads, for as long. Each session is asked, not the watch: a list of standbys has servers of
/// different lag.
///
/// Any thread.
class StandbyGate final
{
public:
    StandbyGate();

    /// Of the standby: what hangs there can be cut off.
    [[nodiscard]] const std::shared_ptr<OpenSessions> &sessions() const { return m_sessions; }

    /// @name By the watch.
    /// @{
    void open();
    void close();
    /// Other servers' standbys are not read, nor those that replay another history of this one.
    void setPrimary(const PrimaryReport &primary);
    /// What is read must not be older than this.
    void require(WalPosition position);
    /// The primary is another one, whose positions are not comparable.
    void forgetPositions();
    /// @}

    /// No session could be opened there, which may have taken seconds: not worth trying for a
    /// while, which grows with each time in a row.
    void refuse();
    [[nodiscard]] bool wasRefused() const;
    /// How long that is, after so many times in a row.
    /// For how long the newest refusal counts.
    [[nodiscard]] std::chrono::seconds pause() const;
    [[nodiscard]] static std::chrono::seconds pauseAfter(int refusals);
    /// A session has been opened to this one of the servers that `hosts` and `ports` list.
    void noteServer(const QString &host, const QString &port);
    /// Of a list, the server that answered last comes first for a while: one before it that does
    /// not answer would delay each new session by the time limit for connecting.
    [[nodiscard]] ConnectionSettings preferring(ConnectionSettings settings) const;
    /// Whether it is worth asking a session.
    [[nodiscard]] bool isOpen() const;
    /// What was read last came from the primary, and a standby that has replayed so much is still
    /// behind what has to be seen.
    [[nodiscard]] bool isAheadOf(WalPosition replayed) const;
    /// Something was read from the primary instead.
    void noteTurnedAway();
    /// Whether its server is a standby of the primary and has replayed what has to be seen. Blocks
    /// for a round trip; on the session's thread.
    [[nodiscard]] bool admits(const Result<Session *> &session);

    /// Something may have been changed, and is to be seen by who reads from now on: from the
    /// primary, until readPosition().
    void noteChange();
    /// The same, on the session that may have changed it. Blocks for a round trip.
    void noteChange(Session &primary);
    /// Where the primary's log ends; what was noted before is in front of that. Blocks for a round
    /// trip.
    [[nodiscard]] Result<WalPosition> readPosition(Session &primary);

    /// Whether what failed with `error` may succeed on the primary.
    [[nodiscard]] static bool isItsFault(const Result<Session *> &session, const DbError &error);

private:
    [[nodiscard]] bool isKnown(Session &session);

    const std::shared_ptr<OpenSessions> m_sessions;
    mutable QMutex m_mutex; // guards the rest
    bool m_isOpen = false;
    WalPosition m_required = 0;
    quint64 m_changes = 0;       // noted
    quint64 m_settled = 0;       // of them, those in front of m_required
    bool m_isTurnedAway = false; // who read last
    PrimaryReport m_primary;
    std::optional<std::chrono::steady_clock::time_point> m_refusedAt;
    int m_refusals = 0; // in a row
    QString m_host;     // of the server that answered last, and its port
    QString m_port;
    std::chrono::steady_clock::time_point m_answeredAt;
    QSet<QByteArray> m_known; // sessions of standbys of the primary, by server and process
};

} // namespace yardmaster
