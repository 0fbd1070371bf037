#pragma once

#include <yardmaster/crontab.h>

#include <QStringList>

#include <memory>

namespace yardmaster {

/// Names that a crontab may use, as far as they are known here.
struct CronNames
{
    QStringList tasks; ///< of the database and of the local worker, sorted
    QStringList queues;
    bool areAllTasks = false; ///< there are no others; false: a task missing here means nothing

    [[nodiscard]] bool operator==(const CronNames &) const = default;
};

/// What a crontab says, with what the editor shows beside it. A value; any thread.
struct CronAnalysis
{
    QList<CrontabEntry> entries;     ///< that are on, by line
    QList<CrontabEntry> switchedOff; ///< that are off, by line; their places are in the whole line
    QList<CrontabProblem> problems;  ///< a worker refuses the file because of these; by line
    QList<CrontabProblem> warnings;  ///< by line
    int lines = 0;

    [[nodiscard]] bool isValid() const { return problems.isEmpty(); }
    /// On or off; null: that line is no entry.
    [[nodiscard]] const CrontabEntry *entryAt(int line) const;
    [[nodiscard]] bool isOff(int line) const;
    /// The first of this identifier, on or off.
    [[nodiscard]] const CrontabEntry *find(const QString &identifier) const;
};
using CronAnalysisPtr = std::shared_ptr<const CronAnalysis>;

/// @param text  lines end with line feeds. Some 10 µs a line.
[[nodiscard]] CronAnalysis analyseCrontab(const QString &text, CrontabDialect dialect,
                                          const CronNames &names = {});

} // namespace yardmaster
