#include <yardmaster/jobrecord.h>

#include "worker/db/rowtimes.h"

namespace yardmaster {

JobRecord jobRecordFrom(const Rows &rows, int row)
{
    const auto time = [&rows, row](int column) { return timestampAt(rows, row, column); };
    JobRecord job;
    job.id = rows.int64(row, 0);
    job.identifier = rows.text(row, 1);
    job.queueName = rows.text(row, 2);
    job.payload = rows.bytes(row, 3).toByteArray();
    job.priority = int(rows.int64(row, 4));
    job.runAt = time(5);
    job.attempts = int(rows.int64(row, 6));
    job.maxAttempts = int(rows.int64(row, 7));
    job.lastError = rows.text(row, 8);
    job.createdAt = time(9);
    job.updatedAt = time(10);
    job.key = rows.text(row, 11);
    if (!rows.isNull(row, 12))
        job.lockedAt = time(12);
    job.lockedBy = rows.text(row, 13);
    job.revision = int(rows.int64(row, 14));
    job.flags = rows.bytes(row, 15).toByteArray();
    return job;
}

std::vector<JobRecord> jobRecordsFrom(const Rows &rows)
{
    std::vector<JobRecord> jobs;
    jobs.reserve(size_t(rows.count()));
    for (int row = 0; row < rows.count(); ++row)
        jobs.push_back(jobRecordFrom(rows, row));
    return jobs;
}

} // namespace yardmaster
