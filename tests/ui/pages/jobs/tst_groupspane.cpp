#include "tests/support/testprogram.h"
#include "tests/ui/pages/jobs/groupedjobs.h"
#include "ui/kit/theme.h"
#include "ui/shell/commands/windowlayout.h"

#include <QComboBox>
#include <QMainWindow>
#include <QPushButton>
#include <QSplitter>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// The groups beside the list of jobs.
class TestGroupsPane : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aGroupIsListed();
    void keysWalkThroughGroups();
    void theFilterStaysTheBase();
    void anEmptiedGroupStays();
    void groupsAreCountedWhenAsked();
    void hostileNamesStayInTheirCells();
    void theGroupingIsKept();
    void aViewBringsItsGrouping();
    void theStatusKnowsWhatGroupsCount();
    void theWidthIsKept();
    void theKeyboardLearnsWhatCannotBeChosen();

private:
    Theme m_theme;
    QTemporaryDir m_folder;
};

void TestGroupsPane::aGroupIsListed()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addFailures(database);
    Grouped shown(database);
    QVERIFY(shown.filter(u"state:failed"_s));
    QVERIFY(!shown.pane().isVisible());
    // As with the mouse, in the bar.
    auto *chooser = shown.child<QComboBox>("jobGrouping");
    QCOMPARE(chooser->currentText(), u"No groups"_s);
    chooser->setCurrentIndex(1);
    Q_EMIT chooser->activated(1);
    QVERIFY(shown.isCounted());
    QVERIFY(shown.pane().isVisible());
    QCOMPARE(chooser->currentText(), u"Group by task"_s);
    QCOMPARE(shown.lines(), (QStringList{u"All 5"_s, u"a 3"_s, u"b 2"_s}));
    QVERIFY(shown.lists(u"state:failed"_s, 5));
    QVERIFY(shown.line().isEmpty());

    QVERIFY(shown.enter(u"b"_s, u"state:failed task:b"_s, 2));
    QCOMPARE(shown.line(), u"task:b of state:failed"_s);
    QCOMPARE(shown.panel.filterText(), u"state:failed"_s);
    QCOMPARE(shown.panel.listedJobs()->scope.filter, u"state:failed task:b"_s);
    QVERIFY(shown.enter(u"a"_s, u"state:failed task:a"_s, 3));
    QVERIFY(shown.enter(u"All"_s, u"state:failed"_s, 5));
    QVERIFY(shown.line().isEmpty());
    QVERIFY(shown.enter(u"a"_s, u"state:failed task:a"_s, 3));
    shown.child<QPushButton>("groupLineBack")->click();
    QVERIFY(shown.lists(u"state:failed"_s, 5));
    QCOMPARE(shown.rows().currentIndex().row(), 0);
    // Without groups there is neither pane nor narrowing.
    QVERIFY(shown.enter(u"a"_s, u"state:failed task:a"_s, 3));
    shown.child<QAction>("view.group-none")->trigger();
    QVERIFY(shown.lists(u"state:failed"_s, 5));
    QVERIFY(!shown.pane().isVisible() && shown.line().isEmpty());
    QCOMPARE(chooser->currentIndex(), 0);
}

void TestGroupsPane::keysWalkThroughGroups()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addFailures(database);
    Grouped shown(database);
    QVERIFY(shown.filter(u"state:failed"_s));
    QVERIFY(!shown.child<QAction>("view.go-to-groups")->isEnabled());
    QVERIFY(shown.group(FilterKey::Task));
    QVERIFY(!shown.child<QAction>("view.all-groups")->isEnabled());
    shown.child<QAction>("view.go-to-groups")->trigger();
    QVERIFY(shown.rows().hasFocus());
    QTest::keyClick(&shown.rows(), Qt::Key_Down);
    QVERIFY(shown.lists(u"state:failed task:a"_s, 3));
    QVERIFY(shown.child<QAction>("view.all-groups")->isEnabled());
    QTest::keyClick(&shown.rows(), Qt::Key_Down);
    QVERIFY(shown.lists(u"state:failed task:b"_s, 2));
    QTest::keyClick(&shown.rows(), Qt::Key_Return);
    QVERIFY(shown.table().hasFocus());
    shown.child<QAction>("view.go-to-groups")->trigger();
    QTest::keyClick(&shown.rows(), Qt::Key_Escape);
    QVERIFY(shown.lists(u"state:failed"_s, 5));
    QVERIFY(shown.rows().hasFocus());
    QTest::keyClick(&shown.rows(), Qt::Key_Escape);
    QVERIFY(shown.table().hasFocus());
    QVERIFY(shown.enter(u"b"_s, u"state:failed task:b"_s, 2));
    shown.child<QAction>("view.all-groups")->trigger();
    QVERIFY(shown.lists(u"state:failed"_s, 5));
}

