#include "tests/support/testprogram.h"
#include "tests/ui/pages/jobs/shownjobs.h"

#include "ui/kit/changes/jobactions.h"
#include "ui/kit/theme.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QJsonDocument>
#include <QListWidget>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace {

using Phase = JobsModel::Phase;

} // namespace

class TestJobsPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme = std::make_unique<Theme>(); }
    void filtersByCell();
    void copiesInEveryForm();
    void copiedCallsAddTheJobsAgain();
    void orderFollowsTheHeader();
    void emptyListsSayWhy();
    void missingSchemaIsShown();
    void theCountsSayHowManyMatch();
    void theNumberOfJobsKeepsUp();
    void columnsPersist();
    void looks();

private:
    std::unique_ptr<Theme> m_theme;
    QTemporaryDir m_folder;
};

void TestJobsPanel::filtersByCell()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addTimedJobs(database, 5, "send_email");
    addTimedJobs(database, 5, "charge");
    ShownJobs shown(database);
    QVERIFY(shown.settles());
    shown.click(3);
    shown.key(Qt::Key_Plus);
    QTRY_COMPARE_WITH_TIMEOUT(shown.model().rowCount(), 5, kPatience);
    QCOMPARE(shown.panel.filterText(), u"task:send_email"_s);
    QVERIFY(shown.filter({}));
    shown.click(3);
    shown.key(Qt::Key_Minus);
    QTRY_COMPARE_WITH_TIMEOUT(shown.model().rowCount(), 5, kPatience);
    QCOMPARE(shown.model().jobs().first().task, u"charge"_s);
    shown.click(8, {}, JobColumn::RunAt);
    shown.key(Qt::Key_Plus);
    QVERIFY(shown.barText().contains(u"no filter for one value of the column Run at"_s));
    // Asked for by another part of the window.
    shown.context.requestFilter(u"id:7"_s);
    QTRY_COMPARE_WITH_TIMEOUT(shown.model().rowCount(), 1, kPatience);
}

void TestJobsPanel::copiesInEveryForm()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addTimedJobs(database, 5);
    database.script("update graphile_worker._private_jobs set last_error = E'a \"b\", c\\nat d',"
                    " attempts = 3 where id = 4");
    ShownJobs shown(database);
    QVERIFY(shown.settles());
    QClipboard *clipboard = QGuiApplication::clipboard();
    const auto copy = [&](const char *name) {
        shown.child<QAction>(name)->trigger();
        return clipboard->text();
    };
    shown.click(4, {}, JobColumn::Error);
    shown.key(Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(clipboard->text(), u"a \"b\", c\nat d"_s);
    shown.click(5, Qt::ControlModifier);
    shown.click(4, Qt::ControlModifier);
    QCOMPARE(copy("jobs.copyIds"), u"5\n4"_s);
    QCOMPARE(copy("jobs.copyRows").count(u'\n'), 1);
    const QString csv = copy("jobs.copyCsv");
    QVERIFY(csv.startsWith(u"state,id,task,queue,run_at,attempts,created_at,last_error\r\n"_s));
    QVERIFY(csv.contains(u"ready,5,send_email,,2020-01-01T00:05:00.000000Z,0,"_s));
    QVERIFY(csv.contains(u"\"a \"\"b\"\", c\nat d\"\r\n"_s));
    QVERIFY(copy("jobs.copyJson").contains(u"\"last_error\": \"a \\\"b\\\", c\\nat d\""_s));

    const QStringList objects = copy("jobs.copyNdjson").split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(objects.size(), 2);
    QCOMPARE(QJsonDocument::fromJson(objects.last().toUtf8())[u"id"_s].toInteger(), 4);
    const QStringList lines = copy("jobs.copyMarkdown").split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 4);
    QCOMPARE(lines[1].count(u"---"_s), 8);
    QVERIFY2(lines[2].contains(u"| 5 | send\\_email |"_s), qPrintable(lines[2]));
    const QString select = copy("jobs.copySelect").remove(u';');
    QCOMPARE(database.scalar("select count(*) from (" + select.toUtf8() + ") as copied"), u"2"_s);

    // Spreadsheets take pasted cells for formulas, too; numbers stay numbers.
    database.script(
        "update graphile_worker._private_jobs set last_error = '=1+cmd|'' /C calc''!A0',"
        " priority = -7 where id = 5");
    QVERIFY(shown.refresh());
    const QString guarded = copy("jobs.copyCsv");
    QVERIFY2(guarded.contains(u",'=1+cmd|"_s), qPrintable(guarded));
    QVERIFY2(!guarded.contains(u",=1+cmd|"_s), qPrintable(guarded));
}

