#include "models/jobs/jobsmodel.h"
#include "models/query/filteredit.h"
#include "tests/models/jobs/jobsfixture.h"
#include "tests/support/testprogram.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace {

using Kind = PayloadCell::Kind;
using Phase = JobsModel::Phase;

constexpr int kWait = 60000; // ms

qint64 addJob(const TestDatabase &database, const QByteArray &payload)
{
    return database
        .scalar("select id from graphile_worker.add_job('t', $payload$" + payload
                + "$payload$::json)")
        .toLongLong();
}

/// What the list gets for these places of one job.
QList<PayloadCell> readCells(const TestDatabase &database, qint64 id,
                             const QList<QStringList> &paths)
{
    JobReads reads(mixContext());
    JobQuery query = mixQuery(u"id:%1"_s.arg(id));
    query.payloadPaths = paths;
    const auto session = database.session();
    const JobPage page = valueOf(reads.page(*session, {query}, nullptr));
    if (page.rows.size() != 1)
        qFatal("no job");
    return page.rows.first().payload;
}

struct WatchedColumns
{
    explicit WatchedColumns(const TestDatabase &database)
        : tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest)
    {
        tester.setUseFetchMore(false);
        model.setPageRows(20);
        model.setReader(
            std::make_shared<JobsReader>(SessionPool(database.settings()), mixContext()));
    }
    [[nodiscard]] bool show(const QString &filter = {})
    {
        model.show(mixQuery(filter));
        return QTest::qWaitFor([this] { return model.phase() == Phase::Ready; }, kWait);
    }
    [[nodiscard]] QString text(int row, JobColumn column) const
    {
        return model.index(row, int(column)).data().toString();
    }

    JobsModel model;
    QAbstractItemModelTester tester;
};

} // namespace

/// Long because of the paths, values and payloads that there are.
class TestPayloadColumns : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_database.emplace(TestDatabase::createMigrated()); }
    void cleanupTestCase() { m_database.reset(); }
    void readsWhatIsThere_data();
    void readsWhatIsThere();
    void nullDiffersFromMissing();
    void longValuesAreCut();
    void longAndUnreadablePayloadsAreMarked();
    void pathsAreWrittenAsInFilters_data();
    void pathsAreWrittenAsInFilters();
    void wrongPathsAreExplained_data();
    void wrongPathsAreExplained();
    void pathsNeverBecomeSql();
    void pageWithoutColumnsLeavesPayloadsAlone();
    void rulesHideCells();
    void columnsComeAndGo();
    void columnsAddedWhileReadingGetTheirValues();

private:
    std::optional<TestDatabase> m_database;
};

void TestPayloadColumns::readsWhatIsThere_data()
{
    QTest::addColumn<QByteArray>("payload");
    QTest::addColumn<QStringList>("path");
    QTest::addColumn<Kind>("kind");
    QTest::addColumn<QString>("shown");
    QTest::addColumn<QVariant>("value");
    const auto row = [](const char *name, const QByteArray &payload, const QStringList &path,
                        Kind kind, const QString &shown, const QVariant &value = {}) {
        QTest::newRow(name) << payload << path << kind << shown << value;
    };
    row("number", R"({"user":{"id":42}})", {u"user"_s, u"id"_s}, Kind::Number, u"42"_s, qint64(42));
    row("digits stay", R"({"n":12345678901234567890.10})", {u"n"_s}, Kind::Number,
        u"12345678901234567890.10"_s, u"12345678901234567890.10"_s);
    row("string", R"({"a":"ünï \"x\" 🚂"})", {u"a"_s}, Kind::String, u"ünï \"x\" 🚂"_s,
        u"ünï \"x\" 🚂"_s);
    row("digits as string", R"({"a":"42"})", {u"a"_s}, Kind::String, u"42"_s, u"42"_s);
    row("looks like a tag", R"({"a":"null"})", {u"a"_s}, Kind::String, u"null"_s, u"null"_s);
    row("lines", R"({"a":"one\ntwo"})", {u"a"_s}, Kind::String, u"one two"_s, u"one\ntwo"_s);
    row("boolean", R"({"a":true})", {u"a"_s}, Kind::Boolean, u"true"_s, true);
    row("null", R"({"a":null})", {u"a"_s}, Kind::Null, u"null"_s);
    row("missing", R"({"a":1})", {u"b"_s}, Kind::Missing, {});
    row("missing in a scalar", R"({"a":1})", {u"a"_s, u"b"_s}, Kind::Missing, {});
    row("item of a list", R"({"a":[{"b":"x"},{"b":"y"}]})", {u"a"_s, u"0"_s, u"b"_s}, Kind::String,
        u"x"_s, u"x"_s);
    row("last item", R"([1,2,3])", {u"-1"_s}, Kind::Number, u"3"_s, qint64(3));
    row("list", R"({"a":["x", 1]})", {u"a"_s}, Kind::Array, u"[\"x\", 1]"_s, u"[\"x\", 1]"_s);
    row("object", R"({"a":{"b":1}})", {u"a"_s}, Kind::Object, u"{\"b\":1}"_s, u"{\"b\":1}"_s);
    const QByteArray weird
        = R"({"a \"b\"":1,"x.y":2,"é":3,"{c,d}":4,"back\\slash":5,"it's":6,"%1 $1 :n":7,"":8})";
    const QStringList names{u"a \"b\""_s,     u"x.y"_s,  u"é"_s,        u"{c,d}"_s,
                            u"back\\slash"_s, u"it's"_s, u"%1 $1 :n"_s, QString()};
    for (qsizetype i = 0; i < names.size(); ++i)
        QTest::addRow("key %d", int(i)) << weird << QStringList{names.at(i)} << Kind::Number
                                        << QString::number(i + 1) << QVariant(i + 1);
}

