#pragma once

#include <QTreeWidget>

namespace yardmaster {

/// Of a list's item: the line of the crontab it is about.
inline constexpr int kCronLineRole = Qt::UserRole + 1;

/// A flat list of a few columns. The last but `stretched` are as wide as `widths` (in digits); that
/// one takes the rest.
[[nodiscard]] QTreeWidget *makeCronList(const QString &name, const QStringList &titles,
                                        const QList<int> &widths, int stretched, QWidget *parent);

} // namespace yardmaster
