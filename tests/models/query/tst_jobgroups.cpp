#include "models/query/jobgroups.h"

#include "tests/models/jobs/jobsfixture.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

using Kind = JobGroup::Kind;

/// All at one moment, so that no job changes its state meanwhile.
FilterContext frozenContext()
{
    FilterContext context = mixContext();
    context.now = std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now());
    return context;
}

JobGroups groupsOf(const TestDatabase &database, const QString &filter, FilterKey grouping)
{
    return valueOf(readJobGroups(*database.session(), frozenContext(), parseFilter(filter).filter,
                                 grouping, 30s));
}

/// Which group has this value; one without jobs: there is none.
JobGroup groupOfValue(const JobGroups &groups, Kind kind, const QString &value = {})
{
    for (const JobGroup &group : groups.largest) {
        if (group.kind == kind && group.value == value)
            return group;
    }
    return {};
}

qint64 countOf(const TestDatabase &database, const FilterContext &context, const Filter &filter)
{
    JobReads reads(context);
    JobQuery query;
    query.filter = filter;
    return valueOf(reads.count(*database.session(), query, std::nullopt, nullptr)).value.value();
}

} // namespace

/// How the jobs of a filter divide.
class TestJobGroups : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() { m_mix.reset(); }
    void groupsArePartsOfTheFilter_data();
    void groupsArePartsOfTheFilter();
    void jobsWithoutAValueAreAGroup();
    void hostileValuesAreFound_data();
    void hostileValuesAreFound();
    void marksAreTold();
    void flagsInListsAreFlags();
    void firstLinesOfErrorsAreTold();
    void whatNoFilterFindsSaysWhy();
    void theLargestAreListed();
    void aGroupNeverWidensItsFilter();
    void wrongPatternsAreReported();
    void aReadOnlyRoleCounts();
    void groupingsHaveNames();

private:
    std::unique_ptr<TestDatabase> m_mix;
};

void TestJobGroups::initTestCase()
{
    m_mix = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
    fillMix(*m_mix, 3000);
    m_mix->script("update graphile_worker._private_jobs set last_error ="
                  " regexp_replace(last_error, '[0-9]+', 'N', 'g');"
                  "update graphile_worker._private_jobs set last_error = "
                  "E'Error: no route\\n    at line ' || id where id % 7 = 0");
}

void TestJobGroups::groupsArePartsOfTheFilter_data()
{
    QTest::addColumn<FilterKey>("grouping");
    QTest::addColumn<QString>("filter");
    for (const FilterKey grouping : groupingKeys()) {
        for (const char *filter : {"", "state:ready", "-queue:\"\" priority>=0",
                                   "state:failed,retrying error~\"route|timeout\"", "id:1..50",
                                   "task:* attempts:0..2 -flag:beta"})
            QTest::addRow("%s of %s", qPrintable(groupingName(grouping)), filter)
                << grouping << QString::fromLatin1(filter);
    }
}

/// What a group says it has is what the list of it has, and no job is missing or in two.
void TestJobGroups::groupsArePartsOfTheFilter()
{
    QFETCH(const FilterKey, grouping);
    QFETCH(const QString, filter);
    const FilterContext context = frozenContext();
    const Filter base = parseFilter(filter).filter;
    const JobGroups groups
        = valueOf(readJobGroups(*m_mix->session(), context, base, grouping, 30s));
    QCOMPARE(groups.all.jobs, countOf(*m_mix, context, base));
    QVERIFY(!groups.isCut());
    qint64 sum = 0;
    qint64 before = std::numeric_limits<qint64>::max();
    for (const JobGroup &group : groups.largest) {
        QVERIFY2(group.term, qPrintable(group.value + group.obstacle));
        QVERIFY(group.jobs.value() > 0 && group.jobs.value() <= before);
        before = group.jobs.value();
        sum += before;
        const Filter narrow = filterOfGroup(base, *group.term);
        // As it is handed on: to links, to dialogs, to whatever changes the jobs.
        const ParsedFilter read = parseFilter(narrow.text());
        QVERIFY2(read.isValid() && read.filter == narrow, qPrintable(narrow.text()));
        QCOMPARE(countOf(*m_mix, context, read.filter), before);
        QVERIFY(group.runAt);
    }
    if (grouping != FilterKey::Flag)
        QCOMPARE(sum, groups.all.jobs);
    else
        QVERIFY(sum >= groups.all.jobs);
}

