#pragma once

#include "models/history/historymodel.h"
#include "models/session/retry.h"
#include "ui/kit/consolepanel.h"

class QPushButton;

namespace yardmaster {

class ConsoleContext;
class FilterBar;
class ListPage;
class RunDetail;

/// What every worker did: runs that have ended, the newest first, where the history is recorded.
/// Reads when it is first seen, on demand, further when somebody scrolls down, and again when it
/// could not before.
class HistoryPanel final : public ConsolePanel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HistoryPanel)

public:
    /// `context` is borrowed and must outlive the panel.
    explicit HistoryPanel(ConsoleContext *context, QWidget *parent = nullptr);
    ~HistoryPanel() override;

    [[nodiscard]] HistoryModel *model() { return &m_model; }
    void setFilterText(const QString &filter);
    /// The runs of the filter into a file, in the format of its suffix; exported() tells.
    void exportTo(const QString &path);

Q_SIGNALS:
    /// @param problem  one sentence; empty: it was written.
    void exported(const QString &path, const QString &problem);
    /// The job of a run is to be added again, from what the history keeps of it.
    void againRequested(qint64 id);

protected:
    void setActive(bool isActive) override;

private:
    void useClock();
    void chooseFile();
    void onCurrentChanged();
    void showState();
    void showRemark();
    void showEmpty();

    ConsoleContext *const m_context;
    HistoryModel m_model;
    Retry m_retry;
    Query m_export;
    QString m_exportRemark;
    FilterBar *m_filterBar;
    QPushButton *m_exportButton;
    QPushButton *m_stopExport;
    QPushButton *m_install;
    QPushButton *m_stop;
    ListPage *m_list;
    RunDetail *m_detail;
};

} // namespace yardmaster
