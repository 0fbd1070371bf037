#include "tests/support/testprogram.h"
#include "ui/shell/navigator/navigatorpanel.h"

#include "models/console/consolecontext.h"
#include "models/query/filterparser.h"
#include "tests/support/testdatabase.h"
#include "ui/kit/linebutton.h"
#include "ui/kit/theme.h"
#include "ui/shell/navigator/navigatortree.h"
#include "ui/shell/navigator/saveviewdialog.h"

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using yardmaster::test::TestDatabase;

namespace {

ConsoleTarget targetOf(const TestDatabase &database)
{
    ConsoleTarget target;
    target.connection = database.settings();
    return target;
}

/// A panel, and what a jobs view would do with what it asks for.
struct Navigator
{
    QTemporaryDir folder;
    ConsoleContext context;
    NavigatorPanel panel{&context};
    QSignalSpy requested{&context, &ConsoleContext::filterRequested};
    QSignalSpy known{&panel, &NavigatorPanel::namesChanged};

    explicit Navigator(const TestDatabase &database)
        : context(targetOf(database))
    {
        panel.setViewStore(store());
        QObject::connect(
            &context, &ConsoleContext::filterRequested, &panel,
            [this](const QString &text) { panel.setFilter(parseFilter(text).filter); });
        panel.resize(240, 700);
        panel.show();
        panel.activateWindow();
        if (!QTest::qWaitForWindowActive(&panel, kPatience))
            qFatal("the panel does not become active");
    }

    [[nodiscard]] ViewStore store() const
    {
        return {folder.filePath(u"views.json"_s), folder.filePath(u"shared.json"_s)};
    }
    [[nodiscard]] NavigatorTree *tree() const { return panel.findChild<NavigatorTree *>(); }
    [[nodiscard]] QTreeWidgetItem *item(int section, const QString &name) const
    {
        const QTreeWidgetItem *parent = tree()->topLevelItem(section);
        for (int i = 0; i < parent->childCount(); ++i) {
            if (parent->child(i)->text(0) == name)
                return parent->child(i);
        }
        return nullptr;
    }
    [[nodiscard]] QStringList names(int section) const
    {
        QStringList texts;
        const QTreeWidgetItem *parent = tree()->topLevelItem(section);
        for (int i = 0; i < parent->childCount(); ++i) {
            if (!parent->child(i)->isHidden())
                texts << parent->child(i)->text(0);
        }
        return texts;
    }
    [[nodiscard]] QStringList savedViews() const
    {
        QStringList texts;
        for (const SavedView &view : store().views())
            texts << view.name;
        return texts;
    }
    void click(QTreeWidgetItem *which, Qt::KeyboardModifiers modifiers = {},
               Qt::MouseButton button = Qt::LeftButton) const
    {
        QVERIFY(which);
        tree()->scrollToItem(which);
        QTest::mouseClick(tree()->viewport(), button, modifiers,
                          tree()->visualItemRect(which).center());
    }
    [[nodiscard]] QString lastRequest() const
    {
        return requested.isEmpty() ? u"(none)"_s : requested.last().at(0).toString();
    }
    [[nodiscard]] QString notice() const
    {
        const auto *label = panel.findChild<QLabel *>(u"navigatorNotice"_s);
        return label->isVisible() ? label->text() : QString();
    }
    void trigger(const char *name) const
    {
        auto *action = panel.findChild<QAction *>(QString::fromLatin1(name));
        QVERIFY(action);
        action->trigger();
    }
};

constexpr int kViews = 0;
constexpr int kTasks = 1;
constexpr int kQueues = 2;

} // namespace

