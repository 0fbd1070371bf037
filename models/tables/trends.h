#pragma once

#include "models/tables/column.h"

#include <QCoreApplication>
#include <QHash>
#include <QList>
#include <QMetaType>

#include <functional>

namespace yardmaster {

/// So far back do the trends go that a window gathers, in milliseconds.
inline constexpr qint64 kTrendSpan = 5 * 60 * 1000;

/// How numbers of a row have changed lately, the oldest first. A value.
struct Trend
{
    /// Negative: not known.
    struct Sample
    {
        qint64 at = 0; ///< milliseconds since 1970
        qint64 ready = -1;
        qint64 running = -1;
        qint64 failed = -1;
        [[nodiscard]] bool operator==(const Sample &) const = default;
    };
    QList<Sample> samples = {};
    qint64 span = kTrendSpan; ///< that a curve is as wide as, in milliseconds

    [[nodiscard]] bool operator==(const Trend &) const = default;
};

/// The trends of the rows of a table, by their keys.
template <typename Key> class Trends
{
public:
    void add(const Key &key, const Trend::Sample &sample)
    {
        QList<Trend::Sample> &samples = m_trends[key].samples;
        samples.removeIf([&](const auto &old) { return old.at < sample.at - kTrendSpan; });
        samples << sample;
    }
    /// The same for each of `rows`.   @param sampleOf  makes its numbers.
    void addAll(const auto &rows, auto keyOf, qint64 now, auto sampleOf)
    {
        for (const auto &row : rows) {
            Trend::Sample sample = sampleOf(row);
            sample.at = now;
            add(std::invoke(keyOf, row), sample);
        }
        forgetBefore(now);
    }
    /// Forgets rows that have not been there for the whole span.
    void forgetBefore(qint64 now)
    {
        m_trends.removeIf([now](const std::pair<const Key &, Trend &> &trend) {
            return trend.second.samples.last().at < now - kTrendSpan;
        });
    }
    [[nodiscard]] Trend of(const Key &key) const { return m_trends.value(key); }

private:
    QHash<Key, Trend> m_trends;
};

/// "due 3 → 12, locked 0 → 4, failed for good 1 → 1"; for people.
[[nodiscard]] QString trendText(const Trend &trend);

/// A column whose cells are curves and no text.
template <typename Row, typename Of> [[nodiscard]] TableColumn<Row> trendColumn(Of trendOf)
{
    return {.id = QLatin1StringView("trend"),
            .title = QCoreApplication::translate("Trend", "Last 5 minutes"),
            .text = kNoText,
            .widest = QStringLiteral("000 000 000 000"),
            .toolTip = [trendOf](const Row &row) { return trendText(trendOf(row)); },
            .spoken = [trendOf](const Row &row) { return trendText(trendOf(row)); },
            .trend = [trendOf](const Row &row) { return QVariant::fromValue(trendOf(row)); },
            .isVolatile = true};
}

} // namespace yardmaster

Q_DECLARE_METATYPE(yardmaster::Trend)
