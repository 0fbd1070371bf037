#include "worker/cron/cronscheduler.h"

#include "worker/cron/cronbackfill.h"
#include "worker/cron/cronjob.h"
#include "worker/cron/crontabwatcher.h"
#include <yardmaster/eventbus.h>
#include <yardmaster/interceptors.h>

#include <QLoggingCategory>

#include <algorithm>
#include <numeric>

Q_LOGGING_CATEGORY(lcCron, "yardmaster.worker.cron", QtInfoMsg)

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr qint64 kTickMs = 60000;
/// The connection stays open over this many minutes without anything due.
constexpr int kKeptMinutes = 30;

QStringList identifiersOf(const Crontab &crontab)
{
    QStringList identifiers;
    for (const CrontabEntry &entry : crontab.entries)
        identifiers << entry.item.identifier;
    return identifiers;
}

/// The statement is valid, but the database will never accept this entry.
bool isAboutTheEntry(const DbError &error)
{
    using Kind = DbError::Kind;
    return error.kind == Kind::InvalidInput || error.kind == Kind::ConstraintViolation
        || error.kind == Kind::UniqueViolation;
}

} // namespace

CronScheduler::CronScheduler(const WorkerOptions &options, QString workerId, Crontab crontab,
                             QStringList tasks, EventBus *events)
    : m_connection(options.connection)
    , m_source(options.cron)
    , m_makeClock(options.cronClock)
    , m_interceptors(options.interceptors)
    , m_workerId(std::move(workerId))
    , m_tasks(std::move(tasks))
    , m_events(events)
    , m_store(options.schema, options.preparesStatements)
    , m_crontab(std::move(crontab))
    , m_retry(this)
    , m_activity(DatabaseActivity::Kind::Cron, m_workerId, events)
{
    m_retry.setSingleShot(true);
    connect(&m_retry, &QTimer::timeout, this, &CronScheduler::work);
}

CronScheduler::~CronScheduler()
{
    stop();
}

void CronScheduler::start()
{
    if (m_clock || isInterrupted())
        return;
    m_clock = m_makeClock ? m_makeClock() : std::make_unique<SystemCronClock>();
    if (m_source.file) {
        if (const auto content = m_source.read()) {
            m_content = *content;
            if (auto crontab = m_source.parse(m_content)) // it may have changed meanwhile
                m_crontab = *std::move(crontab);
        }
        m_watch = std::make_unique<CrontabWatcher>(*m_source.file);
        connect(m_watch.get(), &CrontabWatcher::mayHaveChanged, this, [this] { readAgain(false); });
    }
    if (m_source.file && !m_content)
        qCInfo(lcCron, "no crontab at %s; cron starts once there is one",
               qUtf8Printable(*m_source.file));
    else
        qCInfo(lcCron, "cron has %d entries", int(m_crontab.entries.size()));
    warnAbout(m_crontab);
    m_since = m_clock->now();
    m_next = nextFullMinute(m_since);
    m_newcomers = identifiersOf(m_crontab);
    Q_EMIT m_events->cronStarting(m_workerId, m_since);
    work();
}

void CronScheduler::stop()
{
    m_isInterrupted = true;
    m_retry.stop();
    m_watch.reset();
    m_clock.reset();
    m_session.reset();
}

void CronScheduler::interrupt()
{
    m_isInterrupted = true;
}

void CronScheduler::cancel()
{
    interrupt();
    const QMutexLocker locker(&m_cancelling);
    if (m_canceller)
        m_canceller->cancelLater();
}

void CronScheduler::reload()
{
    readAgain(true);
}

void CronScheduler::work()
{
    m_isPosted = false;
    if (!m_clock || isInterrupted() || m_retry.isActive())
        return;
    const auto more = step();
    setCanceller(std::nullopt);
    if (isInterrupted())
        return;
    if (!more) {
        onTrouble(more.error());
    } else if (*more) {
        // Through the event loop, so that a stop can come between two minutes.
        if (!std::exchange(m_isPosted, true))
            QMetaObject::invokeMethod(this, &CronScheduler::work, Qt::QueuedConnection);
    } else {
        waitForNextMinute();
    }
}

