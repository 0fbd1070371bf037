#include "worker/json/jsonstring.h"

#include <algorithm>

namespace yardmaster {

namespace {

// Characters with a short escape, and its letter.
constexpr QByteArrayView kEscaped = "\b\f\n\r\t\"\\";
constexpr QByteArrayView kEscapes = "bfnrt\"\\";

bool isPlain(char character)
{
    const auto c = static_cast<unsigned char>(character);
    return c >= 0x20 && c != '"' && c != '\\';
}

} // namespace

bool needsJsonEscapes(QByteArrayView utf8)
{
    return !std::ranges::all_of(utf8, isPlain);
}

void appendJsonCharacters(QByteArray *json, QByteArrayView utf8)
{
    static constexpr char kDigits[] = "0123456789abcdef";
    qsizetype plain = 0; // begin of what needs no escape
    for (qsizetype i = 0; i < utf8.size(); ++i) {
        if (isPlain(utf8[i]))
            continue;
        const auto c = static_cast<unsigned char>(utf8[i]);
        json->append(utf8.sliced(plain, i - plain));
        plain = i + 1;
        const qsizetype escape = kEscaped.indexOf(char(c));
        if (escape >= 0)
            json->append('\\').append(kEscapes[escape]);
        else
            json->append("\\u00").append(kDigits[c >> 4]).append(kDigits[c & 15]);
    }
    json->append(utf8.sliced(plain));
}

void appendJsonString(QByteArray *json, QByteArrayView utf8)
{
    json->append('"');
    appendJsonCharacters(json, utf8);
    json->append('"');
}

qsizetype jsonStringEnd(QByteArrayView json, qsizetype begin)
{
    qsizetype at = begin + 1;
    while (at < json.size() && json[at] != '"')
        at += json[at] == '\\' ? 2 : 1;
    return std::min(at + 1, json.size());
}

QString plainJsonString(QByteArrayView raw, qsizetype limit)
{
    const QByteArrayView inner = raw.sliced(1, raw.size() - 2);
    QString text;
    qsizetype at = 0;
    while (at < inner.size() && text.size() < limit) {
        // What is cut here is longer than the limit: a character has at most three bytes, or four
        // and two units.
        const QByteArrayView near
            = inner.sliced(at).first(std::min((limit - text.size()) * 4, inner.size() - at));
        const qsizetype slash = near.indexOf('\\');
        text += QString::fromUtf8(slash < 0 ? near : near.first(slash));
        if (slash < 0)
            break;
        at += slash;
        const char letter = inner.at(at + 1);
        at += 2;
        if (letter == 'u') {
            text += QChar(inner.sliced(at, 4).toByteArray().toUShort(nullptr, 16));
            at += 4;
        } else {
            const qsizetype escape = kEscapes.indexOf(letter);
            text += QLatin1Char(escape >= 0 ? kEscaped[escape] : letter); // "\/"
        }
    }
    text.truncate(limit);
    return text;
}

} // namespace yardmaster
