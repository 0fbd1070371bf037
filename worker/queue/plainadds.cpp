#include "worker/queue/plainadds.h"

#include "worker/db/arraytext.h"
#include <yardmaster/session.h>

#include <QHash>

#include <algorithm>

namespace yardmaster {

namespace {

/// Each name once, in the order of their first appearance.
class Names final
{
public:
    /// Counted from 1, as PostgreSQL does.
    qsizetype placeOf(const QString &name)
    {
        if (m_names.isEmpty() || name != m_names.at(m_last - 1)) { // mostly they are all the same
            const auto known = m_places.constFind(name);
            if (known == m_places.cend()) {
                m_names << name;
                m_places.insert(name, m_names.size());
                m_last = m_names.size();
            } else {
                m_last = *known;
            }
        }
        return m_last;
    }
    [[nodiscard]] const QStringList &list() const { return m_names; }

private:
    QHash<QString, qsizetype> m_places;
    QStringList m_names;
    qsizetype m_last = 0;
};

/// An array that is null as a whole as long as all its elements are.
class SparseArray final
{
public:
    template <typename T> void add(const std::optional<T> &number)
    {
        if (number && m_nulls > 0) {
            for (; m_nulls > 0; --m_nulls)
                m_array.add(std::nullopt);
        }
        if (number) {
            m_array.add(QByteArray::number(*number));
            m_hasNumbers = true;
        } else {
            ++m_nulls;
        }
    }
    /// unnest() fills up what is missing at the end.
    [[nodiscard]] Param param() const { return m_hasNumbers ? m_array.param() : nullParam(); }

private:
    ArrayParam m_array;
    qsizetype m_nulls = 0; ///< after the last number
    bool m_hasNumbers = false;
};

std::optional<qint64> microsOf(const std::optional<Timestamp> &time)
{
    return time ? std::optional(qint64(time->time_since_epoch().count())) : std::nullopt;
}

} // namespace

bool arePlain(std::span<const JobSpec> specs)
{
    return std::ranges::none_of(
        specs, [](const JobSpec &spec) { return spec.jobKey || !spec.flags.isEmpty(); });
}

Result<std::optional<std::vector<JobRecord>>>
addPlainJobs(Session &session, const QByteArray &statement, std::span<const JobSpec> specs,
             const std::function<std::optional<Timestamp>(const JobSpec &)> &runAt)
{
    Names tasks;
    Names queues;
    ArrayParam payloads;
    SparseArray taskPlaces, queuePlaces, runAts, maxAttempts, priorities;
    std::vector<JobRecord> jobs;
    jobs.reserve(specs.size());
    for (const JobSpec &spec : specs) {
        JobRecord &job = jobs.emplace_back();
        job.identifier = spec.identifier;
        job.queueName = spec.queueName.value_or(QString());
        job.payload = spec.payload.isEmpty() ? QByteArrayLiteral("{}") : spec.payload;
        job.priority = spec.priority.value_or(0);
        job.maxAttempts = spec.maxAttempts.value_or(25);
        const std::optional<Timestamp> time = runAt(spec);
        job.runAt = time.value_or(Timestamp::min());

        job.taskId = tasks.placeOf(spec.identifier); // its id, when that is known
        taskPlaces.add(std::optional(job.taskId));
        payloads.addText(job.payload);
        job.queueId = spec.queueName ? queues.placeOf(*spec.queueName) : 0;
        queuePlaces.add(spec.queueName ? std::optional(job.queueId) : std::nullopt);
        runAts.add(microsOf(time));
        maxAttempts.add(spec.maxAttempts);
        priorities.add(spec.priority);
    }
    auto rows = session.query(statement,
                              {param(tasks.list()), param(queues.list()),
                               tasks.list().size() > 1 ? taskPlaces.param() : nullParam(),
                               payloads.param(), queuePlaces.param(), runAts.param(),
                               maxAttempts.param(), priorities.param()});
    if (!rows)
        return tl::make_unexpected(rows.error());
    if (rows->isNull(0, 0))
        return std::nullopt;
    const std::vector<qint64> ids = int64sFrom(rows->bytes(0, 0));
    if (ids.size() != jobs.size())
        return fail(DbError::Kind::Statement,
                    QStringLiteral("the database added a different number of jobs"));
    const std::vector<qint64> taskIds = int64sFrom(rows->bytes(0, 3));
    const std::vector<qint64> queueIds = int64sFrom(rows->bytes(0, 4));
    const Timestamp now{std::chrono::microseconds(rows->int64(0, 1))};
    for (size_t i = 0; i < jobs.size(); ++i) {
        jobs[i].id = ids[i];
        jobs[i].taskId = taskIds.at(size_t(jobs[i].taskId - 1));
        if (jobs[i].queueId > 0)
            jobs[i].queueId = queueIds.at(size_t(jobs[i].queueId - 1));
        jobs[i].createdAt = jobs[i].updatedAt = now;
        if (jobs[i].runAt == Timestamp::min())
            jobs[i].runAt = now;
    }
    return jobs;
}

} // namespace yardmaster
