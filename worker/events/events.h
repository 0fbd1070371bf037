#pragma once

#include "worker/db/dberror.h"

#include <QDateTime>
#include <QMetaType>
#include <QString>

#include <chrono>

namespace yardmaster {

/// A job as events and logs name it. Values only; crosses threads freely.
struct JobInfo
{
    qint64 id = 0;
    QString task;
    QString queueName; ///< empty: no queue
    QString key;       ///< empty: no key
    int attempts = 0;  ///< this run included: 1 on the first
    int maxAttempts = 0;
    int priority = 0;
    QDateTime runAt; ///< UTC, milliseconds
};

/// What became of one run of a job.
struct JobEvent
{
    JobInfo job;
    std::chrono::microseconds duration{0}; ///< of the handler; 0 for starts
    QString error;                         ///< why it failed, or why it was given back
    bool final = false;                    ///< failed with no attempt left
    QDateTime retryAt;                     ///< UTC; when a failed job runs next, invalid if never
};

} // namespace yardmaster

Q_DECLARE_METATYPE(yardmaster::DbError)
Q_DECLARE_METATYPE(yardmaster::JobInfo)
Q_DECLARE_METATYPE(yardmaster::JobEvent)
