#pragma once

#include "tests/migrations/schemafixture.h"

#include <QObject>

#include <memory>

namespace yardmaster::test {

/// Base of the programs that test the schema's functions. Each test runs twice, on an emptied
/// schema: the default one, and one whose name has everything that quoting can get wrong.
class FunctionTest : public QObject
{
    Q_OBJECT

protected:
    /// A job with the key 'k', then `change` applied to its row. @returns its id.
    QString keyedJob(const QByteArray &change);

    std::unique_ptr<TestDatabase> m_database;
    std::unique_ptr<SchemaFixture> m_schema;

private slots:
    void initTestCase_data();
    void initTestCase();
    void init();
    void cleanup();
};

} // namespace yardmaster::test
