#include "models/overview/changemark.h"
#include "tests/support/testprogram.h"

#include "models/operations/loggedmaintenance.h"
#include "models/operations/sharedlog.h"
#include "tests/models/history/historyfixture.h"
#include "tests/models/operations/operationsfixture.h"

#include "models/operations/loglines.h"

#include <QRegularExpression>
#include <QTest>
#include <QTranslator>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Kind = ChangeMark::Kind;

namespace {

class LogTranslator final : public QTranslator
{
public:
    [[nodiscard]] bool isEmpty() const override { return false; }
    [[nodiscard]] QString translate(const char *context, const char *text, const char *,
                                    int) const override
    {
        return QByteArrayView(context) == "LogLines" && QByteArrayView(text) == "%1 as %2"
            ? u"%1 als %2"_s
            : QString();
    }
};

} // namespace

/// What is marked in charts: changes by hand, crontabs, versions of workers.
class TestChangeMark : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_fixture = std::make_unique<OperationsFixture>(); }
    void cleanup() { m_fixture.reset(); }
    void operationsOnManyJobsAreMarked();
    void eachOperationIsMarkedOnce();
    void othersAreMarkedByTheSharedLog();
    void otherServersAreNotMarked();
    void newCronEntriesAreMarked();
    void newVersionsAreMarked();
    void newestAreReadAndNoMore();
    void theLastLineSumsUpTheOperation();
    void whatMayNotBeReadGivesNoMarks();
    void foreignTextIsOneLine();
    void missingNamesAreSaid();
    void whoIsTranslated();
    void textsCountAndCut();

private:
    [[nodiscard]] MaintenanceLog log(const QString &folder = {}) const
    {
        return {kSchema, folder.isEmpty() ? m_fixture->folder : folder,
                m_fixture->database.settings().describe()};
    }
    [[nodiscard]] ChangeMarks read(const QString &folder = {}) const
    {
        return read(*m_fixture->database.session(), folder);
    }
    [[nodiscard]] ChangeMarks read(Session &session, const QString &folder = {}) const
    {
        const auto marks = readChangeMarks(session, log(folder));
        if (!marks)
            qFatal("%s", qUtf8Printable(marks.error().message));
        return *marks;
    }
    void addEntry(const QByteArray &name, const QByteArray &knownSince) const
    {
        m_fixture->database.script("insert into graphile_worker._private_known_crontabs "
                                   "(identifier, known_since) values ("
                                   + name + ", " + knownSince + ")");
    }
    [[nodiscard]] static OperationChange retry() { return {.kind = OperationKind::Retry}; }

    std::unique_ptr<OperationsFixture> m_fixture;
};

void TestChangeMark::operationsOnManyJobsAreMarked()
{
    m_fixture->addJobs(12);
    const Timestamp before = timestamp(QDateTime::currentDateTimeUtc());
    (void)m_fixture->run(OperationsFixture::byIds(retry(), {1}));
    QCOMPARE(read(), ChangeMarks());
    (void)m_fixture->run(OperationsFixture::byIds(retry(), {1, 2, 3}));
    const ChangeMarks marks = read();
    QCOMPARE(marks.size(), 1);
    QCOMPARE(marks.first().kind, Kind::Jobs);
    QVERIFY2(marks.first().text.startsWith(u"Retry 3 jobs, by "_s), qPrintable(marks.first().text));
    QVERIFY(marks.first().text.contains(m_fixture->origin().osUser));
    QVERIFY(marks.first().at >= before && marks.first().at <= before + 1min);
}

void TestChangeMark::eachOperationIsMarkedOnce()
{
    m_fixture->addJobs(12);
    m_fixture->database.script(createSharedLogSql(kSchema));
    OperationSpec spec = OperationsFixture::byIds(retry(), {1, 2, 3, 4, 5, 6, 7});
    spec.options.batchSize = 2;
    (void)m_fixture->run(spec);
    const ChangeMarks marks = read();
    QCOMPARE(marks.size(), 1);
    QVERIFY2(marks.first().text.startsWith(u"Retry 7 jobs, by "_s), qPrintable(marks.first().text));
    // What was rolled back, or whose end is not known, changed nothing.
    const auto session = m_fixture->database.session();
    OperatorLog journal(m_fixture->folder);
    const LoggedAction action{u"cleanup"_s, kSchema, m_fixture->folder, {}, "x", {{u"jobs"_s, 9}}};
    const auto id = QUuid::createUuid();
    QVERIFY(journal.logAction(*session, id, action, m_fixture->origin()));
    QCOMPARE(read().size(), 1);
    QVERIFY(journal.logActionOutcome(*session, id, action, m_fixture->origin(), true, {}, u"no"_s));
    QCOMPARE(read().size(), 1);
    QVERIFY(runLogged(*session, action, [] { return Result<QJsonObject>(); }));
    QCOMPARE(read().size(), 2);
    QVERIFY(read().last().text.startsWith(u"Clean up 9 jobs, by "_s));
}

