#include "worker/runner/workerservices.h"

#include "worker/db/endingtransactions.h"
#include "worker/db/threadsession.h"
#include "worker/queue/jobqueue.h"
#include "worker/runner/jobsender.h"
#include "worker/runner/preparedadd.h"
#include "worker/tasks/readyfuture.h"
#include <yardmaster/eventbus.h>
#include <yardmaster/taskregistry.h>
#include <yardmaster/workeroptions.h>

#include <QThreadPool>

#include <algorithm>
#include <cmath>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

WorkerFacts factsFrom(const WorkerOptions &options, const QString &workerId,
                      const TaskRegistry &registry)
{
    return {workerId,
            options.schema,
            options.clock ? TimeMode::Application : TimeMode::Database,
            registry.identifiers(),
            &registry.shared(),
            Logger(options.logSink, {.workerId = workerId}),
            options.connection};
}

/// Told to a handler that has been given up: its job belongs to somebody else now.
tl::unexpected<DbError> workerEnded()
{
    return fail(DbError::Kind::Cancelled, u"the worker has ended"_s);
}

} // namespace

WorkerServices::WorkerServices(const WorkerOptions &options, const QString &workerId,
                               const TaskRegistry &registry, std::shared_ptr<JobSender> sender)
    : JobServices(factsFrom(options, workerId, registry))
    , m_connection(options.connection)
    , m_clock(options.clock)
    , m_interceptors(options.interceptors)
    , m_sender(std::move(sender))
    , m_sinkTakesOutput(bool(options.logSink))
{ }

WorkerServices::~WorkerServices() = default;

void WorkerServices::reportTo(EventBus *events)
{
    std::unique_ptr<QThreadPool> pool;
    {
        const std::unique_lock lock(m_mutex);
        m_events = events;
        pool = std::move(m_pool);
        if (events) {
            m_pool = std::make_unique<QThreadPool>();
            m_pool->setMaxThreadCount(kDatabaseThreads);
            m_pool->setObjectName(u"yardmaster database"_s);
        }
    }
    if (pool && !pool->waitForDone(300))
        pool.release(); // NOLINT(bugprone-unused-return-value): its destructor would wait for ever
}

bool WorkerServices::hasEnded()
{
    const std::shared_lock lock(m_mutex);
    return !m_events;
}

void WorkerServices::end(const Job &job)
{
    if (const auto last = m_progress.end(job.info.id))
        emitProgress(job, *last);
}

Result<std::optional<QByteArray>> WorkerServices::storedPayload(const Job &job)
{
    if (hasEnded())
        return workerEnded();
    auto session = ThreadSession::use(m_connection, u"task"_s);
    if (!session)
        return tl::make_unexpected(session.error());
    return JobQueue::storedPayload(**session, facts().schema, job);
}

void WorkerServices::output(const Job &job, const QString &line, bool isError)
{
    if (m_sinkTakesOutput) {
        facts()
            .logger
            .scope({.label = isError ? u"stderr"_s : u"stdout"_s,
                    .taskIdentifier = job.info.task,
                    .jobId = job.info.id})
            .log(isError ? LogLevel::Error : LogLevel::Info, line);
    }
    const std::shared_lock lock(m_mutex);
    if (m_events)
        Q_EMIT m_events->jobOutput(job.info, line, isError, facts().workerId);
}

void WorkerServices::progress(const Job &job, double fraction, const QString &text)
{
    const ProgressMeter::Reading reading{
        std::isnan(fraction) ? 0.0 : std::clamp(fraction, 0.0, 1.0), text};
    if (m_progress.note(job.info.id, reading, ProgressMeter::Clock::now()))
        emitProgress(job, reading);
}

void WorkerServices::emitProgress(const Job &job, const ProgressMeter::Reading &reading)
{
    const std::shared_lock lock(m_mutex);
    if (m_events && m_events->hears<&EventBus::jobProgressed>())
        Q_EMIT m_events->jobProgressed(
            {job.info, reading.fraction, reading.text, facts().workerId});
}

QFuture<AddedJob> WorkerServices::add(const Job &from, JobSpec spec)
{
    if (hasEnded())
        return readyFuture(AddedJob(workerEnded()));
    const Result<bool> isWanted = prepareAdd(m_interceptors.get(), ScheduleRequest::Source::Handler,
                                             TraceContext::fromPayload(from.payload), &spec);
    if (!isWanted)
        return readyFuture(AddedJob(tl::make_unexpected(isWanted.error())));
    if (!*isWanted)
        return readyFuture(AddedJob(std::nullopt));
    m_adds->begin(from.run);
    return m_sender->add(std::move(spec), JobSender::WhenAway::Wait)
        .then([adds = m_adds, run = from.run](AddedJob added) {
            adds->end(run, added ? nullptr : &added.error());
            return added;
        });
}

QFuture<AddedJobs> WorkerServices::addAll(const Job &from, std::vector<JobSpec> specs)
{
    if (hasEnded())
        return readyFuture(AddedJobs(workerEnded()));
    auto wanted = prepareAdds(m_interceptors.get(), ScheduleRequest::Source::Handler,
                              TraceContext::fromPayload(from.payload), std::move(specs));
    if (!wanted)
        return readyFuture(AddedJobs(tl::make_unexpected(wanted.error())));
    m_adds->begin(from.run);
    return m_sender->addAll(*std::move(wanted), JobSender::WhenAway::Wait)
        .then([adds = m_adds, run = from.run](AddedJobs added) {
            adds->end(run, added ? nullptr : &added.error());
            return added;
        });
}

Result<void> WorkerServices::withDatabase(const Job &from, const DatabaseWork &work)
{
    if (hasEnded())
        return workerEnded();
    auto session = ThreadSession::use(m_connection, u"task"_s);
    if (!session)
        return tl::make_unexpected(session.error());
    const auto prepare = [this, trace = TraceContext::fromPayload(from.payload)](JobSpec *spec) {
        return prepareAdd(m_interceptors.get(), ScheduleRequest::Source::Handler, trace, spec);
    };
    JobDatabase database(**session, facts().schema, m_clock, prepare);
    return endingTransactions(**session, [&] { work(database); });
}

void WorkerServices::post(std::function<void(JobServices &)> call)
{
    {
        const std::shared_lock lock(m_mutex);
        if (m_pool) {
            m_pool->start([self = shared_from_this(), call = std::move(call)] { call(*self); });
            return;
        }
    }
    call(*this); // to be told that there is no database any more
}

} // namespace yardmaster
