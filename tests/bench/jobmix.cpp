#include "tests/bench/jobmix.h"

#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

static void registerSqlFiles()
{
    Q_INIT_RESOURCE(bench_sql);
}

namespace yardmaster::bench {

Result<void> fillJobMix(Session &session, const QString &schema, qint64 jobs,
                        const std::function<void(qint64)> &progress, std::optional<qint64> failures)
{
    registerSqlFiles();
    constexpr qint64 kBatch = 100000;
    if (auto named = session.script(sqlText("tests/bench/job_mix_names.sql", schema)); !named)
        return named;
    const QByteArray table = quotedIdentifier(schema) + "._private_jobs";
    const auto last = session.query("select coalesce(max(id), 0) from " + table);
    if (!last)
        return tl::make_unexpected(last.error());
    const qint64 fresh = last->int64(0, 0);
    const QByteArray insert = sqlText("tests/bench/job_mix.sql", schema);
    for (qint64 done = 0; done < jobs;) {
        const qint64 until = std::min(done + kBatch, jobs);
        const auto inserted = session.query(
            insert,
            {param(done + 1), param(until), param(fresh),
             failures ? param(jobs / std::max<qint64>(*failures, 1)) : nullParam()});
        if (!inserted)
            return tl::make_unexpected(inserted.error());
        done = until;
        if (progress)
            progress(done);
    }
    return session.script("vacuum analyze " + table);
}

} // namespace yardmaster::bench
