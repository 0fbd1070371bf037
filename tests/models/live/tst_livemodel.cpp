#include "models/live/livemodel.h"

#include "models/live/livefeed.h"
#include "models/values/timedisplay.h"
#include "tests/support/testprogram.h"

#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <map>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace {

constexpr auto kCapacity = LiveBuffer::kCapacity;

LiveLine line(LiveKind kind, qint64 job = 0, const QString &message = {})
{
    LiveLine result;
    result.kind = kind;
    result.event = "test"_L1;
    result.time = 1000;
    result.jobId = job;
    result.task = job % 2 == 0 ? u"even"_s : u"odd"_s;
    result.message = message;
    return result;
}

LiveFilter filter(const QString &text)
{
    const auto parsed = LiveFilter::parse(text);
    if (!parsed)
        qFatal("%s", qPrintable(parsed.error().first().message));
    return *parsed;
}

} // namespace

/// Buffer and model together: what a view sees of the lines that come.
class TestLiveModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { make(20000); }
    void linesComeInOrder();
    void runsChangeInPlace();
    void dropsAreCountedExactly();
    void waitingLinesAreDroppedFirst();
    void outcomeOfALineThatIsGoneIsRefused();
    void clearResetsTheCounts();
    void filterAppliesToAllLines();
    void patternsDoNotHoldUpTheWindow();
    void changedLineIsFilteredAgain();
    void timesFollowTheChosenClock();
    void randomChangesAgreeWithAPlainList_data();
    void randomChangesAgreeWithAPlainList();

private:
    void make(quint64 capacity);
    void takeOver(qsizetype most = 1000000) { m_model->apply(m_buffer->take(most)); }
    [[nodiscard]] QString text(int row, QLatin1StringView column) const
    {
        return m_model->cell(row, column).data().toString();
    }
    [[nodiscard]] QList<quint64> shown() const
    {
        QList<quint64> serials;
        for (int row = 0; row < m_model->rowCount(); ++row)
            serials << m_model->at(row).serial;
        return serials;
    }

    std::unique_ptr<LiveBuffer> m_buffer;
    std::unique_ptr<LiveModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

void TestLiveModel::make(quint64 capacity)
{
    m_tester.reset();
    m_buffer = std::make_unique<LiveBuffer>(capacity);
    m_model = std::make_unique<LiveModel>(nullptr, capacity);
    m_tester = std::make_unique<QAbstractItemModelTester>(
        m_model.get(), QAbstractItemModelTester::FailureReportingMode::QtTest);
}

void TestLiveModel::linesComeInOrder()
{
    for (const qint64 job : {1, 2, 3})
        m_buffer->append(line(LiveKind::Running, job, u"says %1"_s.arg(job)));
    takeOver();
    QCOMPARE(m_model->rowCount(), 3);
    QCOMPARE(text(0, "job"_L1), u"1"_s);
    QCOMPARE(text(2, "job"_L1), u"3"_s);
    QCOMPARE(text(2, "kind"_L1), u"Running"_s);
    QCOMPARE(text(2, "message"_L1), u"says 3"_s);
    QCOMPARE(text(0, "task"_L1), u"odd"_s);
}

void TestLiveModel::runsChangeInPlace()
{
    const quint64 first = m_buffer->append(line(LiveKind::Running, 1, u"output"_s));
    m_buffer->append(line(LiveKind::Running, 2));
    takeOver();
    const QSignalSpy inserted(m_model.get(), &QAbstractItemModel::rowsInserted);
    const QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
    QVERIFY(m_buffer->amend(first, line(LiveKind::Completed, 1)));
    takeOver();
    QCOMPARE(inserted.count(), 0);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(text(0, "kind"_L1), u"Completed"_s);
    QCOMPARE(text(0, "message"_L1), u"output"_s); // nothing new to say
    QCOMPARE(text(1, "kind"_L1), u"Running"_s);
    // Before it is taken, the line itself changes.
    const quint64 third = m_buffer->append(line(LiveKind::Running, 3));
    QVERIFY(m_buffer->amend(third, line(LiveKind::Retrying, 3, u"boom"_s)));
    takeOver();
    QCOMPARE(text(2, "kind"_L1), u"Retrying"_s);
    QCOMPARE(text(2, "message"_L1), u"boom"_s);
}

void TestLiveModel::dropsAreCountedExactly()
{
    m_tester.reset(); // it looks at all rows after each change
    for (qint64 job = 1; job <= qint64(kCapacity) + 10; ++job) {
        m_buffer->append(line(LiveKind::Completed, job));
        if (job % 3000 == 0)
            takeOver();
    }
    takeOver();
    QCOMPARE(m_model->rowCount(), int(kCapacity));
    QCOMPARE(m_model->dropped(), quint64{10});
    QCOMPARE(text(0, "job"_L1), u"11"_s);
    QCOMPARE(text(int(kCapacity) - 1, "job"_L1), QString::number(kCapacity + 10));
}

