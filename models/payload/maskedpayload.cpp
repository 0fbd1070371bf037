#include "models/payload/maskedpayload.h"

#include <algorithm>

namespace yardmaster {

namespace {

struct Piece
{
    qsizetype begin, end; // in the text
    QByteArray instead;
};

QByteArray replaced(const QByteArray &text, std::vector<Piece> pieces)
{
    std::ranges::sort(pieces, {}, &Piece::begin);
    QByteArray result;
    qsizetype at = 0;
    for (const Piece &piece : pieces) {
        result += QByteArrayView(text).sliced(at, piece.begin - at);
        result += piece.instead;
        at = piece.end;
    }
    return result + text.sliced(at);
}

} // namespace

MaskedPayload::MaskedPayload(const PayloadDocument &document)
    : m_text(document.text())
{
    const JsonTree *tree = document.tree();
    if (!tree)
        return;
    while (m_text.contains("\"[" + m_word + ' '))
        m_word += '*';
    std::vector<JsonTree::Node> hidden = document.hidden();
    std::ranges::sort(hidden, {}, [tree](JsonTree::Node node) { return tree->begin(node); });
    std::vector<Piece> pieces;
    for (const JsonTree::Node node : hidden) {
        const QByteArrayView raw = tree->raw(node);
        const qsizetype begin = tree->begin(node);
        pieces.push_back({begin, begin + raw.size(), mark(m_values.size())});
        m_values << raw.toByteArray();
    }
    m_text = replaced(m_text, std::move(pieces));
}

QByteArray MaskedPayload::unmasked(const QByteArray &edited) const
{
    const auto tree = JsonTree::parse(edited);
    if (!tree || m_values.isEmpty())
        return edited;
    const QByteArray begin = "\"[" + m_word + ' ';
    std::vector<Piece> pieces;
    for (JsonTree::Node node = 0; node < tree->size(); ++node) {
        const QByteArrayView raw = tree->raw(node);
        if (!raw.startsWith(begin) || raw.size() < begin.size() + 2)
            continue;
        const qsizetype index = raw.sliced(begin.size()).chopped(2).toLongLong() - 1;
        if (index >= 0 && index < m_values.size() && raw == mark(index))
            pieces.push_back(
                {tree->begin(node), tree->begin(node) + raw.size(), m_values.at(index)});
    }
    return replaced(edited, std::move(pieces));
}

QByteArray MaskedPayload::mark(qsizetype index) const
{
    return "\"[" + m_word + ' ' + QByteArray::number(index + 1) + "]\"";
}

} // namespace yardmaster
