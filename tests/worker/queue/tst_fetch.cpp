#include "tests/support/testprogram.h"
#include "tests/worker/queue/queuefixture.h"
#include "worker/queue/genericplans.h"
#include "worker/queue/jobqueue.h"
#include "worker/runner/queuesearch.h"
#include <yardmaster/session.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace yardmaster;
using namespace yardmaster::test;

/// Which jobs one fetch takes, of named queues and without, and its report of the search.
class TestFetch : public QueueTest
{
    Q_OBJECT

    [[nodiscard]] static FetchRequest requestFor(int limit, int lane = 50)
    {
        FetchRequest request;
        request.tasks = QStringList{u"other"_s, u"t"_s};
        request.limit = limit;
        request.lane = lane;
        return request;
    }
    static QList<qint64> idsOf(const Fetched &fetched)
    {
        QList<qint64> ids;
        for (const Job &job : fetched.jobs)
            ids << job.info.id;
        return ids;
    }
    /// Ids are 1 and up, in the order of the calls. @param queue  null or a quoted name.
    void add(const QByteArray &queue, int priority = 0, int count = 1) const
    {
        m_schema->script("select @.add_job('t', '{}', " + queue
                         + ", run_at := '2026-01-01', priority := " + QByteArray::number(priority)
                         + ") from generate_series(1, " + QByteArray::number(count) + ")");
    }

private slots:
    void singleJobsAreTakenIfNoQueueIsFree()
    {
        add("null", 2);
        add("null", 1, 2);
        m_schema->script("select @.add_job('unknown'); "
                         "select @.add_job('t', run_at := now() + interval '1 hour')");
        const JobQueue queue(schema(), u"w"_s);
        FetchRequest request = requestFor(2);
        request.kind = FetchKind::Single;
        VALUE_OF(some, queue.fetch(session(), request));
        QCOMPARE(idsOf(some), (QList<qint64>{2, 3}));
        QCOMPARE(some.candidates, 2);
        QCOMPARE(some.jobs[0].info.task, u"t"_s);
        QCOMPARE(some.jobs[0].info.attempts, 1);
        QCOMPARE(m_schema->value("select count(*) from @._private_jobs where locked_by = 'w'"),
                 u"2"_s);
        VALUE_OF(rest, queue.fetch(session(), request));
        QCOMPARE(idsOf(rest), QList<qint64>{1});
    }

