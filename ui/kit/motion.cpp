#include "ui/kit/motion.h"

#include <QStyle>
#include <QWidget>

namespace yardmaster::motion {

namespace {

bool isSwitchedOff = false; // GUI thread

} // namespace

bool isWanted(const QWidget *widget)
{
    return !isSwitchedOff
        && widget->style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, widget) > 0;
}

void setOff(bool isOff)
{
    isSwitchedOff = isOff;
}

} // namespace yardmaster::motion
