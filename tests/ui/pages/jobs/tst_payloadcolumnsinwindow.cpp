#include "models/console/consolecontext.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/support/widgets.h"
#include "ui/pages/inspector/inspectorpanel.h"
#include "ui/pages/inspector/payloadtree.h"
#include "ui/pages/jobs/gotodialog.h"
#include "ui/pages/jobs/jobcolumns.h"
#include "ui/pages/jobs/jobspanel.h"
#include "ui/pages/jobs/jobstable.h"
#include "ui/pages/jobs/payloadcolumndialog.h"
#include "ui/shell/mainwindow.h"

#include <QAction>
#include <QClipboard>
#include <QDialog>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QScopeGuard>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using yardmaster::test::child;
using yardmaster::test::kPatience;
using yardmaster::test::TestDatabase;

namespace {

/// Three users, of whom the second has two jobs: 2 and 4.
void addJobs(const TestDatabase &database)
{
    database.script(
        "select graphile_worker.add_job('send', json_build_object('user', json_build_object("
        "'id', 40 + case when n = 4 then 2 else n end, 'first name', 'ada <b>' || n), 'token',"
        " 's3cret' || n, 'tags', json_build_array('a' || n, 'b')))"
        " from generate_series(1, 4) as n order by n");
}

/// The whole window, on a profile that keeps its columns.
struct Opened
{
    Opened(const TestDatabase &database, QSettings *settings)
        : window(settings)
    {
        window.resize(1500, 900);
        window.show();
        MainWindowSetup setup;
        setup.connection = database.settings();
        setup.profileId = u"shop"_s;
        setup.profileName = u"shop"_s;
        window.connectTo(setup);
        window.activateWindow();
        if (!QTest::qWaitForWindowActive(&window, kPatience))
            qFatal("the window does not appear");
        panel = child<JobsPanel>(window);
        if (!settles(4))
            qFatal("no jobs");
        table().setFocus();
    }
    [[nodiscard]] bool settles(int rows)
    {
        return QTest::qWaitFor(
            [this, rows] {
                return panel->model()->phase() == JobsModel::Phase::Ready
                    && panel->model()->rowCount() == rows;
            },
            kPatience);
    }
    [[nodiscard]] JobsTable &table() const { return *panel->table(); }
    [[nodiscard]] JobsModel &model() const { return *panel->model(); }
    void trigger(const char *action) { child<QAction>(window, action)->trigger(); }
    /// Of the column with this header.
    [[nodiscard]] int section(const QString &title) const
    {
        for (int column = 0; column < model().columnCount(); ++column) {
            if (model().headerData(column, Qt::Horizontal, Qt::DisplayRole).toString() == title)
                return column;
        }
        return -1;
    }
    [[nodiscard]] QString text(qint64 id, const QString &title) const
    {
        return model().index(model().rowOf(id), section(title)).data().toString();
    }
    void goTo(qint64 id, const QString &title)
    {
        table().setCurrentIndex(model().index(model().rowOf(id), section(title)));
    }
    void add(const QString &path)
    {
        trigger("view.payloadColumn");
        child<QLineEdit>(window, "payloadColumnPath")->setText(path);
        QTest::keyClick(child<QLineEdit>(window, "payloadColumnPath"), Qt::Key_Return);
        // It goes with the next turn of the event loop; another one would be found with it.
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        window.activateWindow(); // shortcuts need it
        if (!QTest::qWaitForWindowActive(&window, kPatience))
            qFatal("the window does not come back");
    }
    [[nodiscard]] QString notice() { return child<QLabel>(window, "jobsBarText")->text(); }

    MainWindow window;
    JobsPanel *panel;
};

} // namespace

/// Columns of the list that show places of payloads, as operators add and use them. Long because a
/// column is followed from its dialog through the table, the filter and the file of settings.
class TestPayloadColumnsInWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        qputenv("XDG_DATA_HOME", m_folder.path().toLocal8Bit());
        qputenv("XDG_CONFIG_HOME", m_folder.path().toLocal8Bit());
    }
    void dialogChecksAndShowsAnExample();
    void dialogsFollowTheTheme();
    void cellsFilterAndCopy();
    void columnsSurviveARestart();
    void inspectorShowsAPlaceAsColumn();
    void hiddenValuesStayHidden();
    void columnsCanBeHiddenAndRemoved();
    void thereIsALimit();
    void looks();

private:
    [[nodiscard]] std::unique_ptr<QSettings> settings(const QString &name) const
    {
        return std::make_unique<QSettings>(m_folder.filePath(name), QSettings::IniFormat);
    }

    QTemporaryDir m_folder;
    Theme m_theme;
};

