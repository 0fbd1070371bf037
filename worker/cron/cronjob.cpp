#include "worker/cron/cronjob.h"

#include "worker/json/jsonscanner.h"
#include <yardmaster/json.h>

#include <QDateTime>

namespace yardmaster {

using namespace Qt::StringLiterals;

QByteArray withCron(const QByteArray &payload, const QDateTime &minute, bool isBackfilled)
{
    const QByteArray value = "{\"ts\":\""
        + minute.toUTC().toString(u"yyyy-MM-ddTHH:mm:ss.zzzZ"_s).toLatin1()
        + "\",\"backfilled\":" + (isBackfilled ? "true" : "false") + '}';
    const QByteArray object = payload.isEmpty() ? QByteArray("{}") : compactJson(payload);
    JsonScanner scanner(object);
    scanner.take('{');
    bool isEmpty = true;
    while (const auto key = scanner.value()) {
        scanner.take(':');
        const auto old = scanner.value();
        if (!old)
            break;
        if (*key == QByteArrayView("\"_cron\"")) {
            const qsizetype begin = old->data() - object.constData();
            return object.left(begin) + value + object.mid(begin + old->size());
        }
        isEmpty = false;
        scanner.take(',');
    }
    return object.chopped(1) + (isEmpty ? "\"_cron\":" : ",\"_cron\":") + value + '}';
}

JobSpec cronJob(const CronItem &item, const QDateTime &minute, bool isBackfilled)
{
    const CronOptions &options = item.options;
    return {.identifier = item.task,
            .payload = withCron(item.payload, minute, isBackfilled),
            .queueName = options.queueName,
            .runAt = timestamp(minute),
            .maxAttempts = options.maxAttempts,
            .jobKey = options.jobKey,
            .jobKeyMode = options.jobKeyMode,
            .priority = options.priority,
            .flags = options.flags};
}

} // namespace yardmaster
