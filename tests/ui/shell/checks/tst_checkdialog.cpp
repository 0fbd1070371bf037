#include "tests/support/testprogram.h"
#include "tests/ui/shell/checks/checksui.h"

#include "models/console/consolecontext.h"
#include "models/values/language.h"
#include "tests/app/commandrun.h"
#include "tests/ui/stallingproxy.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using Outcome = QueueCheck::Outcome;

namespace {

/// Nothing can be read of it, and so its size cannot either.
constexpr auto kLock
    = "begin; lock table graphile_worker._private_workers in access exclusive mode";

/// What differs between two runs a moment apart: the clocks' difference and connections in use.
QString comparable(QString text)
{
    static const QRegularExpression figures(u"[0-9][0-9.,]*( µs| ms| s)?"_s);
    return text.replace(figures, u"#"_s);
}

} // namespace

/// What the dialog shows; what it leads to in a whole window is in tst_checkhelp.
class TestCheckDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated()); }
    void cleanup() { m_database.reset(); }

    void faultsAreShownWorstFirst();
    void findingsAreThoseOfTheCommand();
    void missingRightsAreNamed();
    void aServerThatIsGoneLeadsToTheConnection();
    void helpLeadsToPages_data();
    void helpLeadsToPages();
    void whatIsForbiddenCannotBeChosen();
    void aConnectionCutMeanwhileIsAFinding();
    void cancellingEndsAtOnce();
    void aSilentServerLeavesTheWindowFree();
    void itSpeaksGerman();
    void looks();

private:
    [[nodiscard]] ConsoleTarget target(const ConnectionSettings &connection,
                                       Environment environment = Environment::Development) const
    {
        ConsoleTarget target;
        target.connection = connection;
        target.environment = environment;
        return target;
    }
    [[nodiscard]] ConsoleTarget target() const { return target(m_database->settings()); }
    static void show(CheckDialog *dialog)
    {
        dialog->open();
        QVERIFY(QTest::qWaitForWindowExposed(dialog, kPatience));
    }
    static QString summary(const CheckDialog &dialog)
    {
        return child<QLabel>(dialog, "checkSummary")->text();
    }
    Theme m_theme;
    std::unique_ptr<TestDatabase> m_database;
};

void TestCheckDialog::faultsAreShownWorstFirst()
{
    m_database->script(kCheckedFaults);
    m_database->script("alter database \"" + m_database->name().toUtf8()
                       + "\" set default_transaction_read_only = on");
    ConsoleContext context(target());
    CheckDialog dialog(&context);
    show(&dialog);
    QVERIFY(child<QProgressBar>(dialog)->isVisible());
    QVERIFY(ends(dialog));
    QVERIFY(!child<QProgressBar>(dialog)->isVisible());

    QCOMPARE(outcomeOf(dialog, "rights"), u"Failed"_s);
    QCOMPARE(outcomeOf(dialog, "workers"), u"Warning"_s);
    QCOMPARE(outcomeOf(dialog, "indexes"), u"Warning"_s);
    QCOMPARE(outcomeOf(dialog, "revision"), u"OK"_s);
    QCOMPARE(summary(dialog).section(u" · "_s, 0, 1), u"1 failed · 2 warnings"_s);
    QVERIFY(child<QLabel>(dialog, "checkedAt")->text().startsWith(u"Checked 2"_s));

    // What is worse stands above.
    QList<std::pair<int, int>> places;
    for (const CheckRow *one : dialog.findChildren<CheckRow *>())
        places << std::pair(one->y(), severityOf(one->check()));
    std::ranges::sort(places);
    QVERIFY(std::ranges::is_sorted(places, std::ranges::less(), &std::pair<int, int>::second));
    QCOMPARE(places.first().second, 0);
    QCOMPARE(places.size(), qsizetype(kQueueChecks.size()));

    const QStringList evidence = textsIn(dialog, "workers", "checkDetail");
    QCOMPARE(evidence.size(), 1);
    QVERIFY2(evidence.first().contains(u"dead: last heartbeat 1 h ago"_s)
                 && evidence.first().contains(u"holds 1 job and 0 queues"_s),
             qPrintable(evidence.first()));
    QVERIFY(textsIn(dialog, "indexes", "checkRemedy")
                .join(u' ')
                .contains(u"create index concurrently"_s));
    QVERIFY(!helpOf(dialog, "revision")->isVisible());

    // It stays as it is until it is asked again: then what was mended is fine.
    m_database->script("set default_transaction_read_only = off; "
                       "delete from graphile_worker._private_workers");
    m_database->script("alter database \"" + m_database->name().toUtf8()
                       + "\" reset default_transaction_read_only");
    QCOMPARE(outcomeOf(dialog, "rights"), u"Failed"_s);
    QTest::mouseClick(child<QPushButton>(dialog, "checkAgain"), Qt::LeftButton);
    QVERIFY(ends(dialog));
    QCOMPARE(outcomeOf(dialog, "rights"), u"OK"_s);
    QCOMPARE(outcomeOf(dialog, "workers"), u"OK"_s);
    QCOMPARE(outcomeOf(dialog, "indexes"), u"Warning"_s);
    QCOMPARE(dialog.findChildren<CheckRow *>().size(), qsizetype(kQueueChecks.size()));
}

