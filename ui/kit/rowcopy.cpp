#include "ui/kit/rowcopy.h"

#include "models/query/exportwriter.h"
#include "models/tables/column.h"
#include "models/values/format.h"

#include <QAbstractItemView>
#include <QDateTime>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTableView>
#include <QTreeView>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// As export writes it; a number cannot be a formula, and -10 must stay one.
QString csvField(const QVariant &value)
{
    const bool isText = value.typeId() == QMetaType::QString;
    return QString::fromUtf8(csvText(value.toString().toUtf8(), isText));
}

QString asCsv(const CopiedRows &copied)
{
    QStringList lines;
    QStringList fields;
    for (const CopiedRows::Column &column : copied.columns)
        fields << csvField(column.field);
    lines << fields.join(u',');
    for (const QList<CopiedRows::Cell> &row : copied.rows) {
        fields.clear();
        for (const CopiedRows::Cell &cell : row)
            fields << csvField(cell.value);
        lines << fields.join(u',');
    }
    return lines.join(u"\r\n"_s) + u"\r\n"_s;
}

QJsonObject objectOf(const CopiedRows &copied, const QList<CopiedRows::Cell> &row)
{
    QJsonObject object;
    for (qsizetype i = 0; i < row.size(); ++i)
        object.insert(copied.columns.at(i).field, QJsonValue::fromVariant(row.at(i).value));
    return object;
}

QString asJson(const CopiedRows &copied)
{
    QJsonArray array;
    for (const QList<CopiedRows::Cell> &row : copied.rows)
        array << objectOf(copied, row);
    return QString::fromUtf8(QJsonDocument(array).toJson());
}

QString asNdjson(const CopiedRows &copied)
{
    QByteArray lines;
    for (const QList<CopiedRows::Cell> &row : copied.rows)
        lines += QJsonDocument(objectOf(copied, row)).toJson(QJsonDocument::Compact) + '\n';
    return QString::fromUtf8(lines);
}

/// A text that neither ends its cell nor is read as anything but itself.
QString markdownCell(const QString &text)
{
    static const QRegularExpression special(u"([\\\\`*_{}\\[\\]<>|])"_s);
    return text.simplified().replace(special, u"\\\\1"_s);
}

QString asMarkdown(const CopiedRows &copied)
{
    const auto line
        = [](const QStringList &cells) { return u"| "_s + cells.join(u" | "_s) + u" |\n"_s; };
    QStringList cells;
    QStringList rules;
    for (const CopiedRows::Column &column : copied.columns) {
        cells << markdownCell(column.title);
        rules << (column.isFigure ? u"---:"_s : u"---"_s);
    }
    QString text = line(cells) + line(rules);
    for (const QList<CopiedRows::Cell> &row : copied.rows) {
        cells.clear();
        for (const CopiedRows::Cell &cell : row)
            cells << markdownCell(cell.text);
        text += line(cells);
    }
    return text;
}

QString asRows(const CopiedRows &copied)
{
    QStringList lines;
    for (const QList<CopiedRows::Cell> &row : copied.rows) {
        QStringList cells;
        for (const CopiedRows::Cell &cell : row)
            cells << QString(cell.text).replace(u'\t', u' ').replace(u'\n', u' ');
        lines << cells.join(u'\t');
    }
    return lines.join(u'\n');
}

const QHeaderView *headerOf(const QAbstractItemView &view)
{
    if (const auto *table = qobject_cast<const QTableView *>(&view))
        return table->horizontalHeader();
    const auto *tree = qobject_cast<const QTreeView *>(&view);
    return tree ? tree->header() : nullptr;
}

/// By columns on the screen, from the first.
QList<int> shownColumns(const QAbstractItemView &view)
{
    const QHeaderView *header = headerOf(view);
    QList<int> columns;
    for (int place = 0; place < view.model()->columnCount(); ++place) {
        const int column = header ? header->logicalIndex(place) : place;
        if (!header || !header->isSectionHidden(column))
            columns << column;
    }
    return columns;
}

/// Of what is sorted by, only what the cell says itself.
QVariant valueOf(const QModelIndex &index, const QString &text)
{
    const QVariant raw = index.data(RawValueRole);
    switch (raw.typeId()) {
    case QMetaType::QString:
        return raw;
    case QMetaType::QDateTime:
        return raw.toDateTime().toUTC().toString(Qt::ISODateWithMs);
    case QMetaType::Int:
    case QMetaType::UInt:
    case QMetaType::LongLong:
    case QMetaType::ULongLong:
        if (text == formatNumber(raw.toLongLong()) || text == raw.toString())
            return raw;
        break;
    default:
        break;
    }
    return text.isEmpty() ? QVariant() : text;
}

QList<QModelIndex> rowsToCopy(const QAbstractItemView &view)
{
    const QItemSelectionModel *selection = view.selectionModel();
    QList<QModelIndex> rows = selection ? selection->selectedRows() : QList<QModelIndex>();
    const QModelIndex current = view.currentIndex();
    if (rows.isEmpty() && current.isValid())
        rows << current.siblingAtColumn(0);
    std::sort(rows.begin(), rows.end());
    return rows;
}

} // namespace

QString textOf(const CopiedRows &rows, RowFormat format)
{
    switch (format) {
    case RowFormat::Rows:
        return asRows(rows);
    case RowFormat::Csv:
        return asCsv(rows);
    case RowFormat::Json:
        return asJson(rows);
    case RowFormat::Ndjson:
        return asNdjson(rows);
    case RowFormat::Markdown:
        return asMarkdown(rows);
    }
    Q_UNREACHABLE();
}

CopiedRows copiedRows(const QAbstractItemView &view)
{
    CopiedRows copied;
    const QAbstractItemModel *model = view.model();
    if (!model)
        return copied;
    const QList<int> columns = shownColumns(view);
    for (const int column : columns) {
        const auto ask = [&](int role) { return model->headerData(column, Qt::Horizontal, role); };
        const QString title = ask(Qt::DisplayRole).toString();
        const QString field = ask(FieldRole).toString();
        copied.columns << CopiedRows::Column{title, field.isEmpty() ? title : field,
                                             ask(FigureRole).toBool()};
    }
    const QList<QModelIndex> rows = rowsToCopy(view);
    for (const QModelIndex &row : rows) {
        QList<CopiedRows::Cell> cells;
        for (const int column : columns) {
            const QModelIndex index = row.siblingAtColumn(column);
            const QString text = index.data(Qt::DisplayRole).toString();
            cells << CopiedRows::Cell{text, valueOf(index, text)};
        }
        copied.rows << cells;
    }
    return copied;
}

} // namespace yardmaster