void TestPayloadColumns::readsWhatIsThere()
{
    QFETCH(const QByteArray, payload);
    QFETCH(const QStringList, path);
    const qint64 id = addJob(*m_database, payload);
    PayloadCell cell = readCells(*m_database, id, {{u"other"_s}, path}).at(1);
    dressPayloadCell(&cell, path, RedactionRules::defaults());
    QTEST(cell.kind, "kind");
    QTEST(payloadCellText(cell), "shown");
    QTEST(payloadCellValue(cell), "value");

    // Its term, written and read back, finds the job, and turned round it does not.
    const auto term = payloadCellTerm(cell, path);
    QVERIFY(term);
    const ParsedFilter parsed = parseFilter(u"id:%1 "_s.arg(id) + term->text());
    QVERIFY2(parsed.isValid(), qPrintable(term->text()));
    QCOMPARE(parsed.filter.terms.at(1), *term);
    JobReads reads(mixContext());
    const auto session = m_database->session();
    JobQuery query{parsed.filter, JobOrder::NewestFirst, {}};
    QCOMPARE(valueOf(reads.page(*session, {query}, nullptr)).rows.size(), 1);
    query.filter.terms[1].isNegated = true;
    QCOMPARE(valueOf(reads.page(*session, {query}, nullptr)).rows.size(), 0);
}

void TestPayloadColumns::nullDiffersFromMissing()
{
    const qint64 null = addJob(*m_database, R"({"z":null})");
    const qint64 text = addJob(*m_database, R"({"z":"null"})");
    const qint64 missing = addJob(*m_database, R"({"y":1})");
    JobReads reads(mixContext());
    const auto session = m_database->session();
    const auto found = [&](qint64 id) {
        const PayloadCell cell = readCells(*m_database, id, {{u"z"_s}}).first();
        const auto term = payloadCellTerm(cell, {u"z"_s});
        const QString ids = u"id:%1,%2,%3 "_s.arg(null).arg(text).arg(missing);
        const JobQuery query{parseFilter(ids + term->text()).filter, JobOrder::OldestFirst, {}};
        QList<qint64> answer;
        for (const JobRow &row : valueOf(reads.page(*session, {query}, nullptr)).rows)
            answer << row.id;
        return answer;
    };
    QCOMPARE(found(null), (QList<qint64>{null, text})); // as numbers find their text
    QCOMPARE(found(missing), (QList<qint64>{null, missing}));
}

void TestPayloadColumns::longValuesAreCut()
{
    const QString text = u"🚂 "_s.repeated(300);
    const QByteArray list = "[" + QByteArray("1,").repeated(300) + "1]";
    const qint64 id = addJob(*m_database,
                             R"({"a":")" + text.toUtf8() + R"(","b":)" + list + R"(,"c":")"
                                 + QByteArray(200, 'x') + R"("})");
    QList<PayloadCell> cells = readCells(*m_database, id, {{u"a"_s}, {u"b"_s}, {u"c"_s}});
    for (PayloadCell &cell : cells)
        dressPayloadCell(&cell, {u"a"_s}, RedactionRules::defaults());
    QVERIFY(cells.at(0).isCut);
    QCOMPARE(cells.at(0).text, u"🚂 "_s.repeated(100));
    QVERIFY(cells.at(0).shown.endsWith(u'…'));
    const auto term = payloadCellTerm(cells.at(0), {u"a"_s});
    QVERIFY(term && term->values.first().hasWildcard());
    JobReads reads(mixContext());
    const auto session = m_database->session();
    const JobPage page
        = valueOf(reads.page(*session, {{Filter{{*term}}, JobOrder::NewestFirst, {}}}, nullptr));
    QCOMPARE(page.rows.size(), 1);
    QCOMPARE(page.rows.first().id, id);
    QCOMPARE(cells.at(1).shown, u"[…]"_s);
    QVERIFY(!payloadCellTerm(cells.at(1), {u"b"_s}));
    QVERIFY(!cells.at(2).isCut); // exactly as long as may be
}

