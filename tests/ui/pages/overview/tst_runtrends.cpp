#include "tests/support/testprogram.h"
#include "ui/pages/overview/runtrends.h"

#include "models/console/consolecontext.h"
#include "tests/models/history/historyfixture.h"
#include "tests/support/widgets.h"
#include "ui/kit/theme.h"
#include "ui/pages/overview/chartaxis.h"
#include "ui/pages/overview/durationmap.h"
#include "ui/pages/overview/trendchart.h"

#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTableView>
#include <QTest>

#include <cmath>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestRunTrends : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void weeksAreDrawnAndListed();
    void theTableNamesChanges();
    void heldTimesAreDrawnAsAMap();
    void cellsOfTheMapAreMarked();
    void labelsOfTheTimesStayApart();
    void labelsOfTheValuesStayApart();
    void withoutHistoryItSaysSo();
    void looks();

private:
    [[nodiscard]] static ConsoleTarget targetOf(const TestDatabase &database);

    Theme m_theme;
    std::unique_ptr<TestDatabase> m_database;
};

void TestRunTrends::initTestCase()
{
    m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
    installHistoryIn(*m_database);
    fillHistory(*m_database, 28000, 8);
}

void TestRunTrends::cleanupTestCase()
{
    m_database.reset();
}

ConsoleTarget TestRunTrends::targetOf(const TestDatabase &database)
{
    ConsoleTarget target;
    target.connection = database.settings();
    return target;
}

void TestRunTrends::weeksAreDrawnAndListed()
{
    ConsoleContext context(targetOf(*m_database));
    RunTrends trends(&context);
    QSignalSpy reads(&trends, &RunTrends::read);
    trends.follow(RunSpan::Week);
    trends.resize(1100, 700);
    trends.show();
    trends.setPaused(false);
    QTRY_VERIFY_WITH_TIMEOUT(!reads.isEmpty(), kPatience);
    const auto pointsOf = [&](const char *chart, int line) {
        qsizetype points = 0;
        for (const QPolygonF &piece : child<TrendChart>(trends, chart)->view()->pieces(line))
            points += piece.size();
        return points;
    };
    for (const char *chart : {"runChart", "runWaitChart", "runHeldChart"})
        QVERIFY2(pointsOf(chart, 0) >= 168, chart);
    // The week before, in pale.
    auto *baseline = child<QComboBox>(trends, "runBaseline");
    reads.clear();
    baseline->setCurrentIndex(baseline->findText(u"A week ago"_s));
    QTRY_VERIFY_WITH_TIMEOUT(!reads.isEmpty(), kPatience);
    QVERIFY(pointsOf("runChart", 2) > 0 && pointsOf("runHeldChart", 3) > 0);
    QVERIFY(child<QLabel>(trends, "runComparison")->text().contains(u"a week ago"_s));
    baseline->setCurrentIndex(baseline->findText(u"Nothing"_s));
    QTRY_VERIFY_WITH_TIMEOUT(pointsOf("runChart", 2) == 0, kPatience);
    QCOMPARE(child<QLabel>(trends, "runComparison")->text(), QString());
    auto *tasks = child<QTableView>(trends, "runTasks");
    QCOMPARE(tasks->model()->rowCount(), 20);
    QVERIFY(tasks->model()->index(0, 0).data().toString().startsWith(u"made_up_"_s));
    const QSignalSpy wanted(&context, &ConsoleContext::runsRequested);
    Q_EMIT tasks->activated(tasks->model()->index(0, 0));
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted.first().first().toString(),
             u"task:"_s + tasks->model()->index(0, 0).data().toString());
    trends.setAsTable(true);
    auto *points = child<QTableView>(trends, "runPoints");
    QVERIFY(points->isVisible());
    QCOMPARE(points->model()->rowCount(), 169);
    // Another span is not shown as this one until it is read.
    reads.clear();
    trends.follow(RunSpan::Hour);
    QTRY_VERIFY_WITH_TIMEOUT(points->model()->rowCount() == 61, kPatience);
}

