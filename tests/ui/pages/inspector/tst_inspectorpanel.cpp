#include "tests/support/testprogram.h"
#include "tests/ui/pages/inspector/inspectordesk.h"

#include "ui/kit/factlist.h"
#include "ui/kit/textviewer.h"
#include "ui/kit/theme.h"
#include "ui/pages/inspector/payloadpage.h"
#include "ui/pages/inspector/relatedpage.h"
#include "worker/history/history.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using yardmaster::test::TestDatabase;

using Page = InspectorPanel::Page;

Q_DECLARE_METATYPE(OperationKind)

/// Long because of the reasons why a job may not run, and of the tabs.
class TestInspectorPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingIsShownAtFirst();
    void saysWhyItIsNotRunning_data();
    void saysWhyItIsNotRunning();
    void sweepIsOfferedForStaleWorkers_data();
    void sweepIsOfferedForStaleWorkers();
    void helpsInOtherWays();
    void lockedProductionSaysSo();
    void factsCanBeCopied();
    void keepsWhatVanished();
    void finishedJobsCanBeAddedAgain();
    void saysWhatWasNeverThere();
    void onlyTheLastOneAskedForIsShown();
    void errorsStandBesideTheOldData();
    void changesAreSeen();
    void longErrorsDoNotBlock();
    void relatedJobsAreListed();
    void opensItsOwnWindow();
    void keysMoveToTheNextJob();

private:
    Theme m_theme;
};

void TestInspectorPanel::nothingIsShownAtFirst()
{
    InspectorDesk desk;
    QVERIFY(!child<QLabel>(*desk.panel, "inspectorTask")->isVisible());
    QVERIFY(!inspectorAction(*desk.panel, "inspector.pin")->isEnabled());
    desk.database.script(kAddOneJob);
    QVERIFY(desk.show(1));
    QVERIFY(child<QLabel>(*desk.panel, "inspectorTask")->isVisible());
    QCOMPARE(labelText(*desk.panel, "inspectorTask"), u"t"_s);
    QCOMPARE(labelText(*desk.panel, "inspectorId"), u"#1"_s);
    QCOMPARE(labelText(*desk.panel, "inspectorState"), u"Ready"_s);
    desk.panel->showJob(0);
    QVERIFY(!child<QLabel>(*desk.panel, "inspectorTask")->isVisible());
}

void TestInspectorPanel::saysWhyItIsNotRunning_data()
{
    QTest::addColumn<QByteArray>("setUp"); // the job is number 1
    QTest::addColumn<QString>("mentioned");
    QTest::addColumn<OperationKind>("kind");
    QTest::addColumn<qint64>("id");
    const QByteArray lock = "update graphile_worker._private_jobs set attempts = 1,"
                            " locked_by = 'w-1', locked_at = now() - interval ";
    QTest::newRow("not due") << QByteArray(
        "select graphile_worker.add_job('t', run_at := now() + interval '3 hours');")
                             << u"not due yet"_s << OperationKind::Retry << 1LL;
    QTest::newRow("exhausted") << kAddOneJob
            + "select graphile_worker.permanently_fail_jobs(array[1], 'no such host');"
                               << u"failed for good"_s << OperationKind::Retry << 1LL;
    QTest::newRow("retrying") << QByteArray(
        "select graphile_worker.add_job('t', run_at := now() + interval '1 day');"
        "update graphile_worker._private_jobs set attempts = 2, last_error = 'x';")
                              << u"will be retried"_s << OperationKind::Retry << 1LL;
    QTest::newRow("stuck") << kAddOneJob + lock + "'5 hours';" << u"has not finished"_s
                           << OperationKind::Unlock << 1LL;
}

void TestInspectorPanel::saysWhyItIsNotRunning()
{
    QFETCH(QByteArray, setUp);
    QFETCH(QString, mentioned);
    QFETCH(OperationKind, kind);
    QFETCH(qint64, id);
    InspectorDesk desk;
    desk.database.script(setUp);
    QVERIFY(desk.show(1));
    const QString sentence = labelText(*desk.panel, "whyNotSentence");
    QVERIFY2(sentence.contains(mentioned), qUtf8Printable(sentence));
    QVERIFY(!labelText(*desk.panel, "whyNotFact").isEmpty());
    QSignalSpy requests(desk.panel.get(), &InspectorPanel::actionRequested);
    QTest::mouseClick(child<QPushButton>(*desk.panel, "whyNotButton"), Qt::LeftButton);
    QCOMPARE(requests.count(), 1);
    QCOMPARE(requests.first().at(0).value<OperationKind>(), kind);
    QCOMPARE(requests.first().at(1).toLongLong(), id);
}

