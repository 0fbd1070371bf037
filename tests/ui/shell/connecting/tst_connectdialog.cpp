#include "tests/support/testprogram.h"
#include "ui/shell/connecting/connectdialog.h"

#include "models/connecting/profilestore.h"
#include "models/connecting/secretstore.h"
#include "models/values/language.h"
#include "tests/support/testdatabase.h"
#include "tests/support/widgets.h"
#include "ui/kit/dialogbody.h"
#include "ui/kit/theme.h"
#include "ui/shell/mainwindow.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScopeGuard>
#include <QScreen>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QStyle>
#include <QStyleOptionFrame>
#include <QTemporaryDir>
#include <QTest>

#include <QTreeWidget>
#include <functional>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using yardmaster::test::TestDatabase;

namespace {

void type(const QWidget &parent, const char *name, const QString &text)
{
    auto *field = child<QLineEdit>(parent, name);
    field->clear();
    QTest::keyClicks(field, text);
}

void click(const QWidget &parent, const char *name)
{
    QTest::mouseClick(child<QPushButton>(parent, name), Qt::LeftButton);
}

QString text(const QWidget &parent, const char *label)
{
    return child<QLabel>(parent, label)->text();
}

} // namespace

/// Long because the dialog is the way to every kind of connection, and to its password.
class TestConnectDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme = std::make_unique<Theme>(); }
    void init();
    void pastedUrlFillsTheFormAndIsStored();
    void pastedUrlLeavesStoredProfilesAlone();
    void typedUrlIsTakenWhenItIsComplete();
    void problemsStandBelowTheirFields();
    void weakEncryptionIsWarnedAbout();
    void keptPasswordIsUsed();
    void passwordIsForgottenWhenNotKept();
    void passwordOfAnotherServerIsNotUsed();
    void passwordIsKeptOnceALoginHasWorked();
    void keychainThatFailsIsShown();
    void waysAreStored();
    void aFailedConnectionIsEdited();
    void recentProfilesAreInTheMenu();
    void testButtonShowsTheSteps();
    void sandboxIsBuiltIn();
    void deletingAsksTwice();
    void controlNAsksForAnotherConnection();
    void restrictionsAreShownInTheWindow();
    void itIsAsWideAsItsForm();
    void theListGivesWayOnANarrowScreen();
    void fieldsShowWhatTheyAreFor();
    void looks();

private:
    std::unique_ptr<ConnectDialog> shown();
    void select(const ConnectDialog &dialog, const QString &name);
    Profile saved(const QString &name, Environment environment, const QString &group = {});
    /// The dialog as it opens first, in English and in German.
    void inEachLanguage(const std::function<void(const ConnectDialog &, const QString &)> &look);

    std::unique_ptr<Theme> m_theme;
    QTemporaryDir m_folder;
    int m_serial = 0;
    std::unique_ptr<ProfileStore> m_profiles;
    std::unique_ptr<MemorySecrets> m_secrets;
};

void TestConnectDialog::init()
{
    m_profiles = std::make_unique<ProfileStore>(m_folder.filePath(u"%1.ini"_s.arg(++m_serial)));
    m_secrets = std::make_unique<MemorySecrets>();
}

std::unique_ptr<ConnectDialog> TestConnectDialog::shown()
{
    auto dialog = std::make_unique<ConnectDialog>(m_profiles.get(), m_secrets.get());
    dialog->show();
    if (!QTest::qWaitForWindowExposed(dialog.get(), kPatience))
        qFatal("the dialog does not appear");
    return dialog;
}

Profile TestConnectDialog::saved(const QString &name, Environment environment, const QString &group)
{
    Profile profile = Profile::make();
    profile.name = name;
    profile.group = group;
    profile.environment = environment;
    profile.connection.set(u"host"_s, u"db.example.com"_s);
    if (!m_profiles->save(profile))
        qFatal("not saved");
    return profile;
}

void TestConnectDialog::select(const ConnectDialog &dialog, const QString &name)
{
    auto *list = child<QTreeWidget>(dialog, "profileList");
    const auto items = list->findItems(name, Qt::MatchExactly | Qt::MatchRecursive);
    if (items.size() != 1)
        qFatal("no profile %s", qUtf8Printable(name));
    list->setCurrentItem(items.first());
}

