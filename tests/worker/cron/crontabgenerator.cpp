#include "tests/worker/cron/crontabgenerator.h"

#include <QStringList>

#include <array>

namespace yardmaster::test {

using namespace Qt::StringLiterals;

namespace {

struct Range
{
    int lowest;
    int highest;
};
constexpr std::array<Range, 5> kRanges{{{0, 59}, {0, 23}, {1, 31}, {1, 12}, {0, 7}}};

} // namespace

quint32 seedOfRun()
{
    const QByteArray given = qgetenv("YARDMASTER_CRON_SEED");
    if (given == "random")
        return std::random_device()();
    return given.isEmpty() ? 18 : given.toUInt();
}

QString CrontabGenerator::oneOf(const QStringList &choices)
{
    return choices[number(int(choices.size()))];
}

QString CrontabGenerator::space()
{
    static const QStringList rare{u"\t"_s, u"  "_s,     u"\u00a0"_s, u"\u2003"_s, u"\ufeff"_s,
                                  u"\v"_s, u" \t \f"_s, u"\r"_s,     u"\u2028"_s, u"\u3000"_s};
    return oneIn(12) ? oneOf(rare) : u" "_s;
}

QString CrontabGenerator::crontab()
{
    QString text = oneIn(20) ? u"\ufeff"_s : QString();
    const int lines = 1 + number(4);
    for (int i = 0; i < lines; ++i) {
        if (oneIn(6))
            text += oneOf({u"# a comment"_s, u""_s, u"   "_s, u" \t# * * * * * x"_s, u"#"_s});
        else
            text += line();
        text += oneOf({u"\n"_s, u"\n"_s, u"\r\n"_s, i + 1 < lines ? u"\n"_s : QString()});
    }
    return oneIn(8) ? mutated(text, 1 + number(3)) : text;
}

QString CrontabGenerator::line()
{
    const bool isRight = !oneIn(12);
    QString line = oneIn(8) ? space() : QString();
    line += schedule(isRight || !oneIn(4)) + space();
    line += task(isRight || !oneIn(4));
    if (oneIn(2))
        line += space() + u'?' + options(isRight || !oneIn(4));
    if (oneIn(2)) {
        const QString object = payload();
        line += space() + (isRight || oneIn(2) ? object : mutated(object, 1 + number(2)));
    }
    return oneIn(8) ? line + space() : line;
}

QString CrontabGenerator::schedule(bool isRight, bool isExtended)
{
    QString text;
    const int wrong = isRight ? -1 : number(6);
    for (int kind = 0; kind < 5; ++kind) {
        if (wrong == 5 && kind == 4)
            break; // one too few
        text += (kind > 0 ? space() : QString()) + field(kind, kind != wrong, isExtended);
    }
    return text;
}

QString CrontabGenerator::field(int kind, bool isRight, bool isExtended)
{
    if (!isRight) {
        return oneOf({u"60"_s,
                      u"*/0"_s,
                      u"5-5"_s,
                      u"9-3"_s,
                      u"1,,2"_s,
                      u","_s,
                      u"*/"_s,
                      u"-3"_s,
                      u"*-5"_s,
                      u"1-5/2"_s,
                      u"mon"_s,
                      u"99999999999999999999"_s,
                      u"1-"_s,
                      u"*5"_s,
                      u"0-8"_s,
                      u"x"_s,
                      u"1-99999999999"_s,
                      u"/2"_s,
                      u"*/-1"_s,
                      u"**"_s,
                      u"6-8"_s});
    }
    const Range range = kRanges[size_t(kind)];
    const int width = range.highest - range.lowest + 1;
    if (oneIn(3))
        return u"*"_s;
    QStringList parts;
    for (int i = 1 + (oneIn(3) ? number(4) : 0); i > 0; --i) {
        const int a = range.lowest + number(width);
        const int b = range.lowest + number(width);
        const QString padding = oneIn(10) ? u"00"_s : QString();
        switch (number(4)) {
        case 0:
            parts << (oneIn(30) ? u"*/99999999999999999999"_s : u"*/%1"_s.arg(1 + number(width)));
            break;
        case 1:
            if (a < b) {
                parts << padding + u"%1-%2"_s.arg(a).arg(b)
                        + (isExtended && oneIn(2) ? u"/%1"_s.arg(1 + number(9)) : QString());
                break;
            }
            [[fallthrough]];
        default:
            parts << (isExtended && kind == 3 && oneIn(3) ? oneOf({u"jan"_s, u"Feb"_s, u"dec"_s})
                          : isExtended && kind == 4 && oneIn(3) ? oneOf({u"MON"_s, u"sunday"_s})
                                                                : padding + QString::number(a));
        }
    }
    return parts.join(u',');
}

QString CrontabGenerator::task(bool isRight)
{
    if (!isRight)
        return oneOf({u"1a"_s, u"-a"_s, u"a.b"_s, u"é"_s, u"a?b"_s, u"/a"_s, u"a{"_s, u"a b"_s,
                      u""_s, u":"_s, u"aé"_s, u"{}"_s});
    return oneOf({u"a"_s, u"_"_s, u"send_email"_s, u"a/b/c"_s, u"ns:task"_s, u"A-1"_s, u"z//"_s,
                  u"a__"_s})
        + (oneIn(4) ? QString() : QString::number(number(60)));
}

QString CrontabGenerator::options(bool isRight)
{
    QStringList pairs;
    for (int i = 1 + number(4); i > 0; --i)
        pairs << option(isRight || !oneIn(3));
    QString text = pairs.join(oneIn(10) ? u"&&"_s : u"&"_s);
    if (oneIn(20))
        text += u'&';
    return oneIn(200) ? QString(number(3) + 998, u'&') + text : text;
}

QString CrontabGenerator::option(bool isRight)
{
    if (!isRight) {
        return oneOf({u"id"_s,
                      u"id="_s,
                      u"id=1"_s,
                      u"id=a/b"_s,
                      u"fill=5"_s,
                      u"fill=5x"_s,
                      u"fill="_s,
                      u"fill=-1h"_s,
                      u"max=-1"_s,
                      u"max="_s,
                      u"max=1.5"_s,
                      u"queue="_s,
                      u"queue=a.b"_s,
                      u"jobKey=%0A"_s,
                      u"jobKeyMode=x"_s,
                      u"jobKeyMode"_s,
                      u"priority=+1"_s,
                      u"priority=--1"_s,
                      u"priority"_s,
                      u"job_key=a"_s,
                      u"tz=UTC"_s,
                      u"flags=a"_s,
                      u"foo=1"_s,
                      u"=x"_s,
                      u"="_s,
                      u"+"_s,
                      u"ID=a"_s,
                      u"__proto__=1"_s,
                      u"jobKeyMode=unsafe_dedupe"_s,
                      u"jobKey=%E2%80%A8"_s});
    }
    const QString key = oneOf(
        {u"id"_s, u"fill"_s, u"max"_s, u"queue"_s, u"jobKey"_s, u"jobKeyMode"_s, u"priority"_s});
    QString value;
    if (key == "id"_L1) {
        value = oneOf({u"a"_s, u"_x-1"_s, u"Id-"_s}) + QString::number(number(60));
    } else if (key == "fill"_L1) {
        for (int i = 1 + number(4); i > 0; --i)
            value += QString::number(number(100)) + oneOf({u"s"_s, u"m"_s, u"h"_s, u"d"_s, u"w"_s});
        if (oneIn(20))
            value += u"99999999999999999999w"_s;
    } else if (key == "max"_L1) {
        value = oneOf({u"0"_s, u"1"_s, u"007"_s, u"25"_s, u"32768"_s, u"99999999999999999999"_s});
    } else if (key == "queue"_L1) {
        value = oneOf({u"q"_s, u"a:b-c_d"_s, u"1"_s, u"-"_s});
    } else if (key == "jobKey"_L1) {
        value
            = oneOf({u"k"_s,       u""_s,        u"a=b"_s,       u"%"_s,         u"%4"_s,
                     u"%zz%41"_s,  u"a+b"_s,     u"%E2%82%AC"_s, u"%E2%82"_s,    u"%FF%41é"_s,
                     u"日本%41"_s, u"日本%FF"_s, u"%+41日"_s,    u"%ED%A0%80"_s, u"%F0%9F%98%80"_s,
                     u"😀%C3"_s,    u"%00"_s,     u"%%41"_s,      u"{}"_s,        u"?"_s,
                     u"%4é%42"_s});
    } else if (key == "jobKeyMode"_L1) {
        value = oneOf({u"replace"_s, u"preserve_run_at"_s});
    } else {
        value = oneOf({u"0"_s, u"-5"_s, u"12"_s, u"-0"_s, u"99999999999999999999"_s});
    }
    if (oneIn(20))
        return encoded(key) + u'=' + (key == "jobKey"_L1 ? value : encoded(value));
    return key == "jobKey"_L1 && oneIn(10) ? key : key + u'=' + value;
}

QString CrontabGenerator::encoded(const QString &text)
{
    QString result;
    for (const QChar c : text) {
        result += oneIn(2) ? u"%%1"_s.arg(uint(c.unicode()), 2, 16, QLatin1Char('0')) : QString(c);
    }
    return result;
}

QString CrontabGenerator::payload()
{
    return u'{' + members(0) + u'}';
}

QString CrontabGenerator::gap()
{
    return oneIn(8)
        ? oneOf({u" "_s, u"\t"_s, u"/* c */"_s, u"/***/"_s, u"\u00a0"_s, u"  "_s, u"\ufeff"_s})
        : QString();
}

QString CrontabGenerator::members(int depth)
{
    static const QStringList keys{u"a"_s,        u"b"_s,         u"$"_s,
                                  u"_x"_s,       u"'q'"_s,       u"\"1\""_s,
                                  u"'10'"_s,     u"'2'"_s,       u"'01'"_s,
                                  u"é"_s,        u"日本"_s,      u"\\u0061"_s,
                                  u"a\\u0031"_s, u"__proto__"_s, u"''"_s,
                                  u"null"_s,     u"'-1'"_s,      u"ａ９"_s,
                                  u"a\u200c"_s,  u"𝒳"_s,         u"'4294967294'"_s,
                                  u"Infinity"_s, u"ↀ"_s,         u"constructor"_s};
    static const QStringList wrongKeys{u"1"_s,     u"\\u0031"_s, u"a-b"_s, u"€"_s,
                                       u"\\x61"_s, u""_s,        u"😀"_s,   u"\\ud835\\udcb3"_s};
    QString text = gap();
    const int count = number(4);
    for (int i = 0; i < count; ++i) {
        text += (oneIn(80) ? oneOf(wrongKeys) : oneOf(keys)) + gap() + u':' + gap()
            + value(depth + 1) + gap();
        if (i + 1 < count || oneIn(4))
            text += u',' + gap();
    }
    return text;
}

QString CrontabGenerator::value(int depth)
{
    switch (number(depth > 4 ? 5 : 7)) {
    case 0:
        return oneOf({u"null"_s, u"true"_s, u"false"_s});
    case 1:
    case 2:
        return text();
    case 3:
    case 4:
        return numeral();
    case 5:
        return u'{' + members(depth) + u'}';
    default: {
        QString array = u"["_s + gap();
        const int count = number(4);
        for (int i = 0; i < count; ++i)
            array += value(depth + 1) + gap() + (i + 1 < count || oneIn(4) ? u","_s : QString());
        return array + u']';
    }
    }
}

QString CrontabGenerator::text()
{
    const QChar quote = oneIn(2) ? u'\'' : u'"';
    QString text = quote;
    for (int i = number(5); i > 0; --i) {
        text += oneOf({u"x"_s,
                       u" "_s,
                       u"é"_s,
                       u"😀"_s,
                       u"\\n"_s,
                       u"\\v"_s,
                       u"\\0"_s,
                       u"\\x41"_s,
                       u"\\u00e9"_s,
                       u"\\ud83d\\ude00"_s,
                       u"\\ud83d"_s,
                       u"\\ude00"_s,
                       u"\\q"_s,
                       u"\\'"_s,
                       u"\\\""_s,
                       u"\\\\"_s,
                       u"\\/"_s,
                       u"\t"_s,
                       u"\x01"_s,
                       u"\x7f"_s,
                       u"}"_s,
                       u"//"_s,
                       quote == u'"' ? u"'"_s : u"\""_s,
                       u"\\b"_s,
                       u"\\u2028"_s,
                       u"\\é"_s,
                       u"\\😀"_s});
    }
    if (oneIn(60))
        text += oneOf({u"\\1"_s, u"\\x4"_s, u"\\u12g4"_s, u"\\01"_s, u"\\"_s});
    return text + quote;
}

QString CrontabGenerator::numeral()
{
    QString sign = oneIn(3) ? oneOf({u"-"_s, u"+"_s}) : QString();
    if (oneIn(40))
        return sign + oneOf({u"Infinity"_s, u"NaN"_s, u"1e400"_s, u"0x"_s + QString(300, u'f')});
    if (oneIn(60))
        return sign
            + oneOf({u"01"_s, u"1e"_s, u"."_s, u"0x"_s, u"1_0"_s, u"- 1"_s, u"0b1"_s, u"1.e"_s});
    switch (number(6)) {
    case 0:
        return sign
            + oneOf({u"0"_s, u"5."_s, u".5"_s, u"5.e3"_s, u".5E-3"_s, u"0x1F"_s, u"0XdeadBEEF"_s,
                     u"0.0"_s, u"0e5"_s, u"0x20000000000001"_s, u"0x3fffffffffffffffff"_s});
    case 1:
        return sign
            + oneOf({u"1e21"_s, u"1e20"_s, u"123456789012345678901"_s, u"9007199254740993"_s,
                     u"1e-6"_s, u"1e-7"_s, u"1.5e-7"_s, u"5e-324"_s, u"1e-400"_s, u"0.1"_s,
                     u"1.7976931348623157e308"_s, u"2.5e-324"_s, u"1e-99999999999999999999"_s,
                     u"123456.789e3"_s, u"100"_s, u"4.35"_s, u"0e99999999999999999999"_s});
    case 2:
        return sign + QString::number(number(1 << 30)) + u'.' + QString::number(number(1 << 30))
            + u'e' + QString::number(number(640) - 330);
    case 3:
        return sign + u"0x"_s + QString::number(quint64(number(1 << 30)) << number(34), 16);
    default:
        return sign + QString::number(1 + number(1000));
    }
}

QString CrontabGenerator::mutated(QString text, int changes)
{
    static const QStringList pieces{
        u"*"_s,  u"/"_s,  u"-"_s,      u","_s,      u"0"_s,  u"7"_s,  u" "_s,  u"\n"_s,
        u"\r"_s, u"?"_s,  u"&"_s,      u"="_s,      u"%"_s,  u"{"_s,  u"}"_s,  u"["_s,
        u"'"_s,  u"\""_s, u"\\"_s,     u":"_s,      u"a"_s,  u"_"_s,  u"#"_s,  u"+"_s,
        u"."_s,  u"é"_s,  u"\u2028"_s, u"\ufeff"_s, u"//"_s, u"/*"_s, u"*/"_s, u"\u0000"_s};
    for (; changes > 0; --changes) {
        const qsizetype at = text.isEmpty() ? 0 : number(int(text.size()));
        if (oneIn(3))
            text.insert(at, oneOf(pieces));
        else if (oneIn(2))
            text.remove(at, 1 + number(3));
        else
            text.replace(at, 1, oneOf(pieces));
    }
    // Half a surrogate pair cannot be encoded.
    return QString::fromUtf8(text.toUtf8());
}

} // namespace yardmaster::test
