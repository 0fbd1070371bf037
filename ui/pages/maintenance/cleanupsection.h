#pragma once

#include "models/maintenance/loggedremoval.h"
#include "models/session/query.h"
#include "ui/pages/maintenance/maintenancesection.h"

#include <array>
#include <optional>

class QCheckBox;
class QLineEdit;
class QPushButton;

namespace yardmaster {

class ConsoleContext;
class Label;

/// Removes what the queue no longer needs: counts first, then deletes when confirmed.
class CleanupSection final : public MaintenanceSection
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CleanupSection)

public:
    /// `context` is borrowed and must outlive it.
    explicit CleanupSection(ConsoleContext *context, QWidget *parent = nullptr);
    ~CleanupSection() override;

    /// Counts what is ticked.
    void count();
    /// Asks, and deletes what was counted. Does nothing before counting.
    void run();

Q_SIGNALS:
    /// Rows were deleted.
    void cleaned();

private:
    [[nodiscard]] CleanupOptions options() const;
    [[nodiscard]] QString obstacle() const;
    void onCounted(const Result<CleanupReport> &answer);
    void start();
    void onCleaned(const Result<CleanupReport> &answer);
    void showState();

    ConsoleContext *const m_context;
    Query m_query;
    std::optional<CleanupReport> m_counted;
    CleanupOptions m_countedOptions;
    QString m_report;
    QString m_problem;
    struct Line
    {
        QCheckBox *box = nullptr;
        Label *count = nullptr;
    };
    std::array<Line, 3> m_lines;
    QLineEdit *m_kept;
    Label *m_status;
    QPushButton *m_count;
    QPushButton *m_cancel;
    QPushButton *m_run;
};

} // namespace yardmaster
