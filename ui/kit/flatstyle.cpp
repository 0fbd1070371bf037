#include "ui/kit/flatstyle.h"

#include "ui/kit/checkbox.h"
#include "ui/kit/theme.h"

#include <QAbstractButton>
#include <QIcon>
#include <QPainter>
#include <QStyleOption>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr auto kRoleProperty = "yardmasterRole";
constexpr double kRadius = 4;
constexpr int kButtonPadding = 16;
constexpr int kButtonHeight = 28;
constexpr int kHeaderHeight = 26;

ButtonRole roleOf(const QWidget *widget)
{
    return widget ? widget->property(kRoleProperty).value<ButtonRole>() : ButtonRole::Plain;
}

/// `color` with a little of `other` in it.
QColor mixed(const QColor &color, const QColor &other, double share)
{
    const auto mix = [share](float a, float b) { return float(a + (b - a) * share); };
    return QColor::fromRgbF(mix(color.redF(), other.redF()), mix(color.greenF(), other.greenF()),
                            mix(color.blueF(), other.blueF()));
}

void drawButton(const QStyleOption &option, QPainter &painter, ButtonRole role)
{
    const QPalette &palette = option.palette;
    const bool isEnabled = option.state.testFlag(QStyle::State_Enabled);
    QColor fill = palette.color(QPalette::Button);
    QColor outline = hairlineColor(palette);
    if (role == ButtonRole::Primary && isEnabled) {
        fill = palette.color(QPalette::Highlight);
        outline = fill;
    } else if (role == ButtonRole::Destructive && isEnabled) {
        outline = stateColor(JobState::FailedForGood, palette);
    }
    const QColor &ink = role == ButtonRole::Primary ? palette.color(QPalette::HighlightedText)
                                                    : palette.color(QPalette::ButtonText);
    if (option.state.testFlag(QStyle::State_Sunken))
        fill = mixed(fill, ink, 0.16);
    else if (isEnabled && option.state.testFlag(QStyle::State_MouseOver))
        fill = mixed(fill, ink, 0.07);

    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF edge = QRectF(option.rect).adjusted(1.5, 1.5, -1.5, -1.5);
    painter.setPen(QPen(outline, 1));
    painter.setBrush(fill);
    painter.drawRoundedRect(edge, kRadius, kRadius);
    if (option.state.testFlag(QStyle::State_HasFocus)
        && option.state.testFlag(QStyle::State_KeyboardFocusChange)) {
        painter.setPen(QPen(palette.color(QPalette::Highlight), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), kRadius + 1,
                                kRadius + 1);
        // Around the colour of the ring itself, it would not be seen: there it lies inside.
        if (role == ButtonRole::Primary && isEnabled) {
            painter.setPen(QPen(ink, 1));
            painter.drawRoundedRect(edge.adjusted(2, 2, -2, -2), kRadius - 1, kRadius - 1);
        } else {
            painter.drawRoundedRect(edge, kRadius, kRadius);
        }
    }
    painter.restore();
}

/// Fusion darkens the window's colour for the edge of a field, of which nothing is seen on a dark
/// one.
void drawFieldFrame(const QStyleOption &option, QPainter &painter)
{
    const QPalette &palette = option.palette;
    QColor edge = mixed(hairlineColor(palette), mutedColor(palette), 0.5);
    if (option.state.testFlag(QStyle::State_HasFocus))
        edge = palette.color(QPalette::Highlight);
    else if (isHighContrast(palette))
        edge = palette.color(QPalette::Text);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(edge, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
    painter.restore();
}

void drawHeaderBackground(const QStyleOption &option, QPainter &painter)
{
    painter.fillRect(option.rect, option.palette.color(QPalette::Base));
    const QRect &rect = option.rect;
    painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1),
                     hairlineColor(option.palette));
}

/// What a title keeps on each side beside Fusion's margin, to be as far from the edge as the text
/// of the cells below.
int headerPadding(const QStyle *style, const QWidget *widget)
{
    return kCellPadding - style->pixelMetric(QStyle::PM_HeaderMargin, nullptr, widget);
}

void drawHeaderLabel(const QStyleOptionHeader &option, int padding, QPainter &painter)
{
    const QRect rect = option.rect.adjusted(padding, 0, -padding, 0);
    painter.setPen(mutedColor(option.palette));
    painter.drawText(rect,
                     int(QStyle::visualAlignment(option.direction, option.textAlignment))
                         | Qt::TextSingleLine,
                     option.fontMetrics.elidedText(option.text, Qt::ElideRight, rect.width()));
}

