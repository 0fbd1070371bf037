#include "models/errors/errorgroupsmodel.h"
#include "tests/models/jobs/jobsfixture.h"
#include "tests/support/testprogram.h"
#include "tests/support/testworker.h"

#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QSignalSpy>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 kJobs = 20000;

/// Pieces of errors that like to be mistaken for each other.
const QStringList &pieces()
{
    static const QStringList list{u"connect"_s,
                                  u"7"_s,
                                  u"12.5"_s,
                                  u"1,234"_s,
                                  u"10.0.0.7"_s,
                                  u"1.2.3.4.5"_s,
                                  u"::1"_s,
                                  u"abc::def1"_s,
                                  u"user42"_s,
                                  u"AB12"_s,
                                  u"ab123456"_s,
                                  u"12345678"_s,
                                  u"deadbeef1"_s,
                                  u"0x1f"_s,
                                  u"6f9619ff-8b86-d011-b42d-00cf4fc964ff"_s,
                                  u"a@b.co"_s,
                                  u"\"x 1\""_s,
                                  u"'x'"_s,
                                  u"can't"_s,
                                  u"`y`"_s,
                                  u"“z”"_s,
                                  u"/tmp/a.b1/c"_s,
                                  u"2026-11-01T14:03:07Z"_s,
                                  u"2026-11-01"_s,
                                  u"[x]*(y)+{2}"_s,
                                  u"\\d"_s,
                                  u"$1|^"_s,
                                  u"?"_s,
                                  u"é7"_s,
                                  u"_9"_s};
    return list;
}

QString randomError(QRandomGenerator *dice)
{
    static const QStringList glue{u" "_s, u" "_s, u": "_s, u""_s, u"/"_s, u"\t"_s};
    QString error;
    for (int i = int(dice->bounded(1, 5)); i > 0; --i)
        error += pieces().at(dice->bounded(int(pieces().size())))
            + glue.at(dice->bounded(int(glue.size())));
    if (dice->bounded(4) == 0)
        error += u"\n at line "_s + QString::number(dice->bounded(100));
    return error;
}

} // namespace

/// Long because what groups, their filters and the table say is compared, error by error.
class TestErrorGroups : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void groupsSayWhatTheTableSays();
    void timesAreThoseOfTheFailures();
    void timesThatDoNotFollowAreBlank();
    void filterOfAGroupFindsTheGroup_data();
    void filterOfAGroupFindsTheGroup();
    void searchIsBoundedAndContinues();
    void cancelKeepsWhatCame();
    void budgetEndsALongSearch();
    void checkTellsOfJobsBeyondTheGroup();
    void strangeErrorsAreFoundAgain();
    void groupsOfStacksHaveFiltersOfTheirOwn();
    void brokenConnectionIsAnError();

private:
    std::unique_ptr<ErrorGroupsModel> model(const TestDatabase &database);
    static bool waitFor(const ErrorGroupsModel &model, ErrorGroupsModel::Phase phase)
    {
        return QTest::qWaitFor([&] { return model.phase() == phase; }, kPatience);
    }
    static QSet<qint64> idsOf(const TestDatabase &database, const QString &filter);

    std::unique_ptr<TestDatabase> m_database;
};

void TestErrorGroups::initTestCase()
{
    m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
    fillMix(*m_database, kJobs);
}

void TestErrorGroups::cleanupTestCase()
{
    m_database.reset();
}

std::unique_ptr<ErrorGroupsModel> TestErrorGroups::model(const TestDatabase &database)
{
    auto made = std::make_unique<ErrorGroupsModel>();
    made->setReader(std::make_shared<ErrorReader>(SessionPool(database.settings()), mixContext()));
    return made;
}

QSet<qint64> TestErrorGroups::idsOf(const TestDatabase &database, const QString &filter)
{
    const auto session = database.session();
    JobReads reads(mixContext());
    JobPageRequest request;
    request.query = mixQuery(filter);
    request.limit = 1000000;
    QSet<qint64> ids;
    const JobPage page = valueOf(reads.page(*session, request, nullptr));
    for (const JobRow &row : page.rows)
        ids << row.id;
    return ids;
}

