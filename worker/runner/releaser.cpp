#include "worker/runner/releaser.h"

#include "worker/queue/genericplans.h"
#include <yardmaster/eventbus.h>
#include <yardmaster/session.h>

#include <QHash>
#include <QLoggingCategory>
#include <QTimer>

#include <algorithm>
#include <array>

Q_LOGGING_CATEGORY(lcReleaser, "yardmaster.worker.release", QtInfoMsg)

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// The values, not the statement or the session, are at fault: too large, not of the database's
/// encoding, or against a constraint.
bool isRefusal(const DbError &error)
{
    using Kind = DbError::Kind;
    return error.kind == Kind::InvalidInput || error.kind == Kind::ConstraintViolation
        || error.kind == Kind::UniqueViolation || error.sqlState.startsWith("54"_L1);
}

/// Every encoding has these.
QString asciiOf(const QString &text)
{
    QString plain = text;
    for (QChar &letter : plain) {
        const bool isPlain = letter == u'\n' || (letter >= u' ' && letter <= u'~');
        if (!isPlain)
            letter = u'?';
    }
    return plain;
}

/// Of the results of a batch.
constexpr std::array kWritingOrder{TaskOutcome::Kind::Success, TaskOutcome::Kind::Failure,
                                   TaskOutcome::Kind::Interrupted, TaskOutcome::Kind::Snoozed};

} // namespace

Releaser::Releaser(Config config, JobQueue queue, std::shared_ptr<LastActivity> activity,
                   EventBus *events)
    : m_config(std::move(config))
    , m_queue(std::move(queue))
    , m_activity(std::move(activity))
    , m_events(events)
    , m_writing(DatabaseActivity::Kind::Writing, m_queue.workerId(), events)
{ }

Releaser::~Releaser() = default;

void Releaser::post(ReturningJob &&leaving, TaskOutcome &&outcome,
                    std::chrono::microseconds duration)
{
    const bool isAborted = outcome.kind == TaskOutcome::Kind::Interrupted && isStopping();
    if (!outcome.error.isEmpty()) {
        outcome.error.remove(QChar(0)); // the one character PostgreSQL cannot store
        outcome.error.truncate(kErrorText);
    }
    Entry entry{
        std::move(leaving.job), std::move(outcome), duration, leaving.freesQueue, true, isAborted};
    const bool isHeld
        = entry.outcome.kind == TaskOutcome::Kind::Failure && entry.outcome.isBySignal;
    auto delay = std::chrono::milliseconds::max();
    const std::scoped_lock lock(m_mutex);
    if (isHeld) {
        ++m_pending;
        m_held.emplace_back(std::chrono::steady_clock::now() + kSignalHold, std::move(entry));
        QMetaObject::invokeMethod(this, &Releaser::releaseHeld,
                                  Qt::QueuedConnection); // timers belong to this object's thread
        return;
    }
    append(std::move(entry), &delay);
    scheduleFlush(delay);
}

void Releaser::beginDrain()
{
    if (!m_isDraining.exchange(true))
        QMetaObject::invokeMethod(this, &Releaser::releaseHeld, Qt::QueuedConnection);
}

void Releaser::releaseHeld()
{
    const auto now = std::chrono::steady_clock::now();
    const bool stopping = isStopping();
    auto delay = std::chrono::milliseconds::max();
    const std::scoped_lock lock(m_mutex);
    while (!m_held.empty() && (stopping || m_held.front().first <= now)) {
        Entry entry = std::move(m_held.front().second);
        m_held.pop_front();
        if (stopping) {
            entry.outcome.kind = TaskOutcome::Kind::Interrupted;
            entry.outcome.payload.reset();
            entry.isAborted = true;
        }
        append(std::move(entry), &delay);
        --m_pending; // it was counted when it was held
    }
    if (delay != std::chrono::milliseconds::max())
        scheduleFlush(delay);
    if (!m_held.empty()) {
        const auto wait = std::chrono::ceil<std::chrono::milliseconds>(m_held.front().first - now);
        QTimer::singleShot(wait, this, &Releaser::releaseHeld);
    }
}

