#pragma once

#include "models/overview/vitals.h"
#include "ui/overview/chartscale.h"

#include <QtCharts/QChartView>

#include <functional>

class QLineSeries;
class QValueAxis;

namespace yardmaster {

/// One line of a chart: what it shows of every reading.
struct TrendLine
{
    QString name;   ///< "Added"
    JobState state; ///< whose colour it has
    std::function<std::optional<double>(const Vitals &)> value;
    std::function<QString(const Vitals &)> text;
};

/// How the lines of a chart are measured.
enum class TrendUnit {
    Jobs,    ///< or jobs a minute
    Seconds, ///< shown as waits
};

/// Lines over time, from zero, the latest reading at the right edge with its values beside it.
/// Unknown values leave gaps. Pointing at it, or the arrow keys, mark a reading. GUI thread.
class TrendView final : public QChartView
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TrendView)

public:
    TrendView(QList<TrendLine> lines, TrendUnit unit, QWidget *parent = nullptr);

    /// @param readings  the oldest first; one may be older than `span`, where lines come from.
    void setReadings(const QList<Vitals> &readings, std::chrono::seconds span);

    /// How much room the values beside the latest reading need, and how much they get: charts one
    /// above the other get the same.
    [[nodiscard]] int wantedEnds() const;
    void setEnds(int width);

    /// The marked one of the readings; -1: none is.
    [[nodiscard]] int marked() const { return m_marked; }
    /// Known values of a line, all of its pieces together.
    [[nodiscard]] int points(int line) const;

Q_SIGNALS:
    void markedChanged(int reading);

protected:
    void drawBackground(QPainter *painter, const QRectF &rect) override;
    void drawForeground(QPainter *painter, const QRectF &rect) override;
    void resizeEvent(QResizeEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Drawn
    {
        TrendLine line;
        QList<QLineSeries *> pieces; // children of the chart
    };

    [[nodiscard]] double secondsOf(const Vitals &reading) const; // before the latest: negative
    [[nodiscard]] QPointF place(double seconds, double value) const;
    [[nodiscard]] QString axisText(double value) const;
    [[nodiscard]] QString endName(const TrendLine &line) const;
    void setPiece(Drawn *drawn, qsizetype index, const QList<QPointF> &points);
    void drawAxes(QPainter *painter, const QRectF &plot) const;
    void drawEnds(QPainter *painter, const QRectF &plot) const;
    void drawMark(QPainter *painter, const QRectF &plot) const;
    void mark(int reading);
    void markNearest(double x);
    void layOut();
    void updateColors();

    const TrendUnit m_unit;
    QList<Drawn> m_drawn;
    QList<Vitals> m_readings;
    ChartScale m_past;
    ChartScale m_height;
    QValueAxis *m_timeAxis;
    QValueAxis *m_valueAxis;
    int m_ends = 0; // px
    int m_marked = -1;
    std::optional<double> m_pointer; // x, while the pointer is there
};

} // namespace yardmaster
