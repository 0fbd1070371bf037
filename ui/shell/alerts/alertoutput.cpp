#include "ui/shell/alerts/alertoutput.h"

#include "ui/kit/theme.h"
#include "ui/shell/appicon.h"

#include <QApplication>
#include <QPainter>
#include <QPixmap>
#include <QSystemTrayIcon>

#include <chrono>

namespace yardmaster {

namespace {

constexpr std::chrono::seconds kLeaveAfter{30};

/// The program's icon on a bar of the environment's colour.
QIcon trayIcon(Environment environment)
{
    QPixmap picture = appIcon().pixmap(64, 64);
    QPainter painter(&picture);
    painter.fillRect(0, 52, 64, 12, environmentColor(environment));
    return picture;
}

} // namespace

DesktopAlertOutput::DesktopAlertOutput(Environment environment, QString toolTip, QObject *parent)
    : AlertOutput(parent)
    , m_environment(environment)
    , m_toolTip(std::move(toolTip))
{
    m_leave.setSingleShot(true);
    m_leave.setInterval(kLeaveAfter);
    connect(&m_leave, &QTimer::timeout, this, [this] { m_tray->hide(); });
}

DesktopAlertOutput::~DesktopAlertOutput() = default;

bool DesktopAlertOutput::hasNotifications() const
{
    return QSystemTrayIcon::isSystemTrayAvailable() && QSystemTrayIcon::supportsMessages();
}

void DesktopAlertOutput::notify(const QString &title, const QString &text, AlertSeverity severity)
{
    if (!m_tray) {
        m_tray = std::make_unique<QSystemTrayIcon>(trayIcon(m_environment));
        connect(m_tray.get(), &QSystemTrayIcon::messageClicked, this, &AlertOutput::clicked);
        connect(m_tray.get(), &QSystemTrayIcon::activated, this,
                [this](QSystemTrayIcon::ActivationReason reason) {
                    if (reason == QSystemTrayIcon::Trigger)
                        Q_EMIT clicked();
                });
    }
    m_leave.stop();
    m_tray->setToolTip(m_toolTip);
    m_tray->show(); // without an icon nothing is shown
    m_tray->showMessage(title, text,
                        severity == AlertSeverity::Critical      ? QSystemTrayIcon::Critical
                            : severity == AlertSeverity::Warning ? QSystemTrayIcon::Warning
                                                                 : QSystemTrayIcon::Information);
}

void DesktopAlertOutput::beep()
{
    QApplication::beep();
}

void DesktopAlertOutput::calm()
{
    if (m_tray && m_tray->isVisible() && !m_leave.isActive())
        m_leave.start();
}

} // namespace yardmaster