void TestConnectDialog::pastedUrlFillsTheFormAndIsStored()
{
    const auto dialog = shown();
    child<QLineEdit>(*dialog, "profileUrl")
        ->setText(u"postgres://ada:hunter2@db.example.com:6543/shop?sslmode=verify-full"_s);
    QCOMPARE(child<QLineEdit>(*dialog, "profileUrl")->text(), QString());
    QCOMPARE(child<QLineEdit>(*dialog, "profileHost")->text(), u"db.example.com"_s);
    QCOMPARE(child<QLineEdit>(*dialog, "profilePort")->text(), u"6543"_s);
    QCOMPARE(child<QLineEdit>(*dialog, "profileUser")->text(), u"ada"_s);
    QCOMPARE(child<QLineEdit>(*dialog, "profileDatabase")->text(), u"shop"_s);
    QCOMPARE(child<QLineEdit>(*dialog, "profilePassword")->text(), u"hunter2"_s);
    QCOMPARE(child<QComboBox>(*dialog, "profileSslMode")->currentText(), u"verify-full"_s);
    QVERIFY(child<QCheckBox>(*dialog, "keepPassword")->isChecked());
    click(*dialog, "saveProfile");
    const QList<Profile> profiles = m_profiles->profiles();
    QCOMPARE(profiles.size(), 1);
    QCOMPARE(profiles.first().name, u"shop"_s);
    QVERIFY(m_secrets->secrets().isEmpty()); // nobody knows yet whether it is right
    QVERIFY(text(*dialog, "passwordProblem").contains(u"once a login with it has succeeded"_s));

    child<QLineEdit>(*dialog, "profileUrl")->setText(u"mysql://db/shop"_s);
    QVERIFY(text(*dialog, "urlProblem").contains(u"not a PostgreSQL URL"_s));
}

/// With the first profile of the list in front, as the dialog opens.
void TestConnectDialog::pastedUrlLeavesStoredProfilesAlone()
{
    const Profile staging = saved(u"staging"_s, Environment::Staging);
    const auto dialog = shown();
    QCOMPARE(child<QLineEdit>(*dialog, "profileName")->text(), u"staging"_s);
    child<QLineEdit>(*dialog, "profileUrl")->setText(u"postgres://ada@live.example.com/shop"_s);
    QCOMPARE(child<QLineEdit>(*dialog, "profileHost")->text(), u"live.example.com"_s);
    QCOMPARE(child<QLineEdit>(*dialog, "profileName")->text(), u"shop"_s);
    QVERIFY(!child<QPushButton>(*dialog, "deleteProfile")->isEnabled());
    const QSignalSpy wanted(dialog.get(), &ConnectDialog::connectRequested);
    click(*dialog, "connectButton");
    QCOMPARE(wanted.count(), 1);
    QVERIFY(wanted.first().first().value<Profile>().id != staging.id);
    QCOMPARE(m_profiles->profiles().size(), 2);
    QVERIFY(m_profiles->profiles().contains(staging));

    // One that is edited is what the URL is for.
    const auto editing = shown();
    editing->edit(staging, {});
    child<QLineEdit>(*editing, "profileUrl")->setText(u"postgres://ada@other.example.com/"_s);
    QCOMPARE(child<QLineEdit>(*editing, "profileName")->text(), u"staging"_s);
    click(*editing, "saveProfile");
    QCOMPARE(m_profiles->profiles().size(), 2);
}

void TestConnectDialog::typedUrlIsTakenWhenItIsComplete()
{
    const auto dialog = shown();
    auto *url = child<QLineEdit>(*dialog, "profileUrl");
    const QString typed = u"postgres://ada:hunter2@db.example.com/shop"_s;
    url->setFocus();
    QTest::keyClicks(url, typed);
    QCOMPARE(url->text(), typed);
    QCOMPARE(child<QLineEdit>(*dialog, "profileHost")->text(), QString());
    QCOMPARE(child<QLineEdit>(*dialog, "profileName")->text(), QString());
    child<QLineEdit>(*dialog, "profileName")->setFocus();
    QCOMPARE(url->text(), QString());
    QCOMPARE(child<QLineEdit>(*dialog, "profileHost")->text(), u"db.example.com"_s);
    QCOMPARE(child<QLineEdit>(*dialog, "profilePassword")->text(), u"hunter2"_s);
    QCOMPARE(child<QLineEdit>(*dialog, "profileName")->text(), u"shop"_s);
    // By a button's mnemonic the field is not left.
    url->setFocus();
    QTest::keyClicks(url, u"postgres://db2.example.com/shop"_s);
    child<QPushButton>(*dialog, "saveProfile")->click();
    QCOMPARE(m_profiles->profiles().size(), 1);
    QCOMPARE(m_profiles->profiles().first().connection.value(u"host"_s), u"db2.example.com"_s);
}

