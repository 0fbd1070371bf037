#include <yardmaster/workeroptions.h>

#include <yardmaster/migrator.h>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

QStringList WorkerOptions::problems() const
{
    QStringList problems;
    const auto check = [&problems](bool isFine, const QString &sentence) {
        if (!isFine)
            problems << sentence;
    };
    check(concurrency >= 1 && concurrency <= 1000,
          u"the number of jobs at a time must be between 1 and 1000"_s);
    check(!onlyJob || once, u"a worker for a single job must run once"_s);
    check(asyncConcurrency >= 0 && asyncConcurrency <= 100000,
          u"the number of asynchronous jobs at a time must be between 0 and 100000"_s);
    check(maxPoolSize >= 1 && maxPoolSize <= 10000, u"the pool size must be between 1 and 10000"_s);
    check(pollInterval >= 1ms && pollInterval <= 24h,
          u"the poll interval must be between 1 ms and 24 h"_s);
    check(gracePeriod >= 0ms && gracePeriod <= 24h,
          u"the grace period must be between 0 and 24 h"_s);
    check(localQueueSize >= 0 && localQueueSize <= 100000,
          u"the local queue size must be between 0 and 100000"_s);
    check(prefetchHorizon >= 0ms && prefetchHorizon <= 24h,
          u"the prefetch horizon must be between 0 and 24 h"_s);
    check(localQueueTtl >= 1ms, u"the local queue's TTL must be at least 1 ms"_s);
    check(refetchDelay <= pollInterval,
          u"the refetch delay must not be longer than the poll interval"_s);
    check(refetchDelayThreshold >= 0, u"the refetch delay's threshold must not be negative"_s);
    check(heartbeatInterval == 0ms || sweepInterval == 0ms || sweepThreshold > heartbeatInterval,
          u"the sweep threshold must be longer than the heartbeat interval, or live workers would "
          "count as stale"_s);
    const auto checkQuotas = [&check](const QString &what, const QMap<QString, int> &limits,
                                      const QMap<QString, Rate> &rates) {
        for (auto it = limits.begin(); it != limits.end(); ++it)
            check(it.value() >= 1,
                  u"the limit of %1 '%2' must be at least 1"_s.arg(what, it.key()));
        for (auto it = rates.begin(); it != rates.end(); ++it)
            check(
                it->count >= 1 && it->period >= 1ms,
                u"the rate of %1 '%2' must be at least one job in a period"_s.arg(what, it.key()));
    };
    checkQuotas(u"task"_s, taskLimits, taskRates);
    checkQuotas(u"flag"_s, flagLimits, flagRates);
    problems << cron.problems();
    check(taskTimeout.value_or(0ms) >= 0ms, u"the timeout of tasks must not be negative"_s);
    for (auto it = taskTimeouts.begin(); it != taskTimeouts.end(); ++it)
        check(it.value() >= 0ms,
              u"the timeout of the task '%1' must not be negative"_s.arg(it.key()));
    if (const QString problem = schemaNameProblem(schema); !problem.isEmpty())
        problems << problem;
    return problems;
}

} // namespace yardmaster
