#include <yardmaster/eventlines.h>

#include "worker/events/eventtable.h"
#include "worker/json/jsonline.h"

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

using Key = QLatin1StringView;

Key modeName(LocalQueueMode mode)
{
    switch (mode) {
    case LocalQueueMode::Starting:
        return "STARTING"_L1;
    case LocalQueueMode::Polling:
        return "POLLING"_L1;
    case LocalQueueMode::Waiting:
        return "WAITING"_L1;
    case LocalQueueMode::TtlExpired:
        return "TTL_EXPIRED"_L1;
    case LocalQueueMode::Released:
        break;
    }
    return "RELEASED"_L1;
}

Key outcomeName(CronRun::Outcome outcome)
{
    using Outcome = CronRun::Outcome;
    switch (outcome) {
    case Outcome::Added:
        return "added"_L1;
    case Outcome::Elsewhere:
        return "elsewhere"_L1;
    case Outcome::Skipped:
        return "skipped"_L1;
    default:
        return "failed"_L1;
    }
}

JsonLine beginOf(Key event, QStringView workerId)
{
    JsonLine line;
    line.add("time"_L1, std::chrono::system_clock::now());
    line.add("event"_L1, event);
    line.addOrNull("worker"_L1, workerId);
    return line;
}

/// With the column names of graphile-worker's `jobs` view; the id is a string, as in Node, since
/// JavaScript's numbers cannot hold every bigint.
void add(JsonLine *line, Key key, const JobInfo &job)
{
    line->openObject(key)
        .add("id"_L1, QString::number(job.id))
        .add("task_identifier"_L1, job.task)
        .addOrNull("queue_name"_L1, job.queueName)
        .addOrNull("key"_L1, job.key)
        .add("attempts"_L1, job.attempts)
        .add("max_attempts"_L1, job.maxAttempts)
        .add("priority"_L1, job.priority);
    if (isFinite(job.runAt))
        line->add("run_at"_L1, dateTime(job.runAt));
    else
        line->add("run_at"_L1, postgresText(job.runAt));
    line->close('}');
}

/// Outcomes too, unless they are not known yet.
void add(JsonLine *line, Key key, const CronRun &run)
{
    line->openObject(key).add("identifier"_L1, run.identifier).add("task"_L1, run.task);
    if (run.outcome != CronRun::Outcome::Due)
        line->add("outcome"_L1, outcomeName(run.outcome))
            .addOrNull("job_id"_L1, run.jobId > 0 ? QString::number(run.jobId) : QString())
            .addOrNull("error"_L1, run.error);
    line->close('}');
}

void add(JsonLine *line, Key key, const DbError &error)
{
    line->openObject(key)
        .add("message"_L1, error.message)
        .addOrNull("sqlState"_L1, error.sqlState)
        .close('}');
}

void add(JsonLine *line, Key key, LocalQueueMode mode)
{
    line->add(key, modeName(mode));
}

void add(JsonLine *line, Key key, bool value)
{
    if (key == "stream"_L1)
        line->add(key, value ? "stderr"_L1 : "stdout"_L1);
    else
        line->add(key, value);
}

template <typename Value>
requires requires(JsonLine line, Key key, Value value)
{
    line.add(key, value);
}
void add(JsonLine *line, Key key, const Value &value)
{
    line->add(key, value);
}

template <typename Value> void add(JsonLine *line, Key key, const QList<Value> &values)
{
    line->openArray(key);
    for (const Value &value : values)
        add(line, {}, value);
    line->close(']');
}

bool isEmpty(const QString &text)
{
    return text.isEmpty();
}

bool isEmpty(std::chrono::milliseconds time)
{
    return time.count() <= 0;
}

template <typename Value> bool isEmpty(const Value &)
{
    return false;
}

/// Gives values the keys of an entry, one after the other.
class Members final
{
public:
    Members(JsonLine *line, const Key *key)
        : m_line(line)
        , m_key(key)
    { }

    void add(const JobEvent &event) { add(event.job, event.duration, event.error, event.retryAt); }
    void add(const JobProgress &event) { add(event.job, event.fraction, event.text); }
    void add(const CronEvent &event) { add(event.minute, event.isBackfilled, event.runs); }
    void add(const RefetchDelay &delay)
    {
        add(delay.jobCount, delay.threshold, delay.delay, delay.abortThreshold);
    }
    void add(const RecoveryEvent &event) { add(event.staleWorkers, event.jobs); }
    void add(Shutdown) { ++m_key; } // part of the event's name

    template <typename Value> void add(const Value &value)
    {
        Key key = *m_key++;
        if (key.isEmpty() || key == "worker"_L1)
            return;
        const bool mayBeNull = key.endsWith(u'?');
        if (mayBeNull)
            key.chop(1);
        if (mayBeNull && isEmpty(value))
            m_line->add(key, nullptr);
        else
            yardmaster::add(m_line, key, value);
    }

    template <typename... Values>
    requires(sizeof...(Values) > 1) void add(const Values &...values) { (add(values), ...); }

private:
    JsonLine *m_line;
    const Key *m_key;
};

template <auto Signal, typename... Arguments> QString workerOf(const Arguments &...arguments)
{
    QString worker;
    const Key *key = kEvent<Signal>.keys.data();
    const auto look = [&worker, &key](const auto &argument) {
        using Argument = std::remove_cvref_t<decltype(argument)>;
        if constexpr (requires { argument.workerId; })
            worker = argument.workerId;
        else if constexpr (std::is_same_v<Argument, QString>)
            worker = *key == "worker"_L1 ? argument : worker;
        ++key;
    };
    (look(arguments), ...);
    return worker;
}

template <auto Signal, typename... Arguments> QByteArray lineOf(const Arguments &...arguments)
{
    JsonLine line = beginOf(kEvent<Signal>.nameFor(arguments...), workerOf<Signal>(arguments...));
    Members members(&line, kEvent<Signal>.keys.data());
    (members.add(arguments), ...);
    return line.take();
}

/// job:complete is for failures, too; job:failed only for those without an attempt left.
template <auto Signal, typename... Arguments> bool isWritten(const Arguments &...arguments)
{
    if constexpr (std::is_same_v<EventEntry<Signal>, EventEntry<&EventBus::jobFailed>>)
        return (arguments.final && ...);
    else
        return true;
}

} // namespace

tl::expected<std::unique_ptr<EventLines>, QString> EventLines::open(EventBus *events,
                                                                    const QString &path)
{
    auto writer = LineWriter::open(path, gapLine);
    if (!writer)
        return tl::make_unexpected(writer.error());
    return std::make_unique<EventLines>(events, *std::move(writer));
}

EventLines::EventLines(EventBus *events, std::unique_ptr<LineWriter> writer)
    : m_writer(std::move(writer))
{
    const auto write = [ this, events ]<auto Signal>(const EventEntry<Signal> &)
    {
        const auto slot = [this](const auto &...arguments) {
            if (isWritten<Signal>(arguments...))
                m_writer->write(lineOf<Signal>(arguments...));
        };
        connect(events, Signal, this, slot,
                Qt::DirectConnection); // on the emitting thread
    };
    std::apply([&write](const auto &...entries) { (write(entries), ...); }, kEvents);
}

QByteArray EventLines::gapLine(qint64 lines)
{
    return beginOf("events:leftOut"_L1, {}).add("count"_L1, lines).take();
}

} // namespace yardmaster
