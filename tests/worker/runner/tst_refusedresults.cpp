#include "tests/support/eventspy.h"
#include "tests/support/testprogram.h"
#include "tests/worker/runner/workertest.h"

#include <QRegularExpression>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Results that the database refuses become failures, and do not delay others.
class TestRefusedResults : public WorkerTest
{
    Q_OBJECT

private:
    static constexpr std::chrono::milliseconds kEndless{std::numeric_limits<qint64>::max() / 4};

private slots:
    void aRefusedResultBecomesAFailure_data()
    {
        QTest::addColumn<QByteArray>("setUp");
        QTest::addColumn<int>("how");
        QTest::addColumn<QString>("words");
        QTest::newRow("delay") << QByteArray("select 1") << 0 << u"refused the result%(22008: %"_s;
        QTest::newRow("snooze") << QByteArray("select 1") << 1 << u"refused the result%(22008: %"_s;
        QTest::newRow("error text")
            << QByteArray("alter table graphile_worker._private_jobs add constraint short "
                          "check (last_error is null or last_error not like 'evil%')")
            << 2 << u"refused the result%(23514: %evil ? text"_s;
        QTest::newRow("success") << QByteArray(
            "create table public.notes (job bigint references "
            "graphile_worker._private_jobs (id)); "
            "insert into public.notes select id from graphile_worker.jobs "
            "where task_identifier = 'bad'")
                                 << 3 << u"refused the result%(23503: %"_s;
    }
    void aRefusedResultBecomesAFailure()
    {
        QFETCH(const QByteArray, setUp);
        QFETCH(const int, how);
        QFETCH(const QString, words);
        sql("select graphile_worker.add_job(case when n = 20 then 'bad' else 'good' end) "
            "from generate_series(1, 40) n");
        sql(setUp);
        TestWorker worker(*m_database);
        worker.handle(u"good"_s, succeed);
        worker.handle(u"bad"_s, [how](const TaskContext &) {
            switch (how) {
            case 0:
                return TaskOutcome::retryLater(u"later"_s, kEndless);
            case 1:
                return TaskOutcome::snooze(kEndless);
            case 2:
                return TaskOutcome::failure(u"evil \u4e2d text"_s);
            default:
                return TaskOutcome::success();
            }
        });
        EventSpy trouble(&worker.events, &EventBus::databaseTrouble);
        QTest::ignoreMessage(QtWarningMsg,
                             QRegularExpression(u"refused the result of bad \\(job"_s));
        QVERIFY(worker.drain());
        QCOMPARE(worker.outcome->reason, RunOutcome::Reason::Drained);
        QCOMPARE(worker.outcome->succeeded, qint64{39});
        QCOMPARE(worker.outcome->failed, qint64{1});
        QCOMPARE(trouble.count(), 0);
        QCOMPARE(scalar("select concat(attempts, locked_by, ' ', last_error like '%"
                        + words.toUtf8() + "%') from graphile_worker._private_jobs"),
                 u"1 t"_s);
    }

    void charactersOutsideTheEncodingAreReplaced()
    {
        const QString name = m_database->name() + "_latin1"_L1;
        const TestDatabase elsewhere = TestDatabase::createEmpty();
        elsewhere.script("create database \"" + name.toUtf8()
                         + "\" encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0");
        {
            TestWorker worker(*m_database);
            worker.options.connection.set(u"dbname"_s, name);
            worker.handle(u"t"_s, [](const TaskContext &) {
                return TaskOutcome::failure(u"\u4e2d\u6587 is not Latin"_s);
            });
            QVERIFY(worker.drain()); // installs the schema
            auto session = Session::open(worker.options.connection, u"test"_s);
            QVERIFY(session);
            QVERIFY((*session)->script("select graphile_worker.add_job('t')"));
            worker.outcome.reset();
            QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"refused the result of t"_s));
            worker.runner->start();
            QVERIFY(worker.waitUntilEnded());
            QCOMPARE(worker.outcome->failed, qint64{1});
            const auto error = (*session)->query("select last_error from graphile_worker.jobs");
            QVERIFY(error);
            QVERIFY2(error->text(0, 0).startsWith(
                         "The database refused the result of this run (22P05"_L1),
                     qPrintable(error->text(0, 0)));
            QVERIFY2(error->text(0, 0).endsWith("?? is not Latin"_L1),
                     qPrintable(error->text(0, 0)));
        }
        TestDatabase::drop(name);
    }

    void aResultRefusedInEveryFormStaysLocked()
    {
        sql("select graphile_worker.add_job('good'), graphile_worker.add_job('bad'), "
            "graphile_worker.add_job('good')");
        sql("create function public.no() returns trigger language plpgsql as $$ begin "
            "if old.locked_by is not null and new.locked_by is null then raise exception 'never' "
            "using errcode = '23000'; end if; return new; end $$");
        sql("create trigger no before update on graphile_worker._private_jobs for each row "
            "execute function public.no()");
        TestWorker worker(*m_database);
        worker.handle(u"good"_s, succeed);
        worker.handle(u"bad"_s, [](const TaskContext &) { return TaskOutcome::failure(u"x"_s); });
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"refused the result of bad"_s));
        QTest::ignoreMessage(QtCriticalMsg, QRegularExpression(u"bad .* stays locked"_s));
        QVERIFY(worker.drain());
        QCOMPARE(worker.outcome->succeeded, qint64{2});
        QCOMPARE(scalar("select count(*) from graphile_worker.jobs where locked_by is not null"),
                 u"1"_s);
        // Left to the sweeps of others.
        QCOMPARE(scalar("select count(*) from graphile_worker._private_workers"), u"1"_s);
    }
};

YARDMASTER_TEST(TestRefusedResults)
#include "tst_refusedresults.moc"
