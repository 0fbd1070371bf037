#include "app/commands/jobsedit.h"

#include "app/commands/confirmation.h"
#include "app/commands/jobsargument.h"
#include "app/commands/operationprocess.h"
#include "models/query/jobdetails.h"
#include "models/values/jsontree.h"
#include "worker/json/jsonscanner.h"
#include <yardmaster/json.h>

#include <QDir>
#include <QIODevice>
#include <QProcess>
#include <QTemporaryFile>

#include <csignal>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// JSON over several lines, nothing else changed: numbers keep their digits, keys their order.
QByteArray spreadOut(const JsonTree &tree, JsonTree::Node node, int depth)
{
    const bool isObject = tree.kind(node) == JsonKind::Object;
    if (!tree.isContainer(node) || tree.childCount(node) == 0 || depth > JsonScanner::kDepth)
        return tree.raw(node).toByteArray();
    QByteArray text(isObject ? "{" : "[");
    for (int row = 0; row < tree.childCount(node); ++row) {
        const JsonTree::Node child = tree.child(node, row);
        text += (row > 0 ? ",\n" : "\n") + QByteArray(2 * (depth + 1), ' ');
        if (isObject)
            text += tree.rawKey(child).toByteArray() + ": ";
        text += spreadOut(tree, child, depth + 1);
    }
    return text + '\n' + QByteArray(2 * depth, ' ') + (isObject ? '}' : ']');
}

/// "line 3, character 7: …"; empty if it is JSON.
QString problemOf(const QByteArray &text)
{
    if (isJson(text))
        return {};
    const auto tree = JsonTree::parse(text);
    JsonScanner scanner(text);
    (void)scanner.value();
    const QByteArray before = text.left(scanner.position());
    const qsizetype line = before.count('\n') + 1;
    const qsizetype column = QString::fromUtf8(before.mid(before.lastIndexOf('\n') + 1)).size() + 1;
    return u"line %1, character %2: %3"_s.arg(line).arg(column).arg(tree ? u"it is not JSON"_s
                                                                         : tree.error());
}

/// Ctrl-C is the editor's while it runs.
class QuietInterrupt final
{
public:
    QuietInterrupt()
        : m_before(std::signal(SIGINT, SIG_IGN))
    { }
    ~QuietInterrupt() { std::signal(SIGINT, m_before); }
    Q_DISABLE_COPY_MOVE(QuietInterrupt)

private:
    void (*const m_before)(int);
};