void TestInspectorPanel::sweepIsOfferedForStaleWorkers_data()
{
    QTest::addColumn<QByteArray>("setUp"); // the job is number 1
    QTest::addColumn<QString>("state");
    QTest::addColumn<QString>("mentioned");
    const QByteArray worker = "insert into graphile_worker._private_workers (id, last_heartbeat_at)"
                              " values ('w-1', now() - interval '3 hours');";
    QTest::newRow("worker died") << kAddOneJob
            + "update graphile_worker._private_jobs set attempts = 1, locked_by = 'w-1',"
              " locked_at = now() - interval '1 minute';"
            + worker << u"Stuck"_s
                                 << u"now stale"_s;
    const QByteArray blocked
        = "select graphile_worker.add_job('t', queue_name := 'q') from generate_series(1, 2);"
          "update graphile_worker._private_job_queues set locked_by = 'w-1', locked_at = now();";
    QTest::newRow("queue of the dead") << blocked
            + "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w-1'"
              " where id = 2;"
            + worker << u"Blocked by queue"_s
                                       << u"held by worker"_s;
    QTest::newRow("queue of the dead, without its job")
        << blocked + worker << u"Blocked by queue"_s << u"held by worker"_s;
}

void TestInspectorPanel::sweepIsOfferedForStaleWorkers()
{
    QFETCH(const QByteArray, setUp);
    QFETCH(const QString, mentioned);
    InspectorDesk desk;
    desk.database.script(setUp);
    QVERIFY(desk.show(1));
    QTEST(labelText(*desk.panel, "inspectorState"), "state");
    const QString sentence = labelText(*desk.panel, "whyNotSentence");
    QVERIFY2(sentence.contains(mentioned), qUtf8Printable(sentence));
    const QSignalSpy sweeps(&desk.context, &ConsoleContext::sweepRequested);
    const QSignalSpy operations(desk.panel.get(), &InspectorPanel::actionRequested);
    auto *button = child<QPushButton>(*desk.panel, "whyNotButton");
    QCOMPARE(button->text(), u"Sweep stale workers…"_s);
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(sweeps.count(), 1);
    QCOMPARE(sweeps.first().first().toString(), u"w-1"_s);
    QVERIFY(operations.isEmpty());
    // The cause may be one of the whole database.
    const QSignalSpy checks(&desk.context, &ConsoleContext::checkRequested);
    auto *check = child<QPushButton>(*desk.panel, "whyNotCheck");
    QVERIFY(check->isVisible());
    check->click();
    QCOMPARE(checks.count(), 1);
}

void TestInspectorPanel::helpsInOtherWays()
{
    InspectorDesk desk;
    desk.database.script(
        "select graphile_worker.add_job('t', queue_name := 'q') from generate_series(1, 2);" // 1 2
        "select graphile_worker.add_job('t', flags := array['held']);"                       // 3
        "select graphile_worker.add_job('t', queue_name := 'gone');"                         // 4
        "select graphile_worker.add_job('t', priority := -1);"                               // 5
        "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w' where id = 2;"
        "update graphile_worker._private_job_queues set locked_by = 'w', locked_at = now()"
        " where queue_name = 'q';"
        "delete from graphile_worker._private_job_queues where queue_name = 'gone';");
    QSignalSpy requests(desk.panel.get(), &InspectorPanel::actionRequested);
    QSignalSpy jobs(&desk.context, &ConsoleContext::jobRequested);
    QSignalSpy filters(&desk.context, &ConsoleContext::filterRequested);
    auto *button = child<QPushButton>(*desk.panel, "whyNotButton");

    QVERIFY(desk.show(1));
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(jobs.count(), 1);
    QCOMPARE(jobs.first().first().toLongLong(), 2);

    QVERIFY(desk.show(3));
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(filters.count(), 1);
    QCOMPARE(filters.first().first().toString(), u"flag:held"_s);

    QVERIFY(desk.show(4));
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(desk.panel->page(), Page::Sql);
    desk.panel->showPage(Page::Overview);

    QVERIFY(desk.show(5));
    QGuiApplication::clipboard()->clear();
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text(), u"yardmaster --no-gui"_s);

    QVERIFY(desk.show(2));
    QVERIFY(!button->isVisible()); // it runs: nothing needs to be done
    QVERIFY(!child<QPushButton>(*desk.panel, "whyNotCheck")->isVisible());
    QCOMPARE(requests.count(), 0);
}