void TestCheckDialog::findingsAreThoseOfTheCommand()
{
    m_database->script(kCheckedFaults);
    m_database->script("insert into graphile_worker._private_workers (id, last_heartbeat_at) "
                       "select e'odd\\x1b[2J\\n' || repeat('w', 3000), now() - interval '1 d'");
    ConsoleContext context(target());
    CheckDialog dialog(&context);
    show(&dialog);
    for (const QueueUse use : {QueueUse::Worker, QueueUse::Producer}) {
        auto *uses = child<QComboBox>(dialog, "checkUse");
        uses->setCurrentIndex(uses->findData(int(use)));
        Q_EMIT uses->activated(uses->currentIndex());
        QVERIFY(ends(dialog));
        QTest::mouseClick(child<QPushButton>(dialog, "checkCopy"), Qt::LeftButton);
        const QString copied = QGuiApplication::clipboard()->text();
        const CommandRun run = runWith(
            {u"doctor"_s, u"--for"_s, queueUseName(use), u"-c"_s, m_database->conninfo()});
        QCOMPARE(comparable(copied), comparable(run.out));
        // Not the same by being empty.
        QCOMPARE(copied.count(QRegularExpression(u"^(ok|warning|failed|skipped) "_s,
                                                 QRegularExpression::MultilineOption)),
                 qsizetype(kQueueChecks.size()));
        QCOMPARE(run.exitCode, 0);
        QVERIFY(use != QueueUse::Worker || copied.contains(u"\\u001b[2J"_s));
        const QStringList lines = copied.split(u'\n');
        QVERIFY(std::ranges::all_of(lines, [](const QString &line) { return line.size() < 400; }));
    }
}

void TestCheckDialog::missingRightsAreNamed()
{
    const QByteArray role = "checked_" + m_database->name().toUtf8();
    m_database->script("create role " + role + " login");
    const auto drop = qScopeGuard(
        [&] { m_database->script("drop owned by " + role + " cascade; drop role " + role); });
    ConnectionSettings settings = m_database->settings();
    settings.set(u"user"_s, QString::fromUtf8(role));
    ConsoleContext context(target(settings));
    CheckDialog dialog(&context);
    show(&dialog);
    QVERIFY(ends(dialog));
    QCOMPARE(outcomeOf(dialog, "rights"), u"Failed"_s);
    QVERIFY(textsIn(dialog, "rights", "checkDetail").contains(u"• usage on the schema"_s));
    for (const char *name : {"revision", "workers", "tasks"})
        QVERIFY2(outcomeOf(dialog, name) == u"Skipped"_s, name);
    const QString denied = u"Role %1 may not read the queue."_s.arg(settings.value(u"user"_s));
    QCOMPARE(textsIn(dialog, "workers", "checkSentence"), QStringList{denied});
    QCOMPARE(textsIn(dialog, "indexes", "checkSentence"), QStringList{denied});
    // Whatever else the role may not look at is skipped with the reason.
    for (const QueueCheck &check : dialog.check().checks())
        QVERIFY2(!check.sentence.contains(u"permission denied"_s)
                     || check.outcome == Outcome::Skipped,
                 qPrintable(checkText(check)));
    QVERIFY2(summary(dialog).startsWith(u"1 failed"_s), qPrintable(summary(dialog)));

    // Without a policy, row security hides every job: that is no queue without jobs.
    m_database->script("grant usage on schema graphile_worker to " + role
                       + "; grant select on all tables in schema graphile_worker to " + role);
    child<QPushButton>(dialog, "checkAgain")->click();
    QVERIFY(ends(dialog));
    QCOMPARE(outcomeOf(dialog, "tasks"), u"Skipped"_s);
    QVERIFY(textsIn(dialog, "tasks", "checkSentence").first().startsWith(u"Row security hides"_s));
    QCOMPARE(outcomeOf(dialog, "indexes"), u"OK"_s);
}

