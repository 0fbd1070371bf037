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

/// The list of zones lacks aliases (Asia/Calcutta, Etc/GMT+5), which have files all the same.
bool hasFile(const QByteArray &name)
{
    // Not zones but what this machine is set to, and other ways to write the same zones.
    if (name == "localtime" || name == "posixrules" || name == "Factory"
        || name.startsWith("posix/") || name.startsWith("right/"))
        return false;
    return std::ranges::any_of(QStringList{u"/usr/share/zoneinfo/"_s, u"/usr/lib/zoneinfo/"_s},
                               [&](const QString &folder) {
                                   return QFileInfo(folder + QString::fromLatin1(name)).isFile();
                               });
}

} // namespace

QTimeZone cronTimeZone(const QByteArray &name)
{
    if (!isName(name) || (!QTimeZone::isTimeZoneIdAvailable(name) && !hasFile(name)))
        return {};
    return QTimeZone(name);
}

} // namespace yardmaster
