#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QLatin1StringView>
#include <QStringView>

#include <chrono>

namespace yardmaster {

/// One object of JSON as a line of its own, member by member. Written by hand because a drain makes
/// three event lines a job: 1.0 µs each, where QJsonDocument took 6.0.
class JsonLine final
{
public:
    JsonLine();

    /// Keys are ours and need no escaping. Empty ones: the next item of an array.
    JsonLine &add(QLatin1StringView key, QStringView text);
    JsonLine &add(QLatin1StringView key, QLatin1StringView text);
    JsonLine &add(QLatin1StringView key, qint64 number);
    JsonLine &add(QLatin1StringView key, int number) { return add(key, qint64{number}); }
    /// @param value  finite.
    JsonLine &add(QLatin1StringView key, double number);
    JsonLine &add(QLatin1StringView key, bool value);
    JsonLine &add(QLatin1StringView key, std::nullptr_t);
    /// Milliseconds, with three decimals.
    JsonLine &add(QLatin1StringView key, std::chrono::microseconds duration);
    /// Milliseconds, whole.
    JsonLine &add(QLatin1StringView key, std::chrono::milliseconds duration);
    JsonLine &add(QLatin1StringView key, std::chrono::system_clock::time_point time);
    /// Null if invalid.
    JsonLine &add(QLatin1StringView key, const QDateTime &time);
    /// Null where the text is empty.
    JsonLine &addOrNull(QLatin1StringView key, QStringView text);

    /// Members added until close() belong to it.
    JsonLine &openObject(QLatin1StringView key);
    JsonLine &openArray(QLatin1StringView key);
    JsonLine &close(char bracket);

    /// The finished line, with its newline. Ends the object's life.
    [[nodiscard]] QByteArray take();

private:
    void begin(QLatin1StringView key);

    QByteArray m_text;
};

} // namespace yardmaster