void TestChangeMark::othersAreMarkedByTheSharedLog()
{
    m_fixture->addJobs(12);
    m_fixture->database.script(createSharedLogSql(kSchema));
    (void)m_fixture->run(OperationsFixture::byIds(retry(), {1, 2, 3}));
    const QTemporaryDir empty;
    QCOMPARE(read(empty.path()).size(), 1);
    QVERIFY(read(empty.path()).first().text.startsWith(u"Retry 3 jobs, by "_s));
    // Whatever somebody writes there.
    m_fixture->database.script(
        R"(insert into graphile_worker._yardmaster_operator_log (entry) values )"
        R"(('{"operation": "a\u0000", "outcome": "committed"}'), ('{"operation": {"x": []}}'), )"
        R"(('{"operation": "b", "batch": 1, "kind": ["x"], "before": "jobs"}'), )"
        R"(('{"operation": "b", "batch": 1, "outcome": "committed"}'), )"
        R"(('{"operation": "c", "kind": "retry", "jobs": 9, "outcome": "committed", "x": "\ud800"}'), )"
        R"(('{"operation": "d", "kind": "retry", "jobs": "1e99", "outcome": "committed"}'))");
    QCOMPARE(read(empty.path()).size(), 1);
    m_fixture->database.script("drop table graphile_worker._yardmaster_operator_log");
    QCOMPARE(read(empty.path()).size(), 0);
}

void TestChangeMark::otherServersAreNotMarked()
{
    m_fixture->addJobs(12);
    (void)m_fixture->run(OperationsFixture::byIds(retry(), {1, 2, 3}));
    QCOMPARE(read().size(), 1);
    QFile file(m_fixture->folder + u"/operators.ndjson"_s);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QByteArray lines = file.readAll();
    const QByteArray database
        = "\"database\":" + QByteArray::number(m_fixture->origin().server.database);
    QVERIFY(lines.contains(database));
    lines.replace(database, "\"database\":1");
    file.resize(0);
    file.write(lines);
    file.close();
    QCOMPARE(read(), ChangeMarks());
}

void TestChangeMark::newCronEntriesAreMarked()
{
    addEntry("'digest'", "now() - interval '1 hour'");
    m_fixture->database.script(
        "insert into graphile_worker._private_known_crontabs (identifier, known_since) select "
        "'many ' || n, now() - interval '1 minute' from generate_series(1, 5) as n");
    addEntry("'long ago'", "now() - interval '29 days'");
    addEntry("'never'", "'infinity'");
    addEntry("'always'", "'-infinity'");
    const ChangeMarks marks = read();
    QCOMPARE(marks.size(), 2);
    QCOMPARE(marks[0].text, u"Crontab: new entry digest"_s);
    QCOMPARE(marks[0].kind, Kind::Crontab);
    QCOMPARE(marks[1].text, u"Crontab: 5 new entries, many 1, many 2, many 3, …"_s);
    QVERIFY(marks[1].at - marks[0].at >= 59min && marks[1].at - marks[0].at < 61min);
}

void TestChangeMark::newVersionsAreMarked()
{
    const auto add = [this](const QByteArray &id, const QByteArray &version) {
        m_fixture->database.script("select graphile_worker.worker_heartbeat('" + id
                                   + R"(', '{"program": "yardmaster", "version": ")" + version
                                   + "\"}')");
        const auto kept
            = keepHistory(*m_fixture->database.session(), kSchema, HistoryWork::Prune, true);
        QVERIFY(kept && kept->outcome != HistoryKept::Outcome::Denied);
    };
    add("a", "1.1"); // there is no history yet
    QCOMPARE(read(), ChangeMarks());
    installHistoryIn(m_fixture->database);
    QCOMPARE(read(), ChangeMarks()); // nothing changed
    add("b", "1.2");
    add("c", "1.2");
    const ChangeMarks marks = read();
    QCOMPARE(marks.size(), 1);
    QCOMPARE(marks.first().text, u"First worker of yardmaster 1.2"_s);
    QCOMPARE(marks.first().kind, Kind::Version);
    // They are remembered anew, and none of them has just come.
    m_fixture->database.script("drop table graphile_worker._yardmaster_history_marks");
    installHistoryIn(m_fixture->database);
    add("d", "1.2");
    QCOMPARE(read(), ChangeMarks());
}

