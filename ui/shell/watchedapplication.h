#pragma once

#include <QApplication>
#include <QString>

#include <chrono>
#include <functional>
#include <memory>

namespace yardmaster {

/// One time the window did not answer: an event that took too long to handle.
struct UiStall
{
    std::chrono::microseconds time{0}; ///< from beginning to end
    std::chrono::microseconds busy{0}; ///< of it, the GUI thread computed
    /// Of it, the GUI thread could have gone on but other programs had the processor: a busy
    /// machine, not our doing. Zero where the system does not tell.
    std::chrono::microseconds starved{0};
    long diskReads = 0; ///< pages and blocks that the GUI thread had to wait for
    QString receiver;   ///< "yardmaster::EventTable events"
    QString event;      ///< "Paint"
};

/// An application that can watch how long it takes to handle events.
///
/// Measures every event that the event loop hands out, not the time between two turns of the loop:
/// so it can name the culprit, and what a test does outside of the loop is not held against the
/// program. A nested loop (a menu that is open) is not one long event; the events in it are
/// measured on their own. Costs a few microseconds an event while it watches, nothing otherwise.
class WatchedApplication final : public QApplication
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WatchedApplication)

public:
    using Report = std::function<void(const UiStall &)>;

    WatchedApplication(int &argc, char **argv);
    ~WatchedApplication() override;

    /// From now on `report` is told of every event that takes longer than `limit`, on the GUI
    /// thread and right after it; it may not block either. Once at a time. GUI thread.
    void watch(std::chrono::milliseconds limit, Report report);
    void endWatch();
    [[nodiscard]] bool isWatching() const { return m_meter != nullptr; }

    bool notify(QObject *receiver, QEvent *event) override;

private:
    class Meter;
    std::unique_ptr<Meter> m_meter; // while watching
    quint64 m_watches = 0;          // so far
};

/// Logs stalls of more than 50 ms, and, from another thread, ones that have lasted for a second and
/// are not over yet. Category: yardmaster.ui.stall.
void logUiStalls(WatchedApplication *application);

} // namespace yardmaster
