#pragma once

#include <yardmaster/jobspec.h>

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <chrono>
#include <functional>
#include <optional>

namespace yardmaster {

/// One minute as a schedule sees it, on the clock of the entry's time zone.
struct CronDigest
{
    int minute = 0;     ///< 0..59
    int hour = 0;       ///< 0..23
    int dayOfMonth = 1; ///< 1..31
    int month = 1;      ///< 1..12
    int dayOfWeek = 0;  ///< 0..6, Sunday is 0
};

/// Whether a job is due in this minute. Called from the scheduler's thread; must not block.
using CronMatcher = std::function<bool(const CronDigest &)>;

/// The options after `?` in a crontab line. A value; any thread.
struct CronOptions
{
    /// How far back missed runs are backfilled at a start; at most kLongestBackfill.
    std::chrono::milliseconds backfillPeriod{0};
    std::optional<int> maxAttempts{};
    std::optional<QString> queueName{};
    std::optional<int> priority{};
    std::optional<QString> jobKey{};
    JobKeyMode jobKeyMode = JobKeyMode::Replace;
    QStringList flags{};
    QByteArray timeZone{}; ///< IANA name whose clock the schedule follows; empty: UTC
};

/// Longer periods are cut to this: 100 million days.
constexpr std::chrono::milliseconds kLongestBackfill{8'640'000'000'000'000};

/// A recurring job. Lines of a crontab are parsed into these; a program may construct them itself,
/// or with the builder in cronbuilder.h. A value; any thread.
///
///     CronItem item{.task = u"report"_s, .schedule = u"0 8 * * mon-fri"_s};
struct CronItem
{
    QString task{};     ///< identifier of the task
    QString schedule{}; ///< five fields, as in a crontab; not read if there is a matcher
    CronMatcher matcher{};
    CronOptions options{};
    QByteArray payload{}; ///< a JSON object; empty: none
    QString identifier{}; ///< what the database knows the item by; empty: the task
};

} // namespace yardmaster
