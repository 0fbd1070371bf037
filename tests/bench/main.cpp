#include "tests/bench/bench.h"
#include "tests/bench/drainprocess.h"
#include "tests/bench/jobmix.h"
#include "tests/bench/listbench.h"

#include <QCoreApplication>
#include <QElapsedTimer>

#include <array>

using namespace yardmaster;
using yardmaster::bench::Bench;
using namespace Qt::StringLiterals;

namespace {

int fill(Bench &bench)
{
    const auto jobs = bench.number(u"jobs"_s, 1, 1000000000);
    if (!jobs)
        return 2;
    std::optional<qint64> failures;
    if (bench.parser.isSet(u"failures"_s)) {
        failures = bench.number(u"failures"_s, 1, *jobs);
        if (!failures)
            return 2;
    }
    const auto target = bench.target(true);
    if (!target)
        return 1;
    QElapsedTimer watch;
    watch.start();
    const auto filled = bench::fillJobMix(
        *target->session, target->schema, *jobs,
        [&bench, &watch, &jobs](qint64 done) {
            if (done % 1000000 == 0 || done == *jobs)
                bench.out << done << " jobs after " << double(watch.elapsed()) / 1000 << " s"
                          << Qt::endl;
        },
        failures);
    return filled ? 0 : bench.complain(filled.error());
}

int list(Bench &bench)
{
    const auto settings = ConnectionSettings::parse(bench.parser.value(u"connection"_s));
    if (!settings)
        return bench.complain(settings.error());
    const auto listed = bench::listJobs(*settings, bench.parser.value(u"schema"_s), bench.out);
    return listed ? 0 : bench.complain(listed.error().message);
}

struct Verb
{
    const char *name;
    const char *meaning;
    int (*run)(Bench &);
};

constexpr std::array kVerbs{
    Verb{"bulk", "move jobs of a filter as the console does: all, cancelled, killed and resumed",
         bench::bulkVerb},
    Verb{"add", "add jobs that do nothing, one by one or in batches, and time it", bench::addVerb},
    Verb{"drain", "run all these jobs in workers of their own", bench::drainVerb},
    Verb{"latency", "time from adding a job to its handler", bench::latencyVerb},
    Verb{"startup", "start a worker, drain one job, stop", bench::startupVerb},
    Verb{"floor", "what the statements alone can do; needs an empty queue", bench::floorVerb},
    Verb{"fill", "add a realistic mix of jobs", fill},
    Verb{"install", "only install the schema", bench::installVerb},
    Verb{"list", "time the pages of the console's list of jobs", list},
};

} // namespace

int main(int argc, char *argv[])
{
    QCoreApplication app(argc, argv);
    QCoreApplication::setApplicationName(u"yardmaster-bench"_s);
    Bench bench;
    QString verbs;
    for (const Verb &verb : kVerbs)
        verbs += u"\n  %1  %2"_s.arg(QLatin1StringView(verb.name), QLatin1StringView(verb.meaning));
    bench.parser.setApplicationDescription(u"Loads a job queue and measures; prints a line of "
                                           u"JSON. All but drain and bulk install the schema "
                                           "where it is missing. Verbs:"_s
                                           + verbs);
    bench.parser.addHelpOption();
    bench.parser.addPositionalArgument(u"verb"_s, u"what to do"_s);
    bench.parser.addOptions({
        {{u"c"_s, u"connection"_s}, u"URL or keywords of the database"_s, u"text"_s},
        {{u"s"_s, u"schema"_s}, u"default graphile_worker"_s, u"name"_s, u"graphile_worker"_s},
        {u"jobs"_s, u"fill, add, floor: how many, e.g. 500k, 10m; bulk: at most (default 50000)"_s,
         u"number"_s, u"50000"_s},
        {u"failures"_s, u"fill: so many of them have failed for good (default: 27 %)"_s,
         u"number"_s},
        {u"batch"_s, u"add: so many in one call (default 1)"_s, u"number"_s, u"1"_s},
        {u"sql"_s, u"add: call the functions of the schema, not the library"_s},
        {u"concurrency"_s, u"jobs at the same time in each worker (default 10)"_s, u"number"_s,
         u"10"_s},
        {u"processes"_s, u"drain: worker processes (default 1)"_s, u"number"_s, u"1"_s},
        {u"tasks"_s, u"drain, latency: a folder with noop and probe, instead of C++"_s,
         u"folder"_s},
        {u"hosts"_s, u"drain, latency: task hosts for files there (default 1)"_s, u"number"_s,
         u"1"_s},
        {u"local-queue"_s, u"drain: jobs fetched ahead (default 500)"_s, u"number"_s, u"500"_s},
        {u"job-ms"_s, u"drain: milliseconds a job takes (default 0)"_s, u"number"_s, u"0"_s},
        {u"metrics"_s, u"drain: serve metrics, and read them every second"_s},
        {u"no-batch"_s, u"drain: fetch what can run at once, write each result alone"_s},
        {u"limit"_s, u"drain: stop after so many seconds (default 600)"_s, u"number"_s, u"600"_s},
        {u"samples"_s, u"latency (default 500), startup (default 7)"_s, u"number"_s, u"500"_s},
        {u"gap"_s, u"latency: milliseconds between jobs (default 5)"_s, u"number"_s, u"5"_s},
        {u"load"_s, u"latency: sample while so many jobs of lower priority drain"_s, u"number"_s,
         u"0"_s},
        {u"filter"_s, u"bulk: which jobs (default state:failed)"_s, u"text"_s, u"state:failed"_s},
        {u"bulk-batch"_s, u"bulk: jobs in a transaction (default 2500)"_s, u"number"_s, u"2500"_s},
        {u"command"_s, u"startup: the worker to start, instead of this program"_s, u"text"_s},
    });
    QCommandLineOption journals(u"journals"_s, u"bulk-worker: where they are"_s, u"folder"_s);
    journals.setFlags(QCommandLineOption::HiddenFromHelp);
    bench.parser.addOption(journals);
    bench.parser.addOption(bench::expectOption());
    bench.parser.process(app);
    const QStringList arguments = bench.parser.positionalArguments();
    if (arguments == QStringList{u"drain-worker"_s})
        return bench::drainWorkerVerb(bench);
    if (arguments == QStringList{u"bulk-worker"_s})
        return bench::bulkWorkerVerb(bench);
    for (const Verb &verb : kVerbs) {
        if (arguments == QStringList{QString::fromLatin1(verb.name)})
            return verb.run(bench);
    }
    bench.complain(u"one verb is needed; see --help"_s);
    return 2;
}
