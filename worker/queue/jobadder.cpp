#include <yardmaster/jobadder.h>

#include "worker/db/sqltext.h"
#include "worker/queue/atomically.h"
#include "worker/queue/plainadds.h"
#include "worker/queue/queueerror.h"

#include <QHash>
#include <QLoggingCategory>
#include <QSet>

#include <algorithm>

Q_LOGGING_CATEGORY(lcAdd, "yardmaster.queue.add", QtInfoMsg)

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// Each is used up by a worker that locks the job with this key within microseconds of its being
/// added.
constexpr int kRaceAttempts = 20;
constexpr int kContentionAttempts = 10;
constexpr qsizetype kRowsWorthAnalyzing = 10000;
/// The server's lock table has room for some thousands, for all sessions.
constexpr qsizetype kMaxTurns = 64;

/// Legal, but likely to surprise: logged.
void logWarnings(const JobSpec &spec)
{
    for (const QString &warning : spec.warnings())
        qCWarning(lcAdd, "%s", qUtf8Printable(warning));
}

template <typename T> std::optional<QByteArray> digits(const std::optional<T> &number)
{
    return number ? std::optional(QByteArray::number(*number)) : std::nullopt;
}

std::optional<QByteArray> micros(const std::optional<Timestamp> &time)
{
    if (!time)
        return std::nullopt;
    return QByteArray::number(qint64(time->time_since_epoch().count()));
}

std::optional<QByteArray> utf8(const std::optional<QString> &text)
{
    return text ? std::optional(text->toUtf8()) : std::nullopt;
}

/// As jobRecordFrom(), with the ids of task and queue behind it.
JobRecord addedFrom(const Rows &rows, int row)
{
    constexpr int kTaskId = 16;
    constexpr int kQueueId = 17;
    JobRecord job = jobRecordFrom(rows, row);
    job.taskId = rows.int64(row, kTaskId);
    job.queueId = rows.int64(row, kQueueId);
    return job;
}

/// A transaction of our own fails as a whole, so it can be run again as a whole.
template <typename Work>
auto retried(Session &session, bool isCallersTransaction, Work &&work) -> decltype(work())
{
    for (int attempt = 1;; ++attempt) {
        auto result = atomically(session, work);
        if (result || result.error().kind != DbError::Kind::Contention || isCallersTransaction
            || attempt == kContentionAttempts)
            return result;
    }
}

Result<void> checkBatch(std::span<const JobSpec> specs)
{
    QSet<QString> keys;
    for (size_t i = 0; i < specs.size(); ++i) {
        const JobSpec &spec = specs[i];
        if (auto fine = spec.validate(); !fine) {
            DbError error = fine.error();
            error.message = u"job %1 of %2: %3"_s.arg(i + 1).arg(specs.size()).arg(error.message);
            return tl::make_unexpected(error);
        }
        if (spec.jobKeyMode == JobKeyMode::UnsafeDedupe) {
            return tl::make_unexpected(DbError{
                DbError::Kind::InvalidInput, u"GWBKM"_s,
                u"several jobs cannot be added with unsafe_dedupe at once; add them one by one"_s});
        }
        if (spec.jobKey && keys.contains(*spec.jobKey)) {
            return tl::make_unexpected(
                DbError{DbError::Kind::InvalidInput, u"GWBJK"_s,
                        u"the job key '%1' occurs twice"_s.arg(*spec.jobKey)});
        }
        if (spec.jobKey)
            keys.insert(*spec.jobKey);
    }
    return {};
}

} // namespace

JobAdder::JobAdder(const QString &schema, std::function<QDateTime()> clock)
    : m_schema(schema)
    , m_clock(std::move(clock))
    , m_addJob(sqlText("worker/queue/add_job.sql", schema))
    , m_addJobs(sqlText("worker/queue/add_jobs.sql", schema))
    , m_addPlainJobs(sqlText("worker/queue/add_plain_jobs.sql", schema))
    , m_addTurns(sqlText("worker/queue/add_turns.sql", schema))
    , m_lockKeys(sqlText("worker/queue/lock_keys.sql", schema))
    , m_markRetired(sqlText("worker/queue/mark_retired.sql", schema))
    , m_markRetiredAll(sqlText("worker/queue/mark_retired_all.sql", schema))
    , m_names(sqlText("worker/queue/task_and_queue_names.sql", schema))
{ }

std::optional<Timestamp> JobAdder::runAt(const JobSpec &spec) const
{
    if (spec.runAt || !m_clock)
        return spec.runAt;
    return timestamp(m_clock());
}

