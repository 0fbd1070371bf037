#include "worker/cron/crontimezone.h"

#include <QFileInfo>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

bool isName(const QByteArray &text)
{
    return !text.isEmpty() && text.front() != '/' && std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
            || c == '_' || c == '+' || c == '-' || c == '/' || c == ':';
    });
}

/// The local zone, and other spellings of zones, which another machine would not read as the same
/// zone. Newer Qt accepts them.
bool isOfThisMachine(const QByteArray &name)
{
    return name == "localtime" || name == "posixrules" || name == "Factory"
        || name.startsWith("posix/") || name.startsWith("right/");
}

/// The list of zones lacks aliases (Asia/Calcutta, Etc/GMT+5), which nevertheless have files.
bool hasFile(const QByteArray &name)
{
    return std::ranges::any_of(QStringList{u"/usr/share/zoneinfo/"_s, u"/usr/lib/zoneinfo/"_s},
                               [&](const QString &folder) {
                                   return QFileInfo(folder + QString::fromLatin1(name)).isFile();
                               });
}

} // namespace

QTimeZone cronTimeZone(const QByteArray &name)
{
    if (!isName(name) || isOfThisMachine(name)
        || (!QTimeZone::isTimeZoneIdAvailable(name) && !hasFile(name)))
        return {};
    return QTimeZone(name);
}

} // namespace yardmaster
