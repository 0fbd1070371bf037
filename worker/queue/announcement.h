#pragma once

#include <QByteArrayView>

namespace yardmaster {

/// The payload of a `jobs:insert` notification.
struct Announcement
{
    /// Jobs added, as graphile-worker counts those of an insert; remove_job() sends a negative one.
    /// Anything else, an empty payload of old revisions included, may mean a job.
    qint64 jobs = 1;
    QByteArrayView turn{}; ///< in quotes, the worker whose turn with named queues is over; or empty
};

[[nodiscard]] Announcement announcementOf(QByteArrayView payload);

} // namespace yardmaster
