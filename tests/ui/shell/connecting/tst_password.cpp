#include "tests/support/passwordrole.h"
#include "tests/support/testprogram.h"
#include "tests/support/widgets.h"
#include "ui/kit/theme.h"
#include "ui/shell/connecting/connectdialog.h"
#include "ui/shell/connecting/passwordpage.h"
#include "ui/shell/connecting/profileform.h"
#include "ui/shell/consolepage.h"
#include "ui/shell/mainwindow.h"

#include <QCheckBox>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using yardmaster::test::TestDatabase;

namespace {

const QString kPassword = u"hun\"ter '2"_s;

} // namespace

/// Against a role that the server lets in by password only.
class TestPassword : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void missingPasswordIsAskedFor();
    void wrongPasswordIsAskedForAgain();
    void rightPasswordIsKeptWhenWanted();
    void typedElsewhereIsKeptOnceItHasWorked();
    void commandsPasswordIsNotAskedFor();
    void cancelShowsTheRefusal();
    void otherTroubleAsksForNothing();
    void certificatesAreChosenFromFiles();
    void looks();

private:
    struct Window
    {
        explicit Window(const QString &file)
            : settings(file, QSettings::IniFormat)
            , window(&settings)
        { }
        QSettings settings;
        MainWindow window;
    };
    std::unique_ptr<Window> shown(const QString &password, const QString &profileId = {});
    static bool isAsking(const Window &window)
    {
        return child<QWidget>(window.window, "passwordPage")->isVisible();
    }
    static void answer(const Window &window, const QString &password);

    Theme m_theme;
    std::unique_ptr<TestDatabase> m_database;
    QTemporaryDir m_folder;
    std::unique_ptr<PasswordRole> m_role;
};

void TestPassword::initTestCase()
{
    m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
    m_role = std::make_unique<PasswordRole>(*m_database, kPassword.toUtf8());
}

void TestPassword::cleanupTestCase()
{
    m_role.reset();
    m_database.reset();
}

std::unique_ptr<TestPassword::Window> TestPassword::shown(const QString &password,
                                                          const QString &profileId)
{
    auto window = std::make_unique<Window>(m_folder.filePath(u"window.ini"_s));
    window->window.show();
    window->window.activateWindow();
    if (!QTest::qWaitForWindowActive(&window->window, kPatience))
        qFatal("no window");
    MainWindowSetup setup;
    setup.connection = m_role->settings();
    setup.connection.set(u"password"_s, password);
    setup.profileId = profileId;
    setup.profileName = u"shop"_s;
    window->window.connectTo(setup);
    return window;
}

void TestPassword::answer(const Window &window, const QString &password)
{
    QTRY_VERIFY_WITH_TIMEOUT(isAsking(window), kPatience);
    auto *field = child<QLineEdit>(window.window, "passwordField");
    QVERIFY(!child<QPushButton>(window.window, "passwordConnect")->isEnabled());
    QTest::keyClicks(field, password);
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(field->text().isEmpty());
}

void TestPassword::missingPasswordIsAskedFor()
{
    const auto window = shown({});
    const QSignalSpy kept(&window->window, &MainWindow::passwordAccepted);
    answer(*window, kPassword);
    QTRY_COMPARE_WITH_TIMEOUT(child<QLabel>(window->window, "connectionState")->text(),
                              u"Connected"_s, kPatience);
    QVERIFY(!isAsking(*window));
    QVERIFY(!child<QCheckBox>(window->window, "passwordKeep")->isVisible()); // no profile
    QCOMPARE(kept.count(), 0);
}

void TestPassword::wrongPasswordIsAskedForAgain()
{
    const auto window = shown(u"wrong"_s);
    QTRY_VERIFY_WITH_TIMEOUT(isAsking(*window), kPatience);
    QVERIFY(child<QLabel>(window->window, "passwordRefusal")->text().contains(u"refused"_s));
    QVERIFY(child<QLabel>(window->window, "passwordSentence")->text().contains(m_role->name()));
    // Or the refused one would be sent again and again meanwhile.
    QVERIFY(window->window.console()->isIdle());
    answer(*window, u"wrong again"_s);
    QTRY_VERIFY_WITH_TIMEOUT(!isAsking(*window), kPatience);
    answer(*window, kPassword);
    QTRY_COMPARE_WITH_TIMEOUT(child<QLabel>(window->window, "connectionState")->text(),
                              u"Connected"_s, kPatience);
    QVERIFY(!window->window.console()->isIdle());
}

