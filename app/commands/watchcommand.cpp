#include "app/commands/watchcommand.h"

#include "app/commands/commandcall.h"
#include "app/commands/jobjson.h"
#include "app/commands/jobsargument.h"
#include "app/commands/queueaccess.h"
#include "app/commands/texttable.h"
#include "app/exitcodes.h"
#include "models/history/recentruns.h"
#include "models/history/runexport.h"
#include "models/live/transitionreader.h"
#include "models/query/filterparser.h"
#include "models/values/format.h"
#include "worker/json/visibletext.h"
#include "worker/time/duration.h"
#include <yardmaster/session.h>

#include <QElapsedTimer>
#include <QFileDevice>
#include <QHash>
#include <QThread>

#include <algorithm>
#include <csignal>
#include <limits>

#include <poll.h>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

using Milliseconds = std::chrono::milliseconds;

constexpr Milliseconds kUsualInterval{1000};
constexpr Milliseconds kLongestRetry{10000};
constexpr qsizetype kMostEnded = 20000;
constexpr int kShareOfTime = 10; // looking takes a tenth of the time at most

QByteArray transitionJson(const JobTransition &job)
{
    JsonObjectText json;
    json.addTime("at", job.at);
    json.addText("event", transitionName(job.kind));
    json.addNumber("id", job.id);
    json.addText("task_identifier", job.task);
    json.addTextOrNull("queue_name", job.queue);
    json.addNumber("priority", job.priority);
    json.addTime("run_at", job.runAt);
    json.addNumber("attempts", job.attempts);
    json.addNumber("max_attempts", job.maxAttempts);
    json.addTextOrNull("locked_by", job.lockedBy);
    json.addTextOrNull("last_error", job.error);
    return json.text() + '\n';
}

QString transitionText(const JobTransition &job)
{
    using Kind = JobTransition::Kind;
    QString text = u"%1  %2%3  %4"_s.arg(utcText(job.at), transitionName(job.kind).leftJustified(9),
                                         QString::number(job.id).rightJustified(9), job.task);
    if (!job.queue.isEmpty())
        text += u"  queue "_s + job.queue;
    if (job.kind != Kind::Added && job.kind != Kind::Gone)
        text += u"  attempt %1 of %2"_s.arg(job.attempts).arg(job.maxAttempts);
    if (job.kind == Kind::Started)
        text += u"  by "_s + (job.lockedBy.isEmpty() ? u"(no name)"_s : job.lockedBy);
    if (job.kind == Kind::Added || job.kind == Kind::Retrying || job.kind == Kind::Changed)
        text += u"  due "_s + utcText(job.runAt);
    if ((job.kind == Kind::Retrying || job.kind == Kind::Failed) && !job.error.isEmpty())
        text += u"  "_s + job.error.section(u'\n', 0, 0);
    return visibleLine(text) + u'\n';
}

bool isEnd(JobTransition::Kind kind)
{
    return kind == JobTransition::Kind::Done || kind == JobTransition::Kind::Gone;
}

/// The event that the end of a job is, where the history tells of it.
QString endName(const PastRun &run)
{
    return transitionName(run.outcome == PastOutcome::Succeeded ? JobTransition::Kind::Done
                                                                : JobTransition::Kind::Gone);
}

QByteArray endJson(const PastRun &run)
{
    JsonObjectText json;
    json.addTime("at", run.finished);
    json.addText("event", endName(run));
    json.add("run", runJson(run));
    json.addNumber("id", run.id);
    json.addText("task_identifier", run.task);
    json.addTextOrNull("queue_name", run.queue);
    return json.text() + '\n';
}

QString endText(const PastRun &run)
{
    QString text = u"%1  %2%3  %4"_s.arg(utcText(run.finished), endName(run).leftJustified(9),
                                         QString::number(run.id).rightJustified(9), run.task);
    if (!run.queue.isEmpty())
        text += u"  queue "_s + run.queue;
    if (run.outcome != PastOutcome::Succeeded)
        text += u"  "_s + run.outcomeWord();
    else
        text += u"  attempt %1"_s.arg(run.attempt);
    if (!run.worker.isEmpty())
        text += u"  by "_s + run.worker;
    if (const auto held = run.held())
        text += u"  held "_s + formatDuration(*held);
    if (const auto wait = run.wait())
        text += u"  waited "_s + formatDuration(*wait);
    return visibleLine(text) + u'\n';
}

/// What the call asks for.
struct WatchRequest
{
    QueueTarget target;
    Filter filter;
    Milliseconds interval = kUsualInterval;
    std::optional<Milliseconds> duration; ///< unset: until it is ended
    int limit = 0;                        ///< lines; 0: all
};

