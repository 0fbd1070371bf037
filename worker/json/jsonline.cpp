#include "worker/json/jsonline.h"

#include "worker/json/jsonstring.h"
#include "worker/json/visibletext.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace yardmaster {

namespace {

/// 2024-02-29T12:34:56.789Z; QDateTime's own formatting takes 0.6 µs, two of them in an event line.
QByteArray isoText(std::chrono::system_clock::time_point time)
{
    using namespace std::chrono;
    const auto ms = floor<milliseconds>(time);
    const auto day = floor<days>(ms);
    const year_month_day date(day);
    const hh_mm_ss clock(ms - day);
    std::array<char, 40> text{};
    const int size = std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ",
                                   int(date.year()), unsigned(date.month()), unsigned(date.day()),
                                   int(clock.hours().count()), int(clock.minutes().count()),
                                   int(clock.seconds().count()), int(clock.subseconds().count()));
    return {text.data(), size};
}

} // namespace

JsonLine::JsonLine()
{
    m_text.reserve(400);
    m_text += '{';
}

void JsonLine::begin(QLatin1StringView key)
{
    if (const char last = m_text.back(); last != '{' && last != '[')
        m_text += ',';
    if (key.isEmpty())
        return;
    m_text += '"';
    m_text.append(key.data(), key.size());
    m_text += "\":";
}

JsonLine &JsonLine::add(QLatin1StringView key, QStringView text)
{
    begin(key);
    const qsizetype start = m_text.size();
    appendJsonString(&m_text, text.toUtf8()); // unpaired surrogates become U+FFFD
    // JSON needs no escapes for controls of C1, but lines are read on terminals, too.
    const QByteArrayView added = QByteArrayView(m_text).sliced(start);
    if (std::ranges::any_of(added, [](char c) { return uchar(c) >= 0x7f; })) {
        const QByteArray visible = visibleText(QString::fromUtf8(added)).toUtf8();
        m_text.truncate(start);
        m_text += visible;
    }
    return *this;
}

JsonLine &JsonLine::add(QLatin1StringView key, QLatin1StringView text)
{
    begin(key);
    appendJsonString(&m_text, QByteArrayView(text.data(), text.size()));
    return *this;
}

JsonLine &JsonLine::addOrNull(QLatin1StringView key, QStringView text)
{
    return text.isEmpty() ? add(key, nullptr) : add(key, text);
}

JsonLine &JsonLine::add(QLatin1StringView key, qint64 number)
{
    begin(key);
    m_text += QByteArray::number(number);
    return *this;
}

JsonLine &JsonLine::add(QLatin1StringView key, double number)
{
    begin(key);
    m_text += QByteArray::number(number, 'g', 6);
    return *this;
}

JsonLine &JsonLine::add(QLatin1StringView key, bool value)
{
    begin(key);
    m_text += value ? "true" : "false";
    return *this;
}

JsonLine &JsonLine::add(QLatin1StringView key, std::nullptr_t)
{
    begin(key);
    m_text += "null";
    return *this;
}

JsonLine &JsonLine::add(QLatin1StringView key, std::chrono::microseconds duration)
{
    begin(key);
    m_text += QByteArray::number(double(duration.count()) / 1000.0, 'f', 3);
    return *this;
}

JsonLine &JsonLine::add(QLatin1StringView key, std::chrono::milliseconds duration)
{
    return add(key, qint64(duration.count()));
}

JsonLine &JsonLine::add(QLatin1StringView key, std::chrono::system_clock::time_point time)
{
    begin(key);
    m_text += '"' + isoText(time) + '"';
    return *this;
}

JsonLine &JsonLine::add(QLatin1StringView key, const QDateTime &time)
{
    using namespace std::chrono;
    return time.isValid()
        ? add(key, system_clock::time_point(milliseconds(time.toMSecsSinceEpoch())))
        : add(key, nullptr);
}

JsonLine &JsonLine::openObject(QLatin1StringView key)
{
    begin(key);
    m_text += '{';
    return *this;
}

JsonLine &JsonLine::openArray(QLatin1StringView key)
{
    begin(key);
    m_text += '[';
    return *this;
}

JsonLine &JsonLine::close(char bracket)
{
    m_text += bracket;
    return *this;
}

QByteArray JsonLine::take()
{
    m_text += "}\n";
    return std::move(m_text);
}

} // namespace yardmaster
