#pragma once

#include "models/tables/trends.h"

#include <QHash>

#include <chrono>
#include <optional>

namespace yardmaster {

/// What a task, a queue or a worker did in the past hour, as the history knows it. A value.
struct PastHour
{
    static constexpr int kSteps = 12;
    static constexpr std::chrono::milliseconds kStep = std::chrono::minutes(5);

    qint64 succeeded = 0;
    qint64 failed = 0; ///< attempts
    /// By a worker, half of the runs at most; unset: no run tells.
    std::optional<std::chrono::microseconds> held = {};
    std::optional<std::chrono::microseconds> heldAtMost = {}; ///< 95 % of them
    /// What succeeded (running) and failed in each step, all of them; none without runs.
    Trend trend = {};

    [[nodiscard]] qint64 runs() const { return succeeded + failed; }
    /// 0..1; unset without runs.
    [[nodiscard]] std::optional<double> failureShare() const;
    [[nodiscard]] bool operator==(const PastHour &) const = default;
};

/// By what the rows of a table are told apart by.
using PastHours = QHash<QString, PastHour>;

/// The columns that tell of the past hour: hidden as long as nothing is known of it. Belongs to the
/// model that shows them, and lives as long.
class PastHourColumns final
{
public:
    /// @param keyOf  which of the hours is a row's.
    template <typename Row, typename KeyOf>
    [[nodiscard]] QList<TableColumn<Row>> columns(KeyOf keyOf) const
    {
        const auto hour = [this, keyOf](const Row &row) { return of(keyOf(row)); };
        const auto isHidden = [this] { return !isKnown(); };
        const auto toolTip = [hour](const Row &row) { return sentence(hour(row)); };
        TableColumn<Row> curve
            = trendColumn<Row>([hour](const Row &row) { return hour(row).trend; });
        curve.id = QLatin1StringView("hour");
        curve.title = title("hour");
        curve.toolTip = toolTip;
        curve.spoken = toolTip;
        curve.isHidden = isHidden;
        curve.isSpare = true;
        return {{.id = QLatin1StringView("runs"),
                 .title = title("runs"),
                 .text = [hour](const Row &row) { return runsText(hour(row)); },
                 .isFigure = true,
                 .widest = QStringLiteral("100,000"),
                 .raw = [hour](const Row &row) { return hour(row).runs(); },
                 .toolTip = toolTip,
                 .isVolatile = true,
                 .isHidden = isHidden},
                {.id = QLatin1StringView("failed-share"),
                 .title = title("failed-share"),
                 .text = [hour](const Row &row) { return failedText(hour(row)); },
                 .isFigure = true,
                 .widest = QStringLiteral("100.0 %"),
                 .raw = [hour](const Row &row) { return hour(row).failureShare().value_or(-1); },
                 .toolTip = toolTip,
                 .state = [hour](const Row &row) { return failedState(hour(row)); },
                 .isVolatile = true,
                 .isHidden = isHidden},
                {.id = QLatin1StringView("held"),
                 .title = title("held"),
                 .text = [hour](const Row &row) { return heldText(hour(row)); },
                 .isFigure = true,
                 .widest = QStringLiteral("59 min 59 s"),
                 .raw = [hour](const Row &row) { return heldMicros(hour(row)); },
                 .toolTip = toolTip,
                 .isVolatile = true,
                 .isHidden = isHidden,
                 .isSpare = true},
                curve};
    }

    /// Unset: nothing is known. @returns whether that is news.
    bool set(std::optional<PastHours> hours);
    [[nodiscard]] bool isKnown() const { return m_hours.has_value(); }

private:
    [[nodiscard]] PastHour of(const QString &key) const
    {
        return m_hours ? m_hours->value(key) : PastHour();
    }
    [[nodiscard]] static QString title(const QByteArray &id);
    [[nodiscard]] static QString runsText(const PastHour &hour);
    [[nodiscard]] static QString failedText(const PastHour &hour);
    [[nodiscard]] static QVariant failedState(const PastHour &hour);
    [[nodiscard]] static QString heldText(const PastHour &hour);
    [[nodiscard]] static qint64 heldMicros(const PastHour &hour);
    /// For people.
    [[nodiscard]] static QString sentence(const PastHour &hour);

    std::optional<PastHours> m_hours;
};

} // namespace yardmaster
