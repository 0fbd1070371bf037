#include "tests/support/testprogram.h"
#include "tests/support/widgets.h"
#include "ui/pages/jobs/jobspanel.h"

#include "models/console/consolecontext.h"
#include "tests/models/jobs/jobsfixture.h"
#include "ui/kit/changes/jobactions.h"
#include "ui/kit/filter/filterbar.h"
#include "ui/kit/theme.h"
#include "ui/pages/jobs/jobcolumns.h"
#include "ui/pages/jobs/jobstable.h"
#include "ui/pages/jobs/jobtargets.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace {

using Phase = JobsModel::Phase;

ConsoleTarget targetFor(const TestDatabase &database)
{
    ConsoleTarget target;
    target.connection = database.settings();
    target.profileId = u"shop"_s;
    target.forbiddenFlags = {QString(bench::kForbiddenFlag)};
    return target;
}

void addJobs(const TestDatabase &database, int count, const QByteArray &task = "send_email")
{
    database.script("select graphile_worker.add_job('" + task
                    + "', json_build_object('n', n), job_key := '" + task
                    + "-' || n, run_at := '2020-01-01Z'::timestamptz + n * interval '1 minute')"
                      " from generate_series(1, "
                    + QByteArray::number(count) + ") as n order by n");
}

/// A panel on a queue, on the screen, that does not look by itself.
struct Shown
{
    explicit Shown(const ConsoleTarget &target, QSettings *settings = nullptr)
        : context(target)
        , panel(&context)
    {
        panel.model()->setPageRows(100);
        panel.live()->setInterval(std::chrono::hours(1));
        panel.setSettings(settings);
        panel.resize(1100, 640);
        panel.show();
        panel.activateWindow();
        if (!QTest::qWaitForWindowActive(&panel, kPatience))
            qFatal("the panel does not appear");
        panel.table()->setFocus();
    }
    explicit Shown(const TestDatabase &database, QSettings *settings = nullptr)
        : Shown(targetFor(database), settings)
    { }

    [[nodiscard]] JobsModel &model() { return *panel.model(); }
    [[nodiscard]] JobsTable &table() { return *panel.table(); }
    [[nodiscard]] bool settles(Phase phase = Phase::Ready)
    {
        return QTest::qWaitFor([this, phase] { return model().phase() == phase; }, kPatience);
    }
    [[nodiscard]] bool filter(const QString &text)
    {
        panel.setFilterText(text);
        return settles();
    }
    [[nodiscard]] bool refresh()
    {
        QSignalSpy refreshed(&model(), &JobsModel::refreshed);
        panel.live()->refreshNow();
        return refreshed.count() > 0 || refreshed.wait(kPatience);
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(&table(), key, modifiers);
    }
    [[nodiscard]] qint64 topId()
    {
        const int top = table().verticalScrollBar()->value();
        return model().jobs().at(top).id;
    }
    [[nodiscard]] QRect cell(qint64 id, JobColumn column)
    {
        return table().visualRect(model().index(model().rowOf(id), int(column)));
    }
    void click(qint64 id, Qt::KeyboardModifiers modifiers = Qt::NoModifier,
               JobColumn column = JobColumn::Task)
    {
        QTest::mouseClick(table().viewport(), Qt::LeftButton, modifiers, cell(id, column).center());
    }
    template <typename Widget> Widget *child(const char *name)
    {
        return test::child<Widget>(panel, name);
    }
    [[nodiscard]] QString text(const char *label) { return child<QLabel>(label)->text(); }
    [[nodiscard]] QString barText()
    {
        return child<QWidget>("jobsBar")->isVisible() ? text("jobsBarText") : QString();
    }

    ConsoleContext context;
    JobsPanel panel;
};

QSet<qint64> range(qint64 first, qint64 last)
{
    QSet<qint64> result;
    for (qint64 id = first; id <= last; ++id)
        result << id;
    return result;
}

} // namespace

class TestJobsPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme = std::make_unique<Theme>(); }
    void scrollingSlidesAndRowsStayInPlace();
    void homeAndEndReachBothEnds();
    void cursorSurvivesTheWindowSlidingAway();
    void keysMoveAndSelect();
    void mouseSelects();
    void selectionSurvivesRefreshAndFilter();
    void everythingMatchingButSome();
    void newJobsWaitForTheButton();
    void jobsThatLeftStayGreyUntilAskedFor();
    void liveRefreshPauses();
    void goesToIdKeyAndTime();
    void filtersByCell();
    void copiesInEveryForm();
    void orderFollowsTheHeader();
    void emptyListsSayWhy();
    void hiddenRowsAreShown();
    void missingSchemaIsShown();
    void lostServerKeepsTheRows();
    void searchStopsAndResumes();
    void theCountsSayHowManyMatch();
    void slowReadCanBeCancelled();
    void timeoutNamesTheTerm();
    void actionsGetTheirTarget();
    void columnsPersist();
    void selectedJobIsAnnouncedOnce();
    void looks();

private:
    std::unique_ptr<Theme> m_theme;
    QTemporaryDir m_folder;
};

void TestJobsPanel::scrollingSlidesAndRowsStayInPlace()
{
    const TestDatabase database = TestDatabase::createMigrated();
    fillMix(database, 20000);
    Shown shown(database);
    QVERIFY(shown.settles());
    QScrollBar *bar = shown.table().verticalScrollBar();
    const auto scroll = [&](int step) {
        const int target = std::clamp(bar->value() + step, bar->minimum(), bar->maximum());
        const qint64 expected = shown.model().jobs().at(target).id;
        bar->setValue(target);
        if (!shown.settles())
            return false;
        return shown.topId() == expected;
    };
    const qint64 newest = shown.model().jobs().first().id;
    QSet<qint64> seen;
    int steps = 0;
    while (!(shown.model().isAtEnd() && bar->value() == bar->maximum())) {
        QVERIFY2(scroll(17), qPrintable(QString::number(steps)));
        QVERIFY(shown.model().rowCount() <= JobsModel::kWindowPages * 100);
        for (const JobRow &row : shown.model().jobs())
            seen << row.id;
        QVERIFY(++steps < 3000);
    }
    QCOMPARE(seen.size(), 20000);
    QCOMPARE(shown.model().jobs().last().id, newest - 19999);
    while (!(shown.model().isAtTop() && bar->value() == 0)) {
        QVERIFY2(scroll(-17), qPrintable(QString::number(steps)));
        QVERIFY(++steps < 6000);
    }
    QCOMPARE(shown.model().jobs().first().id, newest);
}

void TestJobsPanel::homeAndEndReachBothEnds()
{
    const TestDatabase database = TestDatabase::createMigrated();
    fillMix(database, 20000);
    Shown shown(database);
    QVERIFY(shown.settles());
    const qint64 newest = shown.model().jobs().first().id;
    QCOMPARE(shown.table().currentId(), newest);
    shown.key(Qt::Key_End);
    QTRY_COMPARE_WITH_TIMEOUT(shown.table().currentId(), newest - 19999, kPatience);
    QVERIFY(shown.settles());
    QVERIFY(shown.model().rowCount() <= 300); // the other end, not all between
    QCOMPARE(shown.table().verticalScrollBar()->value(),
             shown.table().verticalScrollBar()->maximum());
    shown.key(Qt::Key_Home);
    QTRY_COMPARE_WITH_TIMEOUT(shown.table().currentId(), newest, kPatience);
    QCOMPARE(shown.table().verticalScrollBar()->value(), 0);
}

void TestJobsPanel::cursorSurvivesTheWindowSlidingAway()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addJobs(database, 2000);
    Shown shown(database);
    QVERIFY(shown.settles());
    QScrollBar *bar = shown.table().verticalScrollBar();
    shown.click(1998);
    QCOMPARE(shown.table().currentId(), 1998);
    QSignalSpy selected(&shown.context, &ConsoleContext::currentJobChanged);
    QVERIFY(selected.wait(kPatience));
    while (shown.model().rowOf(1998) >= 0) {
        bar->setValue(bar->maximum());
        QVERIFY(shown.settles());
    }
    QCOMPARE(shown.table().currentId(), 0);
    const qint64 top = shown.topId();
    QVERIFY(top < 1900);
    while (shown.model().rowOf(1998) < 0) {
        bar->setValue(0);
        QVERIFY(shown.settles());
    }
    QCOMPARE(shown.table().currentId(), 1998);
    QCOMPARE(selected.count(), 1); // the inspector has shown it all the time
}

