#include "models/query/exportrun.h"
#include "tests/models/jobs/jobsfixture.h"
#include "tests/support/testprogram.h"
#include "worker/json/jsonstring.h"

#include <QBuffer>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int kExportPatience = 120000;
constexpr qint64 kExportedJobs = 50000;

/// The same values as an export of all columns in UTC, made by the server.
const QByteArray kExpected
    = "select jobs.id::text, tasks.identifier, queues.queue_name, jobs.key, jobs.priority::text, "
      "case when isfinite(run_at) then to_char(run_at at time zone 'utc', "
      "'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"') else run_at::text end, attempts::text, "
      "max_attempts::text, last_error, to_char(jobs.created_at at time zone 'utc', "
      "'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"'), to_char(jobs.locked_at at time zone 'utc', "
      "'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"'), jobs.locked_by, revision::text, flags::text, "
      "payload::text from graphile_worker._private_jobs as jobs join "
      "graphile_worker._private_tasks as tasks on tasks.id = task_id left join "
      "graphile_worker._private_job_queues as queues on queues.id = job_queue_id";

const QStringList kExpectedNames{
    u"id"_s,        u"task_identifier"_s, u"queue_name"_s,   u"key"_s,        u"priority"_s,
    u"run_at"_s,    u"attempts"_s,        u"max_attempts"_s, u"last_error"_s, u"created_at"_s,
    u"locked_at"_s, u"locked_by"_s,       u"revision"_s,     u"flags"_s,      u"payload"_s};

/// Reads RFC 4180, strictly.
QList<QStringList> parseCsv(const QByteArray &bytes)
{
    QList<QStringList> records;
    QStringList record;
    QByteArray field;
    bool isQuoted = false;
    for (qsizetype i = 0; i < bytes.size(); ++i) {
        const char c = bytes.at(i);
        if (isQuoted) {
            if (c == '"' && i + 1 < bytes.size() && bytes.at(i + 1) == '"')
                field += bytes.at(++i);
            else if (c == '"')
                isQuoted = false;
            else
                field += c;
        } else if (c == '"') {
            isQuoted = true;
        } else if (c == ',') {
            record << QString::fromUtf8(std::exchange(field, {}));
        } else if (c == '\r' && i + 1 < bytes.size() && bytes.at(i + 1) == '\n') {
            ++i;
            record << QString::fromUtf8(std::exchange(field, {}));
            records << std::exchange(record, {});
        } else {
            field += c;
        }
    }
    return record.isEmpty() && field.isEmpty() ? records : QList<QStringList>();
}

/// Records how much is written at once, and stores nothing.
class Meter final : public QIODevice
{
public:
    qint64 total = 0;

protected:
    qint64 readData(char *, qint64) override { return -1; }
    qint64 writeData(const char *, qint64 size) override
    {
        total += size;
        return size;
    }
};

class FullDisk final : public QIODevice
{
protected:
    qint64 readData(char *, qint64) override { return -1; }
    qint64 writeData(const char *, qint64) override { return -1; }
};

} // namespace

/// Long because of the formats, and of the ways in which an export ends.
class TestJobExport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void csvSaysWhatTheTableSays();
    void jsonFormsSayWhatTheTableSays_data();
    void jsonFormsSayWhatTheTableSays();
    void filterAndSelectionAreKept();
    void payloadsAreByteExact();
    void formulasAreGuarded();
    void fieldsAreQuoted_data();
    void fieldsAreQuoted();
    void timesNameTheirZone();
    void hugePayloadsComeOneByOne();
    void emptyResultsAreValid();
    void newJobsDoNotBelong();
    void fileAppearsWhenItIsWhole();
    void cancelLeavesNoFile();
    void errorLeavesNoFile();
    void badRequestsAreRefused();
    void fullDiskIsReported();

private:
    QByteArray exported(const ExportRequest &request, const TestDatabase &database)
    {
        QBuffer buffer;
        buffer.open(QIODevice::WriteOnly);
        valueOf(exportJobs(*database.session(), request, &buffer, nullptr, {}));
        return buffer.data();
    }

    std::unique_ptr<TestDatabase> m_database;
    QTemporaryDir m_folder;
};

