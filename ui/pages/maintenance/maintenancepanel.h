#pragma once

#include "models/maintenance/schemafactsheet.h"
#include "models/session/query.h"
#include "models/session/retry.h"
#include "ui/kit/consolepanel.h"

class QAction;
class QPushButton;
class QScrollArea;
class QStackedWidget;

namespace yardmaster {

class CleanupSection;
class ConsoleContext;
class EmptyHint;
class FactList;
class HistorySection;
class IndexesSection;
class Label;
class SharedLogSection;
class SizesSection;

/// Looks after the schema of a queue: revision and upgrade, clean-up, room and bloat, history,
/// supporting indexes, removal. Reads when it is seen, after what it did, on demand, and when it
/// could not before.
class MaintenancePanel final : public ConsolePanel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MaintenancePanel)

public:
    /// `context` is borrowed and must outlive the panel.
    explicit MaintenancePanel(ConsoleContext *context, QWidget *parent = nullptr);
    ~MaintenancePanel() override;

    void refresh();
    /// Unset before the first answer.
    [[nodiscard]] const std::optional<SchemaFactSheet> &sheet() const { return m_sheet; }

protected:
    void setActive(bool isActive) override;

private:
    QWidget *makeSchemaSection();
    QWidget *makeRemovalSection();
    void makeCommands();
    void onRead(const Result<SchemaFactSheet> &answer);
    void showSheet();
    void showState();
    void showRemark();
    [[nodiscard]] Freshness freshness() const { return m_retry.judged({m_readAt, m_error, false}); }
    void updateActions();
    void openRemoval();
    void countCleanup();
    void askAboutLog();

    ConsoleContext *const m_context;
    Query m_query;
    std::optional<SchemaFactSheet> m_sheet;
    std::optional<DbError> m_error;
    QDateTime m_readAt;
    Retry m_retry;
    QTimer m_tick;               // ages
    bool m_isAskedAgain = false; // while reading
    bool m_isRemoved = false;
    bool m_showsAdvice = false; // once it has been read
    QStackedWidget *m_pages;
    EmptyHint *m_hint;
    QScrollArea *m_area;
    Label *m_remark;
    QPushButton *m_refresh;
    FactList *m_facts = nullptr;
    Label *m_upgradeText = nullptr;
    QPushButton *m_upgrade = nullptr;
    FactList *m_ledger = nullptr;
    CleanupSection *m_cleanup = nullptr;
    SizesSection *m_sizes = nullptr;
    SharedLogSection *m_log = nullptr;
    HistorySection *m_history = nullptr;
    IndexesSection *m_indexes = nullptr;
    QPushButton *m_remove = nullptr;
    QAction *m_upgradeAction = nullptr;
    QAction *m_removeAction = nullptr;
};

} // namespace yardmaster
