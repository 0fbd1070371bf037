#include "tests/support/testprogram.h"
#include "tests/worker/queue/queuefixture.h"
#include "worker/db/sqltext.h"
#include "worker/queue/fetchstatement.h"
#include "worker/queue/genericplans.h"
#include "worker/queue/jobqueue.h"
#include <yardmaster/params.h>
#include <yardmaster/session.h>

#include <QRegularExpression>
#include <QScopeGuard>

using namespace Qt::StringLiterals;
using namespace yardmaster;
using namespace yardmaster::test;

/// Hot statements stay linear when the statistics are wrong, as in every drain: they were collected
/// while nothing was locked.
class TestStatementPlans : public QueueTest
{
    Q_OBJECT

private slots:
    void batchesAreReleasedWithoutNestedLoops_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("rest"); // of the parameters: an array, or one value
        QTest::newRow("complete") << u"complete_jobs"_s << QByteArray("1");
        QTest::newRow("fail") << u"fail_jobs"_s << QByteArray("aaaa1");
        QTest::newRow("return") << u"return_jobs"_s << QByteArray("aaaa");
    }
    void batchesAreReleasedWithoutNestedLoops()
    {
        QFETCH(const QString, file);
        QFETCH(const QByteArray, rest);
        constexpr int kBatch = 1000;
        m_schema->script("truncate @._private_jobs restart identity");
        m_schema->script("select @.add_job('t') from generate_series(1, 20000)");
        m_schema->script("analyze @._private_jobs");
        m_schema->script(
            "update @._private_jobs set attempts = 1, locked_at = '1970-01-01 00:00:01Z', "
            "locked_by = 'w' where id <= 5000");
        ArrayParam ids;
        ArrayParam attempts;
        ArrayParam no;
        ArrayParam times;
        ArrayParam nothing;
        for (int id = 1; id <= kBatch; ++id) {
            ids.add(QByteArray::number(id));
            attempts.add("1");
            no.add("f");
            times.add("1000000");
            nothing.add(std::nullopt);
        }
        Params params{param(u"w"), ids.param(),     attempts.param(),
                      no.param(),  nothing.param(), times.param()};
        for (const char kind : rest)
            params.push_back(kind == 'a' ? nothing.param() : param(false));
        const QByteArray explain = "explain (analyze, costs off, timing off, summary off) "
            + sqlText("worker/queue/" + file.toUtf8() + ".sql", schema());
        VALUE_OF(plan, session().query(explain, params));
        QStringList lines;
        for (int row = 0; row < plan.count(); ++row) {
            if (!plan.text(row, 0).endsWith("(never executed)"_L1))
                lines << plan.text(row, 0);
        }
        const QString text = lines.join(u'\n');
        // The outermost may be one: it adds the single row of the notification.
        QVERIFY2(!text.contains("->  Nested Loop"_L1), qPrintable(text));
        QVERIFY2(!text.contains("Seq Scan on _private_jobs"_L1), qPrintable(text));
        QCOMPARE(m_schema->value("select count(*) from @._private_jobs where locked_by = 'w'"),
                 QString::number(5000 - kBatch));
    }

    /// Millions may be scheduled, and every poll of an idle worker asks.
    void scheduledJobsAreNotReadByFetches_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QByteArray>("due");
        const QByteArray jobs
            = "select @.add_job('t', priority => p) from unnest('{7,0,-5}'::int[]) p";
        QTest::newRow("full") << int(FetchKind::Full) << jobs;
        QTest::newRow("named queues")
            << int(FetchKind::Full)
            << QByteArray("select @.add_job('t', queue_name => 'q' || p, priority => p) from "
                          "unnest('{7,0,-5}'::int[]) p");
        QTest::newRow("single") << int(FetchKind::Single) << jobs;
    }
    void scheduledJobsAreNotReadByFetches()
    {
        QFETCH(const int, kind);
        QFETCH(const QByteArray, due);
        m_schema->script("truncate @._private_jobs restart identity");
        m_schema->script("select @.add_job('t', run_at => now() + interval '1 day')");
        m_schema->script("insert into @._private_jobs (task_id, priority, run_at) "
                         "select task_id, p, run_at from @._private_jobs, "
                         "unnest('{7,0,-5}'::int[]) p, generate_series(1, 10000)");
        m_schema->script(due);
        m_schema->script("analyze @._private_jobs");
        FetchRequest request;
        request.tasks = QStringList{u"t"_s};
        request.limit = 64;
        request.kind = FetchKind(kind);
        const FetchStatement statement = FetchStatement::of(request, u"w"_s);
        const QByteArray file
            = request.kind == FetchKind::Single ? "fetch_single_jobs" : "fetch_jobs";
        const QByteArray text = statement.text(sqlText("worker/queue/" + file + ".sql", schema()));
        QVERIFY(session().script(kKeepPlans));
        const auto reset = qScopeGuard([&] { QVERIFY(session().script(kResetPlans)); });
        VALUE_OF(plan,
                 session().query("explain (analyze, buffers, costs off, timing off) " + text,
                                 statement.params));
        QString all;
        for (int row = 0; row < plan.count(); ++row)
            all += plan.text(row, 0) + u'\n';
        const auto pages = QRegularExpression(u"shared hit=(\\d+)(?: read=(\\d+))?"_s).match(all);
        QVERIFY2(pages.hasMatch(), qPrintable(all));
        // The index of the scheduled jobs alone has some 150.
        QVERIFY2(pages.captured(1).toInt() + pages.captured(2).toInt() < 110, qPrintable(all));
        QCOMPARE(m_schema->value("select string_agg(priority::text, ' ' order by priority) from "
                                 "@._private_jobs where locked_by = 'w'"),
                 u"-5 0 7"_s);
    }

    void aRelaxedCommitLeavesTheSessionAsItWas()
    {
        m_schema->script("truncate @._private_jobs restart identity");
        m_schema->script("select @.add_job('t') from generate_series(1, 2)");
        m_schema->script("update @._private_jobs set attempts = 1, "
                         "locked_at = '1970-01-01 00:00:01Z', locked_by = 'w'");
        QVERIFY(session().query("set synchronous_commit = on")); // the test server has it off
        const JobQueue queue(schema(), u"w"_s);
        const Lease first{1, 1, false, 0, 1'000'000};
        VALUE_OF(done, queue.complete(session(), {&first, 1}, Durability::NextFlush));
        QCOMPARE(done, QSet<qint64>{1});
        VALUE_OF(meanwhile, session().query("show synchronous_commit"));
        QCOMPARE(meanwhile.text(0, 0), u"on"_s);
        const Failure second{{2, 1, false, 0, 1'000'000}, u"no"_s, {}, false, {}};
        VALUE_OF(failed, queue.fail(session(), {&second, 1}, Durability::NextFlush));
        QCOMPARE(failed.size(), 1);
        VALUE_OF(setting, session().query("show synchronous_commit"));
        QCOMPARE(setting.text(0, 0), u"on"_s);
        QVERIFY(queue.flush(session()));
    }
};

YARDMASTER_TEST(TestStatementPlans)
#include "tst_statementplans.moc"