void TestRunTrends::theTableNamesChanges()
{
    m_database->script(
        "insert into graphile_worker._private_known_crontabs (identifier, known_since) select "
        "name, date_trunc('hour', now()) - ago from (values ('digest', interval '150 minutes'), "
        "('report', interval '130 minutes'), ('clean', interval '1 hour')) as e (name, ago)");
    ConsoleContext context(targetOf(*m_database));
    RunTrends trends(&context);
    trends.follow(RunSpan::Day);
    trends.resize(1100, 700);
    trends.show();
    trends.setAsTable(true);
    trends.setPaused(false);
    const auto *model = child<QTableView>(trends, "runPoints")->model();
    const int changes = 4;
    QCOMPARE(model->headerData(changes, Qt::Horizontal).toString(), u"Changes"_s);
    const auto change
        = [&](int row) { return model->index(row, changes).data().toString(); }; // newest first
    QTRY_COMPARE_WITH_TIMEOUT(
        change(3), u"2 changes: Crontab: new entry digest; Crontab: new entry report"_s, kPatience);
    // What came at the full hour belongs to the point that begins then.
    QCOMPARE(change(1), u"Crontab: new entry clean"_s);
    for (const int row : {0, 2, 4})
        QCOMPARE(change(row), QString());
    QVERIFY(child<QTableView>(trends, "runTasks")
                ->model()
                ->headerData(changes, Qt::Horizontal)
                .toString()
            != u"Changes"_s);
    QVERIFY(takePictures(&m_theme, &trends, u"overview-changes"_s));
    m_database->script("delete from graphile_worker._private_known_crontabs");
}

void TestRunTrends::heldTimesAreDrawnAsAMap()
{
    ConsoleContext context(targetOf(*m_database));
    RunTrends trends(&context);
    const QSignalSpy reads(&trends, &RunTrends::read);
    trends.follow(RunSpan::Day);
    trends.resize(1100, 700);
    trends.show();
    trends.setPaused(false);
    QTRY_VERIFY_WITH_TIMEOUT(!reads.isEmpty(), kPatience);
    auto *map = child<DurationMap>(trends, "runHeldMap");
    QVERIFY(!map->isVisible());
    auto *as = child<QComboBox>(trends, "runHeldAs");
    as->setCurrentIndex(as->findText(u"Heat map"_s));
    QVERIFY(map->isVisible());
    QVERIFY(!child<TrendChart>(trends, "runHeldChart")->isVisible());
    // The same time is at the same place as in the charts above it.
    for (const char *chart : {"runChart", "runWaitChart"}) {
        const QRectF above = child<TrendChart>(trends, chart)->view()->plotArea();
        QCOMPARE(map->plotArea().left(), above.left());
        QCOMPARE(map->plotArea().right(), above.right());
    }
    map->setFocus();
    QTest::keyClick(map, Qt::Key_End);
    QVERIFY2(map->markedText().contains(u" runs ("_s), qPrintable(map->markedText()));
    QCOMPARE(map->accessibleDescription(), map->markedText());
    QTest::keyClick(map, Qt::Key_Escape);
    QVERIFY(map->accessibleDescription().contains(u"most often held for"_s));
    QTest::keyClick(map, Qt::Key_End);
    QVERIFY(takePictures(&m_theme, &trends, u"overview-heat-map"_s));
    as->setCurrentIndex(as->findText(u"Lines"_s));
    QVERIFY(!map->isVisible());
}

