#pragma once

#include "models/console/consolecontext.h"
#include "models/cron/cronforecast.h"
#include "models/localworker/localworker.h"
#include "tests/support/testdatabase.h"
#include "tests/support/widgets.h"
#include "ui/kit/theme.h"
#include "ui/pages/cron/cronpanel.h"
#include <yardmaster/taskregistry.h>

#include <QAction>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace yardmaster::test {

/// Base of the tests of the cron page, with real widgets, files, database and worker.
class CronPageTest : public QObject
{
    Q_OBJECT

protected:
    struct Page
    {
        explicit Page(const ConsoleTarget &target, std::unique_ptr<LocalWorker> own)
            : context(target)
            , worker(std::move(own))
            , panel(&context, worker.get())
        { }
        ConsoleContext context;
        std::unique_ptr<LocalWorker> worker;
        CronPanel panel;
    };
    [[nodiscard]] ConsoleTarget target(Environment environment = Environment::Development) const;
    [[nodiscard]] std::unique_ptr<LocalWorker> makeWorker(const QString &crontab = {}) const;
    [[nodiscard]] std::unique_ptr<Page>
    openPage(const QByteArray &crontab, Environment environment = Environment::Development) const;
    void write(const QByteArray &bytes) const;
    [[nodiscard]] QByteArray content() const;
    [[nodiscard]] QString path() const { return m_folder->filePath(QStringLiteral("crontab")); }
    static void show(QWidget *widget);
    static void settle(CronPanel *panel);
    static void trigger(const CronPanel &panel, const char *command);

    Theme m_theme;
    std::unique_ptr<TestDatabase> m_database;
    std::unique_ptr<QTemporaryDir> m_folder;

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
};

inline void CronPageTest::initTestCase() { }

inline void CronPageTest::init()
{
    m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
    m_folder = std::make_unique<QTemporaryDir>();
}

inline void CronPageTest::cleanup()
{
    m_database.reset();
}

inline ConsoleTarget CronPageTest::target(Environment environment) const
{
    ConsoleTarget target;
    target.connection = m_database->settings();
    target.environment = environment;
    return target;
}

inline std::unique_ptr<LocalWorker> CronPageTest::makeWorker(const QString &crontab) const
{
    auto registry = std::make_shared<TaskRegistry>();
    registry->add(QStringLiteral("send_email"),
                  [](const TaskContext &) { return TaskOutcome::success(); });
    registry->add(QStringLiteral("report"),
                  [](const TaskContext &) { return TaskOutcome::success(); });
    WorkerOptions options;
    options.connection = m_database->settings();
    if (!crontab.isEmpty())
        options.cron.file = crontab;
    return std::make_unique<LocalWorker>(options, registry);
}

inline std::unique_ptr<CronPageTest::Page> CronPageTest::openPage(const QByteArray &crontab,
                                                                  Environment environment) const
{
    write(crontab);
    auto page = std::make_unique<Page>(target(environment), makeWorker(path()));
    show(&page->panel);
    settle(&page->panel);
    return page;
}

inline void CronPageTest::write(const QByteArray &bytes) const
{
    QFile file(path());
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    QCOMPARE(file.write(bytes), bytes.size());
}

inline QByteArray CronPageTest::content() const
{
    QFile file(path());
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline void CronPageTest::show(QWidget *widget)
{
    widget->resize(1240, 760);
    widget->show();
    widget->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(widget, kPatience));
}

inline void CronPageTest::settle(CronPanel *panel)
{
    QTRY_VERIFY_WITH_TIMEOUT(panel->document()->isUpToDate(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(panel->poller()->hasRead() || panel->poller()->error(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!panel->forecaster()->isBusy(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(panel->document()->isUpToDate(), kPatience); // with the names
}

inline void CronPageTest::trigger(const CronPanel &panel, const char *command)
{
    auto *action = child<QAction>(panel, command);
    QVERIFY2(action->isEnabled(), qPrintable(action->toolTip()));
    action->trigger();
}

} // namespace yardmaster::test
