#include "tests/support/testprogram.h"
#include "ui/kit/changes/operationdialog.h"

#include "tests/ui/kit/changes/operationsui.h"
#include "ui/kit/armdialog.h"
#include "ui/kit/changes/previewpane.h"
#include "ui/kit/environmentstrip.h"
#include "ui/shell/armingbar.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QTableWidget>

using namespace Qt::StringLiterals;

namespace yardmaster::test {

/// Every verb through its dialog, with the keyboard, and what must not happen by accident.
/// Long because each verb has options and safeguards of its own.
class TestOperationDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void enterRetriesOnceCounted();
    void dialogHasTheColourOfTheProfile();
    void verbsDoWhatTheySay_data();
    void verbsDoWhatTheySay();
    void enterNeverDestroys_data();
    void enterNeverDestroys();
    void badOptionsAreSaidBelowTheField();
    void paceIsThatOfTheForm();
    void spreadShowsBothEnds();
    void productionWantsArmingAndTheNumber();
    void databaseWithoutProfileIsArmedByItsName();
    void guardThatLocksMeanwhileBlocks();
    void unlockShowsWhoHoldsTheJobs();
    void countIsExact();
    void skippedJobsAreSaidBeforehand();
    void commandsSayWhyTheyAreDisabled();
    void armingBarCountsDownAndLocks();
    void looks();

private:
    Theme m_theme;
};

void TestOperationDialog::enterRetriesOnceCounted()
{
    OperationsUi ui;
    ui.actions->setTarget(OperationsUi::byIds({3}));
    const QSignalSpy changes(ui.context.get(), &ConsoleContext::jobsChanged);
    QTest::keyClick(ui.window.get(), Qt::Key_R);
    auto *dialog = ui.dialog<OperationDialog>("operationDialog");
    QVERIFY(OperationsUi::isReady(*dialog));
    auto *confirm = child<QPushButton>(*dialog, "confirmOperation");
    QCOMPARE(confirm->text(), u"Retry 1 job"_s);
    QTest::keyClick(dialog, Qt::Key_Return);
    QVERIFY(ui.isOver(1));
    QCOMPARE(ui.scalar("select attempts || ' ' || (run_at <= now()) from"
                       " graphile_worker._private_jobs where id = 3"),
             u"0 true"_s);
    QCOMPARE(changes.count(), 1);
}

void TestOperationDialog::dialogHasTheColourOfTheProfile()
{
    OperationsUi ui;
    ui.actions->trigger(OperationKind::Retry, OperationsUi::byIds({3}));
    const auto *dialog = ui.dialog<OperationDialog>("operationDialog");
    const auto *strip = child<EnvironmentStrip>(*dialog);
    QCOMPARE(strip->palette().color(QPalette::Window), QColor(u"#3d5a80"_s));
}

