#include "tests/support/testprogram.h"
#include "ui/pages/overview/runtrends.h"

#include "models/console/consolecontext.h"
#include "models/console/queuemonitor.h"
#include "models/overview/metricspoller.h"
#include "models/overview/metricswords.h"
#include "models/values/format.h"
#include "tests/models/history/historyfixture.h"
#include "tests/support/widgets.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/theme.h"
#include "ui/pages/overview/durationmap.h"
#include "ui/pages/overview/overviewpanel.h"
#include "ui/pages/overview/trendchart.h"

#include <QComboBox>
#include <QHelpEvent>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

ConsoleTarget targetOf(const TestDatabase &database)
{
    ConsoleTarget target;
    target.connection = database.settings();
    return target;
}

QString toolTipAt(QWidget *widget, double x)
{
    QToolTip::hideText();
    if (!QTest::qWaitFor([] { return !QToolTip::isVisible(); }, kPatience))
        return u"the one before stays"_s;
    const QPoint at(int(x), widget->height() / 2);
    QHelpEvent event(QEvent::ToolTip, at, widget->mapToGlobal(at));
    QCoreApplication::sendEvent(widget, &event);
    return QToolTip::isVisible() ? QToolTip::text() : QString();
}

constexpr Timestamp kNow(1'800'000'000s);

ChangeMark markAt(std::chrono::seconds ago, const QString &text)
{
    return {kNow - ago, ChangeMark::Kind::Jobs, text};
}

QList<TrendLine> oneLine()
{
    return {{u"Added"_s, JobState::Ready, [](const QueueMetrics &v) { return v.arrivals; },
             [](const QueueMetrics &v) { return formatRate(v.arrivals); }}};
}

/// One a minute, the last one now.
QList<QueueMetrics> readings(int count)
{
    QList<QueueMetrics> readings;
    for (int i = count - 1; i >= 0; --i) {
        QueueMetrics reading;
        reading.time = dateTime(kNow - i * 1min);
        reading.arrivals = i;
        readings << reading;
    }
    return readings;
}

QString shownValues(QWidget &frame)
{
    const auto *label = child<ElidedLabel>(frame, "markedValues");
    return label->linesIn(label->width()).first();
}

} // namespace

/// Changes in the charts of Overview.
class TestChartMarks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() { m_database.reset(); }
    void marksAreAtTheirTimes();
    void marksAreSeenInEveryPalette();
    void numbersHaveRoom();
    void marksOfSeveralKindsAreSquare();
    void keysReachEveryMark();
    void theLineNamesWhatIsPointedAt();
    void changesAreCutBeforeValues();
    void axesAreWholeInSmallWindows();
    void chartsOfTheHistoryNameChanges();
    void chartsOfTheSessionNameChanges();

private:
    Theme m_theme;
    std::unique_ptr<TestDatabase> m_database;
};

void TestChartMarks::initTestCase()
{
    m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
    installHistoryIn(*m_database);
    fillHistory(*m_database, 28000, 8);
    m_database->script(
        "insert into graphile_worker._private_known_crontabs (identifier, known_since) select "
        "name, now() - ago from (values ('digest', interval '3 days'), ('report', interval '1 "
        "minute'), ('<b>', interval '5 seconds'), ('old', interval '20 days')) as e (name, ago)");
}

void TestChartMarks::marksAreAtTheirTimes()
{
    DurationMap map;
    map.resize(800, 300);
    map.setMarks({markAt(30min, u"before anything is shown"_s)});
    QVERIFY(map.marks().isEmpty());
    RunStatistics statistics;
    statistics.choice.span = RunSpan::Hour;
    statistics.until = kNow;
    statistics.from = kNow - 1h;
    statistics.step = 1min;
    map.setStatistics(statistics);
    QCOMPARE(map.marks().size(), 1);
    QCOMPARE(map.marks().first().x, map.plotArea().center().x());
    // Two of a few pixels are one; what is too old or to come is none; what came since the values
    // were read is at their end.
    map.setMarks({markAt(2h, u"old"_s), markAt(30min, u"a"_s), markAt(30min - 5s, u"b"_s),
                  markAt(15min, u"c"_s), markAt(-10s, u"d"_s), markAt(-2h, u"to come"_s)});
    const QList<ChartView::Mark> marks = map.marks();
    QCOMPARE(marks.size(), 3);
    QCOMPARE(marks[0].changes.size(), 2);
    QCOMPARE(marks[2].x, map.plotArea().right());
    QCOMPARE(map.accessibleDescription().section(u'\n', 1, 1), u"4 changes"_s);
    QVERIFY(map.accessibleDescription().startsWith(map.latestText()));
    QVERIFY(map.accessibleDescription().endsWith(u" · d"_s));
    map.show();
    QVERIFY(QTest::qWaitForWindowExposed(&map));
    QCOMPARE(toolTipAt(&map, marks[1].x), u"2027-01-15 07:45:00 UTC · c"_s);
    const QStringList lines = toolTipAt(&map, marks[0].x + 2).split(u'\n');
    QCOMPARE(lines.size(), 3);
    QCOMPARE(lines[0], u"2 changes"_s);
    QCOMPARE(toolTipAt(&map, marks[1].x + 30), QString());
}

