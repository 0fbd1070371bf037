#include "models/values/showntext.h"
#include "tests/support/testprogram.h"
#include "ui/pages/tasks/taskspanel.h"

#include "models/localworker/localworker.h"
#include "tests/models/history/historyfixture.h"
#include "tests/support/testworker.h"
#include "tests/ui/kit/changes/operationsui.h"
#include "ui/kit/factlist.h"

#include <QAction>
#include <QLabel>
#include <QStackedWidget>
#include <QTableView>
#include <QTest>

#include <algorithm>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// The tasks page over a real server, with a worker in the window and one outside of it.
class TestTasksPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tasksAreListedWithTheirJobs();
    void numbersAreNotThoseOfASample();
    void jobsAndFailuresAreLinked();
    void workersThatKnowATaskAreNamed();
    void workerOfTheWindowIsKnownWhileItRuns();
    void whatTheWindowHasForATaskIsShown();
    void holdEverywhereHoldsOneTaskOnly();
    void whatIsAlwaysDueIsSaidSo();
    void aForeignNameStaysInTheSentenceOfAHold();
    void thePastHourIsShownOnceThereIsAHistory();
    void emptyAndErrorStatesAreShown();
    void looks();

private:
    Theme m_theme;
};

namespace {

const QByteArray kMix
    = "select graphile_worker.add_job('send_email', run_at := now() - n * interval '20 seconds') "
      "from "
      "generate_series(1, 40) as n;"
      "select graphile_worker.add_job('charge', run_at := now() + n * interval '1 hour') from "
      "generate_series(1, 6) as n;"
      "select graphile_worker.add_job('import') from generate_series(1, 8);"
      "update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'boom' where "
      "id "
      "between 47 and 52;"
      "update graphile_worker._private_jobs set attempts = 3, last_error = 'boom', run_at = now() "
      "+ "
      "interval '9 minutes' where id = 53;"
      "update graphile_worker._private_jobs set attempts = 1, locked_by = 'worker-8842', locked_at "
      "= "
      "now() where id between 1 and 3;";

class Page
{
public:
    explicit Page(const QByteArray &sql, LocalWorker *worker = nullptr)
        : ui(Environment::Development, 0)
    {
        ui.fixture.database.script(sql);
        ui.panel->hide();
        panel = new TasksPanel(ui.context.get(), worker, ui.actions, ui.window.get());
        panel->resize(ui.window->size());
        panel->show();
    }
    /// Until this many tasks are there besides those of the fixture.
    [[nodiscard]] bool hasRead(int rows) const
    {
        return QTest::qWaitFor([&] { return panel->model()->rowCount() == rows + kOthers; },
                               kPatience);
    }
    [[nodiscard]] bool choose(const QString &task) const
    {
        auto *table = child<QTableView>(*panel, "tasksTable");
        return QTest::qWaitFor(
            [&] {
                const QAbstractItemModel *shown = table->model();
                for (int row = 0; row < shown->rowCount(); ++row) {
                    if (shown->index(row, 0).data().toString() != task)
                        continue;
                    table->setCurrentIndex(shown->index(row, 0));
                    return text("taskTitle") == task;
                }
                return false;
            },
            kPatience);
    }
    [[nodiscard]] QString cell(const QString &task, QLatin1StringView column) const
    {
        const TasksModel *model = panel->model();
        for (int row = 0; row < model->rowCount(); ++row) {
            if (model->at(row).name == task)
                return model->cell(row, column).data().toString();
        }
        return u"no such task"_s;
    }
    [[nodiscard]] QString text(const char *name) const
    {
        return child<QLabel>(*panel, name)->text();
    }

    static constexpr int kOthers = 2; // of OperationsFixture
    OperationsUi ui;
    TasksPanel *panel;
};

} // namespace

