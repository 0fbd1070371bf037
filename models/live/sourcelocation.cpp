#include "models/live/sourcelocation.h"

#include <QFileInfo>
#include <QUrl>

#include <algorithm>
#include <array>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kLongestPath = 4096;
constexpr qsizetype kLongestNumber = 7; // digits

/// Takes ":12" off the end of `text`. @returns what is no line if it is too long.
std::optional<int> takeNumber(QStringView *text)
{
    qsizetype begin = text->size();
    while (begin > 0 && text->at(begin - 1) >= u'0' && text->at(begin - 1) <= u'9')
        --begin;
    const qsizetype digits = text->size() - begin;
    if (digits == 0 || begin == 0 || text->at(begin - 1) != u':')
        return std::nullopt;
    const int number = digits <= kLongestNumber ? text->sliced(begin).toInt() : 0;
    text->truncate(begin - 1);
    return number;
}

QString pathOf(QStringView named)
{
    if (named.size() > kLongestPath)
        return {};
    if (!named.startsWith("file:"_L1))
        return named.toString();
    const QUrl url(named.toString());
    return url.isLocalFile() && url.host().isEmpty() ? url.toLocalFile() : QString();
}

std::optional<SourceLocation> locationAt(const QString &line, qsizetype begin, qsizetype end,
                                         QStringView named, int number)
{
    const QString file = pathOf(named);
    // Two slashes: another computer's, to some programs.
    if (number <= 0 || !file.startsWith(u'/') || file.startsWith("//"_L1)
        || file.contains(QChar(u'\0')))
        return std::nullopt;
    Q_ASSERT(end <= line.size());
    return SourceLocation{file, number, int(begin), int(end - begin)};
}

/// `File "/srv/tasks/a.py", line 3, in run`
std::optional<SourceLocation> pythonLocation(const QString &line)
{
    const qsizetype quoted = line.indexOf("File \""_L1);
    const qsizetype close = line.lastIndexOf("\", line "_L1);
    if (quoted < 0 || close < 0)
        return std::nullopt;
    const qsizetype begin = quoted + 6;
    const qsizetype digits = close + 8;
    qsizetype end = digits;
    while (end < line.size() && line[end] >= u'0' && line[end] <= u'9')
        ++end;
    if (close <= begin || end == digits || end - digits > kLongestNumber)
        return std::nullopt;
    return locationAt(line, begin, end, QStringView(line).sliced(begin, close - begin),
                      QStringView(line).sliced(digits, end - digits).toInt());
}

/// `at run (/srv/tasks/a.js:3:7)`, `at file:///srv/tasks/a.mjs:3:7`, and the head of an
/// uncaught error: `/srv/tasks/a.js:3`.
std::optional<SourceLocation> nodeLocation(const QString &line)
{
    QStringView text = QStringView(line).trimmed();
    const bool isBracketed = text.endsWith(u')');
    if (isBracketed)
        text.chop(1);
    const qsizetype end = text.end() - QStringView(line).begin();
    auto number = takeNumber(&text);
    if (const auto before = takeNumber(&text))
        number = before; // the last one was the column
    if (!number)
        return std::nullopt;
    static constexpr std::array kStarts{"/"_L1, "file:///"_L1};
    for (const QLatin1StringView start : kStarts) {
        qsizetype begin = -1;
        if (isBracketed) {
            begin = text.indexOf(QString(u'(' + start));
            begin += begin < 0 ? 0 : 1;
        } else if (text.startsWith(start)) {
            begin = 0;
        } else {
            for (const QLatin1StringView lead : {"at "_L1, "at async "_L1}) {
                if (text.startsWith(QString(lead + start)))
                    begin = lead.size();
            }
        }
        if (begin < 0)
            continue;
        const QStringView named = text.sliced(begin);
        return locationAt(line, named.begin() - QStringView(line).begin(), end, named, *number);
    }
    return std::nullopt;
}

} // namespace

std::optional<SourceLocation> sourceLocationIn(const QString &line)
{
    auto location = pythonLocation(line);
    return location ? location : nodeLocation(line);
}

QString openableSource(const QString &file)
{
    static const QStringList kSuffixes{u"js"_s,  u"cjs"_s, u"mjs"_s, u"jsx"_s, u"ts"_s,
                                       u"cts"_s, u"mts"_s, u"tsx"_s, u"py"_s,  u"pyi"_s};
    if (!file.startsWith(u'/') || file.startsWith("//"_L1))
        return {};
    const QFileInfo real(QFileInfo(file).canonicalFilePath());
    const bool isSource = !real.filePath().isEmpty() && real.isFile() && real.isReadable()
        && kSuffixes.contains(real.suffix().toLower());
    const auto mayRun = QFileDevice::ExeOwner | QFileDevice::ExeGroup | QFileDevice::ExeOther;
    return isSource && !(real.permissions() & mayRun) ? real.filePath() : QString();
}

} // namespace yardmaster
