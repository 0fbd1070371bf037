#include "worker/runner/workeroptions.h"

#include "worker/db/migrator.h"

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

QStringList WorkerOptions::problems() const
{
    QStringList problems;
    if (concurrency < 1 || concurrency > 1000)
        problems << u"the number of jobs at a time must be between 1 and 1000"_s;
    if (maxPoolSize < 1 || maxPoolSize > 10000)
        problems << u"the pool size must be between 1 and 10000"_s;
    if (pollInterval < 1ms || pollInterval > 24h)
        problems << u"the poll interval must be between 1 ms and 24 h"_s;
    if (gracePeriod < 0ms || gracePeriod > 24h)
        problems << u"the grace period must be between 0 and 24 h"_s;
    if (localQueueSize < 0 || localQueueSize > 100000)
        problems << u"the local queue size must be between 0 and 100000"_s;
    if (localQueueTtl < 1ms)
        problems << u"the local queue's TTL must be at least 1 ms"_s;
    if (const QString problem = schemaNameProblem(schema); !problem.isEmpty())
        problems << problem;
    return problems;
}

} // namespace yardmaster
