#include "worker/queue/announcement.h"

#include "worker/json/jsonscanner.h"

namespace yardmaster {

Announcement announcementOf(QByteArrayView payload)
{
    JsonScanner scanner(payload);
    Announcement announcement;
    for (bool isMember = scanner.take('{'); isMember; isMember = scanner.take(',')) {
        const auto name = scanner.value();
        const auto value = name && scanner.take(':') ? scanner.value() : std::nullopt;
        if (!value)
            return {};
        bool isCount = *name == "\"count\"";
        const qint64 count = isCount ? value->toLongLong(&isCount) : 0;
        if (isCount)
            announcement.jobs = count;
        if (*name == "\"turn\"")
            announcement.turn = *value;
    }
    return scanner.take('}') && scanner.isAtEnd() ? announcement : Announcement{};
}

} // namespace yardmaster