void Releaser::postReturn(std::vector<ReturningJob> jobs, bool announced)
{
    if (!announced && !jobs.empty() && m_events->hears<&EventBus::jobsReturned>()) {
        QList<JobInfo> infos;
        for (const ReturningJob &leaving : jobs)
            infos << leaving.job.info;
        Q_EMIT m_events->jobsReturned(m_queue.workerId(), infos);
    }
    Batch entries;
    for (ReturningJob &leaving : jobs)
        entries.push_back({std::move(leaving.job),
                           TaskOutcome::interrupted(),
                           {},
                           leaving.freesQueue,
                           announced,
                           announced});
    enqueue(std::move(entries));
}

void Releaser::enqueue(Batch entries)
{
    if (entries.empty())
        return;
    const std::scoped_lock lock(m_mutex);
    auto delay = std::chrono::milliseconds::max();
    for (Entry &entry : entries)
        append(std::move(entry), &delay);
    scheduleFlush(delay);
}

void Releaser::append(Entry &&entry, std::chrono::milliseconds *delay)
{
    ++m_pending;
    *delay = std::min(*delay, batchDelay(entry).value_or(std::chrono::milliseconds(0)));
    m_entries.push_back(std::move(entry));
    if (std::ssize(m_entries) >= kBatch)
        *delay = std::chrono::milliseconds(0);
}

/// With m_mutex held, from any thread.
void Releaser::scheduleFlush(std::chrono::milliseconds delay)
{
    if (m_isScheduled)
        return;
    if (delay.count() == 0) {
        m_isScheduled = true;
        QMetaObject::invokeMethod(this, &Releaser::flush, Qt::QueuedConnection);
    } else if (!m_isWaiting) {
        m_isWaiting = true;
        QMetaObject::invokeMethod(
            this, [this, delay] { QTimer::singleShot(delay, this, &Releaser::flush); },
            Qt::QueuedConnection); // timers belong to this object's thread
    }
}

std::optional<std::chrono::milliseconds> Releaser::batchDelay(const Entry &entry) const
{
    switch (entry.outcome.kind) {
    case TaskOutcome::Kind::Success:
        return m_config.completeJobBatchDelay;
    case TaskOutcome::Kind::Failure:
        return m_config.failJobBatchDelay;
    default:
        return std::chrono::milliseconds(0);
    }
}

void Releaser::flush()
{
    Batch batch = std::exchange(m_spare, {});
    {
        const std::scoped_lock lock(m_mutex);
        m_isScheduled = true; // also when the batch delay brought us here
        m_isWaiting = false;
        if (std::ssize(m_entries) <= m_batchLimit) {
            batch.swap(m_entries);
        } else {
            const auto end = m_entries.begin() + m_batchLimit;
            std::move(m_entries.begin(), end, std::back_inserter(batch));
            m_entries.erase(m_entries.begin(), end);
        }
        for (const Entry &entry : batch)
            m_inFlight.push_back(leaseOf(entry.job, entry.freesQueue));
    }
    const int size = int(batch.size());
    askAboutAborted(&batch);
    const QList<qint64> freedQueues = freeQueuesLast(&batch);
    auto written = write(&batch);
    if (!written && isRefusal(written.error()) && m_session && !m_session->isLost())
        written = writeApart(&batch);
    const int left = int(batch.size());

    std::chrono::milliseconds pause{0};
    if (written) {
        m_batchLimit = std::min(kBatch, m_batchLimit * 2);
        m_backoff.reset();
        m_writing.onSuccess();
        batch.clear();
        m_spare = std::move(batch);
    } else {
        putBack(std::move(batch), written.error());
        m_writing.onTrouble(written.error());
        pause = m_backoff.next();
    }
    if (left < size) {
        m_activity->onReleased();
        Q_EMIT released(size - left, freedQueues);
    }
    if (m_session && !m_session->isLost()
        && std::chrono::steady_clock::now() - m_historyChecked >= m_config.historyCheckInterval)
        checkHistory();

    const std::scoped_lock lock(m_mutex);
    m_inFlight.clear();
    m_isScheduled = !m_entries.empty();
    if (!m_isScheduled)
        return;
    if (pause.count() > 0)
        QTimer::singleShot(pause, this, &Releaser::flush);
    else
        QMetaObject::invokeMethod(this, &Releaser::flush, Qt::QueuedConnection); // lets others in
}

bool Releaser::isStopping() const
{
    return m_isDraining.load() || m_config.stop.stop_requested();
}