void TestErrorGroups::groupsSayWhatTheTableSays()
{
    const auto groups = model(*m_database);
    const QAbstractItemModelTester tester(groups.get(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    groups->read(FailureScope::ForGood);
    QVERIFY(waitFor(*groups, ErrorGroupsModel::Phase::Ready));
    QVERIFY(groups->isComplete());
    const qint64 failed = m_database
                              ->scalar("select count(*) from graphile_worker._private_jobs where "
                                       "not is_available and locked_at is null")
                              .toLongLong();
    QVERIFY(failed > 1000);
    QCOMPARE(groups->failures(), failed);
    // The mix has four kinds of errors.
    QCOMPARE(QString::number(groups->rowCount()),
             m_database->scalar("select count(distinct (task_id, left(last_error, 4))) from "
                                "graphile_worker._private_jobs where not is_available and "
                                "locked_at is null"));
    const auto found = std::ranges::find_if(groups->rows(), [](const ErrorGroup &each) {
        return each.signature.text == u"connect ETIMEDOUT <ip>:<n>"_s;
    });
    QVERIFY(found != groups->rows().cend());
    const ErrorGroup &group = *found;
    const QByteArray where = "from graphile_worker._private_jobs where not is_available and "
                             "locked_at is null and last_error like 'connect%' and task_id = "
                             "(select id from graphile_worker._private_tasks where identifier = '"
        + group.task.toUtf8() + "')";
    QCOMPARE(QString::number(group.count()), m_database->scalar("select count(*) " + where));
    QCOMPARE(group.samples.size(), kErrorSamples);
    QCOMPARE(QString::number(group.samples.first().id),
             m_database->scalar("select max(id) " + where));
    for (int i = 1; i < groups->rowCount(); ++i)
        QVERIFY(groups->rows().at(i - 1).count() >= groups->rows().at(i).count());
}

/// However a worker fails a job: to be tried again, on the last attempt, or for good at once.
void TestErrorGroups::timesAreThoseOfTheFailures()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const auto serverTime = [&database] {
        return database.scalar("select (extract(epoch from clock_timestamp()) * 1000000)::bigint")
            .toLongLong();
    };
    database.script(
        "select graphile_worker.add_job('again'), graphile_worker.add_job('last', max_attempts := "
        "1),"
        " graphile_worker.add_job('delayed', max_attempts := 1),"
        " graphile_worker.add_job('for good');"
        // Added a week ago, so that no wrong time is impossible.
        "update graphile_worker._private_jobs set created_at = now() - interval '7 days',"
        " updated_at = now() - interval '7 days'");
    const qint64 before = serverTime();
    TestWorker worker(database);
    const auto failing = [](const TaskContext &) { return TaskOutcome::failure(u"no luck"_s); };
    worker.handle(u"again"_s, failing);
    worker.handle(u"last"_s, failing);
    worker.handle(u"delayed"_s, [](const TaskContext &) {
        return TaskOutcome::retryLater(u"no luck"_s, std::chrono::hours(3));
    });
    worker.handle(u"for good"_s,
                  [](const TaskContext &) { return TaskOutcome::failForGood(u"no luck"_s); });
    QVERIFY(worker.drain());
    const qint64 after = serverTime();
    const auto groups = model(database);
    groups->read(FailureScope::Both);
    QVERIFY(waitFor(*groups, ErrorGroupsModel::Phase::Ready));
    QCOMPARE(groups->rowCount(), 4); // one of each task
    const auto isWithin = [before, after](const std::optional<Timestamp> &time) {
        return time && time->time_since_epoch().count() >= before
            && time->time_since_epoch().count() <= after;
    };
    for (int row = 0; row < groups->rowCount(); ++row) {
        const ErrorGroup &group = groups->rows().at(row);
        QCOMPARE(group.count(), 1);
        QCOMPARE(group.untimed, 0);
        QVERIFY2(isWithin(group.firstSeen) && isWithin(group.lastSeen), qPrintable(group.task));
        QVERIFY2(isWithin(group.samples.first().failedAt), qPrintable(group.task));
        const QString last = groups->cell(row, "last-seen"_L1).data().toString();
        QVERIFY2(!last.isEmpty() && !last.startsWith(u'≤'), qUtf8Printable(last));
    }
}

void TestErrorGroups::timesThatDoNotFollowAreBlank()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script(
        "select graphile_worker.add_job('a') from generate_series(1, 4);"
        "update graphile_worker._private_jobs set last_error = 'x', attempts = 9,"
        " run_at = now() - interval '1 hour' + exp(9) * interval '1 s',"
        " created_at = now() - interval '1 day', updated_at = now() - interval '1 day'");
    const auto groups = model(database);
    const auto first = [&] { return groups->cell(0, "first-seen"_L1).data().toString(); };
    const auto last = [&] { return groups->cell(0, "last-seen"_L1).data().toString(); };
    const auto read = [&] {
        groups->read(FailureScope::Both);
        return waitFor(*groups, ErrorGroupsModel::Phase::Ready) && groups->rowCount() == 1;
    };
    QVERIFY(read());
    QCOMPARE(first(), u"1 h ago"_s);
    QCOMPARE(last(), u"1 h ago"_s);
    // A job that is changed says no more when it failed, and is no "last seen just now".
    database.script(
        "select graphile_worker.reschedule_jobs(array[1], run_at := now() + interval '2 hours')");
    QVERIFY(read());
    QCOMPARE(first(), u"≥ 1 h ago"_s);
    QCOMPARE(last(), u"≤ 1 h ago"_s);
    QVERIFY(groups->cell(0, "last-seen"_L1).data(Qt::ToolTipRole).toString().contains(u"1 of 4"_s));
    // Nor does one with a retry delay that cannot be the standard one.
    database.script("update graphile_worker._private_jobs set run_at = now() + interval '9 hours'");
    QVERIFY(read());
    QCOMPARE(first(), QString());
    QCOMPARE(last(), QString());
    QCOMPARE(groups->rows().first().untimed, 4);
}

