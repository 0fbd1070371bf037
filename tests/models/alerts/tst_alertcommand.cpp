#include "models/alerts/alertcommand.h"
#include "models/alerts/alertwords.h"
#include "tests/support/testprogram.h"
#include <yardmaster/timestamp.h>

#include <QFile>
#include <QProcessEnvironment>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

AlertNews someNews()
{
    AlertNews news;
    news.rule = suggestedAlertRule(AlertKind::StaleWorker);
    news.measure.value = 90.5;
    news.measure.isMet = true;
    news.measure.names = {u"worker; touch evil"_s, u"$(touch evil)"_s};
    news.at = QDateTime(QDate(2026, 11, 20), QTime(14, 3), kUtc);
    news.raisedAt = news.at.addSecs(-60);
    return news;
}

QString read(const QString &path)
{
    QFile file(path);
    return file.open(QFile::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

class TestAlertCommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void placeholdersStayOneArgument();
    void programIsRunWithoutShell();
    void databaseTextComesAsVariables();
    void nothingThatOpensADatabaseIsHandedOn();
    void oneAfterTheOther();
    void slowProgramIsKilledWithItsChildren();
    void failuresAreReported();
    void badCommandsAreReported_data();
    void badCommandsAreReported();
    void closingTheWindowEndsTheProgram();

private:
    QString path(const QString &name) const { return m_folder->filePath(name); }
    QString script(const QString &body) const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

QString TestAlertCommand::script(const QString &body) const
{
    static int number = 0;
    const QString name = path(u"script%1"_s.arg(++number));
    QFile file(name);
    if (!file.open(QFile::WriteOnly))
        qFatal("cannot write %s", qPrintable(name));
    file.write(("#!/bin/sh\ncd '"_L1 + m_folder->path() + "'\n"_L1 + body + u'\n').toUtf8());
    file.close();
    file.setPermissions(file.permissions() | QFile::ExeOwner);
    return name;
}

void TestAlertCommand::placeholdersStayOneArgument()
{
    const AlertCommand command{u"x"_s, u"--rule={rule} \"{profile}\" {value} {schema}{schema}"_s};
    const QStringList arguments
        = argumentsFor(command, someNews(), {u"a \"b\" {rule}; $x"_s, u"s"_s});
    QCOMPARE(arguments,
             (QStringList{u"--rule=silent-worker"_s, u"a \"b\" {rule}; $x"_s, u"90.5"_s, u"ss"_s}));
}

void TestAlertCommand::programIsRunWithoutShell()
{
    AlertCommandRunner runner;
    const QSignalSpy finished(&runner, &AlertCommandRunner::finished);
    const AlertCommand command{script(u"printf '%s\\n' \"$#\" \"$@\" > seen; echo done"_s),
                               u"{rule} \"{profile}\" ; touch evil && `touch evil` > evil"_s};
    runner.run(command, someNews(), {u"$(touch evil)"_s, u"graphile_worker"_s});
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kPatience);
    QVERIFY2(runner.lastResult()->isGood(), qPrintable(runner.lastResult()->output));
    QCOMPARE(runner.lastResult()->output, u"done"_s);
    QCOMPARE(read(path(u"seen"_s)).split(u'\n', Qt::SkipEmptyParts),
             (QStringList{u"10"_s, u"silent-worker"_s, u"$(touch evil)"_s, u";"_s, u"touch"_s,
                          u"evil"_s, u"&&"_s, u"`touch"_s, u"evil`"_s, u">"_s, u"evil"_s}));
    QVERIFY(!QFile::exists(path(u"evil"_s)));
}

void TestAlertCommand::databaseTextComesAsVariables()
{
    AlertCommandRunner runner;
    const QSignalSpy finished(&runner, &AlertCommandRunner::finished);
    runner.run({script(u"env | grep ^YARDMASTER_ALERT_ | sort > seen; "
                       "printf '%s' \"$YARDMASTER_ALERT_WORKERS\" > workers"_s),
                u"{WORKERS} {value}"_s},
               someNews(), {u"shop"_s, u"graphile_worker"_s});
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kPatience);
    const QString seen = read(path(u"seen"_s));
    for (const QString &line :
         {u"STATE=raised"_s, u"RULE=silent-worker"_s, u"SEVERITY=critical"_s, u"VALUE=90.5"_s,
          u"LIMIT=60"_s, u"PROFILE=shop"_s, u"SCHEMA=graphile_worker"_s,
          u"SINCE=2026-11-20T14:02:00Z"_s, u"TEXT=Stale worker: 1 min 31 s · 2 workers"_s})
        QVERIFY2(seen.contains("YARDMASTER_ALERT_"_L1 + line + u'\n'), qPrintable(seen));
    QCOMPARE(read(path(u"workers"_s)), someNews().measure.names.join(u'\n'));
}

void TestAlertCommand::nothingThatOpensADatabaseIsHandedOn()
{
    const QList<QByteArray> names{"PGPASSWORD", "PGHOST", "DATABASE_URL", "SHOP_DATABASE_URL",
                                  "SHOP_DB"};
    for (const QByteArray &name : names)
        qputenv(name, name == "SHOP_DB" ? "postgres://u:s3cret@h/x" : "s3cret");
    const auto restore = qScopeGuard([&names] {
        for (const QByteArray &name : names)
            qunsetenv(name);
    });
    AlertCommandRunner runner;
    const QSignalSpy finished(&runner, &AlertCommandRunner::finished);
    runner.run({script(u"env > seen"_s), {}}, someNews(), {});
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kPatience);
    const QString seen = read(path(u"seen"_s));
    QVERIFY(seen.contains("\nPATH="_L1) || seen.startsWith("PATH="_L1));
    QVERIFY2(!seen.contains("s3cret"_L1), qPrintable(seen));
}

