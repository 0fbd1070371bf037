#include "app/commands/commandcall.h"

#include "models/query/exportformat.h"
#include "tests/models/jobs/jobsfixture.h"
#include "tests/support/testprogram.h"
#include "tests/support/yardmasterprocess.h"

#include <QBuffer>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QScopeGuard>
#include <QTemporaryDir>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace {

struct ExportRun
{
    int exitCode = -1;
    QByteArray out;
    QString err;
};

ExportRun runExport(const QStringList &arguments, const QProcessEnvironment &environment = {})
{
    QBuffer in;
    QBuffer out;
    QBuffer err;
    in.open(QBuffer::ReadOnly);
    out.open(QBuffer::WriteOnly);
    err.open(QBuffer::WriteOnly);
    const int exitCode
        = runCommand(QStringList{u"jobs"_s} + arguments, environment, {&in, &out, &err});
    return {exitCode, out.data(), QString::fromUtf8(err.data())};
}

} // namespace

class TestExportCommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() { m_database.reset(); }
    void jobsGoToStandardOutput();
    void jobsGoToAFile();
    void valuesAreHiddenUnlessRevealed();
    void environmentNamesTheDatabase();
    void environmentIsReadAsByTheWorker();
    void fullDevicesAreFailures();
    void aClosedPipeEndsTheExport();
    void rowSecurityIsAFailure();
    void allMistakesAreReported_data();
    void allMistakesAreReported();
    void failuresAreReported();
    void helpNamesEveryColumn();

private:
    std::unique_ptr<TestDatabase> m_database;
};

void TestExportCommand::initTestCase()
{
    m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
    fillMix(*m_database, 3000);
}

void TestExportCommand::jobsGoToStandardOutput()
{
    const QString expected
        = m_database->scalar("select string_agg(id || ',' || priority, E'\\r\\n' order by id) from "
                             "graphile_worker._private_jobs where not is_available and locked_at "
                             "is null");
    const ExportRun csv = runExport({u"export"_s, u"-c"_s, m_database->url(), u"--filter"_s,
                                     u"state:failed"_s, u"--columns"_s, u"id,priority"_s});
    QCOMPARE(csv.err, QString());
    QCOMPARE(csv.exitCode, 0);
    QCOMPARE(QString::fromUtf8(csv.out), u"id,priority\r\n"_s + expected + u"\r\n"_s);
    const ExportRun json
        = runExport({u"export"_s, u"-c"_s, m_database->url(), u"--format"_s, u"ndjson"_s,
                     u"--filter"_s, u"id:7"_s, u"--columns"_s, u"id"_s});
    QCOMPARE(json.out, "{\"id\":7}\n");
}

void TestExportCommand::jobsGoToAFile()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(u"jobs.json"_s);
    const ExportRun result
        = runExport({u"export"_s, u"-c"_s, m_database->url(), u"--format"_s, u"json"_s,
                     u"--filter"_s, u"id:7"_s, u"--columns"_s, u"id"_s, u"--output"_s, path});
    QCOMPARE(result.exitCode, 0);
    QCOMPARE(result.out, QByteArray());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), "[\n{\"id\":7}\n]\n");
    const ExportRun refused = runExport({u"export"_s, u"-c"_s, m_database->url(), u"--output"_s,
                                         folder.filePath(u"no/such/file"_s)});
    QCOMPARE(refused.exitCode, 2);
    QVERIFY(refused.err.contains(u"cannot be written"_s));
}