void TestInspectorPanel::lockedProductionSaysSo()
{
    InspectorDesk desk(Environment::Production);
    desk.database.script(
        "select graphile_worker.add_job('t', run_at := now() + interval '1 day');");
    QVERIFY(desk.show(1));
    auto *button = child<QPushButton>(*desk.panel, "whyNotButton");
    QVERIFY(button->isVisible() && !button->isEnabled());
    QVERIFY(labelText(*desk.panel, "whyNotObstacle").contains(u"locked"_s));
    desk.context.guard()->arm(std::chrono::minutes(5));
    QVERIFY(button->isEnabled());
    QVERIFY(!child<QLabel>(*desk.panel, "whyNotObstacle")->isVisible());
}

void TestInspectorPanel::factsCanBeCopied()
{
    InspectorDesk desk;
    desk.database.script("select graphile_worker.add_job('send_email', queue_name := 'mail',"
                         " job_key := 'welcome-7', priority := 5, flags := array['a', 'b']);");
    QVERIFY(desk.show(1));
    auto *facts = child<FactList>(*desk.panel, "inspectorFacts");
    for (const QString &line : {u"Task: send_email"_s, u"Queue: mail"_s, u"Key: welcome-7"_s,
                                u"Priority: 5"_s, u"Flags: a, b"_s, u"Attempts: 0 of 25"_s})
        QVERIFY2(facts->text().contains(line), qUtf8Printable(facts->text()));
    const auto labels = facts->findChildren<QLabel *>();
    bool isFound = false;
    for (QLabel *label : labels) {
        if (label->text() != u"welcome-7"_s)
            continue;
        isFound = true;
        QTest::keyClick(label, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), u"welcome-7"_s);
    }
    QVERIFY(isFound);
}

void TestInspectorPanel::keepsWhatVanished()
{
    InspectorDesk desk;
    desk.database.script("select graphile_worker.add_job('t', '{\"a\":1}');");
    QVERIFY(desk.show(1));
    desk.database.script("select graphile_worker.complete_jobs(array[1]);");
    desk.context.announceChange();
    QVERIFY(desk.waitForState(WatchedJob::State::Gone));
    QVERIFY(labelText(*desk.panel, "inspectorNotice").contains(u"Completed or deleted"_s));
    QCOMPARE(labelText(*desk.panel, "inspectorState"), u"Gone"_s);
    QVERIFY(!child<QPushButton>(*desk.panel, "whyNotButton")->isVisible());
    QCOMPARE(desk.panel->job()->details()->job.payload, "{\"a\":1}");
    QVERIFY(child<FactList>(*desk.panel, "inspectorFacts")->text().contains(u"Task: t"_s));
    desk.panel->showPage(Page::Payload);
    QCOMPARE(desk.panel->payloadPage()->shownText(), "{\"a\":1}");
    desk.panel->showPage(Page::Timeline);
}

void TestInspectorPanel::finishedJobsCanBeAddedAgain()
{
    InspectorDesk desk;
    const auto session = desk.database.session();
    QVERIFY(installHistory(*session, kSchema, {.keepPayloads = true}));
    desk.database.script("select graphile_worker.add_job('t'); select "
                         "graphile_worker.complete_jobs(array[1]); select "
                         "graphile_worker.add_job('t')");
    QVERIFY(desk.show(2));
    desk.panel->showPage(Page::Timeline);
    QVERIFY(!desk.panel->findChild<QPushButton *>(u"inspector.add-again"_s));
    desk.panel->showJob(1);
    QVERIFY(desk.waitForState(WatchedJob::State::Missing));
    QTRY_VERIFY_WITH_TIMEOUT(desk.panel->findChild<QPushButton *>(u"inspector.add-again"_s),
                             kPatience);
    const QSignalSpy again(desk.panel.get(), &InspectorPanel::againRequested);
    auto *button = child<QPushButton>(*desk.panel, "inspector.add-again");
    QVERIFY(button->isVisible() && button->isEnabled());
    button->click();
    QCOMPARE(again.count(), 1);
    QCOMPARE(again.first().first().toLongLong(), 1);
}

void TestInspectorPanel::saysWhatWasNeverThere()
{
    InspectorDesk desk;
    desk.panel->showJob(4711);
    QVERIFY(desk.waitForState(WatchedJob::State::Missing));
    const auto labels = desk.panel->findChildren<QLabel *>();
    QVERIFY(std::ranges::any_of(labels, [](const QLabel *label) {
        return label->isVisible() && label->text() == u"No job 4711"_s;
    }));
    // It may come: asking again looks again.
    desk.database.script("select setval(pg_get_serial_sequence("
                         "'graphile_worker._private_jobs', 'id'), 4710);"
                         + kAddOneJob);
    QVERIFY(desk.show(4711));
}

