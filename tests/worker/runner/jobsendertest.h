#pragma once

#include "tests/worker/runner/workertest.h"
#include "worker/runner/jobsender.h"

#include <QTest>

#include <chrono>

namespace yardmaster::test {

/// Base of the tests of what adds jobs for handlers and Runner::addJob().
class JobSenderTest : public WorkerTest
{
    Q_OBJECT

protected:
    [[nodiscard]] JobSender sender(std::chrono::milliseconds idle = std::chrono::hours(1),
                                   std::chrono::milliseconds patience = std::chrono::hours(1)) const
    {
        return JobSender(m_database->settings(), QStringLiteral("graphile_worker"), {}, idle,
                         patience);
    }
    [[nodiscard]] static AddedJob resultOf(QFuture<AddedJob> future)
    {
        future.waitForFinished();
        return future.result();
    }
    [[nodiscard]] bool isBlocked(int sessions = 1) const
    {
        return QTest::qWaitFor(
            [this, sessions] {
                return scalar("select count(*) from pg_stat_activity where datname = "
                              "current_database() and application_name = 'yardmaster add' "
                              "and wait_event_type = 'Lock'")
                    == QString::number(sessions);
            },
            20000);
    }
};

} // namespace yardmaster::test
