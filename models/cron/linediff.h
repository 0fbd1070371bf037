#pragma once

#include <QList>
#include <QStringList>

namespace yardmaster {

/// One line of a comparison of two texts.
struct DiffLine
{
    enum class Kind { Same, Removed, Added, Gap };

    Kind kind = Kind::Same;
    int before = 0; ///< line number in the first text, from 1; 0: it is not in it
    int after = 0;  ///< in the second one
    QString text;
    int skipped = 0; ///< of a Gap: lines that are the same

    [[nodiscard]] bool operator==(const DiffLine &) const = default;
};

struct LineDiff
{
    QList<DiffLine> lines; ///< what changed, with `context` equal lines around it
    int added = 0;
    int removed = 0;

    [[nodiscard]] bool isEmpty() const { return added == 0 && removed == 0; }
};

/// The shortest way from one text to the other by whole lines. Where they differ by more than some
/// thousand lines, that stretch is put as removed and added altogether, so that it takes a bounded
/// time. Any thread.
[[nodiscard]] LineDiff diffLines(const QString &before, const QString &after, int context = 3);

} // namespace yardmaster