void TestTasksPanel::tasksAreListedWithTheirJobs()
{
    const Page page(kMix);
    QVERIFY(page.hasRead(3));
    QCOMPARE(page.cell(u"send_email"_s, "due"_L1), u"37"_s);
    QCOMPARE(page.cell(u"send_email"_s, "running"_L1), u"3"_s);
    QCOMPARE(page.cell(u"charge"_s, "later"_L1), u"6"_s);
    QCOMPARE(page.cell(u"import"_s, "failed"_L1), u"6"_s);
    QCOMPARE(page.cell(u"import"_s, "failing"_L1), u"88 %"_s);
    QCOMPARE(page.cell(u"charge"_s, "next"_L1), u"in 1 h"_s);
    QVERIFY(page.cell(u"send_email"_s, "oldest"_L1).endsWith(u"min ago"_s));
    // Registered workers: none. The one that holds a job of it knows it.
    QCOMPARE(page.cell(u"send_email"_s, "known"_L1), u"Running"_s);
    QCOMPARE(page.cell(u"charge"_s, "known"_L1), u"Unknown"_s);
    QVERIFY(page.choose(u"send_email"_s));
    QVERIFY(page.text("taskSentence").contains(u"worker-8842"_s));
    QVERIFY(page.choose(u"charge"_s));
    QVERIFY(page.text("taskSentence").contains(u"never register"_s));
}

void TestTasksPanel::numbersAreNotThoseOfASample()
{
    const Page page("select graphile_worker.add_job('rare', priority := 9);"
                    "select graphile_worker.add_job('import');"
                    "insert into graphile_worker._private_jobs (task_id) select tasks.id from "
                    "generate_series(1, 11999), (select id from graphile_worker._private_tasks "
                    "where identifier = 'import') as tasks");
    QVERIFY(page.hasRead(2));
    QCOMPARE(page.cell(u"rare"_s, "failed"_L1), u"unknown"_s); // not among the newest
    page.ui.context->jobCounts()->setPaused(false);
    QTRY_COMPARE_WITH_TIMEOUT(page.cell(u"rare"_s, "failed"_L1), u"0"_s, kPatience);
    QCOMPARE(page.cell(u"rare"_s, "due"_L1), u"1"_s);
    QCOMPARE(page.cell(u"import"_s, "due"_L1), u"12,000"_s);
    QVERIFY(page.text("tasksRemark").contains(u"jobs counted"_s));
}

void TestTasksPanel::jobsAndFailuresAreLinked()
{
    const Page page(kMix);
    QVERIFY(page.hasRead(3));
    QVERIFY(page.choose(u"import"_s));
    const QSignalSpy filters(page.ui.context.get(), &ConsoleContext::filterRequested);
    child<QPushButton>(*page.panel, "taskShowJobs")->click();
    child<QPushButton>(*page.panel, "taskShowFailed")->click();
    page.panel->findChild<QAction *>(u"tasks.show-failed"_s)->trigger();
    auto *table = child<QTableView>(*page.panel, "tasksTable");
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(filters.size(), 4);
    QCOMPARE(filters.at(0).first().toString(), u"task:import"_s);
    QCOMPARE(filters.at(1).first().toString(), u"task:import state:failed,retrying"_s);
    QCOMPARE(filters.at(2), filters.at(1));
    QCOMPARE(filters.at(3), filters.at(0));
}

void TestTasksPanel::workersThatKnowATaskAreNamed()
{
    const Page page("select graphile_worker.add_job('known', run_at := 'infinity');"
                    "select graphile_worker.add_job('forgotten', run_at := 'infinity');");
    QVERIFY(page.hasRead(2));
    QCOMPARE(page.cell(u"known"_s, "known"_L1), u"Unknown"_s);
    TestWorker worker(page.ui.fixture.database);
    worker.handle(u"known"_s, succeed);
    worker.start();
    QVERIFY(worker.waitUntilRunning());
    page.ui.context->announceChange();
    QTRY_COMPARE_WITH_TIMEOUT(page.cell(u"known"_s, "known"_L1), u"1 worker"_s, kPatience);
    QCOMPARE(page.cell(u"forgotten"_s, "known"_L1), u"No registered worker"_s);
    QVERIFY(page.choose(u"known"_s));
    QVERIFY(page.text("taskSentence")
                .contains(page.ui.scalar("select id from graphile_worker._private_workers")));
    QVERIFY(worker.stop());
    page.ui.context->announceChange();
    QTRY_COMPARE_WITH_TIMEOUT(page.cell(u"known"_s, "known"_L1), u"Unknown"_s, kPatience);
}

