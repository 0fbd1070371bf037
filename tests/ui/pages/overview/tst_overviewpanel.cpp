#include "tests/support/testprogram.h"
#include "ui/pages/overview/overviewpanel.h"

#include "models/console/consolecontext.h"
#include "models/console/queuemonitor.h"
#include "models/overview/metricspoller.h"
#include "models/query/filterparser.h"
#include "models/values/language.h"
#include "tests/support/testworker.h"
#include "tests/support/widgets.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/pagetabs.h"
#include "ui/kit/theme.h"
#include "ui/pages/overview/chartscale.h"
#include "ui/pages/overview/keyfigure.h"
#include "ui/pages/overview/linklist.h"
#include "ui/pages/overview/overviewparts.h"
#include "ui/pages/overview/trendchart.h"

#include <QAction>
#include <QLabel>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTableView>
#include <QTest>
#include <QToolButton>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

ConsoleTarget targetOf(const ConnectionSettings &connection)
{
    ConsoleTarget target;
    target.connection = connection;
    return target;
}

/// The page, and what the window has behind it.
struct Page
{
    explicit Page(const ConnectionSettings &connection)
        : context(targetOf(connection))
        , poller(&monitor, context.sessions(), kSchema)
        , panel(&context, &poller)
    {
        monitor.setInterval(50ms);
        monitor.watch(context.sessions(), kSchema);
        poller.setInterval(50ms);
        poller.setPaused(false);
    }
    void show()
    {
        panel.resize(1200, 640);
        panel.show();
        panel.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&panel, kPatience));
    }
    [[nodiscard]] KeyFigure *figure(const char *name) const
    {
        return child<KeyFigure>(panel, name);
    }
    [[nodiscard]] TrendView *view(const char *chart) const
    {
        return child<TrendChart>(panel, chart)->view();
    }

    ConsoleContext context;
    QueueMonitor monitor;
    MetricsPoller poller;
    OverviewPanel panel;
};

/// Known values of a line.
qsizetype points(const TrendView &view, int line)
{
    qsizetype count = 0;
    for (const QPolygonF &piece : view.pieces(line))
        count += piece.size();
    return count;
}

/// Two tasks with failures, a long wait, a held queue.
void fill(const TestDatabase &database)
{
    database.script(
        "select graphile_worker.add_job('send_email') from generate_series(1, 5);"
        "select graphile_worker.add_job('resize_image', queue_name => 'uploads', run_at => now() - "
        "interval '2 hours') from generate_series(1, 3);"
        "select graphile_worker.add_job('sync_crm', queue_name => 'crm', run_at => now() - "
        "interval '3 hours');"
        "update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'w' where "
        "queue_name = 'crm';"
        "select graphile_worker.add_job('charge_card', max_attempts => 1) from "
        "generate_series(1, 4);"
        "update graphile_worker._private_jobs as jobs set attempts = 1, last_error = 'declined' "
        "from graphile_worker._private_tasks as tasks where tasks.id = jobs.task_id and "
        "identifier = 'charge_card'");
}

} // namespace

/// Long because each figure, list and chart is compared with the queue.
class TestOverviewPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void figuresLeadToTheirJobs();
    void listsLeadToTheirJobs();
    void listStandsStillUnderThePointer();
    void namesKeepTheirRoomInANarrowList();
    void chartsRunFromLeftToRight();
    void chartsDrawTheHistory();
    void nothingIsMadeOfLowerBounds();
    void failedRunsAreCalledEstimated();
    void remarksFitInGerman();
    void pointedReadingIsSpelledOut();
    void gapsAreNotDrawn();
    void scalesAreRound();
    void commandsChooseTheRange();
    void tableHasTheSameReadings();
    void hiddenPageAsksForNothing();
    void firstReadingIsAwaited();
    void refusalIsSaid();
    void oldReadingsStayInTrouble();
    void restrictionIsSaid();
    void looks();

private:
    Theme m_theme;
    std::unique_ptr<TestDatabase> m_database;
};