void TestJobsPanel::copiedCallsAddTheJobsAgain()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('send_email', '{\"password\": \"x1y2\"}', "
                    "queue_name := 'mail''s', run_at := '2030-01-02 03:04:05.678901Z', "
                    "max_attempts := 7, job_key := 'k', priority := -3, "
                    "flags := array['eu', 'slow'])");
    ShownJobs shown(database);
    QVERIFY(shown.settles());
    QClipboard *clipboard = QGuiApplication::clipboard();
    const auto copy = [&] {
        clipboard->clear();
        shown.child<QAction>("jobs.copyAddJob")->trigger();
        const bool isCopied
            = QTest::qWaitFor([&] { return !clipboard->text().isEmpty(); }, kPatience);
        return isCopied ? clipboard->text() : QString();
    };
    // What is hidden from the eye is not copied either.
    QVERIFY(copy().contains(u"[hidden]"_s));
    QVERIFY(!clipboard->text().contains(u"x1y2"_s));
    QVERIFY2(shown.barText().contains(u"[hidden]"_s), qPrintable(shown.barText()));

    database.script("update graphile_worker._private_jobs set payload = '{\"a\": \"it''s\"}'");
    const QByteArray facts
        = "select concat_ws('|', identifier, queue_name, payload, run_at, max_attempts, key, "
          "priority, flags) from graphile_worker._private_jobs as jobs "
          "join graphile_worker._private_tasks as tasks on tasks.id = task_id "
          "join graphile_worker._private_job_queues as queues on queues.id = job_queue_id";
    const QString before = database.scalar(facts);
    QVERIFY(before.contains(u"mail's|{\"a\": \"it's\"}|2030"_s));
    const QString call = copy();
    database.script("delete from graphile_worker._private_jobs");
    database.script(call.toUtf8());
    QCOMPARE(database.scalar(facts), before);
}

void TestJobsPanel::orderFollowsTheHeader()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addTimedJobs(database, 50);
    database.script("update graphile_worker._private_jobs set priority = -5 where id = 20");
    ShownJobs shown(database);
    QVERIFY(shown.settles());
    QHeaderView *header = shown.table().horizontalHeader();
    const auto click = [&](JobColumn column) {
        QTest::mouseClick(
            header->viewport(), Qt::LeftButton, {},
            {header->sectionViewportPosition(int(column)) + 10, header->height() / 2});
        QVERIFY(shown.settles());
    };
    click(JobColumn::Id);
    QCOMPARE(shown.model().jobs().first().id, 1);
    click(JobColumn::Id);
    QCOMPARE(shown.model().jobs().first().id, 50);
    click(JobColumn::Task); // cannot be cheap
    QCOMPARE(shown.model().jobs().first().id, 50);
    QVERIFY(shown.barText().contains(u"no index provides this order"_s));
    QCOMPARE(header->sortIndicatorSection(), int(JobColumn::Id));
    click(JobColumn::RunAt); // only of waiting jobs
    QCOMPARE(shown.model().jobs().first().id, 50);
    QVERIFY(shown.filter(u"state:ready"_s));
    click(JobColumn::RunAt);
    QCOMPARE(shown.model().jobs().first().id, 20);
    QCOMPARE(shown.child<QComboBox>("jobOrder")->currentText(), u"Fetch order"_s);
    QVERIFY(shown.filter({})); // impossible here
    QCOMPARE(shown.model().jobs().first().id, 50);
}