void TestPayloadColumnsInWindow::dialogChecksAndShowsAnExample()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addJobs(database);
    const auto kept = settings(u"dialog.ini"_s);
    Opened opened(database, kept.get());
    opened.goTo(3, u"Task"_s);
    opened.trigger("view.payloadColumn");
    auto *dialog = child<QDialog>(opened.window, "payloadColumnDialog");
    auto *field = child<QLineEdit>(*dialog, "payloadColumnPath");
    auto *problem = child<QLabel>(*dialog, "payloadColumnProblem");
    auto *example = child<QLabel>(*dialog, "payloadColumnExample");
    auto *add = child<QPushButton>(*dialog, "payloadColumnAdd");
    QVERIFY(!add->isEnabled());
    QVERIFY(!problem->isVisible()); // nothing was typed yet
    QTest::keyClicks(field, u"user."_s);
    QVERIFY(problem->isVisible());
    QVERIFY(!add->isEnabled());
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(dialog->isVisible());
    QTest::keyClicks(field, u"\"first name\""_s);
    QVERIFY(!problem->isVisible());
    QTRY_COMPARE_WITH_TIMEOUT(example->text(), u"In job 3: ada <b>3"_s, kPatience);
    field->setText(u"user.nobody"_s);
    QTRY_COMPARE_WITH_TIMEOUT(example->text(), u"Job 3 has nothing at this path."_s, kPatience);
    field->setText(u"token"_s);
    QTRY_COMPARE_WITH_TIMEOUT(example->text(), u"In job 3: ••••••"_s, kPatience);
    field->setText(u"user.\"first name\""_s);
    QTest::mouseClick(add, Qt::LeftButton);
    const QString title = u"payload.user.\"first name\""_s;
    QVERIFY(opened.section(title) >= kJobColumns);
    QTRY_COMPARE_WITH_TIMEOUT(opened.text(1, title), u"ada <b>1"_s, kPatience);
    QCOMPARE(opened.table().currentIndex().column(), opened.section(title));
    QCOMPARE(opened.table().currentId(), 3);
    const QHeaderView *header = opened.table().horizontalHeader();
    QVERIFY(header->visualIndex(opened.section(title))
            < header->visualIndex(int(JobColumn::Error)));
    // A click on its header explains why the list is not put in its order.
    const JobOrder order = opened.model().query().order;
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                      {header->sectionViewportPosition(opened.section(title)) + 20, 8});
    QVERIFY(opened.notice().contains(u"index"_s));
    QCOMPARE(opened.model().query().order, order);
}

void TestPayloadColumnsInWindow::dialogsFollowTheTheme()
{
    const auto back = qScopeGuard([this] { m_theme.setChoice(Theme::Choice::System); });
    QWidget window;
    PayloadColumnDialog payload(nullptr, 0, {}, &window);
    GoToDialog place(GoToDialog::Kind::Id, &window);
    window.show();
    payload.show();
    place.show();
    const auto areInked = [&](const QPalette &palette) {
        const auto ink = [](const QWidget *parent, const char *name) {
            return child<QLabel>(*parent, name)->palette().color(QPalette::WindowText);
        };
        const QColor muted = mutedColor(palette);
        const QColor trouble = stateColor(JobState::FailedForGood, palette);
        return ink(&payload, "payloadColumnHelp") == muted
            && ink(&payload, "payloadColumnProblem") == trouble && ink(&place, "goToHelp") == muted
            && ink(&place, "goToProblem") == trouble;
    };
    m_theme.setChoice(Theme::Choice::Light);
    QTRY_VERIFY_WITH_TIMEOUT(areInked(lightPalette()), kPatience);
    m_theme.setChoice(Theme::Choice::Dark);
    QTRY_VERIFY_WITH_TIMEOUT(areInked(darkPalette()), kPatience);
}