/// @returns whether there is more to do at once.
Result<bool> CronScheduler::step()
{
    if (!m_newcomers.isEmpty()) {
        if (auto registered = registerNewcomers(); !registered)
            return tl::make_unexpected(registered.error());
    }
    // Before anything else, because the last execution must not be later than what is to be
    // backfilled.
    if (m_backfill) {
        if (const auto minute = m_backfill->minute()) {
            if (auto done = schedule(*minute, m_backfill->entries(), true); !done)
                return tl::make_unexpected(done.error());
            m_backfill->advance();
            return true;
        }
        m_backfill.reset();
    }
    if (!std::exchange(m_isStarted, true))
        Q_EMIT m_events->cronStarted(m_workerId, m_since);
    return goLive();
}

Result<void> CronScheduler::registerNewcomers()
{
    const auto connection = session();
    if (!connection)
        return tl::make_unexpected(connection.error());
    const auto known = m_store.registerItems(**connection, m_newcomers, timestamp(m_since));
    if (!known)
        return tl::make_unexpected(known.error());
    m_activity.onSuccess();
    m_backoff.reset();
    m_backfill = std::make_unique<CronBackfill>(m_crontab.entries, *known, m_since);
    m_newcomers.clear();
    return {};
}

Result<bool> CronScheduler::goLive()
{
    const QDateTime now = m_clock->now();
    const QDateTime current = minuteOf(now);
    if (m_next < current && !std::exchange(m_isOverdue, true)) {
        qCDebug(lcCron, "late by %lld s; catching up", qlonglong(m_next.secsTo(now)));
        Q_EMIT m_events->cronOverdueTimer(m_workerId, now, m_next);
    }
    while (m_next <= current && !isInterrupted()) {
        const auto entries = entriesDueAt(m_next);
        if (!entries.isEmpty()) {
            if (auto done = schedule(m_next, entries, false); !done)
                return tl::make_unexpected(done.error());
        }
        m_next = m_next.addMSecs(kTickMs);
        if (!entries.isEmpty())
            return true;
    }
    m_isOverdue = false;
    if (!m_changed)
        return false;
    adopt(*std::exchange(m_changed, {}));
    return true;
}

QList<const CrontabEntry *> CronScheduler::entriesDueAt(const QDateTime &minute) const
{
    QList<const CrontabEntry *> due;
    for (const CrontabEntry &entry : m_crontab.entries) {
        if (entry.schedule.matches(minute))
            due << &entry;
    }
    return due;
}

Result<void> CronScheduler::schedule(const QDateTime &minute,
                                     const QList<const CrontabEntry *> &entries, bool isBackfilled)
{
    // Once, however often it is sent: interceptors may count.
    if (!m_due)
        prepare(minute, entries, isBackfilled);
    const auto isOpen = [this](size_t index) {
        return m_due->event.runs.at(qsizetype(index)).outcome == CronRun::Outcome::Due;
    };
    std::vector<size_t> open;
    for (size_t i = 0; i < m_due->due.size(); ++i) {
        if (isOpen(i))
            open.push_back(i);
    }
    auto sent = send(open);
    if (!sent && isAboutTheEntry(sent.error()))
        sent = sendOneByOne(open);
    if (!sent)
        return sent;
    m_activity.onSuccess();
    m_backoff.reset();
    m_contention.reset();
    const DueMinute done = *std::exchange(m_due, {});
    Q_EMIT m_events->cronScheduled(done.event);
    return {};
}

