#include "models/live/livefilter.h"

#include "models/live/liveexport.h"
#include "models/live/livelistener.h"
#include "models/values/showntext.h"
#include "tests/support/testprogram.h"
#include <yardmaster/timestamp.h>

#include <QDateTime>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

LiveLine sample()
{
    LiveLine line;
    line.kind = LiveKind::Retrying;
    line.event = "job:failed"_L1;
    line.time = QDateTime(QDate(2026, 11, 20), QTime(14, 3, 7, 412), kUtc).toMSecsSinceEpoch();
    line.jobId = 9007199254740993;
    line.task = u"send_email"_s;
    line.queue = u"mail, slow"_s;
    line.attempt = 2;
    line.maxAttempts = 25;
    line.duration = 2500ms;
    line.message = u"Connection \"timed out\"\nat line 2"_s;
    return line;
}

} // namespace

/// Which lines are shown, and how they are written to files.
class TestLiveFilter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void termsMatch_data();
    void termsMatch();
    void mistakesAreReported_data();
    void mistakesAreReported();
    void matchingIsBounded();
    void matchesAreGivenUpAfterSoManySteps();
    void namesDoNotTurnMessagesRound();
    void groupsAreLeftOut();
    void everyKindHasWordsAndAGroup();
    void exportsRoundTrip();
    void failedExportIsReported();
};

void TestLiveFilter::termsMatch_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("matches");
    QTest::newRow("nothing") << QString() << true;
    QTest::newRow("word") << u"TIMED"_s << true;
    QTest::newRow("word of the task") << u"mail"_s << true;
    QTest::newRow("words") << u"timed email"_s << true;
    QTest::newRow("one word fails") << u"timed elephant"_s << false;
    QTest::newRow("quoted words") << u"\"line 2\""_s << true;
    QTest::newRow("not") << u"-elephant"_s << true;
    QTest::newRow("not, met") << u"-email"_s << false;
    QTest::newRow("task") << u"task:send_*"_s << true;
    QTest::newRow("task, whole") << u"task:send"_s << false;
    QTest::newRow("task, several") << u"task:a,send_email"_s << true;
    QTest::newRow("task, other") << u"task!=send_email"_s << false;
    QTest::newRow("queue with a comma") << u"queue:\"mail, slow\""_s << true;
    QTest::newRow("kind") << u"kind:retrying,failed"_s << true;
    QTest::newRow("kind, other") << u"kind:failed"_s << false;
    QTest::newRow("event") << u"event:job:*"_s << true;
    QTest::newRow("source") << u"source:database"_s << false;
    QTest::newRow("regular expression") << u"text~tim.d"_s << true;
    QTest::newRow("not regular expression") << u"text!~tim.d"_s << false;
    QTest::newRow("job") << u"job:9007199254740993"_s << true;
    QTest::newRow("job, other") << u"job:9007199254740992"_s << false;
    QTest::newRow("attempt") << u"attempt>1"_s << true;
    QTest::newRow("attempt, fewer") << u"attempt<2"_s << false;
    QTest::newRow("duration") << u"duration>=2.5s"_s << true;
    QTest::newRow("duration, more") << u"duration>2500ms"_s << false;
}

void TestLiveFilter::termsMatch()
{
    QFETCH(QString, text);
    QFETCH(bool, matches);
    const auto filter = LiveFilter::parse(text);
    QVERIFY(filter);
    QCOMPARE(filter->matches(sample()), matches);
    QCOMPARE(filter->isEverything(), text.isEmpty());
}

void TestLiveFilter::mistakesAreReported_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("says");
    QTest::newRow("key") << u"colour:red"_s << u"Lines have no “colour”"_s;
    QTest::newRow("kind") << u"kind:fialed"_s << u"There is no kind “fialed”"_s;
    QTest::newRow("number") << u"job:abc"_s << u"A number is missing"_s;
    QTest::newRow("time") << u"duration>5"_s << u"A time is missing"_s;
    QTest::newRow("expression") << u"text~(a"_s << u"not a regular expression"_s;
    QTest::newRow("operator") << u"task>a"_s << u"does not take “>”"_s;
    QTest::newRow("quote") << u"\"open"_s << u"not closed"_s;
    QTest::newRow("value") << u"task:"_s << u"A value is missing"_s;
}

void TestLiveFilter::mistakesAreReported()
{
    QFETCH(QString, text);
    QFETCH(QString, says);
    const auto filter = LiveFilter::parse(text);
    QVERIFY(!filter);
    QVERIFY2(filter.error().first().message.contains(says),
             qPrintable(filter.error().first().message));
    QVERIFY(filter.error().first().span.end <= text.size());
}

void TestLiveFilter::matchingIsBounded()
{
    LiveLine line = sample();
    line.message = QString(LiveLine::kLongestMessage - 1, u'a') + u'!';
    for (const QString &text :
         {u"text~\"(a+)+$\""_s, u"text~\"(*LIMIT_MATCH=4000000000)(a|a)*$\""_s,
          u"-text~\"^(a|aa)+$\""_s}) {
        const auto filter = LiveFilter::parse(text);
        QVERIFY2(filter, qPrintable(text));
        QVERIFY(filter->takesTime());
        QElapsedTimer clock;
        clock.start();
        for (int i = 0; i < 5; ++i)
            (void)filter->matches(line);
        QVERIFY2(clock.elapsed() < 5000, qPrintable(QString::number(clock.elapsed())));
        QCOMPARE(filter->undecided(), 5);
    }
    QVERIFY(!LiveFilter().takesTime());
}

