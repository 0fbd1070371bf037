#include "models/indexes/indexkeeper.h"

#include "models/query/supportingindexes.h"
#include "tests/models/jobs/jobsfixture.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using Kind = IndexState::Kind;

namespace {

Kind kindOf(const IndexKeeper &keeper, SupportingIndex index)
{
    if (keeper.overview()) {
        for (const IndexState &state : keeper.overview()->indexes) {
            if (state.index == index)
                return state.kind;
        }
    }
    return Kind::Absent;
}

} // namespace

class TestIndexKeeper : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated()); }
    void cleanup() { m_database.reset(); }
    void eachIndexIsCreatedAndDropped_data();
    void eachIndexIsCreatedAndDropped();
    void cancelLeavesAnUnfinishedIndexToDrop();
    void queuesWithOddNamesHaveIndexesToo();
    void whoMayNotIsToldWhy();
    void readOnlySessionsAreToldWhy();
    void missingQueueIsAnError();
    void refusedWorkIsAnError();

private:
    ConnectionSettings settingsAs(const QString &role) const;

    /// Of the operator log, by kind: "create-index committed".
    [[nodiscard]] QStringList logged() const;

    QTemporaryDir m_logFolder;
    std::unique_ptr<TestDatabase> m_database;
};

QStringList TestIndexKeeper::logged() const
{
    QStringList kinds;
    QFile file(m_logFolder.filePath(u"operators.ndjson"_s));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    for (const QByteArray &line : file.readAll().split('\n')) {
        const QJsonObject entry = QJsonDocument::fromJson(line).object();
        kinds << entry.value("kind"_L1).toString() + entry.value("outcome"_L1).toString();
    }
    kinds.removeAll(QString());
    return kinds;
}

ConnectionSettings TestIndexKeeper::settingsAs(const QString &role) const
{
    ConnectionSettings settings = m_database->settings();
    settings.set(u"options"_s, u"-c role="_s + role);
    return settings;
}

void TestIndexKeeper::eachIndexIsCreatedAndDropped_data()
{
    QTest::addColumn<int>("place");
    for (int i = 0; i < int(supportingIndexes().size()); ++i)
        QTest::newRow(supportingIndexes()[size_t(i)].name) << i;
}

