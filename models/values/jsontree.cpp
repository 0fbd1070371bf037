#include "models/values/jsontree.h"

#include "worker/json/jsonscanner.h"
#include "worker/json/jsonstring.h"

#include <QCoreApplication>
#include <QHash>

#include <limits>

namespace yardmaster {

namespace {

struct JsonTreeText
{
    Q_DECLARE_TR_FUNCTIONS(JsonTree)
};

} // namespace

/// Children are collected in `m_loose` until their container closes; then they move to their final
/// place, side by side, and learn who their own children's parent is.
class JsonTree::Parser final
{
public:
    explicit Parser(JsonTree *tree)
        : m_tree(tree)
        , m_text(tree->m_text)
    { }

    [[nodiscard]] bool parse()
    {
        int key = -1;
        skipSpace();
        for (;;) {
            const char c = peek();
            if (c == '{' || c == '[') {
                m_open.push_back({{m_at, 0, key, kNone, 0, 0}, m_loose.size()});
                ++m_at;
                skipSpace();
                key = -1;
                if (peek() != closing()) {
                    if (c == '{' && !takeKey(&key))
                        return false;
                    continue;
                }
            } else if (!takeScalar(key)) {
                return false;
            }
            if (!closeAll())
                return false;
            if (m_open.empty()) {
                settle(0);
                return m_at == m_text.size();
            }
            ++m_at; // a comma
            skipSpace();
            key = -1;
            if (isInObject() && !takeKey(&key))
                return false;
        }
    }

    [[nodiscard]] int position() const { return m_at; }

private:
    struct Open
    {
        Value value;
        std::size_t loose; ///< where its children begin
    };

    [[nodiscard]] char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
    [[nodiscard]] bool isInObject() const { return m_text[m_open.back().value.begin] == '{'; }
    [[nodiscard]] char closing() const { return isInObject() ? '}' : ']'; }

    void skipSpace()
    {
        while (JsonScanner::isSpace(peek()))
            ++m_at;
    }

    bool takeScalar(int key)
    {
        JsonScanner scanner(m_text.sliced(m_at));
        const auto found = scanner.value();
        if (!found)
            return false;
        m_loose.push_back({m_at, m_at + int(found->size()), key, kNone, 0, 0});
        m_at += int(found->size());
        skipSpace();
        return true;
    }

    bool takeKey(int *key)
    {
        if (peek() != '"')
            return false;
        JsonScanner scanner(m_text.sliced(m_at));
        const auto found = scanner.value();
        if (!found)
            return false;
        *key = m_at;
        m_at += int(found->size());
        skipSpace();
        if (peek() != ':')
            return false;
        ++m_at;
        skipSpace();
        return true;
    }

    /// Ends the containers that end here. @returns false if something else than a comma follows.
    bool closeAll()
    {
        while (!m_open.empty() && peek() == closing()) {
            Open &open = m_open.back();
            ++m_at;
            open.value.end = m_at;
            open.value.children = int(m_loose.size() - open.loose);
            open.value.firstChild = settle(open.loose);
            m_loose.push_back(open.value);
            m_open.pop_back();
            skipSpace();
        }
        return m_open.empty() || peek() == ',';
    }

    /// @returns the number of the first one.
    int settle(std::size_t from)
    {
        const int first = m_tree->size();
        for (std::size_t i = from; i < m_loose.size(); ++i) {
            const Value &value = m_loose[i];
            const int number = m_tree->size();
            m_tree->m_nodes.push_back(value);
            for (int child = 0; child < value.children; ++child)
                (m_tree->m_nodes.begin() + value.firstChild + child)->parent = number;
        }
        m_loose.resize(from);
        return first;
    }

    JsonTree *m_tree;
    QByteArrayView m_text;
    int m_at = 0;
    std::vector<Value> m_loose;
    std::vector<Open> m_open;
};

tl::expected<JsonTree, QString> JsonTree::parse(QByteArray text)
{
    if (text.size() > std::numeric_limits<int>::max())
        return tl::make_unexpected(JsonTreeText::tr("It is too long."));
    JsonTree tree;
    tree.m_text = std::move(text);
    Parser parser(&tree);
    if (!parser.parse())
        return tl::make_unexpected(
            JsonTreeText::tr("It is not JSON: something is wrong at byte %1.")
                .arg(parser.position() + 1));
    tree.m_nodes.shrink_to_fit();
    return tree;
}

JsonKind JsonTree::kind(Node node) const
{
    switch (m_text.at(at(node).begin)) {
    case '{':
        return JsonKind::Object;
    case '[':
        return JsonKind::Array;
    case '"':
        return JsonKind::String;
    case 't':
        return JsonKind::True;
    case 'f':
        return JsonKind::False;
    case 'n':
        return JsonKind::Null;
    default:
        return JsonKind::Number;
    }
}

bool JsonTree::isContainer(Node node) const
{
    const char c = m_text.at(at(node).begin);
    return c == '{' || c == '[';
}

int JsonTree::row(Node node) const
{
    const Node above = parent(node);
    return above == kNone ? 0 : node - at(above).firstChild;
}

QByteArrayView JsonTree::raw(Node node) const
{
    return QByteArrayView(m_text).sliced(at(node).begin, at(node).end - at(node).begin);
}

QByteArrayView JsonTree::rawKey(Node node) const
{
    const int begin = at(node).key;
    if (begin < 0)
        return {};
    int end = at(node).begin; // of the value; before it a colon, perhaps between spaces
    while (m_text[end - 1] != '"')
        --end;
    return QByteArrayView(m_text).sliced(begin, end - begin);
}

QString JsonTree::name(Node node) const
{
    if (parent(node) == kNone)
        return {};
    return at(node).key < 0 ? QString::number(row(node)) : plainJsonString(rawKey(node));
}

QString JsonTree::nameStart(Node node, qsizetype limit) const
{
    return at(node).key < 0 ? name(node) : plainJsonString(rawKey(node), limit);
}

QString JsonTree::plain(Node node) const
{
    return kind(node) == JsonKind::String ? plainJsonString(raw(node))
                                          : QString::fromUtf8(raw(node));
}

QStringList JsonTree::path(Node node) const
{
    QStringList names;
    for (; parent(node) != kNone; node = parent(node))
        names.prepend(name(node));
    return names;
}

QSet<JsonTree::Node> JsonTree::duplicates(Node object) const
{
    QSet<Node> found;
    QHash<QString, Node> first; // unescaped: a key may be written in several ways
    for (int row = 0; row < childCount(object); ++row) {
        const Node node = child(object, row);
        if (at(node).key < 0)
            break; // an array
        const QString key = name(node);
        if (const auto same = first.constFind(key); same != first.cend())
            found << *same << node;
        else
            first.insert(key, node);
    }
    return found;
}

} // namespace yardmaster