void TestPassword::rightPasswordIsKeptWhenWanted()
{
    const auto window = shown({}, u"profile-7"_s);
    const QSignalSpy kept(&window->window, &MainWindow::passwordAccepted);
    QTRY_VERIFY_WITH_TIMEOUT(isAsking(*window), kPatience);
    child<QCheckBox>(window->window, "passwordKeep")->setChecked(true);
    answer(*window, u"wrong"_s);
    QTRY_VERIFY_WITH_TIMEOUT(!isAsking(*window), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(isAsking(*window), kPatience);
    QCOMPARE(kept.count(), 0); // a wrong one is not
    answer(*window, kPassword);
    QTRY_COMPARE_WITH_TIMEOUT(kept.count(), 1, kPatience);
    QVERIFY(kept.first().at(0).toString().startsWith("profile-7-"_L1)); // and where it leads
    QCOMPARE(kept.first().at(1).toString(), kPassword);
}

void TestPassword::typedElsewhereIsKeptOnceItHasWorked()
{
    for (const bool isRight : {false, true}) {
        Window window(m_folder.filePath(u"window.ini"_s));
        window.window.show();
        const QSignalSpy kept(&window.window, &MainWindow::passwordAccepted);
        MainWindowSetup setup;
        setup.connection = m_role->settings();
        setup.connection.set(u"password"_s, isRight ? kPassword : u"wrong"_s);
        setup.profileId = u"profile-8"_s;
        setup.keepsPassword = true;
        window.window.connectTo(setup);
        if (isRight) {
            QTRY_COMPARE_WITH_TIMEOUT(kept.count(), 1, kPatience);
            QCOMPARE(kept.first().at(1).toString(), kPassword);
        } else {
            QTRY_VERIFY_WITH_TIMEOUT(isAsking(window), kPatience);
            QCOMPARE(kept.count(), 0);
        }
    }
}

void TestPassword::commandsPasswordIsNotAskedFor()
{
    Window window(m_folder.filePath(u"window.ini"_s));
    window.window.show();
    MainWindowSetup setup;
    setup.connection = m_role->settings();
    setup.connection.setPasswordCommand(u"echo wrong"_s);
    window.window.connectTo(setup);
    auto *retry = child<QPushButton>(window.window, "startEditConnection");
    QTRY_VERIFY_WITH_TIMEOUT(retry->isVisible(), kPatience);
    QVERIFY(!isAsking(window));
    setup.connection.setPasswordCommand(u"printf %s \"hun\"\"\"ter '2\""_s);
    window.window.connectTo(setup);
    QTRY_COMPARE_WITH_TIMEOUT(child<QLabel>(window.window, "connectionState")->text(),
                              u"Connected"_s, kPatience);
}

void TestPassword::cancelShowsTheRefusal()
{
    const auto window = shown(u"wrong"_s);
    const QSignalSpy retries(&window->window, &MainWindow::retryRequested);
    QTRY_VERIFY_WITH_TIMEOUT(isAsking(*window), kPatience);
    QTest::keyClick(child<QLineEdit>(window->window, "passwordField"), Qt::Key_Escape);
    QVERIFY(!isAsking(*window));
    const auto buttons = window->window.findChildren<QPushButton *>();
    for (QPushButton *button : buttons) {
        if (button->isVisible() && button->text() == u"Try again"_s)
            QTest::mouseClick(button, Qt::LeftButton);
    }
    QCOMPARE(retries.count(), 1);
}

void TestPassword::otherTroubleAsksForNothing()
{
    Window window(m_folder.filePath(u"window.ini"_s));
    window.window.show();
    MainWindowSetup setup;
    setup.connection.set(u"host"_s, u"/nonexistent"_s);
    window.window.connectTo(setup);
    QTRY_COMPARE_WITH_TIMEOUT(child<QLabel>(window.window, "connectionState")->text(),
                              u"Cannot connect"_s, kPatience);
    QCoreApplication::processEvents();
    QVERIFY(!isAsking(window));
}

void TestPassword::certificatesAreChosenFromFiles()
{
    const QString path = m_folder.filePath(u"root.crt"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    for (const char *name : {"profileRootCertificate", "profileCertificate", "profileKey"}) {
        ProfileForm form;
        form.show();
        auto *field = child<QLineEdit>(form, name);
        field->setText(path); // the chooser begins where it is
        QTest::mouseClick(child<QPushButton>(form, (QByteArray(name) + "Browse").constData()),
                          Qt::LeftButton);
        auto *chooser = child<QFileDialog>(form, "certificateChooser");
        QCOMPARE(QDir(chooser->directory()).canonicalPath(), QDir(m_folder.path()).canonicalPath());
        field->clear();
        Q_EMIT chooser->fileSelected(path);
        QCOMPARE(field->text(), path);
        chooser->reject();
    }
}

void TestPassword::looks()
{
    PasswordPage page;
    page.ask(u"ada@db.example.com/shop"_s, u"The server refused the password."_s, true);
    page.resize(900, 560);
    page.show();
    QVERIFY(takePictures(&m_theme, &page, u"password"_s));
}

YARDMASTER_WINDOW_TEST(TestPassword)
#include "tst_password.moc"