void Releaser::askAboutAborted(Batch *batch)
{
    if (!m_config.interceptors || m_config.interceptors->recovery.empty())
        return;
    const auto isLeft = [this](Entry &entry) {
        if (!std::exchange(entry.isAborted, false))
            return false;
        const QString &worker = m_queue.workerId();
        RecoveryAnswer answer = m_config.interceptors->recover(
            {entry.job.info, worker, worker, RecoveryRequest::Reason::ShutdownAborted});
        const RecoveryAnswer::Kind kind = answer.kind;
        if (kind == RecoveryAnswer::Kind::FailWithBackoff)
            entry.outcome = TaskOutcome::failure(u"The worker was stopped before this job ended"_s);
        else if (kind == RecoveryAnswer::Kind::Reschedule)
            entry.answer = std::move(answer);
        return kind == RecoveryAnswer::Kind::Skip;
    };
    if (std::erase_if(*batch, isLeft) > 0)
        m_hasLeftJobs = true;
}

QList<qint64> Releaser::freeQueuesLast(Batch *batch)
{
    QHash<qint64, Entry *> last; // of the queues to be freed
    for (Entry &entry : *batch) {
        if (std::exchange(entry.freesQueue, false))
            last.insert(entry.job.queueId, &entry);
    }
    if (last.isEmpty())
        return {};
    const auto turn = [](const Entry &entry) {
        return std::ranges::find(kWritingOrder, entry.outcome.kind) - kWritingOrder.begin();
    };
    for (Entry &entry : *batch) {
        const auto found = last.find(entry.job.queueId);
        if (found != last.end() && turn(entry) >= turn(**found))
            *found = &entry;
    }
    const std::scoped_lock lock(m_mutex);
    for (Entry &entry : m_entries) { // refused by the server, and put back behind the others
        if (const auto found = last.find(entry.job.queueId); found != last.end())
            *found = &entry;
    }
    for (Entry *entry : last)
        entry->freesQueue = true;
    return last.keys();
}

bool Releaser::isUnasked(const Entry &entry) const
{
    return !isStopping() && entry.job.name == m_queue.names().current();
}

void Releaser::expectAgain(const Entry &entry, std::chrono::milliseconds delay)
{
    // Once for each: a task that always gives up would keep the run from ending.
    if (!m_config.once || entry.answer || entry.outcome.error.isEmpty() || !isUnasked(entry)
        || m_expected.contains(entry.job.info.id))
        return;
    m_expected.insert(entry.job.info.id);
    m_dueAgain = std::max(m_dueAgain.load(), std::chrono::steady_clock::now() + delay);
}

std::chrono::milliseconds Releaser::untilDueAgain() const
{
    return std::chrono::ceil<std::chrono::milliseconds>(m_dueAgain.load()
                                                        - std::chrono::steady_clock::now());
}

Return Releaser::returnOf(const Entry &entry)
{
    Return back{leaseOf(entry.job, entry.freesQueue), std::chrono::milliseconds(0)};
    if (!entry.announced)
        return back;
    back.delay = m_config.interruptedJobRetryDelay;
    if (entry.answer) {
        back.delay = std::chrono::milliseconds(0);
        back.runAt = entry.answer->runAt;
        back.attempts = entry.answer->attempts;
    } else if (isUnasked(entry)) {
        // Or it would be fetched, given up and given back as fast as the database can.
        back.delay = std::max<std::chrono::milliseconds>(back.delay, kUnaskedDelay);
        // With a reason, it was not the handler that gave up.
        if (entry.outcome.error.isEmpty() && !std::exchange(m_hasWarned, true))
            qCWarning(lcReleaser,
                      "%s (job %lld) was interrupted although it had not been asked to stop; such "
                      "jobs run again after %lld ms",
                      qUtf8Printable(entry.job.info.task), qlonglong(entry.job.info.id),
                      qlonglong(back.delay.count()));
    }
    return back;
}

void Releaser::putBack(Batch batch, const DbError &error)
{
    const bool isLost = !m_session || m_session->isLost();
    if (isLost) {
        m_session.reset();
        for (Entry &entry : batch)
            entry.isRetry = entry.isRetry || error.kind == DbError::Kind::ConnectionLost;
    } else {
        m_batchLimit = 1; // one result the server does not take must not hold up the others
    }
    const std::scoped_lock lock(m_mutex);
    m_entries.insert(isLost ? m_entries.begin() : m_entries.end(),
                     std::make_move_iterator(batch.begin()), std::make_move_iterator(batch.end()));
}