void CronScheduler::prepare(const QDateTime &minute, const QList<const CrontabEntry *> &entries,
                            bool isBackfilled)
{
    DueMinute &due = m_due.emplace();
    due.event.workerId = m_workerId;
    due.event.minute = minute;
    due.event.isBackfilled = isBackfilled;
    for (const CrontabEntry *entry : entries)
        due.event.runs.push_back({entry->item.identifier, entry->item.task});
    if (isBackfilled)
        Q_EMIT m_events->cronBackfill(due.event);
    else
        Q_EMIT m_events->cronSchedule(due.event);

    using Kind = ScheduleAnswer::Kind;
    for (qsizetype i = 0; i < entries.size(); ++i) {
        const CronItem &item = entries[i]->item;
        CronStore::Due one{item.identifier, cronJob(item, minute, isBackfilled)};
        ScheduleAnswer answer;
        if (m_interceptors)
            answer = m_interceptors->schedule(ScheduleRequest::Source::Cron, &one.spec);
        if (answer.kind == Kind::Continue) {
            if (const auto valid = one.spec.validate(); !valid)
                answer = ScheduleAnswer::fail(valid.error().message);
        }
        // Skipped or refused, the entry is done for this minute, for every worker.
        one.addsJob = answer.kind == Kind::Continue;
        if (answer.kind == Kind::Fail)
            due.event.runs[i].error = answer.error.isEmpty() ? u"refused"_s : answer.error;
        due.due.push_back(std::move(one));
    }
}

Result<void> CronScheduler::send(std::span<const size_t> which)
{
    if (which.empty())
        return {};
    const auto connection = session();
    if (!connection)
        return tl::make_unexpected(connection.error());
    std::vector<CronStore::Due> due;
    for (const size_t index : which)
        due.push_back(m_due->due.at(index));
    const auto claims = m_store.schedule(**connection, due, timestamp(m_due->event.minute));
    if (!claims)
        return tl::make_unexpected(claims.error());
    using Outcome = CronRun::Outcome;
    for (size_t i = 0; i < which.size(); ++i) {
        const CronStore::Claim &claim = claims->at(i);
        CronRun &run = m_due->event.runs[qsizetype(which[i])];
        run.jobId = claim.jobId;
        run.outcome = !claim.isOurs ? Outcome::Elsewhere
            : due[i].addsJob        ? Outcome::Added
            : run.error.isEmpty()   ? Outcome::Skipped
                                    : Outcome::Failed;
        if (run.outcome != Outcome::Failed)
            run.error.clear();
        else
            qCWarning(lcCron, "%s at %s was not added: %s", qUtf8Printable(run.identifier),
                      qUtf8Printable(m_due->event.minute.toString(Qt::ISODate)),
                      qUtf8Printable(run.error));
    }
    return {};
}

/// One entry that the database refuses must not keep the others from being scheduled.
Result<void> CronScheduler::sendOneByOne(std::span<const size_t> which)
{
    for (const size_t index : which) {
        const auto sent = send({&index, 1});
        if (sent)
            continue;
        if (!isAboutTheEntry(sent.error()))
            return sent; // the rest later
        CronRun &run = m_due->event.runs[qsizetype(index)];
        run.outcome = CronRun::Outcome::Failed;
        run.error = sent.error().message;
        qCWarning(lcCron, "%s at %s is skipped: the database refuses it: %s",
                  qUtf8Printable(run.identifier),
                  qUtf8Printable(m_due->event.minute.toString(Qt::ISODate)),
                  qUtf8Printable(run.error));
    }
    return {};
}

Result<Session *> CronScheduler::session()
{
    if (m_session && !m_session->isAlive())
        m_session.reset();
    if (!m_session) {
        auto opened = Session::open(m_connection, u"cron"_s);
        if (!opened)
            return tl::make_unexpected(opened.error());
        m_session = *std::move(opened);
    }
    setCanceller(m_session->canceller());
    if (isInterrupted()) // after the canceller is set, so that no statement escapes it
        return fail(DbError::Kind::Cancelled, u"the worker is stopping"_s);
    return m_session.get();
}

void CronScheduler::setCanceller(std::optional<Canceller> canceller)
{
    const QMutexLocker locker(&m_cancelling);
    m_canceller = std::move(canceller);
}

