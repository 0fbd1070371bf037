#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"

#include <QTest>
#include <QThread>

#include <functional>
#include <future>
#include <memory>
#include <optional>

using namespace Qt::StringLiterals;
using namespace yardmaster;
using namespace yardmaster::test;

class SessionTest final : public QObject
{
    Q_OBJECT

private slots:
    void aSessionThatIsEndedSaysSo_data();
    void aSessionThatIsEndedSaysSo();
};

using Run = std::function<Result<Rows>(Session &)>;

void SessionTest::aSessionThatIsEndedSaysSo_data()
{
    QTest::addColumn<Run>("run");
    QTest::newRow("query") << Run([](Session &session) { return session.query("table t"); });
    QTest::newRow("prepare") << Run(
        [](Session &session) { return session.queryPrepared("new", "table t"); });
    QTest::newRow("prepared") << Run(
        [](Session &session) { return session.queryPrepared("known", "table t"); });
    QTest::newRow("sent") << Run([](Session &session) -> Result<Rows> {
        if (auto sent = session.sendPrepared("known", "table t", {}); !sent)
            return tl::make_unexpected(sent.error());
        return session.answer();
    });
}

/// While it waits for a lock: by the server's reason, not only because there is no connection.
void SessionTest::aSessionThatIsEndedSaysSo()
{
    QFETCH(const Run, run);
    const auto database = TestDatabase::createEmpty();
    database.script("create table t ()");
    const auto owner = database.session();
    std::optional<Result<Rows>> answer;
    std::promise<void> isReady;
    std::promise<void> isLocked;
    const std::unique_ptr<QThread> thread(QThread::create([&] {
        const auto session = database.session();
        const auto known = session->queryPrepared("known", "table t");
        isReady.set_value();
        isLocked.get_future().wait();
        if (known)
            answer = run(*session);
    }));
    thread->start();
    isReady.get_future().wait();
    const auto locked = owner->script("begin; lock table t");
    isLocked.set_value();
    QVERIFY(locked);
    QVERIFY(QTest::qWaitFor([&] { return database.endSessions("wait_event_type = 'Lock'") == 1; },
                            20000));
    QVERIFY(thread->wait(20000));
    QVERIFY(answer && !*answer);
    QCOMPARE(answer->error().sqlState, u"57P01"_s);
    QCOMPARE(answer->error().kind, DbError::Kind::ConnectionLost);
}

YARDMASTER_TEST(SessionTest)
#include "tst_session.moc"
