#include "worker/json/visibletext.h"

#include <algorithm>
#include <array>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct CharacterRange
{
    char32_t first;
    char32_t last;
};

/// Sorted. Variation selectors are not among them: they choose the picture of a character.
constexpr std::array kInvisible{
    CharacterRange{0x0000, 0x001f},   // C0
    CharacterRange{0x007f, 0x009f},   // DEL, C1
    CharacterRange{0x00ad, 0x00ad},   // soft hyphen
    CharacterRange{0x034f, 0x034f},   // grapheme joiner
    CharacterRange{0x061c, 0x061c},   // Arabic letter mark
    CharacterRange{0x115f, 0x1160},   // Hangul fillers
    CharacterRange{0x17b4, 0x17b5},   // Khmer inherent vowels
    CharacterRange{0x180e, 0x180e},   // Mongolian vowel separator
    CharacterRange{0x200b, 0x200f},   // without width; marks of the direction
    CharacterRange{0x2028, 0x202e},   // separators; overrides of the direction
    CharacterRange{0x2060, 0x206f},   // word joiner, isolates, deprecated controls
    CharacterRange{0x3164, 0x3164},   // Hangul filler
    CharacterRange{0xd800, 0xdfff},   // halves of a pair
    CharacterRange{0xfdd0, 0xfdef},   // noncharacters
    CharacterRange{0xfeff, 0xfeff},   // byte order mark
    CharacterRange{0xffa0, 0xffa0},   // half-width Hangul filler
    CharacterRange{0xfff0, 0xfffb},   // interlinear annotation
    CharacterRange{0xfffe, 0xffff},   // noncharacters
    CharacterRange{0x1bca0, 0x1bca3}, // shorthand format controls
    CharacterRange{0x1d173, 0x1d17a}, // musical beams and slurs
    CharacterRange{0xe0000, 0xe0fff}, // tags
};

/// The character at `at`, and how many units it has.
std::pair<char32_t, int> characterAt(QStringView text, qsizetype at)
{
    const QChar c = text[at];
    if (c.isHighSurrogate() && at + 1 < text.size() && text[at + 1].isLowSurrogate())
        return {QChar::surrogateToUcs4(c, text[at + 1]), 2};
    return {c.unicode(), 1};
}

bool isKept(char32_t c, bool isLine)
{
    return c == '\t' || (c == '\n' && !isLine);
}

void appendEscape(QString *result, QStringView units)
{
    for (const QChar unit : units) {
        if (unit == u'\n') {
            *result += "\\n"_L1;
            continue;
        }
        *result += "\\u"_L1; // by hand, as a text may be a megabyte of these
        for (int shift = 12; shift >= 0; shift -= 4)
            *result += QChar(u"0123456789abcdef"[(unit.unicode() >> shift) & 0xf]);
    }
}

QString escaped(const QString &text, bool isLine)
{
    const QStringView view = text;
    qsizetype plain = 0; // begin of what needs no escape
    QString result;
    for (qsizetype at = 0; at < view.size();) {
        const char16_t unit = view[at].unicode();
        if ((unit >= 0x20 && unit < 0x7f) || (unit > 0xad && unit < 0x34f)) { // most text
            ++at;
            continue;
        }
        const auto [c, units] = characterAt(view, at);
        if (!isInvisible(c) || isKept(c, isLine)) {
            at += units;
            continue;
        }
        result += view.sliced(plain, at - plain);
        const bool isLineEnd = c == '\r' && at + 1 < view.size() && view[at + 1] == u'\n';
        if (!isLineEnd || isLine)
            appendEscape(&result, view.sliced(at, units));
        at += units;
        plain = at;
    }
    if (plain == 0)
        return text;
    result += view.sliced(plain);
    return result;
}

} // namespace

bool isInvisible(char32_t c)
{
    const auto range = std::ranges::lower_bound(kInvisible, c, {}, &CharacterRange::last);
    return range != kInvisible.end() && range->first <= c;
}

std::optional<QChar> invisibleEscape(QStringView text)
{
    if (text.size() < kInvisibleEscape || !text.startsWith("\\u"_L1))
        return std::nullopt;
    const QStringView digits = text.sliced(2, 4);
    const auto isDigit = [](QChar c) {
        return (c >= u'0' && c <= u'9') || (c >= u'a' && c <= u'f') || (c >= u'A' && c <= u'F');
    };
    const ushort unit = digits.toUShort(nullptr, 16);
    return std::ranges::all_of(digits, isDigit) && isInvisible(unit) ? std::optional(QChar(unit))
                                                                     : std::nullopt;
}

QString visibleText(const QString &text)
{
    return escaped(text, false);
}

QString visibleLine(const QString &text)
{
    return escaped(text, true);
}

} // namespace yardmaster