void TestChartMarks::marksAreSeenInEveryPalette()
{
    QPalette contrast(Qt::white, Qt::black, Qt::white, Qt::black, Qt::white, Qt::white, Qt::white,
                      Qt::black, Qt::black);
    for (const QPalette &palette : {lightPalette(), darkPalette(), contrast}) {
        DurationMap map;
        map.setPalette(palette);
        map.resize(800, 300);
        RunStatistics statistics;
        statistics.until = kNow;
        map.setStatistics(statistics);
        const QImage before = map.grab().toImage();
        map.setMarks({markAt(3min, u"a"_s)});
        const QImage after = map.grab().toImage();
        const int x = int(map.marks().first().x);
        int differing = 0;
        for (int y = 0; y < before.height(); ++y)
            differing += before.pixel(x, y) != after.pixel(x, y);
        QVERIFY2(differing > 50, qPrintable(QString::number(differing)));
        const QPoint glyph(x, int(map.plotArea().top()) - 5);
        QCOMPARE(after.pixelColor(glyph).rgb(), mutedColor(palette).rgb());
    }
}

void TestChartMarks::numbersHaveRoom()
{
    DurationMap map;
    map.resize(800, 300);
    RunStatistics statistics;
    statistics.choice.span = RunSpan::Hour;
    statistics.until = kNow;
    map.setStatistics(statistics);
    const QFontMetricsF metrics(tabularFont(map.font()));
    for (const auto apart : {1s, 7s, 20s, 45s, 50s, 60s, 75s}) {
        ChangeMarks changes;
        for (auto ago = 55min + 0s; ago > 0s; ago -= apart)
            changes << markAt(ago, u"a"_s) << markAt(ago - apart / 4, u"b"_s);
        map.setMarks(changes);
        const QList<ChartView::Mark> marks = map.marks();
        QVERIFY(marks.size() > 3);
        ChangeMarks named;
        for (qsizetype i = 0; i < marks.size(); ++i) {
            named << marks[i].changes;
            if (i == 0 || marks[i - 1].changes.size() == 1)
                continue;
            const QString number = formatNumber(marks[i - 1].changes.size());
            const double end = marks[i - 1].x + 6 + metrics.horizontalAdvance(number);
            QVERIFY2(marks[i].x - 4 > end, qPrintable(number));
        }
        QCOMPARE(named, changes);
    }
}

void TestChartMarks::marksOfSeveralKindsAreSquare()
{
    DurationMap map;
    map.setPalette(lightPalette());
    map.resize(800, 300);
    RunStatistics statistics;
    statistics.until = kNow;
    map.setStatistics(statistics);
    const auto corner = [&](ChangeMark::Kind first, ChangeMark::Kind second) {
        map.setMarks({{kNow - 3min, first, u"a"_s}, {kNow - 3min, second, u"b"_s}});
        const QPoint at(int(map.marks().first().x) - 3, int(map.plotArea().top()) - 2);
        return map.grab().toImage().pixelColor(at).rgb() == mutedColor(lightPalette()).rgb();
    };
    using Kind = ChangeMark::Kind;
    QVERIFY(corner(Kind::Crontab, Kind::Version));
    QVERIFY(corner(Kind::Jobs, Kind::Crontab));
    QVERIFY(!corner(Kind::Jobs, Kind::Jobs));
    QVERIFY(!corner(Kind::Crontab, Kind::Crontab));
    QVERIFY(!corner(Kind::Version, Kind::Version));
}

