#pragma once

#include <yardmaster/eventbus.h>
#include <yardmaster/linewriter.h>

namespace yardmaster {

/// Writes every event of a bus as one line of JSON, described by resources/events.schema.json:
/// time (ISO 8601, UTC, milliseconds), event, worker, and what the event carries. The names are
/// graphile-worker's `group:event` where it has one, with its meaning, except that `job:complete`
/// comes after the result is in the database; else ours.
///
/// Lines are composed on the emitting thread and written on another, see LineWriter. Must outlive
/// the runners that use the bus, and die before it.
class EventLines final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EventLines)

public:
    /// @param path  a file to append to, or "-" for standard output.
    /// @returns one sentence if it cannot be written.
    [[nodiscard]] static tl::expected<std::unique_ptr<EventLines>, QString>
    open(EventBus *events, const QString &path);
    EventLines(EventBus *events, std::unique_ptr<LineWriter> writer);

    /// The line that replaces `lines` others, which could not be written.
    [[nodiscard]] static QByteArray gapLine(qint64 lines);

private:
    const std::unique_ptr<LineWriter> m_writer;
};

} // namespace yardmaster
