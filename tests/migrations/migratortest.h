#pragma once

#include "tests/migrations/schemafixture.h"
#include <yardmaster/migrator.h>

#include <QObject>

#include <memory>

namespace yardmaster::test {

/// Base of the programs that test migrate(): one database, emptied after every test.
class MigratorTest : public QObject
{
    Q_OBJECT

protected:
    [[nodiscard]] Result<MigrationReport> run(const QString &schema
                                              = QStringLiteral("graphile_worker"))
    {
        return migrate(m_schema->session(), schema);
    }
    /// Everything the schema shows from outside, for "unchanged" checks.
    [[nodiscard]] QStringList picture() const;
    /// Errors in the server's log since the test began.
    [[nodiscard]] QStringList newErrors() const;
    /// Drops what a test made outside of schemas; as superuser.
    virtual void cleanupRole() { }

    std::unique_ptr<TestDatabase> m_database;
    std::unique_ptr<SchemaFixture> m_schema;

private slots:
    void initTestCase();
    void init();
    void cleanup();

private:
    qsizetype m_errorsBefore = 0;
};

} // namespace yardmaster::test
