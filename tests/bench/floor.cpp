#include "tests/bench/bench.h"
#include "tests/bench/cpumeter.h"
#include "tests/bench/singlejobfloor.h"
#include "worker/db/sqltext.h"
#include "worker/queue/genericplans.h"
#include "worker/queue/jobqueue.h"

#include <QElapsedTimer>
#include <QThread>

#include <condition_variable>
#include <deque>
#include <mutex>

namespace yardmaster::bench {

using namespace Qt::StringLiterals;

namespace {

constexpr int kFetch = 992;    ///< jobs in a fetch, as the engine has it by default in a backlog
constexpr int kRelease = 1000; ///< results in a statement at most, likewise
constexpr int kLane = 50;
constexpr qint64 kAdd = 1000; ///< jobs in a statement that adds

/// What one thread hands to another; bounded.
class Handover
{
public:
    void put(std::vector<Lease> leases)
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_leases.size() < 2 * kRelease || m_isClosed; });
        m_leases.insert(m_leases.end(), leases.begin(), leases.end());
        m_changed.notify_all();
    }
    /// Nothing once it is closed and empty.
    [[nodiscard]] std::vector<Lease> take()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return !m_leases.empty() || m_isClosed; });
        const auto end = m_leases.begin() + std::min<qsizetype>(std::ssize(m_leases), kRelease);
        std::vector<Lease> taken(m_leases.begin(), end);
        m_leases.erase(m_leases.begin(), end);
        m_changed.notify_all();
        return taken;
    }
    void close()
    {
        const std::scoped_lock lock(m_mutex);
        m_isClosed = true;
        m_changed.notify_all();
    }

private:
    std::mutex m_mutex; // guards the two below
    std::deque<Lease> m_leases;
    bool m_isClosed = false;
    std::condition_variable m_changed;
};

/// The engine's statements on the engine's two connections, without an engine.
Result<void> drainByStatements(const Target &target)
{
    const JobQueue queue(target.schema, u"yardmaster-bench-floor"_s);
    Handover handover;
    Result<void> released;
    const std::unique_ptr<QThread> releaser(QThread::create([&] {
        const auto session = Session::open(target.settings, u"bench release"_s);
        if (!session)
            released = tl::make_unexpected(session.error());
        else
            released = (*session)->script(kKeepPlans);
        for (auto leases = handover.take(); released && !leases.empty(); leases = handover.take()) {
            if (const auto done = queue.complete(**session, leases); !done)
                released = tl::make_unexpected(done.error());
        }
        handover.close(); // so that the other thread does not wait after an error
    }));
    releaser->start();
    const Result<void> fetched = [&]() -> Result<void> {
        if (auto set = target.session->script(kKeepPlans); !set)
            return set;
        FetchRequest request;
        request.tasks = QStringList{kTask};
        request.limit = kFetch;
        request.lane = kLane;
        for (;;) {
            const auto jobs = queue.fetch(*target.session, request);
            if (!jobs)
                return tl::make_unexpected(jobs.error());
            if (jobs->jobs.empty())
                return {};
            std::vector<Lease> leases;
            leases.reserve(jobs->jobs.size());
            for (const Job &job : jobs->jobs)
                leases.push_back(leaseOf(job, false));
            handover.put(std::move(leases));
        }
    }();
    handover.close();
    releaser->wait();
    return fetched ? released : fetched;
}

/// Locks and deletes with the least possible SQL, on one connection.
Result<void> drainBare(const Target &target, qint64 task)
{
    Session &session = *target.session;
    const QByteArray lock = sqlText("tests/bench/lock_bare.sql", target.schema);
    const QByteArray remove = "delete from " + quotedIdentifier(target.schema)
        + "._private_jobs where id = any ($1::bigint[])";
    for (;;) {
        const auto locked = session.queryPrepared(
            "bench_lock", lock, {param(u"yardmaster-bench-floor"), param(kFetch), param(task)});
        if (!locked)
            return tl::make_unexpected(locked.error());
        if (locked->isEmpty())
            return {};
        std::vector<qint64> ids;
        for (int row = 0; row < locked->count(); ++row)
            ids.push_back(locked->int64(row, 0));
        if (const auto removed = session.queryPrepared("bench_remove", remove, {param(ids)});
            !removed)
            return tl::make_unexpected(removed.error());
    }
}

