#include "models/session/reachability.h"

#include <utility>

namespace yardmaster {

Reachability::Reachability() = default;

Reachability::~Reachability() = default;

std::optional<DbError> Reachability::error() const
{
    const QMutexLocker lock(&m_mutex);
    return m_error;
}

void Reachability::onReached()
{
    const QMutexLocker order(&m_signals);
    {
        const QMutexLocker lock(&m_mutex);
        m_reachedAt = std::chrono::steady_clock::now();
        if (!std::exchange(m_error, std::nullopt))
            return;
    }
    Q_EMIT recovered();
}

void Reachability::onRefused(std::chrono::steady_clock::time_point since, const DbError &error)
{
    const QMutexLocker order(&m_signals);
    {
        const QMutexLocker lock(&m_mutex);
        if (since < m_reachedAt)
            return;
        const bool isKnown = m_error.has_value();
        m_error = error;
        if (isKnown)
            return;
    }
    Q_EMIT lost(error);
}

void Reachability::setRefusal(const std::optional<DbError> &refusal)
{
    const bool isNew = refusal && !m_refusal;
    m_refusal = refusal;
    if (isNew)
        Q_EMIT lost(*refusal);
}

DbError Reachability::explained(const DbError &error) const
{
    return error.kind == DbError::Kind::SchemaMissing ? m_refusal.value_or(error) : error;
}

void Reachability::setLate(bool isLate)
{
    if (std::exchange(m_isLate, isLate) != isLate)
        Q_EMIT lateChanged(isLate);
}

void Reachability::announceRecovery()
{
    // Without a lock: this is the GUI thread's, whose slots run at once.
    if (!error())
        Q_EMIT recovered();
}

} // namespace yardmaster
