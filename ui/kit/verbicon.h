#pragma once

#include <QIcon>

namespace yardmaster {

/// What an icon stands for; see verbIcon().
enum class VerbShape {
    Retry,
    Reschedule,
    Change,
    Fail,
    Delete,
    Add,
    LeftPane,
    RightPane,
    TopPane,
};

/// An outline in the colour of the text around it, in any theme and at any size. Decoration: a word
/// or a tooltip says the same.
[[nodiscard]] QIcon verbIcon(VerbShape shape);

} // namespace yardmaster
