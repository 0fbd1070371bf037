#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/support/widgets.h"
#include "ui/kit/theme.h"
#include "ui/shell/connecting/connectdialog.h"
#include "ui/shell/connecting/passwordpage.h"
#include "ui/shell/connecting/profileform.h"
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

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<TestDatabase> m_database;
    QTemporaryDir m_folder;
    QString m_role;
    QString m_hbaFile;
    QByteArray m_hbaBefore;
};

void TestPassword::initTestCase()
{
    m_theme = std::make_unique<Theme>();
    m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
    m_role = m_database->name() + u"_ada"_s;
    const auto session = m_database->session();
    QVERIFY(session->query("set password_encryption = 'scram-sha-256'"));
    QVERIFY(session->query("create role \"" + m_role.toUtf8()
                           + "\" superuser login password 'hun\"ter ''2'"));
    // The first line that fits counts; it fits nobody else.
    m_hbaFile = m_database->scalar("show hba_file");
    QFile file(m_hbaFile);
    QVERIFY(file.open(QIODevice::ReadWrite));
    m_hbaBefore = file.readAll();
    QVERIFY(file.seek(0));
    const QByteArray line = "local \"" + m_database->name().toUtf8() + "\" \"" + m_role.toUtf8()
        + "\" scram-sha-256\n";
    QCOMPARE(file.write(line + m_hbaBefore), line.size() + m_hbaBefore.size());
    file.close();
    m_database->script("select pg_reload_conf()");
    // The reload reaches the postmaster a moment later.
    ConnectionSettings settings = m_database->settings();
    settings.set(u"user"_s, m_role);
    QTRY_VERIFY_WITH_TIMEOUT(!Session::open(settings, u"test"_s), kPatience);
}

void TestPassword::cleanupTestCase()
{
    QFile file(m_hbaFile);
    if (!m_hbaBefore.isEmpty() && file.open(QIODevice::WriteOnly)) {
        file.write(m_hbaBefore);
        file.close();
        m_database->script("select pg_reload_conf()");
    }
    m_database->script("drop role if exists \"" + m_role.toUtf8() + '"');
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
    setup.connection = m_database->settings();
    setup.connection.set(u"user"_s, m_role);
    setup.connection.set(u"password"_s, password);
    setup.connection.set(u"passfile"_s, u"/nonexistent"_s);
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
    QVERIFY(child<QLabel>(window->window, "passwordSentence")->text().contains(m_role));
    answer(*window, u"wrong again"_s);
    QTRY_VERIFY_WITH_TIMEOUT(!isAsking(*window), kPatience);
    answer(*window, kPassword);
    QTRY_COMPARE_WITH_TIMEOUT(child<QLabel>(window->window, "connectionState")->text(),
                              u"Connected"_s, kPatience);
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
    QVERIFY(takePictures(m_theme.get(), &page, u"password"_s));
}

YARDMASTER_WINDOW_TEST(TestPassword)
#include "tst_password.moc"