Result<JobRecord> JobAdder::add(Session &session, const JobSpec &spec) const
{
    if (auto fine = spec.validate(); !fine)
        return tl::make_unexpected(fine.error());
    logWarnings(spec);
    if (!spec.jobKey || spec.jobKeyMode == JobKeyMode::UnsafeDedupe)
        return addOne(session, spec);
    const bool isCallersTransaction = session.isInTransaction();
    auto added = retried(session, isCallersTransaction, [&] {
        return addChecked(session, {&spec, 1}, isCallersTransaction);
    });
    if (!added)
        return tl::make_unexpected(explained(added.error(), m_schema));
    return std::move(added->front());
}

Result<JobRecord> JobAdder::addOne(Session &session, const JobSpec &spec) const
{
    const auto text
        = [](const std::optional<QString> &value) { return value ? param(*value) : nullParam(); };
    const Params params{param(spec.identifier),
                        spec.payload.isEmpty() ? nullParam() : Param(spec.payload),
                        text(spec.queueName),
                        micros(runAt(spec)),
                        digits(spec.maxAttempts),
                        text(spec.jobKey),
                        digits(spec.priority),
                        spec.flags.isEmpty() ? nullParam() : param(spec.flags),
                        param(jobKeyModeName(spec.jobKeyMode))};
    // No row: task identifiers are being cleaned up at this moment.
    for (int attempt = 0; attempt < kRaceAttempts; ++attempt) {
        auto rows = session.query(m_addJob, params);
        if (!rows)
            return tl::make_unexpected(explained(rows.error(), m_schema));
        if (!rows->isEmpty())
            return addedFrom(*rows, 0);
    }
    return fail(DbError::Kind::Contention,
                u"the task '%1' keeps being cleaned up"_s.arg(spec.identifier));
}

Result<std::vector<JobRecord>> JobAdder::addAll(Session &session,
                                                std::span<const JobSpec> specs) const
{
    if (specs.empty())
        return std::vector<JobRecord>();
    if (auto fine = checkBatch(specs); !fine)
        return tl::make_unexpected(fine.error());
    std::ranges::for_each(specs, logWarnings);
    const bool isCallersTransaction = session.isInTransaction();
    auto added = retried(session, isCallersTransaction,
                         [&] { return addChecked(session, specs, isCallersTransaction); });
    if (!added)
        return tl::make_unexpected(explained(added.error(), m_schema));
    if (!isCallersTransaction && qsizetype(added->size()) >= kRowsWorthAnalyzing) {
        // ANALYZE may be refused; nothing is lost then.
        (void)session.query("analyze " + quotedIdentifier(m_schema) + "._private_jobs");
    }
    return added;
}

Result<std::optional<std::vector<JobRecord>>>
JobAdder::addPlain(Session &session, std::span<const JobSpec> specs) const
{
    if (!arePlain(specs))
        return std::nullopt;
    return addPlainJobs(session, m_addPlainJobs, specs,
                        [this](const JobSpec &spec) { return runAt(spec); });
}

/// The functions of the schema take the key from a running job, but write a time for it, that of
/// the beginning of the transaction, which can be before the job was locked; then it cannot be
/// recognised any more as one whose attempt must not be restored. add_jobs.sql finds the jobs this
/// can happen to, unless another one with the same key is added while it waits for a lock.
Result<void> JobAdder::prepareKeys(Session &session, const QStringList &keys,
                                   bool isCallersTransaction) const
{
    if (keys.isEmpty() || keys.size() > kMaxTurns)
        return {};
    // A transaction of the caller's may add any number of jobs one by one, too many for turns; so
    // it only waits for its turn beforehand.
    return session.query(isCallersTransaction ? m_lockKeys : m_addTurns, {param(keys)})
        .map([](const Rows &) {});
}

Result<std::vector<JobRecord>> JobAdder::addChecked(Session &session,
                                                    std::span<const JobSpec> specs,
                                                    bool isCallersTransaction) const
{
    auto added = addPlain(session, specs);
    if (!added)
        return tl::make_unexpected(added.error());
    if (*added)
        return *std::move(*added);
    std::vector<const JobSpec *> pending;
    QStringList requestedKeys;
    bool preservesRunAt = false;
    for (const JobSpec &spec : specs) {
        pending.push_back(&spec);
        if (spec.jobKey)
            requestedKeys << *spec.jobKey;
        preservesRunAt |= spec.jobKeyMode == JobKeyMode::PreserveRunAt;
    }
    if (auto ready = prepareKeys(session, requestedKeys, isCallersTransaction); !ready)
        return tl::make_unexpected(ready.error());

    std::vector<JobRecord> written;
    for (int attempt = 0; !pending.empty(); ++attempt) {
        if (attempt == kRaceAttempts) {
            return fail(DbError::Kind::Contention,
                        u"the job with the key '%1' keeps being fetched by workers"_s.arg(
                            pending.front()->jobKey.value_or(QString())));
        }
        auto pass = write(session, pending, preservesRunAt);
        if (!pass)
            return tl::make_unexpected(pass.error());
        QSet<QString> keys;
        for (JobRecord &one : *pass) {
            keys.insert(one.key);
            written.push_back(std::move(one));
        }
        std::erase_if(pending, [&keys](const JobSpec *spec) {
            return !spec->jobKey || keys.contains(*spec->jobKey);
        });
    }
    if (requestedKeys.size() > kMaxTurns) {
        if (auto marked = session.query(m_markRetiredAll); !marked)
            return tl::make_unexpected(marked.error());
    }
    if (auto named = fillInNames(session, specs, written); !named)
        return tl::make_unexpected(named.error());

    std::ranges::sort(written, {}, &JobRecord::id);
    return written;
}

