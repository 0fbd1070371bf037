#pragma once

#include "models/overview/changemark.h"

#include <QWidget>

#include <chrono>
#include <optional>

namespace yardmaster {

/// What is drawn over time, with room for the values of an axis at its left, the axis of time
/// below, and names at its right. Changes are marked at its upper edge, and named where it is
/// pointed at. Can be pointed at and have the focus. GUI thread.
class ChartView : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ChartView)

public:
    /// Where the data are, in pixels.
    [[nodiscard]] QRectF plotArea() const { return m_plot; }
    /// Layouts of small windows give less: then the plot is lower, and its axis still whole.
    [[nodiscard]] QSize minimumSizeHint() const override;
    /// How much room the right end gets: charts one above the other get the same.
    void setEnds(int width);
    /// How much room the values at the left need, in pixels.
    [[nodiscard]] int labels() const { return m_labels; }
    /// Gives them this much at least, likewise.
    void setLeastLabels(int width);
    /// Those of the time that it shows are marked.
    void setMarks(const ChangeMarks &marks);
    /// What is marked as one, because it falls on the same few pixels.
    struct Mark
    {
        double x = 0;
        ChangeMarks changes;
        /// Unset where it has several.
        [[nodiscard]] std::optional<ChangeMark::Kind> kind() const;
    };
    /// From left to right, each with room for its number.
    [[nodiscard]] QList<Mark> marks() const;

protected:
    explicit ChartView(QWidget *parent);

    static constexpr int kGap = 8;
    static constexpr double kReach = 4; // px at either side of a mark
    /// Calls setLabels() with the width of the values at the left. Done when size, font or ends
    /// have changed.
    virtual void layOut() = 0;
    void setLabels(int width);
    /// Which time is at the right edge of the plot, unset while there is nothing, and how much of
    /// it fits in. To be followed by describe().
    void setTimes(std::optional<Timestamp> end, std::chrono::duration<double> span);
    /// Those marked between two places, or close to them.
    [[nodiscard]] ChangeMarks changesBetween(double left, double right) const;
    /// For people who cannot see it; the changes are added.
    void describe(const QString &text);
    /// The page is empty and large enough.
    virtual void draw(QPainter *painter) = 0;
    virtual void unmark() = 0;

    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void place();
    void drawMarks(QPainter *painter) const;
    [[nodiscard]] double roomOf(const Mark &mark) const;

    QRectF m_plot;
    ChangeMarks m_changes; // the oldest first
    std::optional<Timestamp> m_end;
    std::chrono::duration<double> m_span{0};
    QString m_description; // without changes
    int m_ends = 0;        // px
    int m_labels = 0;      // px
    int m_leastLabels = 0; // px
};

} // namespace yardmaster
