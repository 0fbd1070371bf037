#pragma once

#include <QByteArray>
#include <QString>

namespace yardmaster {

/// Where a piece of work belongs in a distributed trace (W3C Trace Context), as it travels in a
/// job's payload under `_trace`.
struct TraceContext
{
    QString traceparent; ///< "00-<32 hex>-<16 hex>-<2 hex>", lower case; empty: none
    QString tracestate;  ///< vendors' additions; empty: none

    [[nodiscard]] bool isValid() const { return !traceparent.isEmpty(); }

    /// From `_trace` of an object, or of the first object of an array that has one. Understood are
    /// a traceparent as text, an object with `traceparent` (and `tracestate`), and
    /// graphile_worker_rs's object with `trace_id`, `span_id` and `flags`. Anything else, and
    /// what does not look like a traceparent, gives none. Any thread.
    [[nodiscard]] static TraceContext fromPayload(const QByteArray &payload);
};

/// The payload with `_trace` set, in each object if it is an array of objects: the last member, or
/// in place of the one there was. Everything else stays byte for byte: key order, duplicate keys,
/// big numbers, white space. Written so that graphile_worker_rs finds its own fields in it.
/// A payload that is not an object, or not valid JSON, is returned unchanged; so is any payload if
/// `trace` is not valid. Pure; any thread.
[[nodiscard]] QByteArray withTrace(const QByteArray &payload, const TraceContext &trace);
[[nodiscard]] QByteArray withTrace(const QByteArray &payload, const QString &traceparent);

} // namespace yardmaster
