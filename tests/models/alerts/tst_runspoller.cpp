#include "models/alerts/runspoller.h"
#include "tests/models/history/historyfixture.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

AlertRuns alertRunsOf(const TestDatabase &database)
{
    const auto session = database.session();
    const auto runs
        = readAlertRuns(*session, kSchema, {QString(), u"send_email"_s, u"resize"_s, u"nothing"_s});
    if (!runs)
        qFatal("%s", qUtf8Printable(runs.error().message));
    return *runs;
}

} // namespace

/// What alerts read of the history.
class TestRunsPoller : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutHistoryNothingIsKnown()
    {
        QVERIFY(!alertRunsOf(TestDatabase::createMigrated()).hasHistory);
    }

    void runsOfTheLastMinutesAreSummed()
    {
        const TestDatabase database = TestDatabase::createMigrated();
        installHistoryIn(database);
        recordRuns(database);
        const AlertRuns young = alertRunsOf(database);
        QVERIFY(young.hasHistory && !young.failuresPerMinute); // it has not recorded for a minute
        // Half a minute ago, so that it belongs to points that are over, and maybe to the hour
        // before.
        database.script(
            "update graphile_worker._yardmaster_history_state set installed_at = now() - interval "
            "'40 hours', rolled_up_to = date_trunc('hour', now() - interval '40 hours'); update "
            "graphile_worker._yardmaster_history set finished = finished - "
            "interval '30 s', started = started - interval '30 s'; update "
            "graphile_worker._yardmaster_history_failures set finished = finished - interval '30 "
            "s', started = started - interval '30 s'");
        const AlertRuns runs = alertRunsOf(database);
        QCOMPARE(*runs.failuresPerMinute, 4);
        QCOMPARE(*runs.successesPerMinute, 22);
        const TaskRuns email = runs.tasks.value(u"send_email"_s);
        QVERIFY(email.heldAtMost > 1s && email.heldAtMost < 5s); // two seconds
        QVERIFY(email.sinceSuccess >= 30s && email.sinceSuccess < 10min && !email.isNeverSeen);
        QVERIFY(runs.tasks.value(QString()).sinceSuccess <= email.sinceSuccess);
        // What never succeeded has not since recording began.
        const TaskRuns nothing = runs.tasks.value(u"nothing"_s);
        QVERIFY(nothing.isNeverSeen && nothing.sinceSuccess >= 40h && !nothing.heldAtMost);
    }

    /// In the roll-ups, and in them alone.
    void oldSuccessesAreFound()
    {
        const TestDatabase database = TestDatabase::createMigrated();
        installHistoryIn(database);
        recordRuns(database);
        database.script(
            "update graphile_worker._yardmaster_history set finished = finished - interval '30 "
            "hours'; update graphile_worker._yardmaster_history_state set installed_at = now() - "
            "interval '40 hours', rolled_up_to = date_trunc('hour', now() - interval '39 hours');"
            "select graphile_worker._yardmaster_history_rollup();"
            "select graphile_worker._yardmaster_history_rollup()");
        const TaskRuns exact = alertRunsOf(database).tasks.value(u"send_email"_s);
        QVERIFY(exact.sinceSuccess >= 30h && exact.sinceSuccess < 30h + 10min);
        database.script("delete from graphile_worker._yardmaster_history");
        const TaskRuns hour = alertRunsOf(database).tasks.value(u"send_email"_s);
        QVERIFY(!hour.isNeverSeen);
        QVERIFY(hour.sinceSuccess > 28h && hour.sinceSuccess <= 30h + 10min);
    }
};

YARDMASTER_TEST(TestRunsPoller)
#include "tst_runspoller.moc"
