#include "models/query/supportingindexes.h"
#include "tests/models/jobs/jobsfixture.h"
#include "tests/support/testprogram.h"
#include <yardmaster/timestamp.h>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 kJobs = 50000;

QList<qint64> idsOf(const QList<JobRow> &rows)
{
    QList<qint64> ids;
    for (const JobRow &row : rows)
        ids << row.id;
    return ids;
}

/// Every node of a plan, outermost first.
QList<QJsonObject> nodes(const QJsonObject &plan)
{
    QList<QJsonObject> all{plan};
    for (const QJsonValue &inner : plan.value("Plans"_L1).toArray())
        all << nodes(inner.toObject());
    return all;
}

/// @param plan  as JSON.
QList<QJsonObject> nodesOf(const QByteArray &plan)
{
    const QJsonValue root = QJsonDocument::fromJson(plan).array().at(0);
    return nodes(root.toObject().value("Plan"_L1).toObject());
}

} // namespace

/// Long because pages, sweeps, jumps and counts are compared with each other on the same jobs.
class TestJobReads : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void pagesMeetWithoutGapOrOverlap_data();
    void pagesMeetWithoutGapOrOverlap();
    void sweepsFindTheSame_data();
    void sweepsFindTheSame();
    void sweepsReportEachPartOfTheTable();
    void sweepsAreForCheapFilters();
    void rowsSayWhatTheTableSays();
    void searchStopsAtItsBudgetAndResumes();
    void searchReportsProgressAndCanBeCancelled();
    void refreshReportsWhatHappenedToRows();
    void countsAreCappedOrExact();
    void jumpsFindTheirPlace();
    void badPatternNamesTheTerm();
    void nothingIsWritten();
    void pagesAreReadAlongAnIndex_data();
    void pagesAreReadAlongAnIndex();
    void onlyListedRowsAreReadWhereTheIndexTells_data();
    void onlyListedRowsAreReadWhereTheIndexTells();
    void supportingIndexesComeAndGo();

private:
    QByteArray planOf(const BoundSql &sql);
    QList<qint64> expected(const JobQuery &query, const FilterContext &context = mixContext());
    JobPage page(const JobPageRequest &request)
    {
        return valueOf(m_reads->page(*m_session, request, nullptr));
    }

    std::unique_ptr<TestDatabase> m_database;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<JobReads> m_reads;
};

void TestJobReads::initTestCase()
{
    m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
    fillMix(*m_database, kJobs);
    // Ties in everything but the id, and an end of time.
    m_database->script(
        "select graphile_worker.add_job('tie', priority := 3, run_at := '2020-01-01')"
        "from generate_series(1, 500);"
        "select graphile_worker.add_job('never', run_at := 'infinity');");
    m_database->script("vacuum analyze graphile_worker._private_jobs");
    m_session = m_database->session();
    m_reads = std::make_unique<JobReads>(mixContext());
}

void TestJobReads::cleanupTestCase()
{
    m_reads.reset();
    m_session.reset();
    m_database.reset();
}

/// What the server says of running it along an index.
QByteArray TestJobReads::planOf(const BoundSql &sql)
{
    valueOf(m_session->query("begin"));
    valueOf(m_session->query("set local enable_seqscan = off"));
    valueOf(m_session->query("set local enable_bitmapscan = off"));
    const Rows plan
        = valueOf(m_session->query("explain (analyze, format json) " + sql.text, sql.params));
    valueOf(m_session->query("rollback"));
    return plan.bytes(0, 0).toByteArray();
}

/// All ids, by a plain statement.
QList<qint64> TestJobReads::expected(const JobQuery &query, const FilterContext &context)
{
    Params params;
    FilterSql sql(context, &params);
    QByteArray text = "select id from graphile_worker._private_jobs as jobs where "
        + sql.condition(query.filter);
    if (query.order == JobOrder::Pickup)
        text += " and is_available order by priority, run_at, id";
    else
        text += query.order == JobOrder::NewestFirst ? " order by id desc" : " order by id";
    const Rows rows = valueOf(m_session->query(text, params));
    QList<qint64> ids;
    for (int row = 0; row < rows.count(); ++row)
        ids << rows.int64(row, 0);
    return ids;
}