void TestOverviewPanel::initTestCase()
{
    m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
    fill(*m_database);
}

void TestOverviewPanel::cleanupTestCase()
{
    m_database.reset();
}

void TestOverviewPanel::figuresLeadToTheirJobs()
{
    Page page(m_database->settings());
    const QSignalSpy filters(&page.context, &ConsoleContext::filterRequested);
    page.show();
    KeyFigure *oldest = page.figure("figureOldest");
    QTRY_VERIFY_WITH_TIMEOUT(oldest->figure().startsWith(u"2 h 0"_s), kPatience);
    QCOMPARE(oldest->remark(), u"in queue uploads"_s);
    QVERIFY(oldest->accessibleName().startsWith(u"Oldest ready: 2 h 0"_s));
    QTest::mouseClick(oldest, Qt::LeftButton);
    QCOMPARE(filters.count(), 1);
    QVERIFY(filters.last().first().toString().startsWith(u"state:ready run<now-6"_s));

    // By keyboard, from one to the next.
    const QStringList wanted{u"created>now-1m"_s, u"state:running"_s, u"state:failed,retrying"_s,
                             u"state:ready"_s};
    oldest->setFocus();
    for (const QString &filter : wanted) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QVERIFY(qobject_cast<KeyFigure *>(QApplication::focusWidget()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QCOMPARE(filters.last().first().toString(), filter);
        QVERIFY(parseFilter(filter).isValid());
    }
    QTRY_COMPARE_WITH_TIMEOUT(page.figure("figureAdded")->figure(), u"0"_s, kPatience);
    QCOMPARE(page.figure("figureOutlook")->figure(), u"Steady"_s);
}

void TestOverviewPanel::listsLeadToTheirJobs()
{
    Page page(m_database->settings());
    const QSignalSpy filters(&page.context, &ConsoleContext::filterRequested);
    page.show();
    auto *queues = child<LinkList>(page.panel, "oldestQueues");
    auto *tasks = child<LinkList>(page.panel, "failingTasks");
    QTRY_COMPARE_WITH_TIMEOUT(queues->topLevelItemCount(), 3, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(tasks->topLevelItemCount(), 1, kPatience);
    QCOMPARE(queues->topLevelItem(0)->text(0), u"crm (held)"_s);
    QVERIFY(queues->topLevelItem(1)->text(1).startsWith(u"2 h 0"_s));
    QCOMPARE(tasks->topLevelItem(0)->text(0), u"charge_card"_s);
    QCOMPARE(tasks->topLevelItem(0)->text(1), u"4"_s);

    queues->setFocus();
    queues->setCurrentItem(queues->topLevelItem(0));
    QTest::keyClick(queues, Qt::Key_Return);
    QCOMPARE(filters.last().first().toString(), u"state:blocked queue:crm"_s);
    QTest::mouseClick(tasks->viewport(), Qt::LeftButton, {},
                      tasks->visualItemRect(tasks->topLevelItem(0)).center());
    QCOMPARE(filters.last().first().toString(), u"state:failed,retrying task:charge_card"_s);
}

void TestOverviewPanel::listStandsStillUnderThePointer()
{
    LinkList list({u"Name"_s, u"Count"_s});
    list.resize(300, 200);
    list.show();
    QVERIFY(QTest::qWaitForWindowExposed(&list, kPatience));
    list.setAttribute(Qt::WA_UnderMouse, false); // wherever the pointer is
    list.setRows({{{u"a"_s, u"1"_s}, u"task:a"_s, {}}, {{u"b"_s, u"2"_s}, u"task:b"_s, {}}});
    list.setCurrentItem(list.topLevelItem(1));
    list.setAttribute(Qt::WA_UnderMouse);
    list.setRows({{{u"b"_s, u"3"_s}, u"task:b"_s, {}}});
    QCOMPARE(list.topLevelItemCount(), 2);
    list.setAttribute(Qt::WA_UnderMouse, false);
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(&list, &leave);
    QCOMPARE(list.topLevelItemCount(), 1);
    QCOMPARE(list.currentItem(), list.topLevelItem(0)); // still b
    QCOMPARE(list.topLevelItem(0)->text(1), u"3"_s);
}

void TestOverviewPanel::namesKeepTheirRoomInANarrowList()
{
    LinkList list({u"Task"_s, u"Fehlgeschlagen"_s, u"Wird wiederholt"_s});
    const int name = list.fontMetrics().horizontalAdvance(u"monthly_report"_s);
    const int title = list.fontMetrics().horizontalAdvance(u"Wird wiederholt"_s);
    list.resize(name + title * 3 / 2, 200);
    list.show();
    QVERIFY(QTest::qWaitForWindowExposed(&list, kPatience));
    QVERIFY(list.columnWidth(0) >= name);
    QVERIFY(list.columnWidth(2) < title);
    QVERIFY(list.columnWidth(2) >= list.fontMetrics().horizontalAdvance(u"10,000"_s));
    QCOMPARE(list.headerItem()->toolTip(2), u"Wird wiederholt"_s);
    list.resize(name + 4 * title, 200);
    QTRY_VERIFY_WITH_TIMEOUT(list.columnWidth(2) > title, kPatience);
}

void TestOverviewPanel::chartsRunFromLeftToRight()
{
    QWidget window;
    window.setLayoutDirection(Qt::RightToLeft);
    TrendView view({{u"Succeeded"_s, JobState::Running,
                     [](const QueueMetrics &) { return std::optional(1.0); },
                     [](const QueueMetrics &) { return u"1"_s; }}},
                   TrendUnit::Jobs, &window);
    view.resize(600, 200);
    QueueMetrics reading;
    reading.time = QDateTime::fromSecsSinceEpoch(1'800'000'000, kUtc);
    view.setReadings({reading}, 15min);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window, kPatience));
    // The value of the line begins beside its end, not at the edge of the window.
    const QImage image = view.grab().toImage();
    const auto hasInk = [&](double from, double to) {
        const QColor page = view.palette().base().color();
        for (int x = int(from); x < int(to); ++x) {
            for (int y = 0; y < image.height() / 2; ++y) {
                if (image.pixelColor(x, y) != page)
                    return true;
            }
        }
        return false;
    };
    const double right = view.plotArea().right();
    QVERIFY(hasInk(right + 8, right + 20));
}

void TestOverviewPanel::chartsDrawTheHistory()
{
    const TestDatabase database = TestDatabase::createMigrated();
    Page page(database.settings());
    page.show();
    QTRY_VERIFY_WITH_TIMEOUT(points(*page.view("depthChart"), 0) >= 3, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(points(*page.view("depthChart"), 1) >= 3, kPatience);
    QVERIFY(points(*page.view("waitChart"), 0) >= 3);
    database.script("select graphile_worker.add_job('a') from generate_series(1, 200)");
    TestWorker worker(database);
    worker.handle(u"a"_s, succeed);
    QVERIFY(worker.drain());
    const KeyFigure *finished = page.figure("figureFinished");
    QTRY_VERIFY_WITH_TIMEOUT(finished->figure() != u"–"_s && finished->figure() != u"0"_s,
                             kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(points(*page.view("movementChart"), 1) >= 2, kPatience);
    QVERIFY(child<TrendChart>(page.panel, "movementChart")
                ->view()
                ->accessibleDescription()
                .contains(u"Finished "_s));
}

void TestOverviewPanel::nothingIsMadeOfLowerBounds()
{
    QueueMetrics metrics;
    metrics.arrivals = 100;
    metrics.completions = 700;
    metrics.ready = {10000, Count::AtLeast};
    const TrendLine ready = depthLines().first();
    QCOMPARE(ready.value(metrics), std::nullopt); // a flat line at 10,000 would be none
    QCOMPARE(ready.text(metrics), u"10,000+"_s);
    QCOMPARE(outlookFigure(outlookOf(metrics)), u"Shrinking"_s);
    QCOMPARE(outlookRemark(outlookOf(metrics)), u"by 600 per minute"_s);
    metrics.ready = {18000, Count::Estimate};
    QCOMPARE(ready.value(metrics), 18000.0);
    QCOMPARE(outlookFigure(outlookOf(metrics)), u"~30 min 00 s"_s);
    metrics.ready = {18000};
    QCOMPARE(outlookFigure(outlookOf(metrics)), u"30 min 00 s"_s);
}

void TestOverviewPanel::failedRunsAreCalledEstimated()
{
    Page page(m_database->settings());
    page.show();
    const KeyFigure *failed = page.figure("figureFailed");
    QTRY_COMPARE_WITH_TIMEOUT(failed->remark(), u"per minute, estimated"_s, kPatience);
    QVERIFY(failed->toolTip().contains(u"estimated"_s));
}

void TestOverviewPanel::remarksFitInGerman()
{
    const auto back = qScopeGuard([] { Language::install(u"en"_s); });
    Language::install(u"de"_s);
    KeyFigure figure(u"Fehlgeschlagene Läufe"_s, {});
    figure.resize(1280 / 5 - 1, 80); // a fifth of the smallest usual window
    figure.setFigure(u"123.456"_s,
                     QCoreApplication::translate("Overview", "per minute, estimated, %1 of runs")
                         .arg(u"100,0 %"_s),
                     {});
    QVERIFY(figure.remark().contains(u"Läufe"_s));
    figure.show();
    QVERIFY(QTest::qWaitForWindowExposed(&figure));
    for (const ElidedLabel *label : figure.findChildren<ElidedLabel *>())
        QCOMPARE(label->linesIn(label->width()), QStringList{label->text()});
}

void TestOverviewPanel::pointedReadingIsSpelledOut()
{
    Page page(m_database->settings());
    page.show();
    auto *chart = child<TrendChart>(page.panel, "depthChart");
    TrendView *view = chart->view();
    QTRY_VERIFY_WITH_TIMEOUT(points(*view, 0) >= 3, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(page.poller.latest().failed.value, 4, kPatience);
    page.poller.setPaused(true);
    const QLabel *values = child<QLabel>(*chart, "markedValues");
    QVERIFY(values->text().isEmpty());
    QMouseEvent move(QEvent::MouseMove, QPointF(view->plotArea().right(), 40), QPointF(),
                     Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(view, &move);
    QVERIFY(view->marked() >= 0);
    QVERIFY2(values->text().contains(u" · Ready 8 · Failed 4"_s), qPrintable(values->text()));
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(view, &leave);
    QCOMPARE(view->marked(), -1);
    QVERIFY(values->text().isEmpty());

    view->setFocus();
    QTest::keyClick(view, Qt::Key_Left);
    const int last = view->marked();
    QTest::keyClick(view, Qt::Key_Left);
    QCOMPARE(view->marked(), last - 1);
    QTest::keyClick(view, Qt::Key_Home);
    QCOMPARE(view->marked(), 0);
    QTest::keyClick(view, Qt::Key_Escape);
    QCOMPARE(view->marked(), -1);
}

void TestOverviewPanel::gapsAreNotDrawn()
{
    TrendView view({{u"Ready"_s, JobState::Ready,
                     [](const QueueMetrics &v) {
                         return v.ready.value ? std::optional(double(*v.ready.value))
                                              : std::nullopt;
                     },
                     [](const QueueMetrics &) { return QString(); }}},
                   TrendUnit::Jobs);
    QList<QueueMetrics> readings;
    for (int i = 0; i < 10; ++i) {
        QueueMetrics metrics;
        metrics.time = QDateTime::fromSecsSinceEpoch(1000 + i);
        if (i != 4)
            metrics.ready = {i};
        metrics.isAfterGap = i == 7;
        readings << metrics;
    }
    view.setReadings(readings, 10s);
    QCOMPARE(points(view, 0), 9);
    QCOMPARE(view.pieces(0).size(), 3);
    view.setReadings(readings.mid(7), 10s);
    QCOMPARE(view.pieces(0).size(), 1);
    view.setReadings({}, 10s);
    QCOMPARE(points(view, 0), 0);
}

void TestOverviewPanel::scalesAreRound()
{
    QCOMPARE(countScale(0).maximum(), 4);
    QCOMPARE(countScale(9).maximum(), 10);
    QCOMPARE(countScale(10000).maximum(), 10000);
    QCOMPARE(countScale(1234).step, 500);
    QCOMPARE(waitScale(0).maximum(), 10);
    QCOMPARE(waitScale(100).step, 30);
    QCOMPARE(waitScale(7300).step, 3600);
    QVERIFY(waitScale(40 * 86400.0).maximum() >= 40 * 86400.0);
    QCOMPARE(spanScale(15min).maximum(), 900);
    QCOMPARE(spanScale(1h).maximum(), 3600);
    QCOMPARE(spanScale(61min).maximum(), 7200);
    QVERIFY(spanScale(100h).maximum() >= 360000);
    for (double largest = 0.1; largest < 1e9; largest *= 1.7) {
        for (const ChartScale &scale : {countScale(largest), waitScale(largest)}) {
            QVERIFY(scale.maximum() >= largest);
            QVERIFY(scale.steps >= 1 && scale.steps <= 5);
        }
    }
}

void TestOverviewPanel::commandsChooseTheRange()
{
    Page page(m_database->settings());
    page.show();
    auto *tabs = child<PageTabs>(page.panel, "overviewRange");
    QTRY_VERIFY_WITH_TIMEOUT(tabs->isVisible(), kPatience);
    const QList<QAction *> actions = page.panel.actions();
    const auto action = [&](const QString &name) {
        const auto found = std::ranges::find(actions, name, &QAction::objectName);
        return found == actions.cend() ? nullptr : *found;
    };
    for (const QString &name : {u"overview.range-15m"_s, u"overview.range-1h"_s,
                                u"overview.range-all"_s, u"overview.as-table"_s}) {
        QVERIFY2(action(name), qPrintable(name));
        QVERIFY(!action(name)->whatsThis().isEmpty());
    }
    action(u"overview.range-1h"_s)->trigger();
    QCOMPARE(tabs->currentPage(), u"1h"_s);
    tabs->setCurrentPage(u"all"_s);
    QVERIFY(action(u"overview.range-all"_s)->isChecked());
    QTRY_VERIFY_WITH_TIMEOUT(points(*page.view("depthChart"), 0) >= 3, kPatience);
}

void TestOverviewPanel::tableHasTheSameReadings()
{
    Page page(m_database->settings());
    page.show();
    QTRY_VERIFY_WITH_TIMEOUT(page.poller.history().readings().size() >= 4, kPatience);
    auto *button = child<QToolButton>(page.panel, "overviewAsTable");
    button->setFocus();
    QTest::keyClick(button, Qt::Key_Space);
    auto *table = child<QTableView>(page.panel, "overviewReadings");
    QVERIFY(table->isVisible());
    QVERIFY(!page.view("depthChart")->isVisible());
    QTRY_COMPARE_WITH_TIMEOUT(page.poller.latest().failed.value, 4, kPatience);
    page.poller.setPaused(true);
    const auto &model = *qobject_cast<const MetricsTable *>(table->model());
    QTRY_COMPARE_WITH_TIMEOUT(model.rowCount(), int(page.poller.history().readings().size()),
                              kPatience);
    QCOMPARE(model.cell(0, "ready"_L1).data().toString(), u"8"_s);
    QCOMPARE(model.cell(0, "failed"_L1).data().toString(), u"4"_s);
    QTest::keyClick(button, Qt::Key_Space);
    QVERIFY(page.view("depthChart")->isVisible());
}

void TestOverviewPanel::hiddenPageAsksForNothing()
{
    Page page(m_database->settings());
    const QSignalSpy reads(&page.poller, &MetricsPoller::read);
    QTRY_VERIFY_WITH_TIMEOUT(reads.count() >= 3, kPatience); // the window's own, for its alerts
    QVERIFY(page.poller.latest().failingTasks.isEmpty());
    QCOMPARE(points(*page.view("depthChart"), 0), 0);
    page.show();
    QTRY_COMPARE_WITH_TIMEOUT(page.poller.latest().failingTasks.size(), 1, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(points(*page.view("depthChart"), 0) >= 3, kPatience);
    page.panel.hide();
    const int drawn = points(*page.view("depthChart"), 0);
    const qsizetype before = reads.count();
    QTRY_VERIFY_WITH_TIMEOUT(reads.count() >= before + 3, kPatience);
    QCOMPARE(points(*page.view("depthChart"), 0), drawn);
}

void TestOverviewPanel::firstReadingIsAwaited()
{
    const auto holder = m_database->session();
    QVERIFY(
        holder->script("begin; lock table graphile_worker._private_jobs in access exclusive mode"));
    Page page(m_database->settings());
    page.show();
    QCOMPARE(page.panel.findChild<QStackedWidget *>()->currentWidget()->accessibleName(),
             u"Reading the first values"_s);
    QVERIFY(holder->script("rollback"));
}

void TestOverviewPanel::refusalIsSaid()
{
    ConnectionSettings nowhere;
    nowhere.set(u"host"_s, u"/nonexistent"_s);
    Page page(nowhere);
    page.show();
    QTRY_COMPARE_WITH_TIMEOUT(
        page.panel.findChild<QStackedWidget *>()->currentWidget()->accessibleName(),
        u"Cannot connect"_s, kPatience);
}

void TestOverviewPanel::oldReadingsStayInTrouble()
{
    const TestDatabase database = TestDatabase::createMigrated();
    fill(database);
    Page page(database.settings());
    page.show();
    KeyFigure *oldest = page.figure("figureOldest");
    QTRY_VERIFY_WITH_TIMEOUT(oldest->figure().startsWith(u"2 h 0"_s), kPatience);
    database.script("alter schema graphile_worker rename to gone");
    const QLabel *remark = child<QLabel>(page.panel, "overviewRemark");
    QTRY_VERIFY_WITH_TIMEOUT(remark->text().contains(u"data read"_s), kPatience);
    QVERIFY(oldest->figure().startsWith(u"2 h 0"_s));
    database.script("alter schema gone rename to graphile_worker");
    QTRY_VERIFY_WITH_TIMEOUT(remark->text().isEmpty(), kPatience);
}

void TestOverviewPanel::restrictionIsSaid()
{
    const TestDatabase database = TestDatabase::createMigrated();
    fill(database);
    const QByteArray role = "blind_" + database.name().toUtf8();
    database.script("create role " + role + " login; grant usage on schema graphile_worker to "
                    + role + "; grant select on all tables in schema graphile_worker to " + role);
    ConnectionSettings blind = database.settings();
    blind.set(u"user"_s, QString::fromUtf8(role));
    {
        Page page(blind);
        page.show();
        const QLabel *remark = child<QLabel>(page.panel, "overviewRemark");
        QTRY_VERIFY2_WITH_TIMEOUT(remark->text().contains(u"row security"_s),
                                  qPrintable(remark->text()), kPatience);
    }
    database.script("drop owned by " + role + "; drop role " + role);
}

void TestOverviewPanel::looks()
{
    Page page(m_database->settings());
    page.show();
    QTRY_VERIFY_WITH_TIMEOUT(page.poller.latest().failures.has_value(), kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(page.poller.latest().failingTasks.size(), 1, kPatience);
    QVERIFY(takePictures(&m_theme, &page.panel, u"overview"_s));
}

YARDMASTER_WINDOW_TEST(TestOverviewPanel)
#include "tst_overviewpanel.moc"
