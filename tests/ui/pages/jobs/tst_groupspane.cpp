#include "tests/support/testprogram.h"
#include "tests/ui/pages/jobs/groupedjobs.h"
#include "ui/kit/theme.h"

#include <QComboBox>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

using GroupsPhase = JobGroupsModel::Phase;

} // namespace

/// The groups beside the list of jobs.
class TestGroupsPane : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme = std::make_unique<Theme>(); }
    void cleanupTestCase() { m_theme.reset(); }
    void aGroupIsListed();
    void keysWalkThroughGroups();
    void theFilterStaysTheBase();
    void anEmptiedGroupStays();
    void groupsAreCountedWhenAsked();
    void stoppingAndTheTimeLimitAreSaid();
    void hostileNamesStayInTheirCells();
    void theGroupingIsKept();
    void aViewBringsItsGrouping();

private:
    std::unique_ptr<Theme> m_theme;
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

void TestGroupsPane::stoppingAndTheTimeLimitAreSaid()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addFailures(database);
    Grouped shown(database);
    QVERIFY(shown.settles());
    QVERIFY(shown.group(FilterKey::Task));
    auto *stop = shown.child<QPushButton>("groupStop");
    auto *refresh = shown.child<QPushButton>("groupRefresh");
    QVERIFY(!stop->isVisible() && refresh->isVisible());
    QCOMPARE(shown.text("groupRemark"), u"2 groups"_s);
    const auto locked = database.session();
    QVERIFY(locked->script("begin; lock table graphile_worker._private_jobs"));
    refresh->click();
    QVERIFY(stop->isVisible() && !refresh->isVisible());
    QVERIFY(shown.text("groupRemark").startsWith(u"Counting…"_s));
    QCOMPARE(shown.lines().size(), 3); // the old figures
    stop->click();
    QVERIFY(!stop->isVisible());
    QVERIFY(shown.text("groupRemark").startsWith(u"Counting was stopped"_s));
    QCOMPARE(shown.lines().size(), 3);
    shown.pane().model()->setPatience(200ms);
    refresh->click();
    QTRY_VERIFY_WITH_TIMEOUT(shown.text("groupRemark").startsWith(u"Not counted within 200 ms"_s),
                             kPatience);
    QCOMPARE(shown.lines().size(), 3);
    QVERIFY(locked->script("rollback"));
    refresh->click();
    QVERIFY(shown.isCounted());
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

YARDMASTER_WINDOW_TEST(TestGroupsPane)

#include "tst_groupspane.moc"
