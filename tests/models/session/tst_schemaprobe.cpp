#include "models/connecting/profile.h"
#include "models/session/schemaprobe.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using yardmaster::test::TestDatabase;
using Kind = Restriction::Kind;

namespace {

QList<Kind> kinds(const QList<Restriction> &restrictions)
{
    QList<Kind> found;
    for (const Restriction &restriction : restrictions)
        found << restriction.kind;
    return found;
}

QString sentence(const QList<Restriction> &restrictions, Kind kind)
{
    for (const Restriction &restriction : restrictions) {
        if (restriction.kind == kind)
            return restriction.sentence;
    }
    return {};
}

/// A login role that ends with its database.
class Role final
{
public:
    Role(const TestDatabase &database, const QByteArray &grants)
        : m_database(database)
        , m_name("probe_" + database.name().toUtf8())
    {
        database.script("create role " + m_name + " login;"
                        + QByteArray(grants).replace("ROLE", m_name));
    }
    ~Role() { m_database.script("drop owned by " + m_name + " cascade; drop role " + m_name); }
    Q_DISABLE_COPY_MOVE(Role)

    [[nodiscard]] ConnectionSettings settings() const
    {
        ConnectionSettings settings = m_database.settings();
        settings.set(u"user"_s, QString::fromUtf8(m_name));
        return settings;
    }

private:
    const TestDatabase &m_database;
    const QByteArray m_name;
};

QList<Restriction> probe(const ConnectionSettings &settings, const QString &schema = kSchema)
{
    const auto session = Session::open(settings, u"test"_s);
    if (!session)
        qFatal("no session: %s", qUtf8Printable(session.error().message));
    const auto probed = probeSchema(**session, schema);
    if (!probed)
        qFatal("no answer: %s", qUtf8Printable(probed.error().message));
    return restrictionsOf(*probed);
}

QStringList errorsIn(const TestDatabase &database)
{
    return database.serverLog().filter(u"ERROR"_s);
}

} // namespace

class TestSchemaProbe : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ownerMayDoEverything();
    void missingSchemaIsAFinding();
    void roleWithoutCreateLearnsWhoInstalls();
    void strangerSeesNothing();
    void missingTablesAreNamed();
    void rowSecurityIsReported();
    void deniedFunctionsAreNamed();
    void readOnlyProfileCannotWrite();
    void revisionsAreReported_data();
    void revisionsAreReported();
    void additionsOfOthersAreNamed();
    void clockSkewIsMeasured_data();
    void clockSkewIsMeasured();
    void standbyIsReported();
};

void TestSchemaProbe::ownerMayDoEverything()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const QList<Restriction> found = probe(database.settings());
    QVERIFY2(found.isEmpty(), qUtf8Printable(found.isEmpty() ? QString() : found.first().sentence));
}

void TestSchemaProbe::missingSchemaIsAFinding()
{
    const TestDatabase database = TestDatabase::createEmpty();
    const QList<Restriction> found = probe(database.settings(), u"not there"_s);
    QCOMPARE(kinds(found), QList<Kind>{Kind::NoQueue});
    QVERIFY(found.first().sentence.contains(u"yardmaster --schema-only"_s));
    QCOMPARE(errorsIn(database), QStringList());
}

void TestSchemaProbe::roleWithoutCreateLearnsWhoInstalls()
{
    const TestDatabase database = TestDatabase::createEmpty();
    const Role role(database, {});
    const QList<Restriction> found = probe(role.settings());
    QCOMPARE(kinds(found), QList<Kind>{Kind::NoQueue});
    QVERIFY2(found.first().sentence.contains(u"may not create it"_s),
             qUtf8Printable(found.first().sentence));
}

void TestSchemaProbe::strangerSeesNothing()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const Role role(database, {});
    const QList<Restriction> found = probe(role.settings());
    QCOMPARE(kinds(found), QList<Kind>{Kind::NoAccess});
    QCOMPARE(found.first().weight, Restriction::Weight::Reading);
    QVERIFY(found.first().sentence.contains(u"may not read schema graphile_worker"_s));
    QCOMPARE(errorsIn(database), QStringList());
}

/// It is no matter of rights, and no schema to be installed.
void TestSchemaProbe::missingTablesAreNamed()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("alter table graphile_worker._private_jobs rename to gone");
    QList<Restriction> found = probe(database.settings());
    QCOMPARE(kinds(found).first(), Kind::TablesMissing);
    QCOMPARE(found.first().weight, Restriction::Weight::Reading);
    QVERIFY2(
        found.first().sentence.contains(
            u"_private_jobs is missing from schema graphile_worker, which is at revision 20"_s),
        qUtf8Printable(found.first().sentence));
    QVERIFY(!kinds(found).contains(Kind::NoAccess));
    database.script("alter table graphile_worker.gone rename to _private_jobs;"
                    "drop table graphile_worker._private_tasks cascade");
    found = probe(database.settings());
    QVERIFY2(found.first().sentence.contains(u"_private_tasks is missing"_s),
             qUtf8Printable(found.first().sentence));
    QCOMPARE(errorsIn(database), QStringList());
}