void TestJobsPanel::emptyListsSayWhy()
{
    const TestDatabase database = TestDatabase::createMigrated();
    ShownJobs shown(database);
    auto *hint = shown.child<QWidget>("jobsHint");
    QTRY_VERIFY_WITH_TIMEOUT(hint->isVisible(), kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(shown.text("jobsHintTitle"), u"No jobs"_s, kPatience);
    addTimedJobs(database, 1, "send_email");
    QVERIFY(shown.refresh()); // the first job comes by itself
    QTRY_VERIFY_WITH_TIMEOUT(shown.table().isVisible() && shown.model().rowCount() == 1, kPatience);
    addTimedJobs(database, 5, "send_email");
    addTimedJobs(database, 3, "charge");
    shown.key(Qt::Key_F5);
    QTRY_COMPARE_WITH_TIMEOUT(shown.model().rowCount(), 8, kPatience);
    QVERIFY(!hint->isVisible());

    QVERIFY(shown.filter(u"task:charge state:failed priority:0"_s));
    QTRY_COMPARE_WITH_TIMEOUT(shown.text("jobsHintTitle"), u"No job matches"_s, kPatience);
    QVERIFY(hint->isVisible());
    auto *offer = shown.child<QPushButton>("jobsHintOffer0");
    QTRY_COMPARE_WITH_TIMEOUT(offer->text(), u"Without state:failed: 3"_s, kPatience);
    QTest::mouseClick(offer, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(shown.model().rowCount(), 3, kPatience);
    QCOMPARE(shown.panel.filterText(), u"task:charge priority:0"_s);

    // A pattern only the server can judge.
    shown.panel.setFilterText(u"error~\"(\""_s);
    QVERIFY(shown.settles(Phase::Failed));
    QCOMPARE(shown.text("jobsHintTitle"), u"The server rejected the filter"_s);
    QVERIFY(shown.filter(u"id:1"_s));
    QVERIFY(shown.table().isVisible());
}

void TestJobsPanel::missingSchemaIsShown()
{
    const TestDatabase database = TestDatabase::createEmpty();
    ShownJobs shown(database);
    QVERIFY(shown.settles(Phase::Failed));
    QCOMPARE(shown.text("jobsHintTitle"), u"No job queue here"_s);
    QVERIFY(shown.child<QWidget>("jobsHint")->isVisible());
    QCOMPARE(shown.child<QPushButton>("jobsHintOffer0")->text(), u"Try again"_s);
}

/// Although the list itself stops counting at ten thousand.
void TestJobsPanel::theCountsSayHowManyMatch()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addTimedJobs(database, 10050);
    ShownJobs shown(database);
    QVERIFY(shown.settles());
    const auto *total = shown.child<QToolButton>("jobsTotal");
    QTRY_COMPARE_WITH_TIMEOUT(total->text(), u"10,000+"_s, kPatience);
    shown.context.jobCounts()->setPaused(false);
    QTRY_COMPARE_WITH_TIMEOUT(total->text(), u"10,050"_s, kPatience);
    QVERIFY2(total->toolTip().contains(u"as counted at"_s), qUtf8Printable(total->toolTip()));
    QVERIFY(total->isEnabled()); // the list itself may still be counted
    // The counts by state say nothing of it, and a scan is counted only when asked for.
    QVERIFY(shown.filter(u"task:send_email"_s));
    QCOMPARE(total->text(), u"unknown"_s);
    QVERIFY(total->isEnabled());
}

void TestJobsPanel::theNumberOfJobsKeepsUp()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addTimedJobs(database, 340);
    ShownJobs shown(database);
    QVERIFY(shown.settles());
    shown.panel.live()->setInterval(std::chrono::milliseconds(50));
    const auto *total = shown.child<QToolButton>("jobsTotal");
    for (const QString &filter : {QString(), u"id:1..340"_s}) {
        QVERIFY(shown.filter(filter));
        QTRY_COMPARE_WITH_TIMEOUT(total->text(), filter.isEmpty() ? u"340"_s : u"336"_s, kPatience);
        // Of those that are loaded, and of those that are not.
        database.script(
            "delete from graphile_worker._private_jobs where id in "
            "(select id from graphile_worker._private_jobs order by id limit 2) or id in "
            "(select id from graphile_worker._private_jobs order by id desc limit 2)");
        QTRY_COMPARE_WITH_TIMEOUT(total->text(), filter.isEmpty() ? u"336"_s : u"332"_s, kPatience);
    }
    QCOMPARE(shown.model().total(), Count{332});
    database.script("select graphile_worker.add_job('charge')");
    QVERIFY(shown.filter({}));
    QTRY_COMPARE_WITH_TIMEOUT(total->text(), u"333"_s, kPatience);
    database.script("select graphile_worker.add_job('charge') from generate_series(1, 3)");
    QTRY_COMPARE_WITH_TIMEOUT(total->text(), u"336"_s, kPatience);
}

