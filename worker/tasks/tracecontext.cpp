#include <yardmaster/tracecontext.h>

#include "worker/json/jsonscanner.h"
#include <yardmaster/json.h>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <optional>
#include <string_view>
#include <vector>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// Where to write in one object of a payload.
struct TraceSpan
{
    qsizetype begin = 0; ///< of the `_trace` value there is, or where a new member goes
    qsizetype end = 0;   ///< equal to begin: there is none
    bool isEmpty = true; ///< the object has no members

    [[nodiscard]] bool hasTrace() const { return end > begin; }
};

/// Where to write in the object that `object`, a part of `payload`, is the text of.
TraceSpan traceSpanIn(QByteArrayView object, QByteArrayView payload)
{
    const auto offset = [payload](const char *at) { return qsizetype(at - payload.data()); };
    JsonScanner scanner(object);
    scanner.take('{');
    TraceSpan span;
    span.begin = span.end = offset(object.data()) + 1;
    while (const auto key = scanner.value()) {
        scanner.take(':');
        const auto value = scanner.value();
        if (!value)
            break;
        span.isEmpty = false;
        const qsizetype begin = offset(value->data());
        const qsizetype end = begin + value->size();
        if (*key
            == QByteArrayView(
                "\"_trace\"")) // of several, the last one is used, as by other parsers
            span = {begin, end, false};
        else if (!span.hasTrace())
            span.begin = span.end = end;
        scanner.take(',');
    }
    return span;
}

/// The payload itself if it is an object, or the elements if it is an array of objects only.
std::optional<std::vector<TraceSpan>> objectsOf(QByteArrayView payload)
{
    JsonScanner scanner(payload);
    const auto whole = scanner.value();
    if (!whole || !scanner.isAtEnd())
        return std::nullopt;
    const auto objects = splitJsonArray(*whole).value_or(std::vector<QByteArrayView>{*whole});
    std::vector<TraceSpan> spans;
    for (const QByteArrayView object : objects) {
        if (!object.startsWith('{'))
            return std::nullopt;
        spans.push_back(traceSpanIn(object, payload));
    }
    return spans;
}

bool isTraceparent(const QString &text)
{
    static const QRegularExpression pattern(
        u"^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}\\z"_s);
    return pattern.match(text).hasMatch();
}

/// Passed in an environment variable unchanged.
bool isTracestate(const QString &text)
{
    static const QRegularExpression pattern(u"^[\\x20-\\x7e]{1,512}\\z"_s);
    return pattern.match(text).hasMatch();
}

TraceContext contextFrom(const QJsonValue &value)
{
    TraceContext trace;
    trace.traceparent = value.toString();
    if (value.isObject()) {
        const QJsonObject object = value.toObject();
        trace.traceparent = object["traceparent"_L1].toString();
        trace.tracestate = object["tracestate"_L1].toString();
        if (trace.traceparent.isEmpty()) {
            trace.traceparent
                = u"00-%1-%2-%3"_s
                      .arg(object["trace_id"_L1].toString(), object["span_id"_L1].toString())
                      .arg(object["flags"_L1].toInt(), 2, 16, QChar(u'0'));
        }
    }
    if (!isTraceparent(trace.traceparent))
        return {};
    if (!isTracestate(trace.tracestate))
        trace.tracestate.clear();
    return trace;
}

QByteArray valueFor(const TraceContext &trace)
{
    const QStringList parts = trace.traceparent.split(u'-');
    QJsonObject object{{u"traceparent"_s, trace.traceparent},
                       {u"trace_id"_s, parts.at(1)},
                       {u"span_id"_s, parts.at(2)},
                       {u"flags"_s, parts.at(3).toInt(nullptr, 16)}};
    if (!trace.tracestate.isEmpty())
        object.insert(u"tracestate"_s, trace.tracestate);
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

} // namespace

TraceContext TraceContext::fromPayload(const QByteArray &payload)
{
    // In nearly all of them there is none. By one call that looks for a rare character.
    if (std::string_view(payload).find("_trace\"") == std::string_view::npos)
        return {};
    const auto spans = objectsOf(payload);
    if (!spans)
        return {};
    for (const TraceSpan &span : *spans) {
        if (!span.hasTrace())
            continue;
        const QByteArray value = payload.sliced(span.begin, span.end - span.begin);
        const auto trace = contextFrom(QJsonDocument::fromJson('[' + value + ']').array().at(0));
        if (trace.isValid())
            return trace;
    }
    return {};
}

QByteArray withTrace(const QByteArray &payload, const TraceContext &trace)
{
    if (!isTraceparent(trace.traceparent))
        return payload;
    const auto spans = objectsOf(payload);
    if (!spans)
        return payload;
    const QByteArray value = valueFor(trace);
    QByteArray result;
    qsizetype copied = 0;
    for (const TraceSpan &span : *spans) {
        result += payload.sliced(copied, span.begin - copied);
        if (!span.hasTrace())
            result += span.isEmpty ? "\"_trace\":" : ",\"_trace\":";
        result += value;
        copied = span.end;
    }
    return result + payload.sliced(copied);
}

QByteArray withTrace(const QByteArray &payload, const QString &traceparent)
{
    return withTrace(payload, TraceContext{traceparent, {}});
}

} // namespace yardmaster
