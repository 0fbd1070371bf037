#include "models/live/noticelistenerthread.h"

#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace { } // namespace

/// Notifications of a real database, as the live view receives them.
class TestNoticeListenerThread : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void announcementsArrive();
    void otherQueuesAreNamed();
    void lostConnectionIsReopened();
    void unreachableServerIsReported();
    void undeliveredNotificationsAreReported();
    void canBeDeletedWhileConnecting();

private:
    static bool says(LiveFeed *feed, LiveKind kind, const QString &text)
    {
        static std::deque<LiveLine> heard;
        static LiveFeed *whose = nullptr;
        if (std::exchange(whose, feed) != feed)
            heard.clear();
        for (LiveLine &line : feed->take(LiveDetail::Events, 1000000).lines)
            heard.push_back(std::move(line));
        return std::any_of(heard.begin(), heard.end(), [&](const LiveLine &line) {
            return line.kind == kind && line.source == LiveSource::Database
                && line.message.contains(text);
        });
    }
};

void TestNoticeListenerThread::announcementsArrive()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const auto feed = std::make_shared<LiveFeed>();
    NoticeListenerThread listener(database.settings(), u"graphile_worker"_s, feed);
    QCOMPARE(listener.state(), ListenState::Off);
    listener.start();
    QTRY_COMPARE_WITH_TIMEOUT(listener.state(), ListenState::Listening, kPatience);
    QVERIFY(listener.others().isEmpty());
    database.script("select graphile_worker.add_job('hello')");
    QTRY_VERIFY_WITH_TIMEOUT(says(feed.get(), LiveKind::Added, u"jobs added: 1"_s), kPatience);
    database.script("select * from graphile_worker.add_jobs(array(select "
                    "json_populate_record(null::graphile_worker.job_spec, "
                    "'{\"identifier\":\"hello\"}') from generate_series(1, 12)))");
    QTRY_VERIFY_WITH_TIMEOUT(says(feed.get(), LiveKind::Added, u"jobs added: 12"_s), kPatience);
    database.script("notify \"worker:migrate\", '{\"migrationNumber\":21,\"breaking\":true}'");
    QTRY_VERIFY_WITH_TIMEOUT(says(feed.get(), LiveKind::Migrated, u"revision 21"_s), kPatience);
}

void TestNoticeListenerThread::otherQueuesAreNamed()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("create schema other; create table other._private_jobs (id bigint)");
    NoticeListenerThread listener(database.settings(), u"graphile_worker"_s,
                                  std::make_shared<LiveFeed>());
    listener.start();
    QTRY_COMPARE_WITH_TIMEOUT(listener.others(), QStringList{u"other"_s}, kPatience);
}

void TestNoticeListenerThread::lostConnectionIsReopened()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const auto feed = std::make_shared<LiveFeed>();
    NoticeListenerThread listener(database.settings(), u"graphile_worker"_s, feed);
    listener.start();
    QTRY_COMPARE_WITH_TIMEOUT(listener.state(), ListenState::Listening, kPatience);
    database.script("select pg_terminate_backend(pid) from pg_stat_activity "
                    "where datname = current_database() and application_name like '%live%'");
    QTRY_VERIFY_WITH_TIMEOUT(says(feed.get(), LiveKind::Trouble, u"not listening"_s), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(says(feed.get(), LiveKind::Recovered, u"listening again"_s),
                             kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(listener.state(), ListenState::Listening, kPatience);
    database.script("select graphile_worker.add_job('hello')");
    QTRY_VERIFY_WITH_TIMEOUT(says(feed.get(), LiveKind::Added, u"jobs added: 1"_s), kPatience);
}

void TestNoticeListenerThread::unreachableServerIsReported()
{
    ConnectionSettings nowhere;
    nowhere.set(u"host"_s, u"/nonexistent"_s);
    const auto feed = std::make_shared<LiveFeed>();
    NoticeListenerThread listener(nowhere, u"graphile_worker"_s, feed);
    listener.start();
    QTRY_COMPARE_WITH_TIMEOUT(listener.state(), ListenState::Failed, kPatience);
    QVERIFY(!listener.error().message.isEmpty());
    QVERIFY(says(feed.get(), LiveKind::Trouble, u"not listening"_s));
}

void TestNoticeListenerThread::undeliveredNotificationsAreReported()
{
    // With no time to wait, every notification is late: the hint then appears, and disappears.
    const TestDatabase database = TestDatabase::createMigrated();
    const auto feed = std::make_shared<LiveFeed>();
    NoticeListenerThread listener(database.settings(), u"graphile_worker"_s, feed, 0ms);
    bool wasUndelivered = false;
    connect(&listener, &NoticeListenerThread::changed, &listener, [&] {
        wasUndelivered = wasUndelivered || listener.state() == ListenState::Undelivered;
    });
    listener.start();
    QTRY_COMPARE_WITH_TIMEOUT(listener.state(), ListenState::Listening, kPatience);
    QCOMPARE(wasUndelivered, says(feed.get(), LiveKind::Trouble, u"do not arrive"_s));
}

void TestNoticeListenerThread::canBeDeletedWhileConnecting()
{
    const TestDatabase database = TestDatabase::createMigrated();
    for (int i = 0; i < 5; ++i) {
        NoticeListenerThread listener(database.settings(), u"graphile_worker"_s,
                                      std::make_shared<LiveFeed>());
        if (i > 0)
            listener.start();
    }
    QTRY_COMPARE_WITH_TIMEOUT(
        database.scalar("select count(*) from pg_stat_activity where datname = "
                        "current_database() and application_name like '%live%'"),
        u"0"_s, kPatience);
}

YARDMASTER_TEST(TestNoticeListenerThread)
#include "tst_noticelistenerthread.moc"
