#pragma once

#include "worker/runner/jobsender.h"

#include <QSet>

#include <functional>
#include <vector>

namespace yardmaster {

using AddAnswer = Result<std::vector<JobRecord>>;

/// What one call adds.
struct AddRequest
{
    std::vector<JobSpec> specs;
    bool isSingle = true;
    JobSender::WhenAway whenAway = JobSender::WhenAway::Fail;
    std::function<void(AddAnswer)> answer;

    /// One with a key waits for others' locks, and is tried again when they are in the way: that
    /// takes a transaction of its own.
    [[nodiscard]] bool isShareable() const { return isSingle && !specs.front().jobKey; }

    /// What must be added in the order given: its job keys and named queues.
    [[nodiscard]] QSet<QString> names() const
    {
        QSet<QString> names;
        for (const JobSpec &spec : specs) {
            if (spec.jobKey)
                names.insert(u'k' + *spec.jobKey);
            if (spec.queueName)
                names.insert(u'q' + *spec.queueName);
        }
        return names;
    }
};

/// What is written together: several that can share a transaction, or one.
using AddBatch = std::vector<AddRequest>;

} // namespace yardmaster
