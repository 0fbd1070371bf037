#pragma once

#include "models/alerts/alertdraft.h"
#include "models/alerts/alertmonitor.h"

#include <QTreeWidget>

namespace yardmaster {

/// Rules in a table: whether they are on, when they speak, and what they find now. The check box
/// of the current row follows the space bar.
class AlertsList final : public QTreeWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AlertsList)

public:
    enum class Column { Rule, Condition, Severity, Now };

    explicit AlertsList(QWidget *parent = nullptr);

    void setDrafts(const QList<AlertDraft> &drafts);
    void setDraft(int row, const AlertDraft &draft);
    /// @param alertMonitor  for values and states.
    void showValues(const QList<AlertDraft> &drafts, const AlertMonitor &alertMonitor);
    [[nodiscard]] int currentRow() const;
    void setCurrentRow(int row);

Q_SIGNALS:
    void rowChosen(int row);
    void rowToggled(int row, bool isOn);

private:
    bool m_isFilling = false;
};

/// What was alerted about lately, the latest first.
class AlertHistoryList final : public QTreeWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AlertHistoryList)

public:
    explicit AlertHistoryList(QWidget *parent = nullptr);
    void setHistory(const QList<AlertRecord> &history, const QList<AlertMonitor::Active> &active);
};

} // namespace yardmaster