void TestConnectDialog::problemsStandBelowTheirFields()
{
    const auto dialog = shown();
    const QSignalSpy requests(dialog.get(), &ConnectDialog::connectRequested);
    type(*dialog, "profilePort", u"http"_s);
    click(*dialog, "connectButton");
    QVERIFY(child<QLabel>(*dialog, "nameProblem")->isVisible());
    QVERIFY(child<QLabel>(*dialog, "portProblem")->isVisible());
    QVERIFY(!child<QLabel>(*dialog, "schemaProblem")->isVisible());
    QCOMPARE(requests.count(), 0);
    QVERIFY(m_profiles->profiles().isEmpty());
    QVERIFY(dialog->isVisible());
}

void TestConnectDialog::weakEncryptionIsWarnedAbout()
{
    const auto dialog = shown();
    auto *mode = child<QComboBox>(*dialog, "profileSslMode");
    type(*dialog, "profileHost", u"db.example.com"_s);
    mode->setCurrentIndex(mode->findText(u"require"_s));
    QVERIFY(text(*dialog, "sslWarning").contains(u"the server is not authenticated"_s));
    mode->setCurrentIndex(mode->findText(u"verify-full"_s));
    QVERIFY(!child<QLabel>(*dialog, "sslWarning")->isVisible());
}

void TestConnectDialog::keptPasswordIsUsed()
{
    const Profile profile = saved(u"shop"_s, Environment::Staging);
    m_secrets->write(loginKey(profile.id, profile.connection), u"hunter2"_s, this,
                     [](const SecretStore::Done &) {});
    const auto dialog = shown();
    QTRY_VERIFY_WITH_TIMEOUT(child<QCheckBox>(*dialog, "keepPassword")->isChecked(), 60000);
    QSignalSpy requests(dialog.get(), &ConnectDialog::connectRequested);
    // Or the tab that is opened then would stay behind that of the dialog.
    bool isClosed = false;
    connect(dialog.get(), &ConnectDialog::connectRequested, this,
            [&] { isClosed = !dialog->isVisible(); });
    click(*dialog, "connectButton");
    QTRY_COMPARE_WITH_TIMEOUT(requests.count(), 1, 60000);
    QCOMPARE(requests.first().at(0).value<Profile>(), profile);
    QCOMPARE(requests.first().at(1).toString(), u"hunter2"_s);
    QVERIFY(isClosed);
}

void TestConnectDialog::passwordIsForgottenWhenNotKept()
{
    const Profile profile = saved(u"shop"_s, Environment::Staging);
    m_secrets->write(loginKey(profile.id, profile.connection), u"hunter2"_s, this,
                     [](const SecretStore::Done &) {});
    const auto dialog = shown();
    auto *keep = child<QCheckBox>(*dialog, "keepPassword");
    QTRY_VERIFY_WITH_TIMEOUT(keep->isChecked(), 60000);
    keep->setChecked(false);
    click(*dialog, "saveProfile");
    QVERIFY(m_secrets->secrets().isEmpty());
}

