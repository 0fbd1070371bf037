#include "models/live/liveexport.h"

#include "models/query/exportwriter.h"
#include "models/query/outputfile.h"
#include "models/values/showntext.h"
#include "worker/json/jsonstring.h"
#include "worker/json/visibletext.h"

#include <QDateTime>
#include <QIODevice>
#include <QtConcurrentRun>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QByteArray milliseconds(std::chrono::microseconds duration)
{
    return duration.count() == 0 ? QByteArray()
                                 : QByteArray::number(double(duration.count()) / 1000, 'f', 3);
}

QByteArray ndJson(const LiveLine &line)
{
    QByteArray text = "{\"time\":" + jsonString(exportTime(line.time * 1000, QTimeZone::utc()));
    const auto add = [&text](const char *key, const QByteArray &value) {
        text += QByteArray(",\"") + key + "\":" + value;
    };
    const auto addText = [&](const char *key, QByteArrayView value) {
        if (!value.isEmpty())
            add(key, jsonString(value));
    };
    addText("source", QByteArray(liveSourceName(line.source).data()));
    addText("worker", line.worker.toUtf8());
    addText("kind", QByteArray(liveKindName(line.kind).data()));
    addText("event", QByteArray(line.event.data()));
    if (line.isRun()) {
        add("job", '"' + QByteArray::number(line.jobId) + '"'); // as in event files
        add("attempt", QByteArray::number(line.attempt));
        if (line.maxAttempts > 0) // the history does not know it
            add("maxAttempts", QByteArray::number(line.maxAttempts));
    }
    addText("task", line.task.toUtf8());
    addText("queue", line.queue.toUtf8());
    if (line.duration.count() > 0)
        add("durationMs", milliseconds(line.duration));
    addText("message", withoutIsolates(line.message).toUtf8());
    return text + "}\n";
}

QByteArray csv(const LiveLine &line, const QTimeZone &zone)
{
    const auto number
        = [&line](qint64 value) { return line.isRun() ? QByteArray::number(value) : QByteArray(); };
    const auto guarded = [](const QString &text) { return csvText(text.toUtf8(), true); };
    return QByteArrayList{exportTime(line.time * 1000, zone),
                          liveSourceName(line.source).data(),
                          liveKindName(line.kind).data(),
                          line.event.data(),
                          number(line.jobId),
                          guarded(line.task),
                          guarded(line.queue),
                          number(line.attempt),
                          line.maxAttempts > 0 ? number(line.maxAttempts) : QByteArray(),
                          milliseconds(line.duration),
                          guarded(withoutIsolates(line.message)),
                          guarded(line.worker)}
               .join(',')
        + "\r\n";
}

QByteArray plain(const LiveLine &line, const QTimeZone &zone)
{
    // To be read on a terminal.
    QString message = withoutIsolates(line.message);
    message = visibleLine(message.replace(u'\n', u' '));
    const QString job = line.isRun()
        ? u"%1\t%2\t%3/%4"_s.arg(QString::number(line.jobId), visibleLine(line.task),
                                 QString::number(line.attempt), QString::number(line.maxAttempts))
        : u"\t\t"_s;
    return exportTime(line.time * 1000, zone) + '\t'
        + u"%1\t%2\t%3\t%4\t%5\n"_s
              .arg(line.worker.isEmpty() ? liveSourceWord(line.source) : visibleLine(line.worker),
                   liveKindWord(line.kind), job, QString::fromUtf8(milliseconds(line.duration)),
                   message)
              .toUtf8();
}

tl::expected<qint64, QString> writeFile(const std::deque<LiveLine> &lines, const QString &path,
                                        LiveFormat format, const QTimeZone &zone)
{
    auto file = OutputFile::open(path);
    if (!file)
        return tl::make_unexpected(file.error());
    QByteArray text = liveHeader(format);
    for (const LiveLine &line : lines) {
        text += liveLineText(line, format, zone);
        if (text.size() < 65536)
            continue;
        file->device()->write(text);
        text.clear();
    }
    file->device()->write(text);
    return file->commit().map([&lines] { return qint64(std::ssize(lines)); });
}

} // namespace

QString liveFormatSuffix(LiveFormat format)
{
    switch (format) {
    case LiveFormat::NdJson:
        return u"ndjson"_s;
    case LiveFormat::Csv:
        return u"csv"_s;
    case LiveFormat::Text:
        return u"txt"_s;
    }
    Q_UNREACHABLE();
}

QByteArray liveLineText(const LiveLine &line, LiveFormat format, const QTimeZone &zone)
{
    switch (format) {
    case LiveFormat::NdJson:
        return ndJson(line);
    case LiveFormat::Csv:
        return csv(line, zone);
    case LiveFormat::Text:
        return plain(line, zone);
    }
    Q_UNREACHABLE();
}

QByteArray liveHeader(LiveFormat format)
{
    return format == LiveFormat::Csv ? "time,source,kind,event,job,task,queue,attempt,max_attempts,"
                                       "duration_ms,message,worker\r\n"
                                     : QByteArray();
}

QFuture<tl::expected<qint64, QString>> exportLive(std::deque<LiveLine> lines, const QString &path,
                                                  LiveFormat format, const QTimeZone &zone)
{
    return QtConcurrent::run([lines = std::move(lines), path, format, zone] {
        return writeFile(lines, path, format, zone);
    });
}

} // namespace yardmaster
