#include "tests/bench/console/verbs.h"
#include "tests/bench/drainprocess.h"

#include "ui/kit/theme.h"
#include "ui/shell/watchedapplication.h"

#include <QTemporaryDir>

using namespace yardmaster;
using yardmaster::bench::Bench;
using namespace Qt::StringLiterals;

namespace {

void describe(QCommandLineParser *parser)
{
    parser->setApplicationDescription(
        u"Drives real windows on a job queue, without a display, and measures; prints a line of "
        "JSON. Verbs:\n"
        "  open    connect, turn pages by keys for some filters, go to jobs, scroll: how long a\n"
        "          person waits, what memory it takes, how long the window does not answer.\n"
        "          Only reads, except with --index\n"
        "  beside  drain jobs with and without a window open beside, in turn: what the window\n"
        "          costs the worker. Adds and drains jobs of the task noop, ahead of all others\n"
        "  history charts of each range, runs of some filters, and the pages that show the past\n"
        "          hour, where the history is installed: the same waiting times. Only reads"_s);
    parser->addHelpOption();
    parser->addPositionalArgument(u"verb"_s, u"what to do"_s);
    parser->addOptions({
        {{u"c"_s, u"connection"_s}, u"URL or keywords of the database"_s, u"text"_s},
        {{u"s"_s, u"schema"_s}, u"default graphile_worker"_s, u"name"_s, u"graphile_worker"_s},
        {u"filter"_s, u"open: measure this one, may be given again; beside: show it"_s, u"text"_s},
        {u"windows"_s,
         u"open: so many, one after the other; also first pages of each filter (default 7)"_s,
         u"number"_s, u"7"_s},
        {u"turns"_s, u"open: pages down and up again, per filter (default 60)"_s, u"number"_s,
         u"60"_s},
        {u"jumps"_s, u"open: to so many jobs (default 20)"_s, u"number"_s, u"20"_s},
        {u"scroll"_s, u"open: pages down and up again before memory is read (default 400)"_s,
         u"number"_s, u"400"_s},
        {u"index"_s, u"open: state:failed with its index too, made if missing, dropped again"_s},
        {u"jobs"_s, u"beside: in each drain (default 200k)"_s, u"number"_s, u"200k"_s},
        {u"rounds"_s,
         u"beside: of two drains each; history: of each chart and filter (default 5)"_s,
         u"number"_s, u"5"_s},
        {u"command"_s, u"beside: trigger this in the window first, e.g. view.page-overview"_s,
         u"name"_s},
        {u"concurrency"_s, u"beside: jobs at the same time (default 10)"_s, u"number"_s, u"10"_s},
        {u"job-ms"_s, u"beside: milliseconds a job takes (default 0)"_s, u"number"_s, u"0"_s},
        {u"tasks"_s, u"beside: a folder with noop, instead of C++"_s, u"folder"_s},
        {u"hosts"_s, u"beside: task hosts for files there (default 1)"_s, u"number"_s, u"1"_s},
        {u"local-queue"_s, u"beside: jobs fetched ahead (default 500)"_s, u"number"_s, u"500"_s},
        {u"no-batch"_s, u"beside: fetch what can run at once, write each result alone"_s},
        {u"limit"_s, u"beside: seconds for a drain at most (default 600)"_s, u"number"_s, u"600"_s},
        bench::expectOption(),
    });
}

} // namespace

int main(int argc, char *argv[])
{
    QCoreApplication::setApplicationName(u"yardmaster-bench-console"_s);
    Bench bench;
    describe(&bench.parser);
    if (argc > 1 && qstrcmp(argv[1], "drain-worker") == 0) { // a process that beside starts
        const QCoreApplication app(argc, argv);
        bench.parser.process(app);
        return bench::drainWorkerVerb(bench);
    }
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QTemporaryDir home; // empty settings, views and journals
    for (const char *folder : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
        qputenv(folder, home.path().toLocal8Bit());
    WatchedApplication app(argc, argv);
    bench.parser.process(app);
    Theme theme;
    theme.setChoice(Theme::Choice::Light);
    const QStringList arguments = bench.parser.positionalArguments();
    if (arguments == QStringList{u"open"_s})
        return bench::openVerb(bench);
    if (arguments == QStringList{u"beside"_s})
        return bench::besideVerb(bench);
    if (arguments == QStringList{u"history"_s})
        return bench::historyVerb(bench);
    bench.complain(u"one verb is needed; see --help"_s);
    return 2;
}
