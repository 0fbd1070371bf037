#include "tests/bench/bench.h"
#include "tests/bench/cpumeter.h"
#include "tests/bench/drainprocess.h"

#include <QElapsedTimer>

namespace yardmaster::bench {

using namespace Qt::StringLiterals;

int drainVerb(Bench &bench)
{
    const auto processes = bench.number(u"processes"_s, 1, 64);
    const auto limit = bench.number(u"limit"_s, 1, 86400);
    const auto options = drainOptions(bench);
    if (!processes || !limit || !options)
        return 2;
    const auto target = bench.target(false);
    if (!target)
        return 1;
    const auto before = countNoopJobs(*target->session, target->schema);
    if (!before)
        return bench.complain(before.error());
    if (*before == 0) {
        return bench.complain(u"schema %1 has no runnable job of the task %2; add some first: "
                              "yardmaster-bench add"_s.arg(target->schema, kTask));
    }

    std::vector<std::unique_ptr<DrainProcess>> workers;
    for (qint64 i = 0; i < *processes; ++i) {
        workers.push_back(std::make_unique<DrainProcess>(*target, *options));
        if (const QString error = workers.back()->waitUntilReady(); !error.isEmpty())
            return bench.complain(error);
    }
    const ServerCpu server(*target->session);
    const auto serverBegin = server.readUs();
    QElapsedTimer watch;
    watch.start();
    for (const auto &worker : workers)
        worker->go();
    DrainReport sum;
    for (const auto &worker : workers) {
        const auto report = worker->waitForReport(std::chrono::seconds(*limit + 60));
        if (!report)
            return bench.complain(report.error());
        sum.cpuUs += report->cpuUs;
        sum.runs += report->runs;
        sum.rssMb = std::max(sum.rssMb, report->rssMb);
    }
    const double seconds = double(watch.nsecsElapsed()) / 1e9;
    const auto serverEnd = server.readUs();

    const auto left = countNoopJobs(*target->session, target->schema);
    if (!left)
        return bench.complain(left.error());
    // Deleted rows count, not calls of the handler.
    const qint64 jobs = *before - *left;
    return bench.print({{u"verb"_s, u"drain"_s},
                        {u"jobs"_s, jobs},
                        {u"seconds"_s, rounded(seconds)},
                        {u"jobsPerSecond"_s, rounded(double(jobs) / seconds)},
                        {u"workerCpuUsPerJob"_s, rounded(usPerJob(0, sum.cpuUs, jobs))},
                        {u"serverCpuUsPerJob"_s, rounded(usPerJob(serverBegin, serverEnd, jobs))},
                        {u"rssMb"_s, rounded(sum.rssMb)},
                        {u"runs"_s, sum.runs},
                        {u"left"_s, *left},
                        {u"processes"_s, *processes},
                        {u"concurrency"_s, options->concurrency},
                        {u"batch"_s, options->isBatched},
                        {u"metrics"_s, options->hasMetrics}});
}

} // namespace yardmaster::bench