void TestPayloadColumns::longAndUnreadablePayloadsAreMarked()
{
    const qint64 broken = addJob(*m_database, R"({"a":"\u0000","b":1})");
    QCOMPARE(readCells(*m_database, broken, {{u"b"_s}}).first().kind, Kind::Unreadable);
    const qint64 lone = addJob(*m_database, R"({"a":"\ud800","b":1})");
    QCOMPARE(readCells(*m_database, lone, {{u"b"_s}}).first().kind, Kind::Unreadable);
    const qint64 large = m_database
                             ->scalar("select id from graphile_worker.add_job('t',"
                                      " json_build_object('b', 1, 'a', (select string_agg(md5("
                                      "n::text), '') from generate_series(1, 6000) as n)))")
                             .toLongLong();
    PayloadCell cell = readCells(*m_database, large, {{u"b"_s}}).first();
    QCOMPARE(cell.kind, Kind::TooLong);
    dressPayloadCell(&cell, {u"b"_s}, RedactionRules::defaults());
    QCOMPARE(cell.shown, u"…"_s);
    QVERIFY(!payloadCellToolTip(cell).isEmpty());
    QVERIFY(!payloadCellTerm(cell, {u"b"_s}));
}

void TestPayloadColumns::pathsAreWrittenAsInFilters_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("path");
    QTest::newRow("whole") << u"payload.user.id"_s << QStringList{u"user"_s, u"id"_s};
    QTest::newRow("short") << u" user.id "_s << QStringList{u"user"_s, u"id"_s};
    QTest::newRow("item") << u"tags.0.name"_s << QStringList{u"tags"_s, u"0"_s, u"name"_s};
    QTest::newRow("quoted") << u"payload.\"first name\".\"x.y\""_s
                            << QStringList{u"first name"_s, u"x.y"_s};
    QTest::newRow("quotes") << u"\"a\\\"b\""_s << QStringList{u"a\"b"_s};
    QTest::newRow("no name") << u"payload.\"\""_s << QStringList{QString()};
    QTest::newRow("operator in quotes") << u"payload.\"a=b\""_s << QStringList{u"a=b"_s};
}

void TestPayloadColumns::pathsAreWrittenAsInFilters()
{
    QFETCH(const QString, text);
    QFETCH(const QStringList, path);
    const auto parsed = parsePayloadPath(text);
    QVERIFY2(parsed, qPrintable(parsed ? QString() : parsed.error()));
    QCOMPARE(*parsed, path);
    const auto again = parsePayloadPath(payloadPathText(path)); // as settings keep it
    QVERIFY(again && *again == path);
}

void TestPayloadColumns::wrongPathsAreExplained_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text :
         {"", "payload", "payload.", "a..b", "a.", ".a", "a b", "a=1", "payload.a=1 task:x", "a>1",
          "\"open", "\"a\"b", "a*", "x,y", "a:b", "-a b"})
        QTest::newRow(text) << QString::fromLatin1(text);
    QTest::newRow("null") << u"a"_s + QChar(0) + u"b"_s;
}

void TestPayloadColumns::wrongPathsAreExplained()
{
    QFETCH(const QString, text);
    const auto parsed = parsePayloadPath(text);
    QVERIFY(!parsed);
    QVERIFY(parsed.error().size() > 10);
}

