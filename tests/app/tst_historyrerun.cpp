#include "tests/app/commandrun.h"
#include "tests/app/operatorhome.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// `history install --keep-payloads` and `history rerun`.
class TestHistoryRerun : public QObject
{
    Q_OBJECT

    std::unique_ptr<OperatorHome> m_home;
    std::unique_ptr<TestDatabase> m_database;

    [[nodiscard]] CommandRun run(const QStringList &arguments) const
    {
        return runWith(QStringList{u"history"_s} + arguments
                       + QStringList{u"-c"_s, m_database->url()});
    }
    void install(const QStringList &options) const
    {
        const CommandRun done = run(QStringList{u"install"_s, u"--yes"_s} + options);
        if (done.exitCode != 0)
            qFatal("%s", qUtf8Printable(done.err));
    }
    /// Adds a job of `task` and deletes it, as a worker does that has run it.
    void finish(const QByteArray &arguments) const
    {
        m_database->script("select graphile_worker.add_job(" + arguments
                           + "); update graphile_worker._private_jobs set locked_at = now(), "
                             "locked_by = 'w', attempts = 1; delete from "
                             "graphile_worker._private_jobs");
    }
    [[nodiscard]] QString jobs() const
    {
        return m_database->scalar(
            "select coalesce(string_agg(concat_ws(' ', jobs.id, tasks.identifier, queue_name, "
            "jobs.payload, jobs.priority, jobs.max_attempts, jobs.flags, jobs.key), '; ' order by "
            "jobs.id), '') from graphile_worker._private_jobs as jobs join "
            "graphile_worker._private_tasks as tasks on tasks.id = task_id left join "
            "graphile_worker._private_job_queues as queues on queues.id = job_queue_id");
    }
    [[nodiscard]] QByteArray log() const
    {
        QByteArray text;
        for (const QString &name : QDir(m_home->operations()).entryList(QDir::Files)) {
            QFile file(m_home->operations() + u'/' + name);
            if (file.open(QFile::ReadOnly))
                text += file.readAll();
        }
        return text;
    }

private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<OperatorHome>();
        m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
    }
    void cleanup()
    {
        m_database.reset();
        m_home.reset();
    }

    void payloadsAreAnOption()
    {
        install({});
        QVERIFY(run({u"status"_s}).out.contains(u"payloads:      none"_s));
        QVERIFY(!run({u"status"_s, u"--json"_s}).json()["keeps_payloads"_L1].toBool());
        QCOMPARE(run({u"install"_s, u"--yes"_s}).exitCode, 3); // nothing to do
        const CommandRun dry = run({u"install"_s, u"--keep-payloads"_s, u"--dry-run"_s});
        QVERIFY2(dry.out.contains(u"Only the owner and operators"_s)
                     && dry.out.contains(u"_yardmaster_history_payloads"_s),
                 qPrintable(dry.out));
        install({u"--keep-payloads"_s, u"--payload-tasks"_s, u"send_*, report"_s,
                 u"--payload-redact"_s, u"password,*token*"_s, u"--payload-limit"_s, u"2048"_s});
        const CommandRun status = run({u"status"_s});
        QVERIFY2(status.out.contains(u"of send_*, report; up to "_s)
                     && status.out.contains(u"without the values of password, *token*"_s),
                 qPrintable(status.out));
        const QJsonObject json = run({u"status"_s, u"--json"_s}).json();
        QVERIFY(json["keeps_payloads"_L1].toBool());
        QCOMPARE(json["payload_limit"_L1].toInt(), 2048);
        QCOMPARE(json["payload_tasks"_L1].toArray(), (QJsonArray{u"send_*"_s, u"report"_s}));
        QCOMPARE(run({u"install"_s, u"--keep-payloads"_s, u"--yes"_s}).exitCode, 3); // as it is
        install({u"--payload-tasks"_s, QString()});
        QVERIFY(run({u"status"_s, u"--json"_s}).json()["payload_tasks"_L1].toArray().isEmpty());
        QVERIFY(
            run({u"install"_s, u"--no-payloads"_s, u"--dry-run"_s})
                .out.contains(u"Deletes the payloads that are kept, with the rules for them"_s));
        install({u"--no-payloads"_s});
        QVERIFY(!run({u"status"_s, u"--json"_s}).json()["keeps_payloads"_L1].toBool());
    }

    /// Defaults for them would keep what was to be replaced.
    void lostRulesAreSaidAgain()
    {
        install({u"--keep-payloads"_s, u"--payload-redact"_s, u"password"_s});
        m_database->script("drop table graphile_worker._yardmaster_history_payload_rules, "
                           "graphile_worker._yardmaster_history_payloads");
        for (const QStringList &options :
             {QStringList{}, QStringList{u"--keep-payloads"_s},
              QStringList{u"--keep-payloads"_s, u"--payload-limit"_s, u"100"_s}}) {
            for (const QString &how : {u"--yes"_s, u"--dry-run"_s}) {
                const CommandRun refused = run(QStringList{u"install"_s, how} + options);
                QCOMPARE(refused.exitCode, 2);
                QVERIFY2(refused.err.contains(u"--payload-redact, '' for none"_s)
                             && refused.err.contains(u"default, of all tasks; up to 64"_s),
                         qPrintable(refused.err));
            }
        }
        const QStringList keys{u"install"_s, u"--payload-redact"_s, u"password"_s};
        const CommandRun dry = run(keys + QStringList{u"--dry-run"_s});
        QVERIFY2(dry.out.contains(u"become the defaults, of all tasks"_s), qPrintable(dry.out));
        QCOMPARE(run(keys + QStringList{u"--yes"_s}).exitCode, 0);
        QCOMPARE(run({u"status"_s, u"--json"_s}).json()["payload_redact"_L1].toArray(),
                 QJsonArray{u"password"_s});
    }

    void wrongOptionsAreRefused()
    {
        for (const QString &option : {u"tasks"_s, u"except"_s, u"redact"_s}) {
            for (const QString &nothing : {u","_s, u" "_s, u" , "_s}) {
                const CommandRun refused = run({u"install"_s, u"--yes"_s, u"--keep-payloads"_s,
                                                u"--payload-"_s + option, nothing});
                QCOMPARE(refused.exitCode, 2);
                QVERIFY2(refused.err.contains(
                             u"--payload-%1: '%2' names nothing"_s.arg(option, nothing)),
                         qPrintable(refused.err));
            }
        }
        for (const QStringList &options :
             {QStringList{u"--payload-tasks"_s, u"a"_s},
              QStringList{u"--keep-payloads"_s, u"--no-payloads"_s},
              QStringList{u"--keep-payloads"_s, u"--payload-limit"_s, u"0"_s},
              QStringList{u"--keep-payloads"_s, u"--payload-redact"_s, u"a/b"_s}})
            QCOMPARE(run(QStringList{u"install"_s, u"--yes"_s} + options).exitCode, 2);
        QVERIFY(m_database->scalar("select to_regclass('graphile_worker._yardmaster_history')")
                    .isEmpty());
        for (const QStringList &call : {QStringList{}, QStringList{u"x"_s}, QStringList{u"0"_s},
                                        QStringList{u"1"_s, u"2"_s, u"--payload"_s, u"{}"_s},
                                        QStringList{u"1"_s, u"--payload"_s, u"{"_s},
                                        QStringList{u"1"_s, u"--at"_s, u"soonish"_s}})
            QCOMPARE(run(QStringList{u"rerun"_s, u"--yes"_s} + call).exitCode, 2);
    }

    void jobsAreAddedAgain()
    {
        install({u"--keep-payloads"_s});
        finish("'mail', '{\"to\":  \"ann\"}', queue_name := 'q', priority := 3, max_attempts := 4, "
               "flags := '{x}', job_key := 'k'");
        finish("'report'");
        QCOMPARE(run({u"rerun"_s, u"1"_s}).exitCode, 2); // not confirmed
        const CommandRun dry = run({u"rerun"_s, u"1"_s, u"2"_s, u"--dry-run"_s});
        QCOMPARE(dry.exitCode, 0);
        QVERIFY2(dry.out.contains(u"2 jobs"_s) && dry.out.contains(u"'{\"to\":  \"ann\"}'::json"_s)
                     && !dry.out.contains(u"job_key"_s),
                 qPrintable(dry.out));
        QCOMPARE(jobs(), QString());
        const CommandRun done = run({u"rerun"_s, u"2"_s, u"1"_s, u"1"_s, u"--yes"_s, u"--json"_s});
        QVERIFY2(done.exitCode == 0, qPrintable(done.err));
        QCOMPARE(jobs(), u"3 report {} 0 25; 4 mail q {\"to\":  \"ann\"} 3 4 {\"x\": true}"_s);
        QCOMPARE(done.json()["added"_L1].toInt(), 2);
        QCOMPARE(done.json()["jobs"_L1].toArray().at(1).toObject(),
                 (QJsonObject{{u"finished_id"_s, 1},
                              {u"id"_s, 4},
                              {u"task_identifier"_s, u"mail"_s},
                              {u"settings_lost"_s, false}}));
        QVERIFY2(!done.err.contains(u"flags"_s), qPrintable(done.err));
        QVERIFY2(log().contains("\"kind\":\"add\"") && log().contains("\"again\":[2,1]")
                     && !log().contains("ann"),
                 log().constData());
        // Again and again, at another time.
        const CommandRun later = run({u"rerun"_s, u"1"_s, u"--yes"_s, u"--at"_s, u"+1h"_s});
        QCOMPARE(later.out, u"added job 1 again as job 5\n"_s);
        QCOMPARE(m_database->scalar("select run_at > now() + interval '50 minutes' from "
                                    "graphile_worker._private_jobs where id = 5"),
                 u"t"_s);
    }

    void whatCannotBeAddedIsSaid()
    {
        QCOMPARE(run({u"rerun"_s, u"1"_s, u"--yes"_s}).exitCode, 3);
        QVERIFY(run({u"rerun"_s, u"1"_s, u"--yes"_s}).err.contains(u"no history"_s));
        install({});
        finish("'early', '{\"a\": 1}'"); // 1
        const CommandRun none = run({u"rerun"_s, u"1"_s, u"--yes"_s});
        QCOMPARE(none.exitCode, 3);
        QVERIFY2(none.err.contains(u"this history keeps no payloads"_s), qPrintable(none.err));

        install({u"--keep-payloads"_s, u"--payload-except"_s, u"left_*"_s, u"--payload-redact"_s,
                 u"password"_s, u"--payload-limit"_s, u"100"_s});
        finish("'left_out'");                                         // 2
        finish("'mail', '{\"password\": 1}'");                        // 3
        finish("'mail', json_build_object('a', repeat('x', 200))");   // 4
        finish("'mail', '{\"a\": \"\\u0000\"}'");                     // 5
        finish("'mail', '{\"b\": 2}'");                               // 6
        m_database->script("select graphile_worker.add_job('mail')"); // 7
        const std::pair<QString, QString> refusals[]{
            {u"1"_s, u"ended before payloads were kept"_s},
            {u"2"_s, u"its task is excluded"_s},
            {u"3"_s, u"values were replaced by “[redacted]”"_s},
            {u"4"_s, u"too large"_s},
            {u"5"_s, u"could not be searched"_s},
            {u"7"_s, u"still in the queue"_s},
            {u"99"_s, u"does not show how job 99 ended"_s}};
        const QString before = jobs();
        for (const auto &[id, why] : refusals) {
            const CommandRun refused = run({u"rerun"_s, id, u"--yes"_s});
            QCOMPARE(refused.exitCode, 3);
            QVERIFY2(refused.err.contains(why), qPrintable(refused.err));
            QVERIFY(run({u"rerun"_s, id, u"--dry-run"_s}).exitCode == 3);
        }
        // All or none.
        const CommandRun both = run({u"rerun"_s, u"6"_s, u"4"_s, u"--yes"_s});
        QCOMPARE(both.exitCode, 3);
        QVERIFY(both.err.contains(u"nothing was added"_s));
        QCOMPARE(jobs(), before);

        // Unless the payload is given, or the gaps are fine.
        QCOMPARE(run({u"rerun"_s, u"3"_s, u"--redacted"_s, u"--yes"_s}).exitCode, 0);
        QCOMPARE(run({u"rerun"_s, u"4"_s, u"--redacted"_s, u"--yes"_s}).exitCode, 3);
        for (const QString &id : {u"1"_s, u"2"_s, u"3"_s, u"4"_s, u"5"_s})
            QCOMPARE(run({u"rerun"_s, id, u"--payload"_s, u"[%1]"_s.arg(id), u"--yes"_s}).exitCode,
                     0);
        QCOMPARE(run({u"rerun"_s, u"7"_s, u"--payload"_s, u"[]"_s, u"--yes"_s}).exitCode, 3);
        QVERIFY2(
            jobs().endsWith(u"8 mail {\"password\": \"[redacted]\"} 0 25; 9 early [1] 0 25; 10 "
                            "left_out [2] 0 25; 11 mail [3] 0 25; 12 mail [4] 0 25; 13 mail "
                            "[5] 0 25"_s),
            qPrintable(jobs()));
    }

    /// What is left of it then is its run.
    void lostSettingsAreSaid()
    {
        install({});
        finish("'mail', queue_name := 'q', priority := 3, max_attempts := 4, flags := '{x}'");
        for (const QString &how : {u"--dry-run"_s, u"--yes"_s}) {
            const CommandRun done
                = run({u"rerun"_s, u"1"_s, u"--payload"_s, u"[]"_s, how, u"--json"_s});
            QVERIFY2(done.exitCode == 0
                         && done.err.count(u"maximum attempts and flags of job 1 are not known"_s)
                             == 1,
                     qPrintable(done.err));
            QVERIFY(done.json()["jobs"_L1].toArray().at(0)["settings_lost"_L1].toBool());
        }
        QCOMPARE(jobs(), u"2 mail q [] 0 25"_s);
    }

    /// The name of a task outlives its row, which adding the job makes anew.
    void tasksThatAreGoneComeBack()
    {
        install({u"--keep-payloads"_s});
        finish("'old_task', '[1]', queue_name := 'old_queue'");
        m_database->script("delete from graphile_worker._private_tasks; delete from "
                           "graphile_worker._private_job_queues");
        QCOMPARE(run({u"rerun"_s, u"1"_s, u"--yes"_s}).exitCode, 0);
        QCOMPARE(jobs(), u"2 old_task old_queue [1] 0 25"_s);
        m_database->script("delete from graphile_worker._private_jobs; delete from "
                           "graphile_worker._private_tasks; delete from "
                           "graphile_worker._yardmaster_history_names");
        const CommandRun unknown = run({u"rerun"_s, u"1"_s, u"--yes"_s});
        QCOMPARE(unknown.exitCode, 3);
        QVERIFY2(unknown.err.contains(u"no longer known"_s), qPrintable(unknown.err));
        // It would not wait for the others of its queue.
        finish("'new_task', '[1]', queue_name := 'new_queue'");
        m_database->script("delete from graphile_worker._private_job_queues; delete from "
                           "graphile_worker._yardmaster_history_names where kind = 'q'");
        const QString id = m_database->scalar(
            "select max(id) from graphile_worker._yardmaster_history_payloads");
        const CommandRun queueless = run({u"rerun"_s, id, u"--yes"_s});
        QCOMPARE(queueless.exitCode, 3);
        QVERIFY2(queueless.err.contains(u"queue name"_s), qPrintable(queueless.err));
    }
};

YARDMASTER_TEST(TestHistoryRerun)
#include "tst_historyrerun.moc"
