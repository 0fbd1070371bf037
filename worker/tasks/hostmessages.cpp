#include "worker/tasks/hostmessages.h"

#include "worker/json/jsonscanner.h"
#include "worker/json/jsonstring.h"
#include <yardmaster/json.h>

#include <QJsonArray>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr auto kAnyDepth = std::numeric_limits<qsizetype>::max();

tl::unexpected<DbError> refuseOption(QLatin1StringView option, const QString &value,
                                     const QString &rule)
{
    const QString text = u"%1 is %2; it must be %3"_s.arg(option, value, rule);
    return tl::make_unexpected(DbError{DbError::Kind::InvalidInput, u"22P02"_s, text});
}

QString textOf(const QJsonValue &value)
{
    if (value.isString())
        return u'"' + value.toString().left(100) + u'"';
    return value.isDouble() ? QString::number(value.toDouble()) : jsonKind(value);
}

/// Milliseconds; a fraction has the microseconds.
std::optional<Timestamp> timeFrom(const QJsonValue &value)
{
    if (value.toString() == "Infinity"_L1)
        return Timestamp::max();
    const double ms = value.toDouble(std::numeric_limits<double>::infinity());
    constexpr double most = 9.2e15; // year 293,000; those of microseconds end thereafter
    if (std::abs(ms) > most)
        return std::nullopt;
    const double whole = std::trunc(ms);
    return Timestamp(std::chrono::milliseconds(qint64(whole)))
        + std::chrono::microseconds(std::llround((ms - whole) * 1000));
}

} // namespace

std::optional<std::vector<QByteArrayView>> messageItems(QByteArrayView text)
{
    JsonScanner scanner(text, kAnyDepth);
    if (!text.isValidUtf8() || !scanner.take('['))
        return std::nullopt;
    std::vector<QByteArrayView> items;
    do {
        const auto item = scanner.value();
        if (!item)
            return std::nullopt;
        items.push_back(*item);
    } while (scanner.take(','));
    if (!scanner.take(']') || !scanner.isAtEnd() || !items.front().startsWith('"'))
        return std::nullopt;
    return items;
}

std::vector<QByteArrayView> itemsIn(QByteArrayView array)
{
    std::vector<QByteArrayView> items;
    JsonScanner scanner(array, kAnyDepth);
    if (!scanner.take('['))
        return items;
    while (const auto item = scanner.value()) {
        items.push_back(*item);
        scanner.take(',');
    }
    return items;
}

QString messageText(QByteArrayView json)
{
    return json.startsWith('"') ? plainJsonString(json) : QString::fromUtf8(json);
}

QJsonObject messageObject(QByteArrayView json)
{
    const auto value = parseJson(json);
    return value ? value->toObject() : QJsonObject();
}

quint64 messageRun(QByteArrayView json)
{
    quint64 run = 0;
    const auto [end, error] = std::from_chars(json.begin(), json.end(), run);
    return error == std::errc() && end == json.end() ? run : 0;
}

LogLevel messageLevel(QByteArrayView json)
{
    const QString name = messageText(json);
    if (name == "error"_L1)
        return LogLevel::Error;
    if (name == "warning"_L1)
        return LogLevel::Warning;
    return name == "debug"_L1 ? LogLevel::Debug : LogLevel::Info;
}

TaskOutcome messageFailure(const std::vector<QByteArrayView> &result)
{
    TaskOutcome outcome = TaskOutcome::failure(messageText(result[1]));
    if (result.size() > 2 && result[2] != "null")
        outcome.payload = result[2].toByteArray();
    if (result.size() > 3) {
        const QJsonObject options = messageObject(result[3]);
        outcome.final = options["final"_L1].toBool();
        const QJsonValue delay = options["retryAfter"_L1];
        if (delay.isDouble())
            outcome.retryAfter = std::chrono::milliseconds(std::max<qint64>(0, delay.toInteger()));
    }
    return outcome;
}

Result<JobSpec> messageSpec(QByteArrayView item, std::optional<bool> preserves)
{
    const std::vector<QByteArrayView> items = itemsIn(item);
    if (items.size() < 2)
        return fail(DbError::Kind::InvalidInput, u"a job to add has no identifier or payload"_s);
    if (!items[0].startsWith('"'))
        return refuseOption("the task identifier"_L1, messageText(items[0]), u"a string"_s);
    JobSpec spec;
    spec.identifier = messageText(items[0]);
    spec.payload = items[1].toByteArray();
    const QJsonObject options = items.size() > 2 ? messageObject(items[2]) : QJsonObject();
    const auto text = [&options](QLatin1StringView key) {
        const QJsonValue value = options[key];
        return value.isString() ? std::optional(value.toString()) : std::nullopt;
    };
    spec.queueName = text("queueName"_L1);
    spec.jobKey = text("jobKey"_L1);
    for (const auto &[key, member] : {std::pair("maxAttempts"_L1, &JobSpec::maxAttempts),
                                      std::pair("priority"_L1, &JobSpec::priority)}) {
        const QJsonValue value = options[key];
        if (value.isNull() || value.isUndefined())
            continue;
        const double number = value.toDouble(std::numeric_limits<double>::infinity());
        if (number != std::trunc(number) || std::abs(number) > std::numeric_limits<int>::max())
            return refuseOption(key, textOf(value), u"a whole number of at most 32767"_s);
        spec.*member = int(number);
    }
    if (const QJsonValue time = options["runAt"_L1]; !time.isNull() && !time.isUndefined()) {
        spec.runAt = timeFrom(time);
        if (!spec.runAt)
            return refuseOption("runAt"_L1, textOf(time), u"a time in milliseconds"_s);
    }
    for (const QJsonValue flag : options["flags"_L1].toArray()) {
        if (!flag.isString())
            return refuseOption("a flag"_L1, textOf(flag), u"a string"_s);
        spec.flags << flag.toString();
    }
    if (const auto mode = text("jobKeyMode"_L1)) {
        const Result<JobKeyMode> parsed = parseJobKeyMode(*mode);
        if (!parsed)
            return tl::make_unexpected(parsed.error());
        spec.jobKeyMode = *parsed;
    }
    if (preserves.value_or(false))
        spec.jobKeyMode = JobKeyMode::PreserveRunAt;
    return spec;
}

} // namespace yardmaster