/// A handle on the background of what it scrolls, darker under the pointer.
void drawScrollBar(const QStyleOptionComplex &option, const QRect &slider, QPainter &painter)
{
    const QPalette &palette = option.palette;
    painter.fillRect(option.rect, palette.color(QPalette::Base));
    if (!option.state.testFlag(QStyle::State_Enabled))
        return;
    const bool isHot = option.state.testFlag(QStyle::State_Sunken)
        || option.activeSubControls.testFlag(QStyle::SC_ScrollBarSlider);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(mixed(palette.color(QPalette::Base), mutedColor(palette), isHot ? 0.9 : 0.5));
    const QRectF handle = QRectF(slider).adjusted(4, 4, -4, -4);
    const double radius = std::min(handle.width(), handle.height()) / 2;
    painter.drawRoundedRect(handle, radius, radius);
    painter.restore();
}

/// As paintCellBackground() does in tables. Opaque, because Qt paints some rows twice.
bool drawSelectedItem(const QStyleOption &option, QPainter &painter)
{
    if (!option.state.testFlag(QStyle::State_Selected) || isHighContrast(option.palette))
        return false;
    const QColor tint = selectionTint(option.palette, option.state.testFlag(QStyle::State_Active));
    painter.fillRect(option.rect,
                     mixed(option.palette.color(QPalette::Base), tint, double(tint.alphaF())));
    return true;
}

/// Determinate bars only: a thin line that fills.
void drawProgress(const QStyleOptionProgressBar &option, QPainter &painter)
{
    const double total = std::max(1, option.maximum - option.minimum);
    const double share = std::clamp((option.progress - option.minimum) / total, 0.0, 1.0);
    QRectF filled = option.rect;
    filled.setWidth(filled.width() * share);
    const double radius = filled.height() / 2;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(hairlineColor(option.palette));
    painter.drawRoundedRect(option.rect, radius, radius);
    painter.setBrush(option.palette.color(QPalette::Highlight));
    painter.drawRoundedRect(QStyle::visualRect(option.direction, option.rect, filled.toRect()),
                            radius, radius);
    painter.restore();
}

/// Fusion's own is hardly to be seen on dark ground.
void drawCheckBox(const QStyleOption &option, QPainter &painter)
{
    const Qt::CheckState state = option.state.testFlag(QStyle::State_NoChange)
        ? Qt::PartiallyChecked
        : option.state.testFlag(QStyle::State_On) ? Qt::Checked
                                                  : Qt::Unchecked;
    paintCheckBox(painter, option.rect, option.palette, state,
                  option.state.testFlag(QStyle::State_Enabled));
}

} // namespace

void paintCellBackground(QPainter &painter, const QStyleOptionViewItem &option)
{
    const QPalette &palette = option.palette;
    const bool isAlternate = option.features.testFlag(QStyleOptionViewItem::Alternate);
    painter.fillRect(option.rect,
                     palette.color(isAlternate ? QPalette::AlternateBase : QPalette::Base));
    if (option.state.testFlag(QStyle::State_Selected))
        painter.fillRect(option.rect,
                         selectionTint(palette, option.state.testFlag(QStyle::State_Active)));
    else if (option.state.testFlag(QStyle::State_MouseOver))
        painter.fillRect(option.rect, hoverTint(palette));
}

QColor selectionTint(const QPalette &palette, bool hasFocus)
{
    QColor tint = palette.color(QPalette::Active, QPalette::Highlight);
    tint.setAlphaF(hasFocus ? 0.22F : 0.13F);
    return tint;
}

QColor hoverTint(const QPalette &palette)
{
    QColor tint = palette.color(QPalette::Active, QPalette::Highlight);
    tint.setAlphaF(0.06F);
    return tint;
}

void setButtonRole(QAbstractButton *button, ButtonRole role)
{
    button->setProperty(kRoleProperty, QVariant::fromValue(role));
    button->update();
}

FlatStyle::FlatStyle()
    : QProxyStyle(u"Fusion"_s)
{ }

void FlatStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option,
                              QPainter *painter, const QWidget *widget) const
{
    switch (element) {
    case PE_PanelButtonCommand:
        drawButton(*option, *painter, roleOf(widget));
        return;
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
        drawCheckBox(*option, *painter);
        return;
    case PE_FrameLineEdit:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        if (isDark(option->palette) || isHighContrast(option->palette))
            drawFieldFrame(*option, *painter);
        return;
    case PE_PanelScrollAreaCorner: // as drawScrollBar() does
        painter->fillRect(option->rect, option->palette.color(QPalette::Base));
        return;
    case PE_PanelItemViewRow:
    case PE_PanelItemViewItem:
        if (drawSelectedItem(*option, *painter))
            return;
        break;
    case PE_FrameFocusRect:
        if (qobject_cast<const QAbstractButton *>(widget))
            return;                                        // drawButton() draws the ring
        if (!widget && !isHighContrast(option->palette)) { // a row of a QTreeView
            // Fusion fills it, which would tint a selected row a second time.
            painter->save();
            painter->setPen(option->palette.color(QPalette::Highlight));
            painter->setBrush(Qt::NoBrush);
            painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
            painter->restore();
            return;
        }
        break;
    default:
        break;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

void FlatStyle::drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                            const QWidget *widget) const
{
    switch (element) {
    case CE_HeaderSection:
    case CE_HeaderEmptyArea:
        drawHeaderBackground(*option, *painter);
        return;
    case CE_HeaderLabel:
        if (const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(option)) {
            drawHeaderLabel(*header, headerPadding(this, widget), *painter);
            return;
        }
        break;
    case CE_ProgressBar:
        if (const auto *bar = qstyleoption_cast<const QStyleOptionProgressBar *>(option)) {
            drawProgress(*bar, *painter);
            return;
        }
        break;
    case CE_ToolButtonLabel:
        // Qt's arrows are a dark image, which is hardly seen on a dark bar.
        if (widget && widget->objectName() == "qt_toolbar_ext_button"_L1) {
            drawItemText(painter, option->rect, Qt::AlignCenter, option->palette, true, u"»"_s,
                         QPalette::WindowText);
            return;
        }
        break;
    case CE_ItemViewItem:
        if (const auto *item = qstyleoption_cast<const QStyleOptionViewItem *>(option);
            item && !isHighContrast(item->palette)) {
            QStyleOptionViewItem inked = *item; // its ground is but a tint
            inked.palette.setColor(QPalette::HighlightedText, inked.palette.color(QPalette::Text));
            QProxyStyle::drawControl(element, &inked, painter, widget);
            return;
        }
        break;
    case CE_PushButtonLabel:
        if (const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option)) {
            QStyleOptionButton inked = *button;
            if (inked.state.testFlag(State_Enabled)) {
                if (roleOf(widget) == ButtonRole::Primary)
                    inked.palette.setColor(QPalette::ButtonText,
                                           inked.palette.color(QPalette::HighlightedText));
                else if (roleOf(widget) == ButtonRole::Destructive)
                    inked.palette.setColor(QPalette::ButtonText,
                                           stateColor(JobState::FailedForGood, inked.palette));
            }
            QProxyStyle::drawControl(element, &inked, painter, widget);
            return;
        }
        break;
    default:
        break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

QSize FlatStyle::sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size,
                                  const QWidget *widget) const
{
    const QSize fusion = QProxyStyle::sizeFromContents(type, option, size, widget);
    switch (type) {
    case CT_PushButton:
        return {size.width() + 2 * kButtonPadding, std::max(kButtonHeight, size.height() + 8)};
    case CT_HeaderSection:
        return {fusion.width() + 2 * headerPadding(this, widget),
                std::max(kHeaderHeight, option->fontMetrics.height() + 8)};
    default:
        return fusion;
    }
}

void FlatStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option,
                                   QPainter *painter, const QWidget *widget) const
{
    if (control == CC_ScrollBar) {
        drawScrollBar(*option, subControlRect(control, option, SC_ScrollBarSlider, widget),
                      *painter);
        return;
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

QPixmap FlatStyle::generatedIconPixmap(QIcon::Mode mode, const QPixmap &pixmap,
                                       const QStyleOption *option) const
{
    // A colour that means something keeps its meaning in a selected row.
    return mode == QIcon::Selected ? pixmap
                                   : QProxyStyle::generatedIconPixmap(mode, pixmap, option);
}

int FlatStyle::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                         QStyleHintReturn *returnData) const
{
    if (hint == SH_DialogButtonBox_ButtonsHaveIcons)
        return 0;
    return QProxyStyle::styleHint(hint, option, widget, returnData);
}

} // namespace yardmaster