void TestLiveModel::waitingLinesAreDroppedFirst()
{
    m_tester.reset(); // it looks at all rows after each change
    m_buffer->append(line(LiveKind::Completed, 1));
    takeOver();
    for (qint64 job = 2; job <= qint64(kCapacity) + 101; ++job)
        m_buffer->append(line(LiveKind::Completed, job));
    QCOMPARE(m_buffer->waiting(), kCapacity);
    QCOMPARE(m_buffer->first(), quint64{101});
    while (m_model->next() < m_buffer->next())
        takeOver(4000);
    // The one that was shown is older than what was lost.
    QCOMPARE(m_model->rowCount(), int(kCapacity));
    QCOMPARE(m_model->dropped(), quint64{101});
    QCOMPARE(text(0, "job"_L1), u"102"_s);
}

void TestLiveModel::outcomeOfALineThatIsGoneIsRefused()
{
    m_tester.reset(); // it looks at all rows after each change
    const quint64 serial = m_buffer->append(line(LiveKind::Running, 1));
    takeOver();
    for (quint64 i = 1; i < kCapacity; ++i)
        m_buffer->append(line(LiveKind::Completed, 2));
    QVERIFY(m_buffer->amend(serial, line(LiveKind::Running, 1, u"still there"_s)));
    takeOver();
    QCOMPARE(text(0, "message"_L1), u"still there"_s);
    m_buffer->append(line(LiveKind::Completed, 3));
    QVERIFY(!m_buffer->amend(serial, line(LiveKind::Completed, 1)));
}

void TestLiveModel::clearResetsTheCounts()
{
    const quint64 serial = m_buffer->append(line(LiveKind::Running, 1));
    takeOver();
    m_buffer->append(line(LiveKind::Running, 2));
    m_buffer->clear();
    m_model->clear(m_buffer->next());
    QCOMPARE(m_model->rowCount(), 0);
    QVERIFY(!m_buffer->amend(serial, line(LiveKind::Completed, 1))); // so a new line says it
    m_buffer->append(line(LiveKind::Completed, 1));
    takeOver();
    QCOMPARE(m_model->rowCount(), 1);
    QCOMPARE(m_model->dropped(), quint64{0});
}

void TestLiveModel::filterAppliesToAllLines()
{
    m_tester.reset(); // it looks at all rows after each change
    for (qint64 job = 1; job <= 15000; ++job)
        m_buffer->append(line(job % 1000 == 0 ? LiveKind::Retrying : LiveKind::Completed, job));
    takeOver();
    const QSignalSpy looked(m_model.get(), &LiveModel::looked);
    m_model->setFilter(filter(u"kind:retrying"_s));
    // What comes meanwhile has its place.
    m_buffer->append(line(LiveKind::Retrying, 15001));
    m_buffer->append(line(LiveKind::Completed, 15002));
    takeOver();
    QTRY_VERIFY_WITH_TIMEOUT(!m_model->isLooking(), kPatience);
    QVERIFY(looked.count() >= 1);
    QCOMPARE(m_model->rowCount(), 16);
    QCOMPARE(text(0, "job"_L1), u"1000"_s);
    QCOMPARE(text(14, "job"_L1), u"15000"_s);
    QCOMPARE(text(15, "job"_L1), u"15001"_s);
    QCOMPARE(m_model->lineCount(), 15002);
    QCOMPARE(m_model->lines(true).size(), std::size_t{16});
    QCOMPARE(m_model->lines(false).size(), std::size_t{15002});
}

void TestLiveModel::patternsDoNotHoldUpTheWindow()
{
    m_tester.reset(); // it looks at all rows after each change
    m_model->setFilter(filter(u"-text~\"^(a+)+$\""_s));
    constexpr int kLines = 200;
    const QString costly = QString(900, u'a') + u'!';
    for (qint64 job = 1; job <= kLines; ++job)
        m_buffer->append(line(LiveKind::Completed, job, job % 2 == 0 ? costly : u"plain"_s));
    const auto tried = [this] { return m_model->undecided(); };
    takeOver();
    // A part of them only; the rest has its turn between other events.
    QVERIFY2(tried() < kLines / 4, qPrintable(QString::number(tried())));
    QVERIFY(m_model->isLooking());
    // What becomes of a line meanwhile is not lost.
    m_buffer->append(line(LiveKind::Completed, kLines + 1, u"plain"_s));
    takeOver();
    QTRY_VERIFY_WITH_TIMEOUT(!m_model->isLooking(), kPatience);
    QCOMPARE(tried(), kLines / 2);
    QCOMPARE(m_model->lineCount(), kLines + 1);
    QCOMPARE(text(m_model->rowCount() - 1, "job"_L1), QString::number(kLines + 1));
    QVERIFY(std::ranges::is_sorted(shown()));
}