void TestPayloadColumns::pathsNeverBecomeSql()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const QStringList hostile{u"x'; drop table graphile_worker._private_jobs cascade; --"_s,
                              u"\"}'::text[]) as payload from pg_class; --"_s,
                              u"a\\'; select pg_sleep(100); --"_s,
                              u"$1"_s,
                              u"{a,b}"_s,
                              u"null /*payload*/ as payload"_s};
    QByteArray payload = "{";
    for (const QString &name : hostile) {
        QString escaped = name;
        escaped.replace(u'\\', u"\\\\"_s).replace(u'"', u"\\\""_s);
        payload += (payload.size() > 1 ? ",\"" : "\"") + escaped.toUtf8() + "\":\"found\"";
    }
    const qint64 id = addJob(database, payload + '}');
    QList<QStringList> paths;
    for (const QString &name : hostile)
        paths << QStringList{name};
    for (const PayloadCell &cell : readCells(database, id, paths))
        QCOMPARE(cell.text, u"found"_s);
    JobQuery query;
    query.payloadPaths = paths;
    const JobStatements statements(mixContext(), query, database.session()->serverVersion());
    for (const BoundSql &sql : {statements.page({}, 10), statements.byId({id})}) {
        QVERIFY(!sql.text.contains("drop table") && !sql.text.contains("pg_sleep"));
        QVERIFY(sql.params.size() >= size_t(hostile.size()));
    }
    QCOMPARE(database.scalar("select count(*) from graphile_worker._private_jobs"), u"1"_s);
}

void TestPayloadColumns::pageWithoutColumnsLeavesPayloadsAlone()
{
    const TestDatabase database = TestDatabase::createMigrated();
    fillMix(database, 3000);
    JobQuery query = mixQuery({});
    const auto session = database.session();
    const auto planOf = [&session](const BoundSql &sql) {
        QString plan;
        const Rows rows = valueOf(session->query("explain (verbose) " + sql.text, sql.params));
        for (int row = 0; row < rows.count(); ++row)
            plan += rows.text(row, 0) + u'\n';
        return plan;
    };
    const auto statementsOf = [&session](const JobQuery &asked) {
        return JobStatements(mixContext(), asked, session->serverVersion());
    };
    QVERIFY(!planOf(statementsOf(query).page({}, 200)).contains(u"payload"_s));
    QVERIFY(!planOf(statementsOf(query).byId({1})).contains(u"payload"_s));
    // With them, the same index in the same order: nothing is sorted, and a page reads no more.
    query.payloadPaths = {{u"a"_s}, {u"b"_s, u"c"_s}};
    const QString plan = planOf(statementsOf(query).page({}, 200));
    QVERIFY(plan.contains(u"payload"_s));
    QVERIFY2(plan.contains(u"Index Scan"_s) && !plan.contains(u"Sort"_s), qPrintable(plan));
}

void TestPayloadColumns::rulesHideCells()
{
    const qint64 id = addJob(
        *m_database,
        R"({"password":"hunter2","user":{"name":"ada","auth":{"token":"t0k"}},"tags":["a","b"],)"
        R"("big":{"name":")"
            + QByteArray(300, 'n') + R"(","password":"hunter3"}})");
    const QList<QStringList> paths{{u"password"_s},
                                   {u"user"_s},
                                   {u"user"_s, u"name"_s},
                                   {u"tags"_s},
                                   {u"big"_s},
                                   {u"nothing"_s},
                                   {u"user"_s, u"auth"_s, u"token"_s}};
    QList<PayloadCell> cells = readCells(*m_database, id, paths);
    for (qsizetype i = 0; i < cells.size(); ++i)
        dressPayloadCell(&cells[i], paths.at(i), RedactionRules::defaults());
    QCOMPARE(cells.at(0).shown, u"••••••"_s);
    QCOMPARE(payloadCellValue(cells.at(0)), QVariant(u"••••••"_s));
    QVERIFY(!payloadCellTerm(cells.at(0), paths.at(0))); // it would be written into the filter
    QCOMPARE(cells.at(1).shown, uR"({"name":"ada","auth":{"token":"[hidden]"}})"_s);
    QVERIFY(!payloadCellTerm(cells.at(1), paths.at(1)));
    QCOMPARE(cells.at(2).shown, u"ada"_s);
    QCOMPARE(cells.at(3).shown, u"[\"a\",\"b\"]"_s);
    QCOMPARE(cells.at(4).shown, u"{…}"_s);
    QCOMPARE(cells.at(5).shown, QString());
    QCOMPARE(cells.at(6).shown, u"••••••"_s);

    // A rule for one place knows where the value is.
    const RedactionRules rules = RedactionRules::fromTexts({u"user.name"_s, u"tags.1"_s});
    for (qsizetype i = 0; i < cells.size(); ++i)
        dressPayloadCell(&cells[i], paths.at(i), rules);
    QCOMPARE(cells.at(0).shown, u"hunter2"_s);
    QVERIFY(cells.at(1).shown.startsWith(u"{\"name\":\"[hidden]\""_s));
    QCOMPARE(cells.at(2).shown, u"••••••"_s);
}