void TestJobExport::initTestCase()
{
    m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
    fillMix(*m_database, kExportedJobs);
    // What exporters commonly get wrong.
    m_database->script(
        "update graphile_worker._private_jobs set run_at = 'infinity' where id = 11;"
        "update graphile_worker._private_jobs set last_error = E'a \"b\", c\\r\\n=1+1\\t\\u00e4' "
        "where id = 12;"
        "update graphile_worker._private_jobs set last_error = '=cmd()' where id = 13;"
        "update graphile_worker._private_jobs set payload = E'{ \"a\" :\\n 1.0,\\n"
        "\"a\": 12345678901234567890 }' where id = 14;"
        "delete from graphile_worker._private_jobs where id between 3000 and 29999 and "
        "not is_available and locked_at is null");
}

void TestJobExport::cleanupTestCase()
{
    m_database.reset();
}

void TestJobExport::csvSaysWhatTheTableSays()
{
    ExportRequest request;
    request.style.guardsFormulas = false;
    request.style.columns.clear();
    for (const QString &name : kExpectedNames)
        request.style.columns << *exportColumnFrom(name);
    const QList<QStringList> records = parseCsv(exported(request, *m_database));
    QVERIFY(!records.isEmpty());
    QCOMPARE(records.first(), kExpectedNames);
    const Rows rows = valueOf(m_database->session()->query(kExpected + " order by jobs.id"));
    QCOMPARE(records.size() - 1, rows.count());
    QVERIFY(rows.count() > 40000);
    for (int row = 0; row < rows.count(); ++row) {
        for (int column = 0; column < kExpectedNames.size(); ++column) {
            if (records.at(row + 1).at(column) != rows.text(row, column))
                QCOMPARE(records.at(row + 1).at(column), rows.text(row, column));
        }
    }
}

void TestJobExport::jsonFormsSayWhatTheTableSays_data()
{
    QTest::addColumn<ExportFormat>("format");
    QTest::newRow("json") << ExportFormat::Json;
    QTest::newRow("ndjson") << ExportFormat::NdJson;
}

void TestJobExport::jsonFormsSayWhatTheTableSays()
{
    QFETCH(ExportFormat, format);
    ExportRequest request;
    request.style.format = format;
    const QByteArray bytes = exported(request, *m_database);
    QList<QJsonObject> objects;
    if (format == ExportFormat::Json) {
        const QJsonArray array = QJsonDocument::fromJson(bytes).array();
        for (const QJsonValue &value : array)
            objects << value.toObject();
    } else {
        const QByteArrayList lines = bytes.split('\n');
        for (const QByteArray &line : lines) {
            if (!line.isEmpty())
                objects << QJsonDocument::fromJson(line).object();
        }
    }
    const Rows rows = valueOf(m_database->session()->query(kExpected + " order by jobs.id"));
    QCOMPARE(objects.size(), rows.count());
    for (int row = 0; row < rows.count(); ++row) {
        const QJsonObject &object = objects.at(row);
        if (object.size() != kExportColumns)
            QCOMPARE(object.size(), kExportColumns);
        for (int column = 0; column < kExpectedNames.size(); ++column) {
            const QJsonValue value = object.value(kExpectedNames.at(column));
            QString text = value.isDouble() ? QString::number(value.toInteger()) : value.toString();
            QString expected = rows.text(row, column);
            if (value.isObject()) {
                text = QString::fromUtf8(
                    QJsonDocument(value.toObject()).toJson(QJsonDocument::Compact));
                expected = QString::fromUtf8(
                    QJsonDocument::fromJson(expected.toUtf8()).toJson(QJsonDocument::Compact));
            }
            if (value.isNull() != rows.isNull(row, column) || text != expected)
                QCOMPARE(text, expected);
        }
    }
}