void TestChangeMark::newestAreReadAndNoMore()
{
    m_fixture->database.script(
        "insert into graphile_worker._private_known_crontabs (identifier, known_since) select "
        "'e' || n, now() - n * interval '1 minute' from generate_series(1, 250) as n");
    installHistoryIn(m_fixture->database);
    m_fixture->database.script(
        "update graphile_worker._yardmaster_history_marks set at = '-infinity'; "
        "insert into graphile_worker._yardmaster_history_marks select 'v', 'v' || n, now() - n * "
        "interval '1 minute', now() from generate_series(1, 250) as n");
    const ChangeMarks marks = read();
    QCOMPARE(marks.size(), kMostChangeMarks);
    QVERIFY(std::ranges::is_sorted(marks, {}, &ChangeMark::at));
    QVERIFY(std::ranges::any_of(
        marks, [](const ChangeMark &mark) { return mark.text == "Crontab: new entry e1"_L1; }));
    QVERIFY(marks.last().at - marks.first().at <= 100min);
}

void TestChangeMark::theLastLineSumsUpTheOperation()
{
    m_fixture->addJobs(12);
    const Timestamp before = timestamp(QDateTime::currentDateTimeUtc());
    OperationSpec spec = OperationsFixture::byIds(retry(), {1, 2, 3, 4, 5, 6, 7});
    spec.options.batchSize = 2;
    (void)m_fixture->run(spec);
    const Timestamp after = timestamp(QDateTime::currentDateTimeUtc());
    QFile file(m_fixture->folder + u"/operators.ndjson"_s);
    QVERIFY(file.open(QIODevice::ReadWrite));
    const QByteArray last = file.readAll().trimmed().split('\n').constLast();
    QVERIFY(last.size() < 1500); // or the shared log's would not be read
    // What another clock wrote is no end of the log.
    file.resize(0);
    file.write(last + "\n{\"at\":\"1970-01-01T00:00:00.000Z\",\"outcome\":\"committed\"}\n");
    file.close();
    ChangeMarks marks = read();
    QCOMPARE(marks.size(), 1);
    QVERIFY2(marks.first().text.startsWith(u"Retry 7 jobs, by "_s), qPrintable(marks.first().text));
    QVERIFY(marks.first().at >= before - 1ms && marks.first().at <= after);
    // The mark is where it began.
    QString hourLong = QString::fromUtf8(last);
    hourLong.replace(QRegularExpression(u"\"took_ms\":\\d+"_s), u"\"took_ms\":3600000"_s);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(hourLong.toUtf8() + '\n') > 0);
    file.close();
    marks = read();
    QCOMPARE(marks.size(), 1);
    QVERIFY(marks.first().at >= before - 61min && marks.first().at <= after - 59min);
}

void TestChangeMark::whatMayNotBeReadGivesNoMarks()
{
    const TestDatabase &database = m_fixture->database;
    addEntry("'digest'", "now()");
    database.script(createSharedLogSql(kSchema));
    installHistoryIn(database);
    database.script("create role sees_no_marks login; "
                    "grant execute on function pg_control_system() to sees_no_marks");
    ConnectionSettings settings = database.settings();
    settings.set(u"user"_s, u"sees_no_marks"_s);
    const auto session = Session::open(settings, u"test"_s);
    QVERIFY(session);
    QCOMPARE(read(**session), ChangeMarks());
    database.script("grant usage on schema graphile_worker to sees_no_marks");
    QCOMPARE(read(**session), ChangeMarks());
    database.script("drop owned by sees_no_marks; drop role sees_no_marks; "
                    "drop table graphile_worker._private_known_crontabs, "
                    "graphile_worker._yardmaster_history_marks");
    QCOMPARE(read(), ChangeMarks());
    // Where it cannot be read as expected, the rest is still there.
    database.script(
        "create table graphile_worker._private_known_crontabs (x int); "
        "create table graphile_worker._yardmaster_history_marks (kind \"char\", at "
        "timestamptz, text text); insert into "
        "graphile_worker._yardmaster_history_marks values ('b', now(), ''), ('v', now() "
        "+ interval '1 s', 'x')");
    QCOMPARE(read().size(), 1);
    database.script("drop schema graphile_worker cascade");
    QCOMPARE(read(), ChangeMarks());
}