void TestErrorGroups::filterOfAGroupFindsTheGroup_data()
{
    QTest::addColumn<FailureScope>("scope");
    QTest::newRow("for good") << FailureScope::ForGood;
    QTest::newRow("retrying") << FailureScope::Retrying;
    QTest::newRow("both") << FailureScope::Both;
}

void TestErrorGroups::filterOfAGroupFindsTheGroup()
{
    QFETCH(FailureScope, scope);
    const auto groups = model(*m_database);
    groups->read(scope);
    QVERIFY(waitFor(*groups, ErrorGroupsModel::Phase::Ready));
    QVERIFY(groups->rowCount() > 0);
    for (int row = 0; row < groups->rowCount(); ++row) {
        const QList<qint64> &ids = groups->rows().at(row).ids;
        QCOMPARE(idsOf(*m_database, groups->filterOf(row)), QSet(ids.begin(), ids.end()));
    }
}

void TestErrorGroups::searchIsBoundedAndContinues()
{
    const auto groups = model(*m_database);
    groups->setLimits(1500, 1000000);
    groups->read(FailureScope::ForGood);
    QVERIFY(waitFor(*groups, ErrorGroupsModel::Phase::Ready));
    QCOMPARE(groups->failures(), 1500);
    QVERIFY(!groups->isComplete());
    QSet<qint64> ids;
    for (const ErrorGroup &group : groups->rows())
        ids.unite(QSet(group.ids.begin(), group.ids.end()));
    QCOMPARE(ids.size(), 1500);
    QCOMPARE(QString::number(*std::ranges::min_element(ids)),
             m_database->scalar("select id from graphile_worker._private_jobs where not "
                                "is_available and locked_at is null "
                                "order by id desc offset 1499 limit 1"));
    groups->lookFurther();
    QVERIFY(waitFor(*groups, ErrorGroupsModel::Phase::Ready));
    QCOMPARE(groups->failures(), 3000);
    for (int i = 0; i < 100 && !groups->isComplete(); ++i) {
        groups->lookFurther();
        QVERIFY(waitFor(*groups, ErrorGroupsModel::Phase::Ready));
    }
    QVERIFY(groups->isComplete());
    QCOMPARE(QString::number(groups->failures()),
             m_database->scalar("select count(*) from graphile_worker._private_jobs where not "
                                "is_available and locked_at is null"));
}

void TestErrorGroups::cancelKeepsWhatCame()
{
    const auto groups = model(*m_database);
    // In the middle: the first batch is there, the next one is under way.
    connect(groups.get(), &ErrorGroupsModel::batchRead, groups.get(), [&groups] {
        QMetaObject::invokeMethod(groups.get(), &ErrorGroupsModel::cancel, Qt::QueuedConnection);
    });
    groups->read(FailureScope::ForGood);
    QVERIFY(waitFor(*groups, ErrorGroupsModel::Phase::Ready));
    QVERIFY(groups->isCancelled());
    QCOMPARE(groups->failures(), 1000);
    QVERIFY(groups->rowCount() > 0);
    QVERIFY(!groups->isComplete());
}

void TestErrorGroups::budgetEndsALongSearch()
{
    const auto groups = model(*m_database);
    groups->setLimits(10000, 3000);
    groups->read(FailureScope::ForGood);
    QVERIFY(waitFor(*groups, ErrorGroupsModel::Phase::Ready));
    QVERIFY(!groups->isComplete());
    QVERIFY(groups->rowsLooked() >= 3000);
    const qint64 before = groups->failures();
    groups->lookFurther();
    QVERIFY(waitFor(*groups, ErrorGroupsModel::Phase::Ready));
    QVERIFY(groups->failures() > before);
}