void TestAlertCommand::oneAfterTheOther()
{
    AlertCommandRunner runner;
    const QSignalSpy finished(&runner, &AlertCommandRunner::finished);
    // mkdir fails if the one before has not ended.
    const AlertCommand command{script(u"mkdir busy || exit 7; echo {} >> runs; rmdir busy"_s), {}};
    for (int i = 0; i < 5; ++i)
        runner.run(command, someNews(), {});
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 5, kPatience);
    for (const QList<QVariant> &arguments : finished)
        QVERIFY(arguments.first().value<AlertCommandResult>().isGood());
    QCOMPARE(read(path(u"runs"_s)).count(u'\n'), 5);
}

void TestAlertCommand::slowProgramIsKilledWithItsChildren()
{
    AlertCommandRunner runner;
    runner.setTimeout(200ms);
    const QSignalSpy finished(&runner, &AlertCommandRunner::finished);
    runner.run({script(u"(sleep 600; touch late) & echo $! > child; sleep 600"_s), {}}, someNews(),
               {});
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kPatience);
    QCOMPARE(runner.lastResult()->end, AlertCommandResult::End::TimedOut);
    QVERIFY(alertCommandText(*runner.lastResult()).contains(u"killed"_s));
    const QString child = read(path(u"child"_s)).trimmed();
    if (!child.isEmpty()) // under load it may not have got that far
        QTRY_VERIFY_WITH_TIMEOUT(!QFile::exists("/proc/"_L1 + child)
                                     || read("/proc/"_L1 + child + "/stat"_L1).contains(u") Z"_s),
                                 kPatience);
    // The next one runs.
    runner.setTimeout(30s);
    runner.run({script(u"true"_s), {}}, someNews(), {});
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 2, kPatience);
    QVERIFY(runner.lastResult()->isGood());
}

void TestAlertCommand::failuresAreReported()
{
    AlertCommandRunner runner;
    const QSignalSpy finished(&runner, &AlertCommandRunner::finished);
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"exited with 3"_s));
    runner.run({script(u"echo no route >&2; exit 3"_s), {}}, someNews(), {});
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kPatience);
    QCOMPARE(runner.lastResult()->exitCode, 3);
    QCOMPARE(runner.lastResult()->output, u"no route"_s);
    runner.run({path(u"missing"_s), {}}, someNews(), {});
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 2, kPatience);
    QCOMPARE(runner.lastResult()->end, AlertCommandResult::End::NotStarted);
    QVERIFY(!runner.lastResult()->output.isEmpty());
    runner.run({script(u"yes | head -c 1000000; echo end"_s), {}}, someNews(), {});
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 3, kPatience);
    QVERIFY(runner.lastResult()->output.endsWith(u"end"_s));
    QVERIFY(runner.lastResult()->output.size() <= 2048);
}

void TestAlertCommand::badCommandsAreReported_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QString>("problem"); // a part of it; empty: none
    QTest::newRow("path") << u"/bin/sh"_s << u"-c true"_s << QString();
    QTest::newRow("name") << u"sh"_s << u"{rule} {\"json\": 1}"_s << QString();
    QTest::newRow("nothing") << u"  "_s << QString() << u"Enter a program"_s;
    QTest::newRow("missing") << u"/no/such/program"_s << QString() << u"/no/such/program"_s;
    QTest::newRow("with arguments") << u"sh -c"_s << QString() << u"field below"_s;
    QTest::newRow("folder") << u"/tmp"_s << QString() << u"No executable program"_s;
    QTest::newRow("placeholder") << u"/bin/{rule}"_s << QString() << u"not here"_s;
    QTest::newRow("unknown") << u"sh"_s << u"{rule} {payload}"_s << u"{payload} is unknown"_s;
    QTest::newRow("quote") << u"sh"_s << u"\"a b"_s << u"not closed"_s;
}

void TestAlertCommand::badCommandsAreReported()
{
    QFETCH(const QString, program);
    QFETCH(const QString, arguments);
    QFETCH(const QString, problem);
    AlertPolicy policy;
    policy.command = {program, arguments};
    QVERIFY(problemsOf(policy).isEmpty()); // not used
    policy.usesCommand = true;
    const QList<AlertProblem> problems = problemsOf(policy);
    QCOMPARE(problems.isEmpty(), problem.isEmpty());
    if (!problems.isEmpty())
        QVERIFY2(problems.first().sentence.contains(problem),
                 qPrintable(problems.first().sentence));
}

void TestAlertCommand::closingTheWindowEndsTheProgram()
{
    auto runner = std::make_unique<AlertCommandRunner>();
    runner->run({script(u"echo $$ > pid.part; mv pid.part pid; sleep 600"_s), {}}, someNews(), {});
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path(u"pid"_s)), kPatience);
    const QString pid = read(path(u"pid"_s)).trimmed();
    runner.reset();
    QTRY_VERIFY_WITH_TIMEOUT(!QFile::exists("/proc/"_L1 + pid), kPatience);
}

YARDMASTER_TEST(TestAlertCommand)
#include "tst_alertcommand.moc"
