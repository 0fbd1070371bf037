#include "models/session/standbygate.h"

#include "worker/db/opensessions.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

#include <libpq-fe.h>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::seconds kAfterRefusal{10};
constexpr std::chrono::seconds kMostAfterRefusal{300};
/// After that, the servers of a list are tried in their order again.
constexpr std::chrono::minutes kPreferred{5};

} // namespace

StandbyGate::StandbyGate()
    : m_sessions(std::make_shared<OpenSessions>())
{ }

void StandbyGate::open()
{
    const QMutexLocker lock(&m_mutex);
    m_isOpen = true;
}

void StandbyGate::close()
{
    const QMutexLocker lock(&m_mutex);
    m_isOpen = false;
}

void StandbyGate::setPrimary(const PrimaryReport &primary)
{
    const QMutexLocker lock(&m_mutex);
    if (m_primary.system != primary.system || m_primary.database != primary.database
        || m_primary.timeline != primary.timeline)
        m_known.clear();
    m_primary = primary;
}

void StandbyGate::refuse()
{
    const QMutexLocker lock(&m_mutex);
    if (m_isOpen) // those that were on their way count once
        ++m_refusals;
    m_isOpen = false;
    m_refusedAt = std::chrono::steady_clock::now();
}

bool StandbyGate::wasRefused() const
{
    const QMutexLocker lock(&m_mutex);
    return m_refusedAt && std::chrono::steady_clock::now() - *m_refusedAt < pauseAfter(m_refusals);
}

std::chrono::seconds StandbyGate::pause() const
{
    const QMutexLocker lock(&m_mutex);
    return pauseAfter(m_refusals);
}

std::chrono::seconds StandbyGate::pauseAfter(int refusals)
{
    const int doubled = std::clamp(refusals - 1, 0, 5);
    return std::min(kAfterRefusal * (1 << doubled), kMostAfterRefusal);
}

void StandbyGate::noteServer(const QString &host, const QString &port)
{
    const QMutexLocker lock(&m_mutex);
    m_refusals = 0;
    if (m_host == host && m_port == port
        && std::chrono::steady_clock::now() - m_answeredAt < kPreferred)
        return; // it was tried first, which says nothing of those before it
    m_host = host;
    m_port = port;
    m_answeredAt = std::chrono::steady_clock::now();
}

ConnectionSettings StandbyGate::preferring(ConnectionSettings settings) const
{
    QStringList hosts = settings.value(u"host"_s).split(u',');
    QStringList ports = settings.value(u"port"_s).split(u',');
    const QMutexLocker lock(&m_mutex);
    if (hosts.size() < 2 || hosts.size() != ports.size()
        || std::chrono::steady_clock::now() - m_answeredAt >= kPreferred)
        return settings;
    for (qsizetype i = 1; i < hosts.size(); ++i) {
        if (hosts.at(i) == m_host && ports.at(i) == m_port) {
            hosts.move(i, 0);
            ports.move(i, 0);
            break;
        }
    }
    settings.set(u"host"_s, hosts.join(u','));
    settings.set(u"port"_s, ports.join(u','));
    return settings;
}

void StandbyGate::require(WalPosition position)
{
    const QMutexLocker lock(&m_mutex);
    m_required = std::max(m_required, beforePageHeader(position));
}

void StandbyGate::forgetPositions()
{
    const QMutexLocker lock(&m_mutex);
    m_required = 0;
}

bool StandbyGate::isOpen() const
{
    const QMutexLocker lock(&m_mutex);
    return m_isOpen && m_settled == m_changes;
}

bool StandbyGate::isAheadOf(WalPosition replayed) const
{
    const QMutexLocker lock(&m_mutex);
    return m_isTurnedAway && (m_settled != m_changes || replayed < m_required);
}

void StandbyGate::noteTurnedAway()
{
    const QMutexLocker lock(&m_mutex);
    m_isTurnedAway = true;
}

bool StandbyGate::admits(const Result<Session *> &session)
{
    if (!session || !isOpen() || !isKnown(**session))
        return false;
    const auto rows = (*session)->query(sqlText("models/session/replayed_position.sql", {}));
    if (!rows || !rows->boolean(0, 0))
        return false;
    const QMutexLocker lock(&m_mutex);
    m_isTurnedAway
        = !m_isOpen || m_settled != m_changes || walPosition(rows->text(0, 1)) < m_required;
    return !m_isTurnedAway;
}

bool StandbyGate::isKnown(Session &session)
{
    const QByteArray name = QByteArray(PQhost(session.handle())) + ':' + PQport(session.handle())
        + '#' + QByteArray::number(session.backendPid());
    {
        const QMutexLocker lock(&m_mutex);
        if (m_known.contains(name))
            return true;
    }
    const auto report = readStandbyReport(session);
    const QMutexLocker lock(&m_mutex);
    const bool isSame = report && report->isOf(m_primary);
    if (isSame)
        m_known.insert(name);
    return isSame;
}

void StandbyGate::noteChange()
{
    const QMutexLocker lock(&m_mutex);
    ++m_changes;
}

void StandbyGate::noteChange(Session &primary)
{
    noteChange();
    // What is open is going to be rolled back, and may have failed: the watch reads it later.
    if (!primary.isLost() && !primary.isInTransaction())
        (void)readPosition(primary);
}

Result<WalPosition> StandbyGate::readPosition(Session &primary)
{
    quint64 changes = 0;
    {
        const QMutexLocker lock(&m_mutex);
        changes = m_changes;
    }
    const auto position = readWalPosition(primary);
    const QMutexLocker lock(&m_mutex);
    if (position && m_settled < changes) {
        m_settled = changes;
        m_required = std::max(m_required, beforePageHeader(*position));
    }
    return position;
}

bool StandbyGate::isItsFault(const Result<Session *> &session, const DbError &error)
{
    if (!session || (*session)->isLost())
        return true;
    // Among them conflicts with replay and the time it takes to wait for it, what cannot be done
    // during recovery, and tables that have not arrived yet. What a person cancels ends at once on
    // the primary, see Query. Errors of our own, such as a full disk, have no SQLSTATE.
    return !error.sqlState.isEmpty();
}

} // namespace yardmaster