/// Long because views, tasks and queues are each clicked, typed, kept and brought back.
class TestNavigator : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() { m_database.reset(); }
    void builtInViewsFilter();
    void tasksAndQueuesHaveCounts();
    void clicksSetAddAndExclude();
    void keysDoTheSame();
    void activeRowIsMarked();
    void filterIsSavedAsView();
    void viewsAreRenamedMovedDeletedAndBroughtBack();
    void editedViewIsMarked();
    void viewBringsItsColumns();
    void linksAreCopiedAndOpened();
    void damagedViewsAreShown();
    void manyNamesCanBeSearched();
    void nothingIsReadWhileHidden();
    void failureIsShownAndOvercome();
    void sectionsFold();
    void headingLeavesRoomForItsButtons();

private:
    Theme m_theme;
    std::unique_ptr<TestDatabase> m_database;
};

void TestNavigator::initTestCase()
{
    m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
    m_database->script("select graphile_worker.add_job('send_email', queue_name := 'mail') "
                       "from generate_series(1, 12);"
                       "select graphile_worker.add_job('resize image');");
}

void TestNavigator::builtInViewsFilter()
{
    Navigator navigator(*m_database);
    navigator.click(navigator.item(kViews, u"Failed"_s));
    QCOMPARE(navigator.lastRequest(), u"state:failed"_s);
    navigator.click(navigator.item(kViews, u"All jobs"_s));
    QCOMPARE(navigator.lastRequest(), QString());
    QCOMPARE(navigator.requested.count(), 2);
}

void TestNavigator::tasksAndQueuesHaveCounts()
{
    Navigator navigator(*m_database);
    QTRY_VERIFY_WITH_TIMEOUT(navigator.item(kTasks, u"send_email"_s), kPatience);
    QCOMPARE(navigator.known.count(), 1);
    // Few names need no search.
    QVERIFY(!navigator.panel.findChild<QLineEdit *>(u"navigatorSearch"_s)->isVisible());
    QCOMPARE(navigator.names(kTasks), (QStringList{u"resize image"_s, u"send_email"_s}));
    QCOMPARE(navigator.names(kQueues), (QStringList{u"no queue"_s, u"mail"_s}));
    navigator.context.jobCounts()->setPaused(false); // as the window does once it is connected
    QTRY_COMPARE_WITH_TIMEOUT(NavigatorTree::countOf(navigator.item(kTasks, u"send_email"_s)),
                              u"12"_s, kPatience);
    QCOMPARE(NavigatorTree::countOf(navigator.item(kQueues, u"no queue"_s)), u"1"_s);
    QCOMPARE(navigator.panel.completion()(FilterKey::Task, u"send"_s),
             QStringList{u"send_email"_s});
    navigator.click(navigator.item(kTasks, u"resize image"_s));
    QCOMPARE(navigator.lastRequest(), u"task:\"resize image\""_s);
    navigator.click(navigator.item(kQueues, u"no queue"_s));
    QCOMPARE(navigator.lastRequest(), u"queue:\"\""_s);
}

void TestNavigator::clicksSetAddAndExclude()
{
    Navigator navigator(*m_database);
    QTRY_VERIFY_WITH_TIMEOUT(navigator.item(kQueues, u"mail"_s), kPatience);
    navigator.click(navigator.item(kViews, u"Failed"_s));
    navigator.click(navigator.item(kTasks, u"send_email"_s), Qt::ControlModifier);
    QCOMPARE(navigator.lastRequest(), u"state:failed task:send_email"_s);
    navigator.click(navigator.item(kQueues, u"mail"_s), {}, Qt::MiddleButton);
    QCOMPARE(navigator.lastRequest(), u"state:failed task:send_email -queue:mail"_s);
    navigator.click(navigator.item(kQueues, u"no queue"_s), Qt::ShiftModifier);
    QCOMPARE(navigator.lastRequest(), u"state:failed task:send_email -queue:mail,\"\""_s);
    navigator.click(navigator.item(kTasks, u"resize image"_s));
    QCOMPARE(navigator.lastRequest(), u"task:\"resize image\""_s);
}