void TestOperationDialog::verbsDoWhatTheySay_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("fields"); // name=text;…
    QTest::addColumn<QString>("button");
    QTest::addColumn<QByteArray>("check"); // true when it has been done
    const auto add = [&](const char *name, OperationKind kind, const char *fields,
                         const char *button, const QByteArray &check) {
        QTest::newRow(name) << int(kind) << QString::fromLatin1(fields)
                            << QString::fromLatin1(button) << check;
    };
    add("retry", OperationKind::Retry, "", "Retry 10 jobs",
        "select count(*) = 10 from graphile_worker._private_jobs where id % 3 = 0"
        " and attempts = 0 and run_at <= now()");
    add("reschedule at a time", OperationKind::Reschedule, "rescheduleAt=2031-02-03 04:05:06",
        "Reschedule 10 jobs",
        "select count(*) = 10 from graphile_worker._private_jobs where"
        " run_at = timestamptz '2031-02-03 04:05:06+00'");
    add("reschedule by an interval", OperationKind::Reschedule, "timing=1;rescheduleBy=-1h 30min",
        "Reschedule 10 jobs",
        "select count(*) = 9 from graphile_worker._private_jobs where id % 3 = 0 and"
        " run_at = timestamptz '2029-12-31 22:30:00.123457+00' + id * interval '1 second'");
    add("spread over a window", OperationKind::Reschedule,
        "timing=2;rescheduleAt=2031-01-01;rescheduleOver=100 s", "Reschedule 10 jobs",
        "select count(distinct floor(extract(epoch from run_at) / 10)) = 10 from"
        " graphile_worker._private_jobs where run_at >= timestamptz '2031-01-01' and"
        " run_at < timestamptz '2031-01-01' + interval '100 s'");
    add("change numbers", OperationKind::Change,
        "changePriority=-7;changeAttempts=1;changeMaxAttempts=9", "Change 10 jobs",
        "select count(*) = 10 from graphile_worker._private_jobs where priority = -7 and"
        " attempts = 1 and max_attempts = 9");
    add("change place", OperationKind::Change,
        "changeQueue=mail;changeFlags=eu, big;changeKeyNone=1", "Change 10 jobs",
        "select count(*) = 10 from graphile_worker._private_jobs join"
        " graphile_worker._private_job_queues as q on q.id = job_queue_id where queue_name = 'mail'"
        " and flags = '{\"eu\": true, \"big\": true}' and key is null");
    add("complete", OperationKind::Complete, "", "Complete 10 jobs",
        "select count(*) = 20 from graphile_worker._private_jobs");
    add("remove by key", OperationKind::RemoveByKey, "", "Remove 5 jobs",
        "select count(*) = 25 from graphile_worker._private_jobs");
}

void TestOperationDialog::verbsDoWhatTheySay()
{
    QFETCH(const int, kind);
    QFETCH(const QString, fields);
    QFETCH(const QString, button);
    QFETCH(const QByteArray, check);
    OperationsUi ui;
    ui.actions->trigger(OperationKind(kind), OperationsUi::byFilter(u"state:failed"_s));
    auto *dialog = ui.dialog<OperationDialog>("operationDialog");
    const QStringList parts = fields.split(u';', Qt::SkipEmptyParts);
    for (const QString &part : parts) {
        const QByteArray name = part.section(u'=', 0, 0).toLatin1();
        const QString value = part.section(u'=', 1);
        if (name == "timing") {
            auto *timing = child<QComboBox>(*dialog, "timing");
            timing->setFocus();
            for (int i = 0; i < value.toInt(); ++i)
                QTest::keyClick(timing, Qt::Key_Down);
        } else if (name.endsWith("None")) {
            child<QCheckBox>(*dialog, name.constData())->click();
        } else {
            QTest::keyClicks(child<QLineEdit>(*dialog, name.constData()), value);
        }
    }
    QVERIFY(OperationsUi::isReady(*dialog));
    auto *confirm = child<QPushButton>(*dialog, "confirmOperation");
    QCOMPARE(confirm->text(), button);
    QVERIFY(!child<QPlainTextEdit>(*dialog, "previewSql")->toPlainText().startsWith(u"-- known"_s));
    confirm->setFocus();
    QTest::keyClick(confirm, Qt::Key_Space);
    QVERIFY(ui.isOver(1));
    QCOMPARE(ui.scalar(check), u"t"_s);
}

void TestOperationDialog::enterNeverDestroys_data()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("complete") << int(OperationKind::Complete);
    QTest::newRow("fail") << int(OperationKind::FailForGood);
    QTest::newRow("remove") << int(OperationKind::RemoveByKey);
}