void TestErrorGroups::checkTellsOfJobsBeyondTheGroup()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("insert into graphile_worker._private_tasks (identifier) values ('a');"
                    "insert into graphile_worker._private_jobs (task_id, attempts, max_attempts, "
                    "last_error) select (select id from graphile_worker._private_tasks), 1, 1, "
                    "'code ' || n from generate_series(1, 20) as n");
    const auto groups = model(database);
    groups->read(FailureScope::ForGood);
    QVERIFY(waitFor(*groups, ErrorGroupsModel::Phase::Ready));
    QCOMPARE(groups->rowCount(), 1);
    QSignalSpy answers(groups.get(), &ErrorGroupsModel::checked);
    groups->check(0);
    QVERIFY(answers.wait(kPatience));
    QCOMPARE(answers.last().at(0).toString(), groups->rows().first().key);
    QCOMPARE(answers.last().at(1).toLongLong(), 0);
    // What was another error has become one of these since.
    database.script("update graphile_worker._private_jobs set last_error = 'other' where id = 7");
    groups->read(FailureScope::ForGood);
    QVERIFY(waitFor(*groups, ErrorGroupsModel::Phase::Ready));
    database.script("update graphile_worker._private_jobs set last_error = 'code 7' where id = 7");
    QCOMPARE(groups->rows().first().signature.text, u"code <n>"_s);
    groups->check(0);
    QVERIFY(answers.wait(kPatience));
    QCOMPARE(answers.last().at(1).toLongLong(), 1);
}

void TestErrorGroups::strangeErrorsAreFoundAgain()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const auto session = database.session();
    const auto seed = QRandomGenerator::global()->generate();
    qInfo("seed %u", seed);
    QRandomGenerator dice(seed);
    QStringList errors{u""_s, u" \n "_s, u"x "_s.repeated(300) + u"1"_s, u"ü"_s.repeated(500)};
    for (int i = 0; i < 1500; ++i)
        errors << randomError(&dice);
    database.script("insert into graphile_worker._private_tasks (identifier) values ('a')");
    valueOf(session->query("insert into graphile_worker._private_jobs (task_id, attempts, "
                           "max_attempts, last_error) select (select id from "
                           "graphile_worker._private_tasks), 1, 1, e from unnest($1::text[]) as e",
                           {param(errors)}));
    const auto groups = model(database);
    groups->read(FailureScope::ForGood);
    QVERIFY(waitFor(*groups, ErrorGroupsModel::Phase::Ready));
    QCOMPARE(groups->failures(), errors.size());
    // All filters in one statement: never narrower, and hardly ever wider.
    qint64 wider = 0;
    for (int row = 0; row < groups->rowCount(); ++row) {
        const QString filter = groups->filterOf(row);
        const ParsedFilter parsed = parseFilter(filter);
        QVERIFY2(parsed.isValid(), qUtf8Printable(filter));
        Params params;
        FilterSql sql(mixContext(), &params);
        const QByteArray condition = sql.condition(parsed.filter);
        const QList<qint64> &ids = groups->rows().at(row).ids;
        params.push_back(param(std::span<const qint64>(ids.data(), size_t(ids.size()))));
        const QByteArray list = '$' + QByteArray::number(qsizetype(params.size())) + "::bigint[]";
        const Rows rows
            = valueOf(session->query("select count(*) filter (where id = any (" + list
                                         + ")), count(*) from "
                                           "graphile_worker._private_jobs as jobs where "
                                         + condition,
                                     params));
        QVERIFY2(rows.int64(0, 0) == ids.size(), qUtf8Printable(filter));
        wider += rows.int64(0, 1) > ids.size() ? 1 : 0;
    }
    QVERIFY2(wider * 5 < groups->rowCount(), qPrintable(QString::number(wider)));
}