void TestRunTrends::cellsOfTheMapAreMarked()
{
    RunStatistics statistics;
    statistics.choice.span = RunSpan::Hour;
    statistics.step = 10min;
    statistics.until = Timestamp(1'800'000'000s);
    statistics.from = statistics.until - 1h;
    for (int i = 0; i < DurationBuckets::kCount - 1; ++i)
        statistics.bounds << 1000.0 * (i + 1); // 1 ms, 2 ms, …
    for (int i = 0; i < 6; ++i)
        statistics.points << RunStatistics::Point{statistics.from + i * 10min, {}, {}};
    statistics.points[0].sums.held.counts[4] = 1;
    statistics.points[5].sums.held.counts[4] = 9;
    statistics.points[5].sums.held.counts[5] = 91;
    statistics.points[5].sums.held.counts[DurationBuckets::kCount - 1] = 4;
    DurationMap map;
    map.setEnds(40);
    map.resize(800, 400);
    map.setStatistics(statistics);
    map.show();
    QVERIFY(QTest::qWaitForWindowExposed(&map));
    // The fullest one of the latest time, then its neighbours.
    QCOMPARE(map.markedText(), QString());
    QTest::keyClick(&map, Qt::Key_Right);
    QVERIFY2(map.markedText().endsWith(u"5.00 ms to 6.00 ms: 91 of 104 runs (87.5 %)"_s),
             qPrintable(map.markedText()));
    QTest::keyClick(&map, Qt::Key_Down);
    QVERIFY2(map.markedText().endsWith(u"4.00 ms to 5.00 ms: 9 of 104 runs (8.7 %)"_s),
             qPrintable(map.markedText()));
    QTest::keyClick(&map, Qt::Key_Home);
    QVERIFY(map.markedText().endsWith(u"1 of 1 runs (100.0 %)"_s));
    QTest::keyClick(&map, Qt::Key_Escape);
    QCOMPARE(map.markedText(), QString());
    QTest::mouseMove(&map, map.cellOf(5, DurationBuckets::kCount - 1).center().toPoint());
    QTRY_VERIFY2_WITH_TIMEOUT(
        map.markedText().endsWith(u"more than 41.0 ms: 4 of 104 runs (3.8 %)"_s),
        qPrintable(map.markedText()), kPatience);
    // Outside of the buckets and times that are shown there is nothing.
    QVERIFY(map.cellOf(5, 3).isEmpty());
    QVERIFY(map.cellOf(6, 5).isEmpty());

    // More runs are darker, and none are the page.
    const QImage image = map.grab().toImage();
    const auto lightness = [&](int point, int bucket) {
        return image.pixelColor(map.cellOf(point, bucket).center().toPoint()).lightnessF();
    };
    const qreal page = map.palette().base().color().lightnessF();
    const qreal full = std::abs(lightness(5, 5) - page);
    const qreal some = std::abs(lightness(5, 4) - page);
    const qreal least = std::abs(lightness(0, 4) - page);
    QVERIFY(full > some && some > least && least > 0);
    QCOMPARE(lightness(2, 4), page);
}

void TestRunTrends::labelsOfTheTimesStayApart()
{
    const QFontMetricsF metrics(QApplication::font());
    for (const auto span : {15min, 60min, 24 * 60min, 7 * 24 * 60min, 28 * 24 * 60min}) {
        for (int width = 20; width < 900; width += 10) {
            const QRectF plot(60, 0, width, 100);
            const QList<PastLabel> labels = pastLabels(metrics, spanScale(span), plot);
            QVERIFY(!labels.isEmpty());
            QCOMPARE(labels.first().text, u"now"_s);
            for (qsizetype i = 1; i < labels.size(); ++i)
                QVERIFY2(labels.at(i).place.right() < labels.at(i - 1).place.left(),
                         qPrintable(labels.at(i).text));
        }
    }
    // Where there is room, each step has its own.
    QCOMPARE(pastLabels(metrics, spanScale(7 * 24h), QRectF(0, 0, 1200, 100)).size(), 8);
}

void TestRunTrends::labelsOfTheValuesStayApart()
{
    QList<QueueMetrics> readings(9); // up to 80, in four steps
    for (int i = 0; i < readings.size(); ++i) {
        readings[i].time = QDateTime::fromSecsSinceEpoch(1'800'000'000 + 60 * i, kUtc);
        readings[i].arrivals = 10 * i;
    }
    TrendView view({{u"Added"_s, JobState::Ready, [](const QueueMetrics &v) { return v.arrivals; },
                     [](const QueueMetrics &) { return u"90"_s; }}},
                   TrendUnit::Jobs);
    view.setReadings(readings, 10min);
    const int line = QFontMetrics(tabularFont(view.font())).height();
    for (const int height : {5 * line, 6 * line, 8 * line, 20 * line}) {
        view.resize(400, height);
        const QImage image = view.grab().toImage();
        int labels = 0;
        int written = 0; // rows of a label, without a gap
        for (int y = 0; y < image.height(); ++y) {
            bool isEmpty = true;
            for (int x = 1; x < int(view.plotArea().left()) - 1; ++x)
                isEmpty = isEmpty && image.pixel(x, y) == image.pixel(0, 0);
            labels += !isEmpty && written == 0;
            written = isEmpty ? 0 : written + 1;
            QVERIFY2(written < line, qPrintable(QString::number(height)));
        }
        QVERIFY2(labels >= (height > 8 * line ? 2 : 1), qPrintable(QString::number(height)));
    }
}

void TestRunTrends::withoutHistoryItSaysSo()
{
    const TestDatabase database = TestDatabase::createMigrated();
    ConsoleContext context(targetOf(database));
    RunTrends trends(&context);
    trends.show();
    trends.setPaused(false);
    const auto hint
        = [&] { return trends.findChild<QStackedWidget *>()->currentWidget()->accessibleName(); };
    QTRY_COMPARE_WITH_TIMEOUT(hint(), u"No history is recorded here"_s, kPatience);
}

void TestRunTrends::looks()
{
    ConsoleContext context(targetOf(*m_database));
    RunTrends trends(&context);
    QSignalSpy reads(&trends, &RunTrends::read);
    trends.follow(RunSpan::Week);
    trends.resize(1100, 700);
    trends.show();
    trends.setPaused(false);
    QTRY_VERIFY_WITH_TIMEOUT(!reads.isEmpty(), kPatience);
    QVERIFY(takePictures(&m_theme, &trends, u"overview-week"_s));
}

YARDMASTER_WINDOW_TEST(TestRunTrends)
#include "tst_runtrends.moc"