void TestInspectorPanel::onlyTheLastOneAskedForIsShown()
{
    InspectorDesk desk;
    desk.database.script("select graphile_worker.add_job('t' || i) from generate_series(1, 60) i;");
    QStringList seen;
    connect(desk.panel->job(), &WatchedJob::changed, this, [&] {
        if (const auto &details = desk.panel->job()->details()) {
            // Never another one's details under this one's number.
            QCOMPARE(details->job.id, desk.panel->job()->id());
            seen << details->job.identifier;
        }
    });
    for (qint64 id = 1; id <= 60; ++id)
        desk.panel->showJob(id);
    QVERIFY(desk.show(60));
    QCOMPARE(labelText(*desk.panel, "inspectorTask"), u"t60"_s);
    seen.removeDuplicates();
    QCOMPARE(seen, QStringList{u"t60"_s});
}

void TestInspectorPanel::errorsStandBesideTheOldData()
{
    InspectorDesk desk;
    desk.database.script(kAddOneJob);
    QVERIFY(desk.show(1));
    desk.database.script(
        "alter table graphile_worker._private_jobs rename column payload to other;");
    desk.context.announceChange();
    QVERIFY(QTest::qWaitFor([&] { return desk.panel->job()->error().has_value(); }, kPatience));
    QVERIFY(labelText(*desk.panel, "inspectorNotice").contains(u"payload"_s));
    QVERIFY(labelText(*desk.panel, "inspectorNotice").contains(u"Shown as of"_s));
    QCOMPARE(labelText(*desk.panel, "inspectorTask"), u"t"_s);
    desk.database.script(
        "alter table graphile_worker._private_jobs rename column other to payload;");
    desk.panel->reload();
    QVERIFY(QTest::qWaitFor([&] { return !desk.panel->job()->error().has_value(); }, kPatience));
    QVERIFY(!child<QLabel>(*desk.panel, "inspectorNotice")->isVisible());
}

void TestInspectorPanel::changesAreSeen()
{
    InspectorDesk desk;
    desk.database.script(kAddOneJob);
    QVERIFY(desk.show(1));
    desk.database.script("select graphile_worker.permanently_fail_jobs(array[1], 'broken');");
    desk.context.announceChange();
    QTRY_COMPARE_WITH_TIMEOUT(labelText(*desk.panel, "inspectorState"), u"Failed for good"_s,
                              kPatience);
    desk.panel->showPage(Page::Error);
    QCOMPARE(labelText(*desk.panel, "errorFirstLine"), u"broken"_s);
}

void TestInspectorPanel::longErrorsDoNotBlock()
{
    InspectorDesk desk;
    desk.database.script(
        "select graphile_worker.add_job('t') from generate_series(1, 2);"
        "update graphile_worker._private_jobs set attempts = 1, last_error = 'TypeError: no' ||"
        " E'\\n' || repeat('x', 1000000) || E'\\n    at b' where id = 1;"
        "update graphile_worker._private_jobs set attempts = 1, last_error = repeat('y', 1000000)"
        " where id = 2;");
    desk.panel->showPage(Page::Error);
    QVERIFY(desk.show(1));
    QCOMPARE(labelText(*desk.panel, "errorFirstLine"), u"TypeError: no"_s);
    auto *fold = child<QToolButton>(*desk.panel, "errorFold");
    auto *rest = child<TextViewer>(*desk.panel, "errorRest");
    QVERIFY(!rest->isVisible());
    QVERIFY(fold->text().startsWith(u"2 "_s));
    const std::clock_t begin = std::clock(); // which leaves out what else the machine does
    QTest::mouseClick(fold, Qt::LeftButton);
    QVERIFY(rest->isVisible());
    (void)desk.panel->grab();
    const auto seconds = (std::clock() - begin) / CLOCKS_PER_SEC;
    QVERIFY2(seconds < 10, qPrintable(QString::number(seconds)));
    QVERIFY(rest->find(u"at b"_s, true));
    QCOMPARE(rest->selectedText(), u"at b"_s);
    QTest::mouseClick(child<QPushButton>(*desk.panel, "errorCopy"), Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text().size(), 13 + 1 + 1000000 + 1 + 8);
    QVERIFY(desk.show(2));
    QVERIFY(labelText(*desk.panel, "errorFirstLine").size() < 500);
    (void)desk.panel->grab();
}

