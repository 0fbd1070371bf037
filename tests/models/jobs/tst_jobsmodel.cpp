#include "models/jobs/jobselection.h"
#include "models/jobs/jobsmodel.h"
#include "models/query/filteredit.h"
#include "tests/models/jobs/jobsfixture.h"
#include "tests/support/testprogram.h"

#include <QAbstractItemModelTester>
#include <QPersistentModelIndex>
#include <QRandomGenerator>
#include <QScopeGuard>
#include <QSemaphore>
#include <QSignalSpy>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace {

using Phase = JobsModel::Phase;

/// A model on a database of its own, watched by Qt's tester.
struct Watched
{
    explicit Watched(const TestDatabase &database)
        : tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest)
    {
        tester.setUseFetchMore(false); // it would load whenever it looks
        model.setPageRows(20);
        model.setReader(
            std::make_shared<JobsReader>(SessionPool(database.settings()), mixContext()));
        QObject::connect(&model, &JobsModel::rowsInserted, &model,
                         [this] { grown << model.rowCount(); });
    }

    [[nodiscard]] bool settles() const
    {
        return QTest::qWaitFor([this] { return model.phase() != Phase::Loading; }, 30000);
    }
    /// @returns whether the list was shown.
    [[nodiscard]] bool show(const QString &filter, std::optional<JobOrder> order = {})
    {
        model.show(mixQuery(filter, order));
        return settles() && model.phase() == Phase::Ready;
    }
    [[nodiscard]] bool loadMore(PageDirection direction)
    {
        model.loadMore(direction);
        return settles() && model.phase() == Phase::Ready;
    }
    [[nodiscard]] bool refresh()
    {
        QSignalSpy refreshed(&model, &JobsModel::refreshed);
        model.refresh();
        return refreshed.wait(60000);
    }
    [[nodiscard]] QList<qint64> ids() const
    {
        QList<qint64> result;
        for (const JobRow &row : model.jobs())
            result << row.id;
        return result;
    }

    JobsModel model;
    QAbstractItemModelTester tester;
    QList<int> grown; // how many rows there were each time that more came
};

void addJobs(const TestDatabase &database, int count)
{
    database.script("select graphile_worker.add_job('task ' || n % 3, job_key := 'k' || n,"
                    " run_at := '2020-01-01Z'::timestamptz + n * interval '1 minute')"
                    "from generate_series(1, "
                    + QByteArray::number(count) + ") as n;");
}

QList<qint64> range(qint64 first, qint64 last)
{
    QList<qint64> ids;
    for (qint64 id = first; first <= last ? id <= last : id >= last; id += first <= last ? 1 : -1)
        ids << id;
    return ids;
}

} // namespace

/// Long because the rules of its one window over the jobs are tried against each other, at random
/// too.
class TestJobsModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void thePageTimeIsThatOfTheRead();
    void emptyQueueIsAnEmptyList();
    void windowSlidesInBothDirections();
    void rowsStayWhereTheyAre();
    void postponedJobsAppearOnce();
    void jumpShowsBothSides();
    void staleAnswersAreDropped();
    void searchStopsAndResumes();
    void firstRowsAreShownBeforeThePageIsFull();
    void rareStatesAreFoundToTheEnd();
    void cancelKeepsWhatCame();
    void failureKeepsTheRows();
    void countsAreUnknownThenCappedOrExact();
    void cellsHaveTexts();
    void randomWalkKeepsTheRules();
    void selectionIsIdsOrEverything();
};

void TestJobsModel::emptyQueueIsAnEmptyList()
{
    const TestDatabase database = TestDatabase::createMigrated();
    Watched watched(database);
    QCOMPARE(watched.model.phase(), Phase::Nothing);
    QVERIFY(watched.show({}));
    QCOMPARE(watched.model.rowCount(), 0);
    QVERIFY(!watched.model.canLoadMore(PageDirection::Forward));
    QVERIFY(!watched.model.canLoadMore(PageDirection::Backward));
    QVERIFY(watched.refresh());
}

