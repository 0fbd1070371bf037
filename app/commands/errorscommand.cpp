#include "app/commands/errorscommand.h"

#include "app/commands/commandcall.h"
#include "app/commands/jobjson.h"
#include "app/commands/jobpages.h"
#include "app/commands/queueaccess.h"
#include "app/commands/texttable.h"
#include "app/exitcodes.h"
#include "models/errors/errorgroups.h"
#include "models/query/filterparser.h"
#include "models/values/format.h"
#include "worker/json/visibletext.h"
#include <yardmaster/session.h>

#include <QIODevice>

#include <algorithm>
#include <limits>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kUsualFailures = 100'000;

std::optional<FailureScope> failureScopeFrom(const QString &name)
{
    if (name == "failed"_L1)
        return FailureScope::ForGood;
    if (name == "retrying"_L1)
        return FailureScope::Retrying;
    if (name == "both"_L1)
        return FailureScope::Both;
    return std::nullopt;
}

/// As a word of a POSIX shell.
QString shellQuoted(QString text)
{
    return u'\'' + text.replace(u'\'', u"'\\''"_s) + u'\'';
}

QByteArray groupJson(const ErrorGroup &group, FailureScope scope)
{
    JsonObjectText json;
    json.addText("task_identifier", group.task);
    json.addText("error", group.signature.text);
    json.addNumber("jobs", group.count());
    json.addTime("first_seen", group.firstSeen);
    json.addTime("last_seen", group.lastSeen);
    json.addText("filter", groupFilter(group, scope));
    QByteArrayList samples;
    for (const ErrorSample &sample : group.samples)
        samples << QByteArray::number(sample.id);
    json.add("samples", '[' + samples.join(',') + ']');
    return json.text() + '\n';
}

QString groupsText(const QList<ErrorGroup> &groups, FailureScope scope)
{
    std::vector<QStringList> rows{{u"JOBS"_s, u"TASK"_s, u"LAST SEEN (UTC)"_s, u"ERROR"_s}};
    for (const ErrorGroup &group : groups)
        rows.push_back(
            {formatNumber(group.count()), group.task,
             group.lastSeen ? utcText(*group.lastSeen) : QString(),
             group.signature.text.isEmpty() ? u"(no error text)"_s : group.signature.text});
    const QStringList lines = textTable(rows, {0}).split(u'\n');
    QString text = lines.first() + u'\n';
    for (qsizetype i = 0; i < groups.size(); ++i)
        text += lines[i + 1] + u"\n    "_s + visibleLine(shellQuoted(groupFilter(groups[i], scope)))
            + u'\n';
    return text;
}

int runErrors(const CommandCall &call)
{
    QStringList problems;
    const QueueTarget target = readTarget(call, &problems);
    const int limit = call.number(u"limit"_s, 0, std::numeric_limits<int>::max(), &problems)
                          .value_or(kUsualFailures);
    const QString state = call.value(u"state"_s).value_or(u"failed"_s);
    const auto scope = failureScopeFrom(state);
    if (!scope)
        problems << u"--state is failed, retrying or both, not '%1'"_s.arg(state);
    if (!problems.isEmpty())
        return call.refuse(problems);
    const auto session = openQueue(call, target, QueueAccess::Read);
    if (!session)
        return session.error();
    QHash<QString, ErrorGroup> byKey;
    qint64 failures = 0;
    JobQuery query;
    query.filter = parseFilter(failureFilter(*scope)).filter;
    const auto hasMore
        = readJobPages(**session, target.schema, query, limit, [&](const QList<JobRow> &jobs) {
              for (const JobRow &job : jobs) {
                  const ErrorGroup group = groupOf(job);
                  if (!byKey.contains(group.key))
                      byKey.insert(group.key, group);
                  byKey[group.key].add(job);
              }
              failures += jobs.size();
          });
    if (!hasMore)
        return complainOf(call, target, hasMore.error());
    QList<ErrorGroup> groups = byKey.values();
    std::ranges::sort(groups, [](const ErrorGroup &left, const ErrorGroup &right) {
        return std::pair(-left.count(), left.key) < std::pair(-right.count(), right.key);
    });
    if (call.isSet(u"json"_s)) {
        for (const ErrorGroup &group : groups)
            call.streams().out->write(groupJson(group, *scope));
    } else if (!groups.isEmpty()) {
        write(call.streams().out, groupsText(groups, *scope));
    }
    if (*hasMore)
        complainTo(call.streams(),
                   u"these are the newest %1; use --limit 0 for all"_s.arg(jobsText(failures)));
    if (!groups.isEmpty())
        return ExitOk;
    complainTo(call.streams(), u"no job matches %1"_s.arg(failureFilter(*scope)));
    return ExitNothing;
}

} // namespace

ShellCommand errorsCommand()
{
    ShellCommand command;
    command.words = {u"errors"_s};
    command.summary = u"Groups failed jobs by task and error, largest group first"_s;
    command.description
        = u"Numbers, ids and addresses in errors are replaced: \"connect ETIMEDOUT\n"
          "<ip>:<n>\". Below each group is the filter that finds its jobs, quoted for a\n"
          "shell.\n"_s;
    command.uses = ShellCommand::Uses::Queue;
    command.options
        = {{{u"state"_s}, u"STATE"_s, u"failed (for good), retrying or both [failed]"_s},
           {{u"limit"_s}, u"N"_s, u"failures to read, newest first; 0: all [100000]"_s},
           jsonOption(u"print NDJSON: one object per group"_s)};
    command.examples
        = {u"yardmaster errors"_s, u"yardmaster errors --state both --json | head -n 1"_s};
    command.exits = {{ExitOk, u"groups were printed"_s}, {ExitNothing, u"there are none"_s}};
    command.run = &runErrors;
    return command;
}

} // namespace yardmaster