void TestInspectorPanel::relatedJobsAreListed()
{
    InspectorDesk desk;
    desk.database.script(
        "select graphile_worker.add_job('t', queue_name := 'q') from generate_series(1, 3);"
        "select graphile_worker.add_job('other') from generate_series(1, 30);"
        "select graphile_worker.add_job('t') from generate_series(1, 25);"
        "update graphile_worker._private_jobs set attempts = 1,"
        " last_error = E'ETIMEDOUT 10.0.0.1\\n  at x' where id in (1, 2, 7);");
    QVERIFY(desk.show(1));
    QSignalSpy jobs(&desk.context, &ConsoleContext::jobRequested);
    QSignalSpy filters(&desk.context, &ConsoleContext::filterRequested);
    desk.panel->showPage(Page::Related);
    auto *page = child<RelatedPage>(*desk.panel, "relatedPage");
    const auto ids = [page](int group) {
        QStringList found;
        const QTreeWidgetItem *top = page->topLevelItem(group);
        for (int row = 0; top && row < top->childCount(); ++row)
            found << top->child(row)->text(0);
        return found;
    };
    QTRY_COMPARE_WITH_TIMEOUT(ids(2), QStringList({u"7"_s, u"2"_s, u"Show all in the list"_s}),
                              kPatience); // the same error, read last
    QCOMPARE(page->topLevelItemCount(), 3);
    QCOMPARE(ids(0), QStringList({u"3"_s, u"2"_s, u"Show all in the list"_s})); // the same queue
    QCOMPARE(ids(1).size(), kRelatedJobs + 1);                                  // the same task
    QCOMPARE(ids(1).first(), u"58"_s);
    QTreeWidgetItem *item = page->topLevelItem(0)->child(1);
    QTest::mouseClick(page->viewport(), Qt::LeftButton, {}, page->visualItemRect(item).center());
    QCOMPARE(jobs.count(), 1);
    QCOMPARE(jobs.first().first().toLongLong(), 2);
    item = page->topLevelItem(0)->child(2);
    QTest::mouseClick(page->viewport(), Qt::LeftButton, {}, page->visualItemRect(item).center());
    QCOMPARE(filters.count(), 1);
    QCOMPARE(filters.first().first().toString(), u"queue:q"_s);
}

void TestInspectorPanel::opensItsOwnWindow()
{
    InspectorDesk desk;
    desk.database.script(
        "select graphile_worker.add_job('t', run_at := now() + interval '1 day');");
    QVERIFY(desk.show(1));
    inspectorAction(*desk.panel, "inspector.detach")->trigger();
    inspectorAction(*desk.panel, "inspector.detach")->trigger(); // there is one already
    InspectorPanel *other = nullptr;
    const auto windows = QApplication::topLevelWidgets();
    for (QWidget *window : windows) {
        if (auto *panel = qobject_cast<InspectorPanel *>(window);
            panel && panel != desk.panel.get()) {
            QVERIFY(!other);
            other = panel;
        }
    }
    QVERIFY(other);
    const QPointer<InspectorPanel> watched(other);
    QTRY_VERIFY_WITH_TIMEOUT(other->job()->details(), kPatience);
    QSignalSpy requests(desk.panel.get(), &InspectorPanel::actionRequested);
    QTest::mouseClick(child<QPushButton>(*other, "whyNotButton"), Qt::LeftButton);
    QCOMPARE(requests.count(), 1);
    desk.panel.reset();
    QVERIFY(!watched);
}

void TestInspectorPanel::keysMoveToTheNextJob()
{
    InspectorDesk desk;
    desk.database.script(kAddOneJob);
    QVERIFY(desk.show(1));
    QSignalSpy steps(&desk.context, &ConsoleContext::stepRequested);
    desk.panel->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(desk.panel.get(), kPatience));
    auto *tabs = child<QWidget>(*desk.panel, "inspectorTabs");
    tabs->setFocus();
    QTest::keyClick(tabs, Qt::Key_BracketLeft);
    QTest::keyClick(tabs, Qt::Key_BracketRight);
    QTest::keyClick(tabs, Qt::Key_BracketRight);
    QList<int> rows;
    for (const QVariantList &step : std::as_const(steps))
        rows << step.first().toInt();
    QCOMPARE(rows, (QList<int>{-1, 1, 1}));
    // Not while something is typed.
    desk.panel->showPage(Page::Payload);
    auto *field = child<QLineEdit>(*desk.panel, "payloadSearch");
    field->setFocus();
    QTest::keyClicks(field, u"["_s);
    QCOMPARE(field->text(), u"["_s);
    QCOMPARE(steps.count(), 3);
}

YARDMASTER_WINDOW_TEST(TestInspectorPanel)
#include "tst_inspectorpanel.moc"