void TestOperationDialog::enterNeverDestroys()
{
    QFETCH(const int, kind);
    OperationsUi ui;
    const QString before = ui.fixture.contents();
    const QSignalSpy started(ui.actions, &JobActions::operationStarted);
    ui.actions->trigger(OperationKind(kind), OperationsUi::byIds({1, 2}));
    auto *dialog = ui.dialog<OperationDialog>("operationDialog");
    if (auto *reason = dialog->findChild<QLineEdit *>(u"failReason"_s))
        QTest::keyClicks(reason, u"bad customer"_s);
    QVERIFY(OperationsUi::isReady(*dialog));
    auto *confirm = child<QPushButton>(*dialog, "confirmOperation");
    QVERIFY(!confirm->isDefault());
    QVERIFY(!confirm->hasFocus());
    const auto widgets = dialog->findChildren<QWidget *>();
    for (QWidget *widget : widgets) {
        if (!widget->isVisible() || !widget->isEnabled() || widget->focusPolicy() == Qt::NoFocus
            || widget->objectName() == "cancelOperation"_L1)
            continue;
        widget->setFocus();
        QTest::keyClick(widget, Qt::Key_Return);
        QTest::keyClick(widget, Qt::Key_Enter);
        QTest::keyClick(widget, Qt::Key_Return, Qt::ControlModifier);
        QVERIFY2(dialog->isVisible(), qUtf8Printable(widget->objectName()));
    }
    QCOMPARE(started.count(), 0);
    QCOMPARE(ui.fixture.contents(), before);
    if (OperationKind(kind) != OperationKind::FailForGood)
        return;
    QTest::mouseClick(confirm, Qt::LeftButton);
    QVERIFY(ui.isOver(1));
    QCOMPARE(ui.scalar("select string_agg(attempts || ' ' || last_error, '; ' order by id) from"
                       " graphile_worker._private_jobs where id <= 2")
                 .count(u"bad customer"_s),
             2);
}

void TestOperationDialog::badOptionsAreSaidBelowTheField()
{
    OperationsUi ui;
    ui.actions->trigger(OperationKind::Reschedule, OperationsUi::byIds({1}));
    auto *dialog = ui.dialog<OperationDialog>("operationDialog");
    QTest::keyClicks(child<QLineEdit>(*dialog, "rescheduleAt"), u"next wensday"_s);
    auto *pane = dialog->findChild<PreviewPane *>();
    QTRY_VERIFY_WITH_TIMEOUT(pane->preview(), kPatience);
    QVERIFY(child<QLabel>(*dialog, "changeHint")->text().startsWith(u"This is not a time."_s));
    auto *confirm = child<QPushButton>(*dialog, "confirmOperation");
    QVERIFY(!confirm->isEnabled());
    QTest::keyClick(dialog, Qt::Key_Return);
    QVERIFY(dialog->isVisible());
    child<QLineEdit>(*dialog, "rescheduleAt")->setText(u"in 10 min"_s);
    QVERIFY(child<QLabel>(*dialog, "changeHint")->text().contains(u"UTC"_s));
    QVERIFY(confirm->isEnabled());
}

void TestOperationDialog::paceIsThatOfTheForm()
{
    OperationsUi ui;
    ui.actions->trigger(OperationKind::Retry, OperationsUi::byIds({3}));
    auto *dialog = ui.dialog<OperationDialog>("operationDialog");
    QVERIFY(OperationsUi::isReady(*dialog));
    const QSignalSpy confirmed(dialog, &OperationDialog::confirmed);
    child<QSpinBox>(*dialog, "batchSize")->setValue(7);
    child<QSpinBox>(*dialog, "jobsPerSecond")->setValue(5);
    child<QSpinBox>(*dialog, "stopAfterErrors")->setValue(3);
    child<QPushButton>(*dialog, "confirmOperation")->click();
    QCOMPARE(confirmed.count(), 1);
    const auto options = confirmed.first().first().value<OperationSpec>().options;
    QCOMPARE(options.batchSize, 7);
    QCOMPARE(options.jobsPerSecond, 5.0);
    QCOMPARE(options.stopAfterErrors, 3);
    QVERIFY(ui.isOver(1));
}

