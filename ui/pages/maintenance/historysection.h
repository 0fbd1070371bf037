#pragma once

#include "ui/pages/maintenance/maintenancesection.h"
#include "worker/history/history.h"

class QPushButton;

namespace yardmaster {

class ConsoleContext;
class FactList;
class Label;

/// Whether finished jobs are recorded, how much that takes, what is wrong with it, and the way to
/// install, repair and remove it.
class HistorySection final : public MaintenanceSection
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HistorySection)

public:
    /// `context` is borrowed and must outlive it.
    explicit HistorySection(ConsoleContext *context, QWidget *parent = nullptr);

    /// Those of the page to install and to remove it.
    void addCommands(QWidget *page);
    void showHistory(const HistoryState &state);

Q_SIGNALS:
    /// It was installed or removed.
    void historyChanged();
    /// A dialog opens.
    void asks();

private:
    void ask(bool isRemoval);
    [[nodiscard]] QString obstacle(bool isRemoval) const;
    void updateButtons();

    ConsoleContext *const m_context;
    HistoryState m_state;
    bool m_isRead = false;
    Label *m_word;
    Label *m_troubles;
    FactList *m_facts;
    QPushButton *m_install;
    QPushButton *m_remove;
};

} // namespace yardmaster
