#pragma once

#include "models/live/liveline.h"

#include <QByteArray>
#include <QFuture>
#include <QTimeZone>

#include <tl/expected.hpp>

#include <deque>
#include <functional>

namespace yardmaster {

enum class LiveFormat {
    NdJson, ///< an object a line: time, source, kind, event, job, task, queue, attempt, …
    Csv,    ///< RFC 4180, the same columns
    Text,   ///< for people: aligned by tabs, as copied from the table
};

/// "ndjson", "csv", "txt": the file's suffix.
[[nodiscard]] QString liveFormatSuffix(LiveFormat format);

/// One line of the live view in that format, with its line break. Times name their offset, in
/// `zone` but for NdJson, where they are UTC. Pure.
[[nodiscard]] QByteArray liveLineText(const LiveLine &line, LiveFormat format,
                                      const QTimeZone &zone);
/// The first line of a file; empty where there is none.
[[nodiscard]] QByteArray liveHeader(LiveFormat format);

/// Writes the lines into a file, which appears (or is replaced) only when all is in it. On a
/// background thread; never blocks. @returns how many, or one sentence.
[[nodiscard]] QFuture<tl::expected<qint64, QString>> exportLive(std::deque<LiveLine> lines,
                                                                const QString &path,
                                                                LiveFormat format,
                                                                const QTimeZone &zone);

} // namespace yardmaster
