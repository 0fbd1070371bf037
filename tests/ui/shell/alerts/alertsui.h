#pragma once

#include "models/alerts/alertmonitor.h"
#include "models/console/consolecontext.h"
#include "tests/support/widgets.h"
#include "ui/shell/alerts/alertchip.h"
#include "ui/shell/alerts/alertnotice.h"
#include "ui/shell/alerts/alertnotifier.h"
#include "ui/shell/alerts/alertoutput.h"
#include "ui/shell/alerts/alertsdialog.h"

#include <QAction>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QVBoxLayout>

namespace yardmaster::test {

inline AlertRule ruleFor(AlertKind kind, double threshold,
                         AlertSeverity severity = AlertSeverity::Warning)
{
    AlertRule rule = suggestedAlertRule(kind);
    rule.isEnabled = true;
    rule.threshold = threshold;
    rule.hold = std::chrono::seconds(0);
    rule.severity = severity;
    return rule;
}

inline AlertSnapshot reading(qint64 failed, std::chrono::seconds oldest, qint64 seconds = 0)
{
    AlertSnapshot reading;
    reading.at = QDateTime::currentDateTimeUtc().addSecs(seconds);
    reading.ready = {1234};
    reading.stuck = {0};
    reading.failed = {failed};
    reading.oldestReady = oldest;
    reading.failuresPerMinute = 3.5;
    reading.completionsPerMinute = 412;
    return reading;
}

/// A desktop that shows notifications.
class FakeOutput final : public AlertOutput
{
public:
    bool hasNotifications() const override { return true; }
    void notify(const QString &title, const QString &text, AlertSeverity) override
    {
        titles << title;
        texts << text;
    }
    void beep() override { ++beeps; }
    void calm() override { ++calms; }
    void click() { Q_EMIT clicked(); }

    QStringList titles;
    QStringList texts;
    int beeps = 0;
    int calms = 0;
};

/// A window with the parts, and an alert monitor that is fed by hand or by metrics.
struct Window
{
    explicit Window(const ConsoleTarget &target = {}, MetricsPoller *metrics = nullptr,
                    std::unique_ptr<AlertOutput> output = {})
        : settings(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat)
        , context(target)
        , alertMonitor(metrics, target, &settings)
        , notifier(&alertMonitor, &context, &widget, std::move(output))
        , chip(new AlertChip(&alertMonitor, &widget))
    {
        auto *layout = new QVBoxLayout(&widget);
        layout->addWidget(chip);
        layout->addStretch(1);
        layout->addWidget(notifier.notice());
        QObject::connect(chip, &AlertChip::editRequested, &notifier, &AlertNotifier::openDialog);
        QObject::connect(chip, &AlertChip::causeRequested, &notifier, &AlertNotifier::showCause);
        widget.resize(900, 200);
    }

    AlertsDialog *openDialog()
    {
        child<QAction>(widget, "alerts.edit")->trigger();
        auto *dialog = child<AlertsDialog>(widget);
        if (!QTest::qWaitForWindowActive(dialog, kPatience))
            qFatal("the dialog does not become active");
        return dialog;
    }

    const QTemporaryDir folder;
    QSettings settings;
    ConsoleContext context;
    AlertMonitor alertMonitor;
    QWidget widget; // before what it is the parent of
    AlertNotifier notifier;
    AlertChip *chip;
};

} // namespace yardmaster::test
