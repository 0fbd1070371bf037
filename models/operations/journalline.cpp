#include "models/operations/journalline.h"

#include "worker/json/jsonstring.h"

#include <QJsonArray>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

std::optional<QByteArray> textFrom(const QJsonValue &value)
{
    return value.isString() ? std::optional(value.toString().toUtf8()) : std::nullopt;
}

Timestamp timeFrom(const QJsonValue &value)
{
    return Timestamp(std::chrono::microseconds(value.toInteger()));
}

void appendNumber(QByteArray *json, qint64 number)
{
    json->append(QByteArray::number(number));
}

void appendDetails(QByteArray *json, const JobImage::Details &details)
{
    json->append(",[");
    appendJson(json, details.identifier);
    json->append(',');
    appendJson(json, details.queueName);
    json->append(',');
    appendJson(json, details.payload);
    json->append(',');
    appendJson(json, details.key);
    json->append(',');
    appendJson(json, details.flags);
    json->append(',');
    appendNumber(json, microseconds(details.createdAt));
    json->append(',');
    appendNumber(json, details.revision);
    json->append(']');
}

JobImage imageFrom(const QJsonArray &array)
{
    JobImage image;
    image.id = array.at(0).toInteger();
    image.runAt = timeFrom(array.at(1));
    image.priority = int(array.at(2).toInteger());
    image.attempts = int(array.at(3).toInteger());
    image.maxAttempts = int(array.at(4).toInteger());
    image.lastError = textFrom(array.at(5));
    if (array.size() > 6) {
        const QJsonArray details = array.at(6).toArray();
        image.details
            = JobImage::Details{details.at(0).toString().toUtf8(), textFrom(details.at(1)),
                                details.at(2).toString().toUtf8(), textFrom(details.at(3)),
                                textFrom(details.at(4)),           timeFrom(details.at(5)),
                                int(details.at(6).toInteger())};
    }
    return image;
}

std::vector<qint64> numbersFrom(const QJsonValue &value)
{
    const QJsonArray array = value.toArray();
    std::vector<qint64> numbers;
    numbers.reserve(size_t(array.size()));
    for (const auto &number : array)
        numbers.push_back(number.toInteger());
    return numbers;
}

} // namespace

void appendJson(QByteArray *json, const std::optional<QByteArray> &utf8)
{
    if (!utf8) {
        json->append("null");
        return;
    }
    appendJsonString(json, *utf8);
}

QByteArray idsJson(std::span<const qint64> ids)
{
    QByteArray json("[");
    for (const qint64 id : ids) {
        if (json.size() > 1)
            json += ',';
        appendNumber(&json, id);
    }
    return json + ']';
}

QByteArray imagesJson(std::span<const JobImage> jobs, ImageDetail detail)
{
    QByteArray json("[");
    json.reserve(qsizetype(jobs.size()) * 48);
    for (const JobImage &job : jobs) {
        json += json.size() > 1 ? ",[" : "[";
        appendNumber(&json, job.id);
        for (const qint64 number : {microseconds(job.runAt), qint64(job.priority),
                                    qint64(job.attempts), qint64(job.maxAttempts)}) {
            json += ',';
            appendNumber(&json, number);
        }
        if (detail == ImageDetail::Full && (job.lastError || job.details)) {
            json += ',';
            appendJson(&json, job.lastError);
            if (job.details)
                appendDetails(&json, *job.details);
        }
        json += ']';
    }
    return json + ']';
}

QByteArray batchLine(const OperationBatch &batch)
{
    QByteArray line(R"({"type":"batch","number":)");
    appendNumber(&line, batch.number);
    line += ",\"xid\":";
    appendJson(&line, batch.xid);
    line += ",\"now\":";
    appendNumber(&line, microseconds(batch.now));
    line += ",\"until\":";
    appendNumber(&line, batch.until.index);
    if (batch.until.within > 0) {
        line += ",\"within\":";
        appendNumber(&line, batch.until.within);
    }
    if (!batch.vanished.empty())
        line += ",\"vanished\":" + idsJson(batch.vanished);
    if (!batch.skipped.empty()) {
        line += ",\"skipped\":[";
        for (size_t i = 0; i < batch.skipped.size(); ++i) {
            line += i ? ",[" : "[";
            appendNumber(&line, batch.skipped[i].id);
            line += ',';
            appendJson(&line, batch.skipped[i].reason.toUtf8());
            line += ']';
        }
        line += ']';
    }
    line += ",\"jobs\":" + imagesJson(batch.jobs, ImageDetail::Full);
    if (!batch.after.empty())
        line += ",\"after\":" + idsJson(batch.after);
    return line + '}';
}

OperationBatch batchFromLine(const QJsonObject &object)
{
    OperationBatch batch;
    batch.number = int(object.value("number"_L1).toInteger());
    batch.xid = object.value("xid"_L1).toString().toLatin1();
    batch.now = timeFrom(object.value("now"_L1));
    batch.until = {object.value("until"_L1).toInteger(), object.value("within"_L1).toInteger()};
    batch.vanished = numbersFrom(object.value("vanished"_L1));
    const QJsonArray skipped = object.value("skipped"_L1).toArray();
    for (const auto &skip : skipped) {
        const QJsonArray pair = skip.toArray();
        batch.skipped.push_back({pair.at(0).toInteger(), pair.at(1).toString()});
    }
    const QJsonArray jobs = object.value("jobs"_L1).toArray();
    batch.jobs.reserve(size_t(jobs.size()));
    for (const auto &job : jobs)
        batch.jobs.push_back(imageFrom(job.toArray()));
    batch.after = numbersFrom(object.value("after"_L1));
    return batch;
}

} // namespace yardmaster
