#pragma once

#include "models/values/payloaddocument.h"

#include <QRandomGenerator>

namespace yardmaster::test {

[[nodiscard]] inline PayloadDocumentPtr payloadOf(const QByteArray &text,
                                                  const QStringList &rules = {})
{
    return PayloadDocument::read(text, RedactionRules::fromTexts(rules));
}

/// Random JSON, with all that is easily lost.
class JsonGenerator final
{
public:
    explicit JsonGenerator(quint32 seed)
        : m_random(seed)
    { }

    QByteArray value(int depth)
    {
        switch (m_random.bounded(depth > 4 ? 6 : 9)) {
        case 0:
            return pick({"true", "false", "null"});
        case 1:
        case 2:
            return pick({"0", "-0", "1.10", "12345678901234567890.123456789012345678901234567890",
                         "1e400", "-1.5E-7", "42", "1E+2"});
        case 3:
        case 4:
        case 5:
            return string();
        case 6:
            return list('[', ']', depth, false);
        default:
            return list('{', '}', depth, true);
        }
    }

private:
    QByteArray pick(std::initializer_list<const char *> choices)
    {
        return *(choices.begin() + m_random.bounded(int(choices.size())));
    }

    QByteArray string()
    {
        QByteArray text = "\"";
        for (int i = m_random.bounded(6); i > 0; --i)
            text += pick({"a", "\\n", "\\\"", "\\\\", "\\/", "\\u00e9", "\\ud83d\\ude00", "é", "日",
                          "{", "]", ",", ":", " ", "\\t", "'", "$"});
        return text + '"';
    }

    QByteArray space() { return pick({"", "", "", " ", "\n", "\t \r\n"}); }

    QByteArray list(char open, char close, int depth, bool isObject)
    {
        QByteArray text(1, open);
        text += space();
        for (int i = 0, count = m_random.bounded(5); i < count; ++i) {
            if (i > 0)
                text += ',' + space();
            if (isObject)
                text += pick({"\"a\"", "\"b\"", "\"\"", "\"k\\u0061\"", "\"x y\""}) + space() + ':'
                    + space();
            text += value(depth + 1) + space();
        }
        return text + close;
    }

    QRandomGenerator m_random;
};

} // namespace yardmaster::test