void TestNavigator::keysDoTheSame()
{
    Navigator navigator(*m_database);
    QTRY_VERIFY_WITH_TIMEOUT(navigator.item(kTasks, u"send_email"_s), kPatience);
    navigator.tree()->setFocus();
    navigator.tree()->setCurrentItem(navigator.item(kTasks, u"resize image"_s));
    QTest::keyClick(navigator.tree(), Qt::Key_Down);
    QTest::keyClick(navigator.tree(), Qt::Key_Return);
    QCOMPARE(navigator.lastRequest(), u"task:send_email"_s);
    navigator.tree()->setCurrentItem(navigator.item(kViews, u"Failed"_s));
    QTest::keyClick(navigator.tree(), Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(navigator.lastRequest(), u"task:send_email state:failed"_s);
    QTest::keyClick(navigator.tree(), Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(navigator.lastRequest(), u"task:send_email -state:failed"_s);
}

void TestNavigator::activeRowIsMarked()
{
    Navigator navigator(*m_database);
    QVERIFY(NavigatorTree::isActive(navigator.item(kViews, u"All jobs"_s)));
    navigator.panel.setFilter(parseFilter(u"state=failed").filter);
    QVERIFY(NavigatorTree::isActive(navigator.item(kViews, u"Failed"_s)));
    QVERIFY(!NavigatorTree::isActive(navigator.item(kViews, u"All jobs"_s)));
    QTRY_VERIFY_WITH_TIMEOUT(navigator.item(kTasks, u"send_email"_s), kPatience);
    navigator.panel.setFilter(parseFilter(u"task:send_email").filter);
    QVERIFY(NavigatorTree::isActive(navigator.item(kTasks, u"send_email"_s)));
}

void TestNavigator::filterIsSavedAsView()
{
    Navigator navigator(*m_database);
    navigator.panel.setFilter(parseFilter(u"task:send_email error:timeout").filter);
    navigator.panel.setLayoutOfList(JobOrder::OldestFirst, {u"id"_s}, FilterKey::Queue);
    QTest::keyClick(&navigator.panel, Qt::Key_S, Qt::ControlModifier);
    QPointer<SaveViewDialog> dialog = navigator.panel.findChild<SaveViewDialog *>();
    QVERIFY(dialog && dialog->isVisible());
    auto *name = dialog->findChild<QLineEdit *>(u"viewName"_s);
    auto *save = dialog->findChild<QPushButton *>(u"saveView"_s);
    QVERIFY(!save->isEnabled());
    QTest::keyClicks(name, u"Mail trouble"_s);
    dialog->findChild<QCheckBox *>(u"viewShared"_s)->setChecked(true);
    QTest::keyClick(name, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(!dialog || !dialog->isVisible(), kPatience);
    const auto saved = navigator.store().find(u"Mail trouble"_s);
    QVERIFY(saved);
    QCOMPARE(saved->filter, u"task:send_email error:timeout"_s);
    QCOMPARE(saved->order, std::optional(JobOrder::OldestFirst));
    QCOMPARE(saved->columns, QStringList{u"id"_s});
    QVERIFY(saved->isShared);
    QVERIFY(NavigatorTree::isActive(navigator.item(kViews, u"Mail trouble"_s)));
    QCOMPARE(navigator.notice(), u"Saved “Mail trouble”."_s);
}

void TestNavigator::viewsAreRenamedMovedDeletedAndBroughtBack()
{
    Navigator navigator(*m_database);
    for (const QString &name : {u"one"_s, u"two"_s})
        QVERIFY(navigator.store().save({name, u"id:1"_s, {}, {}, false}));
    navigator.panel.setViewStore(navigator.store());
    NavigatorTree *tree = navigator.tree();
    tree->setFocus();
    tree->setCurrentItem(navigator.item(kViews, u"one"_s));
    QTest::keyClick(tree, Qt::Key_Down, Qt::AltModifier);
    QCOMPARE(navigator.savedViews(), (QStringList{u"two"_s, u"one"_s}));
    QCOMPARE(NavigatorTree::nameOf(tree->currentItem()), u"one"_s);

    QTest::keyClick(tree, Qt::Key_F2);
    auto *editor = tree->findChild<QLineEdit *>();
    QVERIFY(editor);
    editor->selectAll();
    QTest::keyClicks(editor, u"uno"_s);
    QTest::keyClick(editor, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(navigator.savedViews(), (QStringList{u"two"_s, u"uno"_s}), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(navigator.item(kViews, u"uno"_s), kPatience);

    tree->setCurrentItem(navigator.item(kViews, u"uno"_s));
    QTest::keyClick(tree, Qt::Key_Delete);
    QCOMPARE(navigator.savedViews(), QStringList{u"two"_s});
    QVERIFY(navigator.notice().contains(u"Undo"_s));
    Q_EMIT navigator.panel.findChild<QLabel *>(u"navigatorNotice"_s)->linkActivated(u"undo"_s);
    QCOMPARE(navigator.savedViews(), (QStringList{u"two"_s, u"uno"_s}));
    // Built-in ones stay.
    tree->setCurrentItem(navigator.item(kViews, u"Failed"_s));
    QTest::keyClick(tree, Qt::Key_Delete);
    QVERIFY(navigator.item(kViews, u"Failed"_s));
}

void TestNavigator::editedViewIsMarked()
{
    Navigator navigator(*m_database);
    QVERIFY(navigator.store().save({u"mine"_s, u"task:a"_s, {}, {}, false}));
    navigator.panel.setViewStore(navigator.store());
    navigator.click(navigator.item(kViews, u"mine"_s));
    QVERIFY(!NavigatorTree::isEdited(navigator.item(kViews, u"mine"_s)));
    navigator.panel.setFilter(parseFilter(u"task:a id:1").filter);
    QVERIFY(NavigatorTree::isEdited(navigator.item(kViews, u"mine"_s)));
    navigator.panel.setFilter(parseFilter(u"task:\"a\"").filter);
    QVERIFY(!NavigatorTree::isEdited(navigator.item(kViews, u"mine"_s)));
    navigator.click(navigator.item(kViews, u"Failed"_s)); // something else now
    QVERIFY(!NavigatorTree::isEdited(navigator.item(kViews, u"mine"_s)));
}

void TestNavigator::viewBringsItsColumns()
{
    Navigator navigator(*m_database);
    const SavedView full{u"full"_s, u"id:1"_s, JobOrder::OldestFirst,
                         {u"id"_s}, false,     FilterKey::State};
    QVERIFY(navigator.store().save(full));
    navigator.panel.setViewStore(navigator.store());
    QSignalSpy chosen(&navigator.panel, &NavigatorPanel::viewChosen);
    navigator.click(navigator.item(kViews, u"full"_s));
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(chosen.first().at(0).value<SavedView>(), full);
    QCOMPARE(navigator.lastRequest(), u"id:1"_s);
}

void TestNavigator::linksAreCopiedAndOpened()
{
    Navigator navigator(*m_database);
    navigator.panel.setFilter(parseFilter(u"error~\"a|b\"").filter);
    navigator.trigger("views.copyLink");
    const QString link = QGuiApplication::clipboard()->text();
    QVERIFY(link.startsWith(u"yardmaster:view?"_s));
    navigator.panel.setFilter({});
    navigator.trigger("views.openLink");
    QCOMPARE(navigator.lastRequest(), u"error~a|b"_s);
    QGuiApplication::clipboard()->setText(u"hello"_s);
    navigator.trigger("views.openLink");
    QVERIFY(navigator.notice().contains(u"not a link to a view"_s));
}

void TestNavigator::damagedViewsAreShown()
{
    Navigator navigator(*m_database);
    QFile file(navigator.folder.filePath(u"views.json"_s));
    QVERIFY(file.open(QFile::WriteOnly));
    file.write("{ nonsense");
    file.close();
    navigator.panel.setViewStore(navigator.store());
    QVERIFY2(navigator.notice().contains(u"cannot be read"_s), qUtf8Printable(navigator.notice()));
    QVERIFY(navigator.item(kViews, u"Failed"_s));
}

void TestNavigator::manyNamesCanBeSearched()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("insert into graphile_worker._private_tasks (identifier) "
                    "select 'task_' || n from generate_series(1, 30) as n;");
    Navigator navigator(database);
    auto *search = navigator.panel.findChild<QLineEdit *>(u"navigatorSearch"_s);
    QTRY_VERIFY_WITH_TIMEOUT(search->isVisible(), kPatience);
    QTest::keyClicks(search, u"SK_29"_s);
    QCOMPARE(navigator.names(kTasks), QStringList{u"task_29"_s});
    search->clear();
    QCOMPARE(navigator.names(kTasks).size(), 30);
}

void TestNavigator::nothingIsReadWhileHidden()
{
    ConsoleContext context(targetOf(*m_database));
    NavigatorPanel panel(&context);
    const auto sessions = [this] {
        return m_database
            ->scalar("select count(*) from pg_stat_activity where datname = current_database() and "
                     "application_name = 'yardmaster console'")
            .toInt();
    };
    QTest::qWait(0);
    QCOMPARE(sessions(), 0);
    panel.show();
    QTRY_VERIFY_WITH_TIMEOUT(sessions() == 1, kPatience);
}

void TestNavigator::failureIsShownAndOvercome()
{
    const TestDatabase database = TestDatabase::createEmpty();
    Navigator navigator(database);
    QTRY_COMPARE_WITH_TIMEOUT(navigator.names(kTasks), QStringList{u"cannot be read"_s}, kPatience);
    QVERIFY(!navigator.tree()->topLevelItem(kTasks)->child(0)->toolTip(0).isEmpty());
    QCOMPARE(navigator.requested.count(), 0);
    navigator.click(navigator.item(kTasks, u"cannot be read"_s)); // does nothing
    QCOMPARE(navigator.requested.count(), 0);
}

void TestNavigator::sectionsFold()
{
    Navigator navigator(*m_database);
    QTreeWidgetItem *views = navigator.tree()->topLevelItem(kViews);
    QVERIFY(views->isExpanded());
    const QRect box = navigator.tree()->visualItemRect(views);
    QTest::mouseClick(navigator.tree()->viewport(), Qt::LeftButton, {},
                      box.topLeft() + QPoint(20, box.height() / 2));
    QVERIFY(!views->isExpanded());
    QCOMPARE(navigator.requested.count(), 0);
}

void TestNavigator::headingLeavesRoomForItsButtons()
{
    Navigator navigator(*m_database);
    NavigatorTree *tree = navigator.tree();
    QFont large = tree->font();
    large.setPixelSize(40); // as a long word in a narrow window
    tree->setFont(large);
    navigator.panel.resize(160, 700);
    const auto *button = navigator.panel.findChild<QWidget *>(u"saveViewButton"_s);
    QVERIFY(button);
    const QRect heading = tree->visualItemRect(tree->topLevelItem(kViews));
    QTRY_COMPARE(heading.width(), tree->viewport()->width());
    const int edge = button->mapTo(tree->viewport(), QPoint(0, 0)).x();
    const QImage image = tree->viewport()->grab(heading).toImage();
    const QRgb background = image.pixel(1, image.height() / 2);
    for (int x = edge - 4; x < edge; ++x) {
        for (int y = 4; y < image.height() - 4; ++y) // inside of the focus frame
            QCOMPARE(image.pixel(x, y), background);
    }
}

YARDMASTER_WINDOW_TEST(TestNavigator)
#include "tst_navigator.moc"
