#include "worker/json/jstext.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// The bytes that may follow a first byte: how many, and the bounds of the next one. None: it is
/// not the first byte of several.
struct Sequence
{
    int continuations = 0;
    uchar lowest = 0x80;
    uchar highest = 0xbf;
    char32_t bits = 0; ///< what the first byte contributes
};

Sequence sequenceOf(uchar first)
{
    if (first >= 0xc2 && first <= 0xdf)
        return {1, 0x80, 0xbf, char32_t(first & 0x1f)};
    if (first >= 0xe0 && first <= 0xef) {
        return {2, uchar(first == 0xe0 ? 0xa0 : 0x80), uchar(first == 0xed ? 0x9f : 0xbf),
                char32_t(first & 0x0f)};
    }
    if (first >= 0xf0 && first <= 0xf4) {
        return {3, uchar(first == 0xf0 ? 0x90 : 0x80), uchar(first == 0xf4 ? 0x8f : 0xbf),
                char32_t(first & 0x07)};
    }
    return {};
}

std::optional<uint> hexByte(QStringView text, qsizetype at)
{
    if (at + 2 > text.size())
        return std::nullopt;
    uint value = 0;
    for (const QChar c : text.mid(at, 2)) {
        const char16_t u = c.unicode();
        if (u >= '0' && u <= '9')
            value = value * 16 + (u - '0');
        else if ((u | 0x20) >= 'a' && (u | 0x20) <= 'f')
            value = value * 16 + ((u | 0x20) - 'a' + 10);
        else
            return std::nullopt;
    }
    return value;
}

/// Of a number out of range: whether it is too large, not too small.
bool isHuge(const QByteArray &text)
{
    const qsizetype e = text.toLower().indexOf('e');
    const QByteArray mantissa = e < 0 ? text : text.left(e);
    const qsizetype point = mantissa.indexOf('.') < 0 ? mantissa.size() : mantissa.indexOf('.');
    qsizetype first = 0; // the first digit that counts
    while (first < mantissa.size() && (mantissa[first] == '0' || mantissa[first] == '.'))
        ++first;
    QByteArray exponent = e < 0 ? QByteArray("0") : text.mid(e + 1);
    bool fits = false;
    const qlonglong power = exponent.toLongLong(&fits);
    return fits ? power + (point - first) > 0 : !exponent.startsWith('-');
}

} // namespace

QString decodeUtf8(QByteArrayView bytes, qsizetype *firstBad)
{
    QString text;
    text.reserve(bytes.size());
    if (firstBad)
        *firstBad = -1;
    for (qsizetype i = 0; i < bytes.size();) {
        const uchar first = uchar(bytes[i++]);
        if (first < 0x80) {
            text += QLatin1Char(char(first));
            continue;
        }
        Sequence sequence = sequenceOf(first);
        bool isFine = sequence.continuations > 0;
        while (isFine && sequence.continuations > 0) {
            const uchar next = i < bytes.size() ? uchar(bytes[i]) : 0;
            isFine = next >= sequence.lowest && next <= sequence.highest;
            if (isFine) {
                ++i;
                sequence
                    = {sequence.continuations - 1, 0x80, 0xbf, sequence.bits << 6 | (next & 0x3f)};
            }
        }
        if (!isFine && firstBad && *firstBad < 0)
            *firstBad = text.size();
        const char32_t character = isFine ? sequence.bits : U'\ufffd';
        text += QStringView(QChar::fromUcs4(character));
    }
    return text;
}

QByteArray jsNumberText(double number)
{
    if (number == 0)
        return "0"; // also the negative one
    std::array<char, 40> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::abs(number),
                                   std::chars_format::scientific);
    // d.ddde±xx → digits and the place of the point among them
    const QByteArrayView shortest(buffer.data(), end.ptr);
    const qsizetype e = shortest.indexOf('e');
    QByteArray digits = shortest.first(e).toByteArray().replace(".", "");
    const int point = shortest.sliced(e + 1).toByteArray().toInt() + 1;
    const int count = int(digits.size());

    const QByteArray sign = number < 0 ? "-" : "";
    if (count <= point && point <= 21)
        return sign + digits + QByteArray(point - count, '0');
    if (point > 0 && point <= 21)
        return sign + digits.left(point) + '.' + digits.mid(point);
    if (point > -6 && point <= 0)
        return sign + "0." + QByteArray(-point, '0') + digits;
    if (count > 1)
        digits.insert(1, '.');
    return sign + digits + (point > 0 ? "e+" : "e-") + QByteArray::number(std::abs(point - 1));
}

double parseJsDecimal(const QByteArray &text)
{
    double number = 0;
    const auto read = std::from_chars(text.begin(), text.end(), number);
    if (read.ec == std::errc::result_out_of_range)
        return isHuge(text) ? std::numeric_limits<double>::infinity() : 0;
    return number;
}

QByteArray jsStringText(QStringView text)
{
    QByteArray json("\"");
    qsizetype begin = 0;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (!text[i].isSurrogate())
            continue;
        if (text[i].isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate()) {
            ++i;
            continue;
        }
        appendJsonCharacters(&json, text.sliced(begin, i - begin).toUtf8());
        json += "\\u" + QByteArray::number(text[i].unicode(), 16);
        begin = i + 1;
    }
    appendJsonCharacters(&json, text.sliced(begin).toUtf8());
    return json + '"';
}

bool decodeUriComponent(QStringView text, QString *decoded)
{
    decoded->clear();
    for (qsizetype i = 0; i < text.size();) {
        if (text[i] != u'%') {
            decoded->append(text[i++]);
            continue;
        }
        QByteArray bytes;
        int missing = 1;
        for (bool first = true; missing > 0; --missing, i += 3) {
            const auto byte
                = i < text.size() && text[i] == u'%' ? hexByte(text, i + 1) : std::nullopt;
            if (!byte)
                return false;
            bytes += char(*byte);
            if (std::exchange(first, false))
                missing += sequenceOf(uchar(*byte)).continuations;
        }
        qsizetype bad = -1;
        decoded->append(decodeUtf8(bytes, &bad));
        if (bad >= 0)
            return false;
    }
    return true;
}

QString decodeUriLoosely(QStringView text)
{
    QByteArray bytes;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const auto byte = text[i] == u'%' ? hexByte(text, i + 1) : std::nullopt;
        bytes += char(byte ? *byte : text[i].unicode() & 0xffU);
        if (byte)
            i += 2;
    }
    return decodeUtf8(bytes);
}

} // namespace yardmaster
