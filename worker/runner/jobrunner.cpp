#include "worker/runner/jobrunner.h"

#include "worker/runner/asyncrun.h"
#include "worker/runner/outcomerules.h"
#include "worker/runner/releaser.h"
#include "worker/runner/workerservices.h"
#include "worker/tasks/handlererror.h"
#include <yardmaster/eventbus.h>
#include <yardmaster/interceptors.h>
#include <yardmaster/tracecontext.h>
#include <yardmaster/workeroptions.h>

#include <QLoggingCategory>
#include <QThread>
#include <QThreadPool>

#include <thread>

Q_LOGGING_CATEGORY(lcRun, "yardmaster.worker.run", QtInfoMsg)

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// Jobs the executor thread starts before it looks after those it has.
constexpr int kStartsPerTurn = 64;
/// A payload is tried to be read so often, with a pause before each further time.
constexpr int kPayloadReads = 3;
constexpr std::chrono::milliseconds kPayloadPause{500};

LocalQueue::Times timesFrom(const WorkerOptions &options)
{
    LocalQueue::Times times;
    times.horizon = options.prefetchHorizon;
    if (times.horizon.count() > 0)
        times.lane = times.horizon;
    return times;
}

} // namespace

JobRunner::JobRunner(QString workerId, std::shared_ptr<const TaskRegistry> registry,
                     const WorkerOptions &options, std::shared_ptr<JobSender> sender)
    : m_workerId(std::move(workerId))
    , m_registries{std::move(registry)}
    , m_registry(m_registries.front().get())
    , m_lowWater(options.localQueueSize / 2)
    , m_interceptors(options.interceptors)
    , m_taskTimeout(options.taskTimeout)
    , m_taskTimeouts(options.taskTimeouts)
    , m_services(std::make_shared<WorkerServices>(options, m_workerId, *m_registries.front(),
                                                  std::move(sender)))
    , m_local(options.concurrency, JobQuotas(options),
              {m_registries.front()->asynchronous(), options.asyncConcurrency}, timesFrom(options))
{ }

JobRunner::~JobRunner() = default;

void JobRunner::reportTo(Reports reports)
{
    m_services->reportTo(reports.events);
    const std::unique_lock lock(m_reportsMutex);
    m_reports = std::move(reports);
}

void JobRunner::requestStop()
{
    std::stop_source stop;
    {
        const std::scoped_lock lock(m_stopMutex);
        m_isStopRequested = true;
        stop = m_stop;
    }
    stop.request_stop(); // calls handlers
}

void JobRunner::requestStopOfRunning()
{
    std::stop_source stop;
    {
        const std::scoped_lock lock(m_stopMutex);
        stop = m_stop;
        if (!m_isStopRequested)
            m_stop = std::stop_source();
    }
    stop.request_stop();
}

std::stop_token JobRunner::stopToken() const
{
    const std::scoped_lock lock(m_stopMutex);
    return m_stop.get_token();
}

void JobRunner::start(Starts starts)
{
    const std::shared_lock lock(m_reportsMutex);
    startLocked(starts);
}

bool JobRunner::startAwaiting(std::function<void()> await)
{
    const std::shared_lock lock(m_reportsMutex);
    if (!m_reports.pool || !m_local.takeThread())
        return false;
    m_reports.pool->start([self = shared_from_this(), await = std::move(await)] {
        await();
        if (self->isOpen()) // or nobody would hear of what was run
            self->runUntilEmpty({});
    });
    return true;
}

void JobRunner::setGate(const std::shared_ptr<const HeartbeatFreshness> &gate)
{
    m_local.setGate(gate);
    m_services->setGate(gate);
}

bool JobRunner::isOpen()
{
    const std::shared_lock lock(m_reportsMutex);
    return m_reports.pool != nullptr;
}

void JobRunner::setHeldNames(const HeldNames &names)
{
    const std::shared_lock lock(m_reportsMutex);
    startLocked(m_local.hold(names, jobReturner()));
}

void JobRunner::setTasks(std::shared_ptr<const TaskRegistry> registry)
{
    for (const auto &known : {m_registries.back(), registry}) {
        const QStringList tasks = known->identifiers();
        m_served.unite(QSet<QString>(tasks.begin(), tasks.end()));
    }
    m_registries.push_back(std::move(registry));
    const TaskRegistry &now = *m_registries.back();
    QSet<QString> gone = m_served;
    gone.removeIf([&now](const QString &task) { return now.entry(task) != nullptr; });
    m_haveTasksChanged = true;
    m_registry.store(&now, std::memory_order_release);
    const std::shared_lock lock(m_reportsMutex);
    startLocked(m_local.setTasks(now.asynchronous(), gone, jobReturner()));
}