std::optional<Milliseconds> readTime(const CommandCall &call, const QString &option,
                                     Milliseconds least, QStringList *problems)
{
    const auto text = call.value(option);
    if (!text)
        return std::nullopt;
    const auto time = parseDuration(*text, DurationSyntax::Option);
    if (time && *time >= least)
        return std::chrono::floor<Milliseconds>(*time);
    *problems << u"--%1 takes a time from %2 on, not '%3'"_s.arg(option, formatExactDuration(least),
                                                                 *text);
    return std::nullopt;
}

WatchRequest readWatchRequest(const CommandCall &call, QStringList *problems)
{
    WatchRequest request;
    request.target = readTarget(call, problems);
    if (!call.words().isEmpty() && call.isSet(u"filter"_s))
        *problems << u"write the filter as arguments or as --filter"_s;
    const QString text = call.value(u"filter"_s).value_or(call.words().join(u' '));
    *problems << filterProblems(text);
    request.filter = parseFilter(text).filter;
    if (const auto task = call.value(u"task"_s))
        request.filter.terms << FilterTerm{
            false, FilterKey::Task, {}, FilterOperator::Is, {{task->split(u'*'), false, {}}}, {}};
    request.interval = readTime(call, u"interval"_s, 100ms, problems).value_or(request.interval);
    request.duration = readTime(call, u"duration"_s, 0ms, problems);
    request.limit
        = call.number(u"limit"_s, 0, std::numeric_limits<int>::max(), problems).value_or(0);
    return request;
}

/// Looks again and again, and prints.
///
///   Connected ──error of the connection──> Reconnecting ──a session──> Connected
class JobWatch
{
public:
    JobWatch(const CommandCall &call, const WatchRequest &request, std::unique_ptr<Session> session)
        : m_call(call)
        , m_request(request)
        , m_reader(request.target.schema, request.filter)
        , m_runs(request.target.schema)
        , m_session(std::move(session))
        , m_out(qobject_cast<QFileDevice *>(call.streams().out))
    { }

    int run()
    {
        m_since.start();
        for (;;) {
            QElapsedTimer looking;
            looking.start();
            const int code = m_session ? look() : reconnect();
            if (code != ExitOk || m_isFull || isOver())
                return code;
            if (m_out && !m_out->flush())
                return ExitOk; // the caller says that it could not be written
            const Milliseconds pause = std::max(m_session ? m_request.interval : m_retryAfter,
                                                Milliseconds(looking.elapsed() * kShareOfTime));
            if (!wait(m_request.duration ? std::min(pause, remaining()) : pause))
                return ExitSignalBase + SIGPIPE; // as a write to it would end
        }
    }

private:
    [[nodiscard]] Milliseconds remaining() const
    {
        return std::max(0ms, *m_request.duration - Milliseconds(m_since.elapsed()));
    }
    [[nodiscard]] bool isOver() const { return m_request.duration && remaining() == 0ms; }

    int look()
    {
        const auto ends = lookForEnds();
        if (!ends)
            return isOfConnection(ends.error())
                ? lose(ends.error())
                : complainOf(m_call, m_request.target, ends.error());
        const auto found = m_reader.look(*m_session);
        if (!found && isOfConnection(found.error()))
            return lose(found.error());
        if (!found)
            return complainOf(m_call, m_request.target, found.error());
        if (m_lost.isValid()) {
            complainTo(
                m_call.streams(),
                u"connected again after %1; what happened in the meantime is shown as far "
                "as the table still has it"_s.arg(formatDuration(Milliseconds(m_lost.elapsed()))));
            m_lost.invalidate();
        }
        if (m_reader.isCut())
            complainTo(m_call.streams(),
                       u"more than %1 jobs changed at once; the oldest changes are left out"_s.arg(
                           formatNumber(TransitionReader::kMost)));
        // Without a filter the history knows all of them, also what came and went meanwhile.
        const bool knowsAll = ends->presence.isReadable() && m_request.filter.isEmpty();
        for (const JobTransition &job : *found) {
            const auto end = isEnd(job.kind) ? m_ended.constFind(job.id) : m_ended.cend();
            if (isEnd(job.kind) && knowsAll)
                continue;
            if (end != m_ended.cend())
                print(endJson(*end), endText(*end));
            else
                print(transitionJson(job), transitionText(job));
        }
        if (knowsAll && ends->isCut)
            complainTo(m_call.streams(),
                       u"more than %1 runs ended at once; the oldest are left out"_s.arg(
                           formatNumber(RecentRuns::kMost)));
        for (const PastRun &run : ends->runs) {
            if (knowsAll && !run.isFailure)
                print(endJson(run), endText(run));
        }
        return ExitOk;
    }

    /// Ends of jobs since the last look, as the history tells them; none at the first.
    Result<RecentRuns::News> lookForEnds()
    {
        auto news = m_runs.look(*m_session);
        if (news && !std::exchange(m_hasLooked, true))
            news->runs.clear();
        if (!news)
            return news;
        if (m_ended.size() > kMostEnded)
            m_ended.clear();
        for (const PastRun &run : news->runs) {
            if (!run.isFailure)
                m_ended.insert(run.id, run);
        }
        return news;
    }