void TestJobGroups::jobsWithoutAValueAreAGroup()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('a') from generate_series(1, 3);"
                    "select graphile_worker.add_job('a', queue_name := 'q', flags := '{x,y}',"
                    " run_at := '2020-01-02Z');");
    for (const FilterKey grouping :
         {FilterKey::Queue, FilterKey::Flag, FilterKey::LockedBy, FilterKey::Error}) {
        const JobGroups groups = groupsOf(database, {}, grouping);
        const JobGroup none = groupOfValue(groups, Kind::None);
        const bool isOfAll = grouping == FilterKey::LockedBy || grouping == FilterKey::Error;
        QCOMPARE(none.jobs, isOfAll ? 4 : 3);
        QCOMPARE(none.term->text(), groupingName(grouping) + u":\"\""_s);
    }
    // A job with two flags is in both groups; all of them are four nevertheless.
    const JobGroups flags = groupsOf(database, {}, FilterKey::Flag);
    QCOMPARE(flags.all.jobs, 4);
    QCOMPARE(flags.groups, 3);
    QCOMPARE(groupOfValue(flags, Kind::Valued, u"y"_s).jobs, 1);
    QCOMPARE(dateTime(*groupOfValue(flags, Kind::Valued, u"y"_s).runAt),
             QDateTime(QDate(2020, 1, 2), QTime(0, 0), Qt::UTC));
    QCOMPARE(dateTime(*flags.all.runAt), QDateTime(QDate(2020, 1, 2), QTime(0, 0), Qt::UTC));
    // Of no job there is nothing to tell.
    const JobGroups empty = groupsOf(database, u"id:77"_s, FilterKey::Task);
    QCOMPARE(empty.all.jobs, 0);
    QVERIFY(empty.largest.isEmpty() && !empty.all.runAt);
}

void TestJobGroups::hostileValuesAreFound_data()
{
    QTest::addColumn<QString>("value");
    const auto row = [](const char *name, const QString &value) { QTest::newRow(name) << value; };
    row("quotes", u"it's \"so\" \\ \\\" '; drop table x --"_s);
    row("lists", u"a,b*c -task:d..e"_s);
    row("lines", u"a\nb\r\nc\td"_s);
    row("byte order mark", u"\ufeffa"_s);
    row("invisible", u"a\u200b\u2028b\u0001\u007f"_s);
    row("right to left", u"\u202e\u05e9\u05dc\u05d5\u05dd x"_s);
    row("placeholders", u"%1 $1 :\"schema\" %2"_s);
    row("escapes", u"\\u0041 \\u200b \\n"_s);
    row("pattern", u"^(a|b)*[c]{2}.?$+"_s);
    row("beyond the plane", u"😀 e\u0301"_s);
    row("spaces", u"  a  "_s);
    row("long", QString(10000, u'x') + u"\"*,😀"_s);
}

/// A worker, a flag and an error may be called anything.
void TestJobGroups::hostileValuesAreFound()
{
    QFETCH(const QString, value);
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('a') from generate_series(1, 2)");
    const auto session = database.session();
    QVERIFY(session->query("update graphile_worker._private_jobs set locked_by = $1::text,"
                           " locked_at = now(), last_error = $1::text,"
                           " flags = jsonb_build_object($1::text, true) where id = 1",
                           {param(value)}));
    QVERIFY(session->query("update graphile_worker._private_jobs set locked_by = $1::text,"
                           " locked_at = now(), last_error = $1::text where id = 2",
                           {param(u'y' + value)}));
    const FilterContext context = frozenContext();
    for (const FilterKey grouping : {FilterKey::LockedBy, FilterKey::Flag, FilterKey::Error}) {
        const JobGroups groups = groupsOf(database, {}, grouping);
        const QString shown = grouping != FilterKey::Error
            ? value
            : value.section(u'\n', 0, 0).left(kErrorLineLength);
        const JobGroup group = groupOfValue(groups, Kind::Valued, shown);
        QCOMPARE(group.jobs, 1);
        QVERIFY2(group.term, qPrintable(group.obstacle));
        const ParsedFilter read = parseFilter(group.term->text());
        QVERIFY(read.isValid());
        JobReads reads(context);
        JobPageRequest request;
        request.query.filter = read.filter;
        const JobPage page = valueOf(reads.page(*session, request, nullptr));
        QCOMPARE(page.rows.size(), 1);
        QCOMPARE(page.rows.first().id, 1);
    }
}