void TestJobReads::pagesMeetWithoutGapOrOverlap_data()
{
    QTest::addColumn<QString>("filter");
    QTest::addColumn<int>("order");
    QTest::addColumn<bool>("hasFlags");
    const auto row = [](const char *filter, JobOrder order, bool hasFlags = true) {
        QTest::addRow("%s %d%s", filter, int(order), hasFlags ? "" : " no flags")
            << QString::fromUtf8(filter) << int(order) << hasFlags;
    };
    for (const JobOrder order : {JobOrder::NewestFirst, JobOrder::OldestFirst, JobOrder::Pickup})
        row("", order);
    row("state:failed", JobOrder::NewestFirst);
    row("state:running,stuck", JobOrder::OldestFirst);
    row("state:scheduled", JobOrder::Pickup);
    row("state:ready", JobOrder::Pickup);
    row("state:blocked,forbidden", JobOrder::Pickup);
    row("state:ready,retrying task:mix_1", JobOrder::Pickup);
    row("task:tie", JobOrder::Pickup);
    row("id:100..4000 task:mix_3", JobOrder::NewestFirst);
    row("error:timedout attempts>3", JobOrder::NewestFirst);
    row("task:nosuch", JobOrder::NewestFirst);
    for (const char *filter : {"state:blocked", "state:ready", "state:blocked,ready task:mix_1",
                               "state:ready queue:mix-free-*,mix-held", "state:blocked -priority:0",
                               "state:ready -queue:mix-free-1 run<now-1h", "task:tie,mix_2"})
        row(filter, JobOrder::Pickup, false);
}

void TestJobReads::pagesMeetWithoutGapOrOverlap()
{
    QFETCH(QString, filter);
    QFETCH(int, order);
    QFETCH(bool, hasFlags);
    FilterContext context = mixContext();
    // Or a job passes the border of "run<now-1h" from one reading to the next.
    context.now = timestamp(QDateTime::currentDateTimeUtc());
    if (!hasFlags)
        context.forbiddenFlags.clear();
    JobReads reads(context);
    const auto page = [&](const JobPageRequest &wish) {
        return valueOf(reads.page(*m_session, wish, nullptr));
    };
    JobPageRequest request;
    request.query = mixQuery(filter, JobOrder(order));
    request.limit = 777;
    const QList<qint64> wanted = expected(request.query, context);

    QList<qint64> forward;
    for (bool isEnd = false; !isEnd;) {
        const JobPage got = page(request);
        QVERIFY(!got.stoppedAt);
        forward << idsOf(got.rows);
        isEnd = got.isEnd;
        QVERIFY(isEnd || got.rows.size() == request.limit);
        if (!got.rows.isEmpty())
            request.after = positionOf(got.rows.last());
    }
    QCOMPARE(forward, wanted);

    request.after.reset();
    request.direction = PageDirection::Backward;
    QList<qint64> backward;
    for (bool isEnd = false; !isEnd;) {
        const JobPage got = page(request);
        backward = idsOf(got.rows) + backward;
        isEnd = got.isEnd;
        if (!got.rows.isEmpty())
            request.after = positionOf(got.rows.first());
    }
    QCOMPARE(backward, wanted);
}

void TestJobReads::sweepsFindTheSame_data()
{
    QTest::addColumn<QString>("filter");
    QTest::addColumn<int>("order");
    for (const JobOrder order : {JobOrder::NewestFirst, JobOrder::OldestFirst}) {
        for (const char *filter : {"state:stuck", "state:running,stuck", "state:retrying",
                                   "state:failed task:mix_3 attempts>3"})
            QTest::addRow("%s %d", filter, int(order)) << QString::fromUtf8(filter) << int(order);
    }
}

/// Page by page, in both directions; the table is read in many parts, each of which has rows of the
/// page.
void TestJobReads::sweepsFindTheSame()
{
    QFETCH(QString, filter);
    QFETCH(int, order);
    JobPageRequest request;
    request.query = mixQuery(filter, JobOrder(order));
    request.limit = 150;
    request.sweptBlocks = 64;
    request.rowBudget = 1; // which a sweep does not need
    request.isSweep = true;
    const QList<qint64> wanted = expected(request.query);
    QVERIFY(!wanted.isEmpty());
    for (const PageDirection direction : {PageDirection::Forward, PageDirection::Backward}) {
        request.direction = direction;
        request.after.reset();
        QList<qint64> found;
        for (bool isEnd = false; !isEnd;) {
            const JobPage got = page(request);
            QVERIFY(!got.stoppedAt);
            isEnd = got.isEnd;
            if (direction == PageDirection::Forward)
                found << idsOf(got.rows);
            else
                found = idsOf(got.rows) + found;
            if (!got.rows.isEmpty())
                request.after = positionOf(direction == PageDirection::Forward ? got.rows.last()
                                                                               : got.rows.first());
        }
        QCOMPARE(found, wanted);
    }
}

