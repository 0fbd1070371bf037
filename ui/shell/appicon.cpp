#include "ui/shell/appicon.h"

namespace yardmaster {

QIcon appIcon()
{
    QIcon icon;
    for (const int size : {16, 24, 32, 48, 64, 128, 256})
        icon.addFile(QStringLiteral(":/yardmaster/icons/yardmaster-%1.png").arg(size));
    return icon;
}

} // namespace yardmaster
