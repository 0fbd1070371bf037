#include "models/cron/cronlineparts.h"

#include "worker/json/jsspace.h"

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr QLatin1StringView kOffMark("#off");

int skipSpace(QStringView line, int at)
{
    while (at < line.size() && isJsSpace(line[at]))
        ++at;
    return at;
}

int skipWord(QStringView line, int at)
{
    while (at < line.size() && !isJsSpace(line[at]))
        ++at;
    return at;
}

int trimmedEnd(QStringView line)
{
    qsizetype end = line.size();
    while (end > 0 && isJsSpace(line[end - 1]))
        --end;
    return int(end);
}

/// Where the entry begins behind our mark; -1: there is no mark, or nothing behind it.
int beginBehindMark(QStringView line, int at)
{
    if (!line.mid(at).startsWith(kOffMark))
        return -1;
    const int behind = at + int(kOffMark.size());
    const int begin = skipSpace(line, behind);
    return begin > behind && begin < trimmedEnd(line) ? begin : -1;
}

} // namespace

QList<CronLinePart> cronLineParts(QStringView line)
{
    QList<CronLinePart> parts;
    const int end = trimmedEnd(line);
    int at = skipSpace(line, 0);
    if (at >= end)
        return parts;
    if (line[at] == u'#') {
        const int begin = beginBehindMark(line, at);
        if (begin < 0) {
            parts << CronLinePart{CronPart::Comment, at, end};
            return parts;
        }
        parts << CronLinePart{CronPart::Off, at, at + int(kOffMark.size())};
        at = begin;
    }
    for (int field = 0; field <= int(CronPart::Task) && at < end; ++field) {
        const int wordEnd = skipWord(line, at);
        parts << CronLinePart{CronPart(field), at, wordEnd};
        at = skipSpace(line, wordEnd);
    }
    if (at < end && line[at] == u'?') {
        const int wordEnd = skipWord(line, at);
        parts << CronLinePart{CronPart::Options, at + 1, wordEnd};
        at = skipSpace(line, wordEnd);
    }
    if (at < end)
        parts << CronLinePart{CronPart::Payload, at, end};
    return parts;
}

QList<CronOptionPart> cronOptionParts(QStringView options, int begin)
{
    QList<CronOptionPart> parts;
    for (qsizetype at = 0; at < options.size();) {
        qsizetype end = options.indexOf(u'&', at);
        if (end < 0)
            end = options.size();
        const qsizetype equals = options.mid(at, end - at).indexOf(u'=');
        const qsizetype keyEnd = equals < 0 ? end : at + equals;
        parts << CronOptionPart{begin + int(at), begin + int(keyEnd),
                                begin + int(equals < 0 ? keyEnd : keyEnd + 1), begin + int(end)};
        at = end + 1;
    }
    return parts;
}

bool isSwitchedOff(QStringView line)
{
    return beginBehindMark(line, skipSpace(line, 0)) >= 0;
}

QString switchedOff(const QString &line)
{
    const int at = skipSpace(line, 0);
    if (at >= line.size() || line[at] == u'#')
        return line;
    return kOffMark + u' ' + line;
}

QString switchedOn(const QString &line)
{
    const int at = skipSpace(line, 0);
    if (beginBehindMark(line, at) < 0)
        return line;
    // One space is ours; what is beyond it was there before.
    return line.mid(at + kOffMark.size() + 1);
}

} // namespace yardmaster