void TestOperationDialog::spreadShowsBothEnds()
{
    OperationsUi ui;
    ui.actions->trigger(OperationKind::Reschedule, OperationsUi::byIds({1}));
    auto *dialog = ui.dialog<OperationDialog>("operationDialog");
    child<QComboBox>(*dialog, "timing")->setCurrentIndex(2);
    child<QLineEdit>(*dialog, "rescheduleAt")->setText(u"2031-01-01T00:00Z"_s);
    child<QLineEdit>(*dialog, "rescheduleOver")->setText(u"2 h"_s);
    const QString hint = child<QLabel>(*dialog, "changeHint")->text();
    QVERIFY2(hint.contains(u"2031-01-01 00:00:00 UTC"_s)
                 && hint.contains(u"2031-01-01 02:00:00 UTC"_s),
             qUtf8Printable(hint));
}

void TestOperationDialog::productionWantsArmingAndTheNumber()
{
    OperationsUi ui(Environment::Production);
    ui.actions->trigger(OperationKind::Retry, OperationsUi::byFilter(u"state:failed"_s));
    auto *dialog = ui.dialog<OperationDialog>("operationDialog");
    auto *pane = dialog->findChild<PreviewPane *>();
    QTRY_VERIFY_WITH_TIMEOUT(pane->preview(), kPatience);
    auto *confirm = child<QPushButton>(*dialog, "confirmOperation");
    auto *typed = child<QLineEdit>(*dialog, "typedConfirmation");
    QTest::keyClicks(typed, u"10"_s);
    QVERIFY(!confirm->isEnabled());
    QVERIFY(child<QLabel>(*dialog, "operationProblem")->text().contains(u"locked"_s));
    QTest::keyClick(dialog, Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(dialog->isVisible());

    QTest::mouseClick(child<QPushButton>(*dialog, "armFromDialog"), Qt::LeftButton);
    auto *arming = ui.dialog<QDialog>("armDialog");
    QTest::keyClicks(child<QLineEdit>(*arming, "armWord"), u"bill"_s);
    QVERIFY(!child<QPushButton>(*arming, "armButton")->isEnabled());
    QTest::keyClicks(child<QLineEdit>(*arming, "armWord"), u"ing"_s);
    QTest::mouseClick(child<QPushButton>(*arming, "armButton"), Qt::LeftButton);
    QCOMPARE(ui.context->guard()->state(), WriteGuard::State::Armed);

    QVERIFY(confirm->isEnabled());
    typed->setText(u"11"_s);
    QVERIFY(!confirm->isEnabled());
    typed->setText(u"10"_s);
    QVERIFY(confirm->isEnabled());
    QTest::mouseClick(confirm, Qt::LeftButton);
    QVERIFY(ui.isOver(1));
    QCOMPARE(ui.panel->list()->at(0).record.totals.changed, 10);
}

void TestOperationDialog::databaseWithoutProfileIsArmedByItsName()
{
    OperationsUi ui(Environment::Unknown, 3);
    ArmDialog::openOver(ui.context.get(), ui.window.get());
    auto *arming = ui.dialog<QDialog>("armDialog");
    auto *word = child<QLineEdit>(*arming, "armWord");
    QTest::keyClicks(word, ui.context->target().profileName);
    QVERIFY(!child<QPushButton>(*arming, "armButton")->isEnabled());
    word->clear();
    QTest::keyClicks(word, ui.fixture.database.settings().value(u"dbname"_s));
    QTest::mouseClick(child<QPushButton>(*arming, "armButton"), Qt::LeftButton);
    QVERIFY(ui.context->guard()->mayWrite());
}

void TestOperationDialog::guardThatLocksMeanwhileBlocks()
{
    OperationsUi ui(Environment::Production);
    ui.context->guard()->arm(std::chrono::minutes(5));
    ui.actions->trigger(OperationKind::Retry, OperationsUi::byIds({3}));
    auto *dialog = ui.dialog<OperationDialog>("operationDialog");
    auto *typed = child<QLineEdit>(*dialog, "typedConfirmation");
    auto *confirm = child<QPushButton>(*dialog, "confirmOperation");
    auto *pane = dialog->findChild<PreviewPane *>();
    QTRY_VERIFY_WITH_TIMEOUT(pane->preview(), kPatience);
    typed->setText(u"1"_s);
    QVERIFY(confirm->isEnabled());
    ui.context->guard()->lock();
    QVERIFY(!confirm->isEnabled());
    QTest::keyClick(dialog, Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(dialog->isVisible());
}

void TestOperationDialog::unlockShowsWhoHoldsTheJobs()
{
    OperationsUi ui;
    ui.fixture.database.script(
        "update graphile_worker._private_jobs set locked_at = now() - interval '7 minutes',"
        " locked_by = 'web-1' where id <= 2");
    ui.actions->trigger(OperationKind::Unlock, OperationsUi::byIds({1, 2, 3}));
    auto *dialog = ui.dialog<OperationDialog>("operationDialog");
    auto *pane = dialog->findChild<PreviewPane *>();
    QTRY_VERIFY_WITH_TIMEOUT(pane->preview(), kPatience);
    const QString holders = child<QLabel>(*dialog, "previewHolders")->text();
    QVERIFY2(holders.contains(u"web-1 holds 2"_s) && holders.contains(u"7 min"_s),
             qUtf8Printable(holders));
    QVERIFY(child<QLabel>(*dialog, "previewSkipped")->text().contains(u"1 not locked"_s));
    auto *confirm = child<QPushButton>(*dialog, "confirmOperation");
    QVERIFY(!confirm->isEnabled());
    QTest::keyClicks(child<QLineEdit>(*dialog, "typedConfirmation"), u"unlock"_s);
    QVERIFY(confirm->isEnabled());
    QTest::mouseClick(confirm, Qt::LeftButton);
    QVERIFY(ui.isOver(1));
    QCOMPARE(ui.scalar("select count(*) from graphile_worker._private_jobs where locked_at is not"
                       " null"),
             u"0"_s);
}

void TestOperationDialog::countIsExact()
{
    OperationsUi ui(Environment::Development, 12000);
    ui.actions->trigger(OperationKind::Complete, OperationsUi::byFilter(u""_s));
    auto *dialog = ui.dialog<OperationDialog>("operationDialog");
    auto *confirm = child<QPushButton>(*dialog, "confirmOperation");
    QTRY_COMPARE_WITH_TIMEOUT(confirm->text(), u"Complete 12,000 jobs"_s, kPatience);
    QCOMPARE(child<QLabel>(*dialog, "previewHeadline")->text(), u"12,000 jobs"_s);
    QCOMPARE(child<QTableWidget>(*dialog, "previewSamples")->rowCount(), 20);
}

void TestOperationDialog::skippedJobsAreSaidBeforehand()
{
    OperationsUi ui;
    ui.fixture.database.script("update graphile_worker._private_jobs set locked_at = now(),"
                               " locked_by = 'web-1' where id = 1");
    ui.actions->trigger(OperationKind::FailForGood, OperationsUi::byIds({1, 2, 3, 999}));
    auto *dialog = ui.dialog<OperationDialog>("operationDialog");
    auto *pane = dialog->findChild<PreviewPane *>();
    QTRY_VERIFY_WITH_TIMEOUT(pane->preview(), kPatience);
    const QString skipped = child<QLabel>(*dialog, "previewSkipped")->text();
    QVERIFY2(skipped.contains(u"2 will be skipped"_s) && skipped.contains(u"locked by web-1"_s)
                 && skipped.contains(u"failed for good already"_s),
             qUtf8Printable(skipped));
    QVERIFY(child<QLabel>(*dialog, "previewStatus")->text().contains(u"1 is gone"_s));
}

void TestOperationDialog::commandsSayWhyTheyAreDisabled()
{
    OperationsUi ui;
    auto *retry = ui.window->findChild<QAction *>(u"jobs.retry"_s);
    auto *edit = ui.window->findChild<QAction *>(u"jobs.edit-payload"_s);
    QVERIFY(!retry->isEnabled());
    QVERIFY(retry->statusTip().contains(u"Select jobs"_s));
    ui.actions->setTarget(OperationsUi::byIds({1, 2}));
    QVERIFY(retry->isEnabled());
    QVERIFY(!edit->isEnabled());
    QVERIFY(edit->statusTip().contains(u"one job at a time"_s));
    ui.actions->setTarget(OperationsUi::byIds({1}));
    QVERIFY(edit->isEnabled());
    ui.context->guard()->setForbidden(u"This is a standby."_s);
    QVERIFY(!retry->isEnabled());
    QCOMPARE(retry->statusTip(), u"This is a standby."_s);
    ui.context->guard()->setForbidden({});
    ui.actions->setTarget({});
    QVERIFY(!retry->isEnabled());
}

void TestOperationDialog::armingBarCountsDownAndLocks()
{
    OperationsUi ui(Environment::Production);
    ArmingBar bar(ui.context.get());
    bar.show();
    auto *text = child<QLabel>(bar, "armingText");
    QCOMPARE(text->text(), u"Locked against changes"_s);
    ui.context->guard()->arm(std::chrono::minutes(10));
    QVERIFY2(text->text().contains(u" 10:00"_s) || text->text().contains(u" 9:5"_s),
             qUtf8Printable(text->text()));
    const QString before = text->text();
    QTRY_VERIFY_WITH_TIMEOUT(text->text() != before, kPatience);
    QTest::mouseClick(child<QPushButton>(bar, "armingButton"), Qt::LeftButton);
    QCOMPARE(ui.context->guard()->state(), WriteGuard::State::Locked);
    ui.context->guard()->arm(std::chrono::minutes(5));
    bar.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&bar, kPatience));
    QTest::keyClick(&bar, Qt::Key_L, Qt::ControlModifier);
    QCOMPARE(ui.context->guard()->state(), WriteGuard::State::Locked);
}

