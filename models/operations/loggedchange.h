#pragma once

#include <yardmaster/result.h>
#include <yardmaster/timestamp.h>

#include <QList>
#include <QString>

namespace yardmaster {

class Session;
struct MaintenanceLog;

/// What was done by hand to many jobs, or to the schema: all batches of an operation together. A
/// value.
struct LoggedChange
{
    Timestamp at;  ///< of the first batch
    QString title; ///< "Retry 4,812 jobs"
    QString who;

    [[nodiscard]] bool operator==(const LoggedChange &) const = default;
};

/// From the operator log of this computer, as far as it is about this schema, and from the shared
/// one where this role may read it; what both have comes once, what was rolled back not at all. The
/// newest first, of the end of both logs. Blocks; the session's thread.
/// @param limit  at most so many.
[[nodiscard]] Result<QList<LoggedChange>>
readLoggedChanges(Session &session, const MaintenanceLog &log, Timestamp since, int limit);

} // namespace yardmaster
