#include "worker/runner/jobrunner.h"

#include "worker/events/eventbus.h"
#include "worker/runner/releaser.h"
#include "worker/tasks/taskregistry.h"

namespace yardmaster {

using namespace Qt::StringLiterals;

JobRunner::JobRunner(QString workerId, std::shared_ptr<const TaskRegistry> registry,
                     int concurrency, int lowWater)
    : m_workerId(std::move(workerId))
    , m_registry(std::move(registry))
    , m_lowWater(lowWater)
    , m_local(concurrency)
{ }

void JobRunner::reportTo(Reports reports)
{
    const std::unique_lock lock(m_reportsMutex);
    m_reports = std::move(reports);
}

void JobRunner::runUntilEmpty()
{
    using Clock = std::chrono::steady_clock;
    while (const auto job = m_local.take()) {
        JobEvent event;
        event.job = job->info;
        {
            const std::shared_lock lock(m_reportsMutex);
            if (m_local.waiting() == m_lowWater && m_reports.onRoom)
                m_reports.onRoom();
            if (m_reports.events)
                Q_EMIT m_reports.events->jobStarted(event);
        }

        const auto begin = Clock::now();
        const TaskOutcome outcome = runOne(*job);
        event.duration
            = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin);

        const std::shared_lock lock(m_reportsMutex);
        auto givenUp = m_local.end(*job, [&](bool freesQueue) {
            if (m_reports.events && outcome.kind == TaskOutcome::Kind::Success)
                Q_EMIT m_reports.events->jobSucceeded(event);
            if (m_reports.releaser)
                m_reports.releaser->post({*job, freesQueue}, outcome, event.duration);
        });
        if (m_reports.releaser && !givenUp.empty())
            m_reports.releaser->postReturn(std::move(givenUp), false);
    }
    const std::shared_lock lock(m_reportsMutex);
    if (m_reports.onRoom)
        m_reports.onRoom();
}

TaskOutcome JobRunner::runOne(const Job &job)
{
    const TaskExecutor *executor = m_registry->find(job.info.task);
    if (!executor)
        return TaskOutcome::failure(u"this worker has no task '%1'"_s.arg(job.info.task));
    const TaskContext context{job, m_workerId, stop.get_token(), kill.get_token(),
                              [this, &job](const QString &line, bool isError) {
                                  const std::shared_lock lock(m_reportsMutex);
                                  if (m_reports.events)
                                      Q_EMIT m_reports.events->jobOutput(job.info, line, isError);
                              }};
    try {
        return executor->run(context);
    } catch (const std::exception &exception) {
        return TaskOutcome::failure(QString::fromUtf8(exception.what()));
    } catch (...) {
        return TaskOutcome::failure(u"the handler threw something that is not an exception"_s);
    }
}

} // namespace yardmaster
