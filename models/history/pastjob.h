#pragma once

#include "models/history/runreads.h"
#include <yardmaster/jobspec.h>

namespace yardmaster {

/// A job that has left the queue, and what the history knows to add it again. A value.
struct PastJob
{
    enum class Payload {
        Kept,
        Redacted,   ///< kept, but values are replaced by "[redacted]"
        TooLarge,   ///< for the rules of the history
        Unsearched, ///< not kept, because keys could not be looked for in it
        NotKept,    ///< its task is left out, or it ended before payloads were kept
        NoneKept,   ///< this history keeps no payloads
        Forbidden,  ///< this role may not read them
    };

    qint64 id = 0;
    bool isThere = false;          ///< it is in the queue, so that it need not be added again
    bool isKnown = false;          ///< the history has recorded its end
    bool isQueueForgotten = false; ///< it had one whose name is not known any more
    /// Its priority, limit of attempts and flags are not known: none of it was kept, or this role
    /// may not read it. A job like it gets the defaults.
    bool areSettingsLost = false;
    Payload payload = Payload::NotKept;
    /// Without key and time; without payload where that was not kept, without task or queue where
    /// its name is not known any more.
    JobSpec spec = {};

    /// There is a payload, maybe without some of its values.
    [[nodiscard]] bool hasPayload() const
    {
        return payload == Payload::Kept || payload == Payload::Redacted;
    }
    /// Why it cannot be added again at all, one sentence; empty: it can, with some payload.
    [[nodiscard]] QString obstacle() const;
    /// What is wrong with its payload, one sentence; empty: nothing.
    [[nodiscard]] QString payloadProblem() const;
    /// What else a job like it lacks, one sentence; empty: nothing.
    [[nodiscard]] QString settingsProblem() const;
};

struct PastJobs
{
    HistoryPresence presence;
    QList<PastJob> jobs; ///< as asked for; empty where the history cannot be read
};

/// Jobs of these ids. What is not there, or may not be read, is an answer, not an error. Blocks, on
/// the session's thread: some ms a job.
[[nodiscard]] Result<PastJobs> readPastJobs(Session &session, const QString &schema,
                                            const QList<qint64> &ids);

} // namespace yardmaster
