#include "models/indexes/indexmanager.h"

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

Kind kindOf(const IndexManager &indexManager, SupportingIndex index)
{
    if (indexManager.overview()) {
        for (const IndexState &state : indexManager.overview()->indexes) {
            if (state.index == index)
                return state.kind;
        }
    }
    return Kind::Absent;
}

} // namespace

class TestIndexManager : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated()); }
    void cleanup() { m_database.reset(); }
    void eachIndexIsCreatedAndDropped_data();
    void eachIndexIsCreatedAndDropped();
    void cancelLeavesAnUnfinishedIndexToDrop();
    void queuesWithOddNamesHaveIndexesToo();
    void missingRightsAreExplained();
    void readOnlySessionsAreExplained();
    void missingQueueIsAnError();
    void refusedWorkIsAnError();

private:
    ConnectionSettings settingsAs(const QString &role) const;

    /// Of the operator log, by kind: "create-index committed".
    [[nodiscard]] QStringList logged() const;

    QTemporaryDir m_logFolder;
    std::unique_ptr<TestDatabase> m_database;
};

QStringList TestIndexManager::logged() const
{
    QStringList kinds;
    QFile file(m_logFolder.filePath(u"operators.ndjson"_s));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    for (const QByteArray &line : file.readAll().split('\n')) {
        const QJsonObject entry = QJsonDocument::fromJson(line).object();
        kinds << entry.value(entry.contains("outcome"_L1) ? "outcome"_L1 : "kind"_L1).toString();
    }
    kinds.removeAll(QString());
    return kinds;
}

ConnectionSettings TestIndexManager::settingsAs(const QString &role) const
{
    ConnectionSettings settings = m_database->settings();
    settings.set(u"options"_s, u"-c role="_s + role);
    return settings;
}

void TestIndexManager::eachIndexIsCreatedAndDropped_data()
{
    QTest::addColumn<int>("place");
    for (int i = 0; i < int(supportingIndexes().size()); ++i)
        QTest::newRow(supportingIndexes()[size_t(i)].name) << i;
}

