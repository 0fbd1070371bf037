#include "tests/worker/queue/queuefixture.h"
#include "worker/db/params.h"
#include "worker/db/session.h"
#include "worker/db/sqltext.h"

using namespace Qt::StringLiterals;
using namespace yardmaster;
using namespace yardmaster::test;

/// That hot statements stay linear when the statistics are wrong, as they are in every drain: they
/// were taken while nothing was locked.
class TestStatementPlans : public QueueTest
{
    Q_OBJECT

private slots:
    void aBatchIsCompletedWithoutALoopInALoop()
    {
        constexpr int kBatch = 1000;
        m_schema->script("select @.add_job('t') from generate_series(1, 20000)");
        m_schema->script("analyze @._private_jobs");
        m_schema->script("update @._private_jobs set attempts = 1, locked_at = now(), "
                         "locked_by = 'w' where id <= 5000");
        ArrayParam ids;
        ArrayParam attempts;
        ArrayParam no;
        for (int id = 1; id <= kBatch; ++id) {
            ids.add(QByteArray::number(id));
            attempts.add("1");
            no.add("f");
        }
        const QByteArray explain = "explain (analyze, costs off, timing off, summary off) "
            + sqlText("worker/queue/complete_jobs.sql", schema());
        VALUE_OF(
            plan,
            session().query(explain,
                            {param(u"w"), ids.param(), attempts.param(), no.param(), no.param()}));
        QStringList lines;
        for (int row = 0; row < plan.count(); ++row)
            lines << plan.text(row, 0);
        const QString text = lines.join(u'\n');
        QVERIFY2(!text.contains("Nested Loop"_L1), qPrintable(text));
        QVERIFY2(!text.contains("Seq Scan on _private_jobs"_L1), qPrintable(text));
        QCOMPARE(m_schema->value("select count(*) from @._private_jobs"),
                 QString::number(20000 - kBatch));
    }
};

QTEST_GUILESS_MAIN(TestStatementPlans)
#include "tst_statementplans.moc"