void TestChartMarks::keysReachEveryMark()
{
    TrendChart chart(u"Jobs per minute"_s, oneLine(), TrendUnit::Jobs);
    chart.resize(1200, 300);
    chart.setReadings(readings(4), 15min);
    ChangeMarks changes;
    for (int i = 0; i < 28; ++i) // also between readings and a little after them
        changes << markAt(14min - i * 30s - (i % 5) * 3s, u"<%1>"_s.arg(i));
    TrendView *view = chart.view();
    view->setMarks(changes);
    QCOMPARE(view->marks().size(), changes.size());
    chart.show();
    view->setFocus();
    QString shown;
    QTest::keyClick(view, Qt::Key_End);
    QCOMPARE(view->marked(), 3);
    const auto values = [&] { return child<ElidedLabel>(chart, "markedValues")->text(); };
    for (int i = 0; i < 60; ++i) {
        shown += values();
        QTest::keyClick(view, Qt::Key_Left);
    }
    for (const ChangeMark &change : std::as_const(changes))
        QVERIFY2(shown.contains(change.text), qPrintable(change.text));
    QCOMPARE(values(), u"2027-01-15 07:46:00 UTC · <0>"_s);
    QTest::keyClick(view, Qt::Key_Right);
    QVERIFY2(values().endsWith(u"<1>"_s), qPrintable(values()));
    // The marked one stays when time goes on, and while it is there.
    QList<QueueMetrics> later = readings(4);
    later << later.last();
    later.last().time = later.last().time.addSecs(20);
    chart.setReadings(later, 15min);
    QVERIFY2(values().endsWith(u"<1>"_s), qPrintable(values()));
    QTest::keyClick(view, Qt::Key_Home);
    QVERIFY2(values().endsWith(u"<0>"_s), qPrintable(values()));
    QTest::keyClick(view, Qt::Key_Escape);
    QCOMPARE(values(), QString());
}

void TestChartMarks::theLineNamesWhatIsPointedAt()
{
    TrendChart chart(u"Jobs per minute"_s, oneLine(), TrendUnit::Jobs);
    chart.resize(1200, 300);
    chart.setReadings(readings(4), 15min);
    TrendView *view = chart.view();
    view->setMarks({markAt(10min, u"early"_s), markAt(3min, u"first"_s), markAt(100s, u"next"_s)});
    chart.show();
    QVERIFY(QTest::qWaitForWindowExposed(&chart));
    const auto pointAt = [&](double x) {
        QTest::mouseMove(view, QPoint(int(x), view->height() / 2));
        return child<ElidedLabel>(chart, "markedValues")->text();
    };
    const QList<ChartView::Mark> marks = view->marks();
    QCOMPARE(marks.size(), 3);
    QCOMPARE(pointAt(marks[0].x + 1), u"2027-01-15 07:50:00 UTC · early"_s);
    QVERIFY(pointAt(marks[0].x + 30).startsWith(u"2027-01-15 07:57:00 UTC · Added "_s));
    QVERIFY(pointAt(marks[1].x).endsWith(u" · first"_s));
    // Nearer to the reading before it.
    QVERIFY(pointAt(marks[2].x - 10).startsWith(u"2027-01-15 07:58:00 UTC · "_s));
    const QString values = pointAt(marks[2].x);
    QVERIFY(values.startsWith(u"2027-01-15 07:58:00 UTC · "_s) && values.endsWith(u" · next"_s));
    // Keys leave the place of the pointer, also when time goes on.
    QTest::keyClick(view, Qt::Key_End);
    chart.setReadings(readings(4), 15min);
    QCOMPARE(view->marked(), 3);
}

void TestChartMarks::changesAreCutBeforeValues()
{
    TrendChart chart(u"Jobs per minute"_s, oneLine(), TrendUnit::Jobs);
    chart.resize(600, 300);
    chart.setReadings(readings(16), 15min);
    ChangeMarks changes;
    for (int i = 0; i < 6; ++i)
        changes << markAt(i * 1s, u"Reschedule 82,500 jobs, by somebody"_s);
    chart.view()->setMarks(changes);
    chart.show();
    QVERIFY(QTest::qWaitForWindowExposed(&chart));
    QTest::keyClick(chart.view(), Qt::Key_End);
    const QString values = u"2027-01-15 08:00:00 UTC · Added "_s + formatRate(0);
    const QString shown = shownValues(chart);
    QVERIFY2(shown.startsWith(values + u" · 6 changes: Re"_s), qPrintable(shown));
    QVERIFY(shown.endsWith(u'…'));
}

