// Apart from testdatabase.cpp, so that only tests of a migrated database link the migrator.
#include "tests/support/testdatabase.h"
#include "tests/support/testserver.h"
#include <yardmaster/migrator.h>

namespace yardmaster::test {

using namespace Qt::StringLiterals;

namespace {

/// Makes the template once per server. Test programs run side by side: the first one makes it under
/// a session-level lock, and it gets its name only when it is complete.
QString migratedTemplate()
{
    const QString name = u"template_migrated"_s;
    const auto check = [](const auto &result) {
        if (!result)
            qFatal("cannot make the template database: %s", qPrintable(result.error().message));
    };
    auto maintenance
        = Session::open(TestServer::instance().settings(u"postgres"_s), u"test template"_s);
    check(maintenance);
    check((*maintenance)->script("select pg_advisory_lock(20)"));
    const auto known
        = (*maintenance)->query("select from pg_database where datname = $1", {param(name)});
    check(known);
    if (known->isEmpty()) {
        check((*maintenance)->script("drop database if exists template_unfinished"));
        check((*maintenance)->script("create database template_unfinished"));
        {
            auto session = Session::open(TestServer::instance().settings(u"template_unfinished"_s),
                                         u"test template"_s);
            check(session);
            check(migrate(**session, u"graphile_worker"_s));
        }
        check((*maintenance)
                  ->script("alter database template_unfinished rename to template_migrated"));
    }
    return name; // the lock goes with the session
}

} // namespace

TestDatabase TestDatabase::createMigrated()
{
    static const QString name = migratedTemplate();
    return create(name);
}

} // namespace yardmaster::test