/// Whoever walks into the group of one must not meet the jobs of the other.
void TestJobGroups::marksAreTold()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('a') from generate_series(1, 2);"
                    "select graphile_worker.add_job(chr(65279) || 'a')");
    const JobGroups groups = groupsOf(database, {}, FilterKey::Task);
    QCOMPARE(groupOfValue(groups, Kind::Valued, u"a"_s).jobs, 2);
    const JobGroup marked = groupOfValue(groups, Kind::Valued, u"\ufeffa"_s);
    QCOMPARE(marked.jobs, 1);
    QCOMPARE(countOf(database, frozenContext(), {{*marked.term}}), 1);
}

/// As workers and filters see them.
void TestJobGroups::flagsInListsAreFlags()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('a') from generate_series(1, 7);"
                    "update graphile_worker._private_jobs set flags = case id"
                    " when 1 then '{\"x\": true}' when 2 then '[\"x\", \"y\", \"x\", 7]'"
                    " when 3 then '\"x\"' when 4 then '[]' when 5 then 'null' when 6 then '7' end"
                    "::jsonb");
    const JobGroups groups = groupsOf(database, {}, FilterKey::Flag);
    const FilterContext context = frozenContext();
    for (const auto &[name, jobs] : {std::pair(u"x"_s, 3), std::pair(u"y"_s, 1)}) {
        const JobGroup group = groupOfValue(groups, Kind::Valued, name);
        QCOMPARE(group.jobs, jobs);
        QCOMPARE(countOf(database, context, {{*group.term}}), jobs);
    }
    QCOMPARE(groupOfValue(groups, Kind::None).jobs, 1);
    const JobGroup others = groupOfValue(groups, Kind::Unnamed);
    QCOMPARE(others.jobs, 3);
    QVERIFY2(others.obstacle.contains(u"flags"_s), qPrintable(others.obstacle));
    QCOMPARE(groups.groups, 4);
}

void TestJobGroups::firstLinesOfErrorsAreTold()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('a') from generate_series(1, 9);"
                    "update graphile_worker._private_jobs set last_error = case id"
                    " when 1 then E'no route\\nat 1' when 2 then E'no route\\nat 2'"
                    " when 3 then 'no route' when 4 then 'no route to host'"
                    " when 5 then E'see\\nno route' when 6 then E'\\nbelow' when 7 then ''"
                    " when 8 then repeat('z', 200) || 'a' when 9 then repeat('z', 200) || 'b' end");
    const JobGroups groups = groupsOf(database, {}, FilterKey::Error);
    const FilterContext context = frozenContext();
    const auto found = [&](Kind kind, const QString &value) -> qint64 {
        const JobGroup group = groupOfValue(groups, kind, value);
        if (!group.term)
            return -1;
        const qint64 jobs = countOf(database, context, {{*group.term}});
        return jobs == group.jobs ? jobs : -2;
    };
    QCOMPARE(found(Kind::Valued, u"no route"_s), 3);
    QCOMPARE(found(Kind::Valued, u"no route to host"_s), 1);
    QCOMPARE(found(Kind::Valued, u"see"_s), 1);
    QCOMPARE(found(Kind::Valued, {}), 1);
    QCOMPARE(found(Kind::None, {}), 1);
    QCOMPARE(found(Kind::Valued, QString(200, u'z')), 2); // what differs is behind the cut
    QCOMPARE(groups.groups, 6);
}

