#include "app/commands/doctorcommand.h"

#include "app/commands/commandcall.h"
#include "app/commands/jobjson.h"
#include "app/commands/queueaccess.h"
#include "app/exitcodes.h"
#include "models/diagnosis/databasechecks.h"
#include "models/session/readcontrol.h"

#include <QIODevice>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QByteArray checkJson(const QueueCheck &check)
{
    JsonObjectText json;
    json.addText("check", check.name);
    json.addText("outcome", checkOutcomeName(check.outcome));
    json.addText("sentence", check.sentence);
    json.addList("details", check.details);
    json.addTextOrNull("remedy", check.remedy);
    return json.text();
}

/// Prints checks as they come, or all of them as JSON at the end.
class DoctorReport
{
public:
    explicit DoctorReport(const CommandCall &call)
        : m_call(call)
        , m_isJson(call.isSet(u"json"_s))
    { }

    void add(const QueueCheck &check)
    {
        using Outcome = QueueCheck::Outcome;
        if (check.outcome == Outcome::Failed && m_exitCode == ExitOk)
            m_exitCode = exitCodeOf({check.reason, {}, {}});
        m_warnings += check.outcome == Outcome::Warned;
        if (m_isJson)
            m_checks << checkJson(check);
        else
            write(m_call.streams().out, checkText(check));
    }

    [[nodiscard]] int end() const
    {
        if (m_isJson)
            m_call.streams().out->write(
                "{\"ok\":" + QByteArray(m_exitCode == ExitOk ? "true" : "false") + ",\"warnings\":"
                + QByteArray::number(m_warnings) + ",\"checks\":[" + m_checks.join(',') + "]}\n");
        if (m_exitCode == ExitOk && m_warnings > 0 && m_call.isSet(u"strict"_s))
            return ExitRuntime;
        return m_exitCode;
    }

private:
    const CommandCall &m_call;
    const bool m_isJson;
    QByteArrayList m_checks;
    int m_warnings = 0;
    int m_exitCode = ExitOk;
};

int runDoctor(const CommandCall &call)
{
    QStringList problems;
    const QueueTarget target = readTarget(call, &problems);
    const QString wanted = call.value(u"for"_s).value_or(u"worker"_s);
    const auto use = queueUseFrom(wanted);
    if (!use)
        problems << u"--for takes viewer, producer, operator or worker, not '%1'"_s.arg(wanted);
    if (!problems.isEmpty())
        return call.refuse(problems);
    DoctorReport report(call);
    ReadControl control; // nobody cancels: the process ends
    checkDatabase(target.connection, target.schema, *use, control,
                  {[](const QString &) {}, [&](const QueueCheck &check) { report.add(check); }});
    return report.end();
}

} // namespace

ShellCommand doctorCommand()
{
    ShellCommand command;
    command.words = {u"doctor"_s};
    command.summary = u"Checks the connection, server and queue, and says what to do"_s;
    command.description
        = u"Checks the address, TLS, login, poolers in between, versions, clocks, the schema,\n"
          "rights, free connections, indexes, vacuum and what holds it back, stale workers,\n"
          "and tasks that no worker runs. A check fails if the problem would stop a worker,\n"
          "or the use given with --for. It changes nothing.\n"_s;
    command.uses = ShellCommand::Uses::Queue;
    command.options = {{{u"for"_s},
                        u"USE"_s,
                        u"what the connection is for: viewer, producer, operator or worker; see "
                        "schema roles [worker]"_s},
                       {{u"strict"_s}, {}, u"exit with code 1 for warnings, too"_s},
                       jsonOption(u"print one JSON object"_s)};
    command.examples
        = {u"yardmaster doctor"_s, u"yardmaster doctor --for producer --strict"_s,
           u"yardmaster doctor --json | jq '.checks[] | select(.outcome != \"ok\")'"_s};
    command.exits
        = {{ExitOk, u"no check has failed; there may be warnings"_s},
           {ExitRuntime, u"a check has failed, or --strict and there are warnings"_s},
           {ExitUsage, u"wrong options"_s},
           {ExitDenied, u"the role lacks rights, or the connection or server is read-only"_s}};
    command.run = &runDoctor;
    return command;
}

} // namespace yardmaster