void TestSchemaProbe::rowSecurityIsReported()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const Role role(database,
                    "grant usage on schema graphile_worker to ROLE;"
                    "grant select on all tables in schema graphile_worker to ROLE;");
    const QList<Restriction> found = probe(role.settings());
    QCOMPARE(found.first().kind, Kind::RowsHidden);
    QVERIFY2(found.first().sentence.startsWith(u"You see 0 rows because row security"_s),
             qUtf8Printable(found.first().sentence));
    QVERIFY(kinds(found).contains(Kind::NoWrites));
}

void TestSchemaProbe::deniedFunctionsAreNamed()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const Role role(database,
                    "grant usage on schema graphile_worker to ROLE;"
                    "grant select, insert, update, delete on all tables in schema "
                    "graphile_worker to ROLE; alter role ROLE bypassrls;"
                    "revoke execute on function graphile_worker.complete_jobs(bigint[]),"
                    "graphile_worker.remove_job(text) from public;");
    const QList<Restriction> found = probe(role.settings());
    QCOMPARE(kinds(found), QList<Kind>{Kind::FunctionsDenied});
    QVERIFY2(found.first().sentence.endsWith(u"may not call complete_jobs, remove_job."_s),
             qUtf8Printable(found.first().sentence));
}

void TestSchemaProbe::readOnlyProfileCannotWrite()
{
    const TestDatabase database = TestDatabase::createMigrated();
    Profile profile = Profile::make();
    profile.connection = database.settings();
    profile.isReadOnly = true;
    const ConnectionSettings settings = profile.sessionSettings({});
    QCOMPARE(kinds(probe(settings)), QList<Kind>{Kind::ReadOnly});
    const auto session = Session::open(settings, u"test"_s);
    QVERIFY(session);
    const auto added = (*session)->query("select graphile_worker.add_job('a')");
    QVERIFY(!added); // it is the server that refuses
    QCOMPARE(added.error().sqlState, u"25006"_s);
}

void TestSchemaProbe::revisionsAreReported_data()
{
    QTest::addColumn<QByteArray>("change");
    QTest::addColumn<Kind>("kind");
    const QByteArray ledger = " graphile_worker.migrations";
    QTest::newRow("older") << "delete from" + ledger + " where id = 20" << Kind::Older;
    QTest::newRow("too old") << "delete from" + ledger + " where id > 16" << Kind::TooOld;
    QTest::newRow("newer") << "insert into" + ledger + " (id, breaking) values (21, false)"
                           << Kind::Newer;
    QTest::newRow("too new") << "insert into" + ledger + " (id, breaking) values (23, true)"
                             << Kind::TooNew;
}

void TestSchemaProbe::revisionsAreReported()
{
    QFETCH(const QByteArray, change);
    QFETCH(const Kind, kind);
    const TestDatabase database = TestDatabase::createMigrated();
    database.script(change);
    const QList<Restriction> found = probe(database.settings());
    QCOMPARE(kinds(found), QList<Kind>{kind});
    const QString revision = database.scalar("select max(id) from graphile_worker.migrations");
    QVERIFY(found.first().sentence.contains(u"revision "_s + revision));
}

void TestSchemaProbe::additionsOfOthersAreNamed()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("create table graphile_worker.job_history (id int);"
                    "create function graphile_worker.note() returns trigger language plpgsql as "
                    "'begin return null; end';"
                    "create trigger note_jobs after insert on graphile_worker._private_jobs "
                    "execute function graphile_worker.note();"
                    "create table graphile_worker._yardmaster_ours (id int);");
    const QList<Restriction> found = probe(database.settings());
    QCOMPARE(kinds(found), QList<Kind>{Kind::ForeignAdditions});
    QVERIFY2(found.first().sentence.endsWith(u": job_history, note, trigger note_jobs."_s),
             qUtf8Printable(found.first().sentence));
}

void TestSchemaProbe::clockSkewIsMeasured_data()
{
    QTest::addColumn<qint64>("offset"); // of this computer's clock, ms
    QTest::addColumn<QString>("words");
    QTest::newRow("right") << qint64{0} << QString();
    QTest::newRow("a little") << qint64{1000} << QString();
    QTest::newRow("server ahead") << qint64{-600'000} << u"ahead of this computer's"_s;
    QTest::newRow("server behind") << qint64{600'000} << u"behind this computer's"_s;
}

void TestSchemaProbe::clockSkewIsMeasured()
{
    QFETCH(const qint64, offset);
    QFETCH(const QString, words);
    const TestDatabase database = TestDatabase::createMigrated();
    const auto session = database.session();
    const auto probed = probeSchema(*session, kSchema, [offset]() -> std::chrono::microseconds {
        return systemWallClock() + std::chrono::milliseconds(offset);
    });
    QVERIFY(probed);
    const QString said = sentence(restrictionsOf(*probed), Kind::ClockSkew);
    QCOMPARE(said.isEmpty(), words.isEmpty());
    QVERIFY2(said.contains(words), qUtf8Printable(said));
}

void TestSchemaProbe::standbyIsReported()
{
    // A standby takes a second server; the probe's finding is read where replicas are tested.
    SchemaProbe standby;
    standby.state.family = SchemaState::Family::Graphile;
    standby.state.revision = kSchemaRevision;
    standby.mayRead = standby.mayWrite = standby.ownsJobs = true;
    standby.writing.isReplica = standby.writing.isReadOnly = true;
    QCOMPARE(kinds(restrictionsOf(standby)), QList<Kind>{Kind::Replica});
}

YARDMASTER_TEST(TestSchemaProbe)
#include "tst_schemaprobe.moc"
