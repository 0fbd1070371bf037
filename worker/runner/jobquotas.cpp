#include "worker/runner/jobquotas.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace yardmaster {

JobQuotas::JobQuotas(const WorkerOptions &options)
    : m_tasks(options.taskLimits, options.taskRates)
    , m_flags(options.flagLimits, options.flagRates)
{ }

QStringList JobQuotas::limitedFlags(const Job &job) const
{
    if (m_flags.isEmpty() || job.flags.isEmpty())
        return {};
    QStringList flags = QJsonDocument::fromJson(job.flags).object().keys();
    flags.removeIf([this](const QString &flag) { return !m_flags.limits(flag); });
    return flags;
}

void JobQuotas::onEntered(const Job &job)
{
    m_tasks.onEntered(job.info.task);
    if (m_flags.isEmpty())
        return; // a drain passes here
    for (const QString &flag : limitedFlags(job))
        m_flags.onEntered(flag);
}

void JobQuotas::onStarted(const Job &job)
{
    if (m_tasks.isEmpty() && m_flags.isEmpty())
        return; // a drain passes here
    const auto now = Clock::now();
    m_tasks.onStarted(job.info.task, now);
    for (const QString &flag : limitedFlags(job))
        m_flags.onStarted(flag, now);
}

void JobQuotas::onLeft(const Job &job, bool wasStarted)
{
    m_tasks.onLeft(job.info.task, wasStarted);
    if (m_flags.isEmpty())
        return; // and here
    for (const QString &flag : limitedFlags(job))
        m_flags.onLeft(flag, wasStarted);
}

int JobQuotas::taskAllowance(const QString &task) const
{
    return m_tasks.allowance(task, Clock::now());
}

QMap<QString, int> JobQuotas::flagAllowances() const
{
    const auto now = Clock::now();
    QMap<QString, int> allowances;
    for (const QString &flag : m_flags.names())
        allowances.insert(flag, m_flags.allowance(flag, now));
    return allowances;
}

std::optional<std::chrono::milliseconds> JobQuotas::untilAllowance() const
{
    const auto now = Clock::now();
    auto next = m_tasks.nextAllowance(now);
    if (const auto flags = m_flags.nextAllowance(now))
        next = next ? std::min(*next, *flags) : flags;
    if (!next)
        return std::nullopt;
    return std::chrono::ceil<std::chrono::milliseconds>(*next - now);
}

} // namespace yardmaster
