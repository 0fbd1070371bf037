#pragma once

#include "models/related/watchedjob.h"
#include "models/session/retry.h"

#include <QTimer>

class QWidget;

namespace yardmaster {

/// Reads a job again while its view can be seen: every few seconds, and after an error as soon as
/// the server is back. GUI thread.
class WatchTimer final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WatchTimer)

public:
    /// Both are borrowed. @param view  the parent.
    WatchTimer(WatchedJob *job, SessionPool sessions, QWidget *view);

    /// To be called before another job is shown.
    void restart();
    /// Its first read takes long enough to be mentioned.
    [[nodiscard]] bool isSlow() const { return !m_slow.isActive(); }
    [[nodiscard]] Freshness freshness() const;

Q_SIGNALS:
    /// What isSlow() or freshness() says may have changed, without the job.
    void changed();

private:
    void onJobChanged();

    WatchedJob *m_job;
    Retry m_retry;
    QTimer m_again;
    QTimer m_slow;
};

} // namespace yardmaster
