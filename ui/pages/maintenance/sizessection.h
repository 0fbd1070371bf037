#pragma once

#include "models/maintenance/schemasizes.h"
#include "models/session/query.h"
#include "ui/pages/maintenance/maintenancesection.h"

#include <QTimer>

class QProgressBar;
class QPushButton;
class QTreeWidget;

namespace yardmaster {

class ConsoleContext;
class Label;

/// How much room tables and indexes take, what of it is waste and why that matters; vacuums and
/// rebuilds one at a time, with progress, and can be cancelled.
class SizesSection final : public MaintenanceSection
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SizesSection)

public:
    /// `context` is borrowed and must outlive it.
    explicit SizesSection(ConsoleContext *context, QWidget *parent = nullptr);
    ~SizesSection() override;

    void showSizes(const SchemaSizes &sizes);
    /// The first that wants doing, or the first of all.
    void chooseAdvised();
    [[nodiscard]] bool isBusy() const { return m_work.isAsking(); }

Q_SIGNALS:
    /// Something was vacuumed or rebuilt: sizes have changed.
    void worked();

private:
    [[nodiscard]] const RelationSize *current() const;
    [[nodiscard]] SizeAdvice action() const;
    void ask();
    void start();
    void onWorked(const Result<void> &answer);
    void readProgress();
    void showState();
    void showCaution();

    ConsoleContext *const m_context;
    SchemaSizes m_sizes;
    Query m_work;
    Query m_progress;
    QTimer m_again;
    QString m_working; // the statement
    QString m_report;
    QString m_problem;
    Label *m_caution;
    QTreeWidget *m_list;
    Label *m_reason;
    QPushButton *m_button;
    QWidget *m_question;
    Label *m_what;
    Label *m_sql;
    QPushButton *m_confirm;
    QProgressBar *m_bar;
    QPushButton *m_cancel;
    Label *m_status;
};

} // namespace yardmaster
