#pragma once

#include "tests/support/testdatabase.h"
#include "tests/support/widgets.h"
#include "ui/kit/consolepanel.h"
#include "ui/pages/inspector/inspectorpanel.h"
#include "ui/shell/mainwindow.h"

#include <QAction>
#include <QDialog>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace yardmaster::test {

/// A folder where the windows of a test keep journals and settings, instead of the user's.
class WindowFolder final : public QTemporaryDir
{
public:
    WindowFolder()
    {
        if (!isValid())
            qFatal("no folder for the windows of this test");
        for (const char *variable : {"XDG_DATA_HOME", "XDG_CONFIG_HOME"})
            qputenv(variable, path().toLocal8Bit());
    }

    [[nodiscard]] std::unique_ptr<QSettings> emptySettings() const
    {
        auto settings
            = std::make_unique<QSettings>(filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
        settings->clear();
        return settings;
    }
};

/// A whole window on this database, active.
[[nodiscard]] inline std::unique_ptr<MainWindow>
openWindow(QSettings *settings, const ConnectionSettings &database, Environment environment)
{
    auto window = std::make_unique<MainWindow>(settings);
    window->resize(1400, 900);
    window->show();
    MainWindowSetup setup;
    setup.connection = database;
    setup.profileName = QStringLiteral("shop");
    setup.environment = environment;
    window->connectTo(setup);
    window->activateWindow();
    if (!QTest::qWaitForWindowActive(window.get(), kPatience))
        qFatal("the window does not appear");
    return window;
}

[[nodiscard]] inline std::unique_ptr<MainWindow>
openWindow(QSettings *settings, const TestDatabase &database, Environment environment)
{
    return openWindow(settings, database.settings(), environment);
}

inline void bringToFront(const MainWindow &window, const QString &page)
{
    child<QAction>(window, qPrintable(QStringLiteral("view.page-") + page))->trigger();
}

/// What the window says about its connection.
[[nodiscard]] inline QString connectionWord(const MainWindow &window)
{
    return child<QLabel>(window, "connectionState")->text();
}

/// All that the page in front says, without what stands beside it.
[[nodiscard]] inline QString textOfPage(const MainWindow &window)
{
    QStringList texts;
    const auto take = [&texts](const QWidget *widget) {
        for (const QLabel *label : widget->findChildren<QLabel *>()) {
            if (label->isVisible())
                texts << label->text();
        }
    };
    for (const ConsolePanel *panel : window.findChildren<ConsolePanel *>()) {
        if (panel->isVisible())
            take(panel);
    }
    return texts.join(u'\n');
}

/// The same with the inspector beside it.
[[nodiscard]] inline QString textInFront(const MainWindow &window)
{
    QStringList texts{textOfPage(window)};
    const auto *inspector = child<InspectorPanel>(window);
    for (const QLabel *label : inspector->findChildren<QLabel *>()) {
        if (label->isVisible())
            texts << label->text();
    }
    return texts.join(u'\n');
}

/// The dialog of an operation, once it can be confirmed; null: it does not come to that.
[[nodiscard]] inline QDialog *readyDialog(const MainWindow &window)
{
    QDialog *dialog = nullptr;
    const bool isReady = QTest::qWaitFor(
        [&] {
            dialog = window.findChild<QDialog *>(QStringLiteral("operationDialog"));
            return dialog && dialog->isVisible()
                && child<QPushButton>(*dialog, "confirmOperation")->isEnabled();
        },
        kPatience);
    return isReady ? dialog : nullptr;
}

} // namespace yardmaster::test
