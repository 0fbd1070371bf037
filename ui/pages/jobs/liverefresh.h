#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace yardmaster {

class JobsModel;

/// Looks at the listed jobs again and again, but never takes more than a twentieth of the server's
/// time: the next look comes after twenty times the last one's cost, at least after interval().
/// Pauses while there is any reason to, and while a menu or a dialog is open over the rows.
class LiveRefresh final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LiveRefresh)

public:
    enum PauseReason {
        ByUser = 1,   ///< switched off
        Hidden = 2,   ///< not visible
        Choosing = 4, ///< jobs are chosen
    };
    Q_DECLARE_FLAGS(PauseReasons, PauseReason)

    /// `model` is borrowed and must outlive this.
    explicit LiveRefresh(JobsModel *model, QObject *parent = nullptr);

    void setPaused(PauseReason reason, bool isOn);
    [[nodiscard]] PauseReasons pauseReasons() const { return m_pauseReasons; }
    [[nodiscard]] bool isPaused() const;
    /// At once, paused or not; then as usual.
    void refreshNow();
    /// Least time between two looks; default 2 s.
    void setInterval(std::chrono::milliseconds interval);
    [[nodiscard]] std::chrono::milliseconds interval() const { return m_interval; }
    /// Between the last look and the next one.
    [[nodiscard]] std::chrono::milliseconds delay() const { return m_delay; }

Q_SIGNALS:
    void pauseReasonsChanged();

private:
    void look();
    void onLooked();
    void plan();

    JobsModel *const m_model;
    QTimer m_timer;
    QElapsedTimer m_clock;
    PauseReasons m_pauseReasons;
    std::chrono::milliseconds m_interval{2000};
    std::chrono::milliseconds m_delay{2000};
    std::chrono::milliseconds m_took{0}; // the last answer
};

} // namespace yardmaster