void TestJobsPanel::columnsPersist()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addTimedJobs(database, 5);
    QSettings settings(m_folder.filePath(u"columns.ini"_s), QSettings::IniFormat);
    {
        ShownJobs shown(database, &settings);
        QVERIFY(shown.settles());
        shown.child<QAction>("view.columns")->trigger();
        auto *list = shown.child<QListWidget>("columnList");
        QCOMPARE(list->count(), kJobColumns);
        QCOMPARE(list->item(0)->text(), u"State"_s);
        list->item(3)->setCheckState(Qt::Unchecked); // queue
        QVERIFY(shown.table().isColumnHidden(int(JobColumn::Queue)));
        list->setCurrentRow(2); // task, to the front
        for (int step = 0; step < 2; ++step)
            QTest::mouseClick(shown.child<QPushButton>("columnLeft"), Qt::LeftButton);
        QCOMPARE(shown.table().horizontalHeader()->visualIndex(int(JobColumn::Task)), 0);
        for (int place = 1; place < kJobColumns; ++place)
            list->item(place)->setCheckState(Qt::Unchecked);
        list->item(0)->setCheckState(Qt::Unchecked); // the last one stays
        QVERIFY(!shown.table().isColumnHidden(int(JobColumn::Task)));
        QCOMPARE(list->item(0)->checkState(), Qt::Checked);
        list->item(1)->setCheckState(Qt::Checked);
        shown.table().setColumnWidth(int(JobColumn::Task), 333);
        QTRY_VERIFY_WITH_TIMEOUT(settings.value(u"jobs/shop/columns"_s).toStringList().value(0)
                                     == u"task 333"_s,
                                 kPatience);
    }
    {
        ShownJobs shown(database, &settings);
        QCOMPARE(shown.table().columnWidth(int(JobColumn::Task)), 333);
        QCOMPARE(shown.table().horizontalHeader()->visualIndex(int(JobColumn::Task)), 0);
        QVERIFY(shown.table().isColumnHidden(int(JobColumn::Queue)));
        QVERIFY(!shown.table().isColumnHidden(int(JobColumn::State)));
        shown.child<QAction>("view.columns")->trigger();
        QTest::mouseClick(shown.child<QPushButton>("columnReset"), Qt::LeftButton);
        QCOMPARE(shown.table().horizontalHeader()->visualIndex(int(JobColumn::State)), 0);
        QVERIFY(!shown.table().isColumnHidden(int(JobColumn::Queue)));
    }
    // Another profile has its own.
    ConsoleTarget other = jobsTarget(database);
    other.profileId = u"billing"_s;
    const ShownJobs shown(other, &settings);
    QVERIFY(shown.panel.table()->columnWidth(int(JobColumn::Task)) != 333);
}

void TestJobsPanel::looks()
{
    const TestDatabase database = TestDatabase::createMigrated();
    fillMix(database, 30000);
    ShownJobs shown(database);
    QVERIFY(shown.settles());
    for (const auto *widget : shown.panel.findChildren<QWidget *>()) {
        if (widget->isVisible() && widget->focusPolicy() != Qt::NoFocus
            && (qobject_cast<const QAbstractItemView *>(widget)
                || qobject_cast<const QComboBox *>(widget)))
            QVERIFY2(!widget->accessibleName().isEmpty(), qPrintable(widget->objectName()));
    }
    const auto keep = [&](const QString &name) {
        QVERIFY(takePictures(m_theme.get(), &shown.panel, u"jobs-"_s + name));
    };
    for (int step = 0; step < 4; ++step)
        shown.key(Qt::Key_J);
    database.script("select graphile_worker.complete_jobs(array[29990, 29991])");
    JobActions actions(&shown.context, &shown.panel);
    shown.panel.setActions(&actions);
    QVERIFY(shown.refresh());
    QTRY_VERIFY_WITH_TIMEOUT(shown.model().total().value.has_value(), kPatience);
    keep(u"list"_s);
    shown.key(Qt::Key_A, Qt::ControlModifier);
    keep(u"selected"_s);
    shown.key(Qt::Key_Escape);
    QVERIFY(shown.filter(u"task:nothing state:failed"_s));
    QTRY_VERIFY_WITH_TIMEOUT(shown.text("jobsHintSentence").contains(u"Near matches"_s), kPatience);
    keep(u"empty"_s);
    QVERIFY(shown.filter(u"state:failed"_s));
    QVERIFY2(shown.panel.minimumSizeHint().width() <= 560,
             qPrintable(QString::number(shown.panel.minimumSizeHint().width())));
    shown.panel.resize(620, 480);
    keep(u"narrow"_s);
}

YARDMASTER_WINDOW_TEST(TestJobsPanel)
#include "tst_jobspanel.moc"
