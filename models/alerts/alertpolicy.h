#pragma once

#include "models/alerts/alertrule.h"

#include <QDateTime>

namespace yardmaster {

/// When no notifications are sent. Local time.
struct QuietHours
{
    bool isOn = false;
    QTime from{22, 0}; ///< included
    QTime to{7, 0};    ///< not included; earlier than `from`: the next day
    int days = 0x7f;   ///< on which they begin; bit 0 is Monday
    bool letsCriticalThrough = true;

    [[nodiscard]] bool operator==(const QuietHours &) const = default;
};

/// @param local  wall-clock time, in whatever zone.
[[nodiscard]] bool isQuiet(const QuietHours &hours, const QDateTime &local);

/// A program and its arguments, run without a shell.
struct AlertCommand
{
    QString program;   ///< a path, or a name looked for in PATH
    QString arguments; ///< as on a command line: separated by spaces, quoted with "

    [[nodiscard]] bool operator==(const AlertCommand &) const = default;
};

/// How alerts are told. A value.
struct AlertPolicy
{
    bool usesTray = true; ///< the desktop's notifications, where there are any
    bool usesSound = false;
    bool usesCommand = false;
    AlertCommand command;
    std::chrono::minutes remind{60}; ///< an active alert is sent again; 0: never
    QuietHours quiet;

    [[nodiscard]] bool operator==(const AlertPolicy &) const = default;
};

inline constexpr std::chrono::minutes kLongestRemind{7 * 24 * 60};

/// Empty: it can be used. Looks for the program where it is used.
[[nodiscard]] QList<AlertProblem> problemsOf(const AlertPolicy &policy);

/// What a profile wants to be told, and how.
struct AlertSettings
{
    QList<AlertRule> rules = suggestedAlertRules();
    AlertPolicy policy;

    [[nodiscard]] bool operator==(const AlertSettings &) const = default;
};

} // namespace yardmaster
