#include "models/jobs/jobgroupsmodel.h"

#include "tests/models/jobs/jobsfixture.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

using GroupsPhase = JobGroupsModel::Phase;

/// A model on a database, watched by Qt's tester.
struct WatchedGroups
{
    explicit WatchedGroups(const TestDatabase &database)
        : model(SessionPool(database.settings()))
        , tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest)
    { }

    [[nodiscard]] bool count(const QString &filter, FilterKey grouping)
    {
        model.count(mixContext(), parseFilter(filter).filter, grouping);
        return settles() && model.phase() == GroupsPhase::Ready;
    }
    [[nodiscard]] bool settles() const
    {
        return QTest::qWaitFor([this] { return model.phase() != GroupsPhase::Counting; },
                               kPatience);
    }
    [[nodiscard]] QStringList lines() const
    {
        QStringList result;
        for (int row = 0; row < model.rowCount(); ++row)
            result << model.index(row, 0).data().toString() + u' '
                    + model.index(row, 1).data().toString();
        return result;
    }

    JobGroupsModel model;
    QAbstractItemModelTester tester;
};

/// Until it is destroyed no other session reads the jobs.
class LockedJobs final
{
public:
    explicit LockedJobs(const TestDatabase &database)
        : m_session(database.session())
    {
        if (!m_session->script("begin; lock table graphile_worker._private_jobs"))
            qFatal("the jobs cannot be locked");
    }

private:
    std::unique_ptr<Session> m_session;
};

} // namespace

/// The list of groups, and when it counts.
class TestJobGroupsModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theModelKeepsWhatIsLookedAt();
    void whatNoFilterFindsSaysWhy();
    void namesAreTold();
    void theTimeLimitIsSaid();
    void countingCanBeStopped();
    void anotherQuestionDropsTheFirst();
};

void TestJobGroupsModel::theModelKeepsWhatIsLookedAt()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('a') from generate_series(1, 3);"
                    "select graphile_worker.add_job('b') from generate_series(1, 6);");
    WatchedGroups shown(database);
    QVERIFY(shown.count({}, FilterKey::Task));
    QCOMPARE(shown.lines(), (QStringList{u"All 9"_s, u"b 6"_s, u"a 3"_s}));
    QCOMPARE(shown.model.index(1, 2).data().toString(), u"67 %"_s);
    shown.model.keep(groupRowKey(shown.model.at(2)));
    const QPersistentModelIndex a = shown.model.index(2, 0);
    database.script("delete from graphile_worker._private_jobs where task_id ="
                    " (select id from graphile_worker._private_tasks where identifier = 'a');"
                    "select graphile_worker.add_job('c') from generate_series(1, 2);");
    QVERIFY(shown.count({}, FilterKey::Task));
    QCOMPARE(shown.lines(), (QStringList{u"All 8"_s, u"b 6"_s, u"c 2"_s, u"a 0"_s}));
    QCOMPARE(a.row(), 3);
    shown.model.keep({});
    QVERIFY(shown.count({}, FilterKey::Task));
    QCOMPARE(shown.lines(), (QStringList{u"All 8"_s, u"b 6"_s, u"c 2"_s}));
    QVERIFY(shown.count({}, FilterKey::State));
    QCOMPARE(shown.lines(), (QStringList{u"All 8"_s, u"Ready 8"_s}));
    QVERIFY(shown.model.headerData(0, Qt::Horizontal, Qt::DisplayRole).toString() == u"State"_s);
}