void TestTasksPanel::workerOfTheWindowIsKnownWhileItRuns()
{
    const TestDatabase elsewhere = TestDatabase::createMigrated();
    auto registry = std::make_shared<TaskRegistry>();
    registry->add(u"mine"_s, succeed);
    WorkerOptions options;
    options.connection = elsewhere.settings();
    LocalWorker worker(options, registry);
    const Page page("select graphile_worker.add_job('mine');", &worker);
    QVERIFY(page.hasRead(1));
    QCOMPARE(page.cell(u"mine"_s, "known"_L1), u"Unknown"_s);
    worker.start();
    QTRY_COMPARE_WITH_TIMEOUT(page.cell(u"mine"_s, "known"_L1), u"Here"_s, kPatience);
    QVERIFY(page.choose(u"mine"_s));
    child<QPushButton>(*page.panel, "tasks.hold-here")->click();
    QCOMPARE(worker.heldNames().tasks, QStringList{u"mine"_s});
    QCOMPARE(page.cell(u"mine"_s, "hold"_L1), u"here"_s);
    child<QPushButton>(*page.panel, "tasks.resume")->click();
    QVERIFY(worker.heldNames().isEmpty());
    worker.stop();
    QTRY_COMPARE_WITH_TIMEOUT(page.cell(u"mine"_s, "known"_L1), u"Unknown"_s, kPatience);
}

void TestTasksPanel::whatTheWindowHasForATaskIsShown()
{
    LocalWorker worker({}, nullptr);
    const auto found = [](const QString &problem) {
        TaskListing listing;
        listing.tasks = {{u"charge"_s, {u"JavaScript"_s, u"/srv/tasks/charge.js"_s, {}}, {}},
                         {u"import"_s, {u"HTTP"_s, {}, u"https://example.com"_s}, {}},
                         {u"report"_s, {u"Python"_s, u"/srv/tasks/report.py"_s, {}}, problem}};
        return listing;
    };
    const Page page(kMix, &worker);
    QVERIFY(page.hasRead(3));
    QCOMPARE(page.cell(u"charge"_s, "kind"_L1), QString());
    worker.setSources({}, found(u"line 3: invalid syntax"_s));
    QVERIFY(page.hasRead(4)); // one has no job yet, and no worker has registered it
    QCOMPARE(page.cell(u"charge"_s, "kind"_L1), u"JavaScript"_s);
    QCOMPARE(page.cell(u"import"_s, "kind"_L1), u"HTTP"_s);
    QCOMPARE(page.cell(u"send_email"_s, "kind"_L1), QString());
    QCOMPARE(page.cell(u"report"_s, "kind"_L1), u"Cannot run"_s);
    QCOMPARE(page.cell(u"report"_s, "due"_L1), u"0"_s);
    const QString remark = page.text("tasksRemark");
    QVERIFY2(remark.startsWith(u"6 tasks · 1 cannot run in this window"_s), qPrintable(remark));
    QVERIFY(page.choose(u"report"_s));
    QCOMPARE(page.text("taskProblem"), u"It cannot run in this window: line 3: invalid syntax"_s);
    auto *facts = child<FactList>(*page.panel, "taskFacts");
    QVERIFY2(facts->text().contains(u"/srv/tasks/report.py"_s), qPrintable(facts->text()));
    worker.setSources({}, found({}));
    QCOMPARE(page.cell(u"report"_s, "kind"_L1), u"Python"_s);
    QCOMPARE(page.text("taskTitle"), u"report"_s); // it is still chosen
    QVERIFY(!child<QLabel>(*page.panel, "taskProblem")->isVisible());
    // It gets its row in the database.
    page.ui.fixture.database.script("select graphile_worker.add_job('report')");
    page.ui.context->announceChange();
    QTRY_COMPARE_WITH_TIMEOUT(page.cell(u"report"_s, "due"_L1), u"1"_s, kPatience);
    QVERIFY(page.hasRead(4));
    worker.setSources({}, {});
    QVERIFY(page.hasRead(4));
    QCOMPARE(page.cell(u"charge"_s, "kind"_L1), QString());
}