Result<void> Releaser::write(Batch *batch)
{
    if (auto opened = openSession(); !opened)
        return opened;
    constexpr std::array kWriters{&Releaser::writeSuccesses, &Releaser::writeFailures,
                                  &Releaser::writeReturns, &Releaser::writeSnoozes};
    for (size_t i = 0; i < kWriters.size(); ++i) {
        while (!batch->empty()) { // or it keeps its memory
            Batch all = takeAll(batch, kWritingOrder[i]);
            if (all.empty())
                break;
            const Writer writer = kWriters[i];
            const auto written = batchDelay(all.front()) ? writeTogether(&all, writer)
                                                         : writeOneByOne(&all, writer);
            if (batch->empty())
                batch->swap(all); // the memory too
            else
                std::ranges::move(all, std::back_inserter(*batch));
            if (!written)
                return written;
        }
    }
    return {};
}

Result<void> Releaser::openSession()
{
    if (m_session && !m_session->isLost())
        return {};
    m_session.reset();
    auto session = Session::open(m_config.connection, u"release"_s);
    if (!session)
        return tl::make_unexpected(session.error());
    if (m_config.preparesStatements && (*session)->preparesStatements()) {
        if (auto set = (*session)->script(kKeepPlans); !set)
            return set;
    }
    m_session = *std::move(session);
    checkHistory();
    return {};
}

void Releaser::checkHistory()
{
    m_historyChecked = std::chrono::steady_clock::now();
    // Without an answer it stays as it was; both statements work with and without a history.
    if (const auto hasHistory = m_queue.hasHistory(*m_session))
        m_tellsTimes = *hasHistory;
}

Result<void> Releaser::writeApart(Batch *batch)
{
    Batch rest = std::exchange(*batch, {});
    const auto putBackFrom = [&](Batch *unwritten) {
        std::ranges::move(*unwritten, std::back_inserter(*batch));
        std::ranges::move(rest, std::back_inserter(*batch));
    };
    while (!rest.empty()) {
        const auto middle = rest.begin() + (std::ssize(rest) + 1) / 2;
        Batch half(std::make_move_iterator(rest.begin()), std::make_move_iterator(middle));
        rest.erase(rest.begin(), middle);
        auto written = write(&half);
        while (!written && isRefusal(written.error()) && m_session && !m_session->isLost()) {
            if (half.size() > 1) {
                written = writeApart(&half);
                break;
            }
            if (!simplify(&half.front(), written.error())) {
                half.clear();
                written = {};
                break;
            }
            written = write(&half);
        }
        if (!written) {
            putBackFrom(&half);
            return written;
        }
    }
    return {};
}

bool Releaser::simplify(Entry *entry, const DbError &error)
{
    using Kind = TaskOutcome::Kind;
    const JobInfo &job = entry->job.info;
    const QString why
        = error.sqlState.isEmpty() ? error.message : error.sqlState + ": "_L1 + error.message;
    ++entry->refusals;
    if (entry->refusals == 1 && entry->answer) {
        entry->answer.reset(); // back as usual
        return true;
    }
    if (entry->refusals > 2) {
        qCCritical(lcReleaser,
                   "%s (job %lld) stays locked: the database refuses every result of it (%s)",
                   qUtf8Printable(job.task), qlonglong(job.id), qUtf8Printable(why));
        m_hasLeftJobs = true;
        return false;
    }
    entry->refusals = 2;
    qCWarning(lcReleaser,
              "the database refused the result of %s (job %lld): %s; it is written as a failure",
              qUtf8Printable(job.task), qlonglong(job.id), qUtf8Printable(why));
    QString text = u"The database refused the result of this run ("_s + why + u')';
    if (!entry->outcome.error.isEmpty())
        text += u'\n' + entry->outcome.error;
    text = asciiOf(text);
    text.truncate(kErrorText);
    TaskOutcome plain = TaskOutcome::failure(text);
    plain.final = entry->outcome.kind == Kind::Failure && entry->outcome.final;
    entry->outcome = std::move(plain);
    return true;
}

Releaser::Batch Releaser::takeAll(Batch *batch, TaskOutcome::Kind kind)
{
    const auto first
        = std::ranges::find(*batch, kind, [](const Entry &entry) { return entry.outcome.kind; });
    if (first == batch->end())
        return {};
    const auto isOther = [kind, name = first->job.name](const Entry &entry) {
        return entry.outcome.kind != kind || entry.job.name != name;
    };
    if (std::ranges::none_of(*batch, isOther))
        return std::exchange(*batch, {}); // in a drain, always
    const auto middle = std::stable_partition(batch->begin(), batch->end(), isOther);
    Batch all(std::make_move_iterator(middle), std::make_move_iterator(batch->end()));
    batch->erase(middle, batch->end());
    return all;
}

