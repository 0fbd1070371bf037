#pragma once

#include "ui/shell/consolepage.h"
#include <yardmaster/result.h>

#include <QObject>
#include <QTemporaryDir>

#include <functional>
#include <memory>

class QSettings;

namespace yardmaster {
class JobsPanel;
struct JobLoad;
class MainWindow;
} // namespace yardmaster

namespace yardmaster::bench {

/// Handles events until `isDone`, asked after each of them. @returns false if it takes minutes.
bool waitUntil(const std::function<bool()> &isDone);
/// What verbs say when it does.   @param what  "the first page".
[[nodiscard]] Result<void> tookTooLong(const QString &what);
/// Handles events for this long.
void idle(std::chrono::milliseconds time);

/// A real window, driven by simulated input, with settings of its own. GUI thread.
class BenchWindow final
{
public:
    BenchWindow();
    ~BenchWindow();
    Q_DISABLE_COPY_MOVE(BenchWindow)

    /// Begins to connect; the list of jobs is in front.
    void connectTo(const MainWindowSetup &setup);
    /// Triggers the command of that name. @returns false if there is none.
    [[nodiscard]] bool command(const QString &name) const;
    void showFilter(const QString &filter) const;
    void press(Qt::Key key) const;

    /// Until the list shows the requested rows, painted. @returns false if that takes minutes.
    [[nodiscard]] bool waitForList() const;
    /// Until some rows are there, or it is known that there are none.
    [[nodiscard]] bool waitForRows() const;
    /// Until the rows fill the list as far as it can be seen, or there are no more.
    [[nodiscard]] bool waitForScreen() const;
    /// Until the tiles say something of the states that most jobs are in.
    [[nodiscard]] bool waitForCounts() const;
    /// Until something is said of every state, and of those with more than a hundredth of the jobs
    /// their number, or an estimate. @param exact  what there is.
    [[nodiscard]] bool waitForAllCounts(const JobLoad &exact) const;
    [[nodiscard]] const QueueMonitor *monitor() const { return page()->monitor(); }
    void draw() const;

    [[nodiscard]] JobsPanel *jobs() const { return m_jobs; }
    /// A page, or a part of one; made when its page is first in front.
    template <typename Widget> [[nodiscard]] Widget *find() const
    {
        return page()->findChild<Widget *>();
    }
    /// Nothing is being loaded.
    [[nodiscard]] bool isSettled() const;

private:
    [[nodiscard]] ConsolePage *page() const;

    QTemporaryDir m_folder;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<MainWindow> m_window;
    JobsPanel *m_jobs = nullptr;
};

} // namespace yardmaster::bench