void TestJobsModel::windowSlidesInBothDirections()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addJobs(database, 300);
    Watched watched(database);
    QVERIFY(watched.show({}));
    QCOMPARE(watched.ids(), range(300, 281));
    while (watched.model.canLoadMore(PageDirection::Forward)) {
        QVERIFY(watched.loadMore(PageDirection::Forward));
        QVERIFY(watched.model.rowCount() <= JobsModel::kWindowPages * 20);
    }
    QCOMPARE(watched.ids(), range(140, 1));
    while (watched.model.canLoadMore(PageDirection::Backward))
        QVERIFY(watched.loadMore(PageDirection::Backward));
    QCOMPARE(watched.ids(), range(300, 161));
}

void TestJobsModel::rowsStayWhereTheyAre()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addJobs(database, 30);
    Watched watched(database);
    QVERIFY(watched.show(u"state:ready"_s, JobOrder::NewestFirst));
    QCOMPARE(watched.ids(), range(30, 11));
    const QPersistentModelIndex held(watched.model.index(watched.model.rowOf(25), 0));
    QSignalSpy inserted(&watched.model, &JobsModel::rowsInserted);
    QSignalSpy removed(&watched.model, &JobsModel::rowsRemoved);
    QSignalSpy changed(&watched.model, &JobsModel::dataChanged);

    QVERIFY(watched.refresh());
    QCOMPARE(changed.count(), 0); // nothing happened

    database.script("select graphile_worker.add_job('new') from generate_series(1, 12);"
                    "select graphile_worker.complete_jobs(array[29]);"
                    "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w',"
                    " attempts = 1 where id in (25, 24);");
    QVERIFY(watched.refresh());
    QCOMPARE(watched.ids(), range(30, 11));
    QCOMPARE(inserted.count() + removed.count(), 0);
    QCOMPARE(changed.count(), 2); // 29; 25 and 24 together
    QCOMPARE(held.data(JobsModel::IdRole).toLongLong(), 25);
    QCOMPARE(held.data(StateRole).value<JobState>(), JobState::Running);
    QVERIFY(held.data(JobsModel::FilteredRole).toBool());
    QVERIFY(!held.data(JobsModel::GoneRole).toBool());
    const QModelIndex gone = watched.model.index(1, 0);
    QVERIFY(gone.data(JobsModel::GoneRole).toBool());
    QCOMPARE(watched.model.fresh(), Count{12});

    watched.model.reload();
    QVERIFY(watched.settles());
    QCOMPARE(watched.ids().first(), 42);
    QCOMPARE(watched.model.fresh(), Count{});
    QVERIFY(!watched.ids().contains(29));
}

void TestJobsModel::postponedJobsAppearOnce()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addJobs(database, 50);
    Watched watched(database);
    QVERIFY(watched.show({}, JobOrder::Pickup));
    QCOMPARE(watched.ids(), range(1, 20));
    // The last row of the page moves far behind; the next page goes on where the page ended.
    database.script("update graphile_worker._private_jobs set run_at = now() where id = 20;");
    QVERIFY(watched.refresh());
    while (watched.model.canLoadMore(PageDirection::Forward))
        QVERIFY(watched.loadMore(PageDirection::Forward));
    QCOMPARE(watched.ids(), range(1, 50));
}

void TestJobsModel::jumpShowsBothSides()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addJobs(database, 300);
    Watched watched(database);
    QVERIFY(watched.show({}));
    watched.model.jump({150, 0, {}});
    QVERIFY(watched.settles());
    QCOMPARE(watched.ids(), range(170, 131));
    QCOMPARE(watched.model.anchorId(), 150);
    QVERIFY(watched.model.canLoadMore(PageDirection::Forward));
    QVERIFY(watched.loadMore(PageDirection::Backward));
    QCOMPARE(watched.ids(), range(190, 131));
    watched.model.jump({1, 0, {}});
    QVERIFY(watched.settles());
    QCOMPARE(watched.ids(), range(21, 1));
    QVERIFY(!watched.model.canLoadMore(PageDirection::Forward));
}

