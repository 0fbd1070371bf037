#include "tests/app/headlesstest.h"
#include "tests/support/testprogram.h"
#include "worker/json/visibletext.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// --log-format, and --fail-on-error.
class TestLogFormat : public HeadlessTest
{
    Q_OBJECT

    /// A job whose output and errors try to forge lines.
    void addHostileJobs() const
    {
        task(u"boom"_s,
             "printf 'one\\r<3>forged\\033[2J\\n'; echo '{\"level\":\"x\"}' >&2; "
             "printf 'why\\nsecond line' >&2; exit 1\n");
        m_database->script("select graphile_worker.add_job('hello'), "
                           "graphile_worker.add_job('boom', max_attempts => 1)");
    }
    [[nodiscard]] QStringList log(const QString &format) const
    {
        YardmasterProcess process(worker({u"--once"_s, u"--log-format"_s, format}));
        if (process.waitForExit() != 0)
            return {};
        return process.standardError().split(u'\n', Qt::SkipEmptyParts);
    }

private slots:
    void jsonIsOneObjectALine()
    {
        addHostileJobs();
        const QStringList lines = log(u"json"_s);
        QVERIFY(lines.size() >= 5);
        QStringList levels;
        bool hasError = false;
        for (const QString &line : lines) {
            const QJsonObject entry = QJsonDocument::fromJson(line.toUtf8()).object();
            QCOMPARE(entry.keys(),
                     (QStringList{u"category"_s, u"level"_s, u"message"_s, u"time"_s}));
            QVERIFY(
                QDateTime::fromString(entry["time"_L1].toString(), Qt::ISODateWithMs).isValid());
            QVERIFY(entry["category"_L1].toString().startsWith("yardmaster."_L1));
            levels << entry["level"_L1].toString();
            const QString message = entry["message"_L1].toString();
            hasError = hasError || message.contains("boom (job 2) failed for good"_L1);
            for (const QChar c : line)
                QVERIFY2(!isInvisible(c.unicode()), qPrintable(visibleText(line)));
        }
        QVERIFY(hasError);
        QVERIFY(levels.contains(u"info"_s) && levels.contains(u"error"_s));
        QVERIFY(!levels.contains(u"x"_s));
    }

    /// OpenTelemetry's names, of the trace that came with the job.
    void linesOfAJobHaveItsTrace()
    {
        m_database->script("select graphile_worker.add_job('hello', '{\"_trace\": "
                           "\"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\"}'), "
                           "graphile_worker.add_job('boom', '{\"_trace\": "
                           "\"00-1bf7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\"}')");
        const QStringList lines = log(u"json"_s);
        int ofHello = 0;
        for (const QString &line : lines) {
            const QJsonObject entry = QJsonDocument::fromJson(line.toUtf8()).object();
            const QString message = entry["message"_L1].toString();
            const QString trace = entry["trace_id"_L1].toString();
            if (message.contains("hello (job"_L1) || message.startsWith("[hello "_L1)) {
                ++ofHello;
                QCOMPARE(trace, u"0af7651916cd43dd8448eb211c80319c"_s);
                QCOMPARE(entry["span_id"_L1].toString(), u"b7ad6b7169203331"_s);
            } else if (message.startsWith("boom (job"_L1)) {
                QCOMPARE(trace, u"1bf7651916cd43dd8448eb211c80319c"_s);
            } else if (message.startsWith("worker "_L1)) {
                QVERIFY(!entry.contains("trace_id"_L1));
            }
        }
        QCOMPARE(ofHello, 2); // what it printed, and that it succeeded
        m_database->script("select graphile_worker.add_job('hello', '{\"_trace\": "
                           "\"00-2cf7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\"}')");
        QCOMPARE(log(u"journald"_s).filter(u" trace_id=2cf7651916cd43dd8448eb211c80319c"_s).size(),
                 2);
    }