void TestJobExport::filterAndSelectionAreKept()
{
    ExportRequest request;
    request.style.columns = {ExportColumn::Id};
    const auto ids = [&] {
        QStringList found;
        const QList<QStringList> records = parseCsv(exported(request, *m_database));
        for (const QStringList &record : records.sliced(1))
            found << record.first();
        return found.join(u',');
    };
    request.scope.filter = u"state:failed attempts>=3 error~\"^connect\""_s;
    const QString expected = m_database->scalar(
        "select string_agg(id::text, ',' order by id) from graphile_worker._private_jobs where "
        "not is_available and locked_at is null and attempts >= 3 and last_error ~ '^connect'");
    QVERIFY(expected.size() > 1000);
    QCOMPARE(ids(), expected);
    // Gaps, and what is not there.
    request.scope.ids = {49000, 7, 1, 999999999};
    QCOMPARE(ids(), u"1,7,49000"_s);
    request.scope.ids.clear();
    for (qint64 id = 1; id <= 5000; ++id)
        request.scope.ids << id;
    QCOMPARE(ids(),
             m_database->scalar("select string_agg(id::text, ',' order by id) from "
                                "graphile_worker._private_jobs where id <= 5000"));
}

void TestJobExport::payloadsAreByteExact()
{
    ExportRequest request;
    request.scope.ids = {14};
    request.style.columns = {ExportColumn::Id, ExportColumn::Payload};
    request.style.format = ExportFormat::Json;
    QCOMPARE(exported(request, *m_database),
             "[\n{\"id\":14,\"payload\":{ \"a\" :\n 1.0,\n\"a\": 12345678901234567890 }}\n]\n");
    request.style.format = ExportFormat::NdJson;
    QCOMPARE(exported(request, *m_database),
             "{\"id\":14,\"payload\":{ \"a\" :  1.0, \"a\": 12345678901234567890 }}\n");
}

void TestJobExport::formulasAreGuarded()
{
    ExportRequest request;
    request.scope.ids = {13};
    request.style.columns = {ExportColumn::Id, ExportColumn::LastError};
    QCOMPARE(exported(request, *m_database), "id,last_error\r\n13,'=cmd()\r\n");
    request.style.guardsFormulas = false;
    QCOMPARE(exported(request, *m_database), "id,last_error\r\n13,=cmd()\r\n");
    m_database->script("update graphile_worker._private_jobs set priority = -5 where id = 13");
    request.style.guardsFormulas = true;
    request.style.columns = {ExportColumn::Priority};
    QCOMPARE(exported(request, *m_database), "priority\r\n-5\r\n");
}

void TestJobExport::fieldsAreQuoted_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("csv");
    QTest::addColumn<QByteArray>("json");
    const auto row = [](const char *name, const QByteArray &text, const QByteArray &csv,
                        const QByteArray &json) { QTest::newRow(name) << text << csv << json; };
    row("plain", "a", "a", "\"a\"");
    row("empty", "", "", "\"\"");
    row("comma", "a,b", "\"a,b\"", "\"a,b\"");
    row("quote", "a\"b", "\"a\"\"b\"", "\"a\\\"b\"");
    row("lines", "a\r\nb", "\"a\r\nb\"", "\"a\\r\\nb\"");
    row("space", " a", "\" a\"", "\" a\"");
    row("backslash", "a\\b", "a\\b", "\"a\\\\b\"");
    row("control", "a\x01\x1f", "a\x01\x1f", "\"a\\u0001\\u001f\"");
    row("formula", "@a", "'@a", "\"@a\"");
    row("formula and quote", "=\"a\"", "\"'=\"\"a\"\"\"", "\"=\\\"a\\\"\"");
    row("tab first", "\ta", "'\ta", "\"\\ta\"");
    row("other script", "\xc3\xa4", "\xc3\xa4", "\"\xc3\xa4\"");
}

void TestJobExport::fieldsAreQuoted()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, csv);
    QFETCH(QByteArray, json);
    QCOMPARE(csvText(text, true), csv);
    QCOMPARE(jsonString(text), json);
}