void TestJobReads::sweepsReportEachPartOfTheTable()
{
    JobPageRequest request;
    request.query = mixQuery(u"state:stuck"_s);
    request.isSweep = true;
    request.sweptBlocks = 64;
    const qint64 blocks
        = valueOf(m_session->query("select pg_relation_size('graphile_worker._private_jobs')"
                                   " / current_setting('block_size')::bigint"))
              .int64(0, 0);
    QVERIFY(blocks > 5 * request.sweptBlocks);
    ReadControl control;
    QList<qint64> looked;
    connect(&control, &ReadControl::progressed, this,
            [&looked](qint64 rows, qint64, int) { looked << rows; });
    QVERIFY(m_reads->page(*m_session, request, &control));
    const bool isInParts = m_session->serverVersion() >= 140000;
    QCOMPARE(looked.size(),
             isInParts ? (blocks + request.sweptBlocks - 1) / request.sweptBlocks : 1);
    QVERIFY(std::ranges::is_sorted(looked));
}

void TestJobReads::sweepsAreForCheapFilters()
{
    const auto canSweep = [](const char *filter, JobOrder order = JobOrder::NewestFirst) {
        return JobStatements(mixContext(), mixQuery(QString::fromUtf8(filter), order), 0)
            .canSweep();
    };
    QVERIFY(canSweep("state:failed"));
    QVERIFY(canSweep("state:stuck task:mix_1"));
    QVERIFY(!canSweep("state:scheduled", JobOrder::Pickup)); // an index leads to those
    QVERIFY(!canSweep("state:failed id<100"));
    QVERIFY(!canSweep("state:failed error:timeout"));
    QVERIFY(!canSweep("state:failed task~\"mix\""));
    QVERIFY(!canSweep("task:mix_1"));
}

void TestJobReads::rowsSayWhatTheTableSays()
{
    m_database->script(
        "select graphile_worker.add_job('shown', queue_name := 'q 1', job_key := 'shown-key',"
        " priority := -4, run_at := '2030-01-02 03:04:05.678901Z', max_attempts := 7,"
        " flags := array['f']);"
        "update graphile_worker._private_jobs set attempts = 2, last_error = repeat('e', 100000)"
        " where key = 'shown-key';");
    JobPageRequest request;
    request.query = mixQuery(u"key:shown-key"_s);
    const JobPage got = page(request);
    QCOMPARE(got.rows.size(), 1);
    const JobRow &row = got.rows.first();
    QCOMPARE(row.task, u"shown"_s);
    QCOMPARE(row.queue, u"q 1"_s);
    QCOMPARE(row.key, u"shown-key"_s);
    QCOMPARE(row.priority, -4);
    QCOMPARE(row.state, JobState::Retrying);
    QCOMPARE(row.attempts, 2);
    QCOMPARE(row.maxAttempts, 7);
    QCOMPARE(row.error.size(), kErrorPreview);
    QCOMPARE(row.flags, u"{\"f\": true}"_s);
    QCOMPARE(row.runAt.time_since_epoch().count(), 1893553445678901);
    QVERIFY(!row.lockedAt);
    m_database->script("delete from graphile_worker._private_jobs where key = 'shown-key';");
}

void TestJobReads::searchStopsAtItsBudgetAndResumes()
{
    JobPageRequest request;
    request.query = mixQuery(u"locked-by:web-*"_s);
    request.rowBudget = 10000;
    const QList<qint64> wanted = expected(request.query);
    QVERIFY(!wanted.isEmpty());
    QList<qint64> found;
    int stops = 0;
    for (bool isEnd = false; !isEnd;) {
        const JobPage got = page(request);
        found << idsOf(got.rows);
        isEnd = got.isEnd;
        if (got.stoppedAt) {
            ++stops;
            QVERIFY(got.rowsLooked >= request.rowBudget);
            request.after = got.stoppedAt;
        }
    }
    QCOMPARE(found, wanted);
    QVERIFY(stops >= 2);
}