void TestTasksPanel::holdEverywhereHoldsOneTaskOnly()
{
    Page page(kMix);
    QVERIFY(page.hasRead(3));
    QVERIFY(page.choose(u"charge"_s));
    const QString before = page.ui.fixture.contents("id, run_at");
    child<QPushButton>(*page.panel, "tasks.hold-everywhere")->click();
    auto *dialog = page.ui.dialog<QDialog>("operationDialog");
    QVERIFY(OperationsUi::isReady(*dialog));
    child<QPushButton>(*dialog, "confirmOperation")->click();
    QVERIFY(page.ui.isOver(1));
    QCOMPARE(page.ui.scalar("select string_agg(distinct task_identifier, ',') from "
                            "graphile_worker.jobs where run_at > now() + interval '99 years'"),
             u"charge"_s);
    page.ui.context->announceChange();
    QTRY_COMPARE_WITH_TIMEOUT(page.cell(u"charge"_s, "hold"_L1), u"everywhere"_s, kPatience);
    auto *resume = child<QPushButton>(*page.panel, "tasks.resume");
    QTRY_VERIFY_WITH_TIMEOUT(resume->isEnabled(), kPatience);
    resume->click();
    dialog = page.ui.dialog<QDialog>("operationDialog");
    QVERIFY(OperationsUi::isReady(*dialog));
    child<QPushButton>(*dialog, "confirmOperation")->click();
    QVERIFY(page.ui.isOver(2));
    QCOMPARE(page.ui.fixture.contents("id, run_at"), before);
}

void TestTasksPanel::whatIsAlwaysDueIsSaidSo()
{
    const Page page("select graphile_worker.add_job('soon', run_at := '-infinity')");
    QVERIFY(page.choose(u"soon"_s));
    QCOMPARE(page.cell(u"soon"_s, "oldest"_L1), u"always"_s);
    QVERIFY(
        child<FactList>(*page.panel, "taskFacts")->text().contains(u"due: always (-infinity)"_s));
}

void TestTasksPanel::aForeignNameStaysInTheSentenceOfAHold()
{
    const QString task = u"שליחת"_s;
    Page page("select graphile_worker.add_job('" + task.toUtf8() + "')");
    QVERIFY(page.choose(task));
    child<QPushButton>(*page.panel, "tasks.hold-everywhere")->click();
    auto *dialog = page.ui.dialog<QDialog>("operationDialog");
    QVERIFY(std::ranges::any_of(dialog->findChildren<QLabel *>(), [&](const QLabel *label) {
        return label->text().contains(u"task "_s + isolated(task));
    }));
}

void TestTasksPanel::thePastHourIsShownOnceThereIsAHistory()
{
    const Page page(kMix);
    QVERIFY(page.hasRead(3));
    page.panel->resize(1900, 800); // room for all of them
    auto *table = child<QTableView>(*page.panel, "tasksTable");
    const auto isShown = [&](QLatin1StringView column) {
        return !table->isColumnHidden(page.panel->model()->section(column));
    };
    const QList columns{"runs"_L1, "failed-share"_L1, "held"_L1, "hour"_L1};
    QVERIFY(std::ranges::none_of(columns, isShown));
    QVERIFY(isShown("failing"_L1));
    installHistoryIn(page.ui.fixture.database);
    fetchJobs(page.ui.fixture.database, "id between 10 and 29", "web-1");
    deleteJobs(page.ui.fixture.database, "id between 10 and 29");
    page.panel->refresh();
    QTRY_COMPARE_WITH_TIMEOUT(page.cell(u"send_email"_s, "runs"_L1), u"20"_s, kPatience);
    QCOMPARE(page.cell(u"send_email"_s, "failed-share"_L1), u"0.0 %"_s);
    QCOMPARE(page.cell(u"charge"_s, "runs"_L1), u"0"_s);
    QVERIFY(std::ranges::all_of(columns, isShown));
    QVERIFY(!isShown("failing"_L1)); // it would only guess
    // What cannot be read is not shown as it was; it comes back although nothing has changed.
    const QByteArray bounds = "alter function graphile_worker.";
    page.ui.fixture.database.script(bounds + "_yardmaster_history_bounds rename to other_bounds");
    page.panel->refresh();
    QTRY_VERIFY_WITH_TIMEOUT(std::ranges::none_of(columns, isShown), kPatience);
    page.ui.fixture.database.script(bounds + "other_bounds rename to _yardmaster_history_bounds");
    page.panel->refresh();
    QTRY_VERIFY_WITH_TIMEOUT(std::ranges::all_of(columns, isShown), kPatience);
    QCOMPARE(page.cell(u"send_email"_s, "runs"_L1), u"20"_s);
    page.ui.fixture.database.script("drop table graphile_worker._yardmaster_history_failures");
    page.panel->refresh();
    QTRY_VERIFY_WITH_TIMEOUT(std::ranges::none_of(columns, isShown), kPatience);
    QVERIFY(isShown("failing"_L1));
}

