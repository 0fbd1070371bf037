#include "models/history/runexport.h"
#include "models/query/filterkeys.h"
#include "models/query/filterparser.h"
#include "models/values/format.h"
#include "tests/models/history/historyfixture.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

FilterContext runContext()
{
    return {kSchema, {}, {}, QTimeZone::utc(), {}};
}

} // namespace

class TestRunReads : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void pastOfAJobTellsEveryAttempt();
    void endsAreToldApart_data();
    void endsAreToldApart();
    void liveJobsAndUnknownOnes();
    void filtersFindRuns_data();
    void filtersFindRuns();
    void exclusionsAreTheRest();
    void pagesAreOneList();
    void patternsAreChecked();
    void exportsHoldTheSame();
    void namesOutliveTheirTasks();
    void withoutHistoryThereIsNone();
    void withoutRightsItSaysSo();
    void whatIsMissingIsNoMissingRight();
    void handlersTellHowLongTheyTook();

private:
    [[nodiscard]] JobPast past(qint64 id, bool isGone) const;
    [[nodiscard]] QList<PastRun> runs(const QString &filter, int limit = 1000) const;
    [[nodiscard]] QString idsOf(const QString &filter) const;

    std::unique_ptr<TestDatabase> m_database;
    std::unique_ptr<Session> m_session;
};

void TestRunReads::initTestCase()
{
    m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
    installHistoryIn(*m_database);
    recordRuns(*m_database);
    m_session = m_database->session();
}

void TestRunReads::cleanupTestCase()
{
    m_session.reset();
    m_database.reset();
}

JobPast TestRunReads::past(qint64 id, bool isGone) const
{
    const auto read = readJobPast(*m_session, kSchema, id, isGone);
    if (!read)
        qFatal("%s", qUtf8Printable(read.error().message));
    return *read;
}

QList<PastRun> TestRunReads::runs(const QString &filter, int limit) const
{
    const ParsedFilter parsed = parseFilter(filter, FilterLanguage::Runs);
    if (!parsed.isValid())
        qFatal("%s: %s", qUtf8Printable(filter), qUtf8Printable(parsed.errors.first().message));
    QList<PastRun> all;
    RunPageRequest request{parsed.filter, limit, {}};
    for (bool hasMore = true; hasMore;) {
        const auto page = readRunPage(*m_session, runContext(), request);
        if (!page)
            qFatal("%s: %s", qUtf8Printable(filter), qUtf8Printable(page.error().message));
        all += page->runs;
        hasMore = page->hasMore;
        if (hasMore)
            request.after = runPosition(page->runs.last());
    }
    return all;
}

QString TestRunReads::idsOf(const QString &filter) const
{
    QList<qint64> ids;
    for (const PastRun &run : runs(filter))
        ids << run.id;
    std::ranges::sort(ids);
    QStringList texts;
    for (const qint64 id : ids)
        texts << QString::number(id);
    return texts.join(u' ').replace(u"5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24"_s,
                                    u"5–24"_s);
}

void TestRunReads::pastOfAJobTellsEveryAttempt()
{
    const JobPast found = past(1, true);
    QVERIFY(found.presence.isReadable() && found.presence.since);
    QCOMPARE(found.runs.size(), 2);
    QCOMPARE(past(4, true).runs.first().attempt, 0); // its key took all of them
    const PastRun &failed = found.runs.first();
    QCOMPARE(failed.outcome, PastOutcome::AttemptFailed);
    QVERIFY(failed.isFailure);
    QCOMPARE(failed.attempt, 1);
    QCOMPARE(failed.maxAttempts, 25);
    QCOMPARE(failed.worker, u"web-1"_s);
    QCOMPARE(failed.error, u"connect ETIMEDOUT 10.0.0.1:5432"_s);
    QCOMPARE(failed.task, u"send_email"_s);
    QCOMPARE(failed.wait(), std::optional<std::chrono::microseconds>(3s));
    QVERIFY(failed.held() >= 2s && failed.held() < 60s);
    const PastRun &succeeded = found.runs.last();
    QCOMPARE(succeeded.outcome, PastOutcome::Succeeded);
    QCOMPARE(succeeded.attempt, 2);
    QCOMPARE(succeeded.worker, u"web-1"_s);
    QVERIFY(succeeded.error.isEmpty() && !succeeded.isGuess());
    QVERIFY(failed.finished < succeeded.finished);
}

void TestRunReads::endsAreToldApart_data()
{
    QTest::addColumn<qint64>("id");
    QTest::addColumn<QStringList>("words");
    QTest::newRow("removed before any attempt") << qint64(2) << QStringList{u"Removed by hand"_s};
    QTest::newRow("cleaned up") << qint64(
        3) << QStringList{u"Failed for good"_s, u"Failed for good, cleaned up"_s};
    QTest::newRow("retired by key") << qint64(4) << QStringList{u"Probably retired by key"_s};
    QTest::newRow("one of many") << qint64(17) << QStringList{u"Succeeded"_s};
    QTest::newRow("removed after an attempt")
        << qint64(25) << QStringList{u"Attempt failed"_s, u"Probably removed by hand"_s};
}

