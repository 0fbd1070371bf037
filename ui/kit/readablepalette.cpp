#include "ui/kit/readablepalette.h"

#include <cmath>

namespace yardmaster {

QPalette withReadablePlaceholders(QPalette palette)
{
    const auto lightness
        = [&palette](QPalette::ColorRole role) { return palette.color(role).lightnessF(); };
    // Qt 6.4 makes them half-transparent black, whatever the colours of a KDE desktop are.
    if (std::abs(lightness(QPalette::PlaceholderText) - lightness(QPalette::Base)) < 0.4F)
        palette.setColor(QPalette::PlaceholderText, palette.color(QPalette::Text));
    return palette;
}

} // namespace yardmaster
