#pragma once

#include "models/operations/jobtarget.h"
#include "models/query/exportrun.h"

#include <QDialog>

#include <memory>

class QAction;
class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QProgressBar;
class QPushButton;

namespace yardmaster {

class ConsoleContext;

/// Exports jobs to a file: which columns, in which format, where to; then how far it is.
class ExportDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ExportDialog)

public:
    /// `context` is borrowed and must outlive the dialog.
    ExportDialog(ConsoleContext *context, const JobTarget &target, QWidget *parent = nullptr);
    ~ExportDialog() override;

    /// The command that opens the dialog, "jobs.export"; whoever lists jobs connects it.
    [[nodiscard]] static QAction *makeCommand(QWidget *owner);

    /// Null before it has begun.
    [[nodiscard]] const ExportRun *run() const { return m_run.get(); }

    void reject() override;

protected:
    void changeEvent(QEvent *event) override;

private:
    void fillForm(const JobTarget &target);
    [[nodiscard]] ExportFormat chosenFormat() const;
    [[nodiscard]] ExportStyle chosenStyle() const;
    void onFormatChosen();
    void onBrowse();
    void onExport();
    void onProgress();
    void onPhase();
    void updateButtons();
    void updateColors();
    void showProblem(const QString &sentence);

    ConsoleContext *const m_context;
    const JobTarget m_target;
    std::unique_ptr<ExportRun> m_run;
    bool m_mayReplace = false; // the file chooser has asked
    QWidget *m_form;
    QComboBox *m_format = nullptr;
    QListWidget *m_columns = nullptr;
    QComboBox *m_zone = nullptr;
    QCheckBox *m_guard = nullptr;
    QCheckBox *m_hide = nullptr;
    QLabel *m_formatHint = nullptr;
    QLineEdit *m_path = nullptr;
    QLabel *m_problem;
    QProgressBar *m_bar;
    QLabel *m_remark;
    QPushButton *m_export;
    QPushButton *m_close;
};

} // namespace yardmaster
