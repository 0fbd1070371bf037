#include "ui/kit/zoom.h"

#include <QApplication>
#include <QHash>
#include <QPointer>
#include <QWidget>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace yardmaster {

namespace {

constexpr std::array kSteps{80, 90, 100, 110, 125, 150, 175, 200};

/// Those that a desktop may give a font of its own.
constexpr std::array kOwnFonts{"QMenu", "QMenuBar", "QToolButton", "QTipLabel"};

bool hasOwnSize(const QWidget *widget)
{
    return widget->testAttribute(Qt::WA_SetFont)
        && widget->font().resolveMask() & QFont::SizeResolved;
}

QFont scaledBy(QFont font, double factor)
{
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * factor);
    else
        font.setPixelSize(int(font.pixelSize() * factor));
    return font;
}

} // namespace

Zoom *Zoom::instance()
{
    static QPointer<Zoom> zoom;
    if (!zoom)
        zoom = new Zoom(qApp);
    return zoom;
}

Zoom::Zoom(QObject *parent)
    : QObject(parent)
    , m_usual(QApplication::font())
{ }

void Zoom::setPercent(int percent)
{
    const int nearest = *std::ranges::min_element(
        kSteps, {}, [percent](int step) { return std::abs(step - percent); });
    if (nearest == m_percent)
        return;
    const double factor = double(nearest) / m_percent;
    // Before anything changes: what inherits its size must not be scaled twice.
    QHash<QWidget *, QFont> own;
    const auto widgets = QApplication::allWidgets();
    for (QWidget *widget : widgets) {
        if (hasOwnSize(widget))
            own.insert(widget, scaledBy(widget->font(), factor));
    }
    m_percent = nearest;
    for (const char *name : kOwnFonts) {
        if (const QFont font = QApplication::font(name); font != QApplication::font())
            QApplication::setFont(scaledBy(font, factor), name);
    }
    QApplication::setFont(scaledBy(m_usual, m_percent / 100.0));
    for (auto it = own.cbegin(); it != own.cend(); ++it)
        it.key()->setFont(it.value());
    // Qt tells widgets of the application's font when control returns to the event loop.
    QMetaObject::invokeMethod(this, &Zoom::changed, Qt::QueuedConnection);
}

int Zoom::next(bool isLarger) const
{
    const auto here = std::ranges::find(kSteps, m_percent);
    if (isLarger)
        return here + 1 == kSteps.end() ? m_percent : *(here + 1);
    return here == kSteps.begin() ? m_percent : *(here - 1);
}

} // namespace yardmaster
