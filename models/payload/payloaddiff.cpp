#include "models/payload/payloaddiff.h"

#include <yardmaster/json.h>

#include <QHash>
#include <QSet>

#include <algorithm>

namespace yardmaster {

namespace {

using Node = JsonTree::Node;

/// Deeper than this, values are compared as texts: it keeps the stack bounded.
constexpr int kDepth = 200;
constexpr qsizetype kShownBytes = 4096; // of a value in the list

class Differ final
{
public:
    Differ(const PayloadDocument &before, const PayloadDocument &after, bool isRevealed)
        : m_before(before)
        , m_after(after)
        , m_isRevealed(isRevealed)
    { }

    [[nodiscard]] PayloadDiff run()
    {
        compare(a().root(), b().root(), 0);
        return std::move(m_diff);
    }

private:
    [[nodiscard]] const JsonTree &a() const { return *m_before.tree(); }
    [[nodiscard]] const JsonTree &b() const { return *m_after.tree(); }

    void compare(Node left, Node right, int depth)
    {
        if (m_diff.isCut || isSameText(left, right))
            return;
        const JsonKind kind = a().kind(left);
        if (kind == b().kind(right) && depth < kDepth) {
            if (kind == JsonKind::Object)
                return compareObjects(left, right, depth);
            if (kind == JsonKind::Array)
                return compareArrays(left, right, depth);
            if (kind == JsonKind::String && a().plain(left) == b().plain(right))
                return; // only the escapes differ
        }
        add(PayloadChange::Kind::Changed, left, right);
    }

    void compareObjects(Node left, Node right, int depth)
    {
        QHash<QString, QList<Node>> others; // of one name, in order
        for (int row = b().childCount(right) - 1; row >= 0; --row)
            others[b().name(b().child(right, row))].append(b().child(right, row));
        QSet<Node> matched;
        for (int row = 0; row < a().childCount(left); ++row) {
            const Node member = a().child(left, row);
            QList<Node> &candidates = others[a().name(member)];
            if (candidates.isEmpty()) {
                add(PayloadChange::Kind::Removed, member, JsonTree::kNone);
            } else {
                const Node other = candidates.takeLast();
                matched.insert(other);
                compare(member, other, depth + 1);
            }
        }
        for (int row = 0; row < b().childCount(right); ++row) {
            if (!matched.contains(b().child(right, row)))
                add(PayloadChange::Kind::Added, JsonTree::kNone, b().child(right, row));
        }
    }

    void compareArrays(Node left, Node right, int depth)
    {
        const int lefts = a().childCount(left);
        const int rights = b().childCount(right);
        const int both = std::min(lefts, rights);
        int begin = 0;
        while (begin < both && isSameText(a().child(left, begin), b().child(right, begin)))
            ++begin;
        int tail = 0;
        while (
            tail < both - begin
            && isSameText(a().child(left, lefts - 1 - tail), b().child(right, rights - 1 - tail)))
            ++tail;
        const int leftEnd = lefts - tail;
        const int rightEnd = rights - tail;
        for (int row = begin; row < std::max(leftEnd, rightEnd) && !m_diff.isCut; ++row) {
            if (row >= rightEnd)
                add(PayloadChange::Kind::Removed, a().child(left, row), JsonTree::kNone);
            else if (row >= leftEnd)
                add(PayloadChange::Kind::Added, JsonTree::kNone, b().child(right, row));
            else
                compare(a().child(left, row), b().child(right, row), depth + 1);
        }
    }

    /// The same bytes but for white space.
    [[nodiscard]] bool isSameText(Node left, Node right) const
    {
        const QByteArrayView one = a().raw(left);
        const QByteArrayView two = b().raw(right);
        if (one == two)
            return true;
        if (!a().isContainer(left) || !b().isContainer(right))
            return false;
        return compactJson(one) == compactJson(two);
    }

    [[nodiscard]] QByteArray shown(const PayloadDocument &document, Node node, bool isHidden) const
    {
        if (node == JsonTree::kNone)
            return {};
        if (isHidden)
            return "\u2022\u2022\u2022\u2022\u2022\u2022";
        const QByteArrayView raw = document.tree()->raw(node);
        return compactJson(raw.first(std::min(raw.size(), kShownBytes)));
    }

    [[nodiscard]] static bool hides(const PayloadDocument &document, Node node)
    {
        return node != JsonTree::kNone && (document.isHidden(node) || document.hidesInside(node));
    }

    void add(PayloadChange::Kind kind, Node left, Node right)
    {
        if (m_diff.changes.size() >= kMostChanges) {
            m_diff.isCut = true;
            return;
        }
        PayloadChange change;
        change.kind = kind;
        change.path = left != JsonTree::kNone ? a().path(left) : b().path(right);
        change.isHidden = !m_isRevealed && (hides(m_before, left) || hides(m_after, right));
        change.before = shown(m_before, left, change.isHidden);
        change.after = shown(m_after, right, change.isHidden);
        m_diff.changes << change;
    }

    const PayloadDocument &m_before;
    const PayloadDocument &m_after;
    const bool m_isRevealed;
    PayloadDiff m_diff;
};

} // namespace

PayloadDiff diffPayloads(const PayloadDocument &before, const PayloadDocument &after,
                         bool isRevealed)
{
    return Differ(before, after, isRevealed).run();
}

} // namespace yardmaster
