#include "models/values/showntext.h"
#include "tests/support/testprogram.h"
#include "tests/ui/pages/jobs/shownjobs.h"

#include "ui/kit/theme.h"
#include "ui/pages/jobs/jobsstatus.h"
#include "ui/pages/jobs/jobtargets.h"

#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace {

QSet<qint64> range(qint64 first, qint64 last)
{
    QSet<qint64> result;
    for (qint64 id = first; id <= last; ++id)
        result << id;
    return result;
}

} // namespace

/// Moving through the list of jobs, and selecting them.
class TestJobsSelection : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void scrollingSlidesAndRowsStayInPlace();
    void homeAndEndReachBothEnds();
    void cursorSurvivesTheWindowSlidingAway();
    void keysMoveAndSelect();
    void mouseSelects();
    void selectionSurvivesRefreshAndFilter();
    void everythingMatchingButSome();
    void goesToIdKeyAndTime();
    void selectedJobIsAnnouncedOnce();
    void aJobThatIsAskedForByIdStays();
    void aForeignNameStaysInItsSentence();
    void tabLeadsFromTheListToWhatIsOffered();

private:
    Theme m_theme;
};

void TestJobsSelection::scrollingSlidesAndRowsStayInPlace()
{
    const TestDatabase database = TestDatabase::createMigrated();
    fillMix(database, 20000);
    ShownJobs shown(database);
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

void TestJobsSelection::homeAndEndReachBothEnds()
{
    const TestDatabase database = TestDatabase::createMigrated();
    fillMix(database, 20000);
    ShownJobs shown(database);
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

void TestJobsSelection::cursorSurvivesTheWindowSlidingAway()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addTimedJobs(database, 2000);
    ShownJobs shown(database);
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

void TestJobsSelection::keysMoveAndSelect()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addTimedJobs(database, 50);
    ShownJobs shown(database);
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

void TestJobsSelection::mouseSelects()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addTimedJobs(database, 50);
    ShownJobs shown(database);
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

void TestJobsSelection::selectionSurvivesRefreshAndFilter()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addTimedJobs(database, 30, "send_email");
    addTimedJobs(database, 30, "charge");
    ShownJobs shown(database);
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

void TestJobsSelection::everythingMatchingButSome()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addTimedJobs(database, 400, "send_email");
    addTimedJobs(database, 20, "charge");
    ShownJobs shown(database);
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
    QVERIFY(shown.barText().contains(u"(except 2)"_s));

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

void TestJobsSelection::goesToIdKeyAndTime()
{
    const TestDatabase database = TestDatabase::createMigrated();
    fillMix(database, 5000);
    database.script("update graphile_worker._private_jobs set key = null where key = 'goal';"
                    "update graphile_worker._private_jobs set key = 'goal' where id = 1234;"
                    "update graphile_worker._private_jobs"
                    " set created_at = '2020-01-01Z'::timestamptz + id * interval '1 hour'");
    ShownJobs shown(database);
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
             u"An id must be a whole number above 0."_s);
    QTest::keyClick(dialog, Qt::Key_Escape);
    // A job the filter hides: where it would be.
    QVERIFY(shown.filter(u"id:3000.."_s));
    shown.panel.goToId(2000);
    QTRY_VERIFY_WITH_TIMEOUT(shown.barText().contains(u"does not match the filter"_s), kPatience);
}

void TestJobsSelection::selectedJobIsAnnouncedOnce()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addTimedJobs(database, 50);
    ShownJobs shown(database);
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

void TestJobsSelection::aJobThatIsAskedForByIdStays()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addTimedJobs(database, 50);
    ShownJobs shown(database);
    QSignalSpy selected(&shown.context, &ConsoleContext::currentJobChanged);
    QVERIFY(selected.wait(kPatience));
    selected.clear();
    // The row is not announced any more, although its time has not come yet.
    shown.key(Qt::Key_J);
    shown.context.requestJob(7);
    bool isLater = false;
    QTimer::singleShot(300, Qt::PreciseTimer, &shown.context, [&isLater] { isLater = true; });
    QTRY_VERIFY_WITH_TIMEOUT(isLater, kPatience);
    QCOMPARE(selected.count(), 0);
    shown.key(Qt::Key_J);
    QVERIFY(selected.wait(kPatience));
    QCOMPARE(selected.last().first().toLongLong(), 48);
}

/// Else it turns the words around it.
void TestJobsSelection::aForeignNameStaysInItsSentence()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const QString task = u"שליחת"_s;
    database.script("select graphile_worker.add_job('" + task.toUtf8() + "')");
    ShownJobs shown(database);
    QVERIFY(shown.settles());
    shown.table().setCurrentId(1);
    auto target = targetOf(shown.table(), shown.context.filterContext());
    QVERIFY(target);
    QCOMPARE(target->description, u"job 1, "_s + isolated(task));
    QVERIFY(shown.filter(u"task:"_s + task));
    QCOMPARE(shown.model().rowCount(), 1);
    shown.key(Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
    target = targetOf(shown.table(), shown.context.filterContext());
    QVERIFY(target);
    QVERIFY2(target->description.contains(isolated(shown.model().query().filter.text())),
             qPrintable(target->description));
}

void TestJobsSelection::tabLeadsFromTheListToWhatIsOffered()
{
    ConsoleTarget nowhere;
    nowhere.connection.set(u"host"_s, u"/nonexistent"_s);
    ShownJobs shown(nowhere);
    QVERIFY(shown.settles(JobsModel::Phase::Failed));
    QCOMPARE(shown.text("jobsHintTitle"), u"Cannot connect"_s);
    const auto *offer = shown.child<QPushButton>("jobsHintOffer0");
    QCOMPARE(offer->text(), u"Try now"_s);
    // Before what stands below it.
    const auto *status = shown.panel.findChild<JobsStatus *>();
    const QWidget *next = shown.table().nextInFocusChain();
    while (next != offer && next != &shown.table()) {
        QVERIFY2(next != status, qPrintable(next->objectName()));
        next = next->nextInFocusChain();
    }
    QCOMPARE(next, offer);
}

YARDMASTER_WINDOW_TEST(TestJobsSelection)
#include "tst_jobsselection.moc"
