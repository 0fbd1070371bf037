#include "tests/support/testprogram.h"

#include "worker/runner/outcomerules.h"
#include "worker/runner/runadds.h"

#include <QRegularExpression>
#include <QTest>

#include <chrono>
#include <thread>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

Q_DECLARE_METATYPE(yardmaster::TaskOutcome)

/// What has to be written before the result of a run is.
class TestRunAdds : public QObject
{
    Q_OBJECT

    const DbError m_lost{DbError::Kind::ConnectionLost, {}, u"lost"_s};
    const DbError m_invalid{DbError::Kind::InvalidInput, {}, u"invalid"_s};

private slots:
    void aRunThatAddsNothingDoesNotWait()
    {
        RunAdds adds;
        adds.begin(2);
        QVERIFY(!adds.has(1));
        QVERIFY(!adds.waitUntilWritten(1));
        bool isWritten = false;
        adds.whenWritten(1, [&](const auto &) { isWritten = true; });
        QVERIFY(isWritten);
    }

    void aRunWaitsForAllItHasAdded()
    {
        RunAdds adds;
        adds.begin(1);
        adds.begin(1);
        int written = 0;
        adds.whenWritten(1, [&](const std::optional<DbError> &trouble) {
            QVERIFY(!trouble);
            ++written;
        });
        adds.end(1, nullptr);
        QVERIFY(adds.has(1));
        QCOMPARE(written, 0);
        adds.end(1, nullptr);
        QVERIFY(!adds.has(1));
        QCOMPARE(written, 1);
    }

    void aThreadCanWait()
    {
        RunAdds adds;
        adds.begin(1);
        std::optional<DbError> trouble;
        std::jthread waiting([&] { trouble = adds.waitUntilWritten(1); });
        adds.end(1, nullptr);
        waiting.join();
        QVERIFY(!trouble);
    }

    /// The handler has heard of an earlier one, or could have.
    void onlyWhatFailsMeanwhileIsTrouble()
    {
        RunAdds adds;
        for (int i = 0; i < 5; ++i)
            adds.begin(1);
        adds.end(1, &m_lost);
        QString trouble;
        adds.whenWritten(1, [&](const std::optional<DbError> &error) { trouble = error->message; });
        const DbError later{DbError::Kind::Contention, {}, u"later"_s};
        adds.end(1, &m_invalid);
        adds.end(1, &later);
        adds.end(1, &m_lost);
        QVERIFY(trouble.isEmpty());
        adds.end(1, nullptr);
        QCOMPARE(trouble, u"later"_s);
    }

    void aRunWhoseAddsAreMissingDoesAllOfItAgain_data()
    {
        const QByteArray rest = R"([{"n":2}])";
        QTest::addColumn<TaskOutcome>("outcome");
        QTest::addColumn<QString>("error");
        QTest::newRow("success") << TaskOutcome::success() << u"lost"_s;
        QTest::newRow("part of a batch")
            << TaskOutcome::failure(u"item 2"_s).withPayload(rest) << u"lost\nitem 2"_s;
        QTest::newRow("snooze with progress")
            << TaskOutcome::snooze(1s).withPayload(rest) << u"lost"_s;
    }

    void aRunWhoseAddsAreMissingDoesAllOfItAgain()
    {
        QFETCH(const TaskOutcome, outcome);
        QFETCH(const QString, error);
        const TaskOutcome after = afterAdds(outcome, m_lost);
        QCOMPARE(after.kind, TaskOutcome::Kind::Failure);
        QCOMPARE(after.error, u"It added a job that could not be written: "_s + error);
        QVERIFY(!after.payload);
        QCOMPARE(afterAdds(outcome, {}).payload, outcome.payload);
    }

    void aSnoozeThatOnlyWaitsStands()
    {
        QCOMPARE(afterAdds(TaskOutcome::snooze(1s), m_lost).kind, TaskOutcome::Kind::Snoozed);
    }

    void lateAddsAreCounted()
    {
        RunAdds adds;
        adds.begin(0);
        adds.begin(0);
        QCOMPARE(adds.late(), 2);
        QTest::ignoreMessage(QtWarningMsg,
                             "a job that a task added after it had ended is lost: lost");
        adds.end(0, &m_lost);
        adds.end(0, nullptr);
        QCOMPARE(adds.late(), 0);
    }
};

YARDMASTER_TEST(TestRunAdds)
#include "tst_runadds.moc"
