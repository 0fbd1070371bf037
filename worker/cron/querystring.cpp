#include "worker/cron/querystring.h"

#include "worker/json/jstext.h"

namespace yardmaster {

namespace {

constexpr int kPairs = 1000;

bool isHex(QChar c)
{
    const char16_t u = c.unicode();
    return (u >= '0' && u <= '9') || ((u | 0x20) >= 'a' && (u | 0x20) <= 'f' && u < 0x80);
}

/// Whether Node decodes key and value. It does not check each by itself: plus signs in a value are
/// not seen, and a key's second percent sign makes it decode the value too. That matters for values
/// with wrong percent signs: decodeUriLoosely() cuts characters beyond Latin 1.
struct Encoded
{
    bool key = false;
    bool value = false;

    explicit Encoded(QStringView pair)
    {
        bool isInKey = true;
        int seen = 0; // the percent sign and digits after it
        const auto look = [&seen](QChar c, bool *isEncoded) {
            if (c == u'%')
                seen = 1;
            else if (seen > 0 && !isHex(c))
                seen = 0;
            else if (seen > 0 && ++seen == 3)
                *isEncoded = true;
        };
        for (const QChar c : pair) {
            if (isInKey && c == u'=') {
                isInKey = false;
                seen = 0;
            } else if (isInKey && !key) {
                look(c, &key);
            } else if (c != u'+' && !value) {
                look(c, &value);
            }
        }
    }
};

QString decoded(QStringView part, bool isEncoded)
{
    const QString text = part.toString().replace(u'+', u' ');
    if (!isEncoded)
        return text;
    QString result;
    return decodeUriComponent(text, &result) ? result : decodeUriLoosely(text);
}

} // namespace

QList<QueryPair> parseQueryString(QStringView text)
{
    QList<QueryPair> pairs;
    qsizetype begin = 0;
    for (int i = 0; i < kPairs && begin <= text.size(); ++i) {
        qsizetype end = text.indexOf(u'&', begin);
        if (end < 0)
            end = text.size();
        const QStringView pair = text.mid(begin, end - begin);
        if (!pair.isEmpty()) {
            const qsizetype equals = pair.indexOf(u'=');
            const QStringView key = equals < 0 ? pair : pair.left(equals);
            const QStringView value = equals < 0 ? QStringView() : pair.mid(equals + 1);
            const Encoded encoded(pair);
            pairs.append(
                {decoded(key, encoded.key), decoded(value, encoded.value), begin, pair.size()});
        }
        begin = end + 1;
    }
    return pairs;
}

} // namespace yardmaster