/// As when a file of profiles that others may write to leads elsewhere.
void TestConnectDialog::passwordOfAnotherServerIsNotUsed()
{
    Profile profile = saved(u"shop"_s, Environment::Staging);
    m_secrets->write(loginKey(profile.id, profile.connection), u"hunter2"_s, this,
                     [](const SecretStore::Done &) {});
    profile.connection.set(u"host"_s, u"evil.example.com"_s);
    QVERIFY(m_profiles->save(profile));
    {
        const auto dialog = shown();
        QSignalSpy requests(dialog.get(), &ConnectDialog::connectRequested);
        child<QCheckBox>(*dialog, "keepPassword")->setChecked(true);
        click(*dialog, "connectButton");
        QTRY_COMPARE_WITH_TIMEOUT(requests.count(), 1, 60000);
        QCOMPARE(requests.first().at(1).toString(), QString());
    }
    profile.connection.set(u"host"_s, u"db.example.com"_s);
    QVERIFY(m_profiles->save(profile));
    // Changed in the dialog: the old one is forgotten.
    const auto dialog = shown();
    QTRY_VERIFY_WITH_TIMEOUT(child<QCheckBox>(*dialog, "keepPassword")->isChecked(), 60000);
    type(*dialog, "profileUser", u"ada"_s);
    click(*dialog, "saveProfile");
    QVERIFY(m_secrets->secrets().isEmpty());
    QVERIFY(!child<QCheckBox>(*dialog, "keepPassword")->isChecked());
}

void TestConnectDialog::passwordIsKeptOnceALoginHasWorked()
{
    const TestDatabase database = TestDatabase::createMigrated(); // takes any password
    const auto dialog = shown();
    child<QLineEdit>(*dialog, "profileUrl")->setText(database.conninfo());
    type(*dialog, "profileName", u"shop"_s);
    type(*dialog, "profilePassword", u"hunter2"_s);
    child<QCheckBox>(*dialog, "keepPassword")->setChecked(true);
    click(*dialog, "saveProfile");
    QVERIFY(m_secrets->secrets().isEmpty());
    click(*dialog, "testConnection");
    QTRY_VERIFY_WITH_TIMEOUT(dialog->test().hasPassed(), kPatience);
    const Profile profile = m_profiles->profiles().first();
    QCOMPARE(m_secrets->secrets().value(loginKey(profile.id, profile.connection)), u"hunter2"_s);
    QVERIFY(!child<QLabel>(*dialog, "passwordProblem")->isVisible());

    // Of a profile that was tested first.
    click(*dialog, "newProfile");
    child<QLineEdit>(*dialog, "profileUrl")->setText(database.conninfo());
    type(*dialog, "profileName", u"other"_s);
    type(*dialog, "profilePassword", u"hunter3"_s);
    child<QCheckBox>(*dialog, "keepPassword")->setChecked(true);
    click(*dialog, "testConnection");
    QTRY_VERIFY_WITH_TIMEOUT(dialog->test().hasPassed(), kPatience);
    QCOMPARE(m_secrets->secrets().size(), 1);
    click(*dialog, "saveProfile");
    QCOMPARE(m_secrets->secrets().size(), 2);
    QVERIFY(m_secrets->secrets().values().contains(u"hunter3"_s));

    // Whether it works is for the window to find out.
    click(*dialog, "newProfile");
    child<QLineEdit>(*dialog, "profileUrl")->setText(database.conninfo());
    type(*dialog, "profileName", u"third"_s);
    type(*dialog, "profilePassword", u"hunter4"_s);
    child<QCheckBox>(*dialog, "keepPassword")->setChecked(true);
    const QSignalSpy requests(dialog.get(), &ConnectDialog::connectRequested);
    click(*dialog, "connectButton");
    QCOMPARE(requests.count(), 1);
    QCOMPARE(requests.first().at(1).toString(), u"hunter4"_s);
    QVERIFY(requests.first().at(2).toBool());
    QCOMPARE(m_secrets->secrets().size(), 2);
}

void TestConnectDialog::keychainThatFailsIsShown()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const auto dialog = shown();
    m_secrets->setProblem(u"The keychain is locked."_s);
    child<QLineEdit>(*dialog, "profileUrl")->setText(database.conninfo());
    type(*dialog, "profileName", u"shop"_s);
    type(*dialog, "profilePassword", u"hunter2"_s);
    child<QCheckBox>(*dialog, "keepPassword")->setChecked(true);
    click(*dialog, "saveProfile");
    click(*dialog, "testConnection");
    QTRY_COMPARE_WITH_TIMEOUT(text(*dialog, "passwordProblem"), u"The keychain is locked."_s,
                              60000);
}

