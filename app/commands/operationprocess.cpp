#include "app/commands/operationprocess.h"

#include "app/commands/commandcall.h"
#include "app/commands/confirmation.h"
#include "app/commands/jobjson.h"
#include "app/commands/operationwords.h"
#include "app/commands/texttable.h"
#include "app/exitcodes.h"
#include "app/unixsignals.h"
#include "models/operations/operationrunner.h"
#include "models/operations/operationtitle.h"
#include "models/operations/scopelist.h"
#include "models/values/format.h"
#include "worker/json/visibletext.h"

#include <QEventLoop>
#include <QFileInfo>
#include <QIODevice>
#include <QStandardPaths>
#include <QThread>

#include <csignal>
#include <exception>
#include <limits>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// The list of jobs that a preview has written; removed at the end unless a journal needs it, since
/// without one the operation can never be resumed.
class ListedScope final
{
public:
    explicit ListedScope(const QUuid &operation)
        : m_operation(operation)
    { }
    ~ListedScope()
    {
        if (!QFileInfo::exists(OperationJournal::pathIn(operationsFolder(), m_operation)))
            ScopeList::remove(operationsFolder(), m_operation);
    }
    Q_DISABLE_COPY_MOVE(ListedScope)

private:
    const QUuid m_operation;
};

} // namespace

QString operationsFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation)
        + "/operations"_L1;
}

MaintenanceLog logOf(const QueueTarget &target)
{
    return {target.schema, operationsFolder(), target.connection.describe()};
}

std::vector<Option> paceOptions()
{
    return {
        {{u"rate"_s}, u"N"_s, u"maximum jobs per second [0: as fast as possible]"_s},
        {{u"batch"_s}, u"N"_s, u"jobs per transaction [2500]"_s},
        {{u"stop-after-errors"_s}, u"N"_s, u"stop after this many jobs had errors [0: never]"_s}};
}

void readPace(const CommandCall &call, OperationOptions *options, QStringList *problems)
{
    constexpr int kMost = std::numeric_limits<int>::max();
    options->jobsPerSecond = call.number(u"rate"_s, 0, kMost, problems).value_or(0);
    options->batchSize = call.number(u"batch"_s, 1, 10000, problems).value_or(options->batchSize);
    options->stopAfterErrors = call.number(u"stop-after-errors"_s, 0, kMost, problems).value_or(0);
}

std::vector<Option> changeOptions()
{
    std::vector<Option> options = Confirmation::options();
    const std::vector<Option> pace = paceOptions();
    options.insert(options.end(), pace.begin(), pace.end());
    return options;
}

std::vector<std::pair<int, QString>> changeExits()
{
    return {{ExitOk, u"done; single jobs may have been skipped, which is reported"_s},
            {ExitRuntime, u"not confirmed, or the database failed, or jobs had errors"_s},
            {ExitUsage, u"wrong options or filter, or --yes is missing"_s},
            {ExitNothing, u"no job matches, or all of them were skipped"_s},
            {ExitSignalBase, u"stopped by signal n; it can be resumed"_s}};
}

OperationProcess::OperationProcess(const CommandCall &call, QueueTarget target)
    : m_call(call)
    , m_target(std::move(target))
{ }

int OperationProcess::begin(const OperationSpec &spec)
{
    return run(spec, [&spec](OperationRunner &runner) { return runner.begin(spec); });
}

int OperationProcess::resume(const OperationRecord &record,
                             const std::optional<ServerIdentity> &confirmed)
{
    return run(record.spec,
               [&](OperationRunner &runner) { return runner.resume(record.spec.id, confirmed); });
}

int OperationProcess::cancel(const OperationRecord &record)
{
    m_control.cancel();
    return resume(record, {});
}

int OperationProcess::run(const OperationSpec &spec,
                          const std::function<OperationOutcome(OperationRunner &)> &work)
{
    OperationOutcome outcome;
    QEventLoop loop;
    const auto onProgress = [this, &loop](const OperationProgress &progress) {
        QMetaObject::invokeMethod(
            &loop, [this, progress] { showProgress(progress); }, Qt::QueuedConnection);
    };
    const std::unique_ptr<QThread> thread(QThread::create([&] {
        try {
            OperationRunner runner(m_target.connection, operationsFolder(), &m_control, onProgress);
            outcome = work(runner);
        } catch (const std::exception &exception) {
            outcome.error
                = DbError{DbError::Kind::Statement, {}, QString::fromUtf8(exception.what())};
        }
    }));
    UnixSignals signalled;
    QObject::connect(&signalled, &UnixSignals::received, &loop, [this](int signal) {
        if (m_signal != 0) {
            std::signal(signal, SIG_DFL);
            std::raise(signal);
        }
        m_signal = signal;
        complainTo(m_call.streams(), u"stopping after this batch"_s);
        m_control.stop();
    });
    QObject::connect(thread.get(), &QThread::finished, &loop, &QEventLoop::quit);
    thread->start();
    loop.exec();
    thread->wait();
    return report(spec, outcome);
}