void TestJobsModel::staleAnswersAreDropped()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addJobs(database, 300);
    Watched watched(database);
    // All asked before any is answered.
    watched.model.show(mixQuery(u"id:1..10"_s));
    watched.model.show(mixQuery(u"id:11..20"_s));
    watched.model.countAll(true);
    watched.model.show(mixQuery(u"id:21..30"_s));
    QVERIFY(watched.settles());
    QCOMPARE(watched.ids(), range(30, 21));
    // A later question behind them all: by then they would have come.
    QVERIFY(watched.refresh());
    QCOMPARE(watched.ids(), range(30, 21));
    QCOMPARE(watched.model.total(), Count{});
}

void TestJobsModel::searchStopsAndResumes()
{
    const TestDatabase database = TestDatabase::createMigrated();
    fillMix(database, 20000);
    addJobs(database, 1);
    database.script("update graphile_worker._private_jobs set id = default;"); // not the newest
    database.script("select graphile_worker.add_job('x') from generate_series(1, 9000);");
    Watched watched(database);
    watched.model.setSearchBudget(5000);
    QSignalSpy progressed(&watched.model, &JobsModel::progressed);
    watched.model.show(mixQuery(u"task:\"task 1\""_s, JobOrder::NewestFirst));
    int stops = 0;
    for (;;) {
        QVERIFY(watched.settles());
        if (watched.model.phase() != Phase::Stopped)
            break;
        ++stops;
        watched.model.continueSearch();
    }
    QCOMPARE(watched.model.phase(), Phase::Ready);
    QVERIFY(stops >= 2);
    QVERIFY(!progressed.isEmpty());
    QCOMPARE(watched.model.rowCount(), 1);
    QVERIFY(!watched.model.canLoadMore(PageDirection::Forward));
}

/// Many other jobs lie between those that are listed.
void TestJobsModel::firstRowsAreShownBeforeThePageIsFull()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('x', run_at => now() + i * interval '1 hour') "
                    "from generate_series(1, 20000) as i;"
                    "update graphile_worker._private_jobs set attempts = 1 where id % 100 <> 0;");
    Watched watched(database);
    watched.model.setPageRows(200);
    watched.model.show(mixQuery(u"state:scheduled"_s, JobOrder::Pickup));
    QVERIFY(watched.settles());
    QCOMPARE(watched.model.phase(), Phase::Ready);
    QCOMPARE(watched.model.rowCount(), 200);
    QCOMPARE(watched.grown, QList<int>({30, 200}));
    const auto ids = watched.ids();
    QVERIFY(std::ranges::is_sorted(ids));
    QCOMPARE(ids.last(), 20000);
}

/// However little is found on the way, and whatever the budget: the table is read once.
void TestJobsModel::rareStatesAreFoundToTheEnd()
{
    const TestDatabase database = TestDatabase::createMigrated();
    fillMix(database, 20000);
    database.script("update graphile_worker._private_jobs set attempts = 0 where attempts > 0;"
                    "update graphile_worker._private_jobs set attempts = max_attempts "
                    "where id in (7, 19000);");
    Watched watched(database);
    watched.model.setSearchBudget(2000);
    QSignalSpy progressed(&watched.model, &JobsModel::progressed);
    watched.model.show(mixQuery(u"state:failed"_s));
    QVERIFY(watched.settles());
    QCOMPARE(watched.model.phase(), Phase::Ready);
    QVERIFY(watched.model.isAtEnd());
    QCOMPARE(watched.ids(), QList<qint64>({19000, 7}));
    QCOMPARE(watched.grown,
             QList<int>({1, 2})); // the first one was shown before the rest was known
    QVERIFY(progressed.size() >= 2);
}

void TestJobsModel::cancelKeepsWhatCame()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addJobs(database, 100);
    Watched watched(database);
    QVERIFY(watched.show({}));
    const auto before = watched.ids();
    watched.model.loadMore(PageDirection::Forward);
    watched.model.cancel();
    QCOMPARE(watched.model.phase(), Phase::Stopped);
    QCOMPARE(watched.ids(), before);
    watched.model.continueSearch();
    QVERIFY(watched.settles());
    QCOMPARE(watched.ids(), range(100, 61));
}