void TestPayloadColumns::columnsComeAndGo()
{
    const TestDatabase database = TestDatabase::createMigrated();
    for (int n = 1; n <= 50; ++n)
        addJob(database,
               "{\"n\":" + QByteArray::number(n) + ",\"secret\":\"s\",\"u\":{\"k\":\"v"
                   + QByteArray::number(n) + "\"}}");
    WatchedColumns watched(database);
    JobsModel &model = watched.model;
    QVERIFY(watched.show());
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    const JobColumn n = model.addPayloadColumn({u"n"_s});
    QCOMPARE(model.headerData(int(n), Qt::Horizontal, Qt::DisplayRole).toString(), u"payload.n"_s);
    QVERIFY(!model.headerData(int(n), Qt::Horizontal, Qt::ToolTipRole).toString().isEmpty());
    const JobColumn secret = model.addPayloadColumn({u"secret"_s});
    const JobColumn k = model.addPayloadColumn({u"u"_s, u"k"_s});
    QTRY_COMPARE_WITH_TIMEOUT(watched.text(0, k), u"v50"_s, kWait);
    QCOMPARE(watched.text(0, n), u"50"_s);
    QCOMPARE(watched.text(19, n), u"31"_s);
    QCOMPARE(watched.text(0, secret), u"••••••"_s);
    const QString description = model.index(0, 0).data(Qt::AccessibleDescriptionRole).toString();
    QVERIFY2(description.contains(u"payload.u.k: v50"_s), qPrintable(description));
    QCOMPARE(reset.count(), 0); // the rows are where they were

    // Further pages have them at once.
    model.loadMore(PageDirection::Forward);
    QTRY_COMPARE_WITH_TIMEOUT(model.rowCount(), 40, kWait);
    QCOMPARE(watched.text(39, n), u"11"_s);

    // Other rules need no reading.
    model.setRules(RedactionRules::fromTexts({u"u.k"_s}));
    QCOMPARE(watched.text(0, secret), u"s"_s);
    QCOMPARE(watched.text(0, k), u"••••••"_s);

    model.removePayloadColumn(secret);
    QCOMPARE(model.columnCount(), kJobColumns + 2);
    QCOMPARE(watched.text(0, payloadColumn(1)), u"••••••"_s);
    QCOMPARE(model.query().payloadPaths, (QList<QStringList>{{u"n"_s}, {u"u"_s, u"k"_s}}));
    model.setPayloadRead(n, false);
    QCOMPARE(model.query().payloadPaths, (QList<QStringList>{{u"u"_s, u"k"_s}}));
    QVERIFY(watched.show(u"id:7"_s));
    QCOMPARE(watched.text(0, n), u"…"_s);
    model.setPayloadRead(n, true);
    QTRY_COMPARE_WITH_TIMEOUT(watched.text(0, n), u"7"_s, kWait);

    // What changes is seen, in the model's own colours.
    database.script("update graphile_worker._private_jobs set payload = '{\"n\":\"new\"}'"
                    " where id = 7");
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    model.refresh();
    QTRY_COMPARE_WITH_TIMEOUT(watched.text(0, n), u"new"_s, kWait);
    QCOMPARE(changed.last().at(1).toModelIndex().column(), model.columnCount() - 1);
    const auto term = model.entry(n).term(model.jobs().first());
    QVERIFY(term);
    QCOMPARE(term->text(), u"payload.n=new"_s);
}

void TestPayloadColumns::columnsAddedWhileReadingGetTheirValues()
{
    const TestDatabase database = TestDatabase::createMigrated();
    for (int n = 1; n <= 5; ++n)
        addJob(database, "{\"n\":" + QByteArray::number(n) + "}");
    WatchedColumns watched(database);
    watched.model.show(mixQuery({}));
    QCOMPARE(watched.model.phase(), Phase::Loading); // asked for without the column
    const JobColumn n = watched.model.addPayloadColumn({u"n"_s});
    QTRY_COMPARE_WITH_TIMEOUT(watched.text(0, n), u"5"_s, kWait);
    watched.model.refresh();
    watched.model.removePayloadColumn(n); // and the answer is about it
    const JobColumn other = watched.model.addPayloadColumn({u"m"_s});
    QTRY_COMPARE_WITH_TIMEOUT(watched.model.jobs().first().payload.first().kind, Kind::Missing,
                              kWait);
    QCOMPARE(watched.text(0, other), QString());
}

YARDMASTER_TEST(TestPayloadColumns)
#include "tst_payloadcolumns.moc"
