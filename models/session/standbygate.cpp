#include "models/session/standbygate.h"

#include "worker/db/opensessions.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

#include <libpq-fe.h>

namespace yardmaster {

namespace {

constexpr std::chrono::seconds kAfterRefusal{10};

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
    m_isOpen = false;
    m_refusedAt = std::chrono::steady_clock::now();
}

bool StandbyGate::wasRefused() const
{
    const QMutexLocker lock(&m_mutex);
    return m_refusedAt && std::chrono::steady_clock::now() - *m_refusedAt < kAfterRefusal;
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

bool StandbyGate::admits(const Result<Session *> &session)
{
    if (!session || !isOpen() || !isKnown(**session))
        return false;
    const auto rows = (*session)->query(sqlText("models/session/replayed_position.sql", {}));
    if (!rows || !rows->boolean(0, 0))
        return false;
    const QMutexLocker lock(&m_mutex);
    return m_isOpen && m_settled == m_changes && walPosition(rows->text(0, 1)) >= m_required;
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