void TestJobsModel::failureKeepsTheRows()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addJobs(database, 100);
    Watched watched(database);
    QVERIFY(watched.show({}));
    database.script("alter table graphile_worker._private_jobs rename to hidden;");
    watched.model.loadMore(PageDirection::Forward);
    QVERIFY(watched.settles());
    QCOMPARE(watched.model.phase(), Phase::Failed);
    QCOMPARE(watched.model.error().kind, DbError::Kind::SchemaMissing);
    QCOMPARE(watched.model.rowCount(), 20);
    database.script("alter table graphile_worker.hidden rename to _private_jobs;");
    QVERIFY(watched.loadMore(PageDirection::Forward));
    QCOMPARE(watched.ids(), range(100, 61));
}

void TestJobsModel::countsAreUnknownThenCappedOrExact()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('a') from generate_series(1, 10050);");
    Watched watched(database);
    QVERIFY(watched.show({}));
    QCOMPARE(watched.model.total(), Count{});
    QSignalSpy counted(&watched.model, &JobsModel::totalChanged);
    watched.model.countAll(false);
    QVERIFY(counted.wait(60000));
    QCOMPARE(watched.model.total(), (Count{10000, Count::AtLeast}));
    watched.model.countAll(true);
    QVERIFY(counted.wait(60000));
    QCOMPARE(watched.model.total(), Count{10050});
}

void TestJobsModel::cellsHaveTexts()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addJobs(database, 3);
    database.script(
        "update graphile_worker._private_jobs set attempts = 25, last_error = E'one\\ntwo',"
        " run_at = 'infinity' where id = 2;");
    Watched watched(database);
    QVERIFY(watched.show({}));
    const JobsModel &model = watched.model;
    const auto cell = [&model](JobColumn column, int role = Qt::DisplayRole) {
        return model.index(1, int(column)).data(role);
    };
    QCOMPARE(cell(JobColumn::State).toString(), u"Failed for good"_s);
    QCOMPARE(cell(JobColumn::State, RawValueRole).toString(), u"failed"_s);
    QCOMPARE(cell(JobColumn::Error).toString(), u"one"_s);
    QCOMPARE(cell(JobColumn::Error, Qt::ToolTipRole).toString(), u"one\ntwo"_s);
    QCOMPARE(cell(JobColumn::RunAt).toString(), u"never"_s);
    QVERIFY(!cell(JobColumn::RunAt, RawValueRole).isValid());
    QCOMPARE(cell(JobColumn::Attempts).toString(), u"25/25"_s);
    QCOMPARE(cell(JobColumn::Attempts, RawValueRole).toInt(), 25);
    QCOMPARE(cell(JobColumn::Id, Qt::AccessibleDescriptionRole).toString(),
             u"Job 2, task 2, Failed for good"_s);
    QCOMPARE(model.headerData(0, Qt::Horizontal, Qt::DisplayRole).toString(), u"State"_s);
    QCOMPARE(model.nextRow(JobColumn::Task, u"TASK 0"_s, -1), 0);
    QCOMPARE(model.nextRow(JobColumn::Task, u"task 1"_s, 2), 2);
    QCOMPARE(model.nextRow(JobColumn::Task, u"nosuch"_s, 0), -1);
    // What a cell asks for finds its job.
    for (const JobColumn column :
         {JobColumn::State, JobColumn::Id, JobColumn::Task, JobColumn::Queue, JobColumn::Attempts,
          JobColumn::Priority, JobColumn::Key, JobColumn::LockedBy, JobColumn::Error}) {
        const auto term = model.entry(column).term(model.jobs().at(1));
        QVERIFY(term);
        Watched other(database);
        QVERIFY(other.show(filterWith({}, *term).text()));
        QVERIFY2(other.ids().contains(2), qUtf8Printable(term->text()));
    }
}