void TestJobReads::searchReportsProgressAndCanBeCancelled()
{
    JobPageRequest request;
    request.query = mixQuery(u"task:nosuch"_s);
    ReadControl control;
    QList<qint64> looked;
    qint64 total = 0;
    connect(&control, &ReadControl::progressed, this, [&](qint64 rows, qint64 all, int found) {
        QCOMPARE(found, 0);
        looked << rows;
        total = all;
        if (looked.size() == 2)
            control.cancel();
    });
    const auto got = m_reads->page(*m_session, request, &control);
    QVERIFY(!got);
    QCOMPARE(got.error().kind, DbError::Kind::Cancelled);
    QCOMPARE(looked.size(), 2);
    QVERIFY(looked.first() < looked.last());
    QVERIFY(total > kJobs / 2 && total < kJobs * 2);
    // The session is in good order afterwards.
    QVERIFY(!m_session->isInTransaction());
    QVERIFY(!page({mixQuery(u""_s)}).rows.isEmpty());
}

void TestJobReads::refreshReportsWhatHappenedToRows()
{
    m_database->script("select graphile_worker.add_job('fleeting', job_key := 'fleet-' || n)"
                       "from generate_series(1, 3) as n;");
    JobPageRequest request;
    request.query = mixQuery(u"task:fleeting state:ready"_s, JobOrder::NewestFirst);
    const QList<qint64> ids = idsOf(page(request).rows); // newest first: fleet-3, 2, 1
    QCOMPARE(ids.size(), 3);
    const qint64 highest = valueOf(m_reads->highestId(*m_session, nullptr));
    QCOMPARE(highest, ids.first());
    m_database->script("select graphile_worker.remove_job('fleet-1');"
                       "update graphile_worker._private_jobs set run_at = now() + interval '1 hour'"
                       " where key = 'fleet-2';"
                       "select graphile_worker.add_job('fleeting') from generate_series(1, 4);"
                       "select graphile_worker.add_job('other');");
    const JobRefresh refresh
        = valueOf(m_reads->refresh(*m_session, request.query, ids, highest, nullptr));
    QCOMPARE(refresh.rows.size(), 2);
    QVERIFY(!refresh.rows.contains(ids.at(2)));
    QCOMPARE(refresh.rows.value(ids.at(1)).state, JobState::Scheduled);
    QCOMPARE(refresh.unlisted, QSet<qint64>{ids.at(1)});
    QCOMPARE(refresh.fresh, Count{4});
    m_database->script("delete from graphile_worker._private_jobs where id > "
                       + QByteArray::number(highest - 3) + ';');
}

void TestJobReads::countsAreCappedOrExact()
{
    const qint64 failed = expected(mixQuery(u"state:failed"_s)).size();
    QCOMPARE(valueOf(m_reads->count(*m_session, mixQuery(u"state:failed"_s), {}, nullptr)),
             Count{failed});
    QCOMPARE(valueOf(m_reads->count(*m_session, mixQuery(u"state:failed"_s), 1000, nullptr)),
             (Count{1000, Count::AtLeast}));
    QCOMPARE(valueOf(m_reads->count(*m_session, mixQuery(u"task:tie"_s), 500, nullptr)),
             Count{500});
    QCOMPARE(valueOf(m_reads->count(*m_session, mixQuery(u"task:nosuch"_s), 500, nullptr)),
             Count{0});
}

void TestJobReads::jumpsFindTheirPlace()
{
    // Times that grow with the ids, as they do in life, and holes between them.
    m_database->script(
        "insert into graphile_worker._private_jobs (id, task_id, key, created_at)"
        "overriding system value select 1000000 + n * n, 1, 'jump-' || n,"
        " timestamptz '2040-01-01Z' + n * interval '1 minute' from generate_series(1, 50) as n;");
    const auto at = [](int minute) {
        return timestamp(QDateTime(QDate(2040, 1, 1), QTime(0, minute), kUtc));
    };
    QCOMPARE(valueOf(m_reads->findKey(*m_session, u"jump-7"_s))->id, 1000049);
    QVERIFY(!valueOf(m_reads->findKey(*m_session, u"jump-x"_s)));
    QCOMPARE(valueOf(m_reads->findId(*m_session, 1000049))->id, 1000049);
    QVERIFY(!valueOf(m_reads->findId(*m_session, 1000050)));
    QCOMPARE(valueOf(m_reads->findCreated(*m_session, at(7), nullptr))->id, 1000049);
    QCOMPARE(
        valueOf(m_reads->findCreated(*m_session, at(7) + std::chrono::seconds(1), nullptr))->id,
        1000064);
    QVERIFY(!valueOf(m_reads->findCreated(*m_session, at(51), nullptr)));

    // The place itself can be the first row of a page.
    JobPageRequest request;
    request.query = mixQuery({}, JobOrder::OldestFirst);
    request.after = valueOf(m_reads->findId(*m_session, 1000049));
    request.isInclusive = true;
    request.limit = 2;
    QCOMPARE(idsOf(page(request).rows), (QList<qint64>{1000049, 1000064}));
    m_database->script("delete from graphile_worker._private_jobs where key like 'jump-%';");
}

