#pragma once

#include <QList>
#include <QStringList>
#include <QVariant>

class QTreeWidget;
class QWidget;

namespace yardmaster {

/// A frameless list of lines in columns, with the cells and the menu (RowMenu) of the tables.
[[nodiscard]] QTreeWidget *makePlainList(QWidget *parent, const char *name);
/// Figures: right-aligned, of one width. To be called after the header labels are set.
void alignRight(QTreeWidget *list, const QList<int> &columns);
/// Shows these lines; the current one stays, known by its key (Qt::UserRole of the first column).
/// Columns but the last become as wide as they need, unless the user has changed them.
void setLines(QTreeWidget *list, const QList<QStringList> &lines, const QList<QVariant> &keys = {});

} // namespace yardmaster
