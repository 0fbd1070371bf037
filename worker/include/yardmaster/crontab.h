#pragma once

#include <yardmaster/cronitem.h>
#include <yardmaster/cronschedule.h>
#include <yardmaster/crontabproblem.h>

#include <QByteArrayView>
#include <QList>

#include <array>

namespace yardmaster {

/// One line of a crontab, or one item of a list.
struct CrontabEntry
{
    CronItem item; ///< its identifier is never empty
    CronSchedule schedule;
    int line = 0; ///< from 1; for a list of items: which item

    std::array<CrontabSpan, 5> fields{}; ///< where things are in the line
    CrontabSpan task{};
    CrontabSpan options{}; ///< without the question mark
    CrontabSpan payload{};
};

/// What a crontab says. A value; any thread.
struct Crontab
{
    /// What could be understood, in file order. With problems it is incomplete: good for a preview,
    /// not for a scheduler.
    QList<CrontabEntry> entries{};
    QList<CrontabProblem> problems{}; ///< all of them, by line and column
    /// Warnings: legal but not working, such as a number the database refuses.
    QList<CrontabProblem> warnings{};

    [[nodiscard]] bool isValid() const { return problems.isEmpty(); }
};

/// Reads a crontab. Accepts any bytes; invalid UTF-8 is a problem.
[[nodiscard]] Crontab parseCrontab(QByteArrayView text,
                                   CrontabDialect dialect = CrontabDialect::Extended);

/// Checks a program's own items as a crontab is checked, and what the database would refuse.
[[nodiscard]] Crontab crontabFromItems(const QList<CronItem> &items);

} // namespace yardmaster
