#include "tests/support/testprogram.h"
#include "tests/ui/pages/jobs/shownjobs.h"
#include "ui/kit/changes/jobactions.h"
#include "ui/kit/theme.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QMenu>
#include <QPointer>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// What actions on the list of jobs are about, from the toolbar and from the menu of a row.
class TestJobMenu : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void actionsGetTheirTarget();
    void aMenuIsAboutItsRow();

private:
    [[nodiscard]] static bool shows(ShownJobs *shown, JobActions *actions)
    {
        shown->panel.setActions(actions);
        return shown->settles();
    }
    /// As the right button does. @returns the menu that is open then; null: none.
    [[nodiscard]] static QMenu *openMenu(QWidget *widget, const QPoint &place)
    {
        QContextMenuEvent request(QContextMenuEvent::Mouse, place, widget->mapToGlobal(place));
        QCoreApplication::sendEvent(widget, &request);
        return qobject_cast<QMenu *>(QApplication::activePopupWidget());
    }

    Theme m_theme;
};

void TestJobMenu::actionsGetTheirTarget()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addTimedJobs(database, 5);
    ShownJobs shown(database);
    JobActions actions(&shown.context, &shown.panel);
    QVERIFY(shows(&shown, &actions));
    shown.click(3);
    QVERIFY(actions.target());
    QCOMPARE(actions.target()->singleId(), 3);
    QCOMPARE(actions.target()->job->task, u"send_email"_s);
    shown.click(5, Qt::ControlModifier);
    shown.click(4, Qt::ControlModifier);
    QCOMPARE(actions.target()->scope.ids, (QList<qint64>{4, 5}));
    QCOMPARE(actions.target()->description, u"2 selected jobs"_s);
    shown.key(Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(actions.target()->scope.isByFilter());
    QCOMPARE(actions.target()->description, u"all jobs"_s);
    QTRY_COMPARE_WITH_TIMEOUT(actions.target()->count, (Count{5}), kPatience);
    shown.key(Qt::Key_Escape);
    QVERIFY(shown.filter(u"id:4000"_s));
    QVERIFY(!actions.target()); // and not "all jobs"
    // The verbs are in the toolbar and in the menu.
    QVERIFY(shown.child<QWidget>("jobVerbs")->actions().contains(actions.actions().first()));
    QVERIFY(shown.filter({}));
    QMenu *menu = openMenu(shown.table().viewport(), shown.cell(3, JobColumn::Task).center());
    QCOMPARE(menu, shown.child<QMenu>("rowMenu"));
    QVERIFY(menu->actions().contains(actions.actions().first()));
    menu->close();
}

void TestJobMenu::aMenuIsAboutItsRow()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addTimedJobs(database, 5);
    ShownJobs shown(database);
    JobActions actions(&shown.context, &shown.panel);
    QVERIFY(shows(&shown, &actions));
    shown.click(5);
    shown.click(4, Qt::ControlModifier);
    const QList<qint64> chosen = actions.target()->scope.ids;
    QVERIFY(chosen.contains(4) && !chosen.contains(3));
    const auto open = [&](int job) {
        return openMenu(shown.table().viewport(), shown.cell(job, JobColumn::Task).center());
    };
    QPointer<QMenu> menu = open(3);
    QVERIFY(menu);
    QCOMPARE(actions.target()->singleId(), 3);
    QCOMPARE(menu->actions().first()->text(), u"job 3, send_email"_s);
    QGuiApplication::clipboard()->clear();
    // An action is carried out when its menu is closed already.
    menu->close();
    shown.child<QAction>("jobs.copyIds")->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text().trimmed(), u"3"_s);
    QCOMPARE(actions.target()->singleId(), 3);
    // The one before goes while the next one is open.
    const QPointer<QMenu> next = open(3);
    QVERIFY(next && next != menu);
    QCoreApplication::sendPostedEvents(menu, QEvent::DeferredDelete);
    QVERIFY(!menu && next);
    QCOMPARE(actions.target()->singleId(), 3);
    next->close();
    QTRY_COMPARE_WITH_TIMEOUT(actions.target()->scope.ids, chosen, kPatience);
    menu = open(4);
    QVERIFY(menu);
    QCOMPARE(actions.target()->scope.ids, chosen);
    QCOMPARE(menu->actions().first()->text(), actions.target()->description);
    menu->close();
    QCoreApplication::sendPostedEvents(menu, QEvent::DeferredDelete);
    // Over the boxes, too.
    const QPoint box(2, shown.cell(3, JobColumn::Task).center().y());
    menu = openMenu(shown.table().verticalHeader()->viewport(), box);
    QVERIFY(menu);
    QCOMPARE(menu->actions().first()->text(), u"job 3, send_email"_s);
    menu->close();
    QCoreApplication::sendPostedEvents(menu, QEvent::DeferredDelete);
    // Of a job that is gone it says so.
    database.script("select graphile_worker.complete_jobs(array[3])");
    QVERIFY(shown.refresh());
    menu = open(3);
    QVERIFY(menu);
    QCOMPARE(menu->actions().first()->text(), u"job 3, gone"_s);
    menu->close();
}

YARDMASTER_WINDOW_TEST(TestJobMenu)
#include "tst_jobmenu.moc"
