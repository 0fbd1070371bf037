#include <yardmaster/jobservices.h>

#include "worker/tasks/readyfuture.h"
#include <yardmaster/job.h>

namespace yardmaster {

namespace {

tl::unexpected<DbError> noDatabase()
{
    return fail(DbError::Kind::CannotConnect,
                QStringLiteral("this handler was called without a worker, so it has no database"));
}

} // namespace

JobServices::JobServices(WorkerFacts facts)
    : m_facts(std::move(facts))
{ }

JobServices::~JobServices() = default;

void JobServices::output(const Job &, const QString &, bool) { }

void JobServices::progress(const Job &, double, const QString &) { }

QFuture<AddedJob> JobServices::add(const Job &, JobSpec)
{
    return readyFuture(AddedJob(noDatabase()));
}

QFuture<AddedJobs> JobServices::addAll(const Job &, std::vector<JobSpec>)
{
    return readyFuture(AddedJobs(noDatabase()));
}

Result<void> JobServices::withDatabase(const Job &, const DatabaseWork &)
{
    return noDatabase();
}

void JobServices::post(std::function<void(JobServices &)> call)
{
    call(*this);
}

} // namespace yardmaster
