#include "tests/support/testprogram.h"
#include "tests/ui/kit/changes/operationsui.h"
#include "ui/kit/changes/addjobdialog.h"
#include "ui/kit/changes/editpayloaddialog.h"
#include "ui/kit/changes/payloadeditor.h"
#include "ui/kit/textviewer.h"
#include "ui/pages/operations/operationnotice.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTreeWidget>

using namespace Qt::StringLiterals;

namespace yardmaster::test {

/// Adding, duplicating and editing jobs by hand.
class TestAddJob : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyOptionIsUsed();
    void badPayloadIsRefusedWithItsPlace();
    void badFieldsAreRefused_data();
    void badFieldsAreRefused();
    void payloadStaysToTheLetter();
    void duplicateIsFilledInWithoutTheKey();
    void duplicateOfAGoneJobSaysSo();
    void lockedProductionAddsNothing();
    void refusedByTheServerIsShown();
    void payloadIsEdited();
    void hiddenValuesAreKeptUnseen();
    void lockedJobIsNotEdited();
    void jobChangedMeanwhileIsLeftAlone();
    void looks();

private:
    static QLineEdit *line(const QWidget &dialog, const char *name)
    {
        return child<QLineEdit>(dialog, name);
    }

    Theme m_theme;
};

void TestAddJob::everyOptionIsUsed()
{
    OperationsUi ui;
    const QSignalSpy added(ui.actions, &JobActions::jobAdded);
    QTest::keyClick(ui.window.get(), Qt::Key_A);
    auto *dialog = ui.dialog<AddJobDialog>("addJobDialog");
    child<QComboBox>(*dialog, "addTask")->setCurrentText(u"send_email"_s);
    child<QPlainTextEdit>(*dialog, "payloadText")->setPlainText(u"{\"a\": 1.10}"_s);
    QTest::keyClicks(line(*dialog, "addQueue"), u"mail"_s);
    QTest::keyClicks(line(*dialog, "addRunAt"), u"2031-02-03 04:05:06Z"_s);
    QTest::keyClicks(line(*dialog, "addPriority"), u"-3"_s);
    QTest::keyClicks(line(*dialog, "addMaxAttempts"), u"7"_s);
    QTest::keyClicks(line(*dialog, "addKey"), u"welcome 1"_s);
    child<QComboBox>(*dialog, "addKeyMode")->setCurrentIndex(1);
    QTest::keyClicks(line(*dialog, "addFlags"), u"beta, slow"_s);
    const QString sql = child<QPlainTextEdit>(*dialog, "addSql")->toPlainText();
    QVERIFY2(sql.contains(u"job_key_mode => 'preserve_run_at'"_s)
                 && sql.contains(u"array['beta', 'slow']"_s),
             qUtf8Printable(sql));
    QTest::keyClick(line(*dialog, "addFlags"), Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(added.count(), 1, kPatience);
    const qint64 id = added.first().first().toLongLong();
    QCOMPARE(ui.panel->notice()->text(), u"Job %1 added."_s.arg(id));
    QCOMPARE(ui.scalar("select concat_ws('|', tasks.identifier, payload, queue_name,"
                       " extract(epoch from run_at)::bigint, priority, max_attempts, key, flags)"
                       " from graphile_worker._private_jobs as jobs"
                       " join graphile_worker._private_tasks as tasks on tasks.id = task_id"
                       " join graphile_worker._private_job_queues as queues on queues.id ="
                       " job_queue_id where jobs.id = "
                       + QByteArray::number(id)),
             u"send_email|{\"a\": 1.10}|mail|1927857906|-3|7|welcome 1|"
             "{\"beta\": true, \"slow\": true}"_s);
    QFile log(ui.panel->list()->folder() + u"/operators.ndjson"_s);
    QVERIFY(log.open(QIODevice::ReadOnly));
    const QByteArray lines = log.readAll();
    QVERIFY(lines.contains("\"kind\":\"add\"") && lines.contains("\"task\":\"send_email\""));
    QVERIFY(lines.contains("\"job\":" + QByteArray::number(id)));
    QVERIFY(!lines.contains("1.10}")); // payloads stay out; a time may end in 1.10
    // The statement shown is what was done: psql takes it.
    ui.fixture.database.script(sql.toUtf8());
}

void TestAddJob::badPayloadIsRefusedWithItsPlace()
{
    OperationsUi ui;
    AddJobDialog dialog(ui.context.get());
    dialog.show();
    child<QComboBox>(dialog, "addTask")->setCurrentText(u"a"_s);
    auto *payload = child<QPlainTextEdit>(dialog, "payloadText");
    payload->setPlainText(u"{\n  \"a\": 1,\n  \"b\" 2\n}"_s);
    QVERIFY(child<QLabel>(dialog, "payloadStatus")->text().contains(u"Line 3, column 7"_s));
    QVERIFY(child<QLabel>(dialog, "payloadStatus")->text().contains(u"A colon is missing."_s));
    QVERIFY(child<QLabel>(dialog, "addProblem")->text().contains(u"line 3, column 7"_s));
    QVERIFY(!child<QPushButton>(dialog, "addJobButton")->isEnabled());
    QVERIFY(!child<QPushButton>(dialog, "formatPayload")->isEnabled());
    QTest::keyClick(&dialog, Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(dialog.isVisible());
}

void TestAddJob::badFieldsAreRefused_data()
{
    QTest::addColumn<QByteArray>("field");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("problem");
    QTest::newRow("time") << QByteArray("addRunAt") << u"soonish"_s << u"not a valid time"_s;
    QTest::newRow("priority") << QByteArray("addPriority") << u"high"_s << u"whole number"_s;
    QTest::newRow("priority out of range") << QByteArray("addPriority") << u"40000"_s << u"32767"_s;
    QTest::newRow("attempts") << QByteArray("addMaxAttempts") << u"0"_s << u"1"_s;
}

void TestAddJob::badFieldsAreRefused()
{
    QFETCH(const QByteArray, field);
    QFETCH(const QString, text);
    QFETCH(const QString, problem);
    OperationsUi ui;
    AddJobDialog dialog(ui.context.get());
    dialog.show();
    child<QComboBox>(dialog, "addTask")->setCurrentText(u"a"_s);
    QVERIFY(child<QPushButton>(dialog, "addJobButton")->isEnabled());
    QTest::keyClicks(line(dialog, field.constData()), text);
    QVERIFY(!child<QPushButton>(dialog, "addJobButton")->isEnabled());
    const QString said = child<QLabel>(dialog, "addProblem")->text();
    QVERIFY2(said.contains(problem), qUtf8Printable(said));
}

void TestAddJob::payloadStaysToTheLetter()
{
    const QByteArray odd = "{\"big\":12345678901234567890, \"b\":1.10,\"b\":1e400,\n"
                           "\t\"nbsp\":\"a\xC2\xA0z\", \"u\":\"\\u00e4\\/\"}";
    PayloadEditor editor;
    editor.setPayload(odd, {});
    QCOMPARE(editor.payload(), odd);
    QVERIFY(!editor.problem());
    QTest::mouseClick(child<QPushButton>(editor, "formatPayload"), Qt::LeftButton);
    QCOMPARE(editor.payload(),
             QByteArray("{\n  \"big\": 12345678901234567890,\n  \"b\": 1.10,\n"
                        "  \"b\": 1e400,\n  \"nbsp\": \"a\xC2\xA0z\",\n"
                        "  \"u\": \"\\u00e4\\/\"\n}"));
    child<QPlainTextEdit>(editor, "payloadText")->undo();
    QCOMPARE(editor.payload(), odd);
    // A paragraph separator would be lost in a text field; escaped, it is the same text.
    const QByteArray separated = "\"a\xE2\x80\xA9z\"";
    editor.setPayload(separated, {});
    QCOMPARE(editor.payload(), separated);
    child<QPlainTextEdit>(editor, "payloadText")->insertPlainText(u" "_s);
    QCOMPARE(editor.payload(), QByteArray(" \"a\\u2029z\""));
}

void TestAddJob::duplicateIsFilledInWithoutTheKey()
{
    OperationsUi ui;
    const QSignalSpy added(ui.actions, &JobActions::jobAdded);
    ui.actions->setTarget(OperationsUi::byIds({2}));
    QTest::keyClick(ui.window.get(), Qt::Key_D);
    auto *dialog = ui.dialog<AddJobDialog>("addJobDialog");
    auto *button = child<QPushButton>(*dialog, "addJobButton");
    QTRY_VERIFY_WITH_TIMEOUT(button->isEnabled(), kPatience);
    QVERIFY(child<QLabel>(*dialog, "addNote")->text().contains(u"without its key"_s));
    QVERIFY(line(*dialog, "addKey")->text().isEmpty());
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(added.count(), 1, kPatience);
    QCOMPARE(ui.scalar("select count(*) from graphile_worker._private_jobs as copy"
                       " join graphile_worker._private_jobs as jobs on jobs.id = 2"
                       " where copy.id > 30 and copy.payload::text = jobs.payload::text and"
                       " copy.priority = jobs.priority and copy.max_attempts = jobs.max_attempts"
                       " and copy.task_id = jobs.task_id and copy.attempts = 0"
                       " and abs(extract(epoch from copy.run_at - jobs.run_at)) < 0.002"),
             u"1"_s);
    QCOMPARE(ui.scalar("select key from graphile_worker._private_jobs where id = 2"), u"key 2"_s);
}

void TestAddJob::duplicateOfAGoneJobSaysSo()
{
    OperationsUi ui;
    ui.actions->duplicate(999);
    auto *dialog = ui.dialog<AddJobDialog>("addJobDialog");
    QTRY_VERIFY_WITH_TIMEOUT(child<QLabel>(*dialog, "addNote")->text().contains(u"is gone"_s),
                             kPatience);
    QVERIFY(!child<QPushButton>(*dialog, "addJobButton")->isEnabled());
}

void TestAddJob::lockedProductionAddsNothing()
{
    OperationsUi ui(Environment::Production);
    AddJobDialog dialog(ui.context.get());
    dialog.show();
    child<QComboBox>(dialog, "addTask")->setCurrentText(u"a"_s);
    auto *button = child<QPushButton>(dialog, "addJobButton");
    QVERIFY(!button->isEnabled());
    QVERIFY(child<QLabel>(dialog, "addProblem")->text().contains(u"locked"_s));
    QTest::keyClick(&dialog, Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(dialog.isVisible());
    ui.context->guard()->arm(std::chrono::minutes(5));
    QVERIFY(button->isEnabled());
}

void TestAddJob::refusedByTheServerIsShown()
{
    OperationsUi ui;
    ui.fixture.database.script("drop function graphile_worker.add_job");
    AddJobDialog dialog(ui.context.get());
    dialog.show();
    child<QComboBox>(dialog, "addTask")->setCurrentText(u"a"_s);
    QTest::mouseClick(child<QPushButton>(dialog, "addJobButton"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!child<QLabel>(dialog, "addProblem")->text().isEmpty(), kPatience);
    QVERIFY(dialog.isVisible());
    QVERIFY(child<QPushButton>(dialog, "addJobButton")->isEnabled());
}

void TestAddJob::payloadIsEdited()
{
    OperationsUi ui;
    ui.actions->setTarget(OperationsUi::byIds({3}));
    QTest::keyClick(ui.window.get(), Qt::Key_E);
    auto *dialog = ui.dialog<EditPayloadDialog>("editPayloadDialog");
    auto *payload = child<QPlainTextEdit>(*dialog, "payloadText");
    QTRY_VERIFY_WITH_TIMEOUT(payload->isEnabled(), kPatience);
    auto *confirm = child<QPushButton>(*dialog, "confirmEdit");
    QVERIFY(!confirm->isEnabled()); // nothing has changed
    QVERIFY(payload->toPlainText().contains(u"quote"_s));
    payload->setPlainText(u"{\"n\": 3, \"text\": \"b\"}"_s);
    const auto *changes = child<QTreeWidget>(*dialog, "compareList");
    QCOMPARE(changes->topLevelItemCount(), 1); // not n
    QCOMPARE(changes->topLevelItem(0)->text(3), u"\"b\""_s);
    QTest::keyClick(payload, Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(ui.isOver(1));
    QCOMPARE(ui.scalar("select payload || '|' || attempts || '|' || (run_at <= now()) from"
                       " graphile_worker._private_jobs where id = 3"),
             u"{\"n\": 3, \"text\": \"b\"}|0|true"_s);
}

void TestAddJob::hiddenValuesAreKeptUnseen()
{
    OperationsUi ui;
    ui.fixture.database.script("update graphile_worker._private_jobs set payload = "
                               "'{\"user\": \"ann\", \"password\": \"s3cret\", \"keys\": "
                               "{\"token\": [1, 2]}}' where id = 3");
    ui.actions->editPayload(3);
    auto *dialog = ui.dialog<EditPayloadDialog>("editPayloadDialog");
    auto *payload = child<QPlainTextEdit>(*dialog, "payloadText");
    QTRY_VERIFY_WITH_TIMEOUT(payload->isEnabled(), kPatience);
    const auto everything = [&] {
        QString text;
        const auto *changes = child<QTreeWidget>(*dialog, "compareList");
        for (int row = 0; row < changes->topLevelItemCount(); ++row)
            text += changes->topLevelItem(row)->text(2) + changes->topLevelItem(row)->text(3);
        for (const QPlainTextEdit *edit : dialog->findChildren<QPlainTextEdit *>())
            text += edit->toPlainText();
        for (const TextViewer *viewer : dialog->findChildren<TextViewer *>())
            text += viewer->text();
        return text;
    };
    QVERIFY(!everything().contains(u"s3cret"_s) && !everything().contains(u"1, 2"_s));
    // In another order, with one more beside them.
    payload->setPlainText(u"{\"keys\": {\"token\": \"[hidden 2]\"}, \"user\": \"bob\","
                          " \"password\": \"[hidden 1]\"}"_s);
    QVERIFY2(!everything().contains(u"s3cret"_s) && everything().contains(u"bob"_s),
             qUtf8Printable(everything()));
    auto *reveal = child<QCheckBox>(*dialog, "revealPayload");
    reveal->setChecked(true);
    QVERIFY(payload->toPlainText().contains(u"\"bob\", \"password\": \"s3cret\""_s));
    reveal->setChecked(false);
    QVERIFY2(!everything().contains(u"s3cret"_s), qUtf8Printable(everything()));
    QTest::keyClick(payload, Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(ui.isOver(1));
    QCOMPARE(ui.scalar("select payload from graphile_worker._private_jobs where id = 3"),
             u"{\"keys\": {\"token\": [1, 2]}, \"user\": \"bob\", \"password\": \"s3cret\"}"_s);
    // Nor does a copy of the job show them.
    AddJobDialog copy(ui.context.get());
    copy.fillFrom(3);
    auto *copied = child<QPlainTextEdit>(copy, "payloadText");
    QTRY_VERIFY_WITH_TIMEOUT(copied->toPlainText().contains(u"bob"_s), kPatience);
    QVERIFY(!copied->toPlainText().contains(u"s3cret"_s));
}

void TestAddJob::lockedJobIsNotEdited()
{
    OperationsUi ui;
    ui.fixture.database.script("update graphile_worker._private_jobs set locked_at = now(),"
                               " locked_by = 'web-1' where id = 3");
    ui.actions->editPayload(3);
    auto *dialog = ui.dialog<EditPayloadDialog>("editPayloadDialog");
    auto *payload = child<QPlainTextEdit>(*dialog, "payloadText");
    QTRY_VERIFY_WITH_TIMEOUT(payload->isEnabled(), kPatience);
    payload->setPlainText(u"{}"_s);
    QVERIFY(child<QLabel>(*dialog, "editProblem")->text().contains(u"web-1 is running it"_s));
    QVERIFY(!child<QPushButton>(*dialog, "confirmEdit")->isEnabled());
}

void TestAddJob::jobChangedMeanwhileIsLeftAlone()
{
    OperationsUi ui;
    ui.actions->editPayload(3);
    auto *dialog = ui.dialog<EditPayloadDialog>("editPayloadDialog");
    auto *payload = child<QPlainTextEdit>(*dialog, "payloadText");
    QTRY_VERIFY_WITH_TIMEOUT(payload->isEnabled(), kPatience);
    payload->setPlainText(u"{\"mine\": true}"_s);
    ui.fixture.database.script(
        "update graphile_worker._private_jobs set payload = '{\"theirs\":1}',"
        " updated_at = clock_timestamp() where id = 3");
    QTest::mouseClick(child<QPushButton>(*dialog, "confirmEdit"), Qt::LeftButton);
    QVERIFY(ui.isOver(1));
    QCOMPARE(ui.panel->list()->at(0).record.totals, OperationTotals{.skipped = 1});
    QCOMPARE(ui.scalar("select payload from graphile_worker._private_jobs where id = 3"),
             u"{\"theirs\":1}"_s);
}

void TestAddJob::looks()
{
    OperationsUi ui(Environment::Staging);
    const QString folder = qEnvironmentVariable("YARDMASTER_SCREENSHOTS");
    AddJobDialog dialog(ui.context.get());
    dialog.fillFrom(2);
    dialog.show();
    QTRY_VERIFY_WITH_TIMEOUT(child<QPushButton>(dialog, "addJobButton")->isEnabled(), kPatience);
    line(dialog, "addKey")->setText(u"welcome-42"_s);
    EditPayloadDialog edit(ui.context.get(), 3);
    edit.show();
    auto *payload = child<QPlainTextEdit>(edit, "payloadText");
    QTRY_VERIFY_WITH_TIMEOUT(payload->isEnabled(), kPatience);
    payload->setPlainText(u"{\n  \"n\": 3,\n  \"text\": \"b\"\n}"_s);
    for (const bool isDarkOne : {false, true}) {
        m_theme.setChoice(isDarkOne ? Theme::Choice::Dark : Theme::Choice::Light);
        QCoreApplication::processEvents();
        for (QWidget *shown : {static_cast<QWidget *>(&dialog), static_cast<QWidget *>(&edit)}) {
            const QPixmap picture = shown->grab();
            QVERIFY(!picture.isNull());
            if (!folder.isEmpty())
                QVERIFY(picture.save(u"%1/%2-%3.png"_s.arg(folder, shown->objectName(),
                                                           isDarkOne ? u"dark"_s : u"light"_s)));
        }
    }
    m_theme.setChoice(Theme::Choice::Light);
}

} // namespace yardmaster::test

YARDMASTER_WINDOW_TEST(yardmaster::test::TestAddJob)
#include "tst_addjob.moc"
