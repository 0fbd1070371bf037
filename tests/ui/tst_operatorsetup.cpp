#include "models/connecting/profilestore.h"
#include "models/connecting/secretstore.h"
#include "models/localworker/workersetup.h"
#include "tests/support/sshserver.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/ui/operator.h"
#include "tests/ui/wholewindow.h"
#include "ui/pages/cron/croneditor.h"
#include "ui/pages/jobs/jobspanel.h"
#include "ui/pages/jobs/jobstable.h"
#include "ui/shell/connecting/connectdialog.h"
#include "ui/shell/countsbar.h"
#include "ui/shell/statetile.h"
#include "worker/db/sshtunnel.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// What an operator does around the queue: connections, environments, views, crontabs, and jobs
/// that run here; by keyboard alone and by mouse, within the budgets of the manual.
class TestOperatorSetup : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void connectsThroughABastion_data() { bothWays(); }
    void connectsThroughABastion();
    void editsACrontab_data() { bothWays(); }
    void editsACrontab();
    void runsOneJobHere_data() { bothWays(); }
    void runsOneJobHere();
    void comparesTwoEnvironments_data() { bothWays(); }
    void comparesTwoEnvironments();
    void handsAViewOver_data() { bothWays(); }
    void handsAViewOver();

private:
    static void bothWays()
    {
        QTest::addColumn<bool>("isMouse");
        QTest::newRow("keyboard") << false;
        QTest::newRow("mouse") << true;
    }
    [[nodiscard]] static int allowed(const QString &task)
    {
        QFETCH(const bool, isMouse);
        const Budget budget = budgetOf(task);
        return isMouse ? budget.mouse : budget.keyboard;
    }
    void open()
    {
        m_window = openWindow(m_settings.get(), *m_database, Environment::Development);
        m_operator = std::make_unique<Operator>(m_window.get());
    }
    static int shown(const MainWindow &window, JobState state)
    {
        const auto tiles = window.findChildren<StateTile *>();
        for (const StateTile *tile : tiles) {
            if (tile->state() == state && tile->isVisible())
                return tile->accessibleName().section(u' ', -1).toInt();
        }
        return -1;
    }

    WindowFolder m_folder;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<TestDatabase> m_database;
    std::unique_ptr<MainWindow> m_window;
    std::unique_ptr<Operator> m_operator;
};

void TestOperatorSetup::init()
{
    m_settings = m_folder.emptySettings();
    m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
}

void TestOperatorSetup::cleanup()
{
    m_operator.reset();
    m_window.reset();
    SshTunnel::stopAll();
    m_database.reset();
}

void TestOperatorSetup::connectsThroughABastion()
{
    QFETCH(const bool, isMouse);
    if (const QString problem = SshServer::problem(); !problem.isEmpty()) {
        if (qEnvironmentVariableIsSet("CI"))
            QFAIL(qPrintable(problem));
        QSKIP(qPrintable(problem));
    }
    const SshServer bastion;
    QFile::remove(m_folder.filePath(u"profiles.ini"_s)); // of the other way
    ProfileStore profiles(m_folder.filePath(u"profiles.ini"_s));
    MemorySecrets secrets;
    m_window = std::make_unique<MainWindow>(m_settings.get());
    connect(m_window.get(), &MainWindow::connectRequested, this, [&] {
        auto *dialog = new ConnectDialog(&profiles, &secrets, m_window.get());
        connect(dialog, &ConnectDialog::connectRequested, m_window.get(),
                [this](const Profile &profile, const QString &password) {
                    MainWindowSetup setup;
                    setup.connection = profile.sessionSettings(password);
                    setup.environment = profile.environment;
                    m_window->connectTo(setup);
                });
        dialog->open();
    });
    m_window->resize(1400, 900);
    m_window->showWelcome();
    m_window->show();
    m_operator = std::make_unique<Operator>(m_window.get());
    m_operator->moveTo(m_window.get());

    const ConnectionSettings &database = m_database->settings();
    const QString url = u"postgres:///%1?host=%2&port=%3&user=%4&password=%5"_s.arg(
        database.value(u"dbname"_s), database.value(u"host"_s), database.value(u"port"_s),
        database.value(u"user"_s), database.value(u"password"_s));
    if (isMouse)
        m_operator->click(*m_window, "welcomeConnect");
    else
        m_operator->press(Qt::Key_Return);
    auto *dialog = m_window->findChild<ConnectDialog *>();
    QVERIFY(dialog);
    QVERIFY(QTest::qWaitForWindowActive(dialog, kPatience));
    const auto fill = [&](const char *field, Qt::Key mnemonic, const QString &text) {
        if (isMouse)
            m_operator->click(child<QLineEdit>(*dialog, field));
        else
            m_operator->press(mnemonic, Qt::AltModifier);
        QVERIFY2(child<QLineEdit>(*dialog, field)->hasFocus(), field);
        m_operator->type(text);
    };
    fill("profileUrl", Qt::Key_U, url);
    fill("profileSsh", Qt::Key_T, u"bastion"_s);
    fill("profileSshOptions", Qt::Key_I, bastion.options());
    if (isMouse)
        m_operator->click(*dialog, "connectButton");
    else
        m_operator->press(Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->findChild<QLabel *>(u"connectionState"_s)
                                 && connectionWord(*m_window) == u"Connected"_s,
                             kPatience);
    QVERIFY(bastion.log().contains("Accepted publickey"));
    YARDMASTER_WITHIN(m_operator->actions(), allowed(u"Connect through a bastion"_s));
}