void TestJobsPanel::keysMoveAndSelect()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addJobs(database, 50);
    Shown shown(database);
    QVERIFY(shown.settles());
    QCOMPARE(shown.table().currentId(), 50);
    shown.key(Qt::Key_J);
    shown.key(Qt::Key_J);
    shown.key(Qt::Key_K);
    QCOMPARE(shown.table().currentId(), 49);
    QVERIFY(shown.table().chosen().isEmpty()); // moving chooses nothing
    shown.key(Qt::Key_Space);
    shown.key(Qt::Key_Down);
    shown.key(Qt::Key_Down);
    shown.key(Qt::Key_Down, Qt::ShiftModifier);
    shown.key(Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(shown.table().chosen().ids(), (QSet<qint64>{49, 47, 46, 45}));
    shown.key(Qt::Key_Up, Qt::ShiftModifier); // the range shrinks again
    QCOMPARE(shown.table().chosen().ids(), (QSet<qint64>{49, 47, 46}));
    QVERIFY(shown.text("jobsSelected").contains(u"3 selected"_s));
    shown.key(Qt::Key_Escape);
    QVERIFY(shown.table().chosen().isEmpty());
    shown.key(Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(shown.table().chosen().ids(), range(1, 50));
    const int row = shown.table().currentIndex().row();
    shown.key(Qt::Key_PageDown);
    QVERIFY(shown.table().currentIndex().row() > row + 5);
    const QSignalSpy activated(&shown.context, &ConsoleContext::jobOpened);
    shown.key(Qt::Key_Return);
    QCOMPARE(activated.count(), 1);
    QCOMPARE(activated.first().first().toLongLong(), shown.table().currentId());
}

void TestJobsPanel::mouseSelects()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addJobs(database, 50);
    Shown shown(database);
    QVERIFY(shown.settles());
    shown.click(48);
    QVERIFY(shown.table().chosen().isEmpty());
    shown.click(48, Qt::ControlModifier);
    shown.click(45, Qt::ControlModifier);
    QCOMPARE(shown.table().chosen().ids(), (QSet<qint64>{48, 45}));
    shown.click(45, Qt::ControlModifier);
    QCOMPARE(shown.table().chosen().ids(), (QSet<qint64>{48}));
    shown.click(46, Qt::ShiftModifier);
    QVERIFY(shown.table().chosen().contains(46));
    QVERIFY(shown.table().chosen().contains(45));
    shown.key(Qt::Key_Escape);
    // The boxes on the left.
    QWidget *gutter = shown.table().verticalHeader()->viewport();
    const QPoint box(gutter->width() / 2, shown.cell(44, JobColumn::Task).center().y());
    QTest::mouseClick(gutter, Qt::LeftButton, {}, box);
    QCOMPARE(shown.table().chosen().ids(), (QSet<qint64>{44}));
    QCOMPARE(shown.table().currentId(), 46); // the cursor stays
}

void TestJobsPanel::selectionSurvivesRefreshAndFilter()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addJobs(database, 30, "send_email");
    addJobs(database, 30, "charge");
    Shown shown(database);
    QVERIFY(shown.settles());
    for (const qint64 id : {60, 58, 56})
        shown.click(id, Qt::ControlModifier);
    QVERIFY(shown.refresh());
    QCOMPARE(shown.table().chosen().ids(), (QSet<qint64>{60, 58, 56}));
    QVERIFY(shown.filter(u"task:send_email"_s));
    QCOMPARE(shown.model().rowCount(), 30);
    shown.click(29, Qt::ControlModifier);
    QCOMPARE(shown.table().chosen().ids(), (QSet<qint64>{60, 58, 56, 29}));
    QCOMPARE(shown.text("jobsSelected"), u"4 selected (3 out of view)"_s);
    const auto target = targetOf(shown.table(), shown.context.filterContext());
    QVERIFY(target);
    QCOMPARE(target->scope.ids, (QList<qint64>{29, 56, 58, 60}));
    QVERIFY(shown.filter({}));
    QCOMPARE(shown.text("jobsSelected"), u"4 selected"_s);
    database.script("select graphile_worker.complete_jobs(array[58])");
    QVERIFY(shown.refresh());
    QCOMPARE(shown.text("jobsSelected"), u"4 selected (1 gone)"_s);
}

