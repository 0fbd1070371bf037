#include "models/operations/journalretention.h"
#include "models/operations/recordedholds.h"
#include "tests/models/operations/operationsfixture.h"
#include "tests/support/testprogram.h"

using namespace Qt::StringLiterals;

namespace yardmaster::test {

/// Which journals are deleted, and which must not be.
class TestJournalRetention : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_fixture = std::make_unique<OperationsFixture>();
        m_fixture->addJobs(30);
    }
    void cleanup() { m_fixture.reset(); }

    void oldJournalsAreDeleted();
    void theOldestAreDeletedWhenSpaceRunsOut();
    void undosAreKeptLongerThanWhatTheyUndid();
    void unfinishedOnesAndHoldsAreKept();
    void journalInUseIsKept();

private:
    OperationSpec change(int priority) const
    {
        const auto spec
            = m_fixture->byFilter({.kind = OperationKind::Change, .priority = priority});
        if (m_fixture->run(spec).state != OperationState::Finished)
            qFatal("the operation does not end");
        return spec;
    }
    void age(const OperationSpec &spec, int days) const
    {
        QFile file(m_fixture->journal(spec));
        if (!file.open(QIODevice::ReadWrite)
            || !file.setFileTime(QDateTime::currentDateTimeUtc().addDays(-days),
                                 QFileDevice::FileModificationTime))
            qFatal("no journal");
    }
    QList<QUuid> left(const JournalRetention &retention = {}) const
    {
        std::vector<OperationRecord> records = operationsIn(m_fixture->folder);
        applyRetention(&records, retention);
        QList<QUuid> ids;
        for (const OperationRecord &record : records)
            ids << record.spec.id;
        if (std::ssize(operationsIn(m_fixture->folder)) != ids.size())
            qFatal("records and files differ");
        return ids;
    }

    std::unique_ptr<OperationsFixture> m_fixture;
};

void TestJournalRetention::oldJournalsAreDeleted()
{
    const auto old = change(8);
    const auto fresh = change(9);
    age(old, 31);
    age(fresh, 29);
    QCOMPARE(left({.days = 0}), (QList<QUuid>{fresh.id, old.id}));
    QCOMPARE(left(), QList<QUuid>{fresh.id});
}

void TestJournalRetention::theOldestAreDeletedWhenSpaceRunsOut()
{
    const auto first = change(7);
    const auto second = change(8);
    const auto third = change(9);
    const qint64 room = QFileInfo(m_fixture->journal(second)).size()
        + QFileInfo(m_fixture->journal(third)).size();
    QCOMPARE(left({.bytes = room}), (QList<QUuid>{third.id, second.id}));
    QVERIFY(!QFile::exists(m_fixture->journal(first)));
}

void TestJournalRetention::undosAreKeptLongerThanWhatTheyUndid()
{
    const auto spec = change(9);
    const auto undoing = undoOf(m_fixture->record(spec));
    QVERIFY(undoing);
    QCOMPARE(m_fixture->run(*undoing).totals.changed, 30);
    age(*undoing, 60);
    QCOMPARE(left().size(), 2);
    age(spec, 40);
    QCOMPARE(left(), QList<QUuid>()); // both, in one go
}

void TestJournalRetention::unfinishedOnesAndHoldsAreKept()
{
    const auto unfinished = m_fixture->beginAndStop(
        m_fixture->byFilter({.kind = OperationKind::Change, .priority = 9}));
    const auto held = m_fixture->byFilter(holdChange(timestamp(QDateTime::currentDateTimeUtc())),
                                          holdFilter({HoldKind::Task, u"a"_s}));
    QCOMPARE(m_fixture->run(held).state, OperationState::Finished);
    age(unfinished, 100);
    age(held, 100);
    QCOMPARE(left({.bytes = 0}).size(), 2);
    // Given back, it can go.
    QCOMPARE(m_fixture->run(*undoOf(m_fixture->record(held))).state, OperationState::Finished);
    age(held, 100);
    QCOMPARE(left({.bytes = 0}), QList<QUuid>{unfinished.id});
}

void TestJournalRetention::journalInUseIsKept()
{
    const auto spec = change(9);
    age(spec, 100);
    {
        const auto held = OperationJournal::reopen(m_fixture->journal(spec));
        QVERIFY(held);
        QVERIFY(!deleteJournal(m_fixture->journal(spec)));
        QCOMPARE(left(), QList<QUuid>{spec.id});
    }
    QVERIFY(deleteJournal(m_fixture->journal(spec)));
    QVERIFY(deleteJournal(m_fixture->journal(spec))); // somebody else did
}

} // namespace yardmaster::test

YARDMASTER_TEST(yardmaster::test::TestJournalRetention)
#include "tst_journalretention.moc"
