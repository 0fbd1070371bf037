#include "tests/models/history/historyfixture.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/ui/wholewindow.h"
#include "ui/kit/filter/filtereditor.h"
#include "ui/pages/jobs/jobcolumns.h"
#include "ui/shell/pagelist.h"
#include "ui/shell/statetile.h"

#include <QLineEdit>
#include <QScrollBar>
#include <QStyle>
#include <QStyleOptionFrame>
#include <QTableView>

#include <algorithm>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// What fields say while they are empty, and what tables show, on a small screen.
class TestPlaceholders : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void placeholdersAreNotCut();
    void tilesAreOfOneWidth();
    void tablesDoNotScrollSideways_data();
    void tablesDoNotScrollSideways();
    void jobsMakeRoomForWhatStandsBesideThem_data() { tablesDoNotScrollSideways_data(); }
    void jobsMakeRoomForWhatStandsBesideThem();

private:
    WindowFolder m_folder;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<TestDatabase> m_database;
    std::unique_ptr<MainWindow> m_window;
};

void TestPlaceholders::init()
{
    m_settings = m_folder.emptySettings();
    m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
    m_database->script("select graphile_worker.add_job('send_newsletter_to_all_customers')");
    m_window = openWindow(m_settings.get(), *m_database, Environment::Development);
    m_window->resize(1024, 700);
}

void TestPlaceholders::cleanup()
{
    m_window.reset();
    m_database.reset();
}

void TestPlaceholders::placeholdersAreNotCut()
{
    int seen = 0;
    for (const PageEntry &page : pageList()) {
        bringToFront(*m_window, QString::fromLatin1(page.name));
        QCoreApplication::processEvents();
        const auto fields = m_window->findChildren<QLineEdit *>();
        for (const QLineEdit *field : fields) {
            if (!field->isVisible() || field->placeholderText().isEmpty())
                continue;
            ++seen;
            QStyleOptionFrame option;
            option.initFrom(field);
            const QRect room
                = field->style()->subElementRect(QStyle::SE_LineEditContents, &option, field);
            const int wanted = field->fontMetrics().horizontalAdvance(field->placeholderText());
            QVERIFY2(wanted <= room.width(),
                     qPrintable(
                         u"%1: %2"_s.arg(QLatin1StringView(page.name), field->placeholderText())));
        }
        const auto editors = m_window->findChildren<FilterEditor *>();
        for (const FilterEditor *editor : editors) {
            if (!editor->isVisible())
                continue;
            ++seen;
            QVERIFY2(!editor->placeholderText().endsWith(u'…'),
                     qPrintable(editor->placeholderText()));
        }
    }
    QVERIFY(seen >= 5);
}

/// Where they are a board, whatever their numbers.
void TestPlaceholders::tilesAreOfOneWidth()
{
    m_database->script("select graphile_worker.add_job('a') from generate_series(1, 12000)");
    for (const int width : {1280, 1440, 1920}) {
        m_window->resize(width, 900);
        const auto tiles = m_window->findChildren<StateTile *>();
        QCOMPARE(tiles.size(), 7);
        QTRY_VERIFY(std::ranges::all_of(tiles, [](const StateTile *tile) {
            return tile->height() > 2 * tile->fontMetrics().height();
        }));
        const auto [least, most] = std::ranges::minmax(tiles, {}, &QWidget::width);
        QVERIFY2(most->width() - least->width() <= 1,
                 qPrintable(u"%1 to %2"_s.arg(least->width()).arg(most->width())));
    }
}

void TestPlaceholders::tablesDoNotScrollSideways_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("small") << QSize(1024, 700);
    QTest::newRow("usual") << QSize(1440, 900);
}

void TestPlaceholders::tablesDoNotScrollSideways()
{
    QFETCH(const QSize, size);
    m_window->resize(size);
    installHistoryIn(*m_database);
    m_database->script("select graphile_worker.add_job('a', queue_name := 'q');"
                       "update graphile_worker._private_jobs set locked_by = 'w',"
                       " locked_at = now(), attempts = 1 where job_queue_id is not null;"
                       "select graphile_worker.add_job('b');"
                       "delete from graphile_worker._private_jobs where id in"
                       " (select max(id) from graphile_worker._private_jobs)");
    for (const auto &[page, name] :
         {std::pair("jobs", "jobsTable"), std::pair("queues", "queuesTable"),
          std::pair("tasks", "tasksTable"), std::pair("workers", "workersTable"),
          std::pair("history", "historyTable")}) {
        bringToFront(*m_window, QString::fromLatin1(page));
        const auto *table = child<QTableView>(*m_window, name);
        QTRY_VERIFY2_WITH_TIMEOUT(table->isVisible() && table->model()->rowCount() > 0, name,
                                  kPatience);
        QTRY_VERIFY2_WITH_TIMEOUT(table->horizontalScrollBar()->maximum() == 0, name, 2000);
    }
}

/// Groups, navigator and inspector.
void TestPlaceholders::jobsMakeRoomForWhatStandsBesideThem()
{
    QFETCH(const QSize, size);
    m_window->resize(size);
    auto *table = child<QTableView>(*m_window, "jobsTable");
    const auto *columns = child<JobColumns>(*m_window);
    const auto isSeen = [table](JobColumn column) { return !table->isColumnHidden(int(column)); };
    const QStringList chosen = columns->save();
    const auto *navigator = child<QWidget>(*m_window, "navigatorPanel");
    const auto *inspector = child<InspectorPanel>(*m_window);
    const bool isLarge = size.width() > 1400;
    QTRY_VERIFY(navigator->isVisible() == isLarge && inspector->isVisible() == isLarge);
    for (const char *grouping : {"view.group-none", "view.group-task"}) {
        child<QAction>(*m_window, grouping)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(table->isVisible() && table->model()->rowCount() > 0, kPatience);
        QCoreApplication::processEvents(); // lays out
        QTRY_COMPARE_WITH_TIMEOUT(table->horizontalScrollBar()->maximum(), 0, 2000);
        for (const JobColumn column :
             {JobColumn::State, JobColumn::Task, JobColumn::RunAt, JobColumn::Error})
            QVERIFY(isSeen(column));
        QVERIFY(table->columnWidth(int(JobColumn::Error))
                >= table->fontMetrics().horizontalAdvance(u"connect ETIMEDOUT"_s));
    }
    QVERIFY(!isSeen(JobColumn::Age));
    QVERIFY(columns->isShown(JobColumn::Age));
    QCOMPARE(columns->save(), chosen);
    QVERIFY(columns->remark(JobColumn::Age).contains(u"no room"_s));
    // As wide as dragged, and no room for others until there is more of it.
    const int wide = table->columnWidth(int(JobColumn::Task)) + 60;
    table->setColumnWidth(int(JobColumn::Task), wide);
    m_window->resize(size.width() - 8, size.height());
    QCOMPARE(table->columnWidth(int(JobColumn::Task)), wide);
    child<QAction>(*m_window, "view.group-none")->trigger();
    m_window->resize(1900, size.height());
    QTRY_VERIFY_WITH_TIMEOUT(isSeen(JobColumn::Age) && isSeen(JobColumn::Queue), 2000);
    QCOMPARE(table->columnWidth(int(JobColumn::Task)), wide);
    QCOMPARE(table->horizontalScrollBar()->maximum(), 0);
}

YARDMASTER_WINDOW_TEST(TestPlaceholders)

#include "tst_placeholders.moc"
