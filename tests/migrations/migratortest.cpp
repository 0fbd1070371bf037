#include "tests/migrations/migratortest.h"
#include "tests/migrations/catalog.h"
#include "worker/db/sqltext.h"

namespace yardmaster::test {

using namespace Qt::StringLiterals;

void MigratorTest::initTestCase()
{
    m_database = std::make_unique<TestDatabase>(TestDatabase::createEmpty());
    m_schema = std::make_unique<SchemaFixture>(*m_database, u"graphile_worker"_s);
}

void MigratorTest::init()
{
    m_errorsBefore = m_database->serverLog().filter(u"ERROR:"_s).size();
}

void MigratorTest::cleanup()
{
    m_schema->script("reset role");
    m_schema->script("reset all"); // by itself: a transaction keeps the mode it began with
    cleanupRole();
    for (const QStringList &name : m_schema->rows(
             "select nspname from pg_namespace where nspname !~ '^(pg_|information_schema)'"))
        m_schema->script("drop schema " + quotedIdentifier(name.first()) + " cascade");
    m_schema->script("create schema public");
    (void)m_schema->notices();
}

QStringList MigratorTest::newErrors() const
{
    return m_database->serverLog().filter(u"ERROR:"_s).mid(m_errorsBefore);
}

QStringList MigratorTest::picture() const
{
    return catalogOf(m_schema->session(), m_schema->schema())
        << identityOf(m_schema->session(), m_schema->schema());
}

} // namespace yardmaster::test
