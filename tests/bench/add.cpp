#include "tests/bench/bench.h"
#include "tests/bench/cpumeter.h"
#include "worker/db/sqltext.h"
#include <yardmaster/workerutils.h>

#include <QElapsedTimer>

namespace yardmaster::bench {

using namespace Qt::StringLiterals;

namespace {

/// By the functions of the schema, as any program could.
Result<void> addBySql(const Target &target, qint64 jobs, qint64 batch)
{
    Session &session = *target.session;
    const QByteArray one = sqlText("tests/bench/add_one_job.sql", target.schema);
    const QByteArray many = sqlText("tests/bench/add_json_jobs.sql", target.schema);
    for (qint64 done = 0; done < jobs; done += batch) {
        const QByteArray specs = payloads(done, std::min(done + batch, jobs));
        const auto added = batch == 1
            ? session.queryPrepared("bench_add", one, {specs.mid(1, specs.size() - 2)})
            : session.queryPrepared("bench_add_jobs", many, {specs});
        if (!added)
            return tl::make_unexpected(added.error());
    }
    return {};
}

/// By the library.
Result<void> addByLibrary(const Target &target, qint64 jobs, qint64 batch)
{
    const WorkerUtils utils(*target.session, target.schema);
    for (qint64 done = 0; done < jobs; done += batch) {
        std::vector<JobSpec> specs;
        for (qint64 n = done; n < std::min(done + batch, jobs); ++n) {
            specs.push_back(
                {.identifier = kTask, .payload = "{\"n\":" + QByteArray::number(n) + '}'});
        }
        if (batch == 1) {
            if (const auto added = utils.addRawJob(specs.front()); !added)
                return tl::make_unexpected(added.error());
        } else if (const auto added = utils.addRawJobs(specs); !added) {
            return tl::make_unexpected(added.error());
        }
    }
    return {};
}

} // namespace

int addVerb(Bench &bench)
{
    const auto jobs = bench.number(u"jobs"_s, 1, 100000000);
    const auto batch = bench.number(u"batch"_s, 1, 1000000);
    if (!jobs || !batch)
        return 2;
    const auto target = bench.target(true);
    if (!target)
        return 1;
    const bool isSql = bench.parser.isSet(u"sql"_s);
    const ServerCpu server(*target->session);
    const auto serverBegin = server.readUs();
    const qint64 cpuBegin = ownCpuUs();
    QElapsedTimer watch;
    watch.start();
    if (const auto added
        = isSql ? addBySql(*target, *jobs, *batch) : addByLibrary(*target, *jobs, *batch);
        !added)
        return bench.complain(added.error());
    const double seconds = double(watch.nsecsElapsed()) / 1e9;
    return bench.print(
        {{u"verb"_s, u"add"_s},
         {u"jobs"_s, *jobs},
         {u"seconds"_s, rounded(seconds)},
         {u"jobsPerSecond"_s, rounded(double(*jobs) / seconds)},
         {u"clientCpuUsPerJob"_s, rounded(usPerJob(cpuBegin, ownCpuUs(), *jobs))},
         {u"serverCpuUsPerJob"_s, rounded(usPerJob(serverBegin, server.readUs(), *jobs))},
         {u"batch"_s, *batch},
         {u"via"_s, isSql ? u"sql"_s : u"library"_s}});
}

} // namespace yardmaster::bench