void TestCheckDialog::aServerThatIsGoneLeadsToTheConnection()
{
    ConnectionSettings nowhere;
    nowhere.set(u"host"_s, u"127.0.0.1"_s);
    nowhere.set(u"port"_s, u"1"_s);
    for (const Environment environment : {Environment::Production, Environment::Sandbox}) {
        ConsoleContext context(target(nowhere, environment));
        CheckDialog dialog(&context);
        show(&dialog);
        QVERIFY(ends(dialog));
        QCOMPARE(outcomeOf(dialog, "network"), u"Failed"_s);
        QCOMPARE(dialog.findChildren<CheckRow *>().size(), 2);
        QCOMPARE(summary(dialog), u"1 failed · 1 OK · 13 not run"_s);
        // A sandbox is set up by itself.
        QCOMPARE(helpOf(dialog, "network")->isVisible(), environment != Environment::Sandbox);
        if (environment == Environment::Sandbox)
            continue;
        const QSignalSpy edits(&dialog, &CheckDialog::editConnectionRequested);
        helpOf(dialog, "network")->click();
        QCOMPARE(edits.count(), 1);
        QVERIFY(!dialog.isVisible());
    }
}

void TestCheckDialog::helpLeadsToPages_data()
{
    QTest::addColumn<QByteArray>("fault");
    QTest::addColumn<QByteArray>("check");
    QTest::addColumn<QString>("page");
    QTest::newRow("task that nobody runs")
        << QByteArray("select graphile_worker.add_job('mial'); "
                      "select graphile_worker.worker_heartbeat('alive', '{\"tasks\": "
                      "[\"mail\"]}')")
        << QByteArray("tasks") << u"tasks"_s;
    QTest::newRow("unfinished index")
        << QByteArray("update pg_index set indisvalid = false where indexrelid = "
                      "'graphile_worker.jobs_main_index'::regclass")
        << QByteArray("indexes") << u"maintenance"_s;
    QTest::newRow("no worker") << QByteArray("select graphile_worker.add_job('mail')")
                               << QByteArray("tasks") << u"worker"_s;
}

void TestCheckDialog::helpLeadsToPages()
{
    QFETCH(const QByteArray, fault);
    QFETCH(const QByteArray, check);
    m_database->script(fault);
    ConsoleContext context(target());
    CheckDialog dialog(&context);
    show(&dialog);
    QVERIFY(ends(dialog));
    QCOMPARE(outcomeOf(dialog, check.constData()), u"Warning"_s);
    const QSignalSpy pages(&context, &ConsoleContext::pageRequested);
    helpOf(dialog, check.constData())->click();
    QCOMPARE(pages.count(), 1);
    QTEST(pages.first().first().toString(), "page");
    QVERIFY(!dialog.isVisible());
}

void TestCheckDialog::whatIsForbiddenCannotBeChosen()
{
    m_database->script(kCheckedFaults);
    ConsoleContext context(target(m_database->settings(), Environment::Production));
    CheckDialog dialog(&context);
    show(&dialog);
    QVERIFY(ends(dialog));
    const auto *sweep = helpOf(dialog, "workers");
    QVERIFY(sweep->isEnabled()); // the dialog that opens can unlock it
    context.guard()->setForbidden(u"This server is a standby."_s);
    QVERIFY(!sweep->isEnabled());
    QCOMPARE(textsIn(dialog, "workers", "checkObstacle"),
             QStringList{u"This server is a standby."_s});
    // To look is never forbidden.
    QVERIFY(helpOf(dialog, "indexes")->isEnabled());
    context.guard()->setForbidden({});
    QVERIFY(sweep->isEnabled());
    QVERIFY(textsIn(dialog, "workers", "checkObstacle").isEmpty());
}

void TestCheckDialog::aConnectionCutMeanwhileIsAFinding()
{
    const auto other = m_database->session();
    QVERIFY(other->script(kLock));
    ConsoleContext context(target());
    CheckDialog dialog(&context);
    show(&dialog);
    // It goes on to what it has to wait for, and says what that is.
    QTRY_COMPARE(dialog.check().current(), u"indexes"_s);
    QTRY_COMPARE(m_database->scalar("select count(*) from pg_stat_activity where wait_event_type = "
                                    "'Lock' and application_name like '%doctor' and datname = "
                                    "current_database()"),
                 u"1"_s);
    QCOMPARE(summary(dialog), u"Checking: Indexes (11 of 15)"_s);
    QCOMPARE(m_database->endSessions("application_name like '%doctor'"), 1);
    QVERIFY(ends(dialog));
    QCOMPARE(outcomeOf(dialog, "session"), u"Failed"_s);
    QCOMPARE(outcomeOf(dialog, "rights"), u"OK"_s); // what was found before stays
    QVERIFY(!rowOf(dialog, "workers"));
    QVERIFY2(summary(dialog).startsWith(u"1 failed"_s)
                 && summary(dialog).endsWith(u" · 4 not run"_s),
             qPrintable(summary(dialog)));
    QVERIFY(other->script("rollback"));
    QTest::mouseClick(child<QPushButton>(dialog, "checkAgain"), Qt::LeftButton);
    QVERIFY(ends(dialog));
    QCOMPARE(outcomeOf(dialog, "indexes"), u"OK"_s);
    QVERIFY(!rowOf(dialog, "session"));
}

