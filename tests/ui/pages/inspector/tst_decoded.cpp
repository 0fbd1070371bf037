#include "models/console/consolecontext.h"
#include "models/related/watchedjob.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/support/widgets.h"
#include "ui/kit/textviewer.h"
#include "ui/pages/inspector/decodedpage.h"
#include "ui/pages/inspector/inspectorpanel.h"
#include "ui/pages/inspector/payloadpage.h"

#include <QAction>
#include <QFile>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using Page = InspectorPanel::Page;

/// Payloads that a program of the operator makes readable.
class TestDecoded : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() { m_database.reset(); }
    void init();
    void cleanup();
    void nothingRunsWithoutARule();
    void rulesAreSetAndThePayloadIsDecoded();
    void onlyTheJobInFrontIsDecoded();
    void hiddenValuesAreRevealedFirst();
    void missingValuesAndFailuresAreShown();
    void looks();

private:
    [[nodiscard]] bool show(qint64 id);
    /// Through the dialog, which has to take it.
    void setRules(const QString &lines);
    [[nodiscard]] bool isTabVisible() const
    {
        return child<QTabBar>(*m_panel, "inspectorTabs")->isTabVisible(int(Page::Decoded));
    }
    [[nodiscard]] QString state() const { return child<QLabel>(*m_panel, "decodedState")->text(); }
    [[nodiscard]] QString text() const
    {
        return child<TextViewer>(*m_panel, "decodedText")->text();
    }
    /// How often the script ran.
    [[nodiscard]] qint64 runs() const
    {
        QFile file(m_folder.filePath(u"runs"_s));
        return file.open(QIODevice::ReadOnly) ? file.readAll().count('\n') : 0;
    }

    Theme m_theme;
    std::unique_ptr<TestDatabase> m_database;
    QTemporaryDir m_folder;
    QString m_script;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<ConsoleContext> m_context;
    std::unique_ptr<InspectorPanel> m_panel;
};

