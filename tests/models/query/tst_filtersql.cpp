#include "models/query/filterkeys.h"
#include "models/query/filterparser.h"
#include "models/query/filtersql.h"
#include "tests/bench/jobmix.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include <yardmaster/timestamp.h>

#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using yardmaster::test::TestDatabase;

namespace {

constexpr qint64 kMixed = 50000;

FilterContext context()
{
    FilterContext result;
    result.schema = u"graphile_worker"_s;
    result.forbiddenFlags = {QString(bench::kForbiddenFlag)};
    result.zone = QTimeZone("Europe/Berlin");
    // Two statements of one comparison must mean the same moment.
    static const Timestamp start = timestamp(QDateTime::currentDateTimeUtc().addSecs(1));
    result.now = start;
    return result;
}

} // namespace

/// The meaning of every term, on a real server.
class TestFilterSql : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void statesPartitionAllJobs();
    void negationIsTheRest_data();
    void negationIsTheRest();
    void termsFindTheRightJobs_data();
    void termsFindTheRightJobs();
    void nothingTypedBecomesSql();
    void hostilePayloadsEndNoSearch();
    void badPatternIsAnErrorOfTheServer();
    void nowCanBeFrozen();

private:
    /// Runs `select <what> … where <filter>` and returns the first value as text.
    QString ask(const QByteArray &what, const QString &filter, const QByteArray &more = {});
    /// The keys of the jobs found, sorted.
    QString keys(const QString &filter)
    {
        return ask("coalesce(string_agg(jobs.key, ' ' order by jobs.key), '')", filter,
                   " and jobs.key like 't:%'");
    }

    std::unique_ptr<TestDatabase> m_database;
    std::unique_ptr<Session> m_session;
};

QString TestFilterSql::ask(const QByteArray &what, const QString &text, const QByteArray &more)
{
    const ParsedFilter parsed = parseFilter(text);
    if (!parsed.isValid())
        qFatal("%s: %s", qUtf8Printable(text), qUtf8Printable(parsed.errors.first().message));
    Params params;
    FilterSql sql(context(), &params);
    const QByteArray where = sql.condition(parsed.filter);
    const auto rows = m_session->query(
        "select " + what + " from graphile_worker._private_jobs as jobs where " + where + more,
        params);
    if (!rows)
        qFatal("%s: %s", qUtf8Printable(text), qUtf8Printable(rows.error().message));
    return rows->text(0, 0);
}

void TestFilterSql::initTestCase()
{
    m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
    m_session = m_database->session();
    const auto filled = bench::fillJobMix(*m_session, u"graphile_worker"_s, kMixed);
    QVERIFY2(filled, filled ? "" : qUtf8Printable(filled.error().message));
    // A few that are known by name. The mix has nothing with these tasks or keys.
    m_database->script(R"sql(
        select graphile_worker.add_job('send_email', job_key := 't:mail', queue_name := 'a,b',
            payload := '{"user":{"id":42},"tags":["vip","eu"],"amount":10.5,"s":"","n":null}');
        select graphile_worker.add_job('send%sms', job_key := 't:sms', flags := array['beta', 'x y'],
            payload := '{"user":{"id":"42"},"amount":"9e1"}', priority := -7, max_attempts := 3);
        select graphile_worker.add_job('sendXsms', job_key := 't:odd_key',
            payload := '{"amount":"1e999999999999"}', run_at := '2026-10-31T23:30:00Z');
        select graphile_worker.add_job('send sms', job_key := 't:odd%key', queue_name := 'it''s',
            payload := '[{"a b":{"c.d":1}}]', run_at := 'infinity');
        update graphile_worker._private_jobs set last_error = E'50% of \\d "x"\nTimeout' where key = 't:sms';
        update graphile_worker._private_jobs set attempts = 4, max_attempts = 4,
            last_error = 'connect REFUSED' where key = 't:odd_key';
        update graphile_worker._private_jobs set locked_at = now() - interval '1 minute',
            locked_by = 'box-1', attempts = 1 where key = 't:mail';
        -- A queue whose row is gone: no worker can take this.
        select graphile_worker.add_job('lost', job_key := 't:lost', queue_name := 'gone');
        delete from graphile_worker._private_job_queues where queue_name = 'gone';)sql");
}

void TestFilterSql::cleanupTestCase()
{
    m_session.reset();
    m_database.reset();
}

void TestFilterSql::statesPartitionAllJobs()
{
    Params params;
    FilterSql sql(context(), &params);
    QByteArrayList counts;
    QByteArrayList holds;
    for (const FilterState &state : filterStates()) {
        const QByteArray condition = sql.stateCondition(state.state);
        holds << '(' + condition + ")::int";
        counts << "count(*) filter (where " + condition + " and (" + sql.stateNumber()
                + ") = " + QByteArray::number(int(state.state)) + ')';
    }
    const auto rows
        = m_session->query("select count(*) filter (where " + holds.join('+') + " = 1), "
                               + counts.join(',') + " from graphile_worker._private_jobs as jobs",
                           params);
    QVERIFY2(rows, rows ? "" : qUtf8Printable(rows.error().message));
    QCOMPARE(rows->int64(0, 0), kMixed + 5); // every job is in exactly one
    qint64 sum = 0;
    for (int i = 1; i <= counts.size(); ++i) {
        QVERIFY2(rows->int64(0, i) > 0, counts.at(i - 1).constData());
        sum += rows->int64(0, i);
    }
    QCOMPARE(sum, kMixed + 5); // and the number says the same
    QCOMPARE(keys(u"state:blocked"_s), u"t:lost"_s);
}

