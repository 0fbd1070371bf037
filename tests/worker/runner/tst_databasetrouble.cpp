#include "tests/support/eventspy.h"
#include "tests/support/testprogram.h"
#include "tests/worker/runner/workertest.h"

#include <QElapsedTimer>
#include <QRegularExpression>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Errors caused by the session, not the statement: a new session continues.
class TestDatabaseTrouble : public WorkerTest
{
    Q_OBJECT

private:
    /// From now on the change of a job that is the `when`th of this kind does `what`, in the
    /// session that makes it.
    void onChange(const QByteArray &kind, const QByteArray &when, const QByteArray &what) const
    {
        sql("create sequence public.changes_" + kind);
        sql("create function public.trouble_" + kind
            + "() returns trigger language plpgsql as $$ begin "
              "if nextval('public.changes_"
            + kind + "') " + when + " then " + what
            + "; end if; return coalesce(new, old); end $$");
        sql("create trigger trouble_" + kind + " before " + kind
            + " on graphile_worker._private_jobs for each row execute function "
              "public.trouble_"
            + kind + "()");
    }

    [[nodiscard]] QString pid(const QByteArray &purpose) const
    {
        return scalar("select max(pid) from pg_stat_activity where datname = current_database() "
                      "and application_name = 'yardmaster "
                      + purpose + '\'');
    }

    /// Runs one job after the other until `count` have been completed.
    void runJobs(TestWorker *worker, int count) const
    {
        EventSpy completed(&worker->events, &EventBus::jobCompleted);
        for (int i = 1; i <= count; ++i) {
            sql("select graphile_worker.add_job('t')");
            QTRY_COMPARE_WITH_TIMEOUT(completed.count(), i, 60000);
        }
    }

private slots:
    void anUnusableSessionIsReplaced_data()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<QByteArray>("purpose");
        QTest::addColumn<QByteArray>("sqlState");
        for (const char *state : {"0A000", "25006", "26000", "42P05"}) {
            QTest::addRow("fetching %s", state)
                << QByteArray("update") << QByteArray("fetch") << QByteArray(state);
            QTest::addRow("writing %s", state)
                << QByteArray("delete") << QByteArray("release") << QByteArray(state);
        }
    }
    void anUnusableSessionIsReplaced()
    {
        QFETCH(const QByteArray, kind);
        QFETCH(const QByteArray, purpose);
        QFETCH(const QByteArray, sqlState);
        TestWorker worker(*m_database);
        worker.handle(u"t"_s, succeed);
        worker.start();
        QVERIFY(worker.waitUntilRunning());
        runJobs(&worker, 1);
        const QString before = pid(purpose);
        QVERIFY(!before.isEmpty());
        onChange(kind, "= 1", "raise exception 'no' using errcode = '" + sqlState + '\'');
        runJobs(&worker, 2);
        QVERIFY(pid(purpose) != before);
        QVERIFY(worker.stop());
    }

    void aWorkerThatLostASessionDeregisters()
    {
        TestWorker worker(*m_database);
        worker.handle(u"t"_s, succeed);
        worker.start();
        QVERIFY(worker.waitUntilRunning());
        onChange("update", ">= 1", "raise exception 'no' using errcode = '0A000'");
        sql("select graphile_worker.add_job('t')");
        QTRY_VERIFY_WITH_TIMEOUT(
            scalar("select last_value from public.changes_update").toInt() >= 5, 60000);
        QVERIFY(worker.stop());
        QCOMPARE(scalar("select count(*) from graphile_worker._private_workers"), u"0"_s);
    }

    /// Otherwise a worker that ends soon after an outage would lose finished results.
    void writingResultsIsRetriedEachSecond()
    {
        onChange("delete", ">= 1", "raise exception 'no' using errcode = '0A000'");
        sql("select graphile_worker.add_job('t')");
        TestWorker worker(*m_database);
        worker.handle(u"t"_s, succeed);
        worker.start();
        const auto tries
            = [this] { return scalar("select last_value from public.changes_delete").toInt(); };
        QTRY_VERIFY(tries() >= 7); // with doubling it would be seconds by now
        QElapsedTimer watch;
        watch.start();
        QTRY_VERIFY(tries() >= 11);
        QVERIFY2(watch.elapsed() < 12000, qPrintable(QString::number(watch.elapsed())));
        sql("drop trigger trouble_delete on graphile_worker._private_jobs");
        QTRY_COMPARE(scalar("select count(*) from graphile_worker.jobs"), u"0"_s);
        QVERIFY(worker.stop());
        QCOMPARE(worker.outcome->succeeded, qint64{1});
    }

    void lostStatementsArePreparedAgain()
    {
        TestWorker worker(*m_database);
        worker.handle(u"t"_s, succeed);
        worker.start();
        QVERIFY(worker.waitUntilRunning());
        onChange("update", "= 2", "execute 'deallocate all'");
        onChange("delete", "= 2", "execute 'deallocate all'");
        QTest::failOnWarning(QRegularExpression(u"keeps losing prepared statements"_s));
        runJobs(&worker, 6);
        QVERIFY(worker.stop());
        QCOMPARE(worker.outcome->succeeded, qint64{6});
    }

    void preparingIsSwitchedOffWhereItIsFutile()
    {
        TestWorker worker(*m_database);
        worker.handle(u"t"_s, succeed);
        onChange("update", "> 0", "execute 'deallocate all'");
        onChange("delete", "> 0", "execute 'deallocate all'");
        worker.start();
        QVERIFY(worker.waitUntilRunning());
        // Once; a second one would be an unexpected warning.
        const QRegularExpression warning(u"as --no-prepared-statements does"_s);
        QTest::ignoreMessage(QtWarningMsg, warning);
        QTest::failOnWarning(warning);
        EventSpy trouble(&worker.events, &EventBus::databaseTrouble);
        runJobs(&worker, 8);
        const auto troubles = trouble.count();
        runJobs(&worker, 8);
        QCOMPARE(trouble.count(), troubles);
        QVERIFY(worker.stop());
        QCOMPARE(worker.outcome->succeeded, qint64{16});
    }
};

YARDMASTER_TEST(TestDatabaseTrouble)
#include "tst_databasetrouble.moc"
