#pragma once

#include <yardmaster/result.h>
#include <yardmaster/timestamp.h>

#include <QList>
#include <QString>

namespace yardmaster {

class Session;
struct MaintenanceLog;

/// Something that may be why charts change their course. A value.
struct ChangeMark
{
    enum class Kind {
        Jobs,    ///< many were changed by hand
        Crontab, ///< entries of one became known to workers
        Version, ///< a worker with another version came
    };

    Timestamp at;
    Kind kind = Kind::Jobs;
    QString text; ///< one line: "Retry 4,812 jobs, by alice"

    [[nodiscard]] bool operator==(const ChangeMark &) const = default;
};
using ChangeMarks = QList<ChangeMark>;

/// The newest of the last four weeks, the oldest first, kMostChangeMarks at most. What is not there
/// or may not be read, as the shared operator log, or the history, gives no marks. Blocks; the
/// session's thread.
[[nodiscard]] Result<ChangeMarks> readChangeMarks(Session &session, const MaintenanceLog &log);
inline constexpr int kMostChangeMarks = 200;

/// "2026-11-20 14:03:07 UTC · Retry 4,812 jobs, by alice" for each, below "3 changes" where there
/// are several; many are cut. Pure.
[[nodiscard]] QString changesText(const ChangeMarks &marks);
/// The same in one line, without times: "3 changes: Retry 4,812 jobs, by alice; …". Pure.
[[nodiscard]] QString changesLine(const ChangeMarks &marks);

} // namespace yardmaster