void TestGroupsPane::theFilterStaysTheBase()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addFailures(database);
    Grouped shown(database);
    QVERIFY(shown.settles());
    QVERIFY(shown.group(FilterKey::State));
    QCOMPARE(shown.lines(), (QStringList{u"All 6"_s, u"Failed for good 5"_s, u"Ready 1"_s}));
    QVERIFY(shown.enter(u"Ready"_s, u"state:ready"_s, 1));
    QCOMPARE(shown.line(), u"state:ready of all jobs"_s);
    // Another filter, from wherever, is a list of all of its jobs.
    shown.context.requestFilter(u"task:b"_s);
    QVERIFY(shown.lists(u"task:b"_s, 2));
    QTRY_COMPARE_WITH_TIMEOUT(shown.lines(), (QStringList{u"All 2"_s, u"Failed for good 2"_s}),
                              kPatience);
    // The same one asks for all of them, too.
    QVERIFY(shown.enter(u"Failed for good"_s, u"task:b state:failed"_s, 2));
    shown.context.requestFilter(u"task:b"_s);
    QVERIFY(shown.lists(u"task:b"_s, 2));
    QVERIFY(shown.line().isEmpty());
    // What a cell adds, it adds to what is listed.
    QVERIFY(shown.filter({}));
    QVERIFY(shown.isCounted());
    QVERIFY(shown.enter(u"Failed for good"_s, u"state:failed"_s, 5));
    shown.click(5);
    shown.key(Qt::Key_Plus);
    QVERIFY(shown.lists(u"state:failed task:b"_s, 2));
    QCOMPARE(shown.panel.filterText(), u"state:failed task:b"_s);
}

void TestGroupsPane::anEmptiedGroupStays()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addFailures(database);
    Grouped shown(database);
    QVERIFY(shown.filter(u"state:failed"_s));
    QVERIFY(shown.group(FilterKey::Task));
    QVERIFY(shown.enter(u"a"_s, u"state:failed task:a"_s, 3));
    // Others come and grow, and this one has no jobs any more: the list stays that of it.
    database.script("select graphile_worker.add_job('c', run_at := '2020-01-01Z')"
                    " from generate_series(1, 9);"
                    "select graphile_worker.permanently_fail_jobs("
                    "(select array_agg(id) from graphile_worker.jobs where id > 6), 'no');"
                    "select graphile_worker.complete_jobs(array[1, 2, 3])");
    shown.child<QAction>("view.refresh")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(shown.lines(),
                              (QStringList{u"All 11"_s, u"c 9"_s, u"b 2"_s, u"a 0"_s}), kPatience);
    QCOMPARE(shown.rows().currentIndex().row(), 3);
    QVERIFY(shown.lists(u"state:failed task:a"_s, 0));
    QCOMPARE(shown.line(), u"task:a of state:failed"_s);
}

void TestGroupsPane::groupsAreCountedWhenAsked()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addFailures(database);
    Grouped shown(database);
    QVERIFY(shown.settles());
    QVERIFY(shown.group(FilterKey::Task));
    QSignalSpy counted(shown.pane().model(), &JobGroupsModel::merged);
    database.script("select graphile_worker.add_job('a')");
    QVERIFY(shown.refresh()); // the list's own look
    QCOMPARE(shown.lines().first(), u"All 6"_s);
    QCOMPARE(counted.count(), 0);
    shown.child<QPushButton>("groupRefresh")->click();
    QTRY_COMPARE_WITH_TIMEOUT(shown.lines().first(), u"All 7"_s, kPatience);
    // Nothing is counted for a page that nobody sees.
    shown.panel.hide();
    shown.panel.setFilterText(u"task:b"_s);
    QCOMPARE(shown.pane().model()->phase(), GroupsPhase::Nothing);
    shown.panel.show();
    QTRY_COMPARE_WITH_TIMEOUT(shown.lines(), (QStringList{u"All 2"_s, u"b 2"_s}), kPatience);
}