void TestJobsPanel::everythingMatchingButSome()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addJobs(database, 400, "send_email");
    addJobs(database, 20, "charge");
    Shown shown(database);
    QVERIFY(shown.filter(u"task:send_email"_s));
    QVERIFY(shown.model().rowCount() < 400);
    shown.key(Qt::Key_A, Qt::ControlModifier);
    const qsizetype loaded = shown.model().rowCount();
    QCOMPARE(shown.table().chosen().ids().size(), loaded);
    QVERIFY(shown.barText().contains(u"loaded jobs are selected"_s));
    QTest::mouseClick(shown.child<QPushButton>("jobsBarButton"), Qt::LeftButton);
    QVERIFY(shown.table().chosen().isAllMatching());
    shown.click(400, Qt::ControlModifier);
    shown.click(398, Qt::ControlModifier);
    QVERIFY(!shown.table().isChosen(shown.model().rowOf(400)));
    QVERIFY(shown.table().isChosen(shown.model().rowOf(399)));
    QVERIFY(shown.barText().contains(u"task:send_email"_s));
    QVERIFY(shown.barText().contains(u"(but for 2)"_s));

    // The actions get a filter that means exactly these.
    auto target = targetOf(shown.table(), shown.context.filterContext());
    QVERIFY(target);
    QVERIFY(target->scope.isByFilter());
    Params params;
    const auto condition = target->scope.condition(u"graphile_worker"_s, &params);
    QVERIFY(condition);
    const auto rows = database.session()->query(
        "select count(*) from graphile_worker._private_jobs as jobs where " + *condition, params);
    QVERIFY(rows);
    QCOMPARE(rows->int64(0, 0), 398);

    // A filter that asks for more shows the same jobs as selected, another one none.
    QVERIFY(shown.filter(u"task:send_email id:390..399"_s));
    QVERIFY(shown.table().isChosen(shown.model().rowOf(399)));
    QVERIFY(!shown.table().isChosen(shown.model().rowOf(398)));
    QVERIFY(shown.filter(u"task:charge"_s));
    QVERIFY(!shown.table().isChosen(0));
    shown.key(Qt::Key_Space);
    QVERIFY(shown.barText().contains(u"another filter"_s));
    QCOMPARE(shown.table().chosen().ids().size(), 2);
    shown.key(Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(shown.table().isChosen(0));
    QVERIFY(shown.table().chosen().ids().isEmpty());
}

void TestJobsPanel::newJobsWaitForTheButton()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addJobs(database, 300);
    Shown shown(database);
    QVERIFY(shown.settles());
    auto *button = shown.child<QPushButton>("showNew");
    QVERIFY(!button->isVisible());
    addJobs(database, 12, "charge");
    QVERIFY(shown.refresh());
    QTRY_VERIFY_WITH_TIMEOUT(button->isVisible(), kPatience);
    QCOMPARE(button->text(), u"Show 12 new"_s);
    QCOMPARE(shown.model().jobs().first().id, 300);
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(shown.model().rowOf(312) == 0, kPatience);
    QVERIFY(!button->isVisible());
    QCOMPARE(shown.table().currentId(), 312);
}

