#include "models/values/showntext.h"

#include "worker/json/visibletext.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace yardmaster {

namespace {

constexpr QChar kIsolate(0x2068); // of what its first letter says
constexpr QChar kEndOfIsolate(0x2069);

bool isReadFromTheRight(QStringView text)
{
    return std::ranges::any_of(text, [](QChar c) {
        return c.direction() == QChar::DirR || c.direction() == QChar::DirAL;
    });
}

/// The first part that isolated() may have made, from `from` on: begin and length. Others have
/// nothing that is read from the right, or something invisible.
std::pair<qsizetype, qsizetype> findIsolate(QStringView text, qsizetype from)
{
    for (qsizetype begin = text.indexOf(kIsolate, from); begin >= 0;
         begin = text.indexOf(kIsolate, begin + 1)) {
        const qsizetype end = text.indexOf(kEndOfIsolate, begin);
        if (end < 0)
            break;
        const QStringView inner = text.sliced(begin + 1, end - begin - 1);
        if (isReadFromTheRight(inner) && std::ranges::none_of(inner, [](QChar c) {
                return !c.isSurrogate() && isInvisible(c.unicode());
            }))
            return {begin, end + 1 - begin};
    }
    return {-1, 0};
}

using Escape = QString (*)(const QString &);

/// With isolates, and elsewhere what `escape` makes of it; null: as it is, without isolates.
QString withIsolates(const QString &text, Escape escape)
{
    auto [begin, length] = findIsolate(text, 0);
    if (begin < 0)
        return escape ? escape(text) : text;
    QString result;
    qsizetype done = 0;
    const auto plain = [&](qsizetype end) {
        const QString part = text.sliced(done, end - done);
        result += escape ? escape(part) : part;
    };
    while (begin >= 0) {
        plain(begin);
        result += escape ? text.sliced(begin, length) : text.sliced(begin + 1, length - 2);
        done = begin + length;
        std::tie(begin, length) = findIsolate(text, done);
    }
    plain(text.size());
    return result;
}

QString cutAndShown(const QString &text, qsizetype longest, Escape escape)
{
    if (text.size() <= longest)
        return withIsolates(text, escape);
    const qsizetype end = text.at(longest).isLowSurrogate() ? longest - 1 : longest;
    QString cut = text.first(end);
    if (cut.lastIndexOf(kIsolate) > cut.lastIndexOf(kEndOfIsolate)
        && text.indexOf(kEndOfIsolate, end) > 0)
        cut += kEndOfIsolate;
    return withIsolates(cut, escape) + QChar(u'…');
}

} // namespace

QString shownText(const QString &text, qsizetype longest)
{
    return cutAndShown(text, longest, visibleText);
}

QString shownLine(const QString &text, qsizetype longest)
{
    return cutAndShown(text, longest, visibleLine);
}

QString isolated(const QString &name)
{
    return isReadFromTheRight(name) ? kIsolate + visibleLine(name) + kEndOfIsolate : name;
}

QStringList isolated(const QStringList &names)
{
    QStringList all;
    for (const QString &name : names)
        all << isolated(name);
    return all;
}

QString withoutIsolates(const QString &sentence)
{
    return withIsolates(sentence, nullptr);
}

} // namespace yardmaster
