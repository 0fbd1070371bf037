#include "app/commands/historylist.h"

#include "app/commands/commandcall.h"
#include "app/commands/jobsargument.h"
#include "app/commands/queueaccess.h"
#include "app/commands/runwords.h"
#include "app/exitcodes.h"
#include "models/history/runexport.h"
#include "models/query/filterparser.h"
#include "models/values/format.h"
#include <yardmaster/session.h>

#include <QIODevice>

#include <algorithm>
#include <limits>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kUsualRuns = 100;
constexpr int kRunsAtOnce = 1000;

int runHistoryList(const CommandCall &call)
{
    QStringList problems;
    const QueueTarget target = readTarget(call, &problems);
    const int limit = call.number(u"limit"_s, 0, std::numeric_limits<int>::max(), &problems)
                          .value_or(kUsualRuns);
    if (!call.words().isEmpty() && call.isSet(u"filter"_s))
        problems << u"write the filter as arguments or as --filter"_s;
    const QString text = call.value(u"filter"_s).value_or(call.words().join(u' '));
    problems << filterProblems(text, FilterLanguage::Runs);
    if (!problems.isEmpty())
        return call.refuse(problems);
    const auto session = openQueue(call, target, QueueAccess::ReadHistory);
    if (!session)
        return session.error();

    const CommandStreams &streams = call.streams();
    const FilterContext context{target.schema, {}, {}, QTimeZone::utc(), {}};
    RunPageRequest request{parseFilter(text, FilterLanguage::Runs).filter, 0, {}};
    qint64 listed = 0;
    bool hasMore = true;
    while (hasMore && (limit == 0 || listed < limit)) {
        request.limit
            = limit == 0 ? kRunsAtOnce : int(std::min<qint64>(kRunsAtOnce, limit - listed));
        const auto page = readRunPage(**session, context, request);
        if (!page)
            return complainOf(call, target, page.error());
        if (const auto code = complainOfHistory(call, page->presence))
            return *code;
        if (page->runs.isEmpty())
            break;
        if (call.isSet(u"json"_s)) {
            for (const PastRun &run : page->runs)
                streams.out->write(runJson(run) + '\n');
        } else {
            write(streams.out, runsText(page->runs));
        }
        listed += page->runs.size();
        hasMore = page->hasMore;
        request.after = runPosition(page->runs.last());
    }
    if (listed == 0) {
        complainTo(streams, u"no run matches"_s);
        return ExitNothing;
    }
    if (hasMore)
        complainTo(
            streams,
            u"these are the newest %1 runs; use --limit 0 for all"_s.arg(formatNumber(listed)));
    return ExitOk;
}

} // namespace

ShellCommand historyListCommand()
{
    ShellCommand command;
    command.words = {u"history"_s, u"list"_s};
    command.arguments = u"[FILTER]"_s;
    command.summary = u"Lists runs that have ended, newest first"_s;
    command.description
        = u"FILTER is written in the language of the window's filter line, with the keys\n"
          "task, queue, worker, outcome, finished, started, took, wait, attempt, id and\n"
          "error: outcome:failed took>5s finished>now-1h. Without it all runs are listed.\n"
          "Outcomes are succeeded, failed (any attempt), failed-for-good, interrupted,\n"
          "removed, cleaned-up, retired and unknown; an outcome only inferred from the job's\n"
          "row is called probable. WAIT is how long the job had been due, TOOK how long its\n"
          "handler ran, if its worker reports it; otherwise how long its worker \"held\" it,\n"
          "which may include waiting in the worker's memory. took: filters by the same.\n"
          "Times are UTC.\n"_s;
    command.uses = ShellCommand::Uses::Queue;
    command.takesFilter = true;
    command.options
        = {{{u"filter"_s}, u"TEXT"_s, u"such as 'outcome:failed task:send_*'"_s},
           {{u"limit"_s}, u"N"_s, u"maximum number of runs; 0: all [100]"_s},
           jsonOption(u"print NDJSON: one object per line, durations in microseconds"_s)};
    command.examples = {u"yardmaster history list 'outcome:failed finished>now-1h'"_s,
                        u"yardmaster history list 'task:send_* took>5s' --limit 20"_s,
                        u"yardmaster history list finished:today --limit 0 --json | jq .held_us"_s};
    command.exits = {{ExitOk, u"runs were listed"_s},
                     {ExitNothing, u"no run matches, or no history is recorded"_s}};
    command.run = &runHistoryList;
    return command;
}

} // namespace yardmaster