void TestRunReads::endsAreToldApart()
{
    QFETCH(qint64, id);
    QFETCH(QStringList, words);
    QStringList found;
    for (const PastRun &run : past(id, true).runs) {
        QCOMPARE(run.id, id);
        found << run.outcomeWord();
        QVERIFY(!pastOutcomeMeaning(run.outcome).isEmpty());
    }
    QCOMPARE(found, words);
}

void TestRunReads::liveJobsAndUnknownOnes()
{
    QCOMPARE(past(26, false).runs.size(), 1);
    QVERIFY(past(27, false).runs.isEmpty());
    QVERIFY(past(4711, true).runs.isEmpty());
    QVERIFY(past(4711, true).presence.isReadable());
    QCOMPARE(past(2, true).runs.first().queue, u"img"_s);
    QVERIFY(!past(2, true).runs.first().started);
}

void TestRunReads::filtersFindRuns_data()
{
    QTest::addColumn<QString>("ids");
    const auto row = [](const char *filter, const char *ids) {
        QTest::newRow(filter) << QString::fromUtf8(ids);
    };
    row("outcome:succeeded", "1 5–24");
    row("outcome:failed", "1 3 25 26");
    row("outcome:failed-for-good", "3");
    row("outcome:removed", "2 25");
    row("outcome:cleaned-up,retired", "3 4");
    row("outcome:unknown", "");
    row("task:resize", "2 4 25 25");
    row("task:re*", "2 4 25 25");
    row("task~\"^res\"", "2 4 25 25");
    row("queue:img", "2");
    row("queue:\"\" task:resize", "4 25 25");
    row("worker:web-1", "1 1 3");
    row("worker:\"\"", "2 3 25");
    row("worker:web-* outcome:failed", "1 3 25 26");
    row("id:7", "7");
    row("id:1,4", "1 1 4");
    row("id:2..4", "2 3 3 4");
    row("id<3", "1 1 2");
    row("id>=25", "25 25 26");
    row("attempt>1", "1");
    row("attempt:2", "1");
    row("took>1s id:1", "1 1");
    row("took>1h", "");
    row("took<1h id:2..4", "3 4"); // not what no worker held
    row("wait:2s..4s id:1..4", "1 1 3 4");
    row("wait<1m took>1s id:1..4", "1 1 3 4");
    row("error:etimedout", "1 26");
    row("error~\"[0-9] is refused\"", "3");
    row("finished>now-1h id:1..2", "1 1 2");
    row("finished<now-1h", "");
    row("finished:today,yesterday id:2", "2");
    row("started:\"\"", "2 3 25");
    row("started>now-1h id:1..3", "1 1 3");
}

void TestRunReads::filtersFindRuns()
{
    QFETCH(QString, ids);
    QCOMPARE(idsOf(QString::fromUtf8(QTest::currentDataTag())), ids);
}

void TestRunReads::exclusionsAreTheRest()
{
    const qsizetype all = runs({}).size();
    QCOMPARE(all, 29); // 25 ends, and four failed attempts
    for (const FilterKeyInfo &key : filterKeys(FilterLanguage::Runs)) {
        const QString term = QString::fromLatin1(key.example);
        const qsizetype with = runs(term).size();
        QCOMPARE(with + runs(u'-' + term).size(), all);
        // Each example is a term in its canonical spelling, or reads back as one.
        QVERIFY(
            parseFilter(parseFilter(term, FilterLanguage::Runs).filter.text(), FilterLanguage::Runs)
                .isValid());
    }
}

void TestRunReads::pagesAreOneList()
{
    const QList<PastRun> all = runs({});
    QVERIFY(std::ranges::is_sorted(all, [](const PastRun &a, const PastRun &b) {
        return std::tuple(-a.finished.time_since_epoch().count(), -a.id, a.isFailure)
            < std::tuple(-b.finished.time_since_epoch().count(), -b.id, b.isFailure);
    }));
    for (const int size : {1, 2, 7, 25}) // also through the middle of a statement's runs
        QCOMPARE(runs({}, size), all);
}

void TestRunReads::patternsAreChecked()
{
    const auto page
        = readRunPage(*m_session, runContext(),
                      {parseFilter(u"error~\"(\"", FilterLanguage::Runs).filter, 10, {}});
    QVERIFY(!page);
    QVERIFY(!m_session->isInTransaction());
    QCOMPARE(idsOf(u"id:2"_s), u"2"_s);
}