void TestFilterSql::negationIsTheRest_data()
{
    QTest::addColumn<QString>("term");
    for (const FilterKeyInfo &info : filterKeys())
        QTest::newRow(info.name.data()) << QString::fromLatin1(info.example);
    for (const char *term : {"queue:\"\"",
                             "queue:mix-*,\"\"",
                             "queue~free",
                             "task:mix_1,mix_2*",
                             "flag:b*",
                             "flag~b",
                             "flag:\"\"",
                             "locked:\"\"",
                             "locked>=now-1h",
                             "error:refused,timedout",
                             "error:\"\"",
                             "error=x",
                             "payload.user.id>500",
                             "payload.tags.0:v*,x",
                             "payload:vip",
                             "payload~v.p",
                             "payload.none:\"\"",
                             "payload.n=null",
                             "payload.n:null,x*,\"\"",
                             "key:\"\"",
                             "attempts:0,3,7..9,20..",
                             "run:today",
                             "run:2026-01-01..now",
                             "created<=yesterday",
                             "updated:..tomorrow",
                             "locked-by:\"\"",
                             "state:ready,failed,stuck",
                             "id:1,2,3..9"})
        QTest::newRow(term) << QString::fromLatin1(term);
}

void TestFilterSql::negationIsTheRest()
{
    QFETCH(QString, term);
    const qint64 all = ask("count(*)", {}).toLongLong();
    const qint64 with = ask("count(*)", term).toLongLong();
    const qint64 without = ask("count(*)", u'-' + term).toLongLong();
    QCOMPARE(with + without, all);
}

void TestFilterSql::termsFindTheRightJobs_data()
{
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QString>("found");
    const auto row = [](const QString &filter, const QString &found) {
        QTest::newRow(qUtf8Printable(filter)) << filter << found;
    };
    row(u"task:send_email"_s, u"t:mail"_s);
    row(u"task:send*sms"_s, u"t:odd%key t:odd_key t:sms"_s);
    row(u"task:send%*"_s, u"t:sms"_s);
    row(u"task=\"send sms\""_s, u"t:odd%key"_s);
    row(u"task~^send.sms$"_s, u"t:odd%key t:odd_key t:sms"_s);
    row(u"key:t:odd_*"_s, u"t:odd_key"_s);
    row(u"key:t:mail,t:sms,none"_s, u"t:mail t:sms"_s);
    row(u"queue:\"a,b\""_s, u"t:mail"_s);
    row(u"queue:\"it's\""_s, u"t:odd%key"_s);
    row(u"queue:\"\""_s, u"t:odd_key t:sms"_s);
    row(u"flag:beta"_s, u"t:sms"_s);
    row(u"flag:x*"_s, u"t:sms"_s);
    row(u"-flag:beta -task:lost"_s, u"t:mail t:odd%key t:odd_key"_s);
    row(u"error:\"50% of\""_s, u"t:sms"_s);
    row(u"error:refused,TIMEOUT"_s, u"t:odd_key t:sms"_s);
    row(u"error~\"\\\\\\\\d\""_s, u"t:sms"_s);
    row(u"error~REFUSED|nothing"_s, u"t:odd_key"_s);
    row(u"priority<0"_s, u"t:sms"_s);
    row(u"priority:-9..-7"_s, u"t:sms"_s);
    row(u"max-attempts:3,4"_s, u"t:odd_key t:sms"_s);
    row(u"attempts>=4 state:failed"_s, u"t:odd_key"_s);
    row(u"state:running"_s, u"t:mail"_s);
    row(u"state:scheduled"_s, u"t:odd%key"_s);
    row(u"locked-by:box-*"_s, u"t:mail"_s);
    row(u"locked>now-1h"_s, u"t:mail"_s);
    row(u"payload.user.id=42"_s, u"t:mail t:sms"_s);
    row(u"payload.user.id:4*"_s, u"t:mail t:sms"_s);
    row(u"payload.tags~vip"_s, u"t:mail"_s);
    row(u"payload.tags.1=eu"_s, u"t:mail"_s);
    row(u"payload.amount>=90"_s, u"t:sms"_s);
    row(u"payload.amount<10.6"_s, u"t:mail"_s);
    row(u"payload.0.\"a b\".\"c.d\"=1"_s, u"t:odd%key"_s);
    row(u"payload.s:\"\" task:send_email"_s, u"t:mail"_s);
    row(u"payload.n:\"\" -payload.user:\"\""_s, u"t:mail t:sms"_s);
    row(u"payload.n:null"_s, u"t:mail"_s);
    row(u"payload.n:x,null"_s, u"t:mail"_s);
    row(u"payload.n:\"\" -payload.n:null task:send*"_s, u"t:odd%key t:odd_key t:sms"_s);
    row(u"payload.n~null"_s, u""_s); // patterns look at texts
    row(u"payload.s:null"_s, u""_s);
    row(u"payload:\"VIP\""_s, u"t:mail"_s);
    // 23:30 UTC on the last of October is the first of November in Berlin.
    row(u"run:2026-11-01"_s, u"t:odd_key"_s);
    row(u"run:2026-10-31"_s, u""_s);
    row(u"run:2026-10-31T00:00Z..2026-10-31T23:30Z"_s, u"t:odd_key"_s);
    row(u"run>2026-10-31 run<=2026-11-01 task:send*"_s, u"t:odd_key"_s);
    row(u"run>now+1000w"_s, u"t:odd%key"_s);
    row(u"created>now-1d updated<now+1s task:sendXsms"_s, u"t:odd_key"_s);
}