void TestChartMarks::axesAreWholeInSmallWindows()
{
    ConsoleContext context(targetOf(*m_database));
    QWidget window;
    RunTrends trends(&context, &window);
    const QSignalSpy reads(&trends, &RunTrends::read);
    trends.follow(RunSpan::Week);
    trends.setPaused(false);
    QTRY_VERIFY_WITH_TIMEOUT(!reads.isEmpty(), kPatience);
    trends.setGeometry(0, 0, 700, 440); // what a window of 1024 by 700 leaves
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    for (const char *chart : {"runChart", "runWaitChart", "runHeldChart"}) {
        auto *frame = child<TrendChart>(trends, chart);
        QVERIFY(frame->rect().contains(frame->view()->geometry()));
    }
}

void TestChartMarks::chartsOfTheHistoryNameChanges()
{
    ConsoleContext context(targetOf(*m_database));
    RunTrends trends(&context);
    const QSignalSpy reads(&trends, &RunTrends::read);
    trends.follow(RunSpan::Week);
    trends.resize(1100, 700);
    trends.show();
    trends.setPaused(false);
    QTRY_VERIFY_WITH_TIMEOUT(!reads.isEmpty(), kPatience);
    auto *map = child<DurationMap>(trends, "runHeldMap");
    QList<ChartView *> views{map};
    for (const char *chart : {"runChart", "runWaitChart", "runHeldChart"})
        views << child<TrendChart>(trends, chart)->view();
    for (const ChartView *view : views)
        QTRY_COMPARE_WITH_TIMEOUT(view->marks().size(), 2, kPatience); // `old` is too old
    for (ChartView *view : views) {
        QVERIFY(view->accessibleDescription().contains(u"Crontab: new entry digest"_s));
        QVERIFY(toolTipAt(view, view->marks().first().x).endsWith(u"Crontab: new entry digest"_s));
        QVERIFY(toolTipAt(view, view->marks().last().x).startsWith(u"2 changes\n"_s));
        QVERIFY(toolTipAt(view, view->marks().last().x).contains(u"new entry <b>"_s)); // as it is
        QVERIFY(toolTipAt(view, view->plotArea().left() + 20).isEmpty());
    }
    // Without a pointer: the values that are marked with keys.
    auto *chart = child<TrendChart>(trends, "runChart");
    chart->view()->setFocus();
    QTest::keyClick(chart->view(), Qt::Key_End);
    const auto values = [&] { return child<ElidedLabel>(*chart, "markedValues")->text(); };
    QVERIFY2(values().contains(u"2 changes: Crontab: new entry report; "_s), qPrintable(values()));
    QTest::keyClick(chart->view(), Qt::Key_Home);
    QVERIFY(!values().contains(u"Crontab"_s));
    auto *as = child<QComboBox>(trends, "runHeldAs");
    as->setCurrentIndex(as->findText(u"Heat map"_s));
    map->setFocus();
    QTest::keyClick(map, Qt::Key_End);
    const QString cell = child<ElidedLabel>(*map->parentWidget(), "markedValues")->text();
    QVERIFY2(cell.contains(u"2 changes: "_s), qPrintable(cell));
    as->setCurrentIndex(0);
    // Something that was done from this window is there at once.
    m_database->script("insert into graphile_worker._private_known_crontabs (identifier, "
                       "known_since) values ('new', now() - interval '1 day')");
    context.announceChange();
    QTRY_COMPARE_WITH_TIMEOUT(chart->view()->marks().size(), 3, kPatience);
    QVERIFY(takePictures(&m_theme, &trends, u"overview-marks"_s));
}

void TestChartMarks::chartsOfTheSessionNameChanges()
{
    ConsoleContext context(targetOf(*m_database));
    QueueMonitor monitor;
    MetricsPoller poller(&monitor, context.sessions(), kSchema);
    OverviewPanel panel(&context, &poller);
    monitor.setInterval(50ms);
    monitor.watch(context.sessions(), kSchema);
    poller.setInterval(50ms);
    poller.setPaused(false);
    panel.resize(1200, 640);
    panel.show();
    panel.activateWindow();
    for (const char *name : {"movementChart", "depthChart", "waitChart"}) {
        TrendView *view = child<TrendChart>(panel, name)->view();
        QTRY_VERIFY_WITH_TIMEOUT(!view->marks().isEmpty(), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(
            view->accessibleDescription().contains(u"Crontab: new entry report"_s), kPatience);
        QVERIFY(!view->accessibleDescription().contains(u"digest"_s));
    }
}

YARDMASTER_WINDOW_TEST(TestChartMarks)
#include "tst_chartmarks.moc"