/// Over itself on a terminal; otherwise errors only, which the end reports.
void OperationProcess::showProgress(const OperationProgress &progress) const
{
    if (!m_call.streams().isTerminal)
        return;
    const QString total
        = progress.expected < 0 ? QString() : u" of "_s + formatNumber(progress.expected);
    const QString trouble
        = progress.trouble.isEmpty() ? QString() : u"; "_s + visibleLine(progress.trouble);
    m_call.streams().err->write(u"\r%1%2 · %3/s%4\033[K"_s
                                    .arg(formatNumber(progress.totals.seen()), total,
                                         formatNumber(qint64(progress.perSecond)), trouble)
                                    .toUtf8());
}

int OperationProcess::report(const OperationSpec &spec, const OperationOutcome &outcome)
{
    const CommandStreams &streams = m_call.streams();
    if (streams.isTerminal)
        streams.err->write("\r\033[K");
    const QString id = spec.id.toString(QUuid::WithoutBraces);
    // Without a journal nothing was done, and there is nothing to resume.
    const bool hasJournal
        = QFileInfo::exists(OperationJournal::pathIn(operationsFolder(), spec.id));
    const bool isOver = outcome.state != OperationState::Unfinished;
    if (m_call.isSet(u"json"_s) && hasJournal) {
        JsonObjectText json;
        json.addText("operation", id);
        json.addText("change", operationKindName(spec.change.kind));
        json.addText("state", operationStateWord(outcome.state));
        json.add("totals", totalsJson(outcome.totals));
        json.addTextOrNull("error", outcome.error ? outcome.error->message : QString());
        streams.out->write(json.text() + '\n');
    } else if (hasJournal) {
        write(streams.out, u"%1: %2\n"_s.arg(plainTitle(spec), totalsText(outcome.totals)));
        if (isOver && outcome.totals.changed > 0 && spec.change.undoing() != Undoing::Never)
            write(streams.out, u"Undo: yardmaster operations undo %1\n"_s.arg(id));
    }
    int code = ExitOk;
    if (outcome.error)
        code = complainOf(m_call, m_target, *outcome.error);
    if (!isOver && hasJournal)
        complainTo(
            streams,
            u"stopped after %1; the rest is unchanged. Resume: yardmaster operations resume %2"_s
                .arg(jobsText(outcome.totals.seen()), id));
    if (!isOver && m_signal != 0)
        return ExitSignalBase + m_signal;
    if (code != ExitOk)
        return code;
    if (outcome.totals.errors > 0)
        return ExitRuntime;
    return outcome.totals.changed > 0 ? ExitOk : ExitNothing;
}

int changeConfirmed(const CommandCall &call, const QueueTarget &target,
                    const Confirmation &confirmation, std::unique_ptr<Session> session,
                    const OperationSpec &spec)
{
    const ListedScope listed(spec.id); // until it has begun
    auto preview = previewOperation(*session, spec, operationsFolder());
    if (!preview)
        return complainOf(call, target, preview.error());
    preview->spec.options = spec.options;
    session.reset(); // the operation has its own
    return beginConfirmed(call, target, confirmation, *preview);
}

int beginConfirmed(const CommandCall &call, const QueueTarget &target,
                   const Confirmation &confirmation, const OperationPreview &preview)
{
    const CommandStreams &streams = call.streams();
    if (preview.jobs == 0) {
        const bool isUndo = preview.spec.change.kind == OperationKind::Undo;
        complainTo(streams, isUndo ? u"none of its jobs exists any more"_s : u"no job matches"_s);
        return ExitNothing;
    }
    if (call.isSet(u"dry-run"_s)) {
        if (call.isSet(u"json"_s))
            streams.out->write(previewJson(preview));
        else
            write(streams.out, previewText(preview));
        return ExitOk;
    }
    if (!confirmation.isGiven(preview))
        return ExitRuntime;
    return OperationProcess(call, target).begin(preview.spec);
}

} // namespace yardmaster
