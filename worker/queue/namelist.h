#pragma once

#include <QStringList>

namespace yardmaster {

/// Names as people write them: separated by commas, with or without spaces; empty ones do not
/// count.
[[nodiscard]] inline QStringList namesIn(QStringView list)
{
    QStringList names;
    for (const QStringView part : list.split(u',')) {
        if (const QStringView name = part.trimmed(); !name.isEmpty())
            names << name.toString();
    }
    return names;
}

} // namespace yardmaster