Result<std::vector<JobRecord>> JobAdder::write(Session &session,
                                               const std::vector<const JobSpec *> &specs,
                                               bool preservesRunAt) const
{
    ArrayParam identifiers, payloads, queues, runAts, maxAttempts, keys, priorities, flags;
    for (const JobSpec *spec : specs) {
        identifiers.addText(spec->identifier.toUtf8());
        if (spec->payload.isEmpty())
            payloads.add(std::nullopt);
        else
            payloads.addText(spec->payload);
        queues.addText(utf8(spec->queueName));
        runAts.add(micros(runAt(*spec)));
        maxAttempts.add(digits(spec->maxAttempts));
        keys.addText(utf8(spec->jobKey));
        priorities.add(digits(spec->priority));
        if (spec->flags.isEmpty())
            flags.add(std::nullopt);
        else
            flags.addText(param(spec->flags));
    }
    auto rows = session.query(m_addJobs,
                              {identifiers.param(), payloads.param(), queues.param(),
                               runAts.param(), maxAttempts.param(), keys.param(),
                               priorities.param(), flags.param(), param(preservesRunAt)});
    if (!rows)
        return tl::make_unexpected(rows.error());
    constexpr int kRunningIds = 18;
    std::vector<JobRecord> written;
    for (int row = 0; row < rows->count(); ++row) {
        if (!rows->isNull(row, 0))
            written.push_back(addedFrom(*rows, row));
    }
    if (!rows->isNull(0, kRunningIds)) {
        auto marked = session.query(m_markRetired, {rows->bytes(0, kRunningIds).toByteArray()});
        if (!marked)
            return tl::make_unexpected(marked.error());
    }
    return written;
}

Result<void> JobAdder::fillInNames(Session &session, std::span<const JobSpec> specs,
                                   std::vector<JobRecord> &written) const
{
    QSet<QString> tasks;
    QSet<QString> queues;
    size_t queueless = 0;
    for (const JobSpec &spec : specs) {
        tasks.insert(spec.identifier);
        if (spec.queueName)
            queues.insert(*spec.queueName);
        else
            ++queueless;
    }
    const auto isQueueless = [](const JobRecord &one) { return one.queueId == 0; };
    if (written.size() != specs.size()
        || size_t(std::ranges::count_if(written, isQueueless)) != queueless) {
        return fail(DbError::Kind::Contention,
                    u"task or queue names were cleaned up while jobs were being added for them"_s);
    }
    if (tasks.size() == 1 && queues.size() <= 1) {
        for (JobRecord &one : written) {
            one.identifier = *tasks.begin();
            if (one.queueId != 0)
                one.queueName = *queues.begin();
        }
        return {};
    }
    auto rows = session.query(m_names, {param(tasks.values()), param(queues.values())});
    if (!rows)
        return tl::make_unexpected(rows.error());
    QHash<qint64, QString> taskNames;
    QHash<qint64, QString> queueNames;
    for (int row = 0; row < rows->count(); ++row) {
        auto &names = rows->int64(row, 0) == 0 ? taskNames : queueNames;
        names.insert(rows->int64(row, 1), rows->text(row, 2));
    }
    for (JobRecord &one : written) {
        one.identifier = taskNames.value(one.taskId);
        one.queueName = queueNames.value(one.queueId);
    }
    return {};
}

Result<JobRecord> addJobAdhoc(const ConnectionSettings &settings, const QString &schema,
                              const JobSpec &spec)
{
    if (auto fine = spec.validate(); !fine)
        return tl::make_unexpected(fine.error());
    auto session = Session::open(settings, u"add"_s);
    if (!session)
        return tl::make_unexpected(session.error());
    return JobAdder(schema).add(**session, spec);
}

} // namespace yardmaster
