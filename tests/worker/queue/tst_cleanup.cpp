#include "tests/support/testprogram.h"
#include "tests/worker/queue/queuefixture.h"
#include "worker/db/sqltext.h"
#include <yardmaster/cleanup.h>
#include <yardmaster/jobadder.h>

#include <thread>

using namespace Qt::StringLiterals;
using namespace yardmaster;

namespace {

constexpr CleanupTasks kEverything = CleanupTask::DeletePermafailedJobs
    | CleanupTask::GcTaskIdentifiers | CleanupTask::GcJobQueues;

} // namespace

class CleanupTest final : public test::QueueTest
{
    Q_OBJECT

private slots:
    void eachTaskDeletesItsOwn_data();
    void eachTaskDeletesItsOwn();
    void withNothingToDoNothingIsLocked();
    void jobsBeingAddedKeepTheirNames();
    void cleanupGivesUpInsteadOfBlocking();
    void addingAndCleaningLoseNothing();
    void tasksHaveNames();

private:
    void fill();
    [[nodiscard]] QString left() const;
    [[nodiscard]] Result<CleanupReport> clean(const CleanupOptions &options) const
    {
        return Cleanup(schema()).run(session(), options);
    }
};

void CleanupTest::fill()
{
    m_schema->script(
        "select @.add_job('failed', queue_name => 'failed');"
        "select @.add_job('failed and running', queue_name => 'running');"
        "select @.add_job('last attempt');"
        "select @.add_job('waiting', queue_name => 'waiting');"
        "insert into @._private_tasks (identifier) values ('idle'), ('kept');"
        "insert into @._private_job_queues (queue_name) values ('empty'), ('held');"
        "update @._private_jobs set attempts = max_attempts where id in (1, 2);"
        "update @._private_jobs set locked_at = now(), locked_by = 'w' where id in (2, 3);"
        "update @._private_job_queues set locked_at = now(), locked_by = 'w' "
        "where queue_name in ('running', 'held')");
}

QString CleanupTest::left() const
{
    return m_schema->value("select string_agg(id::text, ' ' order by id) from @._private_jobs")
        + u" | "_s
        + m_schema->value("select string_agg(identifier, ', ' order by id) from @._private_tasks")
        + u" | "_s
        + m_schema->value("select string_agg(queue_name, ', ' order by id) "
                          "from @._private_job_queues");
}

void CleanupTest::eachTaskDeletesItsOwn_data()
{
    QTest::addColumn<CleanupTasks>("tasks");
    QTest::addColumn<QStringList>("kept");
    QTest::addColumn<QString>("report");
    QTest::addColumn<QString>("remaining");
    const QString jobs = u"1 2 3 4"_s;
    const QString tasks = u"failed, failed and running, last attempt, waiting, idle, kept"_s;
    const QString queues = u"failed, running, waiting, empty, held"_s;
    QTest::newRow("nothing") << CleanupTasks() << QStringList() << u"0 0 0"_s
                             << jobs + u" | "_s + tasks + u" | "_s + queues;
    QTest::newRow("jobs") << CleanupTasks(CleanupTask::DeletePermafailedJobs) << QStringList()
                          << u"1 0 0"_s << u"2 3 4 | "_s + tasks + u" | "_s + queues;
    QTest::newRow("tasks") << CleanupTasks(CleanupTask::GcTaskIdentifiers) << QStringList{u"kept"_s}
                           << u"0 1 0"_s
                           << jobs
            + u" | failed, failed and running, last attempt, waiting, kept | "_s + queues;
    // Jobs without a queue are what makes NOT IN delete nothing.
    QTest::newRow("queues") << CleanupTasks(CleanupTask::GcJobQueues) << QStringList() << u"0 0 1"_s
                            << jobs + u" | "_s + tasks + u" | failed, running, waiting, held"_s;
    QTest::newRow("everything")
        << kEverything << QStringList{u"kept"_s, u"waiting"_s} << u"1 2 2"_s
        << u"2 3 4 | failed and running, last attempt, waiting, kept | running, waiting, held"_s;
}

void CleanupTest::eachTaskDeletesItsOwn()
{
    QFETCH(CleanupTasks, tasks);
    QFETCH(QStringList, kept);
    QFETCH(QString, report);
    QFETCH(QString, remaining);
    const auto told = [](const CleanupReport &done) {
        return u"%1 %2 %3"_s.arg(done.jobs).arg(done.taskIdentifiers).arg(done.queues);
    };
    fill();
    const QString before = left();
    VALUE_OF(dry, clean({.tasks = tasks, .keptTasks = kept, .dryRun = true}));
    QCOMPARE(told(dry), report);
    QCOMPARE(left(), before);
    VALUE_OF(done, clean({.tasks = tasks, .keptTasks = kept}));
    QCOMPARE(told(done), report);
    QCOMPARE(left(), remaining);
    QVERIFY(!session().isInTransaction());
}

