#include "tests/support/sshserver.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/support/widgets.h"
#include "ui/kit/label.h"
#include "ui/kit/theme.h"
#include "ui/shell/connecting/sshquestiondialog.h"
#include "ui/shell/mainwindow.h"
#include "worker/db/sshtunnel.h"
#include <yardmaster/session.h>

#include <QApplication>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QScopeGuard>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <future>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using yardmaster::test::TestDatabase;

/// What ssh asks, asked in the window: with a real ssh, and the program as its askpass.
class TestSshQuestionDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void anUnknownHostIsAcceptedOnce();
    void aRefusedHostIsNotConnectedTo();
    void thePassphraseIsAskedFor();
    void closingTheWindowCancels();
    void foreignTextStaysText();
    void looks();

private:
    void connectWindow(const QString &profile = {});
    static QPointer<SshQuestionDialog> dialog()
    {
        const auto widgets = QApplication::topLevelWidgets();
        for (QWidget *widget : widgets) {
            auto *found = qobject_cast<SshQuestionDialog *>(widget);
            if (found && found->isVisible())
                return found;
        }
        return nullptr;
    }
    [[nodiscard]] QString state() const
    {
        return child<QLabel>(*m_window, "connectionState")->text();
    }

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<TestDatabase> m_database;
    std::unique_ptr<SshServer> m_ssh;
    std::unique_ptr<SshQuestions> m_questions;
    QTemporaryDir m_folder;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<MainWindow> m_window;
};

void TestSshQuestionDialog::initTestCase()
{
    m_theme = std::make_unique<Theme>();
    if (const QString problem = SshServer::problem(); !problem.isEmpty()) {
        if (qEnvironmentVariableIsSet("CI"))
            QFAIL(qPrintable(problem));
        QSKIP(qPrintable(problem));
    }
}

void TestSshQuestionDialog::init()
{
    m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
    m_ssh = std::make_unique<SshServer>();
    m_questions
        = std::make_unique<SshQuestions>(QCoreApplication::applicationDirPath() + u"/yardmaster"_s);
    SshQuestionDialog::showFor(m_questions.get());
    m_settings = std::make_unique<QSettings>(m_folder.filePath(u"w.ini"_s), QSettings::IniFormat);
    m_window = std::make_unique<MainWindow>(m_settings.get());
    m_window->show();
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get(), kPatience));
}

void TestSshQuestionDialog::cleanup()
{
    m_window.reset();
    m_questions.reset();
    SshTunnel::stopAll();
    m_ssh.reset();
    m_database.reset();
}

void TestSshQuestionDialog::connectWindow(const QString &profile)
{
    MainWindowSetup setup;
    setup.connection = m_database->settings();
    setup.connection.setSsh(u"bastion"_s, m_ssh->options());
    setup.profileName = profile;
    m_window->connectTo(setup);
}

