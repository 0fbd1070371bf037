#include "tests/app/commandrun.h"
#include "tests/app/operatorhome.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QJsonArray>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// `history status|install|remove|rollup|prune`.
class TestHistoryCommand : public QObject
{
    Q_OBJECT

    std::unique_ptr<OperatorHome> m_home;
    std::unique_ptr<TestDatabase> m_database;

    [[nodiscard]] CommandRun run(const QStringList &arguments) const
    {
        return runWith(QStringList{u"history"_s} + arguments
                       + QStringList{u"-c"_s, m_database->url()});
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
    [[nodiscard]] QString exists() const
    {
        return m_database->scalar(
            "select to_regclass('graphile_worker._yardmaster_history') is not null");
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

    void itIsInstalledShownAndRemoved()
    {
        const CommandRun none = run({u"status"_s});
        QCOMPARE(none.exitCode, 3);
        QVERIFY2(none.out.contains(u"No history"_s) && none.out.contains(u"32 %"_s),
                 qPrintable(none.out));

        QCOMPARE(run({u"install"_s}).exitCode, 2); // not confirmed
        const CommandRun dry = run({u"install"_s, u"--dry-run"_s});
        QCOMPARE(dry.exitCode, 0);
        for (const QString &part : {u"32 %"_s, u"300 ms"_s, u"create trigger"_s,
                                    u"\"graphile_worker\"._yardmaster_history"_s})
            QVERIFY2(dry.out.contains(part), qPrintable(part));
        QCOMPARE(exists(), u"f"_s);

        const CommandRun installed
            = run({u"install"_s, u"--yes"_s, u"--keep-days"_s, u"3"_s, u"--json"_s});
        QVERIFY2(installed.exitCode == 0, qPrintable(installed.err));
        QCOMPARE(installed.json()["state"_L1].toString(), u"complete"_s);
        QCOMPARE(installed.json()["keep_days"_L1].toInt(), 3);
        QVERIFY(log().contains("install-history"));
        QCOMPARE(run({u"install"_s, u"--yes"_s}).exitCode, 3);
        QCOMPARE(run({u"install"_s, u"--yes"_s, u"--keep-rollup-days"_s, u"30"_s}).exitCode, 0);

        m_database->script("select graphile_worker.add_job('a') from generate_series(1, 20000);"
                           "select count(*) from graphile_worker.complete_jobs(array(select id "
                           "from graphile_worker.jobs))");
        const CommandRun status = run({u"status"_s, u"--json"_s});
        QVERIFY2(status.exitCode == 0, qPrintable(status.err));
        QCOMPARE(status.json()["runs"_L1].toInt(), 20000);
        QCOMPARE(status.json()["keep_rollup_days"_L1].toInt(), 30);
        const double bytes = status.json()["bytes_per_million_runs"_L1].toDouble();
        QVERIFY2(bytes > 1e6 && bytes < 30e6, qPrintable(QString::number(bytes)));
        QVERIFY(run({}).out.contains(u"20,000, 0 failed attempts, for 3 days"_s));

        QCOMPARE(run({u"remove"_s}).exitCode, 2);
        QVERIFY(run({u"remove"_s, u"--dry-run"_s}).out.contains(u"drop trigger"_s));
        QCOMPARE(exists(), u"t"_s);
        const CommandRun removed = run({u"remove"_s, u"--yes"_s});
        QVERIFY2(removed.exitCode == 0, qPrintable(removed.err));
        QVERIFY(log().contains("remove-history") && log().contains("\"runs\":20000"));
        QCOMPARE(exists(), u"f"_s);
        QCOMPARE(run({u"remove"_s, u"--yes"_s}).exitCode, 3);
    }

    void troubleIsToldAndMended()
    {
        QCOMPARE(run({u"install"_s, u"--yes"_s}).exitCode, 0);
        m_database->script(
            "drop trigger _yardmaster_history_ended on graphile_worker._private_jobs");
        const CommandRun status = run({u"status"_s});
        QCOMPARE(status.exitCode, 1);
        QVERIFY2(status.err.contains(u"trigger _yardmaster_history_ended"_s),
                 qPrintable(status.err));
        const CommandRun doctor = runWith({u"doctor"_s, u"-c"_s, m_database->url()});
        QVERIFY2(doctor.out.contains(u"warning  history"_s), qPrintable(doctor.out));
        QCOMPARE(run({u"install"_s, u"--yes"_s}).exitCode, 0);
        QCOMPARE(run({u"status"_s}).exitCode, 0);
    }

    void itIsKeptByHand()
    {
        QCOMPARE(run({u"prune"_s}).exitCode, 3);
        QCOMPARE(run({u"install"_s, u"--yes"_s}).exitCode, 0);
        m_database->script(
            "update graphile_worker._yardmaster_history_state set rolled_up_to = rolled_up_to - "
            "interval '30 hours'");
        const CommandRun rolled = run({u"rollup"_s, u"--json"_s});
        QVERIFY2(rolled.exitCode == 0, qPrintable(rolled.err));
        QVERIFY(rolled.json()["hours_rolled_up"_L1].toInt() >= 29);
        QCOMPARE(run({u"prune"_s}).exitCode, 0);
        const CommandRun again = run({u"rollup"_s});
        QVERIFY2(again.out.contains(u"rolled up: 0"_s), qPrintable(again.out));
    }

    void whoMayNotKeepIsToldWhy()
    {
        QCOMPARE(run({u"install"_s, u"--yes"_s}).exitCode, 0);
        m_database->script("alter database \"" + m_database->name().toUtf8()
                           + "\" set default_transaction_read_only = on");
        const CommandRun reading = run({u"rollup"_s});
        QCOMPARE(reading.exitCode, 4);
        QVERIFY2(reading.err.contains(u"default_transaction_read_only"_s), qPrintable(reading.err));
    }

    /// What a newer program made of the schema is not known here; it is only looked at.
    void aSchemaThatIsTooNewIsNotChanged()
    {
        QCOMPARE(run({u"install"_s, u"--yes"_s}).exitCode, 0);
        m_database->script(
            "insert into graphile_worker.migrations (id, breaking) values (999999, true)");
        for (const QStringList &call :
             {QStringList{u"install"_s, u"--yes"_s, u"--keep-days"_s, u"3"_s},
              QStringList{u"install"_s, u"--dry-run"_s}, QStringList{u"remove"_s, u"--yes"_s},
              QStringList{u"prune"_s}, QStringList{u"rollup"_s}}) {
            const CommandRun refused = run(call);
            QVERIFY2(refused.exitCode == 57 && !refused.err.isEmpty(), qPrintable(call.first()));
        }
        QCOMPARE(exists(), u"t"_s);
        QCOMPARE(run({u"status"_s}).exitCode, 0);
        QCOMPARE(run({u"list"_s}).exitCode, 3); // no run
    }

    void wrongCallsAreRefused()
    {
        QCOMPARE(run({u"install"_s, u"--yes"_s, u"--keep-days"_s, u"0"_s}).exitCode, 2);
        QCOMPARE(run({u"install"_s, u"--yes"_s, u"--keep-days"_s, u"some"_s}).exitCode, 2);
        QCOMPARE(run({u"status"_s, u"-s"_s, u"elsewhere"_s}).exitCode, 6);
        QCOMPARE(run({u"install"_s, u"--yes"_s, u"-s"_s, u"elsewhere"_s}).exitCode, 6);
        m_database->script("alter database \"" + m_database->name().toUtf8()
                           + "\" set default_transaction_read_only = on");
        QCOMPARE(run({u"install"_s, u"--yes"_s}).exitCode, 4);
    }
};

YARDMASTER_TEST(TestHistoryCommand)
#include "tst_historycommand.moc"