void TestPayloadColumnsInWindow::cellsFilterAndCopy()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addJobs(database);
    const auto kept = settings(u"filter.ini"_s);
    Opened opened(database, kept.get());
    opened.add(u"user.id"_s);
    const QString title = u"payload.user.id"_s;
    QTRY_COMPARE_WITH_TIMEOUT(opened.text(2, title), u"42"_s, kPatience);
    opened.table().setFocus();
    opened.goTo(2, title);
    QTest::keyClick(&opened.table(), Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), u"42"_s);
    child<QAction>(opened.window, "jobs.copyCsv")->trigger();
    const QString csv = QGuiApplication::clipboard()->text();
    QVERIFY2(csv.section(u'\r', 0, 0).contains(title), qPrintable(csv));
    QVERIFY(csv.section(u'\n', 1, 1).contains(u"42"_s));
    child<QAction>(opened.window, "jobs.copyJson")->trigger();
    QVERIFY(QGuiApplication::clipboard()->text().contains(u"\"payload.user.id\": 42"_s));

    QTest::keyClick(&opened.table(), Qt::Key_Plus);
    QCOMPARE(opened.panel->filterText(), u"payload.user.id=42"_s);
    QVERIFY(opened.settles(2));
    QCOMPARE(opened.text(4, title), u"42"_s); // read with the page
    opened.panel->setFilterText({});
    QVERIFY(opened.settles(4));
    opened.goTo(4, title);
    QTest::keyClick(&opened.table(), Qt::Key_Minus);
    QCOMPARE(opened.panel->filterText(), u"-payload.user.id=42"_s);
    QVERIFY(opened.settles(2));
    QVERIFY(opened.model().rowOf(4) < 0);
}

void TestPayloadColumnsInWindow::columnsSurviveARestart()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addJobs(database);
    const auto kept = settings(u"restart.ini"_s);
    const QString name = u"payload.user.\"first name\""_s;
    const QString tag = u"payload.tags.0"_s;
    {
        Opened opened(database, kept.get());
        opened.add(tag);
        opened.add(u"user.\"first name\""_s);
        opened.add(u"user.id"_s);
        QHeaderView *header = opened.table().horizontalHeader();
        header->moveSection(header->visualIndex(opened.section(name)), 1);
        opened.table().setColumnWidth(opened.section(name), 177);
        const QStringList columns = opened.panel->columns();
        QCOMPARE(columns.at(1), name + u" 177"_s);
        QTRY_COMPARE_WITH_TIMEOUT(kept->value(u"jobs/shop/columns"_s).toStringList(), columns,
                                  kPatience);
    }
    Opened opened(database, kept.get());
    QHeaderView *header = opened.table().horizontalHeader();
    QCOMPARE(header->visualIndex(opened.section(name)), 1);
    QCOMPARE(opened.table().columnWidth(opened.section(name)), 177);
    QVERIFY(opened.section(tag) >= kJobColumns);
    QTRY_COMPARE_WITH_TIMEOUT(opened.text(1, name), u"ada <b>1"_s, kPatience);
    QCOMPARE(opened.text(1, tag), u"a1"_s);
    QCOMPARE(opened.text(4, u"payload.user.id"_s), u"42"_s);
    const QString description = opened.model()
                                    .index(opened.model().rowOf(4), 0)
                                    .data(Qt::AccessibleDescriptionRole)
                                    .toString();
    QVERIFY2(description.contains(u"payload.tags.0: a4"_s), qPrintable(description));
}

void TestPayloadColumnsInWindow::inspectorShowsAPlaceAsColumn()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addJobs(database);
    const auto kept = settings(u"inspector.ini"_s);
    Opened opened(database, kept.get());
    auto *inspector = child<InspectorPanel>(opened.window);
    inspector->showJob(2);
    inspector->showPage(InspectorPanel::Page::Payload);
    auto *tree = child<PayloadTree>(*inspector, "payloadTree");
    QTRY_VERIFY_WITH_TIMEOUT(tree->model()->index(0, 0).isValid(), kPatience);
    auto *show = child<QAction>(*inspector, "inspector.showAsColumn");
    const QModelIndex root = tree->model()->index(0, 0);
    tree->setCurrentIndex(root);
    QVERIFY(!show->isEnabled());
    const QModelIndex tags = tree->model()->index(2, 0, root);
    tree->setCurrentIndex(tree->model()->index(0, 0, tags));
    QVERIFY(show->isEnabled());
    show->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(opened.text(3, u"payload.tags.0"_s), u"a3"_s, kPatience);
    show->trigger(); // there is one already
    QCOMPARE(opened.model().payloadPaths().size(), 1);
}

void TestPayloadColumnsInWindow::hiddenValuesStayHidden()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addJobs(database);
    const auto kept = settings(u"hidden.ini"_s);
    Opened opened(database, kept.get());
    opened.add(u"token"_s);
    QTRY_COMPARE_WITH_TIMEOUT(opened.text(1, u"payload.token"_s), u"••••••"_s, kPatience);
    opened.table().setFocus();
    opened.goTo(1, u"payload.token"_s);
    QTest::keyClick(&opened.table(), Qt::Key_Plus);
    QCOMPARE(opened.panel->filterText(), QString());
    QVERIFY2(opened.notice().contains(u"inspector"_s), qPrintable(opened.notice()));
    QTest::keyClick(&opened.table(), Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), u"••••••"_s);
    child<ConsolePage>(opened.window)
        ->context()
        ->setRules(RedactionRules::fromTexts({u"user.id"_s}));
    QCOMPARE(opened.text(1, u"payload.token"_s), u"s3cret1"_s);
}

