#include "models/connecting/profilestore.h"
#include "tests/support/testprogram.h"
#include "tests/support/widgets.h"
#include "ui/kit/emptyhint.h"
#include "ui/kit/rowmenu.h"
#include "ui/kit/theme.h"
#include "ui/shell/connecting/importdialog.h"

#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// The dialog that takes connections over from other programs.
class TestImportDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void foundConnectionsAreStored();
    void knownOnesAreNotTicked();
    void namesStayUnique();
    void aChosenFileIsRead();
    void aPastedUrlIsRead();
    void looks();

private:
    QString file(const QString &name, const QByteArray &text) const
    {
        QFile file(m_folder->filePath(name));
        if (!file.open(QIODevice::WriteOnly))
            qFatal("no file");
        file.write(text);
        return file.fileName();
    }
    [[nodiscard]] QStringList names() const
    {
        QStringList names;
        const QList<Profile> profiles = m_profiles->profiles();
        for (const Profile &profile : profiles)
            names << profile.name;
        return names;
    }
    static QString problem(const ImportDialog &dialog)
    {
        return child<QLabel>(dialog, "importProblem")->text();
    }
    static void confirm(const ImportDialog &dialog)
    {
        QTest::mouseClick(child<QPushButton>(dialog, "importConfirm"), Qt::LeftButton);
    }

    Theme m_theme;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<ProfileStore> m_profiles;
};

void TestImportDialog::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_profiles = std::make_unique<ProfileStore>(m_folder->filePath(u"profiles.ini"_s));
}

void TestImportDialog::foundConnectionsAreStored()
{
    ImportDialog dialog(m_profiles.get(),
                        {file(u"pg_service.conf"_s, "[shop]\nhost=db\n[billing]\nhost=db2\n"),
                         file(u".env"_s, "NOTHING=1\n")});
    dialog.show();
    auto *list = child<QTreeWidget>(dialog, "importList");
    QCOMPARE(list->topLevelItemCount(), 2);
    QVERIFY(problem(dialog).isEmpty()); // .env was not chosen by the user
    QCOMPARE(child<QPushButton>(dialog, "importConfirm")->text(), u"Import 2 connections"_s);
    list->topLevelItem(0)->setCheckState(0, Qt::Unchecked);
    QCOMPARE(child<QPushButton>(dialog, "importConfirm")->text(), u"Import 1 connection"_s);
    QVERIFY(m_profiles->profiles().isEmpty());
    confirm(dialog);
    QCOMPARE(names(), QStringList{u"billing"_s});
    QCOMPARE(dialog.stored().size(), 1);
    QCOMPARE(m_profiles->profiles().first().environment, Environment::Unknown);
    QVERIFY(!dialog.isVisible());
}

void TestImportDialog::knownOnesAreNotTicked()
{
    const QString services = file(u"pg_service.conf"_s, "[shop]\nhost=db\n");
    {
        ImportDialog dialog(m_profiles.get(), {services});
        dialog.show();
        confirm(dialog);
    }
    ImportDialog dialog(m_profiles.get(), {services});
    dialog.show();
    QVERIFY(!child<QPushButton>(dialog, "importConfirm")->isEnabled());
    QCOMPARE(child<QTreeWidget>(dialog, "importList")->topLevelItem(0)->checkState(0),
             Qt::Unchecked);
}

void TestImportDialog::namesStayUnique()
{
    ImportDialog dialog(m_profiles.get(),
                        {file(u"pgpass"_s, "db1:5432:shop:ada:x\ndb2:5432:shop:ada:x\n")});
    dialog.show();
    confirm(dialog);
    QCOMPARE(names(), (QStringList{u"shop"_s, u"shop (2)"_s}));
    const QList<Profile> stored = m_profiles->profiles();
    for (const Profile &profile : stored)
        QVERIFY(problemsOf(profile, stored).isEmpty());
}

void TestImportDialog::aChosenFileIsRead()
{
    ImportDialog dialog(m_profiles.get(), {});
    dialog.show();
    QVERIFY(!child<QPushButton>(dialog, "importConfirm")->isEnabled());
    QCOMPARE(child<QPushButton>(dialog, "importConfirm")->text(), u"Import"_s);
    // Until there is something to list, it says what to do.
    QVERIFY(child<EmptyHint>(dialog)->isVisible());
    QVERIFY(RowMenu::of(child<QTreeWidget>(dialog, "importList")));
    QTest::mouseClick(child<QPushButton>(dialog, "importChoose"), Qt::LeftButton);
    auto *chooser = child<QFileDialog>(dialog, "importChooser");
    Q_EMIT chooser->fileSelected(m_folder->filePath(u"missing"_s));
    QVERIFY(problem(dialog).contains(u"cannot be read"_s));
    Q_EMIT chooser->fileSelected(file(u"broken.json"_s, "{\"Servers\": {"));
    QVERIFY2(problem(dialog).contains(u"not JSON"_s), qPrintable(problem(dialog)));
    Q_EMIT chooser->fileSelected(
        file(u"servers.json"_s, R"({"Servers":{"1":{"Name":"Shop","Host":"db"}}})"));
    QVERIFY(problem(dialog).isEmpty());
    chooser->reject();
    confirm(dialog);
    QCOMPARE(names(), QStringList{u"Shop"_s});
}

void TestImportDialog::aPastedUrlIsRead()
{
    ImportDialog dialog(m_profiles.get(), {});
    dialog.show();
    auto *text = child<QLineEdit>(dialog, "importText");
    QTest::keyClicks(text, u"mysql://u:s3cret@h/d"_s);
    QTest::keyClick(text, Qt::Key_Return);
    QVERIFY(problem(dialog).contains(u"mysql://"_s));
    QVERIFY(!problem(dialog).contains(u"s3cret"_s));
    QVERIFY(dialog.isVisible());
    text->setText(u"postgres://ada:s3cret@db/shop"_s);
    QTest::keyClick(text, Qt::Key_Return);
    QVERIFY(dialog.isVisible()); // Enter in the field only adds it
    QVERIFY(text->text().isEmpty());
    confirm(dialog);
    QCOMPARE(names(), QStringList{u"shop"_s});
}

void TestImportDialog::looks()
{
    Profile known = Profile::make();
    known.name = u"billing"_s;
    known.connection.set(u"host"_s, u"db2"_s);
    QVERIFY(m_profiles->save(known));
    ImportDialog dialog(
        m_profiles.get(),
        {file(u"pg_service.conf"_s, "[shop]\nhost=db.example.com\nuser=ada\n[billing]\nhost=db2\n"),
         file(u"data-sources.json"_s, R"({"connections":{
            "a":{"provider":"postgresql","name":"Warehouse with a rather long name of its own",
              "configuration":{"host":"warehouse.internal.example.com","port":"6543","type":"prod",
                "database":"warehouse","user":"reporting","handlers":{"ssh_tunnel":{"enabled":true,
                "properties":{"host":"bastion.example.com"}}}}}}})")});
    dialog.show();
    QVERIFY(takePictures(&m_theme, &dialog, u"import"_s));
    ImportDialog empty(m_profiles.get(), {});
    empty.show();
    QVERIFY(takePictures(&m_theme, &empty, u"import-empty"_s));
}

YARDMASTER_WINDOW_TEST(TestImportDialog)
#include "tst_importdialog.moc"