void TestChangeMark::foreignTextIsOneLine()
{
    addEntry("E'a\\nb\\u202e<b>' || repeat('x', 500)", "now()");
    addEntry("E'c\\nd'", "now() - interval '1 hour'");
    const ChangeMarks marks = read();
    QCOMPARE(marks.size(), 2);
    QCOMPARE(marks[0].text, u"Crontab: new entry c d"_s);
    QVERIFY(!marks[1].text.contains(u'\n') && !marks[1].text.contains(QChar(0x202e)));
    QVERIFY(marks[1].text.size() < 100);
}

void TestChangeMark::missingNamesAreSaid()
{
    addEntry("''", "now() - interval '1 hour'");
    m_fixture->database.script(
        "insert into graphile_worker._private_known_crontabs (identifier, known_since) select "
        "name, now() - interval '2 hours' from unnest(array[' ', 'digest']) as name");
    installHistoryIn(m_fixture->database);
    m_fixture->database.script(
        "update graphile_worker._yardmaster_history_marks set at = '-infinity'; "
        "insert into graphile_worker._yardmaster_history_marks values ('v', '', now() - interval "
        "'30 minutes', now())");
    m_fixture->addJobs(12);
    m_fixture->database.script(createSharedLogSql(kSchema));
    (void)m_fixture->run(OperationsFixture::byIds(retry(), {1, 2, 3}));
    m_fixture->database.script("update graphile_worker._yardmaster_operator_log set entry = "
                               "(entry::jsonb - 'os_user')::json");
    const QTemporaryDir empty;
    ChangeMarks marks = read(empty.path());
    QCOMPARE(marks.size(), 4);
    QCOMPARE(marks[0].text, u"Crontab: 2 new entries, (no name), digest"_s);
    QCOMPARE(marks[1].text, u"Crontab: new entry (no name)"_s);
    QCOMPARE(marks[2].text, u"First worker of (no name)"_s);
    QCOMPARE(marks[3].text, u"Retry 3 jobs, by "_s + m_fixture->origin().dbUser);
    m_fixture->database.script("update graphile_worker._yardmaster_operator_log set db_user = ''");
    marks = read(empty.path());
    QCOMPARE(marks.last().text, u"Retry 3 jobs"_s);
}

void TestChangeMark::whoIsTranslated()
{
    QCOMPARE(loggedWho(u"ann"_s, u"app"_s), u"ann as app"_s);
    QCOMPARE(loggedWho(u"ann"_s, u"ann"_s), u"ann"_s);
    QCOMPARE(loggedWho(u"ann"_s, {}), u"ann"_s);
    QCOMPARE(loggedWho({}, u"app"_s), u"app"_s);
    LogTranslator german;
    QCoreApplication::installTranslator(&german);
    QCOMPARE(loggedWho(u"ann"_s, u"app"_s), u"ann als app"_s);
    QCoreApplication::removeTranslator(&german);
}

void TestChangeMark::textsCountAndCut()
{
    QCOMPARE(changesText({}), QString());
    QCOMPARE(changesLine({}), QString());
    const ChangeMark mark{Timestamp(1'800'000'000s), Kind::Jobs, u"Retry 3 jobs, by ann"_s};
    QCOMPARE(changesText({mark}), u"2027-01-15 08:00:00 UTC · Retry 3 jobs, by ann"_s);
    QCOMPARE(changesLine({mark}), mark.text);
    const ChangeMarks many(40, mark);
    const QStringList lines = changesText(many).split(u'\n');
    QCOMPARE(lines.size(), 14);
    QCOMPARE(lines.first(), u"40 changes"_s);
    QCOMPARE(lines.last(), u"and 28 earlier ones"_s);
    QVERIFY(changesLine(many).startsWith(u"40 changes: Retry 3 jobs, by ann; "_s));
    QVERIFY(changesLine(many).endsWith(u"; …"_s));
}

YARDMASTER_TEST(TestChangeMark)
#include "tst_changemark.moc"
