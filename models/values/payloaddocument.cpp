#include "models/values/payloaddocument.h"

#include <algorithm>

namespace yardmaster {

PayloadDocumentPtr PayloadDocument::read(const QByteArray &text, const RedactionRules &rules)
{
    const std::shared_ptr<PayloadDocument> document(new PayloadDocument(text));
    auto tree = JsonTree::parse(text);
    if (tree) {
        document->m_tree = *std::move(tree);
        document->m_hidden = rules.hiddenNodes(*document->m_tree);
        // Here, because this may be a background thread and whoever asks for it later is not.
        if (!document->m_hidden.empty())
            document->m_redacted = document->redacted(0, text.size());
    } else {
        document->m_problem = tree.error();
    }
    return document;
}

bool PayloadDocument::isHidden(Node node) const
{
    if (m_hidden.empty())
        return false;
    for (; node != JsonTree::kNone; node = m_tree->parent(node)) {
        if (std::ranges::binary_search(m_hidden, node))
            return true;
    }
    return false;
}

bool PayloadDocument::hidesInside(Node node) const
{
    const int begin = m_tree->begin(node);
    const int end = begin + int(m_tree->raw(node).size());
    return std::ranges::any_of(m_hidden, [&](Node hidden) {
        return m_tree->begin(hidden) > begin && m_tree->begin(hidden) < end;
    });
}

QByteArray PayloadDocument::redacted(Node node) const
{
    if (isHidden(node))
        return kHiddenJson.toByteArray();
    const qsizetype begin = m_tree->begin(node);
    return redacted(begin, begin + m_tree->raw(node).size());
}

QByteArray PayloadDocument::redacted() const
{
    return m_hidden.empty() ? m_text : m_redacted;
}

QByteArray PayloadDocument::redacted(qsizetype begin, qsizetype end) const
{
    struct Span
    {
        qsizetype begin, end;
    };
    std::vector<Span> spans;
    for (const Node node : m_hidden) {
        const qsizetype from = m_tree->begin(node);
        if (from >= begin && from < end)
            spans.push_back({from, from + m_tree->raw(node).size()});
    }
    if (spans.empty())
        return m_text.sliced(begin, end - begin);
    std::ranges::sort(spans, {}, &Span::begin);
    QByteArray result;
    for (const Span &span : spans) {
        result += QByteArrayView(m_text).sliced(begin, span.begin - begin);
        result += kHiddenJson;
        begin = span.end;
    }
    result += QByteArrayView(m_text).sliced(begin, end - begin);
    return result;
}

std::vector<PayloadDocument::Node> PayloadDocument::find(const QString &text, bool isRevealed,
                                                         int limit) const
{
    std::vector<Node> found;
    if (!m_tree || text.isEmpty())
        return found;
    for (Node node = 0; node < m_tree->size(); ++node) {
        const bool isInName = !m_tree->rawKey(node).isEmpty()
            && m_tree->name(node).contains(text, Qt::CaseInsensitive);
        const bool isInValue
            = !m_tree->isContainer(node) && m_tree->plain(node).contains(text, Qt::CaseInsensitive);
        if (!isInName && !isInValue)
            continue;
        if (!isRevealed && isHidden(node)) {
            // Its name may be seen, unless something around it is hidden; its value may not.
            const Node above = m_tree->parent(node);
            if (!isInName || (above != JsonTree::kNone && isHidden(above)))
                continue;
        }
        found.push_back(node);
    }
    std::ranges::sort(found, {}, [this](Node node) { return m_tree->begin(node); });
    if (found.size() > std::size_t(limit))
        found.resize(std::size_t(limit));
    return found;
}

} // namespace yardmaster
