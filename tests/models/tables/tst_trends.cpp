#include "models/queues/queuesmodel.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

QueueSnapshot reading(Timestamp now, qint64 ready)
{
    QueueRow row;
    row.id = 7;
    row.name = u"mail"_s;
    row.load.ready = {ready};
    row.load.blocked = {0};
    row.load.running = {1};
    row.load.failed = {2};
    QueueSnapshot snapshot;
    snapshot.queues = {row};
    snapshot.now = now;
    return snapshot;
}

} // namespace

class TestTrends : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowsRememberTheLastMinutes();
    void rowsThatLeftAreForgotten();
};

void TestTrends::rowsRememberTheLastMinutes()
{
    QueuesModel model;
    const Timestamp begin(std::chrono::seconds(1'800'000'000));
    for (int minute = 0; minute < 9; ++minute)
        model.setReading(reading(begin + std::chrono::minutes(minute), minute * 10));
    const QModelIndex cell = model.cell(0, "trend"_L1);
    const auto trend = cell.data(TrendRole).value<Trend>();
    QCOMPARE(trend.samples.size(), 6);
    QCOMPARE(trend.samples.first().ready, 30);
    QCOMPARE(trend.samples.last().ready, 80);
    QVERIFY(cell.data().toString().isEmpty());
    QCOMPARE(cell.data(Qt::ToolTipRole).toString(),
             u"due 30 → 80, locked 1 → 1, failed for good 2 → 2"_s);
    QVERIFY(!model.cell(0, "queue"_L1).data(TrendRole).isValid());
}

void TestTrends::rowsThatLeftAreForgotten()
{
    Trends<qint64> trends;
    trends.add(1, {.at = 1000, .ready = 5});
    trends.add(2, {.at = 1000, .ready = 5});
    trends.add(2, {.at = 2000 + kTrendSpan, .ready = 6});
    trends.forgetBefore(2000 + kTrendSpan);
    QVERIFY(trends.of(1).samples.isEmpty());
    QCOMPARE(trends.of(2).samples.size(), 1);
    QVERIFY(trendText(trends.of(1)).isEmpty());
}

YARDMASTER_TEST(TestTrends)
#include "tst_trends.moc"