void TestCheckDialog::cancellingEndsAtOnce()
{
    const auto other = m_database->session();
    QVERIFY(other->script(kLock));
    ConsoleContext context(target());
    CheckDialog dialog(&context);
    show(&dialog);
    const QByteArray waiting
        = "select count(*) from pg_stat_activity where wait_event_type = 'Lock' "
          "and application_name like '%doctor' and datname = current_database()";
    QTRY_COMPARE(m_database->scalar(waiting), u"1"_s);
    QTRY_COMPARE(dialog.check().current(), u"indexes"_s);
    QCOMPARE(child<QPushButton>(dialog, "checkClose")->text(), u"Cancel"_s);
    QTest::keyClick(&dialog, Qt::Key_Escape);
    QVERIFY(!dialog.check().isRunning());
    QVERIFY(dialog.isVisible()); // with what it found
    QVERIFY2(summary(dialog).startsWith(u"Cancelled · "_s), qPrintable(summary(dialog)));
    QVERIFY(summary(dialog).endsWith(u" · 5 not run"_s));
    QTRY_COMPARE(m_database->scalar(waiting), u"0"_s); // the statement, too
    const qsizetype found = dialog.check().checks().size();
    QVERIFY(other->script("rollback"));
    QCOMPARE(dialog.check().checks().size(), found);
    QCOMPARE(child<QPushButton>(dialog, "checkClose")->text(), u"Close"_s);
    QTest::keyClick(&dialog, Qt::Key_Escape);
    QVERIFY(!dialog.isVisible());
}

void TestCheckDialog::aSilentServerLeavesTheWindowFree()
{
    StallingProxy proxy(m_database->settings());
    ConsoleContext context(target(proxy.settings()));
    proxy.setStalled(true);
    CheckDialog dialog(&context);
    show(&dialog);
    QTRY_COMPARE(dialog.check().current(), u"login"_s);
    QCOMPARE(outcomeOf(dialog, "network"), u"OK"_s);
    QTest::mouseClick(child<QPushButton>(dialog, "checkClose"), Qt::LeftButton);
    QVERIFY(!dialog.check().isRunning());
    proxy.setStalled(false);
    QTest::mouseClick(child<QPushButton>(dialog, "checkAgain"), Qt::LeftButton);
    QVERIFY(ends(dialog));
    QCOMPARE(outcomeOf(dialog, "login"), u"OK"_s);
    QVERIFY(rowOf(dialog, "tasks"));
}

void TestCheckDialog::itSpeaksGerman()
{
    Language::install(u"de"_s);
    const auto english = qScopeGuard([] { Language::install(u"en"_s); });
    m_database->script(kCheckedFaults);
    ConsoleContext context(target());
    CheckDialog dialog(&context);
    show(&dialog);
    QVERIFY(ends(dialog));
    QCOMPARE(outcomeOf(dialog, "workers"), u"Warnung"_s);
    QCOMPARE(textsIn(dialog, "workers", "checkSentence").first().section(u'.', 0, 0),
             u"1 Worker sendet keinen Heartbeat mehr"_s);
    // Names and outcomes are for scripts, in any language.
    QVERIFY(dialog.check().text().contains(u"\nwarning  workers      1 Worker"_s));
    QVERIFY(takePictures(&m_theme, &dialog, u"check-database-german"_s));
}

void TestCheckDialog::looks()
{
    m_database->script(kCheckedFaults);
    m_database->script("alter database \"" + m_database->name().toUtf8()
                       + "\" set default_transaction_read_only = on");
    ConsoleContext context(target());
    CheckDialog dialog(&context);
    show(&dialog);
    QVERIFY(ends(dialog));
    QVERIFY(takePictures(&m_theme, &dialog, u"check-database"_s));
}

YARDMASTER_WINDOW_TEST(TestCheckDialog)
#include "tst_checkdialog.moc"