void TestJobsPanel::jobsThatLeftStayGreyUntilAskedFor()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addJobs(database, 30);
    Shown shown(database);
    QVERIFY(shown.filter(u"attempts:0"_s));
    database.script("select graphile_worker.complete_jobs(array[28]);"
                    "update graphile_worker._private_jobs set attempts = 1 where id = 27");
    QVERIFY(shown.refresh());
    QCOMPARE(shown.model().rowCount(), 30);
    const QModelIndex gone = shown.model().index(shown.model().rowOf(28), 0);
    QVERIFY(gone.data(JobsModel::GoneRole).toBool());
    QCOMPARE(gone.data().toString(), u"Gone"_s);
    QVERIFY(gone.data(Qt::AccessibleDescriptionRole).toString().contains(u"Gone"_s));
    QVERIFY(shown.model().index(shown.model().rowOf(27), 0).data(JobsModel::FilteredRole).toBool());
    shown.key(Qt::Key_F5);
    QTRY_COMPARE_WITH_TIMEOUT(shown.model().rowCount(), 28, kPatience);
    QCOMPARE(shown.model().rowOf(28), -1);
    QCOMPARE(shown.model().rowOf(27), -1);
}

void TestJobsPanel::liveRefreshPauses()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addJobs(database, 30);
    Shown shown(database);
    QVERIFY(shown.settles());
    QSignalSpy refreshed(&shown.model(), &JobsModel::refreshed);
    shown.panel.live()->setInterval(std::chrono::milliseconds(10));
    QVERIFY(refreshed.wait(kPatience));
    QVERIFY(refreshed.wait(kPatience)); // and again
    shown.key(Qt::Key_Space);
    QVERIFY(shown.panel.live()->isPaused());
    QVERIFY(shown.text("jobsLive").contains(u"paused: 1 selected"_s));
    shown.key(Qt::Key_Escape);
    QVERIFY(!shown.panel.live()->isPaused());
    QVERIFY(refreshed.wait(kPatience));
    shown.key(Qt::Key_F5, Qt::ShiftModifier);
    QVERIFY(shown.panel.live()->isPaused());
    QCOMPARE(shown.text("jobsLive"), u"paused"_s);
    // What this window changes shows all the same.
    database.script("select graphile_worker.complete_jobs(array[30])");
    shown.context.announceChange();
    QTRY_VERIFY_WITH_TIMEOUT(shown.model().jobs().first().isGone, kPatience);
    shown.key(Qt::Key_F5, Qt::ShiftModifier);
    QVERIFY(!shown.panel.live()->isPaused());
    shown.panel.hide();
    QVERIFY(shown.panel.live()->isPaused());
    shown.panel.show();
    QVERIFY(!shown.panel.live()->isPaused());
}

void TestJobsPanel::goesToIdKeyAndTime()
{
    const TestDatabase database = TestDatabase::createMigrated();
    fillMix(database, 5000);
    database.script("update graphile_worker._private_jobs set key = null where key = 'goal';"
                    "update graphile_worker._private_jobs set key = 'goal' where id = 1234;"
                    "update graphile_worker._private_jobs"
                    " set created_at = '2020-01-01Z'::timestamptz + id * interval '1 hour'");
    Shown shown(database);
    QVERIFY(shown.settles());
    const auto ask = [&](Qt::Key key, const QString &value) {
        shown.panel.activateWindow(); // offscreen nobody else does
        if (!QTest::qWaitForWindowActive(&shown.panel, kPatience))
            qFatal("the dialog keeps the focus");
        shown.table().setFocus();
        shown.key(Qt::Key_G);
        shown.key(key);
        QWidget *dialog = QApplication::activeModalWidget();
        if (!dialog)
            qFatal("no dialog");
        auto *field = dialog->findChild<QLineEdit *>(u"goToField"_s);
        QTest::keyClicks(field, value);
        QTest::keyClick(field, Qt::Key_Return);
        return dialog;
    };
    ask(Qt::Key_I, u"2500"_s);
    QTRY_COMPARE_WITH_TIMEOUT(shown.table().currentId(), 2500, kPatience);
    QVERIFY(shown.settles());
    QVERIFY(shown.model().rowCount() > 150); // rows on both sides
    QVERIFY(shown.model().rowOf(2501) == shown.model().rowOf(2500) - 1);
    const QRect place = shown.cell(2500, JobColumn::Task);
    QVERIFY(shown.table().viewport()->rect().contains(place.center()));
    ask(Qt::Key_K, u"goal"_s);
    QTRY_COMPARE_WITH_TIMEOUT(shown.table().currentId(), 1234, kPatience);
    ask(Qt::Key_T, u"2020-03-01T00:00:00Z"_s);
    QTRY_COMPARE_WITH_TIMEOUT(shown.table().currentId(), 60 * 24, kPatience);
    ask(Qt::Key_I, u"99999999"_s);
    QTRY_VERIFY_WITH_TIMEOUT(shown.barText().contains(u"There is no job 99999999"_s), kPatience);
    QWidget *dialog = ask(Qt::Key_I, u"four"_s);
    QCOMPARE(dialog->findChild<QLabel *>(u"goToProblem"_s)->text(),
             u"An id is a whole number above 0."_s);
    QTest::keyClick(dialog, Qt::Key_Escape);
    // A job the filter hides: where it would be.
    QVERIFY(shown.filter(u"id:3000.."_s));
    shown.panel.goToId(2000);
    QTRY_VERIFY_WITH_TIMEOUT(shown.barText().contains(u"does not pass the filter"_s), kPatience);
}