void JobRunner::startLocked(Starts starts)
{
    if (m_reports.pool) {
        for (int i = 0; i < starts.threads; ++i)
            m_reports.pool->start([self = shared_from_this()] { self->runUntilEmpty({}); });
    }
    if (starts.loop > 0)
        postToLoop([self = shared_from_this(), starts] { self->startOnLoop(starts.loop); });
}

void JobRunner::postToLoop(std::function<void()> call) const
{
    if (m_reports.loop)
        QMetaObject::invokeMethod(m_reports.loop, std::move(call), Qt::QueuedConnection);
}

void JobRunner::runUntilEmpty(std::optional<TakenJob> first)
{
    for (std::optional<TakenJob> taken = first ? std::move(first) : next(Slot::Thread); taken;
         taken = next(Slot::Thread)) {
        Job &job = taken->job;
        if (job.isPayloadLeft && !readPayload(&job))
            continue;
        const TaskRegistry::Entry *entry = entryOf(job);
        if (isGone(job, entry, Slot::Thread))
            continue;
        reportStart(&job);
        const auto begin = Clock::now();
        std::optional<TaskOutcome> outcome = outcomeBefore(&job, entry);
        const bool isRun = !outcome;
        if (isRun) {
            outcome = runBlocking(job, *entry);
            outcome = afterAdds(*std::move(outcome), m_services->adds().waitUntilWritten(job.run));
        }
        finish(job, endingOf(job, entry, *std::move(outcome), isRun, begin));
    }
    reportRoom();
}

void JobRunner::startOnLoop(int count)
{
    m_loopSlots += count;
    if (m_isStarting)
        return; // a run ended within its start(); the loop below goes on
    m_isStarting = true;
    bool ranDry = false;
    for (int i = 0; i < kStartsPerTurn && m_loopSlots > 0; ++i) {
        --m_loopSlots;
        if (std::optional<TakenJob> taken = next(Slot::Loop))
            startAsync(std::move(taken->job));
        else
            ranDry = true;
    }
    m_isStarting = false;
    if (m_loopSlots > 0) {
        const std::shared_lock lock(m_reportsMutex);
        postToLoop([self = shared_from_this()] { self->startOnLoop(0); });
    }
    if (ranDry)
        reportRoom();
}

bool JobRunner::readPayload(Job *job)
{
    Result<std::optional<QByteArray>> read = std::nullopt;
    const std::stop_token stop = stopToken();
    for (int tries = 0; tries < kPayloadReads; ++tries) {
        // Not faster: the job would be fetched, and given back, as fast as the database can.
        for (auto waited = 0ms; tries > 0 && waited < kPayloadPause && !stop.stop_requested();
             waited += 50ms)
            std::this_thread::sleep_for(50ms);
        read = m_services->storedPayload(*job);
        if (read || stop.stop_requested())
            break;
    }
    if (read && *read) {
        job->payload = **std::move(read);
        job->isPayloadLeft = false;
        return mayStill(*job);
    }
    if (!read) {
        qCWarning(lcRun, "could not read the payload of job %lld: %s", qlonglong(job->info.id),
                  qUtf8Printable(read.error().message));
    }
    unstart(*job);
    return false;
}

/// After a wait that may have been longer than others wait for a heartbeat. Gives the job back if
/// not.
bool JobRunner::mayStill(const Job &job)
{
    if (m_local.mayStart(job))
        return true;
    unstart(job);
    return false;
}

void JobRunner::unstart(const Job &job)
{
    const std::shared_lock lock(m_reportsMutex);
    startLocked(m_local.unstart(job, jobReturner()));
}

bool JobRunner::isGone(const Job &job, const TaskRegistry::Entry *entry, Slot here)
{
    if (!m_haveTasksChanged.load(std::memory_order_acquire))
        return false;
    const auto mode
        = here == Slot::Loop ? TaskExecutor::Mode::Asynchronous : TaskExecutor::Mode::Blocking;
    if (entry && entry->executor->mode() == mode)
        return false;
    unstart(job);
    return true;
}

