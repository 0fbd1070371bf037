#pragma once

#include "models/localworker/workersetup.h"
#include "ui/kit/consolepanel.h"

#include <QFutureWatcher>

class QPushButton;
class QSettings;
class QStackedWidget;

namespace yardmaster {

class ConsoleContext;
class ElidedLabel;
class Label;
class LocalWorker;
class LocalWorkerPanel;
class RunsPane;
class SetupForm;
class SingleJobBar;

/// The worker of this window: set up, start, drain, stop it; see what it runs; run one job by hand.
/// Remembers the setup per profile. Starts the worker by itself only where the profile asks for
/// that and the server can be written, and never on a production that is not armed.
class LocalWorkerPage final : public ConsolePanel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LocalWorkerPage)

public:
    /// Both are borrowed and must outlive the page.
    LocalWorkerPage(ConsoleContext *context, LocalWorker *worker, QWidget *parent = nullptr);
    ~LocalWorkerPage() override;

    /// Where setups are kept; borrowed, null: nowhere. A worker without tasks gets the one kept for
    /// this profile, once its tasks have been loaded.
    void setSettings(QSettings *settings);

    /// The job that "jobs.run-here" means: what is selected elsewhere.
    void setCurrentJob(qint64 id);
    /// Puts the job's id in place for a run; the caller brings the page to the front.
    void offerJob(qint64 id);

private:
    void makeCommands();
    void runHere(bool isDry);
    void updateState();
    void showSetup();
    void showRuns();
    void use(const CheckedSetup &checked);
    /// @returns false, and does nothing, while the worker runs.
    bool handOver(const CheckedSetup &checked, const WorkerOptions &options);
    [[nodiscard]] QString keptUnder() const; // the setup, in the settings
    void onRestored();
    void startByItself();
    void loadModules();
    void onLoaded();
    void takeLoaded();
    void showFound();

    ConsoleContext *const m_context;
    LocalWorker *const m_worker;
    QSettings *m_settings = nullptr;
    QFutureWatcher<CheckedSetup> m_restoring;
    QFutureWatcher<CheckedSetup> m_loading;
    CheckedSetup m_loaded; ///< waits until the worker can be given it
    WorkerSetup m_setup;
    QString m_restoreProblem;
    bool m_startsByItself = false; ///< as soon as it may
    LocalWorkerPanel *m_panel;
    ElidedLabel *m_summary;
    QWidget *m_foundLine;
    ElidedLabel *m_found; ///< what of the tasks cannot run
    QPushButton *m_setUpButton;
    SingleJobBar *m_single;
    QStackedWidget *m_pages;
    RunsPane *m_runs;
    SetupForm *m_form;
    qint64 m_currentJob = 0;
};

} // namespace yardmaster
