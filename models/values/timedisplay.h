#pragma once

#include <QDateTime>
#include <QObject>
#include <QTimeZone>

#include <atomic>

namespace yardmaster {

/// By which clock absolute times are written, everywhere at once. Times relative to now need none.
/// One per process. Reading is for any thread, changing for the GUI thread.
class TimeDisplay final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TimeDisplay)

public:
    enum class Zone { Utc, Local };
    Q_ENUM(Zone)

    [[nodiscard]] static TimeDisplay &instance();

    [[nodiscard]] Zone zone() const { return m_zone; }
    void setZone(Zone zone);

    /// The same instant by the chosen clock.
    [[nodiscard]] QDateTime shown(const QDateTime &time) const;
    /// The zone of a typed time without an offset.
    [[nodiscard]] QTimeZone timeZone() const;
    /// What to write after a time: "UTC", "CET".
    [[nodiscard]] QString zoneName(const QDateTime &time) const;

Q_SIGNALS:
    /// Views that show absolute times update them.
    void changed();

private:
    TimeDisplay() = default;

    std::atomic<Zone> m_zone = Zone::Utc;
};

} // namespace yardmaster