void TestIndexKeeper::eachIndexIsCreatedAndDropped()
{
    QFETCH(int, place);
    const SupportingIndex index = supportingIndexes()[size_t(place)].index;
    fillMix(*m_database, 2000);
    IndexKeeper keeper(SessionPool(m_database->settings()), kSchema, m_logFolder.path());
    const QSignalSpy changes(&keeper, &IndexKeeper::indexesChanged);
    keeper.refresh();
    QTRY_VERIFY_WITH_TIMEOUT(keeper.overview().has_value(), kPatience);
    QCOMPARE(keeper.overview()->indexes.size(), 4);
    QVERIFY(keeper.overview()->obstacle.isEmpty());
    QVERIFY(keeper.overview()->tableBytes > 0);
    QCOMPARE(kindOf(keeper, index), Kind::Absent);

    keeper.create(index);
    QCOMPARE(keeper.working(), index);
    QTRY_COMPARE_WITH_TIMEOUT(kindOf(keeper, index), Kind::Present, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!keeper.working(), kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(changes.count(), 1, kPatience);
    QVERIFY(!keeper.error());
    QVERIFY(keeper.overview()->indexes.at(place).bytes > 0);
    QCOMPARE(valueOf(listSupportingIndexes(*m_database->session(), kSchema)),
             QSet<SupportingIndex>{index});

    keeper.drop(index);
    QTRY_COMPARE_WITH_TIMEOUT(kindOf(keeper, index), Kind::Absent, kPatience);
    QVERIFY(valueOf(listSupportingIndexes(*m_database->session(), kSchema)).isEmpty());
    QTRY_VERIFY_WITH_TIMEOUT(!keeper.working(), kPatience);
    const QStringList entries = logged();
    QCOMPARE(entries.mid(entries.size() - 4),
             (QStringList{u"create-index"_s, u"committed"_s, u"drop-index"_s, u"committed"_s}));
}

void TestIndexKeeper::cancelLeavesAnUnfinishedIndexToDrop()
{
    // A change that has not ended makes the creation wait for it.
    const auto writer = m_database->session();
    m_database->script("insert into graphile_worker._private_tasks (identifier) values ('a')");
    valueOf(writer->query("begin"));
    valueOf(writer->query("insert into graphile_worker._private_jobs (task_id) select id from "
                          "graphile_worker._private_tasks"));
    IndexKeeper keeper(SessionPool(m_database->settings()), kSchema, m_logFolder.path());
    keeper.create(SupportingIndex::Failed);
    keeper.create(SupportingIndex::Locked); // one at a time
    QCOMPARE(keeper.working(), SupportingIndex::Failed);
    QTRY_COMPARE_WITH_TIMEOUT(kindOf(keeper, SupportingIndex::Failed), Kind::Building, kPatience);
    QVERIFY(!keeper.overview()->indexes.first().phase.isEmpty());

    // Somebody else sees it as well.
    IndexKeeper other(SessionPool(m_database->settings()), kSchema, m_logFolder.path());
    other.refresh();
    QTRY_COMPARE_WITH_TIMEOUT(kindOf(other, SupportingIndex::Failed), Kind::Building, kPatience);

    keeper.cancel();
    QTRY_COMPARE_WITH_TIMEOUT(kindOf(keeper, SupportingIndex::Failed), Kind::Invalid, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!keeper.working(), kPatience);
    QVERIFY(!keeper.error()); // as wished
    QVERIFY(valueOf(listSupportingIndexes(*m_database->session(), kSchema)).isEmpty());
    valueOf(writer->query("rollback"));

    keeper.drop(SupportingIndex::Failed);
    QTRY_COMPARE_WITH_TIMEOUT(kindOf(keeper, SupportingIndex::Failed), Kind::Absent, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!keeper.working(), kPatience);
    keeper.create(SupportingIndex::Failed);
    QTRY_COMPARE_WITH_TIMEOUT(kindOf(keeper, SupportingIndex::Failed), Kind::Present, kPatience);
}

void TestIndexKeeper::queuesWithOddNamesHaveIndexesToo()
{
    m_database->script("alter schema graphile_worker rename to \"My \"\"odd\"\" queue\"");
    const QString schema = u"My \"odd\" queue"_s;
    IndexKeeper keeper(SessionPool(m_database->settings()), schema, m_logFolder.path());
    keeper.create(SupportingIndex::KeyPrefix);
    QTRY_COMPARE_WITH_TIMEOUT(kindOf(keeper, SupportingIndex::KeyPrefix), Kind::Present, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!keeper.working(), kPatience);
    keeper.drop(SupportingIndex::KeyPrefix);
    QTRY_COMPARE_WITH_TIMEOUT(kindOf(keeper, SupportingIndex::KeyPrefix), Kind::Absent, kPatience);
}

void TestIndexKeeper::whoMayNotIsToldWhy()
{
    const QString role = m_database->name() + u"_reader"_s;
    const QByteArray name = role.toUtf8();
    m_database->script("create role " + name + "; grant usage on schema graphile_worker to " + name
                       + "; grant select on all tables in schema graphile_worker to " + name);
    {
        IndexKeeper keeper(SessionPool(settingsAs(role)), kSchema, m_logFolder.path());
        keeper.refresh();
        QTRY_VERIFY_WITH_TIMEOUT(keeper.overview().has_value(), kPatience);
        QVERIFY2(keeper.overview()->obstacle.contains(u"Only the owner"_s),
                 qUtf8Printable(keeper.overview()->obstacle));
        QVERIFY(keeper.overview()->obstacle.contains(role));
    }
    m_database->script("drop owned by " + name + "; drop role " + name);
}

void TestIndexKeeper::readOnlySessionsAreToldWhy()
{
    ConnectionSettings settings = m_database->settings();
    settings.set(u"options"_s, u"-c default_transaction_read_only=on"_s);
    IndexKeeper keeper(SessionPool(settings), kSchema, m_logFolder.path());
    keeper.refresh();
    QTRY_VERIFY_WITH_TIMEOUT(keeper.overview().has_value(), kPatience);
    QVERIFY(keeper.overview()->obstacle.contains(u"read-only"_s));
}

void TestIndexKeeper::missingQueueIsAnError()
{
    IndexKeeper keeper(SessionPool(m_database->settings()), u"nowhere"_s, m_logFolder.path());
    keeper.refresh();
    QTRY_VERIFY_WITH_TIMEOUT(keeper.error().has_value(), kPatience);
    QCOMPARE(keeper.error()->kind, DbError::Kind::SchemaMissing);
}

void TestIndexKeeper::refusedWorkIsAnError()
{
    ConnectionSettings settings = m_database->settings();
    settings.set(u"options"_s, u"-c default_transaction_read_only=on"_s);
    IndexKeeper keeper(SessionPool(settings), kSchema, m_logFolder.path());
    keeper.create(SupportingIndex::Failed);
    QTRY_VERIFY_WITH_TIMEOUT(!keeper.working(), kPatience);
    QVERIFY(keeper.error().has_value());
    QCOMPARE(m_database->scalar("select count(*) from pg_class where relname like "
                                "'\\_yardmaster\\_%jobs'"),
             u"0"_s);
}

YARDMASTER_TEST(TestIndexKeeper)
#include "tst_indexkeeper.moc"
