#include "tests/support/testprogram.h"
#include "worker/time/duration.h"
#include <yardmaster/cronitem.h>

#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestDuration : public QObject
{
    Q_OBJECT

private slots:
    void areRead_data();
    void areRead();
    void areWritten();
};

void TestDuration::areRead_data()
{
    using Syntax = DurationSyntax;
    QTest::addColumn<Syntax>("syntax");
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("microseconds"); // -1: not understood
    const auto add
        = [](Syntax syntax, const char *text, std::chrono::microseconds duration = -1us) {
              QTest::addRow("%d %s", int(syntax), text)
                  << syntax << QString::fromLatin1(text) << qint64(duration.count());
          };
    add(Syntax::Option, "250", 250ms);
    add(Syntax::Option, "250ms", 250ms);
    add(Syntax::Option, "30s", 30s);
    add(Syntax::Option, "5m", 5min);
    add(Syntax::Option, "2h", 2h);
    add(Syntax::Option, "1d", 24h);
    for (const char *none : {"-1", "5y", "", "99999999999999999999", "999999999999d", "1h30m",
                             "5 m", "1.5s", "5min", "5M", "1w", "s", "5s5"})
        add(Syntax::Option, none);

    add(Syntax::Crontab, "4w3d2h1m", 24h * 31 + 2h + 1min);
    add(Syntax::Crontab, "1m1m5s", 125s);
    add(Syntax::Crontab, "0s", 0s);
    add(Syntax::Crontab, "99999999999999w", kLongestBackfill);
    add(Syntax::Crontab, "100000000d5s", kLongestBackfill);
    for (const char *none : {"", "5", "5ms", "1.5h", "1h 1m", "1H", "1min", "-1h", "h", "1hx"})
        add(Syntax::Crontab, none);

    add(Syntax::Filter, "1h30m", 90min);
    add(Syntax::Filter, "1.5s", 1500ms);
    add(Syntax::Filter, "2.000001S", 2000001us);
    add(Syntax::Filter, "90min", 90min);
    add(Syntax::Filter, "2w", 24h * 14);
    for (const char *none : {"", "5", "5y", "1h 30m", "-1h", ".5s", "1.s", "1.1234567s", "1e3s",
                             "999999999999w", "500w9999999999999999h"})
        add(Syntax::Filter, none);

    add(Syntax::Typed, "90s", 90s);
    add(Syntax::Typed, "1h30m", 90min);
    add(Syntax::Typed, "1 h 30 min", 90min);
    add(Syntax::Typed, "1.5 hours", 90min);
    add(Syntax::Typed, " 1 Day ", 24h);
    add(Syntax::Typed, "-15 min", -15min);
    add(Syntax::Typed, "+2 weeks", 24h * 14);
    add(Syntax::Typed, "250ms", 250ms);
    for (const char *none :
         {"5", "5 parsecs", "h", "1h and more", "999999999999 w", "", "-", "--1h", "1 h, 5 min"})
        add(Syntax::Typed, none);
}

void TestDuration::areRead()
{
    QFETCH(const DurationSyntax, syntax);
    QFETCH(const QString, text);
    const auto duration = parseDuration(text, syntax);
    QTEST(qint64(duration ? duration->count() : -1), "microseconds");
}

void TestDuration::areWritten()
{
    QCOMPARE(durationText(300us), u"0.3 ms"_s);
    QCOMPARE(durationText(250ms), u"250 ms"_s);
    QCOMPARE(durationText(1234ms), u"1.2 s"_s);
    QCOMPARE(durationText(250s), u"4 min 10 s"_s);
    QCOMPARE(durationText(2h + 5min + 59s), u"2 h 5 min"_s);
    for (const auto &[duration, text] :
         std::initializer_list<std::pair<std::chrono::seconds, QString>>{
             {0s, u"0 s"_s}, {90s, u"1 min 30 s"_s}, {93600s, u"1 d 2 h"_s}}) {
        QCOMPARE(typedDuration(duration), text);
        QCOMPARE(parseDuration(text, DurationSyntax::Typed),
                 std::optional<std::chrono::microseconds>(duration));
    }
}

YARDMASTER_TEST(TestDuration)
#include "tst_duration.moc"
