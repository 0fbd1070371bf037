#pragma once

#include "models/localworker/workersetup.h"

#include <QFutureWatcher>
#include <QTimer>
#include <QWidget>

class QCheckBox;
class QFormLayout;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QTreeWidget;

namespace yardmaster {

class Label;
class PathField;

/// What the worker of this window is to be: tasks, crontab, how many at a time. Looks at every
/// change in the background and says at once what is wrong, or which tasks were found.
class SetupForm final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SetupForm)

public:
    /// @param options  of the worker it is for.
    explicit SetupForm(WorkerOptions options, QWidget *parent = nullptr);

    void setSetup(const WorkerSetup &setup);
    [[nodiscard]] WorkerSetup setup() const;
    /// What loading the files of these sources has shown, which the form does not do by itself.
    void setKnown(const TaskSources &sources, const TaskListing &listing);
    /// @param reason  why it cannot be changed now; empty: it can.
    void setObstacle(const QString &reason);

Q_SIGNALS:
    /// What the form says was looked at, and can be used.
    void accepted(const yardmaster::CheckedSetup &checked);
    void cancelled();

private:
    void addRow(QFormLayout *form, const QString &label, QWidget *field, Label *below = nullptr);
    [[nodiscard]] Label *makeLine(const char *name);
    void check();
    void onChecked();
    void showTasks(const TaskListing &listing);
    void updateButton();

    const WorkerOptions m_options;
    PathField *m_folder;
    PathField *m_plugins;
    TaskSources m_knownSources;
    TaskListing m_known;
    TaskSources m_sources; ///< what of it is not shown is kept
    Label *m_found;
    QTreeWidget *m_list; ///< the tasks, and files that are none
    PathField *m_crontab;
    Label *m_crontabLine;
    QSpinBox *m_jobs;
    QSpinBox *m_grace;
    QSpinBox *m_poll;
    QLineEdit *m_forbidden;
    QLineEdit *m_accepted;
    QCheckBox *m_startsByItself;
    Label *m_trouble;
    QPushButton *m_use;
    QPushButton *m_cancel;
    QTimer m_soon; // while somebody types: once for many keys
    QFutureWatcher<CheckedSetup> m_watcher;
    CheckedSetup m_checked;
    QString m_obstacle;
};

} // namespace yardmaster
