#pragma once

#include "models/overview/queuemetrics.h"
#include "ui/pages/overview/chartscale.h"
#include "ui/pages/overview/chartview.h"

#include <QPolygonF>

#include <functional>

namespace yardmaster {

/// One line of a chart: what it shows of every reading.
struct TrendLine
{
    QString name;   ///< "Added"
    JobState state; ///< whose colour it has
    std::function<std::optional<double>(const QueueMetrics &)> value;
    std::function<QString(const QueueMetrics &)> text;
    bool isPale = false; ///< only to compare with: behind the others, and without a name at its end
};

/// How the lines of a chart are measured.
enum class TrendUnit {
    Jobs,      ///< or jobs a minute
    Seconds,   ///< shown as waits
    Durations, ///< in seconds, however short
};

/// Lines over time, from zero, the latest reading at the right edge with its values beside it.
/// Unknown values leave gaps. Pointing at it, or the arrow keys, mark a reading, or a mark that is
/// older than all of them. GUI thread.
class TrendView final : public ChartView
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TrendView)

public:
    TrendView(QList<TrendLine> lines, TrendUnit unit, QWidget *parent = nullptr);

    /// @param readings  the oldest first; one may be older than `span`, where lines come from.
    void setReadings(const QList<QueueMetrics> &readings, std::chrono::seconds span);

    /// How much room the values beside the latest reading need, see setEnds().
    [[nodiscard]] int wantedEnds() const;

    /// The marked one of the readings; -1: none is.
    [[nodiscard]] int marked() const { return m_marked; }
    /// What changed since the reading before the marked one, or is pointed at.
    [[nodiscard]] ChangeMarks markedChanges() const;
    /// The known values of a line, a gap between one piece and the next. x: seconds before the
    /// latest reading, negative.
    [[nodiscard]] QList<QPolygonF> pieces(int line) const { return m_drawn.at(line).pieces; }
    using ChartView::describe;

Q_SIGNALS:
    void markedChanged(int reading);

protected:
    void layOut() override;
    void draw(QPainter *painter) override;
    void unmark() override { mark(-1); }
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

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
    [[nodiscard]] QColor colorOf(const TrendLine &line) const;
    void drawAxes(QPainter *painter) const;
    void drawLines(QPainter *painter) const;
    void drawEnds(QPainter *painter) const;
    void drawMark(QPainter *painter) const;
    [[nodiscard]] QList<Mark> earlierMarks() const; // than what the first reading names
    [[nodiscard]] qsizetype earlierMark() const;    // of them, the marked one; -1: none is
    void mark(int reading, std::optional<Timestamp> earlier = {});
    void markStop(qsizetype stop);
    void markNearest(double x);

    const TrendUnit m_unit;
    QList<Drawn> m_drawn;
    QList<QueueMetrics> m_readings;
    ChartScale m_past;
    ChartScale m_height;
    int m_marked = -1;
    std::optional<Timestamp> m_earlier; // the first change of a marked one of earlierMarks()
    std::optional<double> m_pointer;    // x, while the pointer is there
};

} // namespace yardmaster
