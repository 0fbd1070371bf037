#pragma once

#include <yardmaster/eventbus.h>

namespace yardmaster {

/// Writes the events of the bus to the Qt logging categories `yardmaster.worker`, `yardmaster.job`
/// and `yardmaster.output`: identifiers, ids, outcomes and durations, never payloads. Database
/// trouble is logged as OutageLog does. Controls and invisible characters in names, errors and the
/// output of jobs are escaped. Lines are written on the thread that emits, so nothing
/// piles up in an event loop.
class JobLog final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobLog)

public:
    struct Options
    {
        bool successes = true; ///< off: NO_LOG_SUCCESS
        QString database{};    ///< where it is, for people
    };

    JobLog(EventBus *events, const Options &options, QObject *parent = nullptr);
};

} // namespace yardmaster