void TestJobsModel::randomWalkKeepsTheRules()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addJobs(database, 400);
    Watched watched(database);
    QVERIFY(watched.show({}));
    QRandomGenerator random(11);
    for (int step = 0; step < 60; ++step) {
        const QByteArray id = QByteArray::number(random.bounded(1, 400));
        switch (random.bounded(7)) {
        case 0:
            QVERIFY(!watched.model.canLoadMore(PageDirection::Forward)
                    || watched.loadMore(PageDirection::Forward));
            break;
        case 1:
            QVERIFY(!watched.model.canLoadMore(PageDirection::Backward)
                    || watched.loadMore(PageDirection::Backward));
            break;
        case 2:
            database.script("delete from graphile_worker._private_jobs where id = " + id + ';');
            break;
        case 3:
            database.script("update graphile_worker._private_jobs set priority = 4 where id = " + id
                            + ';');
            break;
        case 4:
            database.script("select graphile_worker.add_job('more');");
            break;
        case 5:
            watched.model.jump({random.bounded(1, 400), 0, {}});
            QVERIFY(watched.settles());
            break;
        default:
            QVERIFY(watched.refresh());
        }
        // In order, nobody twice, not too many; what is gone says so.
        const QList<qint64> ids = watched.ids();
        QVERIFY(std::ranges::adjacent_find(ids, std::less_equal()) == ids.end());
        QVERIFY(ids.size() <= JobsModel::kWindowPages * 20);
        if (step % 10 == 9) {
            QVERIFY(watched.refresh());
            for (const JobRow &row : watched.model.jobs()) {
                const QString exists = database.scalar(
                    "select count(*) from graphile_worker._private_jobs where id = "
                    + QByteArray::number(row.id));
                QCOMPARE(row.isGone, exists == u"0"_s);
            }
        }
    }
}

void TestJobsModel::selectionIsIdsOrEverything()
{
    JobSelection selection;
    QVERIFY(selection.isEmpty());
    selection.toggle(7);
    selection.set(8, true);
    selection.set(9, false);
    selection.toggle(8);
    QVERIFY(selection.contains(7) && !selection.contains(8));
    QCOMPARE(selection.count({}), Count{1});

    const Filter failed = mixQuery(u"state:failed"_s).filter;
    selection.selectAllMatching(failed);
    QVERIFY(selection.isAllMatching() && selection.filter() == failed);
    QVERIFY(selection.contains(8) && !selection.contains(8, false));
    selection.toggle(8);
    QVERIFY(!selection.contains(8));
    QCOMPARE(selection.count({}), Count{}); // unknown
    QCOMPARE(selection.count({10}), Count{9});
    QCOMPARE(selection.count({10000, Count::AtLeast}), (Count{9999, Count::AtLeast}));
    selection.clear();
    QVERIFY(selection.isEmpty());
}

/// Opening a connection may have to wait for a password to be typed.
void TestJobsModel::thePageTimeIsThatOfTheRead()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('a')");
    const SessionPool sessions(database.settings());
    const auto mayRun = std::make_shared<QSemaphore>();
    const auto released = qScopeGuard([mayRun] { mayRun->release(10); });
    std::vector<std::unique_ptr<WorkQueue>> busy;
    for (int line = 0; line < 8; ++line) { // more than the pool has threads
        busy.push_back(std::make_unique<WorkQueue>(sessions, SessionPool::Use::Reading));
        (void)busy.back()->run([mayRun](Session &) -> Result<int> {
            mayRun->acquire();
            return 1;
        });
    }
    JobsModel model;
    model.setReader(std::make_shared<JobsReader>(sessions, mixContext()));
    QElapsedTimer waiting;
    waiting.start();
    model.show(mixQuery({}));
    QVERIFY(QTest::qWaitFor([&] { return waiting.hasExpired(3000); }, 30000));
    QCOMPARE(model.phase(), Phase::Loading);
    mayRun->release(10);
    QTRY_COMPARE_WITH_TIMEOUT(model.phase(), Phase::Ready, 30000);
    QVERIFY2(model.pageTime() < std::chrono::seconds(2),
             qPrintable(QString::number(model.pageTime().count())));
}

YARDMASTER_TEST(TestJobsModel)
#include "tst_jobsmodel.moc"
