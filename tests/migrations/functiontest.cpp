#include "tests/migrations/functiontest.h"

#include <QTest>

namespace yardmaster::test {

using namespace Qt::StringLiterals;

void FunctionTest::initTestCase_data()
{
    QTest::addColumn<QString>("schemaName");
    QTest::newRow("default") << u"graphile_worker"_s;
    QTest::newRow("odd name") << u"we\"ird sch'ema $$ \\ äß日"_s;
}

void FunctionTest::initTestCase()
{
    m_database = std::make_unique<TestDatabase>(TestDatabase::createEmpty());
}

void FunctionTest::init()
{
    QFETCH_GLOBAL(QString, schemaName);
    m_schema = std::make_unique<SchemaFixture>(*m_database, schemaName);
    m_schema->migrate();
    m_schema->script("truncate @._private_jobs, @._private_job_queues, @._private_tasks "
                     "restart identity");
}

void FunctionTest::cleanup()
{
    m_schema.reset();
}

QString FunctionTest::keyedJob(const QByteArray &change)
{
    const QString id
        = m_schema->value("select id from @.add_job('old', '{\"v\":1}', job_key => 'k', "
                          "run_at => '2001-01-01 00:00:00Z')");
    if (!change.isEmpty())
        m_schema->script("update @._private_jobs set " + change + " where id = " + id.toUtf8());
    (void)m_schema->notices();
    return id;
}

} // namespace yardmaster::test
