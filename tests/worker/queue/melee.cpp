#include "tests/worker/queue/melee.h"
#include "worker/db/sqltext.h"
#include "worker/queue/jobqueue.h"
#include "worker/queue/workerregistry.h"
#include <yardmaster/workerutils.h>

#include <QDeadlineTimer>
#include <QMutexLocker>

#include <random>
#include <thread>

namespace yardmaster::test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

QString keyName(int key)
{
    return u"key %1"_s.arg(key);
}

template <typename T> void raise(std::atomic<T> &value, T to)
{
    T seen = value;
    while (seen < to && !value.compare_exchange_weak(seen, to)) { }
}

} // namespace

Melee::Melee(const TestDatabase &database, const QString &schema)
    : m_database(database)
    , m_schema(schema)
{ }

void Melee::complain(const QString &sentence)
{
    const QMutexLocker lock(&m_mutex);
    m_complaints << sentence;
}

void Melee::add(Session &session, int key, int maxAttempts)
{
    const int n = ++m_keys[size_t(key)].adds;
    const QByteArray payload = u"{\"key\":%1,\"n\":%2}"_s.arg(key).arg(n).toUtf8();
    const auto mode = n % 2 ? JobKeyMode::Replace : JobKeyMode::PreserveRunAt;
    const auto job = JobAdder(m_schema).add(session,
                                            {.identifier = u"t"_s,
                                             .payload = payload,
                                             .maxAttempts = maxAttempts,
                                             .jobKey = keyName(key),
                                             .jobKeyMode = mode});
    if (!job) {
        complain(u"add: "_s + job.error().message);
        return;
    }
    if (job->id == 0 || job->payload != payload || job->key != keyName(key))
        complain(u"add returned something else"_s);
    raise(m_keys[size_t(key)].oldestId, job->id);
    if (key < kOwnKeys)
        raise(m_keys[size_t(key)].oldest, n);
}

void Melee::addAndRemove(int key)
{
    const auto session = m_database.session();
    const WorkerUtils utils(*session, m_schema);
    for (int i = 0; i < kAdds; ++i) {
        // One or two attempts: the last one is the hard case, as only its key shows that it was
        // retired.
        add(*session, key, i % 3 == 0 ? 25 : i % 3);
        if (i % 5 == 4) {
            if (const auto removed = utils.removeJob(keyName(key)); !removed)
                complain(u"remove: "_s + removed.error().message);
            raise(m_keys[size_t(key)].oldest, m_keys[size_t(key)].adds + 1);
        }
    }
}

void Melee::share(unsigned seed)
{
    const auto session = m_database.session();
    std::minstd_rand random(seed);
    for (int i = 0; i < kAdds; ++i)
        add(*session, kOwnKeys + int(random() % kSharedKeys), i % 3 == 0 ? 25 : i % 3);
}

bool Melee::isDrained(Session &session) const
{
    const auto rows
        = session.query("select not exists (select from " + quotedIdentifier(m_schema)
                        + "._private_jobs where is_available or locked_at is not null)");
    return rows && rows->boolean(0, 0);
}

/// A sweep, by this thread or another, returns its jobs to the queue.
void Melee::die(Session &session, const QString &workerId)
{
    const QByteArray workers = quotedIdentifier(m_schema) + "._private_workers";
    (void)session.query("update " + workers
                            + " set last_heartbeat_at = now() - interval '1 hour' where id = $1",
                        {param(workerId)});
    const QDeadlineTimer deadline(60s);
    for (bool isGone = false; !isGone;) {
        const auto report = WorkerRegistry(m_schema).sweepStaleWorkers(session);
        if (!report)
            return complain(u"sweep: "_s + report.error().message);
        m_recovered += int(report->jobsRecovered());
        const auto left
            = session.query("select from " + workers + " where id = $1", {param(workerId)});
        isGone = left && left->isEmpty();
        if (!isGone && deadline.hasExpired())
            return complain(u"a dead worker stays registered"_s);
    }
}

