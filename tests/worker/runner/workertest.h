#pragma once

#include "tests/support/patience.h"
#include "tests/support/testworker.h"

#include <memory>

namespace yardmaster::test {

/// Base of the programs that test `worker/runner`: a fresh database for each test, and a check
/// after it that every worker has freed its queues and closed its connections.
class WorkerTest : public QObject
{
    Q_OBJECT

protected:
    std::unique_ptr<TestDatabase> m_database;

    void sql(const QByteArray &text) const { m_database->script(text); }
    [[nodiscard]] QString scalar(const QByteArray &text) const { return m_database->scalar(text); }
    /// A registered worker that sends no heartbeats, and is stale after `threshold` ms.
    void addSilentWorker(const QByteArray &id, int threshold = 1500) const
    {
        sql("insert into graphile_worker._private_workers (id, last_heartbeat_at, metadata) values "
            "('"
            + id + "', now() - interval '1 minute', '{\"sweep_threshold_ms\": "
            + QByteArray::number(threshold) + "}')");
    }
    /// Has `worker` sweep within two seconds.
    static void sweepSoon(TestWorker *worker)
    {
        worker->options.heartbeatInterval = std::chrono::milliseconds(300);
        worker->options.sweepThreshold = std::chrono::milliseconds(1500);
        worker->options.sweepInterval = std::chrono::milliseconds(20);
    }

private slots:
    void init() { m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated()); }
    void cleanup()
    {
        QCOMPARE(scalar("select count(*) from graphile_worker._private_job_queues "
                        "where locked_at is not null"),
                 QStringLiteral("0"));
        QTRY_COMPARE(scalar("select count(*) from pg_stat_activity where datname = "
                            "current_database() and application_name like 'yardmaster %' "
                            "and application_name not like 'yardmaster test%' "
                            "and pid <> pg_backend_pid()"),
                     QStringLiteral("0"));
        m_database.reset();
    }
};

} // namespace yardmaster::test
