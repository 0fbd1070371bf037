#include "tests/support/testprogram.h"
#include "tests/ui/pages/jobs/groupedjobs.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"

#include <QPushButton>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Groups of jobs where the server takes long, refuses or is gone.
class TestGroupsAway : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void stoppingAndTheTimeLimitAreSaid();
    void aRoleThatOnlyReadsGroups();
    void aLostServerKeepsTheGroup();

private:
    Theme m_theme;
};

void TestGroupsAway::stoppingAndTheTimeLimitAreSaid()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addFailures(database);
    Grouped shown(database);
    QVERIFY(shown.settles());
    QVERIFY(shown.group(FilterKey::Task));
    auto *stop = shown.child<QPushButton>("groupStop");
    auto *refresh = shown.child<QPushButton>("groupRefresh");
    QVERIFY(!stop->isVisible() && refresh->isVisible());
    QCOMPARE(shown.text("groupRemark"), u"2 groups"_s);
    const auto locked = database.session();
    QVERIFY(locked->script("begin; lock table graphile_worker._private_jobs"));
    refresh->click();
    QVERIFY(stop->isVisible() && !refresh->isVisible());
    QVERIFY(shown.text("groupRemark").startsWith(u"Counting…"_s));
    QCOMPARE(shown.lines().size(), 3); // the old figures
    stop->click();
    QVERIFY(!stop->isVisible());
    QVERIFY(shown.text("groupRemark").startsWith(u"Counting was stopped"_s));
    const QPalette &palette = shown.child<QLabel>("groupRemark")->palette();
    QCOMPARE(palette.color(QPalette::WindowText), toneColor(Tone::Muted, palette)); // as wanted
    QCOMPARE(shown.lines().size(), 3);
    shown.pane().model()->setPatience(200ms);
    refresh->click();
    QTRY_VERIFY_WITH_TIMEOUT(shown.text("groupRemark").startsWith(u"Not counted within 200 ms"_s),
                             kPatience);
    QCOMPARE(shown.lines().size(), 3);
    QVERIFY(locked->script("rollback"));
    refresh->click();
    QVERIFY(shown.isCounted());
}

void TestGroupsAway::aRoleThatOnlyReadsGroups()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addFailures(database);
    const QByteArray role = "viewer_" + database.name().toUtf8();
    database.script("create role " + role
                    + " login bypassrls; grant usage on schema"
                      " graphile_worker to "
                    + role
                    + "; grant select on all tables in schema"
                      " graphile_worker to "
                    + role + "; alter role " + role + " set default_transaction_read_only = on");
    ConsoleTarget target = jobsTarget(database);
    target.connection.set(u"user"_s, QString::fromUtf8(role));
    {
        Grouped shown(target);
        QVERIFY(shown.settles());
        for (const FilterKey grouping : groupingKeys())
            QVERIFY2(shown.group(grouping), qPrintable(groupingName(grouping)));
        QVERIFY(shown.group(FilterKey::Task));
        QVERIFY(shown.enter(u"b"_s, u"task:b"_s, 2));
    }
    // Who may not read the jobs is told so.
    database.script("revoke select on all tables in schema graphile_worker from " + role);
    {
        Grouped shown(target);
        QVERIFY(shown.settles(JobsModel::Phase::Failed));
        shown.child<QAction>("view.group-task")->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(shown.pane().model()->phase(), GroupsPhase::Failed, kPatience);
        QVERIFY(!shown.child<QPushButton>("groupStop")->isVisible());
    }
    database.script("drop owned by " + role + "; drop role " + role);
}

void TestGroupsAway::aLostServerKeepsTheGroup()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addFailures(database);
    Grouped shown(database);
    QVERIFY(shown.settles());
    QVERIFY(shown.group(FilterKey::Task));
    QVERIFY(shown.enter(u"b"_s, u"task:b"_s, 2));
    database.refuse("yardmaster console");
    shown.child<QPushButton>("groupRefresh")->click();
    QTRY_COMPARE_WITH_TIMEOUT(shown.pane().model()->phase(), GroupsPhase::Failed, kPatience);
    QCOMPARE(shown.lines(), (QStringList{u"All 6"_s, u"a 4"_s, u"b 2"_s}));
    QVERIFY2(shown.text("groupRemark").contains(u"data read"_s),
             qPrintable(shown.text("groupRemark")));
    QCOMPARE(shown.line(), u"task:b of all jobs"_s);
    QCOMPARE(shown.panel.listedJobs()->scope.filter, u"task:b"_s);
    database.script("select graphile_worker.add_job('b')");
    database.admit();
    shown.panel.live()->setInterval(20ms); // the list comes back by itself, and so do the groups
    QTRY_COMPARE_WITH_TIMEOUT(shown.lines(), (QStringList{u"All 7"_s, u"a 4"_s, u"b 3"_s}),
                              kPatience);
    QCOMPARE(shown.rows().currentIndex().row(), 2);
    QCOMPARE(shown.line(), u"task:b of all jobs"_s);
}

YARDMASTER_WINDOW_TEST(TestGroupsAway)

#include "tst_groupsaway.moc"
