#pragma once

#include <yardmaster/events.h>

#include <QByteArray>
#include <QLatin1StringView>
#include <QList>

#include <chrono>

namespace yardmaster {

/// One event as a line of JSON: {"time":…,"event":…,"worker":…, and what is added}. Written by hand
/// because a drain makes three a job: 1.0 µs each, where QJsonDocument took 6.0.
class JsonLine final
{
public:
    /// @param event  graphile-worker's name where it has one, e.g. "job:start".
    /// @param workerId  empty: null.
    JsonLine(QLatin1StringView event, QStringView workerId,
             std::chrono::system_clock::time_point time = std::chrono::system_clock::now());

    JsonLine &add(QLatin1StringView key, QStringView text);
    JsonLine &add(QLatin1StringView key, qint64 number);
    JsonLine &add(QLatin1StringView key, int number) { return add(key, qint64{number}); }
    /// Finite.
    JsonLine &add(QLatin1StringView key, double number);
    JsonLine &add(QLatin1StringView key, bool value);
    JsonLine &add(QLatin1StringView key, std::nullptr_t);
    /// Milliseconds, with three decimals.
    JsonLine &add(QLatin1StringView key, std::chrono::microseconds duration);
    /// Milliseconds, whole.
    JsonLine &add(QLatin1StringView key, std::chrono::milliseconds duration);
    /// Null if invalid.
    JsonLine &add(QLatin1StringView key, const QDateTime &time);
    JsonLine &add(QLatin1StringView key, const QStringList &texts);
    /// With the column names of graphile-worker's `jobs` view; the id is a string, as in Node,
    /// since JavaScript's numbers cannot hold every bigint.
    JsonLine &add(QLatin1StringView key, const JobInfo &job);
    JsonLine &add(QLatin1StringView key, const QList<JobInfo> &jobs);
    JsonLine &add(QLatin1StringView key, const DbError &error);
    /// Outcomes too, unless they are not known yet.
    JsonLine &add(QLatin1StringView key, const QList<CronRun> &runs);
    /// Null where the text is empty.
    JsonLine &addOrNull(QLatin1StringView key, QStringView text);

    /// The finished line, with its newline. Ends the object's life.
    [[nodiscard]] QByteArray take();

private:
    void key(QLatin1StringView key);
    void string(QStringView text);
    void job(const JobInfo &job);

    QByteArray m_text;
};

} // namespace yardmaster