void JobRunner::startAsync(Job &&job)
{
    if (job.isPayloadLeft) {
        m_services->post([self = shared_from_this(), job = std::move(job)](JobServices &) mutable {
            const bool isRead = self->readPayload(&job);
            const std::shared_lock lock(self->m_reportsMutex);
            self->postToLoop([self, isRead, job = std::move(job)]() mutable {
                if (isRead && self->mayStill(job)) {
                    self->startAsync(std::move(job));
                    self->startOnLoop(0); // its place, should it have ended already
                } else {
                    self->startOnLoop(1);
                }
            });
        });
        return;
    }
    const TaskRegistry::Entry *entry = entryOf(job);
    if (isGone(job, entry, Slot::Loop)) {
        ++m_loopSlots;
        return;
    }
    QObject *const scope = reportStart(&job);
    const auto begin = Clock::now();
    if (std::optional<TaskOutcome> outcome = outcomeBefore(&job, entry)) {
        finish(job, endingOf(job, entry, *std::move(outcome), false, begin));
        ++m_loopSlots;
        return;
    }
    std::unique_ptr<Deadlines::Run> deadline = deadlineFor(job, *entry);
    const auto run = std::make_shared<AsyncRun>(
        AsyncParts{shared_from_this(), std::move(job), entry, begin, std::move(deadline)}, scope);
    if (!entry->executor->startsTimeout())
        run->startTimeout();
    try {
        entry->executor->start(run);
    } catch (...) {
        run->end(TaskOutcome::failure(currentExceptionText()));
    }
}

void JobRunner::endAsync(const Job &job, const TaskRegistry::Entry &entry, TaskOutcome &&outcome,
                         bool hasTimedOut, Clock::time_point begin)
{
    if (hasTimedOut)
        outcome = afterTimeout(std::move(outcome), timeoutOf(job, entry));
    if (!m_services->adds().has(job.run)) {
        endWritten(job, entry, std::move(outcome), begin);
        return;
    }
    m_services->adds().whenWritten(
        job.run,
        [self = shared_from_this(), job, entry = &entry, outcome = std::move(outcome),
         begin](const std::optional<DbError> &trouble) {
            self->endWritten(job, *entry, afterAdds(outcome, trouble), begin);
        });
}

void JobRunner::endWritten(const Job &job, const TaskRegistry::Entry &entry, TaskOutcome &&outcome,
                           Clock::time_point begin)
{
    Ending ending = endingOf(job, &entry, std::move(outcome), true, begin);
    {
        const std::shared_lock lock(m_reportsMutex);
        finishLocked(job, std::move(ending));
        if (!m_reports.loop)
            return;
        if (m_reports.loop->thread() != QThread::currentThread()) {
            postToLoop([self = shared_from_this()] { self->startOnLoop(1); });
            return;
        }
    }
    startOnLoop(1);
}

std::optional<TakenJob> JobRunner::next(Slot here)
{
    std::optional<TakenJob> taken = m_local.take(here);
    if (taken && taken->left == m_lowWater)
        reportRoom();
    if (taken && taken->slot != here) {
        handOver(*std::move(taken));
        taken.reset();
    }
    return taken;
}

void JobRunner::handOver(TakenJob &&taken)
{
    const std::shared_lock lock(m_reportsMutex);
    if (taken.slot == Slot::Loop) {
        postToLoop([self = shared_from_this(), taken = std::move(taken)]() mutable {
            self->startAsync(std::move(taken.job));
            self->startOnLoop(0); // its slot, should it have ended already
        });
    } else if (m_reports.pool) {
        m_reports.pool->start([self = shared_from_this(), taken = std::move(taken)]() mutable {
            self->runUntilEmpty(std::move(taken));
        });
    }
}

TaskOutcome JobRunner::runBlocking(const Job &job, const TaskRegistry::Entry &entry)
{
    const std::unique_ptr<Deadlines::Run> deadline = deadlineFor(job, entry);
    const TaskContext context = contextFor(job, deadline.get());
    TaskOutcome outcome;
    if (deadline)
        deadline->begin();
    try {
        outcome = entry.executor->run(context);
    } catch (...) {
        outcome = TaskOutcome::failure(currentExceptionText());
    }
    if (deadline && deadline->hasPassed())
        return afterTimeout(std::move(outcome), timeoutOf(job, entry));
    return outcome;
}

std::chrono::milliseconds JobRunner::timeoutOf(const Job &job,
                                               const TaskRegistry::Entry &entry) const
{
    if (!m_taskTimeouts.isEmpty()) {
        const auto own = m_taskTimeouts.find(job.info.task);
        if (own != m_taskTimeouts.end())
            return *own;
    }
    const bool isOwn = entry.options.timeout.count() > 0 && !entry.options.isTimeoutDefault;
    return isOwn ? entry.options.timeout : m_taskTimeout.value_or(entry.options.timeout);
}