/// To the keyboard and to screen readers, too, which come to what is enabled only.
void TestJobGroupsModel::whatNoFilterFindsSaysWhy()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('a') from generate_series(1, 3);"
                    "update graphile_worker._private_jobs set locked_at = now(),"
                    " locked_by = case id when 1 then '' else repeat('w', 20001) end"
                    " where id < 3");
    WatchedGroups shown(database);
    QVERIFY(shown.count({}, FilterKey::LockedBy));
    QCOMPARE(shown.model.rowCount(), 4);
    int reachable = 0;
    for (int row = 0; row < shown.model.rowCount(); ++row) {
        const QModelIndex index = shown.model.index(row, 0);
        QVERIFY(index.flags().testFlags(Qt::ItemIsSelectable | Qt::ItemIsEnabled));
        const QString obstacle = shown.model.at(row).obstacle;
        QVERIFY(index.data(Qt::ToolTipRole).toString().startsWith(obstacle));
        QVERIFY(index.data(Qt::AccessibleTextRole).toString().endsWith(obstacle));
        reachable += obstacle.isEmpty();
    }
    QCOMPARE(reachable, 2); // all, and those that are not locked
}

/// Each in one line, and none like another.
void TestJobGroupsModel::namesAreTold()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('a', queue_name := n::text)"
                    " from generate_series(1, 7) n;"
                    "update graphile_worker._private_job_queues set queue_name = case queue_name"
                    " when '1' then E'one\\ntwo' when '2' then E'one\\r\\ntwo' when '3' then ' '"
                    " when '4' then '' when '5' then ' b' when '6' then 'b ' else queue_name end;"
                    "delete from graphile_worker._private_job_queues where queue_name = '7'");
    WatchedGroups shown(database);
    QVERIFY(shown.count({}, FilterKey::Queue));
    QStringList names;
    for (int row = 1; row < shown.model.rowCount(); ++row)
        names << shown.model.index(row, 0).data().toString();
    names.sort();
    QCOMPARE(names,
             (QStringList{u"(empty)"_s, u"missing queue"_s, u"one\\ntwo"_s, u"one\\u000d\\ntwo"_s,
                          u"“ b”"_s, u"“ ”"_s, u"“b ”"_s}));
}

void TestJobGroupsModel::theTimeLimitIsSaid()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('a') from generate_series(1, 3);");
    WatchedGroups shown(database);
    QVERIFY(shown.count({}, FilterKey::Task));
    const QDateTime readAt = shown.model.freshness().readAt;
    const LockedJobs locked(database);
    shown.model.setPatience(200ms);
    shown.model.count(mixContext(), {}, FilterKey::Task);
    QVERIFY(shown.settles());
    QCOMPARE(shown.model.phase(), GroupsPhase::Stopped);
    QVERIFY(shown.model.isTimedOut());
    // The old figures stay, and are as old as they are.
    QCOMPARE(shown.lines(), (QStringList{u"All 3"_s, u"a 3"_s}));
    QCOMPARE(shown.model.freshness().readAt, readAt);
}

void TestJobGroupsModel::countingCanBeStopped()
{
    const TestDatabase database = TestDatabase::createMigrated();
    WatchedGroups shown(database);
    const LockedJobs locked(database);
    const auto waits = [&database] {
        return database.scalar("select count(*) from pg_stat_activity where datname ="
                               " current_database() and wait_event_type = 'Lock'");
    };
    shown.model.count(mixContext(), {}, FilterKey::Task);
    QTRY_COMPARE_WITH_TIMEOUT(waits(), u"1"_s, kPatience);
    QCOMPARE(shown.model.phase(), GroupsPhase::Counting);
    shown.model.stop();
    QCOMPARE(shown.model.phase(), GroupsPhase::Stopped);
    QVERIFY(!shown.model.isTimedOut());
    QTRY_COMPARE_WITH_TIMEOUT(waits(), u"0"_s, kPatience); // on the server, too
}

void TestJobGroupsModel::anotherQuestionDropsTheFirst()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('a') from generate_series(1, 30);");
    WatchedGroups shown(database);
    QSignalSpy merged(&shown.model, &JobGroupsModel::merged);
    shown.model.count(mixContext(), {}, FilterKey::Task);
    shown.model.count(mixContext(), parseFilter(u"id:1..10").filter, FilterKey::State);
    QVERIFY(shown.settles());
    QCOMPARE(merged.count(), 1);
    QCOMPARE(shown.model.at(0).jobs, 10);
}

YARDMASTER_TEST(TestJobGroupsModel)

#include "tst_jobgroupsmodel.moc"
