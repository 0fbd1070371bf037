#pragma once

#include <yardmaster/crontab.h>

#include <QByteArray>
#include <QDateTime>
#include <QString>

namespace yardmaster {

/// The output of `yardmaster cron`. JSON is one line with a line feed.

/// "crontab:3:7: the minute 61 is too large; minutes are 0 to 59", one line each.
[[nodiscard]] QString problemsText(const QList<CrontabProblem> &problems, const QString &file,
                                   const QString &prefix = {});
/// {"errors":[{"line":3,"column":7,"message":"…"}]}
[[nodiscard]] QByteArray problemsJson(const QList<CrontabProblem> &problems);

/// Each entry in words.
[[nodiscard]] QString entriesText(const Crontab &crontab, const QString &file);
/// {"entries":[{"line":…,"task":…,"identifier":…,"description":…}],"warnings":[{"line":…}]}
[[nodiscard]] QByteArray entriesJson(const Crontab &crontab);

/// Each entry in words and when it is due.
/// @param from  the first instant that counts.
[[nodiscard]] QString occurrencesText(const Crontab &crontab, const QDateTime &from, int count);
/// [{"line":…,"task":…,"identifier":…,"description":…,"next":["2026-01-01T00:00:00Z",…]},…]
[[nodiscard]] QByteArray occurrencesJson(const Crontab &crontab, const QDateTime &from, int count);

} // namespace yardmaster