void TestExportCommand::valuesAreHiddenUnlessRevealed()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script(R"(select graphile_worker.add_job('t', '{"n": 1, "apiKey": {"a": [2]}}'))");
    QStringList arguments{u"export"_s,  u"-c"_s,       database.url(), u"--columns"_s,
                          u"payload"_s, u"--format"_s, u"ndjson"_s};
    const ExportRun hidden = runExport(arguments);
    QCOMPARE(hidden.out,
             QByteArray(R"({"payload":{"n": 1, "apiKey": "[hidden]"}})"
                        "\n"));
    QCOMPARE(hidden.err,
             u"yardmaster: hidden values in payloads: 1; use --reveal to write "
             "them\n"_s);
    QCOMPARE(hidden.exitCode, 0);
    arguments << u"--reveal"_s;
    const ExportRun revealed = runExport(arguments);
    QCOMPARE(revealed.out,
             QByteArray(R"({"payload":{"n": 1, "apiKey": {"a": [2]}}})"
                        "\n"));
    QCOMPARE(revealed.err, QString());
}

void TestExportCommand::environmentNamesTheDatabase()
{
    QProcessEnvironment environment;
    environment.insert(u"DATABASE_URL"_s, m_database->url());
    const ExportRun result
        = runExport({u"export"_s, u"--filter"_s, u"id:1"_s, u"--columns"_s, u"id"_s}, environment);
    QCOMPARE(result.out, "id\r\n1\r\n");
}

void TestExportCommand::environmentIsReadAsByTheWorker()
{
    QProcessEnvironment environment;
    environment.insert(u"DATABASE_URL"_s, u"host=/nonexistent"_s);
    environment.insert(u"YARDMASTER_CONNECTION"_s, m_database->url());
    const QStringList arguments{u"export"_s, u"--filter"_s, u"id:1"_s, u"--columns"_s, u"id"_s};
    QCOMPARE(runExport(arguments, environment).out, "id\r\n1\r\n");
    environment.insert(u"GRAPHILE_WORKER_SCHEMA"_s, u"node_s"_s);
    QVERIFY(runExport(arguments, environment).err.contains(u"schema node_s"_s));
    environment.insert(u"YARDMASTER_SCHEMA"_s, u"our_s"_s);
    QVERIFY(runExport(arguments, environment).err.contains(u"schema our_s"_s));
    QCOMPARE(runExport(arguments + QStringList{u"-s"_s, u"graphile_worker"_s}, environment).out,
             "id\r\n1\r\n");
}

void TestExportCommand::fullDevicesAreFailures()
{
    const ExportRun result
        = runExport({u"export"_s, u"-c"_s, m_database->url(), u"--output"_s, u"/dev/full"_s});
    QCOMPARE(result.exitCode, 1);
    QVERIFY2(result.err.contains(u"could not be written"_s), qUtf8Printable(result.err));
    QVERIFY(!QFileInfo(u"/dev/full"_s).isFile());
}