void TestJobExport::timesNameTheirZone()
{
    QCOMPARE(exportTime(1, QTimeZone::utc()), "1970-01-01T00:00:00.000001Z");
    QCOMPARE(exportTime(-1, QTimeZone::utc()), "1969-12-31T23:59:59.999999Z");
    QCOMPARE(exportTime(1795183387123456, QTimeZone(3600)), "2026-11-20T15:03:07.123456+01:00");
    QCOMPARE(exportTime(1795183387123456, QTimeZone(-12600)), "2026-11-20T10:33:07.123456-03:30");
    QCOMPARE(exportTime(std::numeric_limits<qint64>::max(), QTimeZone::utc()), "infinity");
    QCOMPARE(exportTime(std::numeric_limits<qint64>::min(), QTimeZone::utc()), "-infinity");
}

void TestJobExport::hugePayloadsComeOneByOne()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("insert into graphile_worker._private_tasks (identifier) values ('a');"
                    "insert into graphile_worker._private_jobs (task_id, payload) select "
                    "(select id from graphile_worker._private_tasks), "
                    "to_json(repeat('x', 3000000)) from generate_series(1, 12)");
    ExportRequest request;
    request.style.format = ExportFormat::NdJson;
    Meter meter;
    meter.open(QIODevice::WriteOnly);
    QList<qint64> pages; // jobs written after each
    const auto written
        = exportJobs(*database.session(), request, &meter, nullptr,
                     [&](const ExportProgress &progress) { pages << progress.written; });
    QCOMPARE(valueOf(written).written, 12);
    QVERIFY(meter.total > 36000000);
    for (qsizetype i = 0; i < pages.size(); ++i)
        QVERIFY(pages.at(i) - (i > 0 ? pages.at(i - 1) : 0) <= 2); // 4 MB hold one and begin one
}

void TestJobExport::emptyResultsAreValid()
{
    ExportRequest request;
    request.scope.filter = u"id:999999999"_s;
    request.style.columns = {ExportColumn::Id};
    QCOMPARE(exported(request, *m_database), "id\r\n");
    request.style.format = ExportFormat::NdJson;
    QCOMPARE(exported(request, *m_database), "");
    request.style.format = ExportFormat::Json;
    QVERIFY(QJsonDocument::fromJson(exported(request, *m_database)).isArray());
    const TestDatabase empty = TestDatabase::createMigrated();
    request.scope.filter.clear();
    QVERIFY(QJsonDocument::fromJson(exported(request, empty)).isArray());
}

void TestJobExport::newJobsDoNotBelong()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("insert into graphile_worker._private_tasks (identifier) values ('a');"
                    "insert into graphile_worker._private_jobs (task_id) select "
                    "(select id from graphile_worker._private_tasks) from generate_series(1, "
                    "5000)");
    ExportRequest request;
    Meter meter;
    meter.open(QIODevice::WriteOnly);
    const auto written
        = exportJobs(*database.session(), request, &meter, nullptr, [&](const ExportProgress &) {
              database.script("insert into graphile_worker._private_jobs (task_id) select id from "
                              "graphile_worker._private_tasks");
          });
    QCOMPARE(valueOf(written).written, 5000);
}

void TestJobExport::fileAppearsWhenItIsWhole()
{
    const QString path = m_folder.filePath(u"whole.csv"_s);
    ExportRun run(SessionPool(m_database->settings()));
    QVERIFY(!QFile::exists(path));
    bool wasThere = false;
    connect(&run, &ExportRun::progressed, &run, [&] {
        wasThere = wasThere
            || (run.phase() == ExportRun::Phase::Running && QFile::exists(path)
                && run.progress().share < 0.9);
    });
    run.begin({}, path);
    QTRY_COMPARE_WITH_TIMEOUT(run.phase(), ExportRun::Phase::Finished, kExportPatience);
    QVERIFY(!wasThere);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(parseCsv(file.readAll()).size() - 1, run.progress().written);
    QCOMPARE(QString::number(run.progress().written),
             m_database->scalar("select count(*) from graphile_worker._private_jobs"));
    QCOMPARE(QDir(m_folder.path()).entryList(QDir::Files | QDir::Hidden),
             QStringList{u"whole.csv"_s});
    QVERIFY(file.remove());
}