void TestJobsPanel::filtersByCell()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addJobs(database, 5, "send_email");
    addJobs(database, 5, "charge");
    Shown shown(database);
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
    addJobs(database, 5);
    database.script("update graphile_worker._private_jobs set last_error = E'a \"b\", c\\nat d',"
                    " attempts = 3 where id = 4");
    Shown shown(database);
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

    // Spreadsheets take pasted cells for formulas, too; numbers stay numbers.
    database.script(
        "update graphile_worker._private_jobs set last_error = '=1+cmd|'' /C calc''!A0',"
        " priority = -7 where id = 5");
    QVERIFY(shown.refresh());
    const QString guarded = copy("jobs.copyCsv");
    QVERIFY2(guarded.contains(u",'=1+cmd|"_s), qPrintable(guarded));
    QVERIFY2(!guarded.contains(u",=1+cmd|"_s), qPrintable(guarded));
}

void TestJobsPanel::orderFollowsTheHeader()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addJobs(database, 50);
    database.script("update graphile_worker._private_jobs set priority = -5 where id = 20");
    Shown shown(database);
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
    Shown shown(database);
    auto *hint = shown.child<QWidget>("jobsHint");
    QTRY_VERIFY_WITH_TIMEOUT(hint->isVisible(), kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(shown.text("jobsHintTitle"), u"No jobs"_s, kPatience);
    addJobs(database, 1, "send_email");
    QVERIFY(shown.refresh()); // the first job comes by itself
    QTRY_VERIFY_WITH_TIMEOUT(shown.table().isVisible() && shown.model().rowCount() == 1, kPatience);
    addJobs(database, 5, "send_email");
    addJobs(database, 3, "charge");
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
    QCOMPARE(shown.text("jobsHintTitle"), u"The filter does not work"_s);
    QVERIFY(shown.filter(u"id:1"_s));
    QVERIFY(shown.table().isVisible());
}

void TestJobsPanel::hiddenRowsAreShown()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addJobs(database, 5);
    const QString role = u"blind_"_s + database.name();
    database.script("create role \"" + role.toUtf8()
                    + "\" login; grant usage on schema graphile_worker to \"" + role.toUtf8()
                    + "\"; grant select on all tables in schema graphile_worker to \""
                    + role.toUtf8() + "\"");
    ConsoleTarget target = targetFor(database);
    target.connection.set(u"user"_s, role);
    {
        Shown shown(target);
        QTRY_COMPARE_WITH_TIMEOUT(shown.text("jobsHintTitle"),
                                  u"You see no jobs, but there may be some"_s, kPatience);
        QVERIFY(shown.child<QWidget>("jobsHint")->isVisible());
    }
    database.script("drop owned by \"" + role.toUtf8() + "\"; drop role \"" + role.toUtf8() + '"');
}

void TestJobsPanel::missingSchemaIsShown()
{
    const TestDatabase database = TestDatabase::createEmpty();
    Shown shown(database);
    QVERIFY(shown.settles(Phase::Failed));
    QCOMPARE(shown.text("jobsHintTitle"), u"No job queue here"_s);
    QVERIFY(shown.child<QWidget>("jobsHint")->isVisible());
    QCOMPARE(shown.child<QPushButton>("jobsHintOffer0")->text(), u"Try again"_s);
}