Result<void> Releaser::writeTogether(Batch *batch, Writer writer)
{
    const Result<Report> written = (this->*writer)(*batch, Durability::AtOnce);
    if (!written)
        return tl::make_unexpected(written.error());
    (*written)();
    batch->clear();
    return {};
}

Result<void> Releaser::writeOneByOne(Batch *batch, Writer writer)
{
    if (batch->size() == 1)
        return writeTogether(batch, writer);
    std::vector<Report> reports;
    Result<void> answer;
    for (const Entry &entry : *batch) {
        Result<Report> written = (this->*writer)({&entry, 1}, Durability::NextFlush);
        if (!written) {
            answer = tl::make_unexpected(written.error());
            break;
        }
        reports.push_back(*std::move(written));
    }
    // Nobody hears of a result that a crash of the server could still undo.
    const auto end = batch->begin() + std::ssize(reports);
    if (const auto flushed = m_queue.flush(*m_session); !flushed) {
        std::for_each(batch->begin(), end, [](Entry &entry) { entry.isRetry = true; });
        return answer ? flushed : answer;
    }
    for (const Report &report : reports)
        report();
    batch->erase(batch->begin(), end);
    return answer;
}

Result<Releaser::Report> Releaser::writeSuccesses(std::span<const Entry> batch,
                                                  Durability durability)
{
    std::vector<Lease> leases;
    leases.reserve(batch.size());
    for (const Entry &entry : batch)
        leases.push_back(leaseOf(entry.job, entry.freesQueue));
    std::vector<std::chrono::microseconds> times;
    if (m_tellsTimes) {
        times.reserve(batch.size());
        for (const Entry &entry : batch)
            times.push_back(entry.duration);
    }
    auto written = m_queue.complete(*m_session, leases, durability, times);
    if (!written)
        return tl::make_unexpected(written.error());
    if (std::ssize(*written) < std::ssize(batch)) {
        const auto before = writtenBefore(batch, *written);
        if (!before)
            return tl::make_unexpected(before.error());
        written->unite(*before);
    }
    return [this, batch, written = *std::move(written)] {
        qint64 succeeded = 0; // a drain passes here
        for (const Entry &entry : batch) {
            if (!written.contains(entry.job.info.id)) {
                reportLost(entry);
                continue;
            }
            ++succeeded;
            if (m_events->hears<&EventBus::jobCompleted>())
                Q_EMIT m_events->jobCompleted(eventFor(entry));
        }
        count(&Totals::succeeded, succeeded);
    };
}

Result<Releaser::Report> Releaser::writeFailures(std::span<const Entry> batch,
                                                 Durability durability)
{
    std::vector<Failure> failures;
    for (const Entry &entry : batch)
        failures.push_back({leaseOf(entry.job, entry.freesQueue), entry.outcome.error,
                            entry.outcome.retryAfter, entry.outcome.final, entry.outcome.payload});
    auto written = m_queue.fail(*m_session, failures, durability);
    if (!written)
        return tl::make_unexpected(written.error());
    const QList<qint64> ids = written->keys();
    auto before = writtenBefore(batch, QSet<qint64>(ids.begin(), ids.end()));
    if (!before)
        return tl::make_unexpected(before.error());
    return [this, batch, written = *std::move(written), before = *std::move(before)] {
        for (const Entry &entry : batch) {
            const auto it = written.constFind(entry.job.info.id);
            if (it == written.constEnd() && !before.contains(entry.job.info.id)) {
                reportLost(entry);
                continue;
            }
            JobEvent event = eventFor(entry);
            if (it != written.constEnd()) {
                event.final = it->final;
                event.retryAt = it->retryAt;
            }
            count(event.final ? &Totals::failedForGood : &Totals::failed);
            Q_EMIT m_events->jobFailed(event);
            Q_EMIT m_events->jobCompleted(event);
        }
    };
}

