#pragma once

class QString;
class QTableView;

namespace yardmaster {

class CellDelegate;

/// Gives a table the look of all tables: dense, without a grid, whole rows, one of them chosen at a
/// time, with a menu (RowMenu); Tab leaves it. @returns what paints its cells, owned by the table.
CellDelegate *setUpTable(QTableView *table, const QString &accessibleName, int rowPadding = 10);

/// Makes the columns as wide as their model says (WidestRole), and hides those that have nothing to
/// show (HiddenRole); the one that says nothing gets what the others leave, now and when the table
/// is resized, but never less than a name needs. Where the table is too narrow for that, columns of
/// names (those cut in the middle) give way, unless their width was chosen by hand, and then spare
/// ones (SpareRole) are left out, from the right on, unless rows are sorted by them.
void fitColumns(QTableView *table);

} // namespace yardmaster
