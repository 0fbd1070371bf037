#include "models/errors/errorgroupsmodel.h"
#include "models/session/sessionpool.h"
#include "tests/models/history/historyfixture.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Which groups of errors are new, by the history.
class TestNewErrors : public QObject
{
    Q_OBJECT

    [[nodiscard]] static NewErrors newIn(const TestDatabase &database, FirstFailures *known)
    {
        const auto session = database.session();
        const auto found = readNewErrors(*session, kSchema, known);
        if (!found)
            qFatal("%s", qUtf8Printable(found.error().message));
        return *found;
    }
    [[nodiscard]] static NewErrors newIn(const TestDatabase &database)
    {
        FirstFailures known;
        return newIn(database, &known);
    }
    [[nodiscard]] static QString keyOf(const QString &task, const QString &error)
    {
        JobRow job;
        job.task = task;
        job.error = error;
        return groupOf(job).key;
    }

private Q_SLOTS:
    void withoutHistoryNothingIsNew() { QVERIFY(newIn(TestDatabase::createMigrated()).isEmpty()); }

    void newIsWhatWasNotThereBefore()
    {
        const TestDatabase database = TestDatabase::createMigrated();
        installHistoryIn(database);
        recordRuns(database);
        QVERIFY(newIn(database).isEmpty()); // it may have been there before recording began
        database.script("update graphile_worker._yardmaster_history_state set installed_at = "
                        "now() - interval '5 days'");
        const NewErrors found = newIn(database);
        // Two addresses are one error.
        QCOMPARE(found.size(), 3);
        QVERIFY(found.contains(keyOf(u"send_email"_s, u"connect ETIMEDOUT 10.0.0.9:1"_s)));
        QVERIFY(found.contains(keyOf(u"resize"_s, u"TypeError: x is undefined"_s)));
        // One of them came up three days ago, with another address.
        database.script(
            "insert into graphile_worker._yardmaster_history_failures (finished, run_at, id, "
            "task_id, attempt, max_attempts, outcome, error) select now() - interval '3 days', "
            "now(), 4711, task_id, 1, 25, 'e', 'connect ETIMEDOUT 10.9.9.9:99' from "
            "graphile_worker._yardmaster_history_failures where id = 1 limit 1");
        QCOMPARE(newIn(database).size(), 2);
    }

    /// What was grouped before is not read again.
    void laterReadingsLookAtWhatCameSince()
    {
        const TestDatabase database = TestDatabase::createMigrated();
        installHistoryIn(database);
        recordRuns(database);
        database.script("update graphile_worker._yardmaster_history_state set installed_at = "
                        "now() - interval '5 days'");
        FirstFailures known;
        const NewErrors first = newIn(database, &known);
        QCOMPARE(first.size(), 3);
        QVERIFY(known.readUpTo);
        // Old ones stay known without being there any more; the slack is ten minutes.
        database.script("update graphile_worker._yardmaster_history_failures set finished = "
                        "finished - interval '1 hour'; delete from "
                        "graphile_worker._yardmaster_history_failures where id = 25");
        QCOMPARE(newIn(database, &known), first);
        database.script("insert into graphile_worker._yardmaster_history_failures (finished, "
                        "run_at, id, task_id, attempt, max_attempts, outcome, error) select now(), "
                        "now(), 4711, task_id, 1, 25, 'e', text from "
                        "graphile_worker._yardmaster_history_failures, unnest(array['connect "
                        "ETIMEDOUT 10.9.9.9:99', 'out of paper']) as text where id = 1");
        const NewErrors later = newIn(database, &known);
        QCOMPARE(later.size(), 4);
        const QString timeout = keyOf(u"send_email"_s, u"connect ETIMEDOUT 10.0.0.9:1"_s);
        QCOMPARE(later.value(timeout), first.value(timeout));
        QVERIFY(later.contains(keyOf(u"send_email"_s, u"out of paper"_s)));
        // Another history is read from its beginning.
        database.script("update graphile_worker._yardmaster_history_state set installed_at = "
                        "now() - interval '6 days'");
        QCOMPARE(newIn(database, &known).size(), 3); // without the one that was deleted
    }

    void theModelKnowsNewGroups()
    {
        const TestDatabase database = TestDatabase::createMigrated();
        installHistoryIn(database);
        recordRuns(database);
        database.script("update graphile_worker._yardmaster_history_state set installed_at = "
                        "now() - interval '5 days'");
        ErrorGroupsModel model;
        model.setReader(
            std::make_shared<ErrorReader>(SessionPool(database.settings()),
                                          FilterContext{kSchema, {}, {}, QTimeZone::utc(), {}}));
        model.read(FailureScope::Retrying);
        QTRY_VERIFY_WITH_TIMEOUT(model.phase() == ErrorGroupsModel::Phase::Ready
                                     && model.rowCount() == 1 && model.newSince(model.at(0)),
                                 kPatience);
    }
};

YARDMASTER_TEST(TestNewErrors)
#include "tst_newerrors.moc"