void TestOperatorSetup::editsACrontab()
{
    QFETCH(const bool, isMouse);
    const QString path = m_folder.filePath(u"crontab"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("0 4 * * * report\n") > 0);
    file.close();
    open();
    auto *editor = child<CronEditor>(*m_window);
    if (isMouse) {
        m_operator->click(child<PageTabs>(*m_window, "consoleTabs"), u"Cron"_s);
        m_operator->click(*m_window, "cronButton-open");
    } else {
        m_operator->press(Qt::Key_7, Qt::ControlModifier);
        m_operator->press(Qt::Key_O, Qt::ControlModifier);
    }
    auto *chooser = m_window->findChild<QFileDialog *>(u"cronChooser"_s);
    QVERIFY(chooser);
    QVERIFY(QTest::qWaitForWindowActive(chooser, kPatience));
    m_operator->type(path);
    if (isMouse)
        m_operator->click(child<QDialogButtonBox>(*chooser)->button(QDialogButtonBox::Open));
    else
        m_operator->press(Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(editor->text(), u"0 4 * * * report\n"_s, kPatience);
    // The next key belongs to the editor, once the window is in front again.
    m_window->activateWindow();
    QTRY_VERIFY_WITH_TIMEOUT(editor->hasFocus(), kPatience);
    if (isMouse) {
        m_operator->doubleClick(editor->viewport(),
                                editor->cursorRect(editor->document()->find(u"4"_s)).center()
                                    - QPoint(4, 0));
        m_operator->type(u"5"_s);
    } else {
        m_operator->type(u"3"_s); // before the 0
    }
    if (isMouse)
        m_operator->click(*m_window, "cronButton-save");
    else
        m_operator->press(Qt::Key_S, Qt::ControlModifier);
    auto *dialog = m_window->findChild<QDialog *>(u"cronSaveDialog"_s);
    QVERIFY(dialog);
    QVERIFY(QTest::qWaitForWindowActive(dialog, kPatience));
    const QPoint before = editor->mapToGlobal(QPoint());
    if (isMouse)
        m_operator->click(*dialog, "cronSaveButton");
    else
        m_operator->press(Qt::Key_Return);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(),
             isMouse ? QByteArray("0 5 * * * report\n") : QByteArray("30 4 * * * report\n"));
    // "Saved" moves nothing, and one goes on typing.
    QTRY_VERIFY_WITH_TIMEOUT(child<QLabel>(*m_window, "cronNotice")->text().startsWith(u"Saved"_s),
                             kPatience);
    QCoreApplication::processEvents();
    QCOMPARE(editor->mapToGlobal(QPoint()), before);
    m_window->activateWindow();
    QTRY_VERIFY_WITH_TIMEOUT(editor->hasFocus(), kPatience);
    YARDMASTER_WITHIN(m_operator->actions(), allowed(u"Edit a crontab"_s));
}