    void print(const QByteArray &json, const QString &text)
    {
        if (m_isFull)
            return;
        if (m_call.isSet(u"json"_s))
            m_call.streams().out->write(json);
        else
            write(m_call.streams().out, text);
        m_isFull = m_request.limit > 0 && ++m_lines >= m_request.limit;
    }

    static bool isOfConnection(const DbError &error)
    {
        return error.kind == DbError::Kind::ConnectionLost
            || error.kind == DbError::Kind::CannotConnect;
    }

    int lose(const DbError &error)
    {
        m_session.reset();
        m_retryAfter = m_request.interval;
        if (!m_lost.isValid()) {
            m_lost.start();
            complainTo(m_call.streams(),
                       u"the connection was lost (%1); retrying"_s.arg(error.message));
        }
        return ExitOk;
    }

    int reconnect()
    {
        auto session = Session::open(m_request.target.connection, u"watch"_s);
        if (session) {
            m_session = *std::move(session);
            return look();
        }
        if (!isOfConnection(session.error()))
            return complainOf(m_call, m_request.target, session.error());
        m_retryAfter = std::min(m_retryAfter * 2, kLongestRetry);
        return ExitOk;
    }

    /// @returns false once the output is closed.
    bool wait(Milliseconds time) const
    {
        if (!m_out) {
            QThread::msleep(ulong(time.count()));
            return true;
        }
        pollfd file{m_out->handle(), 0, 0};
        return ::poll(&file, 1, int(time.count())) <= 0
            || (file.revents & (POLLERR | POLLHUP)) == 0;
    }

    const CommandCall &m_call;
    const WatchRequest &m_request;
    TransitionReader m_reader;
    RecentRuns m_runs;
    QHash<qint64, PastRun> m_ended; // by job, as the history told of them lately
    bool m_hasLooked = false;
    std::unique_ptr<Session> m_session; // null while Reconnecting
    QFileDevice *const m_out;           // null: no file
    QElapsedTimer m_since;
    QElapsedTimer m_lost; // valid: since when, and that was said
    Milliseconds m_retryAfter{0};
    int m_lines = 0;
    bool m_isFull = false;
};

int runWatch(const CommandCall &call)
{
    QStringList problems;
    const WatchRequest request = readWatchRequest(call, &problems);
    if (!problems.isEmpty())
        return call.refuse(problems);
    auto session = openQueue(call, request.target, QueueAccess::Read);
    if (!session)
        return session.error();
    return JobWatch(call, request, *std::move(session)).run();
}

} // namespace

ShellCommand watchCommand()
{
    ShellCommand command;
    command.words = {u"watch"_s};
    command.arguments = u"[FILTER]"_s;
    command.summary = u"Prints what happens to jobs, one line per event, until stopped"_s;
    command.description
        = u"Polls the table, so it sees the work of all workers, whatever they are written\n"
          "in: added, started, retrying, failed, returned (unlocked, to run again), changed,\n"
          "done (a running job left the table: usually it was completed) and gone (a waiting\n"
          "job left it: it ran between two polls, or was deleted). What begins and ends\n"
          "between two polls is not seen, unless the history is recorded: then, without\n"
          "FILTER, every end is printed, with its outcome, worker and times. Each poll reads\n"
          "the whole table; large tables are polled less often, so that this takes at most a\n"
          "tenth of the time. FILTER is written as for jobs list: a job is followed from the\n"
          "moment it matches. After an outage it reconnects, and prints a notice.\n"_s;
    command.uses = ShellCommand::Uses::Queue;
    command.takesFilter = true;
    command.options = {{{u"filter"_s}, u"TEXT"_s, u"such as 'task:send_* state:failed'"_s},
                       {{u"task"_s}, u"NAME"_s, u"only jobs of this task; * matches anything"_s},
                       {{u"interval"_s}, u"TIME"_s, u"between two polls [1s]"_s},
                       {{u"duration"_s}, u"TIME"_s, u"stop after this time [never]"_s},
                       {{u"limit"_s}, u"N"_s, u"stop after N lines [0: never]"_s},
                       jsonOption(u"print NDJSON: one object per event"_s)};
    command.examples = {u"yardmaster watch"_s, u"yardmaster watch --task 'send_*'"_s,
                        u"yardmaster watch --json | jq 'select(.event==\"failed\")'"_s};
    command.exits = {{ExitOk, u"--duration or --limit was reached"_s},
                     {ExitSignalBase, u"stopped by signal n, such as Ctrl-C or a closed pipe"_s}};
    command.run = &runWatch;
    return command;
}

} // namespace yardmaster