void CleanupTest::withNothingToDoNothingIsLocked()
{
    fill();
    VALUE_OF(first, clean({.tasks = kEverything}));
    QVERIFY(first.queues > 0);
    test::SchemaFixture reader(*m_database, schema());
    reader.script("begin; select from @._private_tasks");
    VALUE_OF(second, clean({.tasks = kEverything}));
    QCOMPARE(second.jobs + second.taskIdentifiers + second.queues, 0);
    reader.script("commit");
}

void CleanupTest::jobsBeingAddedKeepTheirNames()
{
    m_schema->script("insert into @._private_tasks (identifier) values ('t');"
                     "insert into @._private_job_queues (queue_name) values ('q')");
    test::SchemaFixture adder(*m_database, schema());
    adder.script("begin; select @.add_job('t', queue_name => 'q')"); // sees them; not yet committed
    std::jthread cleaner([this] {
        const auto own = m_database->session();
        const auto done = Cleanup(schema()).run(*own, {.tasks = kEverything});
        // It either waited for the adder, or gave up.
        if (done ? done->taskIdentifiers + done->queues != 0
                 : done.error().kind != DbError::Kind::Contention)
            qFatal("names of a job being added were deleted");
    });
    const QByteArray blocked("select count(*) from pg_locks where not granted and database = "
                             "(select oid from pg_database where datname = current_database())");
    QTRY_COMPARE(m_schema->value(blocked), u"1"_s);
    adder.script("commit");
    cleaner.join();
    QCOMPARE(m_schema->value("select queue_name || ' ' || task_identifier from @.jobs"), u"q t"_s);
}

void CleanupTest::cleanupGivesUpInsteadOfBlocking()
{
    fill();
    const QString before = left();
    test::SchemaFixture reader(*m_database, schema());
    reader.script("begin; select from @._private_tasks");
    const auto done = clean({.tasks = kEverything});
    QVERIFY(!done);
    QCOMPARE(done.error().kind, DbError::Kind::Contention);
    QCOMPARE(
        done.error().message,
        u"other transactions kept the names in use for too long; nothing was deleted, try again"_s);
    reader.script("commit");
    QCOMPARE(left(), before);
    QVERIFY(!session().isInTransaction());
    QCOMPARE(m_schema->value("show lock_timeout"), u"0"_s);
}

void CleanupTest::addingAndCleaningLoseNothing()
{
    constexpr int kJobs = 150;
    constexpr int kAdders = 3;
    std::atomic<int> adding = kAdders;
    std::atomic<int> failures = 0;
    {
        std::vector<std::jthread> threads;
        for (int adder = 0; adder < kAdders; ++adder) {
            threads.emplace_back([&, adder] {
                const auto own = m_database->session();
                const JobAdder jobs(schema());
                for (int i = 0; i < kJobs; ++i) {
                    const auto added = jobs.add(*own,
                                                {.identifier = u"t%1"_s.arg(i % 5),
                                                 .queueName = u"q%1"_s.arg(i % 3),
                                                 .jobKey = u"%1 %2"_s.arg(adder).arg(i)});
                    if (!added) {
                        qWarning("%s", qPrintable(added.error().message));
                        ++failures;
                    }
                    // Some disappear at once, so that there are names to clean up.
                    if (added && i % 2 == 0) {
                        (void)own->query("delete from " + quotedIdentifier(schema())
                                             + "._private_jobs where id = $1::bigint",
                                         {param(added->id)});
                    }
                }
                --adding;
            });
        }
        threads.emplace_back([&] {
            const auto own = m_database->session();
            while (adding > 0) {
                const auto done = Cleanup(schema()).run(*own, {.tasks = kEverything});
                if (!done && done.error().kind != DbError::Kind::Contention)
                    ++failures;
            }
        });
    }
    QCOMPARE(failures.load(), 0);
    QCOMPARE(m_schema->value("select count(*) from @.jobs where queue_name is not null"),
             QString::number(kAdders * kJobs / 2));
}

void CleanupTest::tasksHaveNames()
{
    for (const CleanupTask task : {CleanupTask::DeletePermafailedJobs,
                                   CleanupTask::GcTaskIdentifiers, CleanupTask::GcJobQueues})
        QCOMPARE(parseCleanupTasks(cleanupTaskName(task)).value(), CleanupTasks(task));
    QCOMPARE(parseCleanupTasks(u"gc_job_queues, DELETE_PERMAFAILED_JOBS,"_s).value(),
             CleanupTask::GcJobQueues | CleanupTask::DeletePermafailedJobs);
    QVERIFY(parseCleanupTasks(u","_s).error().message.startsWith("no clean-up task"_L1));
    QCOMPARE(parseCleanupTasks(u"GC"_s).error().message,
             u"'GC' is not a clean-up task: use DELETE_PERMAFAILED_JOBS, GC_TASK_IDENTIFIERS or "
             "GC_JOB_QUEUES"_s);
}

YARDMASTER_TEST(CleanupTest)
#include "tst_cleanup.moc"