void TestJobsPanel::lostServerKeepsTheRows()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addJobs(database, 5);
    Shown shown(database);
    QVERIFY(shown.settles());
    database.refuse("yardmaster console");
    shown.panel.live()->refreshNow();
    QVERIFY(shown.settles(Phase::Failed));
    QCOMPARE(shown.model().rowCount(), 5);
    QVERIFY(shown.table().isVisible());
    QVERIFY(shown.barText().contains(u"What is shown was read"_s));
    database.admit();
    shown.panel.live()->setInterval(std::chrono::milliseconds(20)); // it comes back by itself
    QVERIFY(shown.settles());
    QTRY_VERIFY_WITH_TIMEOUT(shown.barText().isEmpty(), kPatience);
}

void TestJobsPanel::searchStopsAndResumes()
{
    const TestDatabase database = TestDatabase::createMigrated();
    fillMix(database, 6000);
    database.script("update graphile_worker._private_jobs set last_error = 'needle' where id = 7");
    Shown shown(database);
    QVERIFY(shown.settles());
    shown.model().setSearchBudget(1500);
    shown.panel.setFilterText(u"error:needle"_s);
    QVERIFY(shown.settles(Phase::Stopped));
    QTRY_COMPARE_WITH_TIMEOUT(shown.text("jobsHintTitle"), u"None found so far"_s, kPatience);
    for (int tries = 0; shown.model().phase() == Phase::Stopped && tries < 20; ++tries) {
        if (shown.model().rowCount() > 0)
            break;
        QTest::mouseClick(shown.child<QPushButton>("jobsHintOffer0"), Qt::LeftButton);
        QVERIFY(
            QTest::qWaitFor([&] { return shown.model().phase() != Phase::Loading; }, kPatience));
    }
    QCOMPARE(shown.model().rowCount(), 1);
    QCOMPARE(shown.model().jobs().first().id, 7);
    QVERIFY(shown.table().isVisible());
}

/// Although the list itself stops counting at ten thousand.
void TestJobsPanel::theCountsSayHowManyMatch()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addJobs(database, 10050);
    Shown shown(database);
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

