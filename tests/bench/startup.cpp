#include "tests/bench/bench.h"
#include "tests/bench/drainprocess.h"
#include "tests/bench/percentiles.h"

#include <QElapsedTimer>

#include <sys/resource.h>

namespace yardmaster::bench {

using namespace Qt::StringLiterals;

namespace {

struct Start
{
    double ms = 0;
    double rssMb = 0;
};

/// This program as a worker with a C++ handler.
tl::expected<Start, QString> startSelf(const Target &target, const DrainOptions &options)
{
    QElapsedTimer watch;
    watch.start();
    DrainProcess process(target, options);
    if (const QString error = process.waitUntilReady(); !error.isEmpty())
        return tl::make_unexpected(error);
    process.go();
    const auto report = process.waitForReport(std::chrono::seconds(120));
    if (!report)
        return tl::make_unexpected(report.error());
    process.waitUntilGone();
    return Start{double(watch.nsecsElapsed()) / 1e6, report->rssMb};
}

/// Any worker program: `command` is a shell command that ends when the queue is empty.
tl::expected<Start, QString> startCommand(const QString &command)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    QElapsedTimer watch;
    watch.start();
    process.start(u"sh"_s, {u"-c"_s, u"exec "_s + command});
    if (!process.waitForFinished(120000) || process.exitStatus() != QProcess::NormalExit
        || process.exitCode() != 0) {
        return tl::make_unexpected(u"'%1' failed: %2"_s.arg(
            command, QString::fromUtf8(process.readAll().right(500).trimmed())));
    }
    const double elapsed = double(watch.nsecsElapsed()) / 1e6;
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage); // the biggest so far
    return Start{elapsed, double(usage.ru_maxrss) / 1024};
}

} // namespace

int startupVerb(Bench &bench)
{
    const auto options = drainOptions(bench);
    const auto count = bench.parser.isSet(u"samples"_s) ? bench.number(u"samples"_s, 1, 10000) : 7;
    if (!options || !count)
        return 2;
    const auto target = bench.target(true);
    if (!target)
        return 1;
    const QString command = bench.parser.value(u"command"_s);
    std::vector<double> times;
    double rssMb = 0;
    for (qint64 n = 0; n < *count; ++n) {
        if (const auto added = addNoopJobs(*target->session, target->schema, 1); !added)
            return bench.complain(added.error());
        const auto start = command.isEmpty() ? startSelf(*target, *options) : startCommand(command);
        if (!start)
            return bench.complain(start.error());
        const auto left = countNoopJobs(*target->session, target->schema);
        if (!left)
            return bench.complain(left.error());
        if (*left != 0)
            return bench.complain(u"the worker ended but its job is still there"_s);
        times.push_back(start->ms);
        rssMb = std::max(rssMb, start->rssMb);
    }
    return bench.print({{u"verb"_s, u"startup"_s},
                        {u"samples"_s, *count},
                        {u"ms50"_s, rounded(percentile(times, 50))},
                        {u"msMin"_s, rounded(percentile(times, 0))},
                        {u"msMax"_s, rounded(percentile(times, 100))},
                        {u"rssMb"_s, rounded(rssMb)}});
}

} // namespace yardmaster::bench
