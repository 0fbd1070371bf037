#pragma once

#include "models/alerts/alertnews.h"

#include <QWidget>

class QPushButton;

namespace yardmaster {

class ElidedLabel;

/// One line in the window about alerts, where the desktop shows no notifications or the window is
/// in front anyway. Hidden until there is something to say.
class AlertNotice final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AlertNotice)

public:
    explicit AlertNotice(QWidget *parent = nullptr);

    void tell(const AlertMessage &message);
    [[nodiscard]] QString text() const;

Q_SIGNALS:
    void showRequested();
    void snoozeRequested();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    [[nodiscard]] QColor color() const;

    AlertSeverity m_severity = AlertSeverity::Notice;
    bool m_isTrouble = false;
    ElidedLabel *m_text;
    QPushButton *m_show;
    QPushButton *m_snooze;
};

} // namespace yardmaster