void TestJobsPanel::slowReadCanBeCancelled()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addJobs(database, 5);
    Shown shown(database);
    QVERIFY(shown.settles());
    const auto blocker = database.session();
    QVERIFY(blocker->script("begin; lock table graphile_worker._private_jobs"));
    shown.panel.setFilterText(u"task:send_email"_s);
    QTRY_VERIFY_WITH_TIMEOUT(shown.barText().startsWith(u"Reading jobs"_s), kPatience);
    auto *button = shown.child<QPushButton>("jobsBarButton");
    QTRY_VERIFY_WITH_TIMEOUT(button->isVisible(), kPatience);
    QCOMPARE(button->text(), u"Cancel"_s);
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(shown.model().phase(), Phase::Stopped);
    QCOMPARE(shown.text("jobsHintTitle"), u"None found so far"_s);
    QVERIFY(blocker->script("rollback"));
    QTest::mouseClick(shown.child<QPushButton>("jobsHintOffer0"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(shown.model().rowCount(), 5, kPatience);
}

void TestJobsPanel::timeoutNamesTheTerm()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addJobs(database, 5);
    Shown shown(database);
    QVERIFY(shown.settles());
    const auto blocker = database.session();
    QVERIFY(blocker->script("begin; lock table graphile_worker._private_jobs"));
    shown.panel.setFilterText(u"id:1.. error:timeout"_s);
    QVERIFY(QTest::qWaitFor(
        [&] {
            database.script("select pg_cancel_backend(pid) from pg_stat_activity where"
                            " wait_event_type = 'Lock' and datname = current_database()"
                            " and application_name like 'yardmaster%'");
            return shown.model().phase() == Phase::Failed;
        },
        kPatience));
    QCOMPARE(shown.text("jobsHintTitle"), u"It took too long"_s);
    QVERIFY(shown.text("jobsHintSentence").contains(u"error:timeout makes it slow"_s));
    QVERIFY(blocker->script("rollback"));
    // It is not the server that has to change, so looking again does not hide this.
    QVERIFY(shown.refresh());
    QCOMPARE(shown.model().phase(), Phase::Failed);
    QTest::mouseClick(shown.child<QPushButton>("jobsHintOffer1"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(shown.text("jobsHintTitle"), u"No job matches"_s, kPatience);
}

void TestJobsPanel::actionsGetTheirTarget()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addJobs(database, 5);
    Shown shown(database);
    JobActions actions(&shown.context, &shown.panel);
    shown.panel.setActions(&actions);
    QVERIFY(shown.settles());
    shown.click(3);
    QVERIFY(actions.target());
    QCOMPARE(actions.target()->singleId(), 3);
    QCOMPARE(actions.target()->job->task, u"send_email"_s);
    shown.click(5, Qt::ControlModifier);
    shown.click(4, Qt::ControlModifier);
    QCOMPARE(actions.target()->scope.ids, (QList<qint64>{4, 5}));
    QCOMPARE(actions.target()->description, u"2 selected jobs"_s);
    shown.key(Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(actions.target()->scope.isByFilter());
    QCOMPARE(actions.target()->description, u"all jobs"_s);
    QTRY_COMPARE_WITH_TIMEOUT(actions.target()->count, (Count{5}), kPatience);
    shown.key(Qt::Key_Escape);
    QVERIFY(shown.filter(u"id:4000"_s));
    QVERIFY(!actions.target()); // and not "all jobs"
    // The verbs are in the toolbar and in the menu.
    QVERIFY(shown.child<QWidget>("jobVerbs")->actions().contains(actions.actions().first()));
    QVERIFY(shown.filter({}));
    Q_EMIT shown.table().customContextMenuRequested(shown.cell(3, JobColumn::Task).center());
    auto *menu = shown.child<QMenu>("jobsMenu");
    QVERIFY(menu->actions().contains(actions.actions().first()));
    menu->close();
}

void TestJobsPanel::columnsPersist()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addJobs(database, 5);
    QSettings settings(m_folder.filePath(u"columns.ini"_s), QSettings::IniFormat);
    {
        Shown shown(database, &settings);
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
        Shown shown(database, &settings);
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
    ConsoleTarget other = targetFor(database);
    other.profileId = u"billing"_s;
    const Shown shown(other, &settings);
    QVERIFY(shown.panel.table()->columnWidth(int(JobColumn::Task)) != 333);
}

void TestJobsPanel::selectedJobIsAnnouncedOnce()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addJobs(database, 50);
    Shown shown(database);
    QSignalSpy selected(&shown.context, &ConsoleContext::currentJobChanged);
    QVERIFY(selected.wait(kPatience));
    QCOMPARE(selected.takeFirst().first().toLongLong(), 50);
    for (int step = 0; step < 10; ++step)
        shown.key(Qt::Key_J);
    QVERIFY(selected.wait(kPatience));
    QCOMPARE(selected.last().first().toLongLong(), 40);
    QVERIFY(selected.count() < 10); // not each row on the way
    QVERIFY(shown.filter(u"id:4000"_s));
    QTRY_COMPARE_WITH_TIMEOUT(selected.last().first().toLongLong(), 0, kPatience);
}

void TestJobsPanel::looks()
{
    const TestDatabase database = TestDatabase::createMigrated();
    fillMix(database, 30000);
    Shown shown(database);
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
    QTRY_VERIFY_WITH_TIMEOUT(shown.text("jobsHintSentence").contains(u"come close"_s), kPatience);
    keep(u"empty"_s);
    QVERIFY(shown.filter(u"state:failed"_s));
    QVERIFY2(shown.panel.minimumSizeHint().width() <= 560,
             qPrintable(QString::number(shown.panel.minimumSizeHint().width())));
    shown.panel.resize(620, 480);
    keep(u"narrow"_s);
}

YARDMASTER_WINDOW_TEST(TestJobsPanel)
#include "tst_jobspanel.moc"
