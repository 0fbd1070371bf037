#pragma once

#include <QObject>
#include <QTimer>

#include <chrono>

namespace yardmaster {

/// The steps from asking running jobs to end to giving up on them. Lives on the dispatcher's
/// thread.
///
///   begin(grace):  ½ stopDue    8/10 killDue    9/10 abandonDue    the end, isOver
///   cut():         at once      at once         after 0.5 s        after 3 s
class GracePeriod final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(GracePeriod)

public:
    explicit GracePeriod(QObject *parent);

    void begin(std::chrono::milliseconds grace);
    /// Ends it early, whether it has begun or not.
    void cut();

Q_SIGNALS:
    void stopDue();    ///< ask running jobs to end
    void killDue();    ///< end them by force
    void abandonDue(); ///< give back what still runs
    void isOver();     ///< what is not written now is not going to be

private:
    QTimer m_stop;
    QTimer m_kill;
    QTimer m_abandon;
    QTimer m_end;
};

} // namespace yardmaster
