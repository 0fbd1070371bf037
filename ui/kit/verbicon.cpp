#include "ui/kit/verbicon.h"

#include "ui/kit/stateglyph.h"

#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPalette>
#include <QPixmap>

#include <optional>

namespace yardmaster {

namespace {

/// The verbs that lead to a state have its shape.
std::optional<JobState> stateShapeOf(VerbShape shape)
{
    switch (shape) {
    case VerbShape::Retry:
        return JobState::Retrying;
    case VerbShape::Reschedule:
        return JobState::Scheduled;
    case VerbShape::Fail:
        return JobState::FailedForGood;
    default:
        return std::nullopt;
    }
}

/// A window with one of its sides filled.
void drawPane(QPainter &painter, const QRectF &side, const QColor &color)
{
    painter.drawRoundedRect(QRectF(2, 2.5, 12, 11), 1.5, 1.5);
    painter.fillRect(side, color);
}

void drawOutline(QPainter &painter, VerbShape shape, const QColor &color)
{
    painter.setPen(QPen(color, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    switch (shape) {
    case VerbShape::Change: // a pencil
        painter.drawPolygon(QPolygonF({{3, 13}, {3.6, 10}, {10.8, 2.8}, {13.2, 5.2}, {6, 12.4}}));
        painter.drawLine(QPointF(9, 4.6), QPointF(11.4, 7));
        break;
    case VerbShape::Delete: // a bin
        painter.drawPolyline(QPolygonF({{4, 4.5}, {4.7, 13.5}, {11.3, 13.5}, {12, 4.5}}));
        painter.drawLine(QPointF(2.75, 4.5), QPointF(13.25, 4.5));
        painter.drawPolyline(QPolygonF({{6, 4.2}, {6, 2.5}, {10, 2.5}, {10, 4.2}}));
        break;
    case VerbShape::Add:
        painter.drawLine(QPointF(8, 3), QPointF(8, 13));
        painter.drawLine(QPointF(3, 8), QPointF(13, 8));
        break;
    case VerbShape::LeftPane:
        drawPane(painter, {2.75, 3.25, 3.25, 9.5}, color);
        break;
    case VerbShape::RightPane:
        drawPane(painter, {10, 3.25, 3.25, 9.5}, color);
        break;
    case VerbShape::TopPane:
        drawPane(painter, {2.75, 3.25, 10.5, 3}, color);
        break;
    default:
        break;
    }
}

class VerbIconEngine final : public QIconEngine
{
public:
    explicit VerbIconEngine(VerbShape shape)
        : m_shape(shape)
    { }

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State) override
    {
        const QColor color = QGuiApplication::palette().color(
            mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active, QPalette::ButtonText);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->translate(rect.topLeft());
        painter->scale(rect.width() / double(kGlyphSize), rect.height() / double(kGlyphSize));
        if (const auto state = stateShapeOf(m_shape))
            paintStateGlyph(*painter, {}, *state, color);
        else
            drawOutline(*painter, m_shape, color);
        painter->restore();
    }

    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }

    [[nodiscard]] QIconEngine *clone() const override { return new VerbIconEngine(m_shape); }

private:
    const VerbShape m_shape;
};

} // namespace

QIcon verbIcon(VerbShape shape)
{
    return QIcon(new VerbIconEngine(shape));
}

} // namespace yardmaster