std::unique_ptr<Deadlines::Run> JobRunner::deadlineFor(const Job &job,
                                                       const TaskRegistry::Entry &entry)
{
    const auto timeout = timeoutOf(job, entry);
    if (timeout.count() <= 0)
        return nullptr;
    return std::make_unique<Deadlines::Run>(&m_deadlines, timeout, stopToken(), kill.get_token());
}

TaskContext JobRunner::contextFor(const Job &job, const Deadlines::Run *deadline)
{
    return {job, deadline ? deadline->stop() : stopToken(),
            deadline ? deadline->kill() : kill.get_token(), *m_services};
}

std::optional<TaskOutcome> JobRunner::outcomeBefore(Job *job,
                                                    const TaskRegistry::Entry *entry) const
{
    if (!entry)
        return TaskOutcome::failure(u"this worker has no task '%1'"_s.arg(job->info.task));
    if (!m_interceptors)
        return std::nullopt;
    return m_interceptors->begin(job, m_workerId);
}

QObject *JobRunner::reportStart(Job *job)
{
    job->info.traceparent = TraceContext::fromPayload(job->payload).traceparent;
    const std::shared_lock lock(m_reportsMutex);
    if (m_reports.events && m_reports.events->hears<&EventBus::jobStarted>()) {
        JobEvent event;
        event.job = job->info;
        event.workerId = m_workerId;
        Q_EMIT m_reports.events->jobStarted(event);
    }
    return m_reports.loop;
}

JobRunner::Ending JobRunner::endingOf(const Job &job, const TaskRegistry::Entry *entry,
                                      TaskOutcome &&outcome, bool wasRun, Clock::time_point begin)
{
    const auto duration
        = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin);
    if (wasRun)
        m_services->end(job);
    if (m_interceptors && wasRun)
        outcome = m_interceptors->end(job, std::move(outcome), duration);
    if (entry)
        outcome = withOptions(std::move(outcome), job.info, entry->options);
    return {std::move(outcome), duration, wasRun};
}

void JobRunner::finish(const Job &job, Ending &&ending)
{
    const std::shared_lock lock(m_reportsMutex);
    finishLocked(job, std::move(ending));
}

void JobRunner::finishLocked(const Job &job, Ending &&ending)
{
    const auto post = [&](ReturningJob &&leaving) {
        if (m_reports.events)
            reportEnd(leaving.job, ending);
        if (m_reports.releaser)
            m_reports.releaser->post(std::move(leaving), std::move(ending.outcome),
                                     ending.duration);
        else if (m_reports.onUnwritten)
            m_reports.onUnwritten(ending.outcome, ending.duration);
    };
    // By reference, or it would be copied into memory allocated for it.
    startLocked(m_local.end(job, std::ref(post), jobReturner(),
                            ending.wasRun ? std::optional(ending.duration) : std::nullopt));
}

LocalQueue::JobReturner JobRunner::jobReturner() const
{
    if (m_reports.releaser)
        return m_reports.releaser->jobReturner();
    return [](const std::vector<ReturningJob> &) {}; // nobody can write it any more
}

void JobRunner::reportEnd(const Job &job, const Ending &ending) const
{
    const EventBus &events = *m_reports.events;
    const TaskOutcome &outcome = ending.outcome;
    const auto makeEvent = [&] {
        JobEvent event;
        event.job = job.info;
        event.workerId = m_workerId;
        event.duration = ending.duration;
        return event;
    };
    if (outcome.kind == TaskOutcome::Kind::Success && events.hears<&EventBus::jobSucceeded>()) {
        Q_EMIT m_reports.events->jobSucceeded(makeEvent());
    } else if (outcome.kind == TaskOutcome::Kind::Failure
               && events.hears<&EventBus::jobErrored>()) {
        JobEvent event = makeEvent();
        event.error = outcome.error;
        event.final = outcome.final || event.job.attempts >= event.job.maxAttempts;
        Q_EMIT m_reports.events->jobErrored(event);
    }
}

int JobRunner::lateAdds() const
{
    return m_services->adds().late();
}

void JobRunner::reportRoom()
{
    const std::shared_lock lock(m_reportsMutex);
    if (m_reports.onRoom)
        m_reports.onRoom();
}

} // namespace yardmaster