    void journaldGetsALevelForEachLine()
    {
        addHostileJobs();
        const QStringList lines = log(u"journald"_s);
        static const QRegularExpression form(u"^<[3467]>[^<\\d]"_s);
        for (const QString &line : lines)
            QVERIFY2(form.match(line).hasMatch(), qPrintable(line));
        QVERIFY(!lines.filter(u"<3>boom (job 2) failed for good"_s).isEmpty());
        QVERIFY(!lines.filter(u"<6>hello (job 1) succeeded"_s).isEmpty());
    }

    void textHasLevelsAsWords()
    {
        addHostileJobs();
        const QStringList lines = log(u"text"_s);
        static const QRegularExpression form(
            u"^\\d{4}-\\d\\d-\\d\\dT[\\d:.]{12}Z (?:debug|info |warn |error) "_s);
        for (const QString &line : lines)
            QVERIFY2(form.match(line).hasMatch(), qPrintable(line));
    }

    void aTerminalShowsALevelAsAWordAndAColour()
    {
        const QString script = QStandardPaths::findExecutable(u"script"_s);
        if (script.isEmpty())
            QSKIP("there is no script(1)");
        addHostileJobs();
        const QStringList words = worker({u"--once"_s});
        QString command = u'\'' + QCoreApplication::applicationDirPath() + u"/yardmaster'"_s;
        for (const QString &word : words)
            command += u" '"_s + word + u'\'';
        YardmasterProcess process({u"-qec"_s, command, u"/dev/null"_s},
                                  YardmasterProcess::cleanEnvironment(), script);
        QCOMPARE(process.waitForExit(), 0);
        const QString &shown = process.standardOutput();
        QVERIFY2(shown.contains(u"\033[31merror boom (job 2) failed for good"_s),
                 qPrintable(visibleText(shown)));
        QVERIFY2(shown.contains(u"\033[0m info  hello (job 1) succeeded"_s),
                 qPrintable(visibleText(shown)));
    }

    /// Its last entry is one, too.
    void whyAWorkerDoesNotStartIsAnEntry()
    {
        const QStringList nowhere{u"--once"_s,  u"-c"_s,         u"postgres://127.0.0.1:1/none"_s,
                                  u"--tasks"_s, m_folder.path(), u"--log-format"_s};
        YardmasterProcess json(nowhere + QStringList{u"json"_s});
        QCOMPARE(json.waitForExit(), 1);
        const QStringList lines = json.standardError().split(u'\n', Qt::SkipEmptyParts);
        for (const QString &line : lines)
            QVERIFY2(QJsonDocument::fromJson(line.toUtf8()).isObject(), qPrintable(line));
        QCOMPARE(QJsonDocument::fromJson(lines.last().toUtf8())["level"_L1].toString(), u"error"_s);
        YardmasterProcess journal(nowhere + QStringList{u"journald"_s});
        QCOMPARE(journal.waitForExit(), 1);
        QVERIFY2(
            journal.standardError().split(u'\n', Qt::SkipEmptyParts).last().startsWith("<3>"_L1),
            qPrintable(journal.standardError()));
    }

    void failuresCanBeAnExitCode()
    {
        const auto exitCode = [this](const QStringList &more) {
            YardmasterProcess process(worker(QStringList{u"--once"_s} + more));
            return process.waitForExit();
        };
        m_database->script("select graphile_worker.add_job('hello')");
        QCOMPARE(exitCode({u"--fail-on-error"_s}), 0);
        m_database->script("select graphile_worker.add_job('boom')"); // has attempts left
        QCOMPARE(exitCode({u"--fail-on-error"_s}), 10);
        QCOMPARE(exitCode({u"--fail-on-error"_s}), 0); // it is not due
        m_database->script("select graphile_worker.add_job('boom', max_attempts => 1)");
        QCOMPARE(exitCode({u"--fail-on-error"_s}), 10);
        m_database->script("select graphile_worker.add_job('boom')");
        QCOMPARE(exitCode({}), 0);
        YardmasterProcess needless(worker({u"--fail-on-error"_s}));
        QCOMPARE(needless.waitForExit(), 2);
        QVERIFY(needless.standardError().contains("is for --once"_L1));
    }
};

YARDMASTER_TEST(TestLogFormat)
#include "tst_logformat.moc"
