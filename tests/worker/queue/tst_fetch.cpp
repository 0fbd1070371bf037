#include "tests/support/testprogram.h"
#include "tests/worker/queue/queuefixture.h"
#include "worker/db/session.h"
#include "worker/queue/jobqueue.h"
#include "worker/queue/keptplans.h"
#include "worker/runner/queuesearch.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace yardmaster;
using namespace yardmaster::test;

/// Which jobs one fetch takes, of named queues and without, and what it says about the search.
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
    void loneJobsAreTakenIfNoQueueIsFree()
    {
        add("null", 2);
        add("null", 1, 2);
        m_schema->script("select @.add_job('unknown'); "
                         "select @.add_job('t', run_at := now() + interval '1 hour')");
        const JobQueue queue(schema(), u"w"_s);
        FetchRequest request = requestFor(2);
        request.reach = Reach::Lone;
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

    void aLoneFetchDeclinesWhereItTakesNothing()
    {
        const JobQueue queue(schema(), u"w"_s);
        FetchRequest request = requestFor(3);
        request.reach = Reach::Lone;
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
        // The queue of the fifth is held by ourselves.
        VALUE_OF(rest, queue.fetch(session(), requestFor(4)));
        QCOMPARE(idsOf(rest), QList<qint64>{6});
        QCOMPARE(m_schema->value("select string_agg(queue_name, ' ' order by queue_name) "
                                 "from @._private_job_queues where locked_by = 'w'"),
                 u"a b"_s);
    }

    void aFullBatchDoesNotLockWhatItLeaves()
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

    void workersBesideEachOtherGetDifferentJobs()
    {
        add("null", 0, 8);
        const auto other = m_database->session();
        const JobQueue first(schema(), u"first"_s);
        const JobQueue second(schema(), u"second"_s);
        QVERIFY(session().script("begin"));
        VALUE_OF(ours, first.fetch(session(), requestFor(4)));
        QCOMPARE(idsOf(ours), (QList<qint64>{1, 2, 3, 4}));
        VALUE_OF(theirs, second.fetch(*other, requestFor(4))); // while that is not committed
        QVERIFY(session().script("commit"));
        QCOMPARE(idsOf(theirs), (QList<qint64>{5, 6, 7, 8}));
    }

    void aLaneEndsWhereSomebodyElseHoldsAJob()
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

    void namedQueuesAreLookedForFromAPlaceOn()
    {
        add("'stuck'", 0, 5);
        add("null", 0, 1);
        add("'open'", 1, 1);
        m_schema->script("update @._private_job_queues set locked_at = now(), locked_by = 'x' "
                         "where queue_name = 'stuck'");
        const JobQueue queue(schema(), u"w"_s);
        VALUE_OF(some, queue.fetch(session(), requestFor(10)));
        QCOMPARE(idsOf(some), (QList<qint64>{6, 7}));
        QCOMPARE(some.firstNamed.priority, "1");
        QVERIFY(some.search.count() > 0);

        // What becomes free before that place is not seen from there, but from the beginning.
        m_schema->script("update @._private_job_queues set locked_at = null, locked_by = null");
        add("null", 0, 1);
        add("'open'", 2, 1);
        FetchRequest later = requestFor(10);
        later.namedFrom = some.firstNamed;
        VALUE_OF(fromThere, queue.fetch(session(), later));
        QCOMPARE(idsOf(fromThere), (QList<qint64>{8, 9}));
        VALUE_OF(all, queue.fetch(session(), requestFor(10)));
        QCOMPARE(idsOf(all), (QList<qint64>{1, 2, 3, 4, 5}));
    }

    void aBacklogIsLookedThroughFromAPlaceOn()
    {
        add("null", 1, 2);
        add("null", 2, 2);
        const JobQueue queue(schema(), u"w"_s);
        VALUE_OF(some, queue.fetch(session(), requestFor(2)));
        QCOMPARE(idsOf(some), (QList<qint64>{1, 2}));
        QCOMPARE(some.firstFree.priority, "1");

        // What came before that place since is not seen from there, but from the beginning.
        add("null", 0, 1);
        FetchRequest later = requestFor(1);
        later.freeFrom = some.firstFree;
        VALUE_OF(fromThere, queue.fetch(session(), later));
        QCOMPARE(idsOf(fromThere), QList<qint64>{3});
        QCOMPARE(fromThere.firstFree.priority, "2");
        VALUE_OF(all, queue.fetch(session(), requestFor(3)));
        QCOMPARE(idsOf(all), (QList<qint64>{5, 4}));
        VALUE_OF(none, queue.fetch(session(), requestFor(3)));
        QCOMPARE(none.firstFree, JobPlace());
    }

    void aBacklogIsLookedThroughFromTheBeginningOnceInAWhile()
    {
        using Clock = BacklogSearch::Clock;
        const Clock::time_point now;
        BacklogSearch search;
        Fetched fetched;
        fetched.firstFree = {"3", "2026-01-01"};
        QCOMPARE(search.begin(now), JobPlace());
        QCOMPARE(search.begin(now + 1ms), JobPlace()); // the first has not been answered
        search.onSearched(fetched);
        QCOMPARE(search.begin(now + 99ms), fetched.firstFree);
        fetched.firstFree = {"4", "2026-01-01"};
        search.onSearched(fetched);
        QCOMPARE(search.begin(now + 99ms), fetched.firstFree);
        QCOMPARE(search.begin(now + 100ms), JobPlace());
        QCOMPARE(search.begin(now + 101ms), fetched.firstFree);
        search.onSearched({}); // nothing found
        QCOMPARE(search.begin(now + 102ms), JobPlace());
        // An answer that comes after an announcement does not put off what that asks for.
        search = {};
        search.onSearched(fetched);
        QCOMPARE(search.begin(now), JobPlace());
    }

    void theSearchStopsWhereTheBatchIsFull()
    {
        add("null", 0, 3);
        add("'q'", 1, 3);
        const JobQueue queue(schema(), u"w"_s);
        VALUE_OF(some, queue.fetch(session(), requestFor(3)));
        QCOMPARE(idsOf(some), (QList<qint64>{1, 2, 3}));
        QCOMPARE(some.candidates, 3); // and not the three of the queue
        QCOMPARE(some.firstNamed.priority, "0");
    }

    void aLongSearchIsNotRepeatedAtOnce()
    {
        using Clock = QueueSearch::Clock;
        const Clock::time_point now;
        QueueSearch search;
        Fetched fetched;
        fetched.jobs.resize(1);
        fetched.firstNamed = {"3", "2026-01-01"};
        fetched.search = 100ms;
        QCOMPARE(search.begin(now), JobPlace());
        search.onSearched({}, fetched, now);
        QCOMPARE(search.begin(now + 999ms), fetched.firstNamed);
        QCOMPARE(search.begin(now + 1000ms), JobPlace());

        // The answer to a fetch from that place on changes nothing, unless it is empty.
        search.onSearched(fetched.firstNamed, fetched, now + 500ms);
        QCOMPARE(search.begin(now + 999ms), fetched.firstNamed);
        QCOMPARE(search.begin(now + 1000ms), JobPlace());
        search.onSearched(fetched.firstNamed, {}, now + 500ms);
        QCOMPARE(search.begin(now + 501ms), JobPlace());

        fetched.search = 10min;
        search.onSearched({}, fetched, now);
        QCOMPARE(search.begin(now + 1999ms), fetched.firstNamed);
        QCOMPARE(search.begin(now + 2s), JobPlace());
        search.forget();
        QCOMPARE(search.begin(now), JobPlace());
        fetched.search = 1ms;
        search.onSearched({}, fetched, now);
        QCOMPARE(search.begin(now), JobPlace());
    }

    void whatIsKeptOfASessionCanBeTakenBack()
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
        QVERIFY(session().script(kPlanAnew));
        VALUE_OF(after,
                 session().query("select current_setting('enable_seqscan'), "
                                 "current_setting('plan_cache_mode')"));
        QCOMPARE(after.text(0, 0), before.text(0, 0));
        QCOMPARE(after.text(0, 1), before.text(0, 1));
    }
};

YARDMASTER_TEST(TestFetch)
#include "tst_fetch.moc"
