#pragma once

#include <yardmaster/crontabproblem.h>

#include <QList>
#include <QString>

#include <array>

namespace yardmaster {

/// The five fields of a schedule as sets: bit n stands for the number n. A value.
struct CronFields
{
    quint64 minutes = (quint64(1) << 60) - 1;
    quint32 hours = (quint32(1) << 24) - 1;
    quint32 days = 0xfffffffe; ///< of the month, bits 1..31
    quint32 months = 0x1ffe;   ///< bits 1..12
    quint32 weekdays = 0x7f;   ///< bits 0..6, Sunday is 0

    [[nodiscard]] bool restrictsDays() const { return days != 0xfffffffe; }
    [[nodiscard]] bool restrictsWeekdays() const { return weekdays != 0x7f; }

    friend bool operator==(const CronFields &, const CronFields &) = default;

    /// @param parts   minute, hour, day of month, month, day of week, without white space.
    /// @param places  where each begins, for problems.
    /// @param line    likewise.
    /// Adds errors to `problems`; all fields are checked.
    [[nodiscard]] static CronFields parse(const std::array<QStringView, 5> &parts,
                                          const std::array<CrontabSpan, 5> &places, int line,
                                          CrontabDialect dialect, QList<CrontabProblem> *problems);
};

} // namespace yardmaster
