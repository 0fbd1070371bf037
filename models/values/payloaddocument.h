#pragma once

#include "models/values/redaction.h"

#include <memory>

namespace yardmaster {

/// A payload taken apart, with what of it is hidden. Immutable, shared between threads.
class PayloadDocument final
{
public:
    using Node = JsonTree::Node;

    /// About 100 ms for 4 MiB. Any thread. Never null; a text that is not JSON has no tree.
    [[nodiscard]] static std::shared_ptr<const PayloadDocument> read(const QByteArray &text,
                                                                     const RedactionRules &rules);

    [[nodiscard]] const QByteArray &text() const { return m_text; }
    /// nullptr if the text is not JSON: then problem() says so.
    [[nodiscard]] const JsonTree *tree() const { return m_tree ? &*m_tree : nullptr; }
    [[nodiscard]] const QString &problem() const { return m_problem; }

    [[nodiscard]] int hiddenCount() const { return int(m_hidden.size()); }
    /// The outermost ones, ascending.
    [[nodiscard]] const std::vector<Node> &hidden() const { return m_hidden; }
    /// It, or something around it, is hidden.
    [[nodiscard]] bool isHidden(Node node) const;
    /// It is shown itself, but something in it is hidden.
    [[nodiscard]] bool hidesInside(Node node) const;
    /// The value with what is hidden in it replaced by "[hidden]"; still JSON.
    [[nodiscard]] QByteArray redacted(Node node) const;
    /// The whole text, likewise.
    [[nodiscard]] QByteArray redacted() const;

    /// Nodes whose name or value contains `text`, in any case, in the order of reading; at most
    /// `limit`. What is hidden is not looked at unless `isRevealed`.
    [[nodiscard]] std::vector<Node> find(const QString &text, bool isRevealed, int limit) const;

private:
    explicit PayloadDocument(const QByteArray &text)
        : m_text(text)
    { }

    [[nodiscard]] QByteArray redacted(qsizetype begin, qsizetype end) const;

    QByteArray m_text;
    std::optional<JsonTree> m_tree;
    QByteArray m_redacted; // empty if nothing is hidden
    QString m_problem;
    std::vector<Node> m_hidden; // ascending, outermost ones
};

using PayloadDocumentPtr = std::shared_ptr<const PayloadDocument>;

/// In place of what is hidden.
inline constexpr QByteArrayView kHiddenJson = "\"[hidden]\"";

} // namespace yardmaster