/// What is done to all jobs of a group is done to no others: each error that looks like another,
/// and is none of its kind, is left alone.
void TestErrorGroups::groupsOfStacksHaveFiltersOfTheirOwn()
{
    const QString frame = u"  File \"/srv/a.py\", line 7, in f\n    f(order)\n"_s;
    const QString traceback = u"Traceback (most recent call last):\n"_s + frame;
    const QString again
        = u"\n\nDuring handling of the above exception, another exception occurred:\n\n"_s;
    const QString exited = u"Process exited with code 1\n"_s;
    const QString stack = u"\n    at run (/srv/a.js:3:9)\n    at node:internal/main:28:1\n"_s;
    const QStringList errors{
        // Python, of its own and in a program's output
        traceback + u"KeyError: 1"_s,
        traceback + u"KeyError: 2"_s,
        traceback + u"KeyError: 1\nand more"_s,
        traceback + frame.repeated(100) + u"KeyError: 3"_s,
        traceback + u"KeyError: 1 of 2"_s,
        traceback + u"ValueError: no"_s,
        traceback + u"KeyError: 1"_s + again + traceback + u"ValueError: no"_s,
        traceback + u"ValueError: no"_s + again + traceback + u"KeyError: 1"_s,
        exited + traceback + u"KeyError: 4\n"_s,
        exited + frame + u"KeyError: 5"_s, // the last lines of a longer one
        // the same words elsewhere
        u"KeyError: 1"_s,
        u"failed\nKeyError: 1"_s,
        exited + u"KeyError: 1"_s,
        exited + u"KeyError: 1\nbye"_s,
        u"Traceback (most recent call last):"_s,
        traceback,
        // JavaScript
        u"Error: boom 1"_s + stack,
        exited + u"Error: boom 1"_s + stack + u"\nNode.js v18.19.0\n"_s,
        exited + u"Error: boom 2"_s + stack + u"\nNode.js v20.1.0\n"_s,
        exited + u"Error: first"_s + stack + u"Error: boom 3"_s + stack,
        exited + u"Error: boom 4"_s + stack + u"Error: last"_s + stack,
        exited + u"Error: boom 5"_s,
        exited + u"Node.js v18.19.0"_s,
        // nothing but how it ended, and other output
        u"Process exited with code 1"_s,
        u"Process exited with code 2\n\n"_s,
        u"Process exited with code 127\nsh: jq: not found"_s,
        u"Process exited with code 127\nsh: line 1\nsh: jq: not found\n"_s,
        u"Process exited on signal 9 (Killed)"_s,
        u"Process exited on signal 9 (Killed)\nsh: jq: not found"_s,
        exited + u"long "_s.repeated(60) + u"1"_s,
        exited + u"long "_s.repeated(60) + u"2"_s,
        // ids
        u"job 7f3a9c failed"_s,
        u"job 9fceb02 failed"_s,
        u"job export failed"_s,
        u"job 12345678 failed"_s,
    };
    const TestDatabase database = TestDatabase::createMigrated();
    const auto session = database.session();
    database.script("insert into graphile_worker._private_tasks (identifier) values ('a'), ('b')");
    valueOf(session->query("insert into graphile_worker._private_jobs (task_id, attempts, "
                           "max_attempts, last_error) select t.id, 1, 1, e from "
                           "unnest($1::text[]) as e, graphile_worker._private_tasks as t",
                           {param(errors)}));
    const auto groups = model(database);
    groups->read(FailureScope::ForGood);
    QVERIFY(waitFor(*groups, ErrorGroupsModel::Phase::Ready));
    QCOMPARE(groups->failures(), 2 * errors.size());
    for (int row = 0; row < groups->rowCount(); ++row) {
        const ErrorGroup &group = groups->rows().at(row);
        const QSet<qint64> found = idsOf(database, groups->filterOf(row));
        QVERIFY2(found == QSet(group.ids.begin(), group.ids.end()),
                 qUtf8Printable(u"%1: %2 instead of %3: %4"_s.arg(group.signature.text)
                                    .arg(found.size())
                                    .arg(group.count())
                                    .arg(groups->filterOf(row))));
        QCOMPARE(QSet<QString>({group.samples.first().task}), QSet<QString>({group.task}));
    }
    const auto count = [&](const QString &text) {
        qint64 jobs = 0;
        for (const ErrorGroup &group : groups->rows())
            jobs += group.signature.text == text && group.task == u"a"_s ? group.count() : 0;
        return jobs;
    };
    QCOMPARE(count(u"ValueError: no"_s), 2);
    QCOMPARE(count(u"sh: jq: not found"_s), 3);
    QCOMPARE(count(u"job <id> failed"_s), 2);
}

void TestErrorGroups::brokenConnectionIsAnError()
{
    ConnectionSettings nowhere;
    nowhere.set(u"host"_s, u"/nonexistent"_s);
    ErrorGroupsModel groups;
    groups.setReader(std::make_shared<ErrorReader>(SessionPool(nowhere), mixContext()));
    groups.read(FailureScope::ForGood);
    QVERIFY(waitFor(groups, ErrorGroupsModel::Phase::Failed));
    QCOMPARE(groups.error().kind, DbError::Kind::CannotConnect);
}

YARDMASTER_TEST(TestErrorGroups)
#include "tst_errorgroups.moc"
