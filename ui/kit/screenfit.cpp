#include "ui/kit/screenfit.h"

#include <QScreen>
#include <QWidget>

#include <algorithm>

namespace yardmaster {

namespace {

/// At least: a window learns of its frame some time after it was shown.
constexpr QSize kUsualFrame(4, 40);
/// Of a line, with the font that measures were made with.
constexpr int kUsualLine = 16;

const QScreen *screenOf(const QWidget *window)
{
    const QWidget *parent = window->parentWidget();
    return parent && !window->isVisible() ? parent->window()->screen() : window->screen();
}

QSize frameOf(const QWidget *window)
{
    if (window->windowFlags().testFlag(Qt::FramelessWindowHint))
        return {0, 0};
    return window->isVisible()
        ? (window->frameGeometry().size() - window->size()).expandedTo(kUsualFrame)
        : kUsualFrame;
}

} // namespace

QSize roomFor(const QWidget *window)
{
    return screenOf(window)->availableGeometry().size() - frameOf(window);
}

void resizeToFit(QWidget *window, const QSize &size)
{
    window->resize(size.boundedTo(roomFor(window)));
}

void keepOnScreen(QWidget *window)
{
    const QRect screen = screenOf(window)->availableGeometry();
    const QSize frame = window->size() + frameOf(window);
    const auto within = [](int at, int size, int from, int room) {
        return std::max(from, std::min(at, from + room - size));
    };
    const QPoint place(within(window->x(), frame.width(), screen.x(), screen.width()),
                       within(window->y(), frame.height(), screen.y(), screen.height()));
    if (place != window->pos())
        window->move(place);
}

int scaled(int pixels, const QWidget &widget)
{
    return pixels * std::max(widget.fontMetrics().height(), kUsualLine) / kUsualLine;
}

} // namespace yardmaster
