#pragma once

#include "models/alerts/alertcommand.h"
#include "models/alerts/alertmonitor.h"
#include "ui/shell/alerts/alertoutput.h"

#include <QObject>
#include <QPointer>

#include <memory>

class QWidget;

namespace yardmaster {

class AlertNotice;
class AlertsDialog;
class ConsoleContext;

/// Tells what an AlertMonitor wants told: as a notification of the desktop, or in a bar of the
/// window where there are none or the window is in front anyway; with a sound; through a program.
/// Leads from there to what is wrong. GUI thread.
class AlertNotifier final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AlertNotifier)

public:
    /// @param alertMonitor, context  borrowed, outlive it.   @param parent  some widget of the
    /// window.
    /// @param output  null: the desktop's.
    AlertNotifier(AlertMonitor *alertMonitor, ConsoleContext *context, QWidget *parent,
                  std::unique_ptr<AlertOutput> output = {});
    ~AlertNotifier() override;

    /// To be put somewhere into the window; `parent` owns it.
    [[nodiscard]] AlertNotice *notice() const { return m_notice; }
    [[nodiscard]] AlertCommandRunner *commands() { return &m_commands; }
    [[nodiscard]] bool hasNotifications() const;

    /// A message that says it is a test, told as `policy` says. @returns the ways it goes, in
    /// words: "notification, sound".
    QString sendTest(const AlertPolicy &policy);

public Q_SLOTS:
    /// Brings the window to the front, and what is wrong into it.
    void showCause(const yardmaster::AlertRule &rule);
    /// The dialog, or the one that is open.
    void openDialog();

private:
    QString deliver(const AlertMessage &message, const AlertPolicy &policy);
    void onClicked();
    void onUpdated();
    [[nodiscard]] AlertOrigin origin() const;

    AlertMonitor *const m_alertMonitor;
    ConsoleContext *const m_context;
    QWidget *const m_parent;
    const std::unique_ptr<AlertOutput> m_output;
    AlertNotice *const m_notice;
    AlertCommandRunner m_commands;
    std::optional<AlertRule> m_lastRule; // of the last message about trouble
    QPointer<AlertsDialog> m_dialog;
};

} // namespace yardmaster