/// A file without the jobs that a policy hides would look complete.
/// As with `| head`: by SIGPIPE and without a word, like other programs.
void TestExportCommand::aClosedPipeEndsTheExport()
{
    const QTemporaryDir folder;
    QProcess shell;
    shell.setProcessEnvironment(YardmasterProcess::cleanEnvironment());
    shell.start(u"/bin/sh"_s,
                {u"-c"_s,
                 u"{ \"$0\" jobs export -c \"$1\"; echo $? > \"$2/status\"; } 2> \"$2/errors\""
                 " | head -n 1"_s,
                 QCoreApplication::applicationDirPath() + u"/yardmaster"_s, m_database->url(),
                 folder.path()});
    QVERIFY(shell.waitForFinished(60000));
    QVERIFY(shell.readAllStandardOutput().startsWith("id,"));
    const auto read = [&folder](const QString &name) {
        QFile file(folder.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("none");
    };
    QTRY_COMPARE(read(u"status"_s), QByteArray("141\n"));
    QCOMPARE(read(u"errors"_s), QByteArray());
}

void TestExportCommand::rowSecurityIsAFailure()
{
    m_database->script("alter table graphile_worker._private_jobs enable row level security;"
                       "create role reader login;"
                       "grant usage on schema graphile_worker to reader;"
                       "grant select on all tables in schema graphile_worker to reader");
    const auto restore = qScopeGuard([this] {
        m_database->script("alter table graphile_worker._private_jobs disable row level security;"
                           "drop owned by reader; drop role reader");
    });
    ConnectionSettings settings = m_database->settings();
    QString connection = u"user=reader"_s;
    for (const QString &keyword : {u"host"_s, u"port"_s, u"dbname"_s})
        connection += u' ' + keyword + u'=' + settings.value(keyword);
    const ExportRun result
        = runExport({u"export"_s, u"-c"_s, connection, u"--filter"_s, u"id:1"_s});
    QCOMPARE(result.exitCode, 4);
    QVERIFY2(result.err.contains(u"row security"_s), qUtf8Printable(result.err));
}

void TestExportCommand::allMistakesAreReported_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("nothing") << QStringList{} << u"a command is missing"_s;
    QTest::newRow("verb") << QStringList{u"exprt"_s} << u"did you mean export?"_s;
    QTest::newRow("option") << QStringList{u"export"_s, u"--speed"_s} << u"speed"_s;
    QTest::newRow("twice") << QStringList{u"export"_s, u"id:1"_s, u"--filter"_s, u"id:2"_s}
                           << u"specify the jobs in one way"_s;
    QTest::newRow("filter") << QStringList{u"export"_s, u"--filter"_s, u"id:1 stat:failed"_s}
                            << u"character 6"_s;
    QTest::newRow("format") << QStringList{u"export"_s, u"--format"_s, u"xml"_s}
                            << u"csv, json or ndjson, not 'xml'"_s;
    QTest::newRow("column") << QStringList{u"export"_s, u"--columns"_s, u"id,name"_s}
                            << u"no column 'name'"_s;
    QTest::newRow("schema") << QStringList{u"export"_s, u"--schema"_s, u"pg_x"_s} << u"pg_"_s;
    QTest::newRow("database") << QStringList{u"export"_s} << u"specify a database"_s;
    QTest::newRow("two") << QStringList{u"export"_s, u"--format"_s, u"xml"_s, u"--columns"_s,
                                        u"name"_s}
                         << u"no column 'name'"_s;
}

void TestExportCommand::allMistakesAreReported()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, sentence);
    const ExportRun result = runExport(arguments);
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(result.err.contains(sentence), qUtf8Printable(result.err));
    QVERIFY(result.err.contains(u"see yardmaster jobs"_s));
    QVERIFY(result.out.isEmpty());
}

void TestExportCommand::failuresAreReported()
{
    const ExportRun nowhere = runExport({u"export"_s, u"-c"_s, u"host=/nonexistent dbname=x"_s});
    QCOMPARE(nowhere.exitCode, 5);
    QVERIFY(nowhere.err.startsWith(u"yardmaster: "_s));
    const ExportRun missing
        = runExport({u"export"_s, u"-c"_s, m_database->url(), u"-s"_s, u"nothing_here"_s});
    QCOMPARE(missing.exitCode, 6);
    QVERIFY2(missing.err.contains(u"no job queue in schema nothing_here"_s),
             qUtf8Printable(missing.err));
    const ExportRun pattern
        = runExport({u"export"_s, u"-c"_s, m_database->url(), u"--filter"_s, u"error~\"(\""_s});
    QCOMPARE(pattern.exitCode, 2);
    QVERIFY(pattern.err.contains(u"regular expression"_s));
}

void TestExportCommand::helpNamesEveryColumn()
{
    const ExportRun result = runExport({u"export"_s, u"--help"_s});
    QCOMPARE(result.exitCode, 0);
    for (const ExportColumn column : allExportColumns())
        QVERIFY(result.out.contains(exportColumnName(column)));
    const QStringList lines = QString::fromUtf8(result.out).split(u'\n');
    for (const QString &line : lines)
        QVERIFY2(line.size() <= 100, qUtf8Printable(line));
}

YARDMASTER_TEST(TestExportCommand)
#include "tst_exportcommand.moc"
