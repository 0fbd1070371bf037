#include "tests/migrations/catalog.h"
#include "tests/migrations/schemafixture.h"
#include "tests/peers/peers.h"
#include "tests/support/testprogram.h"
#include "worker/history/history.h"
#include <yardmaster/migrator.h>

#include <QTest>

using namespace Qt::StringLiterals;
using namespace yardmaster;
using namespace yardmaster::test;
using namespace std::chrono_literals;
using Presence = HistoryState::Presence;

/// A history that was installed on an older release of graphile-worker survives its upgrade, by
/// graphile-worker itself or by us, hinders none, and leaves nothing.
class HistoryUpgradesTest final : public QObject
{
    Q_OBJECT

    /// Nothing of the history is there, and the rest is as graphile-worker alone would have it.
    static void verifyRemoved(const SchemaFixture &schema, const QStringList &expected)
    {
        const auto removed = removeHistory(schema.session(), kSchema, 1000ms);
        QVERIFY2(removed, qPrintable(removed ? QString() : removed.error().message));
        QCOMPARE(difference(expected, catalogOf(schema.session(), kSchema)), QString());
    }

private slots:
    void initTestCase() { REQUIRE_PEERS(); }

    void releasesAreUpgraded_data()
    {
        QTest::addColumn<QString>("release");
        QTest::addColumn<bool>("byItself"); // graphile-worker 0.18 upgrades; else we do
        for (const char *release : {"gw-0.15", "gw-0.16", "gw-0.17"}) {
            for (const bool byItself : {true, false})
                QTest::addRow("%s %s", release + 3, byItself ? "by graphile-worker" : "by us")
                    << QString::fromLatin1(release) << byItself;
        }
    }
    void releasesAreUpgraded()
    {
        QFETCH(QString, release);
        QFETCH(bool, byItself);
        const auto upgrade = [byItself](const TestDatabase &database, SchemaFixture *schema) {
            if (!byItself)
                return schema->migrate();
            const auto upgraded = Peer(u"gw-0.18"_s).run(database.url(), {u"--schema-only"_s});
            QVERIFY2(upgraded.succeeded, upgraded.output.constData());
        };
        const auto install = [&](const TestDatabase &database) {
            const auto made = Peer(release).run(database.url(), {u"--schema-only"_s});
            QVERIFY2(made.succeeded, made.output.constData());
        };
        // The same without a history.
        const TestDatabase plain = TestDatabase::createEmpty();
        install(plain);
        SchemaFixture without(plain, kSchema);
        upgrade(plain, &without);
        const QStringList expected = catalogOf(without.session(), kSchema);

        const TestDatabase database = TestDatabase::createEmpty();
        install(database);
        SchemaFixture schema(database, kSchema);
        const auto installed = installHistory(schema.session(), kSchema, {});
        QVERIFY2(installed, qPrintable(installed ? QString() : installed.error().message));
        schema.script("select @.add_job('a', queue_name => 'q'); select @.add_job('b'); "
                      "select @.complete_jobs('{1}')");
        QCOMPARE(schema.value("select sum(n) from @._yardmaster_history"), u"1"_s);

        upgrade(database, &schema);
        QCOMPARE(schema.value("select max(id) from @.migrations"),
                 QString::number(kSchemaRevision));
        const auto state = inspectHistory(schema.session(), kSchema);
        QVERIFY(state);
        QVERIFY2(state->presence == Presence::Complete, qPrintable(state->missing.join(u", "_s)));
        schema.script("select @.complete_jobs('{2}')");
        QCOMPARE(schema.value("select string_agg(outcome::text || ids::text, ' ' order by min_id) "
                              "from @._yardmaster_history"),
                 u"r{1} r{2}"_s);
        QCOMPARE(schema.value("select coalesce(last_trouble, 'none') from "
                              "@._yardmaster_history_state"),
                 u"none"_s);
        verifyRemoved(schema, expected);
    }

    /// There the tables are of another kind: first the upgrade, then the history.
    void olderReleasesAreUpgradedFirst()
    {
        const TestDatabase database = TestDatabase::createEmpty();
        const auto made = Peer(u"gw-0.13"_s).run(database.url(), {u"--schema-only"_s});
        QVERIFY2(made.succeeded, made.output.constData());
        SchemaFixture schema(database, kSchema);
        const auto refused = installHistory(schema.session(), kSchema, {});
        QVERIFY(!refused && refused.error().kind == DbError::Kind::SchemaMissing);
        schema.migrate();
        const QStringList before = catalogOf(schema.session(), kSchema);
        QVERIFY(installHistory(schema.session(), kSchema, {}));
        verifyRemoved(schema, before);
    }

    /// Workers of Node look at the schema at their start, and take it for what it is.
    void graphileWorkerRunsBesideIt()
    {
        const TestDatabase database = TestDatabase::createMigrated();
        SchemaFixture schema(database, kSchema);
        QVERIFY(installHistory(schema.session(), kSchema, {}));
        const QStringList before = catalogOf(schema.session(), kSchema);
        const auto checked = Peer(u"gw-0.18"_s).run(database.url(), {u"--schema-only"_s});
        QVERIFY2(checked.succeeded, checked.output.constData());
        schema.migrate();
        QCOMPARE(difference(before, catalogOf(schema.session(), kSchema)), QString());
    }
};

YARDMASTER_TEST(HistoryUpgradesTest)
#include "tst_history_upgrades.moc"