void TestPayloadColumnsInWindow::columnsCanBeHiddenAndRemoved()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addJobs(database);
    const auto kept = settings(u"remove.ini"_s);
    Opened opened(database, kept.get());
    opened.trigger("view.columns");
    auto *list = child<QListWidget>(opened.window, "columnList");
    QTest::mouseClick(child<QPushButton>(opened.window, "columnAddPayload"), Qt::LeftButton);
    child<QLineEdit>(opened.window, "payloadColumnPath")->setText(u"user.id"_s);
    QTest::mouseClick(child<QPushButton>(opened.window, "payloadColumnAdd"), Qt::LeftButton);
    const QString title = u"payload.user.id"_s;
    QCOMPARE(list->count(), kJobColumns + 1);
    QList<QListWidgetItem *> items = list->findItems(title, Qt::MatchExactly);
    QCOMPARE(items.size(), 1);
    QTRY_COMPARE_WITH_TIMEOUT(opened.text(1, title), u"41"_s, kPatience);
    items.first()->setCheckState(Qt::Unchecked);
    QVERIFY(opened.table().isColumnHidden(opened.section(title)));
    QVERIFY(opened.model().query().payloadPaths.isEmpty()); // what nobody sees is not read
    items.first()->setCheckState(Qt::Checked);
    QCOMPARE(opened.model().query().payloadPaths.size(), 1);
    auto *remove = child<QPushButton>(opened.window, "columnRemove");
    list->setCurrentRow(0);
    QVERIFY(!remove->isEnabled()); // others can only be hidden
    list->setCurrentItem(items.first());
    QTest::mouseClick(remove, Qt::LeftButton);
    QCOMPARE(opened.section(title), -1);
    QCOMPARE(list->count(), kJobColumns);
    list->window()->close();

    // Likewise at the header.
    opened.add(u"user.id"_s);
    QHeaderView *header = opened.table().horizontalHeader();
    const QPoint place(header->sectionViewportPosition(opened.section(title)) + 20, 8);
    Q_EMIT header->customContextMenuRequested(place);
    auto *menu = child<QMenu>(opened.window, "columnsMenu");
    QVERIFY(menu->actions().contains(child<QAction>(opened.window, "view.payloadColumn")));
    child<QAction>(*menu, "removeColumn")->trigger();
    menu->close();
    QCOMPARE(opened.section(title), -1);
    QTRY_VERIFY_WITH_TIMEOUT(
        !kept->value(u"jobs/shop/columns"_s).toStringList().join(u' ').contains(u"payload"_s)
            && kept->contains(u"jobs/shop/columns"_s),
        kPatience);
}

void TestPayloadColumnsInWindow::thereIsALimit()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addJobs(database);
    const auto kept = settings(u"limit.ini"_s);
    Opened opened(database, kept.get());
    for (int place = 0; place <= kMostPayloadColumns; ++place)
        opened.add(u"n%1"_s.arg(place));
    QCOMPARE(opened.model().payloadPaths().size(), kMostPayloadColumns);
    QVERIFY2(opened.notice().contains(u"remove one"_s), qPrintable(opened.notice()));
}

void TestPayloadColumnsInWindow::looks()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addJobs(database);
    const auto kept = settings(u"looks.ini"_s);
    Opened opened(database, kept.get());
    for (const QString &path : {u"user.id"_s, u"user.\"first name\""_s, u"token"_s, u"tags"_s})
        opened.add(path);
    QTRY_COMPARE_WITH_TIMEOUT(opened.text(1, u"payload.tags"_s), u"[\"a1\", \"b\"]"_s, kPatience);
    QVERIFY(test::takePictures(&m_theme, &opened.window, u"payload-columns"_s));
    opened.trigger("view.payloadColumn");
    child<QLineEdit>(opened.window, "payloadColumnPath")->setText(u"user.\"first name\""_s);
    QTRY_VERIFY_WITH_TIMEOUT(
        !child<QLabel>(opened.window, "payloadColumnExample")->text().isEmpty(), kPatience);
    QVERIFY(test::takePictures(&m_theme, child<QDialog>(opened.window, "payloadColumnDialog"),
                               u"payload-column-dialog"_s));
}

YARDMASTER_WINDOW_TEST(TestPayloadColumnsInWindow)
#include "tst_payloadcolumnsinwindow.moc"