void TestConnectDialog::waysAreStored()
{
    const auto dialog = shown();
    type(*dialog, "profileName", u"shop"_s);
    QVERIFY(!child<QLineEdit>(*dialog, "profileSshOptions")->isEnabled());
    type(*dialog, "profileSsh", u"ada@bastion"_s);
    type(*dialog, "profileSshOptions", u"-L 1:a:2"_s);
    type(*dialog, "profilePassword", u"hunter2"_s);
    type(*dialog, "profilePasswordCommand", u"pass show shop"_s);
    QVERIFY(!child<QLineEdit>(*dialog, "profilePassword")->isEnabled());
    QVERIFY(!child<QCheckBox>(*dialog, "keepPassword")->isEnabled());
    type(*dialog, "profileStandby", u"db2:pg"_s);
    click(*dialog, "saveProfile");
    QVERIFY(text(*dialog, "sshProblem").contains(u"cannot be used for a tunnel"_s));
    QVERIFY(text(*dialog, "standbyProblem").contains(u"A port must be a number"_s));
    QVERIFY(m_profiles->profiles().isEmpty());
    type(*dialog, "profileSshOptions", u"-p 2222"_s);
    type(*dialog, "profileStandby", u"db2:5433"_s);
    const QSignalSpy requests(dialog.get(), &ConnectDialog::connectRequested);
    click(*dialog, "connectButton");
    QTRY_COMPARE_WITH_TIMEOUT(requests.count(), 1, kPatience);
    QCOMPARE(requests.first().at(1).toString(), QString()); // the command prints it
    const Profile stored = m_profiles->profiles().first();
    QCOMPARE(stored.connection.sshHost(), u"ada@bastion"_s);
    QCOMPARE(stored.connection.sshOptions(), u"-p 2222"_s);
    QCOMPARE(stored.connection.passwordCommand(), u"pass show shop"_s);
    QCOMPARE(stored.connection.standby(), u"db2:5433"_s);
    QVERIFY(m_secrets->secrets().isEmpty());
}

void TestConnectDialog::aFailedConnectionIsEdited()
{
    QSettings settings(m_folder.filePath(u"failed.ini"_s), QSettings::IniFormat);
    MainWindow window(&settings);
    window.show();
    MainWindowSetup setup;
    setup.environment = Environment::Staging;
    setup.connection.set(u"host"_s, u"/nonexistent"_s);
    window.connectTo(setup);
    auto *edit = child<QPushButton>(window, "editConnectionButton");
    QTRY_VERIFY_WITH_TIMEOUT(edit->isVisible(), kPatience);
    const QSignalSpy wanted(&window, &MainWindow::editConnectionRequested);
    QTest::mouseClick(edit, Qt::LeftButton);
    QCOMPARE(wanted.count(), 1);
    QVERIFY(wanted.first().at(0).toString().contains(u"/nonexistent"_s));
    QVERIFY(window.isReplaceable());
    {
        const Profile profile = saved(u"shop"_s, Environment::Staging);
        const auto dialog = shown();
        dialog->edit(profile, u"No such server."_s);
        QCOMPARE(child<QLineEdit>(*dialog, "profileHost")->text(), u"db.example.com"_s);
        QCOMPARE(text(*dialog, "connectProblem"), u"No such server."_s);
        Profile other; // of a command line
        other.connection.set(u"host"_s, u"elsewhere"_s);
        dialog->edit(other, {});
        QCOMPARE(child<QLineEdit>(*dialog, "profileHost")->text(), u"elsewhere"_s);
    }
    // A server that answers needs no other address.
    const TestDatabase database = TestDatabase::createMigrated();
    setup.connection = database.settings();
    window.connectTo(setup);
    QTRY_COMPARE_WITH_TIMEOUT(child<QLabel>(window, "connectionState")->text(), u"Connected"_s,
                              kPatience);
    QVERIFY(!child<QPushButton>(window, "editConnectionButton")->isVisible());
    QVERIFY(!window.isReplaceable());
}

