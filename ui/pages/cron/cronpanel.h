#pragma once

#include "models/cron/crondocument.h"
#include "models/cron/knowncrontabs.h"
#include "models/session/poller.h"
#include "ui/kit/consolepanel.h"

#include <functional>
#include <memory>

class QAction;
class QComboBox;
class QPushButton;
class QSettings;
class QSplitter;
class QStackedWidget;

namespace yardmaster {

class ConsoleContext;
class CronDetails;
class CronDiskBar;
class CronEditor;
class CronEntryPane;
class CronForecaster;
class ElidedLabel;
class EmptyHint;
class Label;
class LocalWorker;
struct CronSavePlan;

/// The cron page: a crontab to edit with everything that is known about it, and the entries that
/// the database keeps. Opens the local worker's crontab by itself when it is first seen. GUI
/// thread.
///
/// Long because it connects the editor, the details, the file and the database, which all share one
/// document; the parts themselves are classes of their own.
class CronPanel final : public ConsolePanel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CronPanel)

public:
    /// Both are borrowed and must outlive the panel.
    CronPanel(ConsoleContext *context, LocalWorker *worker, QWidget *parent = nullptr);
    ~CronPanel() override;

    /// Keeps the file that was open, by profile; borrowed. Null: nothing is kept.
    void setSettings(QSettings *settings);
    /// Opens a file; one that is not there yet is an empty text under that name. @returns a
    /// sentence if it cannot be read.
    QString openFile(const QString &path);
    void newFile();
    [[nodiscard]] bool hasUnsavedChanges() const;
    [[nodiscard]] QString unsavedChanges() const override;

    [[nodiscard]] CronDocument *document() { return &m_document; }
    [[nodiscard]] Poller<KnownCrontabs> *poller() { return &m_poller; }
    [[nodiscard]] CronForecaster *forecaster() { return m_forecaster; }
    [[nodiscard]] CronEditor *editor() const { return m_editor; }

protected:
    void setActive(bool isActive) override;

private:
    // cronpanel.cpp
    void makeBar();
    void makeEditorSide();
    void onOpened();
    void onAnalysed();
    void onKnownEntries();
    void onForecast();
    void onTick();
    void askForecast();
    void showEntry();
    void showHelp();
    void showFile();
    void updateNames();
    void remember();

    // cronpanelcommands.cpp
    void makeCommands();
    void showWhatIsPossible();
    void chooseFile();
    void chooseNew();
    void save();
    void saveAs();
    void saveTo(const QString &path);
    void askAndSave(const CronSavePlan &plan, bool overwrites);
    void compare();
    void reopen();
    void toggle();
    void runNow();
    void reloadWorker();
    void nextProblem();
    void previousProblem();
    void complete();
    void say(const QString &sentence, bool isTrouble = false);
    /// At once, or when somebody has agreed to lose what is not saved.
    void afterDiscarding(const std::function<void()> &then);
    /// What the database knows of cron, as far as it has been read.
    [[nodiscard]] const KnownCrontabs &known() const;
    [[nodiscard]] const CrontabEntry *entryHere() const;
    /// Whether the first entry in the chosen lines is off; unset: there is none.
    [[nodiscard]] std::optional<bool> isOffHere() const;
    [[nodiscard]] QSet<QString> knownIdentifiers() const;

    ConsoleContext *const m_context;
    LocalWorker *const m_worker;
    QSettings *m_settings = nullptr;
    CronDocument m_document;
    Poller<KnownCrontabs> m_poller;
    CronForecaster *m_forecaster;
    QTimer m_tick;
    bool m_hasOpenedByItself = false;
    int m_ticks = 0;

    ElidedLabel *m_file;
    Label *m_state;
    QComboBox *m_dialect;
    QList<QPushButton *> m_buttons;
    CronDiskBar *m_disk;
    QStackedWidget *m_pages;
    EmptyHint *m_hint;
    QSplitter *m_upper;
    QSplitter *m_splitter;
    CronEditor *m_editor;
    Label *m_help;
    CronEntryPane *m_entry;
    CronDetails *m_details;

    QAction *m_save = nullptr;
    QAction *m_toggle = nullptr;
    QAction *m_runNow = nullptr;
    QAction *m_reload = nullptr;
};

} // namespace yardmaster