void TestDecoded::initTestCase()
{
    m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
    m_database->script(
        "select graphile_worker.add_job('sealed', '{\"data\": \"aGVsbG8gd29ybGQ=\"}');"
        "select graphile_worker.add_job('sealed', '{\"data\": \"Z29vZCBieWU=\"}');"
        "select graphile_worker.add_job('plain', '{\"data\": \"x\"}');"
        "select graphile_worker.add_job('sealed', '{\"password\": \"aGlkZGVu\"}');"
        "select graphile_worker.add_job('broken', '{\"data\": \"x\"}')");
    m_script = m_folder.filePath(u"decode"_s);
    QFile script(m_script);
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write("#!/bin/sh\necho run >> \"" + m_folder.filePath(u"runs"_s).toUtf8()
                 + "\"\nbase64 -d\n");
    script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

void TestDecoded::init()
{
    QFile::remove(m_folder.filePath(u"settings.ini"_s));
    QFile::remove(m_folder.filePath(u"runs"_s));
    m_settings
        = std::make_unique<QSettings>(m_folder.filePath(u"settings.ini"_s), QSettings::IniFormat);
    ConsoleTarget target;
    target.connection = m_database->settings();
    target.profileId = u"shop"_s;
    m_context = std::make_unique<ConsoleContext>(target);
    m_panel = std::make_unique<InspectorPanel>(m_context.get());
    m_panel->setSettings(m_settings.get());
    m_panel->resize(520, 600);
    m_panel->show();
}

void TestDecoded::cleanup()
{
    m_panel.reset();
    m_context.reset();
    m_settings.reset();
}

bool TestDecoded::show(qint64 id)
{
    m_panel->showJob(id);
    return QTest::qWaitFor(
        [this, id] {
            return m_panel->job()->details() && m_panel->job()->details()->job.id == id
                && m_panel->payloadPage()->document();
        },
        kPatience);
}

void TestDecoded::setRules(const QString &lines)
{
    child<QAction>(*m_panel, "inspector.decoders")->trigger();
    auto *field = child<QPlainTextEdit>(*m_panel, "decoderRules");
    field->setPlainText(lines);
    QTest::mouseClick(child<QPushButton>(*m_panel, "decoderSave"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!m_panel->findChild<QWidget *>(u"decodersDialog"_s), kPatience);
}

void TestDecoded::nothingRunsWithoutARule()
{
    QVERIFY(show(1));
    QVERIFY(!isTabVisible());
    child<QAction>(*m_panel, "inspector.decoders")->trigger();
    auto *field = child<QPlainTextEdit>(*m_panel, "decoderRules");
    field->setPlainText(u"sealed => no-such-program"_s);
    QVERIFY(!child<QPushButton>(*m_panel, "decoderSave")->isEnabled());
    QVERIFY(child<QLabel>(*m_panel, "decoderProblem")->text().contains(u"no-such-program"_s));
    QCOMPARE(runs(), 0);
}

void TestDecoded::rulesAreSetAndThePayloadIsDecoded()
{
    QVERIFY(show(1));
    setRules(u"sealed payload.data => "_s + m_script);
    QVERIFY(isTabVisible());
    QCOMPARE(runs(), 0); // nobody looks yet
    m_panel->showPage(Page::Decoded);
    QTRY_COMPARE_WITH_TIMEOUT(text(), u"hello world"_s, kPatience);
    QVERIFY2(state().startsWith(u"Decoded in "_s), qPrintable(state()));
    QCOMPARE(child<QLabel>(*m_panel, "decodedCommand")->text(), m_script);
    // The same payload read again is not decoded again.
    QSignalSpy changed(m_panel->job(), &WatchedJob::changed);
    m_panel->reload();
    QTRY_VERIFY_WITH_TIMEOUT(changed.count() > 0 && !m_panel->job()->isReading(), kPatience);
    QCOMPARE(text(), u"hello world"_s);
    QCOMPARE(runs(), 1);
    QTest::mouseClick(child<QPushButton>(*m_panel, "decodedAgain"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(text(), u"hello world"_s, kPatience);
    QCOMPARE(runs(), 2);

    InspectorPanel another(m_context.get()); // the rules were kept
    another.setSettings(m_settings.get());
    another.show();
    another.showJob(2);
    another.showPage(Page::Decoded);
    QTRY_COMPARE_WITH_TIMEOUT(child<TextViewer>(another, "decodedText")->text(), u"good bye"_s,
                              kPatience);
}

void TestDecoded::onlyTheJobInFrontIsDecoded()
{
    QVERIFY(show(1));
    setRules(u"sealed payload.data => "_s + m_script);
    m_panel->showPage(Page::Decoded);
    QTRY_COMPARE_WITH_TIMEOUT(text(), u"hello world"_s, kPatience);
    m_panel->hide();
    QVERIFY(show(2));
    QCOMPARE(text(), QString());
    QCOMPARE(runs(), 1);
    m_panel->show();
    QTRY_COMPARE_WITH_TIMEOUT(text(), u"good bye"_s, kPatience);
    QCOMPARE(runs(), 2);
    QVERIFY(show(3)); // no rule for it
    QVERIFY(!isTabVisible());
    QCOMPARE(m_panel->page(), Page::Payload);
    QCOMPARE(text(), QString());
    QCOMPARE(runs(), 2);
}

void TestDecoded::hiddenValuesAreRevealedFirst()
{
    QVERIFY(show(4));
    setRules(u"sealed payload.password => "_s + m_script);
    m_panel->showPage(Page::Decoded);
    QTRY_VERIFY_WITH_TIMEOUT(state().contains(u"is hidden"_s), kPatience);
    QCOMPARE(runs(), 0);
    child<QToolButton>(*m_panel, "payloadReveal")->setChecked(true);
    QTRY_COMPARE_WITH_TIMEOUT(text(), u"hidden"_s, kPatience);
}

void TestDecoded::missingValuesAndFailuresAreShown()
{
    QVERIFY(show(1));
    setRules(u"sealed payload.nothing => "_s + m_script
             + u"\nbroken => sh -c \"echo 'the key is lost' >&2; exit 4\""_s);
    m_panel->showPage(Page::Decoded);
    QTRY_COMPARE_WITH_TIMEOUT(state(), u"This payload has nothing at payload.nothing."_s,
                              kPatience);
    QVERIFY(show(5));
    QTRY_COMPARE_WITH_TIMEOUT(state(), u"The command ended with exit code 4.\nthe key is lost"_s,
                              kPatience);
    QCOMPARE(runs(), 0);
}

void TestDecoded::looks()
{
    QVERIFY(show(1));
    setRules(u"sealed payload.data => "_s + m_script);
    m_panel->showPage(Page::Decoded);
    QTRY_COMPARE_WITH_TIMEOUT(text(), u"hello world"_s, kPatience);
    QVERIFY(takePictures(&m_theme, m_panel.get(), u"decoded"_s));
}

YARDMASTER_WINDOW_TEST(TestDecoded)
#include "tst_decoded.moc"