void TestJobReads::badPatternNamesTheTerm()
{
    for (const QString &text :
         {u"error~\"(\""_s, u"task:mix_1 payload.a~\"a{9,3}\""_s, u"task~["_s}) {
        const auto got = m_reads->page(*m_session, {mixQuery(text)}, nullptr);
        QVERIFY(!got);
        QCOMPARE(got.error().kind, DbError::Kind::InvalidInput);
        QVERIFY2(got.error().message.contains(u'~'), qUtf8Printable(got.error().message));
    }
    QVERIFY(!m_session->isInTransaction());
}

void TestJobReads::nothingIsWritten()
{
    // A standby, and a role that may only read, are enough.
    const QByteArray role = "reads_" + m_database->name().toUtf8();
    m_database->script("create role " + role
                       + " login bypassrls;"
                         "grant usage on schema graphile_worker to "
                       + role
                       + ";"
                         "grant select on all tables in schema graphile_worker to "
                       + role + ";");
    ConnectionSettings settings = m_database->settings();
    settings.set(u"user"_s, QString::fromUtf8(role));
    const auto session = valueOf(Session::open(settings, u"test"_s));
    QVERIFY(m_reads->page(*session, {mixQuery(u"state:failed error~x"_s)}, nullptr));
    QVERIFY(m_reads->count(*session, mixQuery({}), 10, nullptr));
    QVERIFY(m_reads->refresh(*session, mixQuery({}), {1, 2}, 1, nullptr));
}

void TestJobReads::pagesAreReadAlongAnIndex_data()
{
    QTest::addColumn<QString>("filter");
    QTest::addColumn<int>("order");
    QTest::addColumn<bool>("isFailedIndexed");
    QTest::newRow("newest") << u""_s << int(JobOrder::NewestFirst) << false;
    QTest::newRow("oldest") << u""_s << int(JobOrder::OldestFirst) << false;
    QTest::newRow("pickup") << u""_s << int(JobOrder::Pickup) << false;
    QTest::newRow("scheduled") << u"state:scheduled"_s << int(JobOrder::Pickup) << false;
    QTest::newRow("ready") << u"state:ready"_s << int(JobOrder::Pickup) << false;
    QTest::newRow("id") << u"id:5000..40000"_s << int(JobOrder::NewestFirst) << false;
    const QString key = m_database->scalar(
        "select min(key) from graphile_worker._private_jobs where key like 'welcome-%'");
    QTest::newRow("key") << u"key:"_s + key << int(JobOrder::NewestFirst) << false;
    QTest::newRow("search") << u"error:timedout task:mix_4"_s << int(JobOrder::NewestFirst)
                            << false;
    QTest::newRow("failed") << u"state:failed"_s << int(JobOrder::NewestFirst) << true;
}

