#pragma once

#include "models/console/queuemonitor.h"
#include "tests/ui/wholewindow.h"
#include "ui/pages/jobs/jobspanel.h"
#include "ui/pages/jobs/jobstable.h"
#include "ui/shell/consolepage.h"
#include "ui/shell/tabs/connectiontabs.h"
#include "ui/shell/tabs/tabbedwindow.h"

#include <QApplication>
#include <QDir>
#include <QPointer>

#include <optional>

namespace yardmaster::test {

/// A connection as a page of a window with tabs, with settings of its own.
struct Tab
{
    std::unique_ptr<QSettings> settings;
    std::unique_ptr<MainWindow> page;

    [[nodiscard]] MainWindow *operator->() const { return page.get(); }
    void reset()
    {
        page.reset(); // first: it borrows the other
        settings.reset();
    }
};

/// A page on this database in `window`; null: in a new one, which is shown and active.
[[nodiscard]] inline Tab openTab(const WindowFolder &folder, TabbedWindow *window,
                                 const MainWindowSetup &setup)
{
    Tab tab;
    tab.settings = std::make_unique<QSettings>(
        folder.filePath(setup.profileName + QStringLiteral(".ini")), QSettings::IniFormat);
    tab.page = std::make_unique<MainWindow>(tab.settings.get());
    if (!window) {
        window = new TabbedWindow;
        window->add(tab.page.get());
        window->resize(1024, 700);
        window->show();
        window->activateWindow();
        if (!QTest::qWaitForWindowActive(window, kPatience))
            qFatal("the window does not appear");
    } else {
        window->add(tab.page.get());
    }
    tab->connectTo(setup);
    return tab;
}

[[nodiscard]] inline MainWindowSetup tabSetup(const ConnectionSettings &database,
                                              const QString &name, Environment environment)
{
    MainWindowSetup setup;
    setup.connection = database;
    setup.profileName = name;
    setup.profileId = name;
    setup.environment = environment;
    return setup;
}

[[nodiscard]] inline ConnectionTabs *tabsOf(const TabbedWindow *window)
{
    return child<ConnectionTabs>(*window);
}

inline void pressKey(Qt::Key key, Qt::KeyboardModifiers modifiers)
{
    QWidget *focus = QApplication::focusWidget();
    QTest::keyClick(focus ? focus : QApplication::activeWindow(), key, modifiers);
}

inline void deleteTabbedWindows()
{
    for (QWidget *widget : QApplication::topLevelWidgets()) {
        if (qobject_cast<TabbedWindow *>(widget))
            delete widget;
    }
}

/// Two connections, on two databases, in tabs of one window. To be opened by each test.
class TwoTabs
{
public:
    [[nodiscard]] bool open()
    {
        using namespace Qt::StringLiterals;
        shopDatabase.emplace(TestDatabase::createMigrated());
        billingDatabase.emplace(TestDatabase::createMigrated());
        shopDatabase->script("select graphile_worker.add_job('send') from generate_series(1, 3)");
        billingDatabase->script(
            "select graphile_worker.add_job('bill') from generate_series(1, 2)");
        shop = openTab(folder, nullptr,
                       tabSetup(shopDatabase->settings(), u"shop"_s, Environment::Staging));
        billing
            = openTab(folder, window(),
                      tabSetup(billingDatabase->settings(), u"billing"_s, Environment::Production));
        return isConnected(shop) && isConnected(billing);
    }
    void close()
    {
        shop.reset();
        billing.reset();
        shopDatabase.reset();
        billingDatabase.reset();
        deleteTabbedWindows();
        // Which pages were in front is not for the next test.
        QDir settings(folder.path(), QStringLiteral("*.ini"));
        for (const QString &file : settings.entryList())
            settings.remove(file);
    }

    /// That of the first one; null: it has none any more.
    [[nodiscard]] TabbedWindow *window() const { return TabbedWindow::of(shop.page.get()); }
    [[nodiscard]] QList<MainWindow *> inOrder() const
    {
        return {shop.page.get(), billing.page.get()};
    }

    static bool isConnected(const Tab &tab)
    {
        return QTest::qWaitFor(
            [&] { return connectionWord(*tab.page) == QStringLiteral("Connected"); }, kPatience);
    }
    [[nodiscard]] static JobsPanel *jobs(const Tab &tab) { return child<JobsPanel>(*tab.page); }
    [[nodiscard]] static bool hasJobs(const Tab &tab, int count)
    {
        return QTest::qWaitFor([&] { return jobs(tab)->model()->rowCount() == count; }, kPatience);
    }
    [[nodiscard]] static QDateTime readAt(const Tab &tab)
    {
        return tab->console()->monitor()->readAt();
    }
    /// Waits for so many reads from now on.
    [[nodiscard]] static bool reads(const Tab &tab, int times)
    {
        QDateTime last = readAt(tab);
        for (int read = 0; read < times; ++read) {
            if (!QTest::qWaitFor([&] { return readAt(tab) != last; }, kPatience))
                return false;
            last = readAt(tab);
        }
        return true;
    }

    WindowFolder folder;
    std::optional<TestDatabase> shopDatabase;
    std::optional<TestDatabase> billingDatabase;
    Tab shop;
    Tab billing; ///< production, in front
};

} // namespace yardmaster::test