void TestConnectDialog::recentProfilesAreInTheMenu()
{
    QSettings settings(m_folder.filePath(u"recent.ini"_s), QSettings::IniFormat);
    MainWindow window(&settings);
    window.show();
    window.setRecent({saved(u"A & B"_s, Environment::Production, u"Shop"_s)});
    auto *recent = child<QMenu>(window, "recentMenu");
    QMetaObject::invokeMethod(recent->parent(), "aboutToShow");
    QCOMPARE(recent->actions().size(), 1);
    QCOMPARE(recent->actions().first()->text(), u"Shop / A && B (Production)"_s);
    const QSignalSpy wanted(&window, &MainWindow::recentRequested);
    recent->actions().first()->trigger();
    QCOMPARE(wanted.first().at(0).toString(), m_profiles->profiles().first().id);
    // What is shown already is not offered.
    MainWindowSetup setup;
    setup.connection.set(u"host"_s, m_folder.path());
    setup.profileId = m_profiles->profiles().first().id;
    window.connectTo(setup);
    QMetaObject::invokeMethod(recent->parent(), "aboutToShow");
    QVERIFY(recent->actions().isEmpty());
    QVERIFY(!recent->isEnabled());
}

void TestConnectDialog::testButtonShowsTheSteps()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const auto dialog = shown();
    child<QLineEdit>(*dialog, "profileUrl")->setText(database.conninfo());
    click(*dialog, "testConnection");
    QTRY_VERIFY_WITH_TIMEOUT(dialog->test().hasPassed(), kPatience);
    QVERIFY(text(*dialog, "testStep3").contains(u"Logged in as"_s));
    QVERIFY(text(*dialog, "testStep4").contains(u"revision 20"_s));
    QVERIFY(text(*dialog, "testStep5").contains(u"may see and change all jobs"_s));
}

void TestConnectDialog::sandboxIsBuiltIn()
{
    const auto dialog = shown();
    select(*dialog, u"Sandbox"_s);
    QVERIFY(!child<QLineEdit>(*dialog, "profileHost")->isVisible());
    QVERIFY(!child<QPushButton>(*dialog, "deleteProfile")->isEnabled());
    const QSignalSpy requests(dialog.get(), &ConnectDialog::connectRequested);
    click(*dialog, "connectButton");
    QCOMPARE(requests.count(), 1);
    QVERIFY(requests.first().at(0).value<Profile>().isSandbox());
    QVERIFY(m_profiles->profiles().isEmpty());
}

void TestConnectDialog::deletingAsksTwice()
{
    const Profile profile = saved(u"shop"_s, Environment::Staging);
    m_secrets->write(loginKey(profile.id, profile.connection), u"hunter2"_s, this,
                     [](const SecretStore::Done &) {});
    const auto dialog = shown();
    click(*dialog, "deleteProfile");
    QCOMPARE(m_profiles->profiles().size(), 1);
    click(*dialog, "deleteProfile");
    QVERIFY(m_profiles->profiles().isEmpty());
    QVERIFY(m_secrets->secrets().isEmpty());
}

void TestConnectDialog::controlNAsksForAnotherConnection()
{
    QSettings settings(m_folder.filePath(u"window.ini"_s), QSettings::IniFormat);
    MainWindow window(&settings);
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window, kPatience));
    const QSignalSpy wanted(&window, &MainWindow::connectRequested);
    const QSignalSpy closed(&window, &MainWindow::closed);
    QTest::keyClick(&window, Qt::Key_N, Qt::ControlModifier);
    QCOMPARE(wanted.count(), 1);
    QVERIFY(window.close());
    QCOMPARE(closed.count(), 1);
}

void TestConnectDialog::restrictionsAreShownInTheWindow()
{
    const TestDatabase database = TestDatabase::createMigrated();
    Profile profile = saved(u"billing"_s, Environment::Production);
    profile.connection = database.settings();
    profile.isReadOnly = true;
    QSettings settings(m_folder.filePath(u"window.ini"_s), QSettings::IniFormat);
    MainWindow window(&settings);
    window.show();
    MainWindowSetup setup;
    setup.connection = profile.sessionSettings({});
    setup.profileName = profile.name;
    window.connectTo(setup);
    QTRY_VERIFY_WITH_TIMEOUT(
        window.findChild<QLabel *>(u"freshness"_s)->text().contains(u"connection is read-only"_s),
        kPatience);
}

