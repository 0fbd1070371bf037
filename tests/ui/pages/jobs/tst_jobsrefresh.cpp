#include "tests/support/testprogram.h"
#include "tests/ui/pages/jobs/shownjobs.h"

#include "ui/kit/theme.h"

#include <QElapsedTimer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

using Phase = JobsModel::Phase;

} // namespace

/// The list of jobs while they change, while it is read, and without a server.
class TestJobsRefresh : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void newJobsWaitForTheButton();
    void jobsThatLeftStayGreyUntilAskedFor();
    void liveRefreshPauses();
    void oneAnswerThatWasHeldUpDelaysLittle();
    void hiddenRowsAreShown();
    void lostServerKeepsTheRows();
    void searchStopsAndResumes();
    void slowReadCanBeCancelled();
    void timeoutNamesTheTerm();

private:
    Theme m_theme;
};

void TestJobsRefresh::newJobsWaitForTheButton()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addTimedJobs(database, 300);
    ShownJobs shown(database);
    QVERIFY(shown.settles());
    auto *button = shown.child<QPushButton>("showNew");
    QVERIFY(!button->isVisible());
    addTimedJobs(database, 12, "charge");
    QVERIFY(shown.refresh());
    QTRY_VERIFY_WITH_TIMEOUT(button->isVisible(), kPatience);
    QCOMPARE(button->text(), u"Show 12 new"_s);
    QCOMPARE(shown.model().jobs().first().id, 300);
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(shown.model().rowOf(312) == 0, kPatience);
    QVERIFY(!button->isVisible());
    QCOMPARE(shown.table().currentId(), 312);
}

void TestJobsRefresh::jobsThatLeftStayGreyUntilAskedFor()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addTimedJobs(database, 30);
    ShownJobs shown(database);
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

void TestJobsRefresh::liveRefreshPauses()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addTimedJobs(database, 30);
    ShownJobs shown(database);
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

void TestJobsRefresh::oneAnswerThatWasHeldUpDelaysLittle()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addTimedJobs(database, 30);
    ShownJobs shown(database);
    QVERIFY(shown.settles());
    LiveRefresh *live = shown.panel.live();
    live->setPaused(LiveRefresh::ByUser, true); // none but those asked for here
    live->setInterval(1ms);
    QElapsedTimer clock;
    clock.start();
    QVERIFY(shown.refresh());
    const std::chrono::milliseconds usual(clock.elapsed());
    const auto blocker = database.session();
    QVERIFY(blocker->script("begin; lock table graphile_worker._private_jobs"));
    QSignalSpy refreshed(&shown.model(), &JobsModel::refreshed);
    clock.start();
    live->refreshNow();
    const auto held = 4 * usual + 1250ms;
    QTRY_VERIFY_WITH_TIMEOUT(clock.elapsed() > held.count(), kPatience);
    QCOMPARE(refreshed.count(), 0);
    QVERIFY(blocker->script("rollback"));
    QTRY_COMPARE_WITH_TIMEOUT(refreshed.count(), 1, kPatience);
    // Twenty times what a usual answer costs, and not of the lock that somebody held.
    QVERIFY(live->delay() <= 20 * (4 * usual + 250ms));
    // What takes long again is dear.
    QVERIFY(blocker->script("begin; lock table graphile_worker._private_jobs"));
    clock.start();
    live->refreshNow();
    QTRY_VERIFY_WITH_TIMEOUT(clock.elapsed() > held.count(), kPatience);
    QVERIFY(blocker->script("rollback"));
    QTRY_COMPARE_WITH_TIMEOUT(refreshed.count(), 2, kPatience);
    QVERIFY(live->delay() >= std::min<std::chrono::milliseconds>(20 * held, 60s));
}

void TestJobsRefresh::hiddenRowsAreShown()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addTimedJobs(database, 5);
    const QString role = u"blind_"_s + database.name();
    database.script("create role \"" + role.toUtf8()
                    + "\" login; grant usage on schema graphile_worker to \"" + role.toUtf8()
                    + "\"; grant select on all tables in schema graphile_worker to \""
                    + role.toUtf8() + "\"");
    ConsoleTarget target = jobsTarget(database);
    target.connection.set(u"user"_s, role);
    {
        ShownJobs shown(target);
        QTRY_COMPARE_WITH_TIMEOUT(shown.text("jobsHintTitle"),
                                  u"You see no jobs, but there may be some"_s, kPatience);
        QVERIFY(shown.child<QWidget>("jobsHint")->isVisible());
    }
    database.script("drop owned by \"" + role.toUtf8() + "\"; drop role \"" + role.toUtf8() + '"');
}

void TestJobsRefresh::lostServerKeepsTheRows()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addTimedJobs(database, 5);
    ShownJobs shown(database);
    QVERIFY(shown.settles());
    database.refuse("yardmaster console");
    shown.panel.live()->refreshNow();
    QVERIFY(shown.settles(Phase::Failed));
    QCOMPARE(shown.model().rowCount(), 5);
    QVERIFY(shown.table().isVisible());
    QVERIFY(shown.barText().contains(u"data shown was read"_s));
    database.admit();
    shown.panel.live()->setInterval(std::chrono::milliseconds(20)); // it comes back by itself
    QVERIFY(shown.settles());
    QTRY_VERIFY_WITH_TIMEOUT(shown.barText().isEmpty(), kPatience);
}

void TestJobsRefresh::searchStopsAndResumes()
{
    const TestDatabase database = TestDatabase::createMigrated();
    fillMix(database, 6000);
    database.script("update graphile_worker._private_jobs set last_error = 'needle' where id = 7");
    ShownJobs shown(database);
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

void TestJobsRefresh::slowReadCanBeCancelled()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addTimedJobs(database, 5);
    ShownJobs shown(database);
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

void TestJobsRefresh::timeoutNamesTheTerm()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addTimedJobs(database, 5);
    ShownJobs shown(database);
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

YARDMASTER_WINDOW_TEST(TestJobsRefresh)
#include "tst_jobsrefresh.moc"
