#pragma once

#include "models/alerts/alertdraft.h"
#include "ui/kit/consoledialog.h"

class QStackedWidget;
class QTabWidget;

namespace yardmaster {

class AlertHistoryList;
class AlertMonitor;
class AlertNotifier;
class AlertPolicyForm;
class AlertRuleForm;
class AlertsList;
class ConsoleContext;

/// What a profile is alerted about, how, and what there was. Nothing holds until it is saved.
class AlertsDialog final : public ConsoleDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AlertsDialog)

public:
    /// All borrowed, outlive the dialog.
    AlertsDialog(AlertMonitor *alertMonitor, AlertNotifier *notifier, ConsoleContext *context,
                 QWidget *parent = nullptr);
    ~AlertsDialog() override;

protected:
    void confirm() override;

private:
    QWidget *makeRulesPage();
    QWidget *makeDeliveryPage();
    QWidget *makeHistoryPage();
    void addRule();
    void removeRule();
    void onRowChosen(int row);
    void onRowToggled(int row, bool isOn);
    void onFormEdited();
    void showValues();
    void showHistory();
    void sendTest();

    AlertMonitor *const m_alertMonitor;
    AlertNotifier *const m_notifier;
    QList<AlertDraft> m_drafts;
    QTabWidget *m_pages;
    AlertsList *m_list;
    AlertRuleForm *m_form;
    QPushButton *m_add;
    QPushButton *m_remove;
    Label *m_remark;
    AlertPolicyForm *m_policy;
    Label *m_tested;
    QStackedWidget *m_historyPages;
    AlertHistoryList *m_history;
    QPushButton *m_clear;
};

} // namespace yardmaster
