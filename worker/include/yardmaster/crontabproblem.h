#pragma once

#include <QString>

namespace yardmaster {

/// Which crontab syntax is accepted.
enum class CrontabDialect {
    Extended, ///< graphile-worker's, and time zones, flags, names, steps of ranges
    Strict,   ///< what graphile-worker 0.18 takes, nothing else
};

/// A part of a line.
struct CrontabSpan
{
    int column = 0; ///< of its first character, from 1, in UTF-16 units; 0: there is no such part
    int length = 0;
};

/// Something wrong in a crontab. A value.
struct CrontabProblem
{
    int line = 0;      ///< from 1; for a list of items: which item
    int column = 0;    ///< from 1, in UTF-16 units; for a list of items: 0
    int length = 0;    ///< of the wrong part, at least 1 in a text
    QString message{}; ///< a sentence without a full stop
    QString hint{};    ///< what to write instead; may be empty

    /// Message and hint as one line.
    [[nodiscard]] QString text() const
    {
        return hint.isEmpty() ? message : message + QStringLiteral("; ") + hint;
    }
};

} // namespace yardmaster