void TestRunReads::exportsHoldTheSame()
{
    const QTemporaryDir folder;
    const Filter filter = parseFilter(u"id:1..3", FilterLanguage::Runs).filter;
    const auto exported = [&](ExportFormat format) {
        const QString path = folder.filePath(u"runs."_s + exportFormatName(format));
        const auto written
            = exportRunsToFile(*m_session, runContext(), filter, path, format, nullptr);
        if (!written || *written != 5)
            qFatal("not exported");
        QFile file(path);
        (void)file.open(QFile::ReadOnly);
        return file.readAll();
    };
    const QByteArrayList csv = exported(ExportFormat::Csv).trimmed().split('\n');
    QCOMPARE(csv.size(), 6);
    QCOMPARE(csv.first().trimmed(), runColumnNames().join(','));
    QVERIFY(csv.at(1).startsWith("3,cleaned-up,false,send_email,"));
    const QJsonArray json = QJsonDocument::fromJson(exported(ExportFormat::Json)).array();
    QCOMPARE(json.size(), 5);
    const QJsonObject last = json.last().toObject();
    QCOMPARE(last["id"_L1].toInt(), 1);
    QCOMPARE(last["outcome"_L1].toString(), u"failed"_s);
    QCOMPARE(last["wait_us"_L1].toInt(), 3000000);
    QVERIFY(last["handler_us"_L1].isNull());
    QCOMPARE(exported(ExportFormat::NdJson).trimmed().split('\n').size(), 5);
}

void TestRunReads::namesOutliveTheirTasks()
{
    const TestDatabase database = TestDatabase::createMigrated();
    installHistoryIn(database);
    database.script("select graphile_worker.add_job('gone_task', queue_name := 'gone_queue')");
    fetchJobs(database, "true", "w");
    deleteJobs(database, "true");
    database.script("delete from graphile_worker._private_tasks;"
                    "delete from graphile_worker._private_job_queues");
    const auto session = database.session();
    const Filter filter = parseFilter(u"task:gone_* queue:gone_queue", FilterLanguage::Runs).filter;
    const auto page = readRunPage(*session, runContext(), {filter, 10, {}});
    QVERIFY(page);
    QCOMPARE(page->runs.size(), 1);
    QCOMPARE(page->runs.first().task, u"gone_task"_s);
    QCOMPARE(page->runs.first().queue, u"gone_queue"_s);
}

void TestRunReads::withoutHistoryThereIsNone()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const auto session = database.session();
    const auto page = readRunPage(*session, runContext(), {});
    QVERIFY(page);
    QVERIFY(!page->presence.isThere && page->runs.isEmpty());
    const auto found = readJobPast(*session, kSchema, 1, true);
    QVERIFY(found);
    QVERIFY(!found->presence.isThere && found->runs.isEmpty());
    // Nor is there a schema.
    const auto nowhere = readHistoryPresence(*session, u"no such \"schema\""_s);
    QVERIFY(nowhere);
    QVERIFY(!nowhere->isThere);
}

void TestRunReads::whatIsMissingIsNoMissingRight()
{
    const TestDatabase database = TestDatabase::createMigrated();
    installHistoryIn(database);
    database.script("drop table graphile_worker._yardmaster_history_names");
    const auto session = database.session();
    const auto page = readRunPage(*session, runContext(), {});
    QVERIFY(page);
    QVERIFY(page->presence.isThere && page->presence.mayRead && !page->presence.isReadable());
    QCOMPARE(page->presence.missing, QStringList{u"_yardmaster_history_names"_s});
    database.script("drop table graphile_worker._yardmaster_history");
    const auto less = readHistoryPresence(*session, kSchema);
    QVERIFY(less && less->isThere && less->missing.size() == 2);
}

void TestRunReads::handlersTellHowLongTheyTook()
{
    const TestDatabase database = TestDatabase::createMigrated();
    installHistoryIn(database);
    database.script("select graphile_worker.add_job('t') from generate_series(1, 2)");
    fetchJobs(database, "true", "w"); // two seconds ago
    database.script("set yardmaster.handler_us = '{1}|{7500000}'; delete from "
                    "graphile_worker._private_jobs");
    const auto session = database.session();
    const auto idsOfThese = [&](const QString &filter) {
        const auto page = readRunPage(*session, runContext(),
                                      {parseFilter(filter, FilterLanguage::Runs).filter, 10, {}});
        QStringList ids;
        for (const PastRun &run : page ? page->runs : QList<PastRun>())
            ids << QString::number(run.id);
        return ids.join(u' ');
    };
    QCOMPARE(idsOfThese(u"took>7s"_s), u"1"_s);
    QCOMPARE(idsOfThese(u"took<7s"_s), u"2"_s); // held, as nothing else is known
    const auto page = readRunPage(*session, runContext(), {});
    QVERIFY(page && page->runs.size() == 2);
    for (const PastRun &run : page->runs) {
        QCOMPARE(run.tookText(),
                 run.id == 1 ? formatDuration(7500ms) : u"held "_s + formatDuration(*run.held()));
    }
}

void TestRunReads::withoutRightsItSaysSo()
{
    m_database->script("create role history_reader; grant usage on schema graphile_worker to "
                       "history_reader");
    const auto drop = qScopeGuard(
        [this] { m_database->script("drop owned by history_reader; drop role history_reader"); });
    const auto session = m_database->session();
    QVERIFY(session->script("set role history_reader"));
    const auto page = readRunPage(*session, runContext(), {});
    QVERIFY(page);
    QVERIFY(page->presence.isThere && !page->presence.mayRead);
}

YARDMASTER_TEST(TestRunReads)
#include "tst_runreads.moc"
