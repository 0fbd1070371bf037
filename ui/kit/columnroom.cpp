#include "ui/kit/columnroom.h"

#include <QFontMetrics>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

QList<int> sharedRoom(const QList<ColumnRoom> &columns, int room)
{
    QList<int> widths;
    int least = 0;
    for (const ColumnRoom &column : columns) {
        widths << column.wanted;
        least += column.least;
    }
    for (qsizetype at = columns.size() - 1; at >= 0 && least > room; --at) {
        if (!columns.at(at).isSpare || columns.at(at).wanted == 0)
            continue;
        widths[at] = 0;
        least -= columns.at(at).least;
    }
    int all = 0;
    int yielding = 0;
    for (qsizetype at = 0; at < columns.size(); ++at) {
        all += widths.at(at);
        yielding += widths.at(at) == 0 ? 0 : columns.at(at).wanted - columns.at(at).least;
    }
    const int missing = std::clamp(all - room, 0, yielding);
    for (qsizetype at = 0; at < columns.size() && missing > 0; ++at) {
        const ColumnRoom &column = columns.at(at);
        const int part = missing * (column.wanted - column.least);
        if (widths.at(at) > 0)
            widths[at] -= (part + yielding - 1) / yielding; // rounded up
    }
    return widths;
}

int leastNameWidth(const QFontMetrics &words, int wanted, int title, int padding)
{
    return std::min(wanted, std::max(title, words.horizontalAdvance(u"monthly…port"_s)) + padding);
}

} // namespace yardmaster