void TestGroupsPane::hostileNamesStayInTheirCells()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addFailures(database);
    database.script("update graphile_worker._private_jobs set locked_at = now(), locked_by ="
                    " case id when 4 then '<img src=x>' || chr(8238) || chr(10) || 'a'"
                    " else repeat('w', 10000) end where id >= 4");
    Grouped shown(database);
    QVERIFY(shown.settles());
    const QSize before = shown.panel.size();
    QVERIFY(shown.group(FilterKey::LockedBy));
    QCOMPARE(shown.rows().model()->rowCount(), 4);
    for (int row = 0; row < 4; ++row) {
        const QModelIndex index = shown.rows().model()->index(row, 0);
        const QString text = index.data().toString();
        QVERIFY2(!text.contains(u'\u202e') && text.size() < 1100, qPrintable(text));
        shown.rows().setCurrentIndex(index);
        QTRY_VERIFY_WITH_TIMEOUT(row == 0 || !shown.line().isEmpty(), kPatience);
        QVERIFY(shown.settles());
        QVERIFY(shown.model().rowCount() > 0);
    }
    QCOMPARE(shown.panel.size(), before);
    QVERIFY(shown.pane().width() < 600);
}

void TestGroupsPane::theGroupingIsKept()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addFailures(database);
    QSettings settings(m_folder.filePath(u"kept.ini"_s), QSettings::IniFormat);
    {
        Grouped shown(jobsTarget(database), &settings);
        QVERIFY(shown.settles());
        QVERIFY(shown.group(FilterKey::Task));
    }
    QCOMPARE(settings.value(u"jobs/shop/group-by"_s).toString(), u"task"_s);
    {
        Grouped shown(jobsTarget(database), &settings);
        QVERIFY(shown.isCounted());
        QCOMPARE(shown.lines(), (QStringList{u"All 6"_s, u"a 4"_s, u"b 2"_s}));
        QCOMPARE(shown.child<QComboBox>("jobGrouping")->currentText(), u"Group by task"_s);
        shown.child<QAction>("view.group-none")->trigger();
    }
    settings.setValue(u"jobs/shop/group-by"_s, u"colour"_s);
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"not known: \"?colour"_s));
    Grouped shown(jobsTarget(database), &settings);
    QVERIFY(shown.settles());
    QVERIFY(!shown.pane().isVisible());
}

void TestGroupsPane::aViewBringsItsGrouping()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addFailures(database);
    Grouped shown(database);
    QVERIFY(shown.settles());
    std::optional<FilterKey> announced;
    connect(&shown.context, &ConsoleContext::listLayoutChanged, &shown.panel,
            [&](auto, const auto &, std::optional<FilterKey> grouping) { announced = grouping; });
    shown.context.requestFilter(u"state:failed"_s);
    shown.context.requestListLayout({}, {}, FilterKey::Task);
    QVERIFY(shown.isCounted());
    QCOMPARE(shown.lines(), (QStringList{u"All 5"_s, u"a 3"_s, u"b 2"_s}));
    QCOMPARE(announced, std::optional(FilterKey::Task)); // what a view would save
    QVERIFY(shown.enter(u"b"_s, u"state:failed task:b"_s, 2));
    // One that was saved without groups is shown without them.
    shown.context.requestListLayout({}, {}, {});
    QVERIFY(shown.lists(u"state:failed"_s, 5));
    QVERIFY(!shown.pane().isVisible());
    QVERIFY(!announced);
}