/// Opens `content` in the editor until it is saved as JSON. @returns what was saved; the exit code
/// if it was given up.
tl::expected<QByteArray, int> edited(const CommandCall &call, qint64 id, const QByteArray &content)
{
    const CommandStreams &streams = call.streams();
    QTemporaryFile file(u"%1/yardmaster-job-%2-XXXXXX.json"_s.arg(QDir::tempPath()).arg(id));
    const auto broken = [&](const QString &what) {
        complainTo(streams, what);
        return tl::make_unexpected(int(ExitRuntime));
    };
    if (!file.open() || file.write(content) != content.size()
        || !file.flush()) // readable to us only
        return broken(u"the payload could not be written to %1: %2"_s.arg(file.fileName(),
                                                                          file.errorString()));
    QString editor = call.environment().value(u"VISUAL"_s);
    if (editor.isEmpty())
        editor = call.environment().value(u"EDITOR"_s, u"vi"_s);
    const QuietInterrupt quiet;
    for (;;) {
        // Through a shell, as git does: EDITOR="code --wait".
        QProcess process;
        process.setProgram(u"/bin/sh"_s);
        process.setArguments({u"-c"_s, editor + u" \"$1\""_s, u"sh"_s, file.fileName()});
        process.setChildProcessModifier([] { std::signal(SIGINT, SIG_DFL); });
        process.setInputChannelMode(QProcess::ForwardedInputChannel);
        process.setProcessChannelMode(QProcess::ForwardedChannels);
        process.start();
        if (!process.waitForStarted() || !process.waitForFinished(-1)
            || process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
            return broken(u"the editor '%1' failed; nothing was changed"_s.arg(editor));
        QFile saved(file.fileName()); // editors put a new file in its place
        if (!saved.open(QIODevice::ReadOnly))
            return broken(u"the edited file cannot be read: %1"_s.arg(saved.errorString()));
        const QByteArray text = saved.readAll().trimmed();
        const QString problem = problemOf(text);
        const QByteArray compact = problem.isEmpty() ? compactJson(text) : QByteArray();
        if (text.isEmpty() || text == content.trimmed() || compact == compactJson(content)) {
            complainTo(streams, u"the payload is unchanged; nothing was done"_s);
            return tl::make_unexpected(int(ExitNothing));
        }
        if (problem.isEmpty())
            return compact;
        complainTo(streams, u"the payload, "_s + problem);
        if (!streams.isTerminal)
            return tl::make_unexpected(int(ExitUsage));
        write(streams.err, u"Edit it again? Type yes, or anything else to give up: "_s);
        if (QString::fromUtf8(streams.in->readLine()).trimmed() != "yes"_L1)
            return broken(u"nothing was changed"_s);
    }
}

int runJobsEdit(const CommandCall &call)
{
    QStringList problems;
    const qint64 id = readJobId(call, &problems);
    return withConfirmation(
        call, problems, QueueAccess::Change,
        [&](const QueueTarget &target, const Confirmation &confirmation,
            std::unique_ptr<Session> session) {
            const CommandStreams &streams = call.streams();
            const auto details = readJobDetails(
                *session, FilterContext{target.schema, {}, {}, QTimeZone::utc(), {}}, id);
            if (!details)
                return complainOf(call, target, details.error());
            if (!*details) {
                complainTo(streams,
                           u"there is no job %1; completed jobs have left the table"_s.arg(id));
                return int(ExitNothing);
            }
            const JobRecord &job = (*details)->job;
            if (job.lockedAt && (*details)->state != JobState::Stuck) {
                complainTo(streams,
                           u"job %1 cannot be changed now: %2 is running it"_s.arg(id).arg(
                               job.lockedBy.isEmpty() ? u"a worker"_s : job.lockedBy));
                return int(ExitNothing);
            }
            const auto tree = JsonTree::parse(job.payload);
            const QByteArray before = tree ? spreadOut(*tree, tree->root(), 0) : job.payload;
            const auto after = edited(call, id, before + '\n');
            if (!after)
                return after.error();
            OperationSpec spec;
            spec.schema = target.schema;
            spec.change.kind = OperationKind::EditPayload;
            spec.change.payload = *after;
            spec.change.readAt = job.updatedAt;
            spec.scope.ids = {id};
            spec.scope.takenAt = (*details)->now;
            return changeConfirmed(call, target, confirmation, std::move(session), spec);
        });
}

} // namespace

ShellCommand jobsEditCommand()
{
    ShellCommand command;
    command.words = {u"jobs"_s, u"edit"_s};
    command.arguments = u"ID"_s;
    command.summary = u"Changes the payload of a job in an editor, and makes the job due"_s;
    command.description
        = u"Opens the whole payload in $VISUAL, $EDITOR or vi; the file is deleted\n"
          "afterwards. Nothing is changed if the editor fails or the text is unchanged.\n"
          "Errors are reported with their line. If the job has changed in the meantime, it\n"
          "is left alone. The job becomes due now, as with jobs retry. This can be undone.\n"_s;
    command.uses = ShellCommand::Uses::Queue;
    std::vector<Option> options
        = Confirmation::options(u"change nothing; edit, and print what would be done"_s);
    command.options = options;
    command.options.push_back(jsonOption(u"print one JSON object"_s));
    command.examples = {u"yardmaster jobs edit 4711"_s,
                        u"EDITOR='sed -i s/exmaple/example/' yardmaster jobs edit 4711 --yes"_s};
    command.exits = changeExits();
    command.exits.emplace_back(ExitNothing,
                               u"no such job, it is running, or the payload is unchanged"_s);
    command.run = &runJobsEdit;
    return command;
}

} // namespace yardmaster
