#pragma once

#include "models/operations/jobtarget.h"
#include "models/query/exportrun.h"
#include "ui/kit/consoledialog.h"

#include <memory>

class QAction;
class QCheckBox;
class QComboBox;
class QLineEdit;
class QListWidget;

namespace yardmaster {

class ConsoleContext;

/// Exports jobs to a file: which columns, in which format, where to; then how far it is.
class ExportDialog final : public ConsoleDialog
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

protected:
    void updateButtons() override;
    void confirm() override;
    bool cancelWork() override;

private:
    void fillForm(const JobTarget &target);
    [[nodiscard]] ExportFormat chosenFormat() const;
    [[nodiscard]] ExportStyle chosenStyle() const;
    void onFormatChosen();
    void onBrowse();
    void onProgress();
    void onPhase();

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
    Label *m_formatHint = nullptr;
    QLineEdit *m_path = nullptr;
    QProgressBar *m_bar;
    Label *m_remark;
};

} // namespace yardmaster