void TestJobExport::cancelLeavesNoFile()
{
    const QString path = m_folder.filePath(u"cancelled.csv"_s);
    ReadControl control;
    qint64 written = 0;
    const auto done = exportJobsToFile(*m_database->session(), {}, path, &control,
                                       [&](const ExportProgress &progress) {
                                           written = progress.written;
                                           control.cancel();
                                       });
    QVERIFY(!done);
    QCOMPARE(done.error().kind, DbError::Kind::Cancelled);
    QVERIFY(written > 0);
    QVERIFY(QDir(m_folder.path()).isEmpty(QDir::Files | QDir::Hidden));

    // In the middle of a statement, too.
    const auto holder = m_database->session();
    valueOf(holder->query("begin"));
    valueOf(holder->query("lock table graphile_worker._private_jobs in access exclusive mode"));
    ExportRun run(SessionPool(m_database->settings(), u"export"_s));
    run.begin({}, path);
    QTRY_COMPARE_WITH_TIMEOUT(
        m_database->scalar("select count(*) from pg_stat_activity where application_name = "
                           "'yardmaster export' and wait_event_type = 'Lock'"),
        u"1"_s, kExportPatience);
    run.cancel();
    QTRY_COMPARE_WITH_TIMEOUT(run.phase(), ExportRun::Phase::Cancelled, kExportPatience);
    QVERIFY(QDir(m_folder.path()).isEmpty(QDir::Files | QDir::Hidden));
}

void TestJobExport::errorLeavesNoFile()
{
    const QString path = m_folder.filePath(u"kept.csv"_s);
    {
        QFile old(path);
        QVERIFY(old.open(QIODevice::WriteOnly));
        old.write("old");
    }
    ExportRequest request;
    request.scope.filter = u"error~\"(\""_s; // the server does not understand it
    ExportRun run(SessionPool(m_database->settings()));
    run.begin(request, path);
    QTRY_COMPARE_WITH_TIMEOUT(run.phase(), ExportRun::Phase::Failed, kExportPatience);
    QCOMPARE(run.error().kind, DbError::Kind::InvalidInput);
    QCOMPARE(QDir(m_folder.path()).entryList(QDir::Files | QDir::Hidden),
             QStringList{u"kept.csv"_s});
    QFile old(path);
    QVERIFY(old.open(QIODevice::ReadOnly));
    QCOMPARE(old.readAll(), "old");
    QVERIFY(old.remove());
}

void TestJobExport::badRequestsAreRefused()
{
    const auto session = m_database->session();
    Meter meter;
    meter.open(QIODevice::WriteOnly);
    ExportRequest request;
    request.style.columns.clear();
    QCOMPARE(exportJobs(*session, request, &meter, nullptr, {}).error().kind,
             DbError::Kind::InvalidInput);
    request = {};
    request.scope.filter = u"stat:failed"_s;
    QCOMPARE(exportJobs(*session, request, &meter, nullptr, {}).error().kind,
             DbError::Kind::InvalidInput);
    const auto nowhere
        = exportJobsToFile(*session, {}, m_folder.filePath(u"no/such/x.csv"_s), nullptr, {});
    QCOMPARE(nowhere.error().kind, DbError::Kind::InvalidInput);
    QVERIFY(nowhere.error().message.contains(u"cannot be written"_s));
    QCOMPARE(meter.total, 0);
}

void TestJobExport::fullDiskIsReported()
{
    FullDisk disk;
    disk.open(QIODevice::WriteOnly);
    const auto done = exportJobs(*m_database->session(), {}, &disk, nullptr, {});
    QVERIFY(!done);
    QVERIFY(done.error().message.contains(u"disk"_s));
    // What fits into the buffer of a file fails when that is written.
    QFile file(u"/dev/full"_s);
    QVERIFY(file.open(QIODevice::WriteOnly));
    ExportRequest one;
    one.scope.ids = {7};
    QVERIFY(!exportJobs(*m_database->session(), one, &file, nullptr, {}));
}

YARDMASTER_TEST(TestJobExport)
#include "tst_jobexport.moc"