void Melee::work(int number)
{
    const auto session = m_database.session();
    const WorkerRegistry registry(m_schema);
    std::minstd_rand random(unsigned(number) + 100);
    const QDeadlineTimer deadline(120s);
    for (int life = 0;; ++life) {
        const QString workerId = u"worker %1 life %2"_s.arg(number).arg(life);
        const JobQueue queue(m_schema, workerId, false);
        bool isAlive = true;
        if (const auto beat = registry.heartbeat(*session, workerId); !beat)
            return complain(u"heartbeat: "_s + beat.error().message);
        while (isAlive) {
            if (deadline.hasExpired())
                return complain(u"the jobs do not come to an end"_s);
            std::array<int, kKeys> oldest{};
            std::array<qint64, kKeys> oldestId{};
            for (size_t key = 0; key < kKeys; ++key) {
                oldest[key] = m_keys[key].oldest;
                oldestId[key] = m_keys[key].oldestId;
            }
            const bool wasCalm = m_isCalm;
            const auto fetched
                = queue.fetch(*session, {.tasks = {u"t"_s}, .flags = {}, .limit = 3, .now = {}});
            if (!fetched)
                return complain(u"fetch: "_s + fetched.error().message);
            if (fetched->jobs.empty() && wasCalm && isDrained(*session))
                break;
            for (const Job &job : fetched->jobs) {
                const QJsonObject payload = QJsonDocument::fromJson(job.payload).object();
                const auto key = size_t(payload.value("key"_L1).toInt());
                const int n = payload.value("n"_L1).toInt();
                if (n < oldest[key] || job.info.id < oldestId[key]) {
                    complain(
                        u"%1 number %2 (job %3, attempt %4 of %5) came back after %6 (job %7)"_s
                            .arg(keyName(int(key)))
                            .arg(n)
                            .arg(job.info.id)
                            .arg(job.info.attempts)
                            .arg(job.info.maxAttempts)
                            .arg(oldest[key])
                            .arg(oldestId[key]));
                }
                const Lease lease = leaseOf(job, true);
                const unsigned chance = wasCalm ? 0 : unsigned(random() % 10);
                if (chance < 4) {
                    const auto done = queue.complete(*session, {&lease, 1});
                    if (!done || !done->contains(job.info.id)) {
                        complain(u"a lease was lost on the way"_s);
                        continue;
                    }
                    ++m_completed;
                    const QMutexLocker lock(&m_mutex);
                    if (m_completions[key].contains(n))
                        m_complaints << u"%1 number %2 ran twice"_s.arg(keyName(int(key))).arg(n);
                    m_completions[key].insert(n);
                } else if (chance < 6) {
                    const Failure failure{.lease = lease, .error = u"e"_s, .retryAfter = 0ms};
                    if (!queue.fail(*session, {&failure, 1}))
                        complain(u"fail"_s);
                } else if (chance < 9) {
                    const Return back{.lease = lease};
                    if (!queue.returnJobs(*session, {&back, 1}))
                        complain(u"give back"_s);
                } else {
                    isAlive = false;
                }
            }
            if (!isAlive)
                die(*session, workerId);
        }
        if (isAlive)
            break;
    }
}

QStringList Melee::run()
{
    std::vector<std::jthread> workers;
    for (int i = 0; i < 4; ++i)
        workers.emplace_back([this, i] { work(i); });
    {
        std::vector<std::jthread> adders;
        for (int key = 0; key < kOwnKeys; ++key)
            adders.emplace_back([this, key] { addAndRemove(key); });
        for (int i = 0; i < kSharers; ++i)
            adders.emplace_back([this, i] { share(unsigned(i)); });
    }
    const auto session = m_database.session();
    // The adders may have ended before the workers did much.
    const QDeadlineTimer deadline(60s);
    for (int i = 0; (m_recovered == 0 || m_completed < kEnough) && !deadline.hasExpired(); ++i)
        add(*session, i % kKeys, 25);
    for (int key = 0; key < kKeys; ++key)
        add(*session, key, 1000);
    m_isCalm = true;
    workers.clear();

    for (int key = 0; key < kKeys; ++key) {
        if (!m_completions[size_t(key)].contains(m_keys[size_t(key)].adds))
            m_complaints << u"the last job of %1 was lost"_s.arg(keyName(key));
    }
    return m_complaints;
}

} // namespace yardmaster::test