void TestOperatorSetup::runsOneJobHere()
{
    QFETCH(const bool, isMouse);
    m_database->script("select graphile_worker.add_job('greet') from generate_series(1, 3)");
    const QString tasks = m_folder.filePath(u"tasks"_s);
    QVERIFY(QDir().mkpath(tasks));
    QFile task(tasks + u"/greet"_s);
    QVERIFY(task.open(QIODevice::WriteOnly) && task.write("#!/bin/sh\necho hello\n") > 0);
    task.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
    task.close();
    // As it was set up before.
    WorkerSetup kept;
    kept.tasks.folder = tasks;
    kept.save(m_settings.get(), loginKey({}, m_database->settings()));
    open();
    auto *jobs = child<JobsPanel>(*m_window)->table();
    (void)Operator::row(jobs, u"2"_s);
    auto *run = child<QAction>(*m_window, "jobs.run-here");
    if (isMouse) {
        m_operator->clickRow(jobs, u"2"_s);
        QTRY_VERIFY_WITH_TIMEOUT(run->isEnabled(), kPatience);
        m_operator->clickMenu(m_window->menuBar(), {u"Jobs"_s, u"Run this job here"_s});
    } else {
        m_operator->run(u"2"_s);
        QTRY_VERIFY_WITH_TIMEOUT(run->isEnabled(), kPatience);
        m_operator->run(u"run this job here"_s);
    }
    QTRY_COMPARE_WITH_TIMEOUT(m_database->scalar("select string_agg(id::text, ',' order by id)"
                                                 " from graphile_worker._private_jobs"),
                              u"1,3"_s, kPatience);
    YARDMASTER_WITHIN(m_operator->actions(), allowed(u"Run one job locally"_s));
}

void TestOperatorSetup::comparesTwoEnvironments()
{
    QFETCH(const bool, isMouse);
    const TestDatabase other = TestDatabase::createMigrated();
    m_database->script("select graphile_worker.add_job('a') from generate_series(1, 12)");
    other.script("select graphile_worker.add_job('a') from generate_series(1, 3)");
    open();
    std::unique_ptr<MainWindow> second;
    Profile profile;
    profile.id = u"live"_s;
    profile.name = u"live"_s;
    profile.connection = other.settings();
    profile.environment = Environment::Production;
    m_window->setRecent({profile});
    connect(m_window.get(), &MainWindow::recentRequested, this, [&](const QString &id) {
        QCOMPARE(id, u"live"_s);
        second = openWindow(m_settings.get(), other, Environment::Production);
    });
    if (isMouse) {
        m_operator->clickMenu(m_window->menuBar(),
                              {u"File"_s, u"Recent"_s, u"live (Production)"_s});
    } else {
        m_operator->press(Qt::Key_F, Qt::AltModifier);
        m_operator->press(Qt::Key_R);
        m_operator->press(Qt::Key_Return);
    }
    QTRY_VERIFY_WITH_TIMEOUT(second, kPatience);
    // Both are in sight, with all their numbers.
    QTRY_COMPARE_WITH_TIMEOUT(shown(*m_window, JobState::Ready), 12, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(shown(*second, JobState::Ready), 3, kPatience);
    YARDMASTER_WITHIN(m_operator->actions(), allowed(u"Compare two environments"_s));
}

void TestOperatorSetup::handsAViewOver()
{
    QFETCH(const bool, isMouse);
    m_database->script("select graphile_worker.add_job('a') from generate_series(1, 12);"
                       "select graphile_worker.add_job('late', run_at := now() + interval '1 h')");
    QSettings others(m_folder.filePath(u"others.ini"_s), QSettings::IniFormat);
    const auto theirs = openWindow(&others, *m_database, Environment::Staging);
    open();
    child<JobsPanel>(*m_window)->setFilterText(u"task:late"_s); // what is handed over
    if (isMouse) {
        m_operator->click(child<QAbstractButton>(*m_window, "moreViews"));
        m_operator->clickMenu(qobject_cast<QMenu *>(QApplication::activePopupWidget()),
                              {u"Copy link to this filter"_s});
    } else {
        m_operator->run(u"copy link"_s);
    }
    m_operator->moveTo(theirs.get());
    if (isMouse) {
        m_operator->click(child<QAbstractButton>(*theirs, "moreViews"));
        m_operator->clickMenu(qobject_cast<QMenu *>(QApplication::activePopupWidget()),
                              {u"Open link from clipboard"_s});
    } else {
        m_operator->run(u"open link"_s);
    }
    QTRY_COMPARE_WITH_TIMEOUT(child<JobsPanel>(*theirs)->filterText(), u"task:late"_s, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(child<JobsPanel>(*theirs)->model()->rowCount(), 1, kPatience);
    YARDMASTER_WITHIN(m_operator->actions(), allowed(u"Hand a view to a colleague"_s));
}

YARDMASTER_WINDOW_TEST(TestOperatorSetup)
#include "tst_operatorsetup.moc"
