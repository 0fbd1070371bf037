#pragma once

#include <QProxyStyle>

class QAbstractButton;
class QStyleOptionViewItem;

namespace yardmaster {

/// Left and right of the text in table cells and headers.
inline constexpr int kCellPadding = 8;

/// What lies over the ground of a row that is selected, the same in all lists; fainter without the
/// focus. @returns a translucent colour on which coloured text stays readable.
[[nodiscard]] QColor selectionTint(const QPalette &palette, bool hasFocus);
/// The same for one that is under the pointer.
[[nodiscard]] QColor hoverTint(const QPalette &palette);

/// Base or alternate row, and a tint in the accent when selected or hovered that leaves coloured
/// text readable.
void paintCellBackground(QPainter &painter, const QStyleOptionViewItem &option);

/// How much a button wants to be pressed.
enum class ButtonRole {
    Plain,
    Primary,     ///< the one next thing to do; filled with the accent
    Destructive, ///< ends or deletes something; outlined in the failed colour
};

void setButtonRole(QAbstractButton *button, ButtonRole role);

/// Fusion without gradients and bevels: flat buttons and table headers with hairlines, and a focus
/// ring in the accent colour.
class FlatStyle final : public QProxyStyle
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FlatStyle)

public:
    FlatStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget) const override;
    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                     const QWidget *widget) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size,
                           const QWidget *widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option,
                            QPainter *painter, const QWidget *widget) const override;
    int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                  QStyleHintReturn *returnData) const override;
    QPixmap generatedIconPixmap(QIcon::Mode mode, const QPixmap &pixmap,
                                const QStyleOption *option) const override;
};

} // namespace yardmaster
