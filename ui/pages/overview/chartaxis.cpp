#include "ui/pages/overview/chartaxis.h"

#include "models/values/format.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace yardmaster {

namespace {

constexpr double kAxisGap = 4;

struct ChartAxisText
{
    Q_DECLARE_TR_FUNCTIONS(ChartAxis)
};

} // namespace

QList<PastLabel> pastLabels(const QFontMetricsF &metrics, const ChartScale &past,
                            const QRectF &plot)
{
    QList<PastLabel> labels;
    for (int every = 1; every <= past.steps; ++every) {
        labels.clear();
        bool isApart = true;
        for (int step = 0; step <= past.steps && isApart; step += every) {
            const auto ago = std::chrono::seconds(std::llround(step * past.step));
            // Where steps are no whole minutes, an age in minutes would come twice.
            const bool isCoarse = ago.count() <= 60 || ago.count() % 60 == 0;
            const QString text
                = isCoarse ? formatAge(ago) : ChartAxisText::tr("%1 ago").arg(formatDuration(ago));
            const double width = metrics.horizontalAdvance(text) + 2;
            // The outermost ones stay within the plot.
            const double place = plot.right() - double(ago.count()) / past.maximum() * plot.width();
            const double left = std::clamp(place - width / 2, plot.left(),
                                           std::max(plot.left(), plot.right() - width));
            isApart = labels.isEmpty()
                || left + width + metrics.averageCharWidth() <= labels.last().place.left();
            labels << PastLabel{text, {left, plot.bottom() + kAxisGap, width, metrics.height()}};
        }
        if (isApart)
            return labels;
    }
    return labels.first(std::min<qsizetype>(labels.size(), 1)); // the present
}

void drawPastAxis(QPainter *painter, const ChartScale &past, const QRectF &plot)
{
    for (const PastLabel &label : pastLabels(QFontMetricsF(painter->font()), past, plot))
        painter->drawText(label.place, Qt::AlignCenter, label.text);
}

} // namespace yardmaster
