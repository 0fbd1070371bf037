#include "tests/support/testprogram.h"
#include "tests/support/widgets.h"
#include "ui/pages/maintenance/historysection.h"

#include "models/console/consolecontext.h"
#include "tests/support/testdatabase.h"
#include "ui/kit/factlist.h"
#include "ui/pages/maintenance/historydialog.h"
#include "ui/pages/maintenance/maintenancepanel.h"

#include <QAction>
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// The history on the maintenance page.
class TestHistorySection : public QObject
{
    Q_OBJECT

    Theme m_theme;
    std::unique_ptr<TestDatabase> m_database;
    std::unique_ptr<ConsoleContext> m_context;
    std::unique_ptr<MaintenancePanel> m_panel;

    void show()
    {
        ConsoleTarget target;
        target.connection = m_database->settings();
        m_context = std::make_unique<ConsoleContext>(target);
        m_panel = std::make_unique<MaintenancePanel>(m_context.get());
        m_panel->resize(1180, 1250);
        m_panel->show();
        m_panel->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get(), kPatience));
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->sheet().has_value(), kPatience);
    }
    [[nodiscard]] QString word() const { return child<QLabel>(*m_panel, "historyState")->text(); }
    [[nodiscard]] QPushButton *button(const char *name) const
    {
        return child<QPushButton>(*m_panel, name);
    }
    /// Presses `opening`, then the button of the dialog after `typed` was typed.
    void confirm(QPushButton *opening, const QString &typed)
    {
        QTest::mouseClick(opening, Qt::LeftButton);
        const QPointer<HistoryDialog> dialog = m_panel->findChild<HistoryDialog *>();
        QVERIFY(dialog);
        auto *confirmation = child<QPushButton>(*dialog, "confirmButton");
        QCOMPARE(confirmation->isEnabled(), typed.isEmpty());
        QTest::keyClicks(child<QLineEdit>(*dialog, "typedConfirmation"), typed);
        const QSignalSpy changed(dialog, &HistoryDialog::historyChanged);
        QTest::mouseClick(confirmation, Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(changed.count(), 1, kPatience);
        QTest::mouseClick(child<QPushButton>(*dialog, "confirmClose"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!dialog, kPatience);
    }
    [[nodiscard]] HistoryDialog *open() const
    {
        QTest::mouseClick(button("installHistory"), Qt::LeftButton);
        return m_panel->findChild<HistoryDialog *>();
    }
    static void change(HistoryDialog *dialog)
    {
        const QPointer<HistoryDialog> shown = dialog;
        const QSignalSpy changed(dialog, &HistoryDialog::historyChanged);
        QTest::mouseClick(child<QPushButton>(*dialog, "confirmButton"), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(changed.count(), 1, kPatience);
        QTest::mouseClick(child<QPushButton>(*dialog, "confirmClose"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!shown, kPatience);
    }

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init() { m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated()); }
    void cleanup()
    {
        m_panel.reset();
        m_context.reset();
        m_database.reset();
    }

    void itIsInstalledRepairedAndRemoved()
    {
        show();
        QCOMPARE(word(), u"Not recorded."_s);
        QVERIFY(!button("removeHistory")->isVisible());
        confirm(button("installHistory"), {});
        QTRY_COMPARE_WITH_TIMEOUT(word(), u"Recorded."_s, kPatience);
        QCOMPARE(button("installHistory")->text(), u"Change what it keeps…"_s);
        QVERIFY(!child<FactList>(*m_panel, "historyFacts")->facts().isEmpty());
        // It is no addition by others.
        QVERIFY(child<FactList>(*m_panel, "schemaFacts")
                    ->text()
                    .contains(u"Additions by others: none"_s));

        m_database->script(
            "drop trigger _yardmaster_history_ended on graphile_worker._private_jobs");
        m_panel->refresh();
        QTRY_COMPARE_WITH_TIMEOUT(word(), u"Recorded, with problems."_s, kPatience);
        QVERIFY(child<QLabel>(*m_panel, "historyTroubles")
                    ->text()
                    .contains(u"trigger _yardmaster_history_ended on _private_jobs"_s));
        confirm(button("installHistory"), {});
        QTRY_COMPARE_WITH_TIMEOUT(word(), u"Recorded."_s, kPatience);

        confirm(button("removeHistory"), u"graphile_worker"_s);
        QTRY_COMPARE_WITH_TIMEOUT(word(), u"Not recorded."_s, kPatience);
        QCOMPARE(m_database->scalar("select count(*) from pg_class where relname like "
                                    "'\\_yardmaster\\_history%'"),
                 u"0"_s);
    }

    void payloadsCanBeKeptAndDeleted()
    {
        show();
        confirm(button("installHistory"), {});
        QTRY_COMPARE_WITH_TIMEOUT(word(), u"Recorded."_s, kPatience);
        QVERIFY(child<FactList>(*m_panel, "historyFacts")->text().contains(u"not kept"_s));
        HistoryDialog *dialog = open();
        auto *confirmation = child<QPushButton>(*dialog, "confirmButton");
        QVERIFY(!confirmation->isEnabled()); // nothing is changed
        QVERIFY(!child<QLineEdit>(*dialog, "payloadTasks")->isVisible());
        child<QCheckBox>(*dialog, "keepPayloads")->click();
        QVERIFY(child<QLabel>(*dialog, "payloadPrice")->text().contains(u"viewers"_s));
        auto *keys = child<QLineEdit>(*dialog, "payloadKeys");
        keys->setText(u"a/b"_s);
        QVERIFY(!confirmation->isEnabled());
        keys->setText(u"password, *token*"_s);
        child<QLineEdit>(*dialog, "payloadExcept")->setText(u"secret_*"_s);
        child<QSpinBox>(*dialog, "payloadLimit")->setValue(8);
        QVERIFY(child<QPlainTextEdit>(*dialog, "historySql")
                    ->toPlainText()
                    .contains(u"array['password', '*token*']"_s));
        const QString pictures = qEnvironmentVariable("YARDMASTER_SCREENSHOTS");
        if (!pictures.isEmpty())
            QVERIFY(dialog->grab().save(pictures + u"/history-payloads.png"_s));
        change(dialog);
        QTRY_VERIFY_WITH_TIMEOUT(
            child<FactList>(*m_panel, "historyFacts")->text().contains(u"kept, "_s), kPatience);
        QCOMPARE(m_database->scalar("select concat_ws(' ', tasks, except_tasks, redacted_keys, "
                                    "max_bytes) from "
                                    "graphile_worker._yardmaster_history_payload_rules"),
                 u"{secret_*} {password,*token*} 8192"_s);

        dialog = open();
        QCOMPARE(child<QLineEdit>(*dialog, "payloadKeys")->text(), u"password, *token*"_s);
        QVERIFY(!child<QPushButton>(*dialog, "confirmButton")->isEnabled());
        child<QCheckBox>(*dialog, "keepPayloads")->click();
        QVERIFY(
            child<QLabel>(*dialog, "payloadPrice")->text().contains(u"and the rules for them"_s));
        change(dialog);
        QTRY_VERIFY_WITH_TIMEOUT(
            child<FactList>(*m_panel, "historyFacts")->text().contains(u"not kept"_s), kPatience);
        QCOMPARE(m_database->scalar("select count(*) from pg_class where relname like "
                                    "'\\_yardmaster\\_history\\_payload%'"),
                 u"0"_s);
    }

    /// The form must not put its defaults in the place of rules that it does not know.
    void rulesAreSaidAgainOnlyIfLost()
    {
        const auto session = m_database->session();
        const auto done = installHistory(
            *session, kSchema,
            {.keepPayloads = true, .payloads = {.redactedKeys = QStringList{u"password"_s}}});
        QVERIFY2(done, qPrintable(done ? QString() : done.error().message));
        m_database->script(
            "drop trigger _yardmaster_history_ended on graphile_worker._private_jobs");
        show();
        HistoryDialog *dialog = open();
        QCOMPARE(child<QLineEdit>(*dialog, "payloadKeys")->text(), u"password"_s);
        dialog->reject();
        QTRY_VERIFY_WITH_TIMEOUT(!m_panel->findChild<HistoryDialog *>(), kPatience);

        m_database->script("drop table graphile_worker._yardmaster_history_payload_rules");
        m_panel->refresh();
        QTRY_VERIFY_WITH_TIMEOUT(child<QLabel>(*m_panel, "historyTroubles")
                                     ->text()
                                     .contains(u"_yardmaster_history_payload_rules"_s),
                                 kPatience);
        dialog = open();
        QVERIFY(child<QLabel>(*dialog, "payloadPrice")->text().contains(u"are lost"_s));
        QCOMPARE(child<QLineEdit>(*dialog, "payloadKeys")->text(), QString());
        change(dialog); // to what the form says
        QTRY_COMPARE_WITH_TIMEOUT(word(), u"Recorded."_s, kPatience);
        QCOMPARE(m_database->scalar("select concat_ws(' ', redacted_keys, max_bytes) from "
                                    "graphile_worker._yardmaster_history_payload_rules"),
                 u"65536"_s);
    }

    void priceAndStatementsAreShownFirst()
    {
        show();
        m_panel->findChild<QAction *>(u"maintenance.install-history"_s)->trigger();
        auto *dialog = m_panel->findChild<HistoryDialog *>();
        QVERIFY(dialog);
        QVERIFY(child<QLabel>(*dialog, "historyPrice")->text().contains(u"32 %"_s));
        QVERIFY(child<QLabel>(*dialog, "historyLocks")->text().contains(u"300 ms"_s));
        QVERIFY(child<QPlainTextEdit>(*dialog, "historySql")
                    ->toPlainText()
                    .contains(u"create trigger"_s));
        const QString pictures = qEnvironmentVariable("YARDMASTER_SCREENSHOTS");
        if (!pictures.isEmpty()) {
            QVERIFY(dialog->grab().save(pictures + u"/history-dialog.png"_s));
            QVERIFY(m_panel->grab().save(pictures + u"/history-section.png"_s));
        }
    }

    void onlyOwnersMayInstallIt()
    {
        m_database->script("create role history_guest login; grant usage on schema graphile_worker "
                           "to history_guest; grant all on all tables in schema graphile_worker to "
                           "history_guest");
        ConsoleTarget target;
        target.connection = m_database->settings();
        target.connection.set(u"user"_s, u"history_guest"_s);
        ConsoleContext context(target);
        HistoryState state;
        state.hasJobs = true;
        state.owner = u"somebody"_s;
        const HistoryDialog dialog(&context, state, false);
        QVERIFY(!child<QPushButton>(dialog, "confirmButton")->isEnabled());
        m_database->script("drop owned by history_guest; drop role history_guest");
    }
};

YARDMASTER_WINDOW_TEST(TestHistorySection)
#include "tst_historysection.moc"
