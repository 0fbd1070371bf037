#pragma once

#include <yardmaster/cronitem.h>
#include <yardmaster/crontabproblem.h>

#include <QList>
#include <QTimeZone>

#include <optional>

namespace yardmaster {

/// The options after the question mark of a crontab line.
struct CrontabOptions
{
    CronOptions options{};
    QString identifier{}; ///< empty: none given
    QTimeZone zone{};     ///< invalid: UTC
    CrontabSpan identifierPlace{};

    /// @param place  where `text` is, for problems, all of which are added.
    [[nodiscard]] static CrontabOptions parse(QStringView text, CrontabSpan place, int line,
                                              CrontabDialect dialect,
                                              QList<CrontabProblem> *problems);
};

/// Whether an item may carry this identifier in a crontab: letter or underscore, then letters,
/// digits, underscores and dashes.
[[nodiscard]] bool isCrontabIdentifier(QStringView text);

} // namespace yardmaster
