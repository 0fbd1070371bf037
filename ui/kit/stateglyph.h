#pragma once

#include "models/values/jobstate.h"

#include <QWidget>

class QPainter;

namespace yardmaster {

/// Side of a glyph in device-independent pixels. The shapes are drawn on a grid of this size, so
/// their straight edges fall on whole pixels at 100 % and 200 %.
inline constexpr int kGlyphSize = 16;

/// Draws the state's shape with its top left corner at `corner`. The shape alone tells the state.
void paintStateGlyph(QPainter &painter, const QPointF &corner, JobState state, const QColor &color);

/// A state's shape in the state's colour. Decoration: the word beside it says the same.
class StateGlyph final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StateGlyph)

public:
    explicit StateGlyph(JobState state, QWidget *parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override { return {kGlyphSize, kGlyphSize}; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const JobState m_state;
};

} // namespace yardmaster
