#pragma once

#include <yardmaster/cronfields.h>
#include <yardmaster/cronitem.h>

#include <QDateTime>
#include <QList>
#include <QTimeZone>

#include <optional>

#include <tl/expected.hpp>

namespace yardmaster {

/// When something is due: a set of minutes. A value; any thread.
///
/// The fields are compared with the local time of the time zone. Times skipped when clocks go
/// forward are due once, together, in the first minute after the gap; times that occur twice are
/// due the first time only.
class CronSchedule final
{
public:
    /// Every minute.
    CronSchedule() = default;
    /// @param zone  invalid: UTC.
    explicit CronSchedule(const CronFields &fields, const QTimeZone &zone = {});
    /// What `matcher` says, minute by minute.
    explicit CronSchedule(CronMatcher matcher, const QTimeZone &zone = {});

    /// "0 4 * * mon"; columns of problems count from the beginning of `text`.
    [[nodiscard]] static tl::expected<CronSchedule, QList<CrontabProblem>>
    parse(QStringView text, CrontabDialect dialect = CrontabDialect::Extended,
          const QTimeZone &zone = {});

    /// Whether it is due in the minute that this instant belongs to.
    [[nodiscard]] bool matches(const QDateTime &instant) const;

    /// The first due minute that begins strictly after `after`, in UTC; nullopt if none ever comes
    /// (30 February), or none within a year for a matcher function. Takes microseconds, except
    /// with a matcher function.
    [[nodiscard]] std::optional<QDateTime> next(const QDateTime &after) const;
    /// The first `count` of them; fewer if there are no more.
    [[nodiscard]] QList<QDateTime> upcoming(const QDateTime &after, int count) const;

    [[nodiscard]] const CronFields &fields() const { return m_fields; }
    [[nodiscard]] bool hasMatcher() const { return bool(m_matcher); }
    [[nodiscard]] bool isUtc() const { return !m_zone; }
    [[nodiscard]] QTimeZone timeZone() const { return m_zone.value_or(QTimeZone::utc()); }

private:
    struct Segment;
    [[nodiscard]] Segment segmentAt(qint64 minute) const;
    [[nodiscard]] bool matchesLocal(qint64 localMinute) const;
    [[nodiscard]] std::optional<qint64> nextLocal(qint64 localMinute) const;
    [[nodiscard]] bool matchesMinute(qint64 minute) const;
    [[nodiscard]] std::optional<qint64> nextMinute(qint64 minute) const;

    CronFields m_fields;
    CronMatcher m_matcher;
    std::optional<QTimeZone> m_zone; ///< nullopt: UTC
};

} // namespace yardmaster
