#pragma once

#include "models/cron/cronforecast.h"

#include <QAbstractScrollArea>

namespace yardmaster {

/// A simulated week: a row for each entry, a tick for each run; above them how many meet in a
/// minute, pile-ups marked. Hovering tells the exact times. Up and Down choose an entry, Return
/// goes to its line, plus and minus zoom. Long because marks, sums, names of days and hints share
/// one scale of minutes and pixels.
class CronWeek final : public QAbstractScrollArea
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CronWeek)

public:
    explicit CronWeek(QWidget *parent = nullptr);

    /// @param least  entries in one minute that make a pile-up. Null: nothing to show.
    void setForecast(CronForecastPtr forecast, int least);
    void setCurrentLine(int line);
    [[nodiscard]] int currentRow() const { return m_row; }
    /// What hovering over a place of the viewport tells; empty: nothing.
    [[nodiscard]] QString hintAt(const QPoint &point) const;
    /// The name of a day, and where it is written in the head.
    struct DayName
    {
        double x = 0;
        QString text;
    };
    /// Those that have room: the first day's stays in sight, a day that is too narrow has none.
    [[nodiscard]] QList<DayName> dayNames() const;
    /// Where a run is in the viewport; for tests.
    [[nodiscard]] QPoint placeOf(int row, const QDateTime &time) const;
    [[nodiscard]] double zoom() const { return m_zoom; }
    void setZoom(double zoom);

    [[nodiscard]] QSize sizeHint() const override { return {600, 220}; }

Q_SIGNALS:
    void lineChosen(int line);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    [[nodiscard]] int rowHeight() const;
    [[nodiscard]] int headHeight() const;
    [[nodiscard]] int labelWidth() const;
    [[nodiscard]] double pixelsPerMinute() const;
    [[nodiscard]] double xOf(double minute) const;
    [[nodiscard]] int rowAt(int y) const; ///< -1: none; -2: the sum above
    [[nodiscard]] const QList<CrontabEntry> &entries() const
    {
        return m_forecast->analysis->entries;
    }
    void paintHead(QPainter &painter);
    void paintRow(QPainter &painter, int row, int y);
    void paintGrid(QPainter &painter, int top, int bottom);
    void setRow(int row);
    void updateScrollBars();

    CronForecastPtr m_forecast;
    std::vector<int> m_sums; // runs in each minute
    int m_most = 0;
    int m_least = 3;
    int m_row = -1;
    double m_zoom = 1;
};

} // namespace yardmaster