void TestSshQuestionDialog::anUnknownHostIsAcceptedOnce()
{
    m_ssh->trust(SshServer::Known::None);
    connectWindow();
    QTRY_VERIFY_WITH_TIMEOUT(dialog(), kPatience);
    const QString facts = child<QLabel>(*dialog(), "sshFacts")->text();
    QVERIFY2(facts.contains(u"SHA256:"_s) && facts.contains(u"127.0.0.1"_s), qPrintable(facts));
    QVERIFY(!facts.contains(u"(yes/no"_s));
    // Enter may be meant for something else.
    QTest::keyClick(dialog(), Qt::Key_Return);
    QVERIFY(dialog());
    QTest::mouseClick(child<QPushButton>(*dialog(), "sshAnswer"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(state(), u"Connected"_s, kPatience);
    QVERIFY(m_ssh->get(u"known_hosts"_s).contains("ssh-ed25519"));
    QVERIFY(!dialog());
}

void TestSshQuestionDialog::aRefusedHostIsNotConnectedTo()
{
    const QSignalSpy asked(m_questions.get(), &SshQuestions::questionAsked);
    m_ssh->trust(SshServer::Known::None);
    connectWindow();
    QTRY_VERIFY_WITH_TIMEOUT(dialog(), kPatience);
    QTest::keyClick(dialog(), Qt::Key_Escape);
    QTRY_COMPARE_WITH_TIMEOUT(state(), u"Cannot connect"_s, kPatience);
    QVERIFY(m_ssh->get(u"known_hosts"_s).isEmpty());
    QVERIFY(!m_ssh->log().contains("Accepted publickey"));
    // Whatever tries to connect by itself later is refused without a question,
    ConnectionSettings connection = m_database->settings();
    connection.setSsh(u"bastion"_s, m_ssh->options());
    // On another thread: a question would be asked on this one.
    auto later = std::async(std::launch::async, [&connection] {
        const auto session = Session::open(connection, u"test"_s);
        return session ? QString() : session.error().message;
    });
    const auto end = qScopeGuard([this] { m_questions->cancel(); });
    QTRY_VERIFY_WITH_TIMEOUT(asked.count() > 1 || later.wait_for(0s) == std::future_status::ready,
                             kPatience);
    QCOMPARE(asked.count(), 1);
    const QString refusal = later.get();
    QVERIFY2(refusal.contains("was not accepted"_L1), qPrintable(refusal));
    // until the person connects again.
    connectWindow();
    QTRY_VERIFY_WITH_TIMEOUT(dialog(), kPatience);
    QCOMPARE(asked.count(), 2);
    QTest::mouseClick(child<QPushButton>(*dialog(), "sshAnswer"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(state(), u"Connected"_s, kPatience);
}

void TestSshQuestionDialog::thePassphraseIsAskedFor()
{
    m_ssh->setPassphrase(u"open \"sesame\""_s);
    connectWindow();
    QTRY_VERIFY_WITH_TIMEOUT(dialog(), kPatience);
    const QPointer first = dialog();
    QVERIFY(child<QLabel>(*first, "sshFacts")->text().endsWith(u"user_key"_s));
    QVERIFY(!child<QLabel>(*first, "sshProblem")->isVisible());
    QTest::keyClicks(child<QLineEdit>(*first, "sshSecret"), u"wrong"_s);
    QTest::keyClick(child<QLineEdit>(*first, "sshSecret"), Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(!first, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(dialog(), kPatience); // ssh asks three times
    QVERIFY(child<QLabel>(*dialog(), "sshProblem")->isVisible());
    QCOMPARE(child<QLabel>(*dialog(), "sshProblem")->text(), u"That passphrase was wrong."_s);
    QTest::keyClicks(child<QLineEdit>(*dialog(), "sshSecret"), u"open \"sesame\""_s);
    QTest::keyClick(child<QLineEdit>(*dialog(), "sshSecret"), Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(state(), u"Connected"_s, kPatience);
}

void TestSshQuestionDialog::closingTheWindowCancels()
{
    m_ssh->trust(SshServer::Known::None);
    const QSignalSpy asked(m_questions.get(), &SshQuestions::questionAsked);
    connectWindow();
    QTRY_VERIFY_WITH_TIMEOUT(dialog(), kPatience);
    m_window.reset();
    QVERIFY(!dialog());
    QTRY_VERIFY_WITH_TIMEOUT(m_ssh->log().contains("closed by"), kPatience); // ssh has ended
    QCOMPARE(asked.count(), 1);
    m_window = std::make_unique<MainWindow>(m_settings.get());
}

void TestSshQuestionDialog::foreignTextStaysText()
{
    const SshQuestionDialog dialog(
        SshQuestion::from(u"<b>x</b>\u202e\x1b[1m is asked (yes/no)?\nhost <img src=a>"_s, {}));
    const QString facts = child<QLabel>(dialog, "sshFacts")->text();
    QVERIFY2(facts.contains(u"<img src=a>"_s), qPrintable(facts));
    QVERIFY(!facts.contains(QChar(0x202e)));
    QCOMPARE(child<QLabel>(dialog, "sshFacts")->textFormat(), Qt::PlainText);
}

void TestSshQuestionDialog::looks()
{
    SshQuestionDialog host(SshQuestion::from(
        u"The authenticity of host 'bastion.example.com (203.0.113.7)' can't be established.\n"
        "ED25519 key fingerprint is SHA256:uNiVztksCsDhcc0u9e8BrDtvaOPhOdCJ07KtZ9nFa3k.\n"
        "This key is not known by any other names.\n"
        "Are you sure you want to continue connecting (yes/no/[fingerprint])? "_s,
        {}));
    host.show();
    QVERIFY(takePictures(m_theme.get(), &host, u"ssh-host"_s));
    SshQuestionDialog key(
        SshQuestion::from(u"Enter passphrase for key '/home/ada/.ssh/id_ed25519': "_s, {}));
    key.show();
    QVERIFY(takePictures(m_theme.get(), &key, u"ssh-passphrase"_s));
}

YARDMASTER_WINDOW_TEST(TestSshQuestionDialog)
#include "tst_sshquestiondialog.moc"