/// Where the list would have to look through the table to count.
void TestGroupsPane::theStatusKnowsWhatGroupsCount()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('a') from generate_series(1, 1000);"
                    "select graphile_worker.add_job('b') from generate_series(1, 900)");
    Grouped shown(database);
    QVERIFY(shown.filter(u"priority:0"_s));
    auto *total = shown.child<QToolButton>("jobsTotal");
    QVERIFY(shown.group(FilterKey::Task));
    QCOMPARE(total->text(), u"1,900"_s);
    const auto enter = [&](const QString &group, const QString &filter) {
        shown.clickGroup(group);
        return QTest::qWaitFor(
            [&] {
                return shown.model().phase() == JobsModel::Phase::Ready
                    && shown.model().query().filter.text() == filter;
            },
            kPatience);
    };
    QVERIFY(enter(u"a"_s, u"priority:0 task:a"_s));
    QCOMPARE(total->text(), u"1,000"_s);
    QVERIFY2(total->toolTip().contains(u"as counted at"_s), qPrintable(total->toolTip()));
    QVERIFY(total->isEnabled()); // counts anew
    shown.table().setFocus();
    shown.key(Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(shown.text("jobsSelected"), u"1,000 selected"_s);
    QVERIFY(enter(u"b"_s, u"priority:0 task:b"_s));
    QCOMPARE(total->text(), u"900"_s);
    // What the list has counted since is newer.
    database.script("delete from graphile_worker._private_jobs where id > 1890");
    total->click();
    QTRY_COMPARE_WITH_TIMEOUT(total->text(), u"890"_s, kPatience);
    shown.pane().refresh();
    QVERIFY(shown.isCounted());
    database.script("delete from graphile_worker._private_jobs where id > 1880");
    shown.pane().refresh();
    QTRY_COMPARE_WITH_TIMEOUT(total->text(), u"880"_s, kPatience);
    // Of another filter it tells nothing.
    QVERIFY(shown.filter(u"attempts:0"_s));
    QVERIFY(shown.isCounted());
    QCOMPARE(total->text(), u"1,880"_s);
}

void TestGroupsPane::theWidthIsKept()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addFailures(database);
    QSettings settings(m_folder.filePath(u"width.ini"_s), QSettings::IniFormat);
    const auto widthOf = [&](int wanted) {
        ConsoleContext context(jobsTarget(database));
        QMainWindow window;
        WindowLayout layout(&settings, &window);
        auto *panel = new JobsPanel(&context);
        window.setCentralWidget(panel);
        layout.open(u"shop"_s, true);
        window.resize(1300, 700);
        window.show();
        panel->groups()->setGrouping(FilterKey::Task);
        QCoreApplication::sendPostedEvents();
        if (wanted > 0)
            child<QSplitter>(*panel, "groupsSplitter")->setSizes({wanted, 1300 - wanted});
        const int width = panel->groups()->width();
        panel->groups()->setGrouping({}); // as left, so found
        layout.save();
        return width;
    };
    const int first = widthOf(0);
    const int wide = widthOf(first + 150);
    QVERIFY2(std::abs(wide - first - 150) < 20, qPrintable(QString::number(wide)));
    QVERIFY(std::abs(widthOf(0) - wide) < 5);
}

/// A tooltip is for the mouse.
void TestGroupsPane::theKeyboardLearnsWhatCannotBeChosen()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('a', queue_name := 'q')"
                    " from generate_series(1, 2);"
                    "select graphile_worker.add_job('a', queue_name := 'gone');"
                    "delete from graphile_worker._private_job_queues where queue_name = 'gone'");
    Grouped shown(database);
    QVERIFY(shown.settles());
    QVERIFY(shown.group(FilterKey::Queue));
    shown.rows().setFocus();
    QTest::keyClick(&shown.rows(), Qt::Key_End, Qt::ControlModifier);
    QCOMPARE(shown.rows().currentIndex().row(), 2);
    QCOMPARE(shown.line(),
             u"No filter finds these jobs: the row of their queue is missing. Still listed: all "
             "jobs."_s);
    QVERIFY(!shown.child<QPushButton>("groupLineBack")->isVisible());
    QTest::keyClick(&shown.rows(), Qt::Key_Return);
    QVERIFY(shown.rows().hasFocus());
    shown.pane().refresh();
    QVERIFY(shown.isCounted());
    QCOMPARE(shown.rows().currentIndex().row(), 2);
    QTest::keyClick(&shown.rows(), Qt::Key_Up);
    QVERIFY(shown.lists(u"queue:q"_s, 2));
    QCOMPARE(shown.line(), u"queue:q of all jobs"_s);
    QTest::keyClick(&shown.rows(), Qt::Key_Down);
    QVERIFY2(shown.line().endsWith(u"Still listed: queue:q of all jobs."_s),
             qPrintable(shown.line()));
    QTest::keyClick(&shown.rows(), Qt::Key_Up);
    QTest::keyClick(&shown.rows(), Qt::Key_Up);
    QTRY_COMPARE_WITH_TIMEOUT(shown.line(), QString(), kPatience);
}

YARDMASTER_WINDOW_TEST(TestGroupsPane)

#include "tst_groupspane.moc"
