#include "app/commands/doctorcommand.h"

#include "app/commands/commandcall.h"
#include "app/commands/jobjson.h"
#include "app/commands/queueaccess.h"
#include "app/exitcodes.h"
#include "models/connecting/connectionsteps.h"
#include "models/diagnosis/queuediagnosis.h"
#include <yardmaster/session.h>

#include <QIODevice>

#include <array>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

using CheckOutcome = QueueCheck::Outcome;

constexpr std::array kCheckOutcomes{"ok", "warning", "failed", "skipped"};
constexpr std::array kStepNames{"address", "network", "tls", "login", "schema", "privileges"};

/// The step that a QueueCheck of its own describes in more detail.
bool isSuperseded(TestStep::Name name)
{
    return name == TestStep::Name::Schema || name == TestStep::Name::Privileges;
}

QueueCheck checkOf(const TestStep &step)
{
    QueueCheck check;
    check.name = QString::fromLatin1(kStepNames.at(size_t(step.name)));
    check.sentence = step.sentence;
    check.details = step.details;
    switch (step.outcome) {
    case TestStep::Outcome::Passed:
        check.outcome = CheckOutcome::Passed;
        break;
    case TestStep::Outcome::Warned:
        check.outcome = CheckOutcome::Warned;
        break;
    case TestStep::Outcome::Failed:
        check.outcome = CheckOutcome::Failed;
        break;
    default:
        check.outcome = CheckOutcome::Skipped;
    }
    return check;
}

QString checkText(const QueueCheck &check)
{
    QString text = QString::fromLatin1(kCheckOutcomes.at(size_t(check.outcome))).leftJustified(9)
        + check.name.leftJustified(13) + check.sentence + u'\n';
    const QString indent(22, u' ');
    for (const QString &detail : check.details)
        text += indent + u"- "_s + detail + u'\n';
    if (!check.remedy.isEmpty())
        text += indent + u"→ "_s + check.remedy + u'\n';
    return text;
}

QByteArray checkJson(const QueueCheck &check)
{
    JsonObjectText json;
    json.addText("check", check.name);
    json.addText("outcome", QString::fromLatin1(kCheckOutcomes.at(size_t(check.outcome))));
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

    /// @param exitCode  if it has failed.
    void add(const QueueCheck &check, int exitCode)
    {
        if (check.outcome == CheckOutcome::Failed && m_exitCode == ExitOk)
            m_exitCode = exitCode;
        m_warnings += check.outcome == CheckOutcome::Warned;
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

/// What a failed check means to a script.
int codeOfCheck(const QueueCheck &check, const SchemaProbe &probe)
{
    if (check.name == "revision"_L1)
        return probe.state.breakingRevision > kSchemaRevision ? ExitSchemaTooNew : ExitNoQueue;
    return check.name == "rights"_L1 ? ExitDenied : ExitRuntime;
}

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
    bool isLoggedIn = false;
    const std::atomic<bool> isCancelled = false;
    runConnectionSteps(target.connection, target.schema, isCancelled, [&](const TestStep &step) {
        if (step.outcome == TestStep::Outcome::Running)
            return;
        isLoggedIn = isLoggedIn
            || (step.name == TestStep::Name::Authentication
                && step.outcome == TestStep::Outcome::Passed);
        if (!isSuperseded(step.name))
            report.add(checkOf(step), ExitNoDatabase);
    });
    if (!isLoggedIn)
        return report.end();
    const auto lost = [&](const DbError &error) {
        const bool isTooOld = error.kind == DbError::Kind::ServerTooOld;
        report.add({isTooOld ? u"versions"_s : u"session"_s, CheckOutcome::Failed, error.message},
                   exitCodeOf(error));
        return report.end();
    };
    const auto session = Session::open(target.connection, u"doctor"_s);
    if (!session)
        return lost(session.error());
    const auto probe = probeSchema(**session, target.schema);
    if (!probe)
        return lost(probe.error());
    const auto checks = diagnoseQueue(**session, target.connection, *probe, *use);
    if (!checks)
        return lost(checks.error());
    for (const QueueCheck &check : *checks)
        report.add(check, codeOfCheck(check, *probe));
    return report.end();
}

} // namespace

ShellCommand doctorCommand()
{
    ShellCommand command;
    command.words = {u"doctor"_s};
    command.summary = u"Checks connection, server and queue, and says what to do"_s;
    command.description
        = u"Looks at the address, TLS, login, a pooler in between, versions, clocks, the schema,\n"
          "rights, free connections, indexes, vacuum and what holds it back, stale workers, and\n"
          "tasks that no worker runs. A check has failed if it would stop a worker, or what --for\n"
          "names. It changes nothing.\n"_s;
    command.uses = ShellCommand::Uses::Queue;
    command.options = {{{u"for"_s},
                        u"USE"_s,
                        u"what the connection is for: viewer, producer, operator or worker; see "
                        "schema roles [worker]"_s},
                       {{u"strict"_s}, {}, u"warnings, too, end with exit code 1"_s},
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