void TestJobGroups::whatNoFilterFindsSaysWhy()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script(
        "select graphile_worker.add_job('a', queue_name := n::text) from generate_series(1, 3) n;"
        "update graphile_worker._private_jobs set locked_at = now(), locked_by = ''"
        " where id = 1;"
        "update graphile_worker._private_jobs set locked_at = now(),"
        " locked_by = repeat('w', 20001) where id = 2;"
        "delete from graphile_worker._private_job_queues where queue_name = '3'");
    const JobGroups workers = groupsOf(database, {}, FilterKey::LockedBy);
    // To a filter, "" is a job that is not locked.
    const JobGroup nameless = groupOfValue(workers, Kind::Valued);
    QCOMPARE(nameless.jobs, 1);
    QVERIFY(!nameless.term);
    QVERIFY2(nameless.obstacle.contains(u"empty name"_s), qPrintable(nameless.obstacle));
    QVERIFY(groupOfValue(workers, Kind::None).term);
    const JobGroup endless = groupOfValue(workers, Kind::Valued, QString(20001, u'w'));
    QVERIFY(!endless.term && endless.obstacle.contains(u"too long"_s));
    const JobGroup missing = groupOfValue(groupsOf(database, {}, FilterKey::Queue), Kind::Unnamed);
    QVERIFY(!missing.term);
    QVERIFY2(missing.obstacle.contains(u"row of their queue is missing"_s),
             qPrintable(missing.obstacle));
}

void TestJobGroups::theLargestAreListed()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('task ' || n) from generate_series(1, 250) n;"
                    "select graphile_worker.add_job('task 7')");
    const JobGroups groups = groupsOf(database, {}, FilterKey::Task);
    QCOMPARE(groups.largest.size(), kGroupCap);
    QVERIFY(groups.isCut());
    QCOMPARE(groups.groups, 250);
    QCOMPARE(groups.all.jobs, 251);
    QCOMPARE(groups.largest.first().value, u"task 7"_s);
    QCOMPARE(groups.largest.first().jobs, 2);
}

void TestJobGroups::aGroupNeverWidensItsFilter()
{
    const auto narrow = [](const QString &base, const QString &term) {
        return filterOfGroup(parseFilter(base).filter, parseFilter(term).filter.terms.first())
            .text();
    };
    QCOMPARE(narrow({}, u"task:a"_s), u"task:a"_s);
    QCOMPARE(narrow(u"state:ready"_s, u"task:a"_s), u"state:ready task:a"_s);
    QCOMPARE(narrow(u"task:a,b"_s, u"task:a"_s), u"task:a,b task:a"_s);
    QCOMPARE(narrow(u"task:a"_s, u"task:a"_s), u"task:a"_s);
    // Also where the two exclude each other: then there is none.
    QCOMPARE(narrow(u"task:b"_s, u"task:a"_s), u"task:b task:a"_s);
    QCOMPARE(narrow(u"-task:a"_s, u"task:a"_s), u"-task:a task:a"_s);
}

void TestJobGroups::wrongPatternsAreReported()
{
    const auto groups = readJobGroups(*m_mix->session(), mixContext(),
                                      parseFilter(u"error~\"(\"").filter, FilterKey::Task, 30s);
    QVERIFY(!groups);
    QCOMPARE(groups.error().kind, DbError::Kind::InvalidInput);
    QVERIFY2(groups.error().message.contains(u"error~"_s), qPrintable(groups.error().message));
}

void TestJobGroups::aReadOnlyRoleCounts()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('a') from generate_series(1, 3);");
    const auto session = database.session();
    QVERIFY(session->script("set default_transaction_read_only = on"));
    const auto groups = readJobGroups(*session, mixContext(), {}, FilterKey::State, 30s);
    QVERIFY(groups);
    QCOMPARE(groups->largest.size(), 1);
    QCOMPARE(groups->largest.first().term->text(), u"state:ready"_s);
}

void TestJobGroups::groupingsHaveNames()
{
    for (const FilterKey grouping : groupingKeys())
        QCOMPARE(groupingFromName(groupingName(grouping)), grouping);
    QVERIFY(!groupingFromName({}));
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"not known: \"?colour"_s));
    QVERIFY(!groupingFromName(u"colour"_s));
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"not known: \"?payload"_s));
    QVERIFY(!groupingFromName(u"payload"_s)); // a key, and no grouping
}

YARDMASTER_TEST(TestJobGroups)

#include "tst_jobgroups.moc"