/// Saves what people are to judge into $YARDMASTER_SCREENSHOTS.
void TestOperationDialog::looks()
{
    OperationsUi ui(Environment::Production, 4000);
    ui.fixture.database.script(
        "update graphile_worker._private_jobs set locked_at = now() - interval '5 min', locked_by ="
        " 'web-1' where id in (7, 12, 33);"
        "update graphile_worker._private_jobs set task_id = (select id from"
        " graphile_worker._private_tasks where identifier = 'b') where id % 5 = 0");
    const QString folder = qEnvironmentVariable("YARDMASTER_SCREENSHOTS");
    for (const OperationKind kind : {OperationKind::Retry, OperationKind::Reschedule,
                                     OperationKind::FailForGood, OperationKind::Unlock}) {
        if (kind == OperationKind::FailForGood)
            ui.context->guard()->arm(std::chrono::minutes(5));
        ui.actions->trigger(kind, OperationsUi::byFilter(u""_s));
        auto *dialog = ui.dialog<OperationDialog>("operationDialog");
        auto *pane = dialog->findChild<PreviewPane *>();
        QTRY_VERIFY_WITH_TIMEOUT(pane->preview(), kPatience);
        for (const bool isDarkOne : {false, true}) {
            m_theme.setChoice(isDarkOne ? Theme::Choice::Dark : Theme::Choice::Light);
            QCoreApplication::processEvents();
            const QPixmap picture = dialog->grab();
            QVERIFY(!picture.isNull());
            if (!folder.isEmpty()) {
                QVERIFY(picture.save(u"%1/operation-%2-%3.png"_s.arg(
                    folder, operationKindName(kind), isDarkOne ? u"dark"_s : u"light"_s)));
            }
        }
        delete dialog;
    }
    m_theme.setChoice(Theme::Choice::Light);
}

} // namespace yardmaster::test

YARDMASTER_WINDOW_TEST(yardmaster::test::TestOperationDialog)
#include "tst_operationdialog.moc"
