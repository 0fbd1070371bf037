#pragma once

#include "models/session/query.h"
#include "ui/kit/confirmdialog.h"
#include <yardmaster/sweep.h>

#include <QTimer>

class QCheckBox;
class QSpinBox;
class QTreeWidget;

namespace yardmaster {

/// Returns the jobs of stale workers to the queue: a dry run lists the workers that are stale at
/// the chosen threshold, then they are swept when confirmed.
class SweepDialog final : public ConfirmDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SweepDialog)

public:
    /// `context` is borrowed and must outlive the dialog.
    explicit SweepDialog(ConsoleContext *context, QWidget *parent = nullptr);
    ~SweepDialog() override;

Q_SIGNALS:
    void swept();

protected:
    void confirm() override;

private:
    [[nodiscard]] SweepOptions options() const;
    void look();
    void onLooked(const Result<SweepReport> &answer);
    void onSwept(const Result<SweepReport> &answer);
    void showWorkers(const SweepReport &report, bool isDone);

    Query m_query;
    SweepReport m_preview;
    QTimer m_soon;
    bool m_isStale = false; // the options changed while looking
    QSpinBox *m_threshold;
    QCheckBox *m_unregistered;
    Label *m_warning;
    Label *m_summary;
    QTreeWidget *m_list;
};

} // namespace yardmaster