void TestLiveModel::changedLineIsFilteredAgain()
{
    QList<quint64> serials;
    for (const qint64 job : {1, 2, 3, 4})
        serials << m_buffer->append(line(LiveKind::Running, job));
    takeOver();
    m_model->setFilter(filter(u"kind:running"_s));
    QCOMPARE(m_model->rowCount(), 4);
    QVERIFY(m_buffer->amend(serials[1], line(LiveKind::Completed, 2)));
    QVERIFY(m_buffer->amend(serials[2], line(LiveKind::Completed, 3)));
    takeOver();
    QCOMPARE(shown(), (QList<quint64>{serials[0], serials[3]}));
    m_model->setFilter(filter(u"kind:completed"_s));
    QCOMPARE(shown(), (QList<quint64>{serials[1], serials[2]}));
    QVERIFY(m_buffer->amend(serials[3], line(LiveKind::Completed, 4)));
    QVERIFY(m_buffer->amend(serials[0], line(LiveKind::Completed, 1)));
    takeOver();
    QCOMPARE(shown(), serials);
}

void TestLiveModel::timesFollowTheChosenClock()
{
    m_buffer->append(line(LiveKind::Worker));
    takeOver();
    QCOMPARE(text(0, "time"_L1), u"00:00:01.000"_s);
    const QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
    TimeDisplay::instance().setZone(TimeDisplay::Zone::Local);
    QCOMPARE(changed.count(), 1);
    TimeDisplay::instance().setZone(TimeDisplay::Zone::Utc);
}

void TestLiveModel::randomChangesAgreeWithAPlainList_data()
{
    QTest::addColumn<quint32>("seed");
    for (quint32 seed = 1; seed <= 5; ++seed)
        QTest::addRow("%u", seed) << seed;
}

/// Anything in any order, against a list that is filtered as a whole each time.
void TestLiveModel::randomChangesAgreeWithAPlainList()
{
    QFETCH(quint32, seed);
    constexpr quint64 kRoom = 150;
    make(kRoom);
    QRandomGenerator random(seed);
    const QStringList filters{{}, u"task:odd"_s, u"kind:running"_s, u"-kind:running job>50"_s};
    QString text;
    std::map<quint64, LiveLine> all; // what must be there
    quint64 lost = 0;
    quint64 base = 0;
    for (int step = 0; step < 400; ++step) {
        const int what = random.bounded(100);
        if (what < 55) {
            const int count = what < 2 ? int(kRoom) / 2 : random.bounded(40);
            for (int i = 0; i < count; ++i) {
                LiveLine added
                    = line(random.bounded(2) == 0 ? LiveKind::Running : LiveKind::Completed,
                           random.bounded(1, 100));
                added.serial = m_buffer->append(added);
                all[added.serial] = added;
            }
        } else if (what < 75) {
            for (int i = random.bounded(30); i > 0 && !all.empty(); --i) {
                const quint64 serial = all.begin()->first + random.bounded(quint32(all.size()));
                const LiveLine news
                    = line(random.bounded(2) == 0 ? LiveKind::Running : LiveKind::Retrying,
                           all[serial].jobId, u"news"_s);
                const bool isThere = m_buffer->next() - serial <= kRoom;
                QCOMPARE(m_buffer->amend(serial, news), isThere);
                if (isThere) {
                    all[serial].kind = news.kind;
                    all[serial].message = news.message;
                }
            }
        } else if (what < 80) {
            text = filters.at(random.bounded(filters.size()));
            m_model->setFilter(filter(text));
        } else if (what < 81) {
            m_buffer->clear();
            m_model->clear(m_buffer->next());
            all.clear();
            base = m_buffer->next();
            lost = 0;
        } else if (what < 95) {
            takeOver(random.bounded(1, 60));
            continue;
        }
        while (all.size() > kRoom) {
            all.erase(all.begin());
            ++lost;
        }
        if (what % 3 != 0)
            continue;
        while (m_model->next() < m_buffer->next())
            takeOver(50);
        takeOver();
        QTRY_VERIFY_WITH_TIMEOUT(!m_model->isLooking(), kPatience);
        const LiveFilter wanted = filter(text);
        QList<quint64> expected;
        for (const auto &[serial, there] : all) {
            if (wanted.matches(there))
                expected << serial;
        }
        QCOMPARE(shown(), expected);
        for (int row = 0; row < m_model->rowCount(); ++row) {
            QCOMPARE(m_model->at(row).kind, all[m_model->at(row).serial].kind);
            QCOMPARE(m_model->at(row).message, all[m_model->at(row).serial].message);
        }
        QCOMPARE(m_model->dropped(), lost);
        QCOMPARE(m_model->dropped() + quint64(m_model->lineCount()) + base, m_buffer->next());
    }
}

YARDMASTER_TEST(TestLiveModel)
#include "tst_livemodel.moc"
