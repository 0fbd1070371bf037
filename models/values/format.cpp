#include "models/values/format.h"

#include "models/values/language.h"
#include "models/values/timedisplay.h"

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>
#include <limits>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// Younger counts need no word about their age.
constexpr std::chrono::milliseconds kJustNow = 5s;

struct FormatText
{
    Q_DECLARE_TR_FUNCTIONS(Format)
};

constexpr int kSeveral = 1000; ///< any number whose form is that of many, in every language

/// One unit, rounded down: "12 s", "4 min".
QString coarse(std::chrono::milliseconds span, std::chrono::hours longestInHours = 48h)
{
    if (span < 1min)
        return FormatText::tr("%1 s").arg(span / 1s);
    if (span < 1h)
        return FormatText::tr("%1 min").arg(span / 1min);
    if (span < longestInHours)
        return FormatText::tr("%1 h").arg(span / 1h);
    return FormatText::tr("%1 d").arg(formatNumber(span / 24h));
}

QString threeFigures(double number)
{
    const int decimals = number < 9.995 ? 2 : number < 99.95 ? 1 : 0;
    return Language::locale().toString(number, 'f', decimals);
}

/// No more figures than a sample can know.
QString inThousands(qint64 number)
{
    const double value = double(number);
    if (value < 999.5)
        return formatNumber(number);
    if (value < 999.5e3)
        return FormatText::tr("%1 k", "thousand").arg(threeFigures(value / 1e3));
    if (value < 999.5e6)
        return FormatText::tr("%1 M", "million").arg(threeFigures(value / 1e6));
    return FormatText::tr("%1 G", "thousand million").arg(threeFigures(value / 1e9));
}

} // namespace

QString formatNumber(qint64 number)
{
    return Language::locale().toString(number);
}

QString asSentence(const QString &text)
{
    static constexpr QStringView kEnds = u".?!";
    const QString whole = text.isEmpty() || kEnds.contains(text.back()) ? text : text + u'.';
    return whole.isEmpty() ? whole : whole.at(0).toUpper() + whole.mid(1);
}

int pluralOf(qint64 number)
{
    return int(std::clamp<qint64>(number, 0, std::numeric_limits<int>::max()));
}

int pluralOf(const Count &count)
{
    return count.isExact() ? pluralOf(*count.value) : kSeveral;
}

QString formatCount(const Count &count)
{
    if (!count.value)
        return FormatText::tr("counting…");
    if (!count.isKnown())
        return FormatText::tr("unknown");
    switch (count.precision) {
    case Count::Exact:
        return formatNumber(*count.value);
    case Count::Estimate:
        return u'~' + inThousands(*count.value);
    case Count::AtLeast:
        return formatNumber(*count.value) + u'+';
    }
    Q_UNREACHABLE();
}

QString formatCountSource(const Count &count, const QDateTime &countedAt)
{
    if (!count.value)
        return {};
    const std::chrono::milliseconds age(countedAt.msecsTo(QDateTime::currentDateTimeUtc()));
    switch (count.precision) {
    case Count::Exact:
        return countedAt.isValid() && age > kJustNow
            ? FormatText::tr("Counted %1; a large table is counted only rarely.")
                  .arg(formatAge(age))
            : QString();
    case Count::Estimate:
        return countedAt.isValid()
            ? FormatText::tr("Estimated from a sample of the table, %1.").arg(formatAge(age))
            : FormatText::tr("Estimated from a sample of the table.");
    case Count::AtLeast:
        return count.isKnown()
            ? FormatText::tr("At least this many: not all jobs have been counted.")
            : FormatText::tr("None among the jobs that have been counted so far.");
    }
    Q_UNREACHABLE();
}

QString formatDuration(std::chrono::microseconds duration)
{
    using Milliseconds = std::chrono::duration<double, std::milli>;
    using Seconds = std::chrono::duration<double>;
    if (duration < 1us)
        return FormatText::tr("< 1 µs");
    if (duration < 1ms)
        return FormatText::tr("%1 µs").arg(duration.count());
    if (duration < 999500us)
        return FormatText::tr("%1 ms").arg(threeFigures(Milliseconds(duration).count()));
    if (duration < 59950ms)
        return FormatText::tr("%1 s").arg(threeFigures(Seconds(duration).count()));
    const auto seconds = std::chrono::round<std::chrono::seconds>(duration);
    if (seconds < 1h)
        return FormatText::tr("%1 min %2 s")
            .arg(seconds / 1min)
            .arg((seconds % 1min) / 1s, 2, 10, '0'_L1);
    return FormatText::tr("%1 h %2 min")
        .arg(formatNumber(seconds / 1h))
        .arg((seconds % 1h) / 1min, 2, 10, '0'_L1);
}

QString formatWholeDuration(std::chrono::seconds duration)
{
    if (duration < 1min)
        return coarse(duration);
    if (duration < 48h)
        return formatDuration(duration);
    return FormatText::tr("%1 d %2 h").arg(formatNumber(duration / 24h)).arg((duration % 24h) / 1h);
}

QString formatRoundDuration(std::chrono::seconds duration)
{
    return duration == 0s ? u"0"_s : coarse(duration, 24h);
}

QString formatExactDuration(std::chrono::milliseconds duration)
{
    return duration < 1s ? FormatText::tr("%1 ms").arg(duration.count())
                         : FormatText::tr("%1 s").arg(
                             Language::locale().toString(double(duration.count()) / 1000, 'g', 4));
}

QString formatAge(std::chrono::milliseconds age)
{
    return age < 1s ? FormatText::tr("now") : FormatText::tr("%1 ago").arg(coarse(age));
}

QString formatUntil(std::chrono::milliseconds time)
{
    if (time <= 0ms)
        return FormatText::tr("now");
    // Rounded up, so that a countdown ends with "in 1 s" and not with "in 0 s"; from a minute on by
    // half of one, so that "in 3 h" is what it says a moment after it was typed.
    return FormatText::tr("in %1").arg(coarse(time < 1min ? time + 999ms : time + 30s));
}

QString formatBytes(qint64 bytes)
{
    return Language::locale().formattedDataSize(bytes, bytes < 1024 ? 0 : 1,
                                                QLocale::DataSizeTraditionalFormat);
}

QString formatInstant(const QDateTime &time)
{
    const TimeDisplay &display = TimeDisplay::instance();
    return display.shown(time).toString(u"yyyy-MM-dd HH:mm:ss"_s) + u' ' + display.zoneName(time);
}

} // namespace yardmaster
