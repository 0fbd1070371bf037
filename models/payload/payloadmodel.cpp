#include "models/payload/payloadmodel.h"

#include "models/query/filteredit.h"
#include "models/values/format.h"
#include "models/values/showntext.h"

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kValuePreview = 300; // characters; a cell with more takes long to paint
constexpr int kToolTip = 2000;

QString shortened(QByteArrayView text, int limit)
{
    // Bytes first: a value may be megabytes long.
    const QString whole
        = QString::fromUtf8(text.first(std::min<qsizetype>(text.size(), limit * 4)));
    return whole.size() > limit || text.size() > limit * 4 ? whole.left(limit) + u'…' : whole;
}

QString singleSpaced(QString text)
{
    for (QChar &c : text) {
        if (c.isSpace())
            c = u' ';
    }
    return text;
}

} // namespace

PayloadModel::PayloadModel(QObject *parent)
    : QAbstractItemModel(parent)
{ }

void PayloadModel::setDocument(PayloadDocumentPtr document)
{
    beginResetModel();
    m_document = std::move(document);
    m_isRevealed = false;
    m_fetched.clear();
    m_duplicates.clear();
    endResetModel();
}

void PayloadModel::setRevealed(bool isRevealed)
{
    if (m_isRevealed == isRevealed)
        return;
    // Children of hidden containers come and go, so it is another tree.
    beginResetModel();
    m_isRevealed = isRevealed;
    m_fetched.clear();
    endResetModel();
}

QModelIndex PayloadModel::reveal(JsonTree::Node node)
{
    if (!tree() || node < 0 || node >= tree()->size())
        return {};
    QList<JsonTree::Node> way;
    for (JsonTree::Node at = node; at != JsonTree::kNone; at = tree()->parent(at))
        way.prepend(at);
    for (qsizetype i = 0; i + 1 < way.size(); ++i) {
        if (isHidden(way.at(i)))
            return indexOf(way.at(i));
        fetchUpTo(way.at(i), tree()->row(way.at(i + 1)) + 1);
    }
    return indexOf(node);
}

JsonTree::Node PayloadModel::nodeOf(const QModelIndex &index) const
{
    return index.isValid() ? JsonTree::Node(index.internalId()) : JsonTree::kNone;
}

QModelIndex PayloadModel::indexOf(JsonTree::Node node, Column column) const
{
    return createIndex(tree()->row(node), int(column), quintptr(node));
}

QModelIndex PayloadModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    const JsonTree::Node node
        = parent.isValid() ? tree()->child(nodeOf(parent), row) : tree()->root();
    return createIndex(row, column, quintptr(node));
}

QModelIndex PayloadModel::parent(const QModelIndex &index) const
{
    if (!index.isValid())
        return {};
    const JsonTree::Node above = tree()->parent(nodeOf(index));
    return above == JsonTree::kNone ? QModelIndex() : indexOf(above);
}

int PayloadModel::shownChildren(JsonTree::Node node) const
{
    const int all = isHidden(node) ? 0 : tree()->childCount(node);
    return std::min(all, m_fetched.value(node, kPortion));
}

int PayloadModel::rowCount(const QModelIndex &parent) const
{
    if (!tree() || parent.column() > 0)
        return 0;
    return parent.isValid() ? shownChildren(nodeOf(parent)) : 1;
}

int PayloadModel::columnCount(const QModelIndex &) const
{
    return 2;
}

bool PayloadModel::hasChildren(const QModelIndex &parent) const
{
    return rowCount(parent) > 0;
}

bool PayloadModel::canFetchMore(const QModelIndex &parent) const
{
    if (!tree() || !parent.isValid() || parent.column() > 0)
        return false;
    const JsonTree::Node node = nodeOf(parent);
    return !isHidden(node) && shownChildren(node) < tree()->childCount(node);
}

void PayloadModel::fetchMore(const QModelIndex &parent)
{
    if (canFetchMore(parent))
        fetchUpTo(nodeOf(parent), shownChildren(nodeOf(parent)) + kPortion);
}

void PayloadModel::fetchUpTo(JsonTree::Node node, int rows)
{
    const int shown = shownChildren(node);
    const int portions = (rows + kPortion - 1) / kPortion;
    const int wanted = std::min(portions * kPortion, tree()->childCount(node));
    if (wanted <= shown)
        return;
    beginInsertRows(indexOf(node), shown, wanted - 1);
    m_fetched.insert(node, wanted);
    endInsertRows();
}

bool PayloadModel::isHidden(JsonTree::Node node) const
{
    return !m_isRevealed && m_document->isHidden(node);
}

bool PayloadModel::isDuplicate(JsonTree::Node node) const
{
    if (node == tree()->root())
        return false;
    const JsonTree::Node object = tree()->parent(node);
    if (tree()->childCount(object) > kPortion)
        return false; // reading all its keys would hold up the window
    if (!m_duplicates.contains(object))
        m_duplicates.insert(object, tree()->duplicates(object));
    return m_duplicates[object].contains(node);
}

QString PayloadModel::valueText(JsonTree::Node node) const
{
    if (isHidden(node))
        return u"••••••"_s;
    const int children = tree()->childCount(node);
    switch (tree()->kind(node)) {
    case JsonKind::Object:
        return children == 0
            ? u"{}"_s
            : tr("%1 keys", nullptr, pluralOf(children)).arg(formatNumber(children));
    case JsonKind::Array:
        return children == 0
            ? u"[]"_s
            : tr("%1 items", nullptr, pluralOf(children)).arg(formatNumber(children));
    default:
        return singleSpaced(shortened(tree()->raw(node), kValuePreview));
    }
}

QString PayloadModel::toolTip(JsonTree::Node node) const
{
    if (isHidden(node))
        return tr("Hidden by a rule. “Reveal” shows it.");
    QStringList lines;
    if (data(indexOf(node), DuplicateRole).toBool())
        lines << tr("This key occurs here more than once; PostgreSQL reads the last one.");
    if (!tree()->isContainer(node) && tree()->raw(node).size() > 60)
        lines << shortened(tree()->raw(node), kToolTip);
    return lines.join(u'\n');
}

QVariant PayloadModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || !tree())
        return {};
    const JsonTree::Node node = nodeOf(index);
    const auto column = Column(index.column());
    switch (role) {
    case Qt::DisplayRole:
        if (column == Column::Value)
            return shownText(valueText(node));
        return node == tree()->root()
            ? u"payload"_s
            : shownText(singleSpaced(tree()->nameStart(node, kValuePreview)));
    case Qt::ToolTipRole:
        return shownText(toolTip(node));
    case Qt::AccessibleTextRole:
        return shownText(u"%1: %2"_s.arg(payloadPathText(tree()->path(node)), valueText(node)));
    case PathRole:
        return tree()->path(node);
    case KindRole:
        return int(tree()->kind(node));
    case HiddenRole:
        return isHidden(node);
    case DuplicateRole:
        return isDuplicate(node);
    case PlainRole:
        if (isHidden(node))
            return QString();
        return tree()->isContainer(node) ? QString::fromUtf8(data(index, RawRole).toByteArray())
                                         : tree()->plain(node);
    case RawRole:
        return m_isRevealed ? tree()->raw(node).toByteArray() : m_document->redacted(node);
    default:
        return {};
    }
}

QVariant PayloadModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return Column(section) == Column::Name ? tr("Name") : tr("Value");
}

} // namespace yardmaster
