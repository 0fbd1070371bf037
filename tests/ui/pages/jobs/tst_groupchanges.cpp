#include "tests/support/testprogram.h"
#include "tests/ui/pages/jobs/groupedjobs.h"
#include "ui/kit/changes/jobactions.h"
#include "ui/kit/theme.h"

#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace {

/// Of failed jobs.
QString failedIds(const TestDatabase &database)
{
    return database.scalar("select string_agg(id::text, ',' order by id)"
                           " from graphile_worker._private_jobs where attempts >= max_attempts");
}

} // namespace

/// What is changed where the jobs of a group are listed.
class TestGroupChanges : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void whatIsSelectedIsOfTheGroup();
    void onlyTheGroupIsRetried();

private:
    Theme m_theme;
    QTemporaryDir m_folder;
};

void TestGroupChanges::initTestCase()
{
    qputenv("XDG_DATA_HOME", m_folder.path().toLocal8Bit()); // journals
}

/// No job may be changed that the list of a group does not show.
void TestGroupChanges::whatIsSelectedIsOfTheGroup()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addFailures(database);
    Grouped shown(database);
    JobActions actions(&shown.context, &shown.panel);
    shown.panel.setActions(&actions);
    QVERIFY(shown.filter(u"state:failed"_s));
    QVERIFY(shown.group(FilterKey::Task));
    const auto chooseAll = [&] {
        shown.table().setFocus();
        shown.key(Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
        return actions.target()->scope.filter;
    };
    QVERIFY(shown.enter(u"a"_s, u"state:failed task:a"_s, 3));
    QCOMPARE(chooseAll(), u"state:failed task:a"_s);
    QCOMPARE(actions.target()->description, u"jobs that match state:failed task:a"_s);
    QTRY_VERIFY_WITH_TIMEOUT(shown.barText().contains(u"all jobs that match state:failed task:a"_s),
                             kPatience);
    // Neither in another group, nor in all of them, nor back again.
    QVERIFY(shown.enter(u"b"_s, u"state:failed task:b"_s, 2));
    QVERIFY(shown.table().chosen().isEmpty());
    QVERIFY2(shown.barText().contains(u"selection has been cleared"_s),
             qPrintable(shown.barText()));
    QVERIFY(!actions.target() || !actions.target()->scope.isByFilter());
    QCOMPARE(chooseAll(), u"state:failed task:b"_s);
    QVERIFY(shown.enter(u"All"_s, u"state:failed"_s, 5));
    QVERIFY(shown.table().chosen().isEmpty());
    QCOMPARE(chooseAll(), u"state:failed"_s);
    QVERIFY(shown.enter(u"a"_s, u"state:failed task:a"_s, 3));
    QVERIFY(shown.table().chosen().isEmpty());
    // Single ones neither.
    shown.click(1, Qt::ControlModifier);
    QCOMPARE(shown.table().chosen().ids(), QSet<qint64>{1});
    QVERIFY(shown.enter(u"b"_s, u"state:failed task:b"_s, 2));
    QVERIFY(shown.table().chosen().isEmpty());
    // Leaving by a filter, and by switching groups off.
    (void)chooseAll();
    shown.panel.setFilterText(u"state:failed"_s);
    QVERIFY(shown.lists(u"state:failed"_s, 5));
    QVERIFY(shown.table().chosen().isEmpty());
    QVERIFY(shown.enter(u"b"_s, u"state:failed task:b"_s, 2));
    (void)chooseAll();
    shown.child<QAction>("view.group-queue")->trigger();
    QVERIFY(shown.lists(u"state:failed"_s, 5));
    QVERIFY(shown.table().chosen().isEmpty());
}

void TestGroupChanges::onlyTheGroupIsRetried()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addFailures(database);
    Grouped shown(database);
    JobActions actions(&shown.context, &shown.panel);
    shown.panel.setActions(&actions);
    QVERIFY(shown.filter(u"state:failed"_s));
    QVERIFY(shown.group(FilterKey::Task));
    QVERIFY(shown.enter(u"b"_s, u"state:failed task:b"_s, 2));
    shown.table().setFocus();
    shown.key(Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
    const QString before = failedIds(database);
    QCOMPARE(before, u"1,2,3,5,6"_s);
    actions.trigger(OperationKind::Retry);
    QPushButton *confirm = nullptr;
    QTRY_VERIFY_WITH_TIMEOUT((confirm = shown.panel.findChild<QPushButton *>(u"confirmOperation"_s))
                                 && confirm->isEnabled(),
                             kPatience);
    QVERIFY2(confirm->text().contains(u"2 jobs"_s), qPrintable(confirm->text()));
    confirm->click();
    QTRY_COMPARE_WITH_TIMEOUT(failedIds(database), u"1,2,3"_s, kPatience);
    // The figures follow what was done here, as the page of operations tells.
    shown.context.announceChange();
    QTRY_COMPARE_WITH_TIMEOUT(shown.lines(), (QStringList{u"All 3"_s, u"a 3"_s, u"b 0"_s}),
                              kPatience);
}

YARDMASTER_WINDOW_TEST(TestGroupChanges)

#include "tst_groupchanges.moc"
