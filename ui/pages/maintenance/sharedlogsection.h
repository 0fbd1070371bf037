#pragma once

#include "models/operations/sharedlog.h"
#include "ui/pages/maintenance/maintenancesection.h"

class QPushButton;

namespace yardmaster {

class ConsoleContext;
class Label;

/// Whether the schema keeps the operator log for everybody, and the way to change that.
class SharedLogSection final : public MaintenanceSection
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SharedLogSection)

public:
    /// `context` is borrowed and must outlive it.
    explicit SharedLogSection(ConsoleContext *context, QWidget *parent = nullptr);

    void showLog(const SharedLogState &state);
    /// Asks whether the log is to be kept, or to be removed.
    void ask();

Q_SIGNALS:
    /// The log was created or removed.
    void logChanged();

private:
    void updateButton();

    ConsoleContext *const m_context;
    SharedLogState m_state;
    Label *m_word;
    QPushButton *m_button;
};

} // namespace yardmaster