void TestFilterSql::termsFindTheRightJobs()
{
    QFETCH(QString, filter);
    QFETCH(QString, found);
    QCOMPARE(keys(filter), found);
}

void TestFilterSql::nothingTypedBecomesSql()
{
    for (const QString &attack :
         {u"'; drop table graphile_worker._private_jobs; --"_s, u"' or '1'='1"_s, u"$1"_s, u"\\'"_s,
          u":\"schema\""_s, u"%' or true --"_s, u"{a,b}"_s, u"NULL"_s}) {
        for (const FilterKey key : {FilterKey::Task, FilterKey::Queue, FilterKey::Key,
                                    FilterKey::Flag, FilterKey::LockedBy, FilterKey::Error}) {
            FilterTerm term{false, key, {}, FilterOperator::Is, {FilterValue::exactly(attack)}, {}};
            QCOMPARE(ask("count(*)", term.text()), u"0"_s);
            term.values.first().pieces << attack; // with a wildcard
            QCOMPARE(ask("count(*)", term.text()), u"0"_s);
        }
        const FilterTerm place{false,
                               FilterKey::Payload,
                               {attack},
                               FilterOperator::Equals,
                               {FilterValue::exactly(attack)},
                               {}};
        QCOMPARE(ask("count(*)", place.text()), u"0"_s);
        // Nothing of it is in the statement's text.
        Params params;
        FilterSql sql(context(), &params);
        const QByteArray text = sql.condition(place);
        QVERIFY(!text.contains("drop table") && !text.contains("'1'='1"));
    }
    QCOMPARE(ask("count(*)", {}).toLongLong(), kMixed + 5);
}

void TestFilterSql::hostilePayloadsEndNoSearch()
{
    m_database->script(R"sql(
        insert into graphile_worker._private_jobs (task_id, key, payload)
        select 1, 't:hostile-' || n, payload::json
        from unnest(array['{"x":"\u0000"}', '{"x":"\ud800"}', '{"x":"\udc00a"}',
            '{"x":"\ud83d\ude00"}', '{"x":"caf\u00e9"}', '[]', '3', 'null']) with ordinality as p (payload, n);)sql");
    QCOMPARE(keys(u"payload.x:caf\u00e9"_s), u"t:hostile-5"_s);
    QCOMPARE(keys(u"payload.x:\U0001f600"_s), u"t:hostile-4"_s);
    QCOMPARE(keys(u"payload.x>0"_s), u""_s);
    QCOMPARE(keys(u"payload.x:null"_s), u""_s);
    m_database->script("delete from graphile_worker._private_jobs where key like 't:hostile-%';");
}

void TestFilterSql::badPatternIsAnErrorOfTheServer()
{
    Params params;
    FilterSql sql(context(), &params);
    const QByteArray where = sql.condition(parseFilter(u"error~\"(\"").filter);
    const auto rows = m_session->query(
        "select count(*) from graphile_worker._private_jobs as jobs where " + where, params);
    QVERIFY(!rows);
    QCOMPARE(rows.error().kind, DbError::Kind::InvalidInput);
    QCOMPARE(rows.error().sqlState, u"2201B"_s);
}

void TestFilterSql::nowCanBeFrozen()
{
    FilterContext frozen = context();
    frozen.now = timestamp(QDateTime(QDate(2020, 1, 1), QTime(0, 0), kUtc));
    Params params;
    FilterSql sql(frozen, &params);
    const QByteArray where = sql.condition(parseFilter(u"state:ready").filter);
    const auto rows = m_session->query(
        "select count(*) from graphile_worker._private_jobs as jobs where " + where, params);
    QVERIFY2(rows, rows ? "" : qUtf8Printable(rows.error().message));
    QCOMPARE(rows->int64(0, 0), 0); // nothing was due then
}

YARDMASTER_TEST(TestFilterSql)
#include "tst_filtersql.moc"