void TestConnectDialog::inEachLanguage(
    const std::function<void(const ConnectDialog &, const QString &)> &look)
{
    const auto back = qScopeGuard([] { Language::install(u"en"_s); });
    for (const QString &language : {u"en"_s, u"de"_s}) {
        Language::install(language);
        ConnectDialog dialog(m_profiles.get(), m_secrets.get());
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog, kPatience));
        look(dialog, language);
        if (QTest::currentTestFailed())
            return;
    }
}

void TestConnectDialog::itIsAsWideAsItsForm()
{
    inEachLanguage([](const ConnectDialog &dialog, const QString &language) {
        const auto *body = child<DialogBody>(dialog);
        QVERIFY2(body->horizontalScrollBar()->maximum() == 0, qPrintable(language));
    });
}

void TestConnectDialog::theListGivesWayOnANarrowScreen()
{
    const auto screens = QGuiApplication::screens();
    const auto narrow = std::ranges::find(screens, u"tests-narrow"_s, &QScreen::name);
    QVERIFY(narrow != screens.end());
    QWidget parent;
    parent.setScreen(*narrow);
    parent.move((*narrow)->geometry().topLeft());
    parent.show();
    QVERIFY(QTest::qWaitForWindowExposed(&parent, kPatience));
    ConnectDialog dialog(m_profiles.get(), m_secrets.get(), &parent);
    dialog.show();
    QVERIFY(QTest::qWaitForWindowExposed(&dialog, kPatience));
    QVERIFY(dialog.width() <= 800);
    QCOMPARE(child<DialogBody>(dialog)->horizontalScrollBar()->maximum(), 0);
    QVERIFY(child<QTreeWidget>(dialog, "profileList")->width() >= 120);
}

void TestConnectDialog::fieldsShowWhatTheyAreFor()
{
    inEachLanguage([](const ConnectDialog &dialog, const QString &language) {
        const auto isRoomFor = [](const QLineEdit *field, const QString &text) {
            QStyleOptionFrame option;
            option.initFrom(field);
            const QRect room
                = field->style()->subElementRect(QStyle::SE_LineEditContents, &option, field);
            return field->fontMetrics().horizontalAdvance(text) <= room.width();
        };
        const auto fields = dialog.findChildren<QLineEdit *>();
        for (const QLineEdit *field : fields) {
            if (field->isVisible())
                QVERIFY2(isRoomFor(field, field->placeholderText()),
                         qPrintable(language + u' ' + field->placeholderText()));
        }
        for (const char *name : {"profileRootCertificate", "profileCertificate", "profileKey"})
            QVERIFY2(isRoomFor(child<QLineEdit>(dialog, name), u"root.crt"_s), name);
    });
}

void TestConnectDialog::looks()
{
    const TestDatabase database = TestDatabase::createMigrated();
    saved(u"billing"_s, Environment::Production, u"Shop"_s);
    saved(u"billing staging"_s, Environment::Staging, u"Shop"_s);
    saved(u"local"_s, Environment::Development);
    const auto dialog = shown();
    select(*dialog, u"billing"_s);
    const auto keep = [&](const QString &name) {
        QVERIFY(takePictures(m_theme.get(), dialog.get(), u"connect-"_s + name));
    };
    keep(u"profile"_s);
    type(*dialog, "profileSsh", u"ada@bastion.example.com"_s);
    type(*dialog, "profilePasswordCommand", u"pass show shop/production"_s);
    keep(u"ssh"_s);
    type(*dialog, "profileSsh", QString());
    type(*dialog, "profilePasswordCommand", QString());
    child<QLineEdit>(*dialog, "profileUrl")->setText(database.conninfo());
    type(*dialog, "profileName", QString());
    click(*dialog, "testConnection");
    QTRY_VERIFY_WITH_TIMEOUT(dialog->test().hasPassed(), kPatience);
    click(*dialog, "saveProfile");
    keep(u"tested"_s);
    const auto labels = dialog->findChildren<QLabel *>();
    for (const QLabel *label : labels) {
        if (label->isVisible() && !label->wordWrap())
            QVERIFY2(label->sizeHint().width() <= label->width() || label->text().isEmpty(),
                     qUtf8Printable(label->text()));
    }
}

YARDMASTER_WINDOW_TEST(TestConnectDialog)
#include "tst_connectdialog.moc"
