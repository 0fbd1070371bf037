#pragma once

#include <QList>

class QFontMetrics;

namespace yardmaster {

/// What a column of a table asks of its width, pixels.
struct ColumnRoom
{
    int wanted = 0; ///< 0: it is not there
    int least = 0;  ///< 0..wanted; what its names cannot do without
    bool isSpare = false;
};

/// How wide columns become that share `room` pixels. Where that is too narrow, names give way, each
/// its part; where they cannot give way enough, spare columns are left out, from the last on. Pure.
/// @returns the widths, in the order of the columns; 0: left out.
[[nodiscard]] QList<int> sharedRoom(const QList<ColumnRoom> &columns, int room);

/// The least width of a column of names that are cut in the middle.
/// @param wanted, title  pixels; it becomes neither wider than the one nor narrower than the other.
[[nodiscard]] int leastNameWidth(const QFontMetrics &words, int wanted, int title, int padding);

} // namespace yardmaster