/// Adds jobs to an empty table by the least SQL that can do it. @returns the seconds it took.
Result<double> insertBare(const Target &target, qint64 task, qint64 jobs)
{
    const auto session = Session::open(target.settings, u"bench insert"_s); // as new as that of add
    if (!session)
        return tl::make_unexpected(session.error());
    const QByteArray insert = sqlText("tests/bench/insert_bare.sql", target.schema);
    QElapsedTimer watch;
    watch.start();
    for (qint64 done = 0; done < jobs; done += kAdd) {
        const auto inserted = (*session)->queryPrepared(
            "bench_insert", insert, {payloads(done, std::min(done + kAdd, jobs)), param(task)});
        if (!inserted)
            return tl::make_unexpected(inserted.error());
    }
    return double(watch.nsecsElapsed()) / 1e9;
}

} // namespace

int floorVerb(Bench &bench)
{
    const auto jobs = bench.number(u"jobs"_s, 1, 10000000);
    if (!jobs)
        return 2;
    const auto target = bench.target(true);
    if (!target)
        return 1;
    const auto present = target->session->query("select from " + quotedIdentifier(target->schema)
                                                + "._private_jobs limit 1");
    if (!present)
        return bench.complain(present.error());
    if (!present->isEmpty())
        return bench.complain(
            u"floor needs an empty queue: schema %1 has jobs"_s.arg(target->schema));

    QJsonObject line{{u"verb"_s, u"floor"_s}, {u"jobs"_s, *jobs}};
    const auto measure = [&](const QString &name, auto drain) -> Result<void> {
        if (auto added = addNoopJobs(*target->session, target->schema, *jobs); !added)
            return added;
        if (auto settled = settle(*target->session, target->schema); !settled)
            return settled;
        const ServerCpu server(*target->session);
        const auto serverBegin = server.readUs();
        QElapsedTimer watch;
        watch.start();
        if (auto drained = drain(*target); !drained)
            return drained;
        const double seconds = double(watch.nsecsElapsed()) / 1e9;
        line[name + u"JobsPerSecond"_s] = rounded(double(*jobs) / seconds);
        line[name + u"ServerCpuUsPerJob"_s]
            = rounded(usPerJob(serverBegin, server.readUs(), *jobs));
        const auto left = countNoopJobs(*target->session, target->schema);
        if (!left)
            return tl::make_unexpected(left.error());
        line[name + u"Left"_s] = *left;
        return {};
    };
    if (const auto done = measure(u"statements"_s, drainByStatements); !done)
        return bench.complain(done.error());
    const auto task = target->session->query(sqlText("tests/bench/noop_task.sql", target->schema))
                          .map([](const Rows &rows) { return rows.int64(0, 0); });
    if (!task)
        return bench.complain(task.error());
    const auto bare = [&task](const Target &at) { return drainBare(at, *task); };
    if (const auto done = measure(u"bare"_s, bare); !done)
        return bench.complain(done.error());
    if (const auto settled = settle(*target->session, target->schema); !settled)
        return bench.complain(settled.error());
    const auto singleJobMs = singleJobFloor(*target, *task);
    if (!singleJobMs)
        return bench.complain(singleJobMs.error());
    line[u"singleJobMs"_s] = rounded(*singleJobMs);
    const QByteArray truncate = "truncate " + quotedIdentifier(target->schema) + "._private_jobs";
    if (const auto cleared = target->session->query(truncate); !cleared)
        return bench.complain(cleared.error());
    if (const auto settled = settle(*target->session, target->schema); !settled)
        return bench.complain(settled.error());
    const auto insertSeconds = insertBare(*target, *task, *jobs);
    if (!insertSeconds)
        return bench.complain(insertSeconds.error());
    line[u"insertJobsPerSecond"_s] = rounded(double(*jobs) / *insertSeconds);
    if (const auto cleared = target->session->query(truncate); !cleared)
        return bench.complain(cleared.error());
    return bench.print(line);
}

} // namespace yardmaster::bench
