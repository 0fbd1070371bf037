#pragma once

#include "tests/support/testdatabase.h"
#include "worker/db/sqltext.h"
#include "worker/history/history.h"

#include <QtGlobal>

namespace yardmaster::test {

inline void installHistoryIn(const TestDatabase &database)
{
    const auto session = database.session();
    if (auto installed = installHistory(*session, kSchema, HistoryOptions()); !installed)
        qFatal("no history: %s", qUtf8Printable(installed.error().message));
}

/// Made-up runs of the last seven days, and roll-ups, where a history is installed.
inline void fillHistory(const TestDatabase &database, int runs, int rollupDays)
{
    QByteArray fill = sqlText("tests/bench/history_data.sql", kSchema);
    fill.replace(":runs", QByteArray::number(runs));
    fill.replace(":days", "7");
    fill.replace(":rollup_days", QByteArray::number(rollupDays));
    database.script(fill);
}

/// A worker fetches jobs, two seconds ago, when they had been due for three.
inline void fetchJobs(const TestDatabase &database, const QByteArray &which,
                      const QByteArray &worker)
{
    database.script(
        "update graphile_worker._private_jobs set locked_at = now() - interval '2 seconds', "
        "run_at = now() - interval '5 seconds', attempts = attempts + 1, locked_by = '"
        + worker + "' where " + which);
}
/// As Node's worker releases what has failed.
inline void failJobs(const TestDatabase &database, const QByteArray &which, const QByteArray &error)
{
    database.script("update graphile_worker._private_jobs set locked_at = null, locked_by = null, "
                    "run_at = now() + interval '1 hour', last_error = '"
                    + error + "' where " + which);
}
inline void deleteJobs(const TestDatabase &database, const QByteArray &which)
{
    database.script("delete from graphile_worker._private_jobs where " + which);
}

/// Records runs of known jobs, one after the other:
///
///     1  send_email          attempt 1 failed, 2 succeeded; both by web-1
///     2  resize, queue img   removed by hand before any attempt
///     3  send_email          failed for good at attempt 1 of 1, cleaned up
///     4  resize              retired by key while web-2 ran it
///     5–24  send_email       succeeded, in one statement of web-2
///     25  resize             removed after an attempt of web-2 that failed
///     26  send_email         still there; attempt 1 failed
///     27  send_email         still there, not run
inline void recordRuns(const TestDatabase &database)
{
    database.script("select graphile_worker.add_job('send_email');"
                    "select graphile_worker.add_job('resize', queue_name := 'img');"
                    "select graphile_worker.add_job('send_email', max_attempts := 1);"
                    "select graphile_worker.add_job('resize', job_key := 'once');"
                    "select graphile_worker.add_job('send_email') from generate_series(5, 24);"
                    "select graphile_worker.add_job('resize');"
                    "select graphile_worker.add_job('send_email') from generate_series(26, 27);");
    fetchJobs(database, "id = 1", "web-1");
    failJobs(database, "id = 1", "connect ETIMEDOUT 10.0.0.1:5432");
    fetchJobs(database, "id = 1", "web-1");
    deleteJobs(database, "id = 1");
    deleteJobs(database, "id = 2");
    fetchJobs(database, "id = 3", "web-1");
    failJobs(database, "id = 3", "Order 17 is refused");
    deleteJobs(database, "id = 3");
    fetchJobs(database, "id = 4", "web-2");
    database.script("select graphile_worker.remove_job('once')");
    deleteJobs(database, "id = 4");
    fetchJobs(database, "id between 5 and 24", "web-2");
    deleteJobs(database, "id between 5 and 24");
    fetchJobs(database, "id = 25", "web-2");
    failJobs(database, "id = 25", "TypeError: x is undefined");
    deleteJobs(database, "id = 25");
    fetchJobs(database, "id = 26", "web-2");
    failJobs(database, "id = 26", "connect ETIMEDOUT 10.0.0.2:5432");
}

} // namespace yardmaster::test