    void whatTaskHostsTellIsReadOnRequest_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QByteArray>("queue");
        QTest::newRow("full") << int(FetchKind::Full) << "null"_ba;
        QTest::newRow("full, named queues") << int(FetchKind::Full) << "'q' || n"_ba;
        QTest::newRow("single") << int(FetchKind::Single) << "null"_ba;
    }
    void whatTaskHostsTellIsReadOnRequest()
    {
        QFETCH(const int, kind);
        QFETCH(const QByteArray, queue);
        m_schema->script("select @.add_job('t', '{}', " + queue
                         + ", run_at := '2026-01-01') from generate_series(1, 3) n");
        m_schema->script(
            "update @._private_jobs set created_at = '2025-02-03 04:05:06.789Z', "
            "updated_at = case when id = 1 then 'infinity' else created_at end, "
            "revision = 7, last_error = case id when 2 then 'ü' when 3 then "
            "(select string_agg(md5(n::text), '') from generate_series(1, 2000) n) end");
        const JobQueue jobs(schema(), u"w"_s);
        FetchRequest request = requestFor(3);
        request.kind = FetchKind(kind);
        request.readsColumns = true;
        VALUE_OF(fetched, jobs.fetch(session(), request));
        QCOMPARE(idsOf(fetched), (QList<qint64>{1, 2, 3}));
        const auto &first = fetched.jobs[0].columns;
        QVERIFY(first && fetched.jobs[1].columns);
        QVERIFY2(!fetched.jobs[2].columns, "a long error is not read ahead");
        QCOMPARE(QString::number(first->taskId),
                 m_schema->value("select id from @._private_tasks where identifier = 't'"));
        QCOMPARE(first->createdAt.time_since_epoch() / 1ms, 1738555506789);
        QVERIFY(first->updatedAt == Timestamp::max());
        QCOMPARE(first->revision, 7);
        QVERIFY(!first->lastError);
        QCOMPARE(fetched.jobs[1].columns->lastError, "ü"_ba);

        m_schema->script("update @._private_jobs set locked_at = null, locked_by = null");
        m_schema->script("update @._private_job_queues set locked_at = null, locked_by = null");
        request.readsColumns = false;
        VALUE_OF(again, jobs.fetch(session(), request));
        QCOMPARE(again.jobs.size(), 3);
        QVERIFY(!again.jobs[0].columns);
    }

    void aSingleFetchDeclinesWhereItTakesNothing()
    {
        const JobQueue queue(schema(), u"w"_s);
        FetchRequest request = requestFor(3);
        request.kind = FetchKind::Single;
        const auto isDeclined = [&] {
            const auto answer = queue.fetchAnswer(session(), request);
            return answer && answer->isDeclined() && answer->jobs() == 0
                && answer->candidates() == 0 && answer->read(request).jobs.empty();
        };
        QVERIFY2(isDeclined(), "there is nothing");
        add("'a'", 0);
        add("null", 1);
        QVERIFY2(isDeclined(), "a named queue is free");
        QCOMPARE(m_schema->value("select count(*) from @._private_jobs where locked_by = 'w'"),
                 u"0"_s);
        m_schema->script("update @._private_job_queues set locked_at = now(), locked_by = 'x'");
        VALUE_OF(taken, queue.fetch(session(), request));
        QCOMPARE(idsOf(taken), QList<qint64>{2});
    }

    void queuesAndOthersAreTakenInOneOrder()
    {
        add("null", 2);
        add("'a'", 1);
        add("null", 0);
        add("'b'", 3);
        add("'a'", 4);
        add("null", 5);
        const JobQueue queue(schema(), u"w"_s);
        VALUE_OF(some, queue.fetch(session(), requestFor(4)));
        QCOMPARE(idsOf(some), (QList<qint64>{3, 2, 1, 4}));
        QCOMPARE(some.jobs[1].info.queueName, u"a"_s);
        QCOMPARE(some.jobs[1].info.task, u"t"_s);
        QVERIFY(some.candidates >= 4);
        // We hold the queue of the fifth.
        VALUE_OF(rest, queue.fetch(session(), requestFor(4)));
        QCOMPARE(idsOf(rest), QList<qint64>{6});
        QCOMPARE(m_schema->value("select string_agg(queue_name, ' ' order by queue_name) "
                                 "from @._private_job_queues where locked_by = 'w'"),
                 u"a b"_s);
    }

    void aFullBatchLocksOnlyWhatItTakes()
    {
        add("'early'", 0, 3);
        add("null", 1, 3);
        add("'late'", 2, 1);
        const JobQueue queue(schema(), u"w"_s);
        VALUE_OF(some, queue.fetch(session(), requestFor(3)));
        QCOMPARE(idsOf(some), (QList<qint64>{1, 2, 3}));
        QCOMPARE(
            m_schema->value("select count(*) from @._private_jobs where locked_by is not null"),
            u"3"_s);
        QCOMPARE(m_schema->value("select string_agg(queue_name, ' ') from @._private_job_queues "
                                 "where locked_by is not null"),
                 u"early"_s);
    }

    void concurrentWorkersGetDifferentJobs()
    {
        add("null", 0, 8);
        const auto other = m_database->session();
        const JobQueue first(schema(), u"first"_s);
        const JobQueue second(schema(), u"second"_s);
        QVERIFY(session().script("begin"));
        VALUE_OF(ours, first.fetch(session(), requestFor(4)));
        QCOMPARE(idsOf(ours), (QList<qint64>{1, 2, 3, 4}));
        VALUE_OF(theirs, second.fetch(*other, requestFor(4))); // before the commit
        QVERIFY(session().script("commit"));
        QCOMPARE(idsOf(theirs), (QList<qint64>{5, 6, 7, 8}));
    }

    void aLaneEndsBeforeAJobLockedElsewhere()
    {
        add("'q'", 0, 4);
        const SchemaFixture other(*m_database, schema());
        other.script("begin");
        other.script("select from @._private_jobs where id = 3 for update");
        const JobQueue queue(schema(), u"w"_s);
        VALUE_OF(some, queue.fetch(session(), requestFor(4)));
        other.script("rollback");
        QCOMPARE(idsOf(some), (QList<qint64>{1, 2}));
        QCOMPARE(some.candidates, 4);
    }

    void namedQueuesAreLookedForFromTheBeginning()
    {
        add("'stuck'", -1, 5); // ranks before the others
        add("null", 0, 1);
        add("'open'", 1, 1);
        m_schema->script("update @._private_job_queues set locked_at = now(), locked_by = 'x' "
                         "where queue_name = 'stuck'");
        const JobQueue queue(schema(), u"w"_s);
        VALUE_OF(some, queue.fetch(session(), requestFor(10)));
        QCOMPARE(idsOf(some), (QList<qint64>{6, 7}));
        QCOMPARE(some.named, 1);
        QVERIFY(some.search.count() > 0);

        m_schema->script("update @._private_job_queues set locked_at = null, locked_by = null");
        add("null", 0, 1);
        add("'open'", 2, 1);
        FetchRequest later = requestFor(10);
        later.freeFrom = some.firstFree;
        later.skipsQueues = true;
        VALUE_OF(without, queue.fetch(session(), later));
        QCOMPARE(idsOf(without), QList<qint64>{8});
        QCOMPARE(without.named, 0);
        later.skipsQueues = false;
        VALUE_OF(all, queue.fetch(session(), later));
        QCOMPARE(idsOf(all), (QList<qint64>{1, 2, 3, 4, 5, 9}));
    }

    void onlyJobsBeforeAPositionAreFetched()
    {
        add("null", 0, 1);
        add("null", 1, 1);
        add("'q'", 0, 1);
        add("'q'", 1, 1);
        const JobQueue queue(schema(), u"w"_s);
        FetchRequest request = requestFor(10);
        request.before = JobRank{"1", "2026-01-01"};
        VALUE_OF(some, queue.fetch(session(), request));
        QCOMPARE(idsOf(some), (QList<qint64>{1, 3}));
    }

    void aBigPayloadIsLeftInTheDatabase_data()
    {
        QTest::addColumn<QByteArray>("payload"); // SQL
        QTest::addColumn<bool>("isLeft");
        QTest::newRow("small") << QByteArray("to_json(repeat('x', 400))") << false;
        QTest::newRow("60 kB that pack well") << QByteArray("to_json(repeat('x', 60000))") << false;
        QTest::newRow("1 MB that packs well")
            << QByteArray("to_json(repeat('x', 1000000))") << true;
        QTest::newRow("100 kB that pack badly")
            << QByteArray("to_json((select string_agg(md5(n::text), '') "
                          "from generate_series(1, 3000) as n))")
            << true;
    }
    void aBigPayloadIsLeftInTheDatabase()
    {
        QFETCH(const QByteArray, payload);
        QFETCH(const bool, isLeft);
        m_schema->script("select @.add_job('t', " + payload + ")");
        const JobQueue queue(schema(), u"w"_s);
        FetchRequest request = requestFor(1);
        for (const FetchKind kind : {FetchKind::Full, FetchKind::Single}) {
            request.kind = kind;
            m_schema->script("update @._private_jobs set locked_by = null, locked_at = null");
            VALUE_OF(fetched, queue.fetch(session(), request));
            QCOMPARE(fetched.jobs.size(), 1U);
            const Job &job = fetched.jobs.front();
            QCOMPARE(job.isPayloadLeft, isLeft);
            QCOMPARE(job.payload.isEmpty(), isLeft);
            VALUE_OF(stored, JobQueue::storedPayload(session(), schema(), job));
            QVERIFY(stored);
            if (!isLeft)
                QCOMPARE(*stored, job.payload);
            QVERIFY(stored->size() > 400);
            Job later = job;
            ++later.info.attempts;
            VALUE_OF(another, JobQueue::storedPayload(session(), schema(), later));
            QVERIFY(!another);
        }
    }

    void aBacklogIsSearchedFromAPosition()
    {
        add("null", 1, 2);
        add("null", 2, 2);
        const JobQueue queue(schema(), u"w"_s);
        VALUE_OF(some, queue.fetch(session(), requestFor(2)));
        QCOMPARE(idsOf(some), (QList<qint64>{1, 2}));
        QCOMPARE(some.firstFree.priority, "1");

        // Jobs added before that position are not found from there, only from the beginning.
        add("null", 0, 1);
        FetchRequest later = requestFor(1);
        later.freeFrom = some.firstFree;
        VALUE_OF(fromThere, queue.fetch(session(), later));
        QCOMPARE(idsOf(fromThere), QList<qint64>{3});
        QCOMPARE(fromThere.firstFree.priority, "2");
        VALUE_OF(all, queue.fetch(session(), requestFor(3)));
        QCOMPARE(idsOf(all), (QList<qint64>{5, 4}));
        VALUE_OF(none, queue.fetch(session(), requestFor(3)));
        QCOMPARE(none.firstFree, JobRank());
    }

    void aBacklogIsSearchedFromTheBeginningNowAndThen()
    {
        using Clock = BacklogSearch::Clock;
        const Clock::time_point now;
        BacklogSearch search;
        Fetched fetched;
        fetched.firstFree = {"3", "2026-01-01"};
        QCOMPARE(search.begin(now), JobRank());
        QCOMPARE(search.begin(now + 1ms), JobRank()); // the first has not been answered
        search.onSearched(fetched);
        QCOMPARE(search.begin(now + 99ms), fetched.firstFree);
        fetched.firstFree = {"4", "2026-01-01"};
        search.onSearched(fetched);
        QCOMPARE(search.begin(now + 99ms), fetched.firstFree);
        QCOMPARE(search.begin(now + 100ms), JobRank());
        QCOMPARE(search.begin(now + 101ms), fetched.firstFree);
        search.onSearched({}); // nothing found
        QCOMPARE(search.begin(now + 102ms), JobRank());
        // An answer after an announcement does not delay the search that the announcement requests.
        search = {};
        search.onSearched(fetched);
        QCOMPARE(search.begin(now), JobRank());
    }

    void theSearchStopsWhereTheBatchIsFull()
    {
        add("null", 0, 3);
        add("'q'", 1, 3);
        const JobQueue queue(schema(), u"w"_s);
        VALUE_OF(some, queue.fetch(session(), requestFor(3)));
        QCOMPARE(idsOf(some), (QList<qint64>{1, 2, 3}));
        QCOMPARE(some.candidates, 3); // and not the three of the queue
    }

    void aLongFruitlessSearchIsNotRepeatedAtOnce()
    {
        using Clock = QueueSearch::Clock;
        const Clock::time_point now;
        QueueSearch search;
        Fetched fetched;
        fetched.jobs.resize(1);
        fetched.search = 100ms;
        QVERIFY(!search.isSkipped(now));
        search.onSearched(false, fetched, now);
        QVERIFY(search.isSkipped(now + 999ms));
        QVERIFY(!search.isSkipped(now + 1000ms));

        // A fetch that did not look for them changes nothing, unless it is empty.
        search.onSearched(true, fetched, now + 500ms);
        QVERIFY(search.isSkipped(now + 999ms));
        QVERIFY(!search.isSkipped(now + 1000ms));
        search.onSearched(true, {}, now + 500ms);
        QVERIFY(!search.isSkipped(now + 501ms));

        fetched.search = 10min;
        search.onSearched(false, fetched, now);
        QVERIFY(search.isSkipped(now + 1999ms));
        QVERIFY(!search.isSkipped(now + 2s));
        fetched.named = 1; // it was searched for
        search.onSearched(false, fetched, now);
        QVERIFY(!search.isSkipped(now));
        fetched.named = 0;
        fetched.search = 1ms;
        search.onSearched(false, fetched, now);
        QVERIFY(!search.isSkipped(now));
    }

    /// A worker that is frozen in the middle of its fetch does not keep jobs or queues locked.
    void withoutPreparedStatementsNoTransactionStaysIdle()
    {
        add("'q'");
        const JobQueue queue(schema(), u"w"_s, false);
        const auto stopped = m_database->session();
        auto transaction = Transaction::begin(*stopped);
        QVERIFY(transaction);
        VALUE_OF(taken, queue.fetch(*stopped, requestFor(5)));
        QCOMPARE(taken.jobs.size(), size_t{1});
        // Waits for the row that the fetch has locked, until the server ends its session.
        QCOMPARE(
            m_schema->rows("update @._private_jobs set priority = 7 returning attempts, locked_by"),
            (QList<QStringList>{{u"0"_s, u"null"_s}}));
        QVERIFY(!transaction->commit());
        QVERIFY(stopped->isLost());
    }

    void planSettingsCanBeReset()
    {
        VALUE_OF(before,
                 session().query("select current_setting('enable_seqscan'), "
                                 "current_setting('plan_cache_mode')"));
        QVERIFY(session().script(kKeepPlans));
        VALUE_OF(kept,
                 session().query("select current_setting('enable_seqscan'), "
                                 "current_setting('plan_cache_mode')"));
        QCOMPARE(kept.text(0, 0), u"off"_s);
        QCOMPARE(kept.text(0, 1), u"force_generic_plan"_s);
        QVERIFY(session().script(kResetPlans));
        VALUE_OF(after,
                 session().query("select current_setting('enable_seqscan'), "
                                 "current_setting('plan_cache_mode')"));
        QCOMPARE(after.text(0, 0), before.text(0, 0));
        QCOMPARE(after.text(0, 1), before.text(0, 1));
    }
};

YARDMASTER_TEST(TestFetch)
#include "tst_fetch.moc"