void TestJobReads::pagesAreReadAlongAnIndex()
{
    QFETCH(QString, filter);
    QFETCH(int, order);
    QFETCH(bool, isFailedIndexed);
    JobQuery query = mixQuery(filter, JobOrder(order));
    if (isFailedIndexed) {
        const auto session = m_database->session();
        QVERIFY(session->query(createIndexSql(SupportingIndex::Failed, mixContext().schema)));
        query.indexes << SupportingIndex::Failed;
    }
    const JobStatements statements(mixContext(), query, m_session->serverVersion());
    JobPageRequest request;
    request.query = query;
    request.limit = 1000;
    const JobPage first = page(request);
    QVERIFY(!first.rows.isEmpty());

    JobStretch stretch;
    stretch.after = positionOf(first.rows.at(first.rows.size() / 2));
    if (statements.hasLanes())
        stretch.priority = stretch.after->priority;
    QList<BoundSql> all{statements.page(stretch, 200), statements.edge(stretch, 1000)};
    if (!statements.isDirect()) {
        const BoundSql edge = all.last();
        const Rows end = valueOf(m_session->query(edge.text, edge.params));
        if (!end.isEmpty())
            stretch.until = {{end.int64(0, 0), int(end.int64(0, 1)),
                              Timestamp(std::chrono::microseconds(end.int64(0, 2)))}};
        all[0] = statements.page(stretch, 200);
    }
    for (const BoundSql &sql : all) {
        const QByteArray said = planOf(sql);
        for (const QJsonObject &node : nodesOf(said)) {
            const QString type = node.value("Node Type"_L1).toString();
            const bool isOfJobs = node.value("Relation Name"_L1).toString() == "_private_jobs"_L1;
            const double rows = node.value("Actual Rows"_L1).toDouble()
                + node.value("Rows Removed by Filter"_L1).toDouble();
            QVERIFY2(!isOfJobs || type.startsWith("Index"_L1), said.constData());
            // Groups of equal moments are put in order, never the table.
            QVERIFY2(type != "Sort"_L1 || rows <= 2000, said.constData());
            QVERIFY2(!isOfJobs || rows <= 3000, said.constData());
        }
    }
    if (isFailedIndexed)
        QVERIFY(m_database->session()->query(
            dropIndexSql(SupportingIndex::Failed, mixContext().schema)));
}

void TestJobReads::onlyListedRowsAreReadWhereTheIndexTells_data()
{
    QTest::addColumn<QString>("filter");
    QTest::newRow("blocked") << u"state:blocked"_s;
    QTest::newRow("task") << u"state:ready task:mix_1"_s;
    QTest::newRow("queue") << u"state:ready queue:mix-free-1"_s;
}

void TestJobReads::onlyListedRowsAreReadWhereTheIndexTells()
{
    QFETCH(QString, filter);
    FilterContext context = mixContext();
    context.forbiddenFlags.clear();
    const JobStatements statements(context, mixQuery(filter), m_session->serverVersion());
    QVERIFY(statements.hasLanes());
    JobStretch stretch;
    stretch.priority = 0;
    const QByteArray said = planOf(statements.page(stretch, 10));
    int scans = 0;
    for (const QJsonObject &node : nodesOf(said)) {
        if (node.value("Relation Name"_L1).toString() != "_private_jobs"_L1
            || node.value("Node Type"_L1).toString() == "Index Only Scan"_L1)
            continue;
        ++scans;
        QCOMPARE(node.value("Actual Rows"_L1).toInt(), 10);
        QVERIFY2(node.value("Rows Removed by Filter"_L1).toInt() == 0, said.constData());
    }
    QVERIFY2(scans == 1, said.constData());
}

void TestJobReads::supportingIndexesComeAndGo()
{
    const QString schema = mixContext().schema;
    QCOMPARE(valueOf(listSupportingIndexes(*m_session, schema)), QSet<SupportingIndex>());
    for (const SupportingIndexInfo &info : supportingIndexes()) {
        valueOf(m_session->query(createIndexSql(info.index, schema)));
        QCOMPARE(valueOf(listSupportingIndexes(*m_session, schema)),
                 QSet<SupportingIndex>{info.index});
        // Each makes a filter indexed that was not, and the rows stay the same.
        const QHash<SupportingIndex, QString> uses{
            {SupportingIndex::Failed, u"state:failed"_s},
            {SupportingIndex::Locked, u"state:stuck,running"_s},
            {SupportingIndex::Waiting, u"state:ready"_s},
            {SupportingIndex::KeyPrefix, u"key:welcome-0-10*"_s}};
        JobPageRequest request;
        request.query = mixQuery(uses.value(info.index));
        const QList<qint64> wanted
            = expected(request.query)
                  .first(std::min<qsizetype>(request.limit, expected(request.query).size()));
        request.query.indexes << info.index;
        QCOMPARE(idsOf(page(request).rows), wanted);
        if (info.index != SupportingIndex::Waiting)
            QVERIFY(JobStatements(mixContext(), request.query, 0).isDirect());
        valueOf(m_session->query(dropIndexSql(info.index, schema)));
    }
    QCOMPARE(valueOf(listSupportingIndexes(*m_session, schema)), QSet<SupportingIndex>());
}

YARDMASTER_TEST(TestJobReads)
#include "tst_jobreads.moc"
