#pragma once

#include "models/values/payloaddocument.h"

#include <QByteArrayList>

namespace yardmaster {

/// A payload for somebody to edit who need not see what the rules hide: each hidden value has a
/// number, {"user": "ann", "password": "[hidden 1]"}, and comes back in its place, wherever that
/// was moved to. A value.
class MaskedPayload final
{
public:
    MaskedPayload() = default;
    explicit MaskedPayload(const PayloadDocument &document);

    [[nodiscard]] const QByteArray &text() const { return m_text; }
    [[nodiscard]] int hiddenCount() const { return int(m_values.size()); }
    /// `edited` with the values again. What is not JSON stays as it is.
    [[nodiscard]] QByteArray unmasked(const QByteArray &edited) const;

private:
    [[nodiscard]] QByteArray mark(qsizetype index) const;

    QByteArray m_text;
    QByteArray m_word = "hidden"; // longer where the payload itself speaks of [hidden 1]
    QByteArrayList m_values;      // as they are written
};

} // namespace yardmaster
