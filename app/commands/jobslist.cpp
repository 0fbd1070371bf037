#include "app/commands/jobslist.h"

#include "app/commands/commandcall.h"
#include "app/commands/jobjson.h"
#include "app/commands/jobpages.h"
#include "app/commands/jobsargument.h"
#include "app/commands/queueaccess.h"
#include "app/commands/texttable.h"
#include "app/exitcodes.h"
#include "models/query/filterkeys.h"
#include "models/query/filterparser.h"
#include "models/values/errorline.h"
#include <yardmaster/session.h>

#include <limits>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kUsualLimit = 100;
constexpr qsizetype kErrorWidth = 60;

struct ListRequest
{
    QueueTarget target;
    JobQuery query;
    int limit = kUsualLimit; ///< 0: all
    bool isJson = false;
};

std::optional<JobOrder> orderFrom(const QString &name)
{
    if (name == "newest"_L1)
        return JobOrder::NewestFirst;
    if (name == "oldest"_L1)
        return JobOrder::OldestFirst;
    if (name == "pickup"_L1)
        return JobOrder::Pickup;
    return std::nullopt;
}

ListRequest readRequest(const CommandCall &call, QStringList *problems)
{
    ListRequest request;
    request.target = readTarget(call, problems);
    request.limit = call.number(u"limit"_s, 0, std::numeric_limits<int>::max(), problems)
                        .value_or(kUsualLimit);
    request.isJson = call.isSet(u"json"_s);
    OperationScope scope = readJobs(call, problems);
    if (!scope.isByFilter()) {
        QStringList ids;
        for (const qint64 id : scope.ids)
            ids << QString::number(id);
        scope.filter = u"id:"_s + ids.join(u',');
    }
    request.query.filter = parseFilter(scope.filter).filter;
    request.query.order = naturalOrder(request.query.filter);
    if (const auto name = call.value(u"order"_s)) {
        if (const auto order = orderFrom(*name))
            request.query.order = *order;
        else
            *problems << u"--order is newest, oldest or pickup, not '%1'"_s.arg(*name);
    }
    return request;
}

QStringList listCells(const JobRow &job)
{
    return {QString::number(job.id),
            QString(filterStateName(job.state)),
            job.task,
            job.queue,
            QString::number(job.priority),
            u"%1/%2"_s.arg(job.attempts).arg(job.maxAttempts),
            utcText(job.runAt),
            tellingLine(errorText(job.error, job.errorEnd)).text.left(kErrorWidth)};
}

/// Pages are printed as they come. A table of one page fits its widest cell, that of several begins
/// anew with each page.
void printJobs(const QList<JobRow> &jobs, const ListRequest &request, const CommandStreams &streams)
{
    if (request.isJson) {
        for (const JobRow &job : jobs)
            streams.out->write(rowJson(job) + '\n');
        return;
    }
    std::vector<QStringList> rows{{u"ID"_s, u"STATE"_s, u"TASK"_s, u"QUEUE"_s, u"PRIORITY"_s,
                                   u"ATTEMPTS"_s, u"RUN AT (UTC)"_s, u"ERROR"_s}};
    for (const JobRow &job : jobs)
        rows.push_back(listCells(job));
    write(streams.out, textTable(rows, {0, 4}));
}

int runJobsList(const CommandCall &call)
{
    QStringList problems;
    const ListRequest request = readRequest(call, &problems);
    if (!problems.isEmpty())
        return call.refuse(problems);
    const auto session = openQueue(call, request.target, QueueAccess::Read);
    if (!session)
        return session.error();
    qint64 listed = 0;
    const auto hasMore = readJobPages(**session, request.target.schema, request.query,
                                      request.limit, [&](const QList<JobRow> &jobs) {
                                          if (!jobs.isEmpty())
                                              printJobs(jobs, request, call.streams());
                                          listed += jobs.size();
                                      });
    if (!hasMore)
        return complainOf(call, request.target, hasMore.error());
    if (*hasMore)
        complainTo(call.streams(),
                   u"these are the first %1; use --limit 0 for all"_s.arg(jobsText(listed)));
    if (listed > 0)
        return ExitOk;
    complainTo(call.streams(), u"no job matches"_s);
    return ExitNothing;
}

} // namespace

ShellCommand jobsListCommand()
{
    ShellCommand command;
    command.words = {u"jobs"_s, u"list"_s};
    command.arguments = u"[FILTER | ID…]"_s;
    command.summary = u"Lists jobs"_s;
    command.description
        = u"FILTER is written in the language of the window's filter line: terms such as\n"
          "state:failed, task:send_* or run<now-1h, all of which must match. Without it all jobs\n"
          "are listed. Quote it if it contains characters that the shell interprets: * < > ~ '.\n"
          "Times are UTC. Completed jobs have left the table. Errors are shortened; see jobs show.\n"_s;
    command.uses = ShellCommand::Uses::Queue;
    command.takesFilter = true;
    command.options = jobsOptions();
    command.options.push_back(
        {{u"order"_s},
         u"ORDER"_s,
         u"newest or oldest first, or pickup: as workers fetch them [as the window lists them]"_s});
    command.options.push_back({{u"limit"_s}, u"N"_s, u"maximum number of jobs; 0: all [100]"_s});
    command.options.push_back(jsonOption(u"print NDJSON: one object per line, without payloads"_s));
    command.examples
        = {u"yardmaster jobs list state:failed"_s,
           u"yardmaster jobs list 'state:failed task:send_* error~timeout' --limit 0"_s,
           u"yardmaster jobs list state:ready --order pickup --limit 10"_s,
           u"yardmaster jobs list state:stuck --json | jq -r .id"_s};
    command.exits = {{ExitOk, u"jobs were listed"_s}, {ExitNothing, u"no job matches"_s}};
    command.run = &runJobsList;
    return command;
}

} // namespace yardmaster
