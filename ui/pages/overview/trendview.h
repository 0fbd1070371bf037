#pragma once

#include "models/overview/queuemetrics.h"
#include "ui/pages/overview/chartscale.h"

#include <QPolygonF>
#include <QWidget>

#include <functional>

namespace yardmaster {

/// One line of a chart: what it shows of every reading.
struct TrendLine
{
    QString name;   ///< "Added"
    JobState state; ///< whose colour it has
    std::function<std::optional<double>(const QueueMetrics &)> value;
    std::function<QString(const QueueMetrics &)> text;
};

/// How the lines of a chart are measured.
enum class TrendUnit {
    Jobs,    ///< or jobs a minute
    Seconds, ///< shown as waits
};

/// Lines over time, from zero, the latest reading at the right edge with its values beside it.
/// Unknown values leave gaps. Pointing at it, or the arrow keys, mark a reading. GUI thread.
class TrendView final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TrendView)

public:
    TrendView(QList<TrendLine> lines, TrendUnit unit, QWidget *parent = nullptr);

    /// @param readings  the oldest first; one may be older than `span`, where lines come from.
    void setReadings(const QList<QueueMetrics> &readings, std::chrono::seconds span);

    /// How much room the values beside the latest reading need, and how much they get: charts one
    /// above the other get the same.
    [[nodiscard]] int wantedEnds() const;
    void setEnds(int width);

    /// The marked one of the readings; -1: none is.
    [[nodiscard]] int marked() const { return m_marked; }
    /// The known values of a line, a gap between one piece and the next. x: seconds before the
    /// latest reading, negative.
    [[nodiscard]] QList<QPolygonF> pieces(int line) const { return m_drawn.at(line).pieces; }
    /// Where the lines are, in pixels.
    [[nodiscard]] QRectF plotArea() const { return m_plot; }

Q_SIGNALS:
    void markedChanged(int reading);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Drawn
    {
        TrendLine line;
        QList<QPolygonF> pieces; // see pieces()
    };

    [[nodiscard]] double
    secondsOf(const QueueMetrics &reading) const; // before the latest: negative
    [[nodiscard]] QPointF place(double seconds, double value) const;
    [[nodiscard]] QString axisText(double value) const;
    [[nodiscard]] QString endName(const TrendLine &line) const;
    void drawAxes(QPainter *painter) const;
    void drawLines(QPainter *painter) const;
    void drawEnds(QPainter *painter) const;
    void drawMark(QPainter *painter) const;
    void mark(int reading);
    void markNearest(double x);
    void layOut();

    const TrendUnit m_unit;
    QList<Drawn> m_drawn;
    QList<QueueMetrics> m_readings;
    ChartScale m_past;
    ChartScale m_height;
    QRectF m_plot;
    int m_ends = 0; // px
    int m_marked = -1;
    std::optional<double> m_pointer; // x, while the pointer is there
};

} // namespace yardmaster
