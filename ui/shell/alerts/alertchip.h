#pragma once

#include "models/alerts/alertmonitor.h"

#include <QAbstractButton>

class QAction;
class QMenu;

namespace yardmaster {

/// A bell and words: what is wrong now, that nothing is, or that alerts are off. Pressed, it lists
/// the alerts, each leading to its cause, and what can be done about them. Owns the commands
/// alerts.edit, alerts.show, alerts.acknowledge and alerts.snooze.
class AlertChip final : public QAbstractButton
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AlertChip)

public:
    /// `alertMonitor` is borrowed and must outlive the chip.
    explicit AlertChip(AlertMonitor *alertMonitor, QWidget *parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void editRequested();
    void causeRequested(const yardmaster::AlertRule &rule);

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    void updateState();
    void fillMenu();
    [[nodiscard]] QColor color() const;

    AlertMonitor *const m_alertMonitor;
    QList<AlertMonitor::Active> m_active;
    bool m_isWatching = false;
    bool m_isSnoozed = false;
    QMenu *m_menu;
    QAction *m_edit;
    QAction *m_show;
    QAction *m_acknowledge;
    QAction *m_snooze;
};

} // namespace yardmaster