Result<Releaser::Report> Releaser::writeReturns(std::span<const Entry> batch, Durability)
{
    std::vector<Return> returns;
    for (const Entry &entry : batch)
        returns.push_back(returnOf(entry));
    auto written = m_queue.returnJobs(*m_session, returns);
    if (!written)
        return tl::make_unexpected(written.error());
    const auto before = writtenBefore(batch, *written);
    if (!before)
        return tl::make_unexpected(before.error());
    written->unite(*before);
    return [this, batch, returns = std::move(returns), written = *std::move(written)] {
        for (size_t i = 0; i < batch.size(); ++i) {
            const Entry &entry = batch[i];
            if (!written.contains(entry.job.info.id)) {
                reportLost(entry);
                continue;
            }
            if (!entry.announced)
                continue;
            expectAgain(entry, returns[i].delay);
            count(&Totals::interrupted);
            Q_EMIT m_events->jobInterrupted(eventFor(entry));
        }
    };
}

Result<Releaser::Report> Releaser::writeSnoozes(std::span<const Entry> batch, Durability)
{
    std::vector<Return> returns;
    for (const Entry &entry : batch)
        returns.push_back({leaseOf(entry.job, entry.freesQueue),
                           entry.outcome.retryAfter.value_or(std::chrono::milliseconds(0)),
                           entry.outcome.payload});
    auto written = m_queue.returnJobs(*m_session, returns);
    if (!written)
        return tl::make_unexpected(written.error());
    const auto before = writtenBefore(batch, *written);
    if (!before)
        return tl::make_unexpected(before.error());
    written->unite(*before);
    return [this, batch, returns = std::move(returns), written = *std::move(written)] {
        for (size_t i = 0; i < batch.size(); ++i) {
            if (!written.contains(batch[i].job.info.id)) {
                reportLost(batch[i]);
                continue;
            }
            count(&Totals::snoozed);
            JobEvent event = eventFor(batch[i]);
            event.retryAt = QDateTime::currentDateTimeUtc().addMSecs(returns[i].delay.count());
            Q_EMIT m_events->jobSnoozed(event);
        }
    };
}

Result<QSet<qint64>> Releaser::writtenBefore(std::span<const Entry> batch,
                                             const QSet<qint64> &written)
{
    QSet<qint64> before;
    std::vector<qint64> doubtful;
    for (const Entry &entry : batch) {
        if (entry.isRetry && !written.contains(entry.job.info.id))
            doubtful.push_back(entry.job.info.id);
    }
    if (doubtful.empty())
        return before;
    const auto states = m_queue.look(*m_session, doubtful);
    if (!states)
        return tl::make_unexpected(states.error());
    for (const Entry &entry : batch) {
        const qint64 id = entry.job.info.id;
        if (!entry.isRetry || written.contains(id) || entry.job.name != m_queue.names().current())
            continue;
        const auto state = states->constFind(id);
        const bool isGone = state == states->constEnd();
        const int attempts = entry.job.info.attempts;
        bool wasWritten = isGone;
        switch (entry.outcome.kind) {
        case TaskOutcome::Kind::Success:
            break; // or the job would be gone
        case TaskOutcome::Kind::Failure:
            wasWritten
                = isGone || state->attempts > attempts || state->lastError == entry.outcome.error;
            break;
        default:
            wasWritten = true;
        }
        if (wasWritten)
            before.insert(id);
    }
    return before;
}

void Releaser::reportLost(const Entry &entry)
{
    if (entry.announced) // or it never ran
        Q_EMIT m_events->jobLostLease(eventFor(entry));
}

void Releaser::count(qint64 Totals::*total, qint64 results)
{
    const std::scoped_lock lock(m_mutex);
    m_totals.*total += results;
}

JobEvent Releaser::eventFor(const Entry &entry) const
{
    JobEvent event;
    event.job = entry.job.info;
    event.workerId = m_queue.workerId();
    event.duration = entry.duration;
    event.error = entry.outcome.error;
    return event;
}

std::vector<Lease> Releaser::leases() const
{
    const std::scoped_lock lock(m_mutex);
    std::vector<Lease> leases = m_inFlight;
    for (const Entry &entry : m_entries)
        leases.push_back(leaseOf(entry.job, entry.freesQueue));
    for (const auto &[due, entry] : m_held)
        leases.push_back(leaseOf(entry.job, entry.freesQueue));
    return leases;
}

Releaser::Totals Releaser::totals() const
{
    const std::scoped_lock lock(m_mutex);
    return m_totals;
}

} // namespace yardmaster
