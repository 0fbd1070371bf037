#include "models/connecting/profilestore.h"
#include "models/connecting/watchedsecrets.h"
#include "tests/support/testprogram.h"
#include "tests/support/widgets.h"
#include "ui/shell/connecting/connectdialog.h"
#include "ui/shell/mainwindow.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace {

const QString kReason = u"The keychain is locked"_s;

} // namespace

/// A keychain that refuses.
class TestKeychain : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void refusalReachesTheWindowAfterTheDialog();
    void dialogSaysWhatCannotBeRead();
    void dialogSaysWhatCannotBeDeleted();
    void whatIsTakenIsNotMentioned();

private:
    [[nodiscard]] Profile saved();

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<ProfileStore> m_profiles;
    std::unique_ptr<MemorySecrets> m_memory;
    std::unique_ptr<WatchedSecrets> m_secrets;
};

void TestKeychain::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_profiles = std::make_unique<ProfileStore>(m_folder->filePath(u"profiles.ini"_s));
    m_memory = std::make_unique<MemorySecrets>();
    m_secrets = std::make_unique<WatchedSecrets>(m_memory.get());
}

void TestKeychain::cleanup()
{
    m_secrets.reset();
    m_memory.reset();
    m_profiles.reset();
}

Profile TestKeychain::saved()
{
    Profile profile = Profile::make();
    profile.name = u"shop"_s;
    profile.connection.set(u"host"_s, u"db.example.com"_s);
    if (!m_profiles->save(profile))
        qFatal("not saved");
    return profile;
}

void TestKeychain::refusalReachesTheWindowAfterTheDialog()
{
    const Profile profile = saved();
    m_memory->setProblem(kReason);
    QSettings settings(m_folder->filePath(u"settings.ini"_s), QSettings::IniFormat);
    MainWindow window(&settings);
    window.show();
    auto *notice = child<QWidget>(window, "keychainNotice");
    QVERIFY(!notice->isVisible());
    QStringList refused;
    connect(m_secrets.get(), &WatchedSecrets::writeRefused, &window,
            [&](const QString &id, const QString &reason) {
                refused << id;
                window.showKeychainRefusal(reason);
            });

    const QPointer dialog(new ConnectDialog(m_profiles.get(), m_secrets.get()));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    const QSignalSpy connected(dialog.data(), &ConnectDialog::connectRequested);
    dialog->show();
    child<QLineEdit>(*dialog, "profilePassword")->setText(u"hunter2"_s);
    child<QCheckBox>(*dialog, "keepPassword")->setChecked(true);
    QTest::mouseClick(child<QPushButton>(*dialog, "connectButton"), Qt::LeftButton);
    QCOMPARE(connected.count(), 1); // at once, whatever the keychain says
    QCOMPARE(connected.first().at(1).toString(), u"hunter2"_s);
    QVERIFY(connected.first().at(2).toBool());
    // As the program does once a login with it has worked.
    m_secrets->write(loginKey(profile.id, profile.connection), u"hunter2"_s, &window,
                     [](const SecretStore::Done &) {});
    QTRY_VERIFY_WITH_TIMEOUT(!dialog && notice->isVisible(), kPatience);
    QCOMPARE(refused, QStringList{loginKey(profile.id, profile.connection)});
    QCOMPARE(child<QLabel>(window, "keychainNoticeText")->text(),
             u"The keychain refused the password: it is kept only until you close this window. "
             "The keychain is locked."_s);
    QCOMPARE(notice->accessibleName(), child<QLabel>(window, "keychainNoticeText")->text());
    QTest::mouseClick(child<QPushButton>(window, "keychainNoticeDismiss"), Qt::LeftButton);
    QVERIFY(!notice->isVisible());
}

void TestKeychain::dialogSaysWhatCannotBeRead()
{
    const Profile profile = saved();
    m_memory->setProblem(kReason);
    ConnectDialog dialog(m_profiles.get(), m_secrets.get());
    dialog.show();
    auto *remark = child<QLabel>(dialog, "passwordProblem");
    QTRY_COMPARE_WITH_TIMEOUT(remark->text(), kReason, kPatience);
}

void TestKeychain::dialogSaysWhatCannotBeDeleted()
{
    const Profile profile = saved();
    ConnectDialog dialog(m_profiles.get(), m_secrets.get());
    dialog.show();
    m_memory->setProblem(kReason);
    auto *remove = child<QPushButton>(dialog, "deleteProfile");
    QTest::mouseClick(remove, Qt::LeftButton);
    QTest::mouseClick(remove, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(child<QLabel>(dialog, "connectProblem")->text().endsWith(kReason),
                             kPatience);
    QVERIFY(m_profiles->profiles().isEmpty());
}

void TestKeychain::whatIsTakenIsNotMentioned()
{
    const QSignalSpy refused(m_secrets.get(), &WatchedSecrets::writeRefused);
    bool isKept = false;
    m_secrets->write(u"a"_s, u"secret"_s, this,
                     [&isKept](const SecretStore::Done &done) { isKept = done.has_value(); });
    QTRY_VERIFY_WITH_TIMEOUT(isKept, kPatience);
    QString found;
    m_secrets->read(u"a"_s, this, [&found](const SecretStore::Found &answer) { found = *answer; });
    QTRY_COMPARE_WITH_TIMEOUT(found, u"secret"_s, kPatience);
    QCOMPARE(refused.count(), 0);
    {
        QObject gone;
        m_memory->setProblem(kReason);
        m_secrets->write(u"a"_s, u"other"_s, &gone,
                         [](const SecretStore::Done &) { qFatal("told somebody who is gone"); });
    }
    QTRY_COMPARE_WITH_TIMEOUT(refused.count(), 1, kPatience);
}

YARDMASTER_WINDOW_TEST(TestKeychain)
#include "tst_keychain.moc"
