#pragma once

#include <QList>
#include <QString>
#include <QVariant>

class QAbstractItemView;

namespace yardmaster {

/// How rows are written onto the clipboard, or into a file.
enum class RowFormat {
    Rows,     ///< the cells as they look, separated by tabs
    Csv,      ///< RFC 4180 with a header; times in ISO 8601, UTC
    Json,     ///< an array of objects; times likewise
    Ndjson,   ///< one object a line
    Markdown, ///< a table, the cells as they look
};

/// Rows to be copied, with what their cells show and what they stand for. A value.
struct CopiedRows
{
    struct Column
    {
        QString title; ///< as it is shown
        QString field; ///< for programs: the same in all languages
        bool isFigure = false;
    };
    struct Cell
    {
        QString text;
        QVariant value; ///< for programs; null: there is none
    };

    QList<Column> columns;
    QList<QList<Cell>> rows; ///< each as long as `columns`
};

[[nodiscard]] QString textOf(const CopiedRows &rows, RowFormat format);

/// The selected rows of a view, or the current one, in the order and with the columns that are
/// shown. Numbers and texts stand for themselves, moments are told in ISO 8601; what a cell only
/// sorts by is left out.
[[nodiscard]] CopiedRows copiedRows(const QAbstractItemView &view);

} // namespace yardmaster