/// Whose number doubles with each letter, so that it tells the limit without a clock: a hundred
/// times as many take longer (70 ms) than the window may be held up, and with a tenth of them
/// patterns that are only slow would not be tried to the end.
void TestLiveFilter::matchesAreGivenUpAfterSoManySteps()
{
    const auto filter = LiveFilter::parse(u"text~\"^(a|a)+$\""_s);
    QVERIFY(filter);
    const auto isGivenUp = [&filter](int letters) {
        LiveLine line = sample();
        line.message = QString(letters, u'a') + u'!';
        const qint64 before = filter->undecided();
        (void)filter->matches(line);
        return filter->undecided() > before;
    };
    QVERIFY(!isGivenUp(13));
    QVERIFY(isGivenUp(18));
}

/// In the window; files and filters have them as they are.
void TestLiveFilter::namesDoNotTurnMessagesRound()
{
    const QString name = u"שליחה"_s;
    EventBus bus;
    const auto feed = std::make_shared<LiveFeed>();
    const LiveListener listener(&bus, feed);
    Q_EMIT bus.workerStarted(u"w"_s, {name, u"b"_s});
    const auto lines = feed->take(LiveDetail::Events, 10).lines;
    QCOMPARE(lines.size(), size_t(1));
    const LiveLine &line = lines.front();
    QVERIFY2(line.message.contains(isolated(name)), qPrintable(line.message));
    const QByteArray text = liveLineText(line, LiveFormat::Text, QTimeZone::utc());
    QVERIFY2(text.contains(u"tasks: שליחה, b"_s.toUtf8()), text.constData());
    const auto filter = LiveFilter::parse(u"\"tasks: שליחה, b\""_s);
    QVERIFY(filter && filter->matches(line));
}

void TestLiveFilter::groupsAreLeftOut()
{
    LiveFilter filter;
    QVERIFY(filter.matches(sample()));
    LiveFilter::Groups groups = filter.groups();
    groups.reset(std::size_t(LiveGroup::Failures));
    filter.setGroups(groups);
    QVERIFY(!filter.matches(sample()));
    QVERIFY(!filter.isEverything());
}

void TestLiveFilter::everyKindHasWordsAndAGroup()
{
    QSet<QString> names;
    for (int kind = 0; kind < kLiveKinds; ++kind) {
        QVERIFY(!liveKindWord(LiveKind(kind)).isEmpty());
        names << liveKindName(LiveKind(kind));
        QVERIFY(int(groupOf(LiveKind(kind))) < kLiveGroups);
    }
    QCOMPARE(names.size(), kLiveKinds);
    QCOMPARE(groupOf(LiveKind::Succeeded), LiveGroup::Runs);
    QCOMPARE(groupOf(LiveKind::LostLease), LiveGroup::Failures);
    QCOMPARE(groupOf(LiveKind::Progress), LiveGroup::Output);
    QCOMPARE(groupOf(LiveKind::Fetching), LiveGroup::Fetching);
    QCOMPARE(groupOf(LiveKind::Recovery), LiveGroup::Worker);
    QCOMPARE(groupOf(LiveKind::Recovered), LiveGroup::Connection);
    QCOMPARE(groupOf(LiveKind::Added), LiveGroup::Notices);
}

void TestLiveFilter::exportsRoundTrip()
{
    const QTemporaryDir folder;
    LiveLine worker;
    worker.message = u"=started"_s;
    worker.event = "worker:create"_L1;
    const auto write = [&](LiveFormat format) {
        const QString path = folder.filePath(u"lines."_s + liveFormatSuffix(format));
        QFuture<tl::expected<qint64, QString>> done
            = exportLive({sample(), worker}, path, format, QTimeZone::utc());
        done.waitForFinished();
        if (!done.result() || *done.result() != 2)
            qFatal("not exported");
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            qFatal("no file");
        return file.readAll();
    };
    const QByteArrayList objects = write(LiveFormat::NdJson).trimmed().split('\n');
    QCOMPARE(objects.size(), 2);
    const QJsonObject first = QJsonDocument::fromJson(objects.at(0)).object();
    QCOMPARE(first.value("message"_L1).toString(), sample().message);
    QCOMPARE(first.value("job"_L1).toString(), u"9007199254740993"_s);
    QCOMPARE(first.value("kind"_L1).toString(), u"retrying"_s);
    QCOMPARE(first.value("durationMs"_L1).toDouble(), 2500.0);
    QCOMPARE(QDateTime::fromString(first.value("time"_L1).toString(), Qt::ISODateWithMs)
                 .toMSecsSinceEpoch(),
             sample().time);
    QVERIFY(!QJsonDocument::fromJson(objects.at(1)).object().contains("job"_L1));

    const QByteArray csv = write(LiveFormat::Csv);
    QVERIFY(csv.startsWith("time,source,kind,event,job,"));
    QVERIFY(csv.contains(",worker,retrying,job:failed,9007199254740993,send_email,\"mail, slow\",2,"
                         "25,2500.000,\"Connection \"\"timed out\"\"\nat line 2\",\r\n"));
    QVERIFY(csv.endsWith(",'=started,\r\n"));    // no formula
    worker.message = u"\u001b[2J\u202e\rgone"_s; // nor anything that a terminal obeys
    QVERIFY(write(LiveFormat::Text).endsWith("\\u001b[2J\\u202e\\u000dgone\n"));
    worker.message = u"=started"_s;
    QVERIFY(write(LiveFormat::Text).contains("9007199254740993\tsend_email\t2/25"));
}

void TestLiveFilter::failedExportIsReported()
{
    auto done
        = exportLive({sample()}, u"/nonexistent/lines.csv"_s, LiveFormat::Csv, QTimeZone::utc());
    done.waitForFinished();
    QVERIFY(!done.result());
    QVERIFY(done.result().error().startsWith(u"/nonexistent/lines.csv cannot be written"_s));
}

YARDMASTER_TEST(TestLiveFilter)
#include "tst_livefilter.moc"