void TestTasksPanel::emptyAndErrorStatesAreShown()
{
    const Page page("truncate graphile_worker._private_tasks");
    QTRY_COMPARE_WITH_TIMEOUT(child<QStackedWidget>(*page.panel)->currentWidget()->accessibleName(),
                              u"No tasks"_s, kPatience);
    ConsoleTarget nowhere;
    nowhere.connection.set(u"host"_s, u"/nonexistent"_s);
    ConsoleContext context(nowhere);
    QWidget window;
    JobActions actions(&context, &window);
    TasksPanel panel(&context, nullptr, &actions);
    panel.show();
    QTRY_COMPARE_WITH_TIMEOUT(child<QStackedWidget>(panel)->currentWidget()->accessibleName(),
                              u"Cannot connect"_s, kPatience);
}

void TestTasksPanel::looks()
{
    LocalWorker worker({}, nullptr);
    TaskListing listing;
    for (const QString &name :
         {u"charge"_s, u"reports/daily_1"_s, u"reports/daily_2"_s, u"send_email"_s})
        listing.tasks.push_back(
            {name, {u"JavaScript"_s, u"/srv/shop/tasks/%1.js"_s.arg(name), u"node"_s}, {}});
    listing.tasks.push_back({u"import"_s,
                             {u"Python"_s, u"/srv/shop/tasks/import.py"_s, {}},
                             u"SyntaxError: '(' was never closed (import.py, line 12)"_s});
    worker.setSources({}, listing);
    Page page(kMix
                  + "select graphile_worker.add_job('reports/daily_' || n, run_at := now() + n * "
                    "interval "
                    "'7 hours') from generate_series(1, 12) as n;"
                    "insert into graphile_worker._private_workers (id, last_heartbeat_at, "
                    "metadata) values "
                    "('yardmaster-db1-77-x', now(), '{\"tasks\": [\"charge\", \"send_email\"]}');",
              &worker);
    QVERIFY(page.hasRead(15));
    QVERIFY(page.choose(u"import"_s));
    QVERIFY(takePictures(&m_theme, page.panel, u"tasks"_s));
    installHistoryIn(page.ui.fixture.database);
    fetchJobs(page.ui.fixture.database, "id in (10, 11)", "web-1");
    failJobs(page.ui.fixture.database, "id in (10, 11)", "connect ETIMEDOUT");
    fetchJobs(page.ui.fixture.database, "id between 12 and 39", "web-1");
    deleteJobs(page.ui.fixture.database, "id between 12 and 39");
    page.ui.fixture.database.script(
        "update graphile_worker._yardmaster_history set finished = finished - interval '2 minutes' "
        "* (min_id % 25), started = started - interval '2 minutes' * (min_id % 25)");
    page.panel->refresh();
    QTRY_COMPARE_WITH_TIMEOUT(page.cell(u"send_email"_s, "runs"_L1), u"30"_s, kPatience);
    QVERIFY(takePictures(&m_theme, page.panel, u"tasks-history"_s));
}

YARDMASTER_WINDOW_TEST(TestTasksPanel)
#include "tst_taskspanel.moc"
