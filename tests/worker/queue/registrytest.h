#pragma once

#include "tests/worker/queue/queuefixture.h"
#include "worker/queue/workerregistry.h"

#include <vector>

namespace yardmaster::test {

/// Base of the tests of registered workers, and of those that are stale.
class RegistryTest : public QueueTest
{
    Q_OBJECT

protected:
    /// `count` jobs, each locked by `worker`, at their first attempt.
    void lockedJobs(const char *worker, int count, const QByteArray &more = {});
    void silence(const char *worker, const char *age);
    [[nodiscard]] QString jobs(const QByteArray &columns);
    /// As they are in the table; without a lock time where there is no such job.
    [[nodiscard]] static std::vector<Lease> leases(const SchemaFixture &schema,
                                                   const QList<qint64> &ids);
};

inline std::vector<Lease> RegistryTest::leases(const SchemaFixture &schema,
                                               const QList<qint64> &ids)
{
    std::vector<Lease> leases;
    for (const qint64 id : ids) {
        Lease lease{.id = id, .attempts = 1};
        lease.lockedAt = schema
                             .value("select (extract(epoch from locked_at) * 1000000)::bigint "
                                    "from @._private_jobs where id = "
                                    + QByteArray::number(id))
                             .toLongLong();
        leases.push_back(lease);
    }
    return leases;
}

inline void RegistryTest::lockedJobs(const char *worker, int count, const QByteArray &more)
{
    m_schema->script("with added as (select (@.add_job('t', run_at => '2001-01-01Z'" + more
                     + ")).id from generate_series(1, " + QByteArray::number(count)
                     + ")) select from added");
    m_schema->script("update @._private_jobs set attempts = attempts + 1, "
                     "created_at = now() - interval '10 s', updated_at = now() - interval '10 s', "
                     "locked_by = '"
                     + QByteArray(worker)
                     + "', locked_at = now() - interval '5 s' where locked_by is null;"
                       "update @._private_job_queues set locked_by = '"
                     + QByteArray(worker)
                     + "', locked_at = now() - interval '5 s' where locked_by is null");
    (void)m_schema->notices();
}

inline void RegistryTest::silence(const char *worker, const char *age)
{
    m_schema->script("insert into @._private_workers (id, last_heartbeat_at, metadata) values ('"
                     + QByteArray(worker) + "', now() - interval '" + QByteArray(age)
                     + "', '{\"sweep_threshold_ms\": 20000}')");
}

inline QString RegistryTest::jobs(const QByteArray &columns)
{
    return m_schema->value("select string_agg(concat_ws(' ', " + columns
                           + "), ', ' order by id) from @._private_jobs");
}

} // namespace yardmaster::test