/// A crontab of nightly jobs need not hold a connection all day.
void CronScheduler::dropIdleSession()
{
    if (!m_session)
        return;
    for (int i = 0; i < kKeptMinutes; ++i) {
        if (!entriesDueAt(m_next.addMSecs(i * kTickMs)).isEmpty())
            return;
    }
    m_session.reset();
}

void CronScheduler::waitForNextMinute()
{
    dropIdleSession();
    m_wakeTime = m_next.addMSecs(1); // surely within the minute, not at the end of the one before
    m_clock->wakeAt(m_wakeTime, [this] { onWake(); });
}

void CronScheduler::onWake()
{
    if (!m_clock)
        return;
    const QDateTime now = m_clock->now();
    if (now < m_next) {
        const qint64 early = now.msecsTo(m_next);
        qCDebug(lcCron, "woken %lld ms early", qlonglong(early));
        // The database refuses to run earlier minutes again anyway.
        if (early > 2 * kTickMs && !std::exchange(m_isAhead, true))
            qCWarning(lcCron, "the clock was set back; cron resumes at %s",
                      qUtf8Printable(m_next.toString(Qt::ISODate)));
        Q_EMIT m_events->cronPrematureTimer(m_workerId, now, m_next);
    } else {
        m_isAhead = false;
    }
    work();
}

void CronScheduler::onTrouble(const DbError &error)
{
    if (error.kind == DbError::Kind::Contention) {
        // Workers with different crontabs lock the same rows in different orders.
        m_retry.start(m_contention.next());
        return;
    }
    m_activity.onTrouble(error);
    if (m_session && m_session->isLost())
        m_session.reset();
    m_retry.start(m_backoff.next());
}

void CronScheduler::readAgain(bool isAsked)
{
    if (!m_clock || !m_source.file)
        return;
    const auto content = m_source.read();
    if (content && *content == m_content) {
        if (isAsked)
            qCInfo(lcCron, "the crontab has not changed");
        return;
    }
    if (content)
        m_content = *content; // reported once, valid or not
    QStringList errors;
    if (!content)
        errors = QStringList{content.error()};
    else if (!*content)
        errors = QStringList{u"the crontab '%1' no longer exists"_s.arg(*m_source.file)};
    else if (auto crontab = m_source.parse(*content))
        m_changed = *std::move(crontab);
    else
        errors = crontab.error();
    if (!errors.isEmpty()) {
        m_changed.reset();
        qCWarning(lcCron, "keeping the old crontab:\n%s", qUtf8Printable(errors.join(u'\n')));
        Q_EMIT m_events->cronReloadFailed(m_workerId, errors);
        return;
    }
    work(); // unless it waits for the database
}

void CronScheduler::adopt(const Crontab &crontab)
{
    const QStringList before = identifiersOf(m_crontab);
    const QStringList after = identifiersOf(crontab);
    m_crontab = crontab;
    m_since = m_clock->now();
    QStringList removed;
    std::ranges::copy_if(before, std::back_inserter(removed),
                         [&](const QString &name) { return !after.contains(name); });
    std::ranges::copy_if(after, std::back_inserter(m_newcomers),
                         [&](const QString &name) { return !before.contains(name); });
    qCInfo(lcCron, "the crontab was read again; entries: %d, new: %d, removed: %d",
           int(after.size()), int(m_newcomers.size()), int(removed.size()));
    warnAbout(m_crontab);
    Q_EMIT m_events->cronReloaded(m_workerId, after, m_newcomers, removed);
}

void CronScheduler::warnAbout(const Crontab &crontab) const
{
    for (const CrontabProblem &warning : crontab.warnings)
        qCWarning(lcCron, "%s: line %d: %s", qUtf8Printable(m_source.file.value_or(u"crontab"_s)),
                  warning.line, qUtf8Printable(warning.text()));
    for (const CrontabEntry &entry : crontab.entries) {
        if (!m_tasks.contains(entry.item.task))
            qCWarning(lcCron,
                      "this worker has no task '%s'; jobs that cron adds for it are left to other "
                      "workers",
                      qUtf8Printable(entry.item.task));
    }
}

} // namespace yardmaster
