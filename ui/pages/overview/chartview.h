#pragma once

#include <QWidget>

namespace yardmaster {

/// What is drawn over time, with room for the values of an axis at its left, the axis of time
/// below, and names at its right. Can be pointed at and have the focus. GUI thread.
class ChartView : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ChartView)

public:
    /// Where the data are, in pixels.
    [[nodiscard]] QRectF plotArea() const { return m_plot; }
    /// How much room the right end gets: charts one above the other get the same.
    void setEnds(int width);
    /// How much room the values at the left need, in pixels.
    [[nodiscard]] int labels() const { return m_labels; }
    /// Gives them this much at least, likewise.
    void setLeastLabels(int width);

protected:
    explicit ChartView(QWidget *parent);

    static constexpr int kGap = 8;
    /// Calls setLabels() with the width of the values at the left. Done when size, font or ends
    /// have changed.
    virtual void layOut() = 0;
    void setLabels(int width);
    /// The page is empty and large enough.
    virtual void draw(QPainter *painter) = 0;
    virtual void unmark() = 0;

    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void place();

    QRectF m_plot;
    int m_ends = 0;        // px
    int m_labels = 0;      // px
    int m_leastLabels = 0; // px
};

} // namespace yardmaster
