#pragma once

#include <yardmaster/timestamp.h>

#include <QStringList>

#include <vector>

namespace yardmaster {

/// Rows in columns, two spaces apart, one line each; control characters escaped.
/// @param rows  the headings first, all of the same size.   @param numbers  columns aligned right.
[[nodiscard]] QString textTable(const std::vector<QStringList> &rows,
                                const QList<qsizetype> &numbers = {});

/// "2026-11-20 14:03:07", UTC; "never" for infinity.
[[nodiscard]] QString utcText(Timestamp time);

/// "1 job", "1,200 jobs".
[[nodiscard]] QString jobsText(qint64 jobs);

} // namespace yardmaster
