#pragma once

#include <QByteArray>
#include <QSet>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

#include <tl/expected.hpp>

namespace yardmaster {

enum class JsonKind { Object, Array, String, Number, True, False, Null };

/// A JSON text and where its values lie in it. Nothing is changed or lost: numbers keep all their
/// digits, keys their order, and a key that is written twice is there twice. 24 bytes a value.
/// A value that may be shared between threads.
class JsonTree final
{
public:
    using Node = int; ///< 0..size()-1
    static constexpr Node kNone = -1;

    /// Does not recurse, so the depth does not matter. Errors: one sentence.
    [[nodiscard]] static tl::expected<JsonTree, QString> parse(QByteArray text);

    [[nodiscard]] const QByteArray &text() const { return m_text; }
    [[nodiscard]] int size() const { return int(m_nodes.size()); }
    [[nodiscard]] Node root() const { return size() - 1; }

    [[nodiscard]] JsonKind kind(Node node) const;
    [[nodiscard]] bool isContainer(Node node) const;
    [[nodiscard]] Node parent(Node node) const { return at(node).parent; }
    [[nodiscard]] int childCount(Node node) const { return at(node).children; }
    [[nodiscard]] Node child(Node node, int row) const { return at(node).firstChild + row; }
    /// Among the children of its parent.
    [[nodiscard]] int row(Node node) const;
    /// Offset in the text, which is also the order of reading.
    [[nodiscard]] int begin(Node node) const { return at(node).begin; }

    /// The value, byte for byte as it is written.
    [[nodiscard]] QByteArrayView raw(Node node) const;
    /// With its quotes and escapes; empty unless the parent is an object.
    [[nodiscard]] QByteArrayView rawKey(Node node) const;
    /// The key, or the index in an array; empty for the root.
    [[nodiscard]] QString name(Node node) const;
    /// Its first characters, quickly however long it is.
    [[nodiscard]] QString nameStart(Node node, qsizetype limit) const;
    /// What PostgreSQL's ->> gives for the value: strings without quotes and escapes.
    [[nodiscard]] QString plain(Node node) const;
    /// From the root to the node.
    [[nodiscard]] QStringList path(Node node) const;
    /// The children whose key is in this object once more. Reads all keys.
    [[nodiscard]] QSet<Node> duplicates(Node object) const;

private:
    struct Value
    {
        int begin = 0;
        int end = 0;
        int key = -1; ///< offset of its opening quote
        int parent = kNone;
        int firstChild = 0; ///< children lie side by side
        int children = 0;
    };
    class Parser;

    [[nodiscard]] const Value &at(Node node) const { return m_nodes[std::size_t(node)]; }

    QByteArray m_text;
    std::vector<Value> m_nodes;
};

} // namespace yardmaster
