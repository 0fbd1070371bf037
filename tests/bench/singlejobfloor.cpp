#include "tests/bench/singlejobfloor.h"

#include "tests/bench/percentiles.h"
#include "worker/db/sqltext.h"
#include "worker/queue/genericplans.h"

#include <libpq-fe.h>
#include <poll.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace yardmaster::bench {

using namespace Qt::StringLiterals;

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kSamples = 300;
constexpr int kWarmUp = 20;
constexpr std::chrono::milliseconds kGap{5};
constexpr int kPatienceMs = 60000;

/// Blocks until something was announced.
Result<void> awaitNotification(const Session &listener)
{
    PGconn *connection = listener.handle();
    for (;;) {
        if (PGnotify *notify = PQnotifies(connection)) {
            PQfreemem(notify);
            return {};
        }
        pollfd readable{PQsocket(connection), POLLIN, 0};
        if (poll(&readable, 1, kPatienceMs) <= 0 || !PQconsumeInput(connection)) {
            return tl::make_unexpected(DbError{
                DbError::Kind::ConnectionLost, {}, u"a job was not announced within a minute"_s});
        }
    }
}

} // namespace

Result<double> singleJobFloor(const Target &target, qint64 task)
{
    Session &session = *target.session;
    auto listener = Session::open(target.settings, u"bench listen"_s);
    if (!listener)
        return tl::make_unexpected(listener.error());
    if (auto listening = (*listener)->script("listen \"jobs:insert\""); !listening)
        return tl::make_unexpected(listening.error());
    if (auto set = session.script(kKeepPlans); !set)
        return tl::make_unexpected(set.error());
    const QByteArray lock = sqlText("tests/bench/lock_bare.sql", target.schema);
    const QByteArray clear = "delete from " + quotedIdentifier(target.schema) + "._private_jobs";

    // Added by another thread, as by another program.
    std::atomic<int> wanted = 0;
    std::atomic<int> added = 0;
    std::atomic<Clock::time_point> acknowledged;
    Result<void> adding;
    std::thread adder([&] {
        const auto own = Session::open(target.settings, u"bench add"_s);
        if (!own)
            adding = tl::make_unexpected(own.error());
        for (int n = 1; adding && n <= kSamples + kWarmUp; ++n) {
            wanted.wait(n - 1);
            std::this_thread::sleep_for(kGap);
            adding = addNoopJobs(**own, target.schema, 1);
            acknowledged = Clock::now();
            added = n;
            added.notify_one();
        }
        added = kSamples + kWarmUp;
        added.notify_one();
    });
    std::atomic<int> handed = 0;
    std::atomic<int> started = 0;
    std::atomic<Clock::time_point> start;
    std::thread handler([&] {
        for (int n = 1; n <= kSamples + kWarmUp; ++n) {
            handed.wait(n - 1);
            start = Clock::now();
            started = n;
            started.notify_one();
        }
    });
    std::vector<double> times;
    const Result<void> measured = [&]() -> Result<void> {
        for (int n = 1; n <= kSamples + kWarmUp; ++n) {
            wanted = n;
            wanted.notify_one();
            for (bool isLocked = false; !isLocked;) { // the notification may be for another schema
                if (auto announced = awaitNotification(**listener); !announced)
                    return announced;
                const auto locked = session.queryPrepared(
                    "bench_lock_one", lock,
                    {param(u"yardmaster-bench-floor"), param(1), param(task)});
                if (!locked)
                    return tl::make_unexpected(locked.error());
                isLocked = !locked->isEmpty();
            }
            handed = n;
            handed.notify_one();
            started.wait(n - 1);
            added.wait(n - 1);
            if (n > kWarmUp)
                times.push_back(
                    std::chrono::duration<double, std::milli>(start.load() - acknowledged.load())
                        .count());
            if (const auto cleared = session.query(clear); !cleared)
                return tl::make_unexpected(cleared.error());
        }
        return {};
    }();
    wanted = kSamples + kWarmUp; // so that it ends after an error too
    wanted.notify_one();
    adder.join();
    handed = kSamples + kWarmUp;
    handed.notify_one();
    handler.join();
    if (!adding)
        return tl::make_unexpected(adding.error());
    if (!measured)
        return tl::make_unexpected(measured.error());
    return percentile(times, 50);
}

} // namespace yardmaster::bench
