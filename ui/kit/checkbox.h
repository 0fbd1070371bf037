#pragma once

#include <Qt>
#include <QtGlobal>

class QPainter;
class QPalette;
class QRect;

namespace yardmaster {

/// A check box as the style draws it, in `place`; its edge is seen on each row, selected or not.
void paintCheckBox(QPainter &painter, const QRect &place, const QPalette &palette,
                   Qt::CheckState state, bool isEnabled = true);

} // namespace yardmaster