void TestIndexManager::eachIndexIsCreatedAndDropped()
{
    QFETCH(int, place);
    const SupportingIndex index = supportingIndexes()[size_t(place)].index;
    fillMix(*m_database, 2000);
    IndexManager indexManager(SessionPool(m_database->settings()), kSchema, m_logFolder.path());
    const QSignalSpy changes(&indexManager, &IndexManager::indexesChanged);
    indexManager.refresh();
    QTRY_VERIFY_WITH_TIMEOUT(indexManager.overview().has_value(), kPatience);
    QCOMPARE(indexManager.overview()->indexes.size(), 4);
    QVERIFY(indexManager.overview()->obstacle.isEmpty());
    QVERIFY(indexManager.overview()->tableBytes > 0);
    QCOMPARE(kindOf(indexManager, index), Kind::Absent);

    indexManager.create(index);
    QCOMPARE(indexManager.working(), index);
    QTRY_COMPARE_WITH_TIMEOUT(kindOf(indexManager, index), Kind::Present, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!indexManager.working(), kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(changes.count(), 1, kPatience);
    QVERIFY(!indexManager.error());
    QVERIFY(indexManager.overview()->indexes.at(place).bytes > 0);
    QCOMPARE(valueOf(listSupportingIndexes(*m_database->session(), kSchema)),
             QSet<SupportingIndex>{index});

    indexManager.drop(index);
    QTRY_COMPARE_WITH_TIMEOUT(kindOf(indexManager, index), Kind::Absent, kPatience);
    QVERIFY(valueOf(listSupportingIndexes(*m_database->session(), kSchema)).isEmpty());
    QTRY_VERIFY_WITH_TIMEOUT(!indexManager.working(), kPatience);
    const QStringList entries = logged();
    QCOMPARE(entries.mid(entries.size() - 4),
             (QStringList{u"create-index"_s, u"committed"_s, u"drop-index"_s, u"committed"_s}));
}

void TestIndexManager::cancelLeavesAnUnfinishedIndexToDrop()
{
    // A change that has not ended makes the creation wait for it.
    const auto writer = m_database->session();
    m_database->script("insert into graphile_worker._private_tasks (identifier) values ('a')");
    valueOf(writer->query("begin"));
    valueOf(writer->query("insert into graphile_worker._private_jobs (task_id) select id from "
                          "graphile_worker._private_tasks"));
    IndexManager indexManager(SessionPool(m_database->settings()), kSchema, m_logFolder.path());
    indexManager.create(SupportingIndex::Failed);
    indexManager.create(SupportingIndex::Locked); // one at a time
    QCOMPARE(indexManager.working(), SupportingIndex::Failed);
    QTRY_COMPARE_WITH_TIMEOUT(kindOf(indexManager, SupportingIndex::Failed), Kind::Building,
                              kPatience);
    QVERIFY(!indexManager.overview()->indexes.first().phase.isEmpty());

    // Another session sees it as well.
    IndexManager other(SessionPool(m_database->settings()), kSchema, m_logFolder.path());
    other.refresh();
    QTRY_COMPARE_WITH_TIMEOUT(kindOf(other, SupportingIndex::Failed), Kind::Building, kPatience);

    indexManager.cancel();
    QTRY_COMPARE_WITH_TIMEOUT(kindOf(indexManager, SupportingIndex::Failed), Kind::Invalid,
                              kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!indexManager.working(), kPatience);
    QVERIFY(!indexManager.error()); // as wished
    QVERIFY(valueOf(listSupportingIndexes(*m_database->session(), kSchema)).isEmpty());
    valueOf(writer->query("rollback"));

    indexManager.drop(SupportingIndex::Failed);
    QTRY_COMPARE_WITH_TIMEOUT(kindOf(indexManager, SupportingIndex::Failed), Kind::Absent,
                              kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!indexManager.working(), kPatience);
    indexManager.create(SupportingIndex::Failed);
    QTRY_COMPARE_WITH_TIMEOUT(kindOf(indexManager, SupportingIndex::Failed), Kind::Present,
                              kPatience);
}

void TestIndexManager::queuesWithOddNamesHaveIndexesToo()
{
    m_database->script("alter schema graphile_worker rename to \"My \"\"odd\"\" queue\"");
    const QString schema = u"My \"odd\" queue"_s;
    IndexManager indexManager(SessionPool(m_database->settings()), schema, m_logFolder.path());
    indexManager.create(SupportingIndex::KeyPrefix);
    QTRY_COMPARE_WITH_TIMEOUT(kindOf(indexManager, SupportingIndex::KeyPrefix), Kind::Present,
                              kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!indexManager.working(), kPatience);
    indexManager.drop(SupportingIndex::KeyPrefix);
    QTRY_COMPARE_WITH_TIMEOUT(kindOf(indexManager, SupportingIndex::KeyPrefix), Kind::Absent,
                              kPatience);
}

void TestIndexManager::missingRightsAreExplained()
{
    const QString role = m_database->name() + u"_reader"_s;
    const QByteArray name = role.toUtf8();
    m_database->script("create role " + name + "; grant usage on schema graphile_worker to " + name
                       + "; grant select on all tables in schema graphile_worker to " + name);
    {
        IndexManager indexManager(SessionPool(settingsAs(role)), kSchema, m_logFolder.path());
        indexManager.refresh();
        QTRY_VERIFY_WITH_TIMEOUT(indexManager.overview().has_value(), kPatience);
        QVERIFY2(indexManager.overview()->obstacle.contains(u"Only the owner"_s),
                 qUtf8Printable(indexManager.overview()->obstacle));
        QVERIFY(indexManager.overview()->obstacle.contains(role));
    }
    m_database->script("drop owned by " + name + "; drop role " + name);
}

void TestIndexManager::readOnlySessionsAreExplained()
{
    ConnectionSettings settings = m_database->settings();
    settings.set(u"options"_s, u"-c default_transaction_read_only=on"_s);
    IndexManager indexManager(SessionPool(settings), kSchema, m_logFolder.path());
    indexManager.refresh();
    QTRY_VERIFY_WITH_TIMEOUT(indexManager.overview().has_value(), kPatience);
    QVERIFY(indexManager.overview()->obstacle.contains(u"read-only"_s));
}

void TestIndexManager::missingQueueIsAnError()
{
    IndexManager indexManager(SessionPool(m_database->settings()), u"nowhere"_s,
                              m_logFolder.path());
    indexManager.refresh();
    QTRY_VERIFY_WITH_TIMEOUT(indexManager.error().has_value(), kPatience);
    QCOMPARE(indexManager.error()->kind, DbError::Kind::SchemaMissing);
}

void TestIndexManager::refusedWorkIsAnError()
{
    ConnectionSettings settings = m_database->settings();
    settings.set(u"options"_s, u"-c default_transaction_read_only=on"_s);
    IndexManager indexManager(SessionPool(settings), kSchema, m_logFolder.path());
    indexManager.create(SupportingIndex::Failed);
    QTRY_VERIFY_WITH_TIMEOUT(!indexManager.working(), kPatience);
    QVERIFY(indexManager.error().has_value());
    QCOMPARE(m_database->scalar("select count(*) from pg_class where relname like "
                                "'\\_yardmaster\\_%jobs'"),
             u"0"_s);
}

YARDMASTER_TEST(TestIndexManager)
#include "tst_indexmanager.moc"
