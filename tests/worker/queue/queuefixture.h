#pragma once

#include "tests/migrations/schemafixture.h"

#include <QTest>

#include <QObject>

#include <memory>

namespace yardmaster::test {

/// Base of the programs that test `worker/queue`: one schema, whose name needs all kinds of
/// quoting, emptied before each test.
class QueueTest : public QObject
{
    Q_OBJECT

protected:
    std::unique_ptr<TestDatabase> m_database;
    std::unique_ptr<SchemaFixture> m_schema;

    [[nodiscard]] Session &session() const { return m_schema->session(); }
    [[nodiscard]] const QString &schema() const { return m_schema->schema(); }

private slots:
    void initTestCase()
    {
        m_database = std::make_unique<TestDatabase>(TestDatabase::createEmpty());
        m_schema = std::make_unique<SchemaFixture>(*m_database,
                                                   QStringLiteral("we\"ird sch'ema $$ \\ äß日"));
        m_schema->migrate();
    }
    void init()
    {
        m_schema->script("truncate @._private_workers, @._private_jobs, @._private_job_queues, "
                         "@._private_tasks restart identity");
        (void)m_schema->notices();
    }
};

} // namespace yardmaster::test

/// The value of a Result, or the test fails with its error.
#define VALUE_OF(name, expression)                                                                 \
    auto name##Result = (expression);                                                              \
    QVERIFY2(name##Result, name##Result ? "" : qPrintable(name##Result.error().message));          \
    auto &name = *name##Result
