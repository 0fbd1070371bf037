#pragma once

#include "models/alerts/alertrule.h"
#include "models/values/environment.h"

#include <QObject>
#include <QTimer>

#include <memory>

class QSystemTrayIcon;

namespace yardmaster {

/// Where alerts leave the window: the desktop's notifications and its sound. GUI thread.
class AlertOutput : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AlertOutput)

public:
    using QObject::QObject;

    /// Notifications can be shown here and now.
    [[nodiscard]] virtual bool hasNotifications() const = 0;
    virtual void notify(const QString &title, const QString &text, AlertSeverity severity) = 0;
    virtual void beep() = 0;
    /// Nothing is wrong any more.
    virtual void calm() = 0;

Q_SIGNALS:
    /// A notification, or what stands for it, was clicked.
    void clicked();
};

/// The tray of the desktop. Its icon, with the environment's colour, is there while something is
/// wrong and a moment longer, since notifications may go with it; the rest of the time the tray is
/// left alone.
class DesktopAlertOutput final : public AlertOutput
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DesktopAlertOutput)

public:
    DesktopAlertOutput(Environment environment, QString toolTip, QObject *parent = nullptr);
    ~DesktopAlertOutput() override;

    [[nodiscard]] bool hasNotifications() const override;
    void notify(const QString &title, const QString &text, AlertSeverity severity) override;
    void beep() override;
    void calm() override;

private:
    const Environment m_environment;
    const QString m_toolTip;
    std::unique_ptr<QSystemTrayIcon> m_tray; // made when first needed
    QTimer m_leave;
};

} // namespace yardmaster
