#include "models/query/filtercost.h"
#include "models/query/filteredit.h"
#include "models/query/filterkeys.h"
#include "models/query/filterparser.h"
#include "tests/support/testprogram.h"
#include "worker/json/visibletext.h"

#include <QRandomGenerator>
#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;

namespace {

Filter parsed(const QString &text)
{
    const ParsedFilter result = parseFilter(text);
    if (!result.isValid())
        qFatal("%s: %s", qUtf8Printable(text), qUtf8Printable(result.errors.first().message));
    return result.filter;
}

} // namespace

class TestFilterParser : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void termsAreUnderstood_data();
    void termsAreUnderstood();
    void faultsAreLocated_data();
    void faultsAreLocated();
    void everyFaultIsReported();
    void anyTextIsParsedWithoutHarm();
    void canonicalTextIsStable();
    void cellsBecomeTerms();
    void addingReplacesAndExcludingCollects();
    void everyTermHasACost();
};

void TestFilterParser::termsAreUnderstood_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("canonical");

    const auto row = [](const char *name, const QString &text, const QString &canonical) {
        QTest::newRow(name) << text << canonical;
    };
    row("nothing", u"  "_s, u""_s);
    row("the issue's",
        u"state:failed task:send_* queue:a,b -task:noisy attempts>=3 priority<0 "
        "run<now-1h created>2026-11-01 error~\"ETIMEDOUT|refused\" key:welcome-* "
        "flag:beta locked-by:web-* payload.user.id=42 payload.tags~vip "
        "id:1000..2000"_s,
        u"state:failed task:send_* queue:a,b -task:noisy attempts>=3 priority<0 run<now-1h "
        "created>2026-11-01 error~ETIMEDOUT|refused key:welcome-* flag:beta locked-by:web-* "
        "payload.user.id=42 payload.tags~vip id:1000..2000"_s);
    row("white space", u"\tstate:READY \n Task:a "_s, u"state:ready task:a"_s);
    row("column names", u"run_at<now locked_by:x max_attempts=1"_s,
        u"run<now locked-by:x max-attempts:1"_s);
    row("unequal", u"task!=a -task!=b error!~x"_s, u"-task:a task:b -error~x"_s);
    row("quotes", u"task:\"a b\" key:\"x\\\"y\" queue:a\" \"b"_s,
        u"task:\"a b\" key:\"x\\\"y\" queue:\"a b\""_s);
    row("quoted wildcard", u"task:\"a*\"*"_s, u"task:\"a*\"*"_s);
    row("escaped", u"task:a\\,b,c\\*"_s, u"task:\"a,b\",\"c*\""_s);
    row("exact wildcard", u"task=a*,b*"_s, u"task:\"a*\",\"b*\""_s);
    row("wildcards in a row", u"task:**a***"_s, u"task:*a*"_s);
    row("nothing there", u"queue:\"\""_s, u"queue:\"\""_s);
    row("twice the same", u"queue:a,b,a"_s, u"queue:a,b"_s);
    row("numbers", u"id:7,+8,..3,5.. attempts=2"_s, u"id:7,8,..3,5.. attempts:2"_s);
    row("pattern", u"error~a,b*\\d"_s, u"error~\"a,b*\\d\""_s);
    row("pattern with backslashes", u"error~\"\\\\\\d\\\"\""_s, u"error~\"\\\\\\d\\\"\""_s);
    row("path", u"payload.\"odd. key\".0.\"\":x*"_s, u"payload.\"odd. key\".0.\"\":x*"_s);
    row("decimal", u"payload.amount>-1.5e3"_s, u"payload.amount>-1.5e3"_s);
    row("times", u"run:NOW-1h..now created:Today updated<\"2026-11-01 10:00z\""_s,
        u"run:now-1h..now created:today updated<2026-11-01T10:00Z"_s);
    row("zone", u"run>=2026-11-01T10:00:07.5+01:00"_s, u"run>=2026-11-01T10:00:07.5+01:00"_s);
    row("not locked", u"locked:\"\""_s, u"locked:\"\""_s);
    row("colons in values", u"key:a:b=c"_s, u"key:a:b=c"_s);
}

void TestFilterParser::termsAreUnderstood()
{
    QFETCH(QString, text);
    QFETCH(QString, canonical);
    const Filter filter = parsed(text);
    QCOMPARE(filter.text(), canonical);
    QCOMPARE(parsed(canonical), filter);
}

void TestFilterParser::faultsAreLocated_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("fault"); // the part of the text
    QTest::addColumn<QString>("hint");  // a part of the hint

    const auto row = [](const char *name, const QString &text, const QString &fault,
                        const QString &hint) { QTest::newRow(name) << text << fault << hint; };
    row("bare word", u"task:a foo"_s, u"foo"_s, u"task:foo"_s);
    row("bare number", u"4711"_s, u"4711"_s, u"id:4711"_s);
    row("bare state", u"Failed"_s, u"Failed"_s, u"state:failed"_s);
    row("bare key", u"priority"_s, u"priority"_s, u"priority<0"_s);
    row("bare minus", u"task:a -"_s, u""_s, u"-task"_s);
    row("unknown key", u"-tsak:a"_s, u"tsak"_s, u"task"_s);
    row("unknown state", u"state:ready,fialed"_s, u"fialed"_s, u"failed"_s);
    row("no value", u"task: state:failed"_s, u""_s, u"queue:\"\""_s);
    row("no value in a list", u"task:a,,b"_s, u""_s, u""_s);
    row("open quote", u"error~\"a b"_s, u"\"a b"_s, u"\\\""_s);
    row("operator", u"task<a"_s, u"<"_s, u": = ~"_s);
    row("payload whole", u"payload>3"_s, u">"_s, u": ~"_s);
    row("no number", u"attempts>=three"_s, u"three"_s, u"attempts"_s);
    row("no number in a range", u"id:1..x2"_s, u"x2"_s, u"id:"_s);
    row("large number", u"id:99999999999999999999"_s, u"99999999999999999999"_s, u""_s);
    row("backwards", u"id:9..3"_s, u"9..3"_s, u"3..9"_s);
    row("endless", u"id:.."_s, u".."_s, u""_s);
    row("compared range", u"id>1..3"_s, u"1..3"_s, u"id:1..3"_s);
    row("no time", u"run<yesterdya"_s, u"yesterdya"_s, u"now-1h"_s);
    row("no day", u"run<2026-02-30"_s, u"2026-02-30"_s, u""_s);
    row("no unit", u"run<now-5y"_s, u"now-5y"_s, u""_s);
    row("moment", u"run:now"_s, u"now"_s, u"run<now"_s);
    row("list compared", u"attempts>1,2"_s, u"2"_s, u":"_s);
    row("no path", u"payload.=1"_s, u"."_s, u"payload.user.id"_s);
    row("empty pattern", u"error~\"\""_s, u"\"\""_s, u"error~"_s);
    row("null", u"task:a\0b"_s, u"\0"_s, u""_s);
}

void TestFilterParser::faultsAreLocated()
{
    QFETCH(QString, text);
    QFETCH(QString, fault);
    QFETCH(QString, hint);
    const ParsedFilter result = parseFilter(text);
    QCOMPARE(result.errors.size(), 1);
    const FilterError &error = result.errors.first();
    QCOMPARE(text.sliced(error.span.begin, error.span.end - error.span.begin), fault);
    QVERIFY(error.message.endsWith(u'.'));
    QVERIFY2(error.hint.contains(hint), qUtf8Printable(error.hint));
}

void TestFilterParser::everyFaultIsReported()
{
    const ParsedFilter result = parseFilter(u"foo state:nope task:good bar:1 id:x \"");
    QCOMPARE(result.errors.size(), 6); // the quote stands alone, and is open
    QVERIFY(std::ranges::is_sorted(result.errors, {},
                                   [](const FilterError &error) { return error.span.begin; }));
    QCOMPARE(result.filter.text(), u"task:good"_s);
}

void TestFilterParser::anyTextIsParsedWithoutHarm()
{
    QRandomGenerator random(4711);
    const QStringList bits{u"state:"_s, u"failed"_s,     u"-"_s,       u"\""_s, u"\\"_s,
                           u","_s,      u".."_s,         u"payload"_s, u"."_s,  u"task"_s,
                           u"~"_s,      u"!"_s,          u"<"_s,       u"="_s,  u"*"_s,
                           u" "_s,      u"now-1h"_s,     u"id:"_s,     u"7"_s,  u"\u00e9"_s,
                           u"\n"_s,     u"2026-11-01"_s, u"key:"_s,    u">"_s};
    int good = 0;
    for (int i = 0; i < 20000; ++i) {
        QString text;
        for (quint32 n = random.bounded(1u, 9u); n > 0; --n)
            text += bits.at(random.bounded(bits.size()));
        const ParsedFilter result = parseFilter(text);
        for (const FilterError &error : result.errors) {
            QVERIFY(error.span.begin >= 0 && error.span.begin <= error.span.end);
            QVERIFY2(error.span.end <= text.size(), qUtf8Printable(text));
        }
        const QString canonical = result.filter.text();
        const ParsedFilter again = parseFilter(canonical);
        QVERIFY2(again.isValid(), qUtf8Printable(text + u" -> "_s + canonical));
        QCOMPARE(again.filter, result.filter);
        QCOMPARE(again.filter.text(), canonical);
        good += result.filter.isEmpty() ? 0 : 1;
    }
    QVERIFY(good > 100);
}

void TestFilterParser::canonicalTextIsStable()
{
    // Values with everything that has a meaning somewhere.
    QRandomGenerator random(7);
    const QString letters = u"ab\\\"*, .:~<-\n\u00e9%_"_s;
    for (int i = 0; i < 5000; ++i) {
        QString text;
        for (quint32 n = random.bounded(8u); n > 0; --n)
            text += letters.at(random.bounded(letters.size()));
        for (const FilterKey key : {FilterKey::Task, FilterKey::Error}) {
            const FilterTerm term = *termForValue(key, text);
            const Filter again = parsed(term.text());
            QCOMPARE(again.terms, QList<FilterTerm>{term});
        }
        const FilterTerm place = termForPayload({text, u"x"_s, text}, text);
        QCOMPARE(parsed(place.text()).terms, QList<FilterTerm>{place});
    }
}

void TestFilterParser::cellsBecomeTerms()
{
    QCOMPARE(termForValue(FilterKey::State, u"failed"_s)->text(), u"state:failed"_s);
    QCOMPARE(termForValue(FilterKey::Queue, {})->text(), u"queue:\"\""_s);
    QCOMPARE(termForValue(FilterKey::Priority, u"-3"_s)->text(), u"priority:-3"_s);
    QCOMPARE(termForValue(FilterKey::Error, u"a, b"_s)->text(), u"error=\"a, b\""_s);
    // What is invisible is written as an escape; what looks like one is not.
    for (const QString &name :
         {u"a\u202eb"_s, u"\u001b[31m"_s, u"\\u202e"_s, u"\\\\u202e\\"_s, u"x\r\ny"_s, u"\\u0041"_s,
          u"a "_s + QString::fromUcs4(U"\U000e0041"), u"😀"_s}) {
        const auto term = termForValue(FilterKey::Task, name);
        QVERIFY(term);
        const QString text = term->text();
        QVERIFY2(visibleText(text) == text && !text.contains(u'\r'), qPrintable(text));
        QCOMPARE(parsed(text).terms, QList<FilterTerm>{*term});
    }
    QCOMPARE(termForValue(FilterKey::Task, u"a\u202eb"_s)->text(), u"task:\"a\\u202eb\""_s);
    QCOMPARE(parsed(u"task:a\\u202eb"_s).terms.first().values.first().text(), u"a\u202eb"_s);
    QVERIFY(!termForValue(FilterKey::Run, u"2026-11-01"_s));
    QVERIFY(!termForValue(FilterKey::Id, u"x"_s));
    QVERIFY(!termForValue(FilterKey::State, u"completed"_s));
}

void TestFilterParser::addingReplacesAndExcludingCollects()
{
    const FilterTerm a = *termForValue(FilterKey::Task, u"a"_s);
    const FilterTerm b = *termForValue(FilterKey::Task, u"b"_s);
    Filter filter = parsed(u"state:failed"_s);
    filter = filterWith(filter, a);
    QCOMPARE(filter.text(), u"state:failed task:a"_s);
    filter = filterWith(filter, a);
    QCOMPARE(filter.text(), u"state:failed task:a"_s);
    filter = filterWith(filter, b);
    QCOMPARE(filter.text(), u"state:failed task:b"_s);
    filter = filterWithout(filter, b);
    QCOMPARE(filter.text(), u"state:failed -task:b"_s);
    filter = filterWithout(filter, a);
    QCOMPARE(filter.text(), u"state:failed -task:b,a"_s);
    filter = filterWith(filter, a);
    QCOMPARE(filter.text(), u"state:failed -task:b task:a"_s);
    const FilterTerm beta = *termForValue(FilterKey::Flag, u"beta"_s);
    const FilterTerm slow = *termForValue(FilterKey::Flag, u"slow"_s);
    QCOMPARE(filterWith(filterWith({}, beta), slow).text(), u"flag:beta flag:slow"_s);
}

void TestFilterParser::everyTermHasACost()
{
    const auto costs
        = [](const QString &text, JobOrder order, const QSet<SupportingIndex> &indexes = {}) {
              QString summary;
              for (const TermCost &cost : termCosts(parsed(text), order, indexes)) {
                  if (cost.reason.isEmpty())
                      qFatal("no reason");
                  summary += "IBS"_L1[int(cost.cost)];
              }
              return summary;
          };
    QCOMPARE(costs(u"state:failed"_s, JobOrder::NewestFirst), u"S"_s);
    QCOMPARE(costs(u"state:failed task:a"_s, JobOrder::NewestFirst, {SupportingIndex::Failed}),
             u"IB"_s);
    QCOMPARE(costs(u"state:running,stuck"_s, JobOrder::NewestFirst, {SupportingIndex::Locked}),
             u"I"_s);
    QCOMPARE(costs(u"state:ready,scheduled error:x"_s, JobOrder::Pickup), u"IB"_s);
    QCOMPARE(costs(u"state:ready"_s, JobOrder::NewestFirst), u"S"_s);
    QCOMPARE(costs(u"-state:ready"_s, JobOrder::Pickup), u"S"_s);
    QCOMPARE(costs(u"id:1..9 payload.x=1"_s, JobOrder::NewestFirst), u"IB"_s);
    QCOMPARE(costs(u"-id:1"_s, JobOrder::NewestFirst), u"S"_s);
    QCOMPARE(costs(u"key:a,b"_s, JobOrder::NewestFirst), u"I"_s);
    QCOMPARE(costs(u"key:a*"_s, JobOrder::NewestFirst), u"S"_s);
    QCOMPARE(costs(u"key:a*"_s, JobOrder::NewestFirst, {SupportingIndex::KeyPrefix}), u"I"_s);
    QCOMPARE(costs(u"key:*a"_s, JobOrder::NewestFirst, {SupportingIndex::KeyPrefix}), u"S"_s);
    QCOMPARE(naturalOrder(parsed(u"state:ready,blocked task:a"_s)), JobOrder::Pickup);
    QCOMPARE(naturalOrder(parsed(u"state:ready,failed"_s)), JobOrder::NewestFirst);
    QCOMPARE(naturalOrder({}), JobOrder::NewestFirst);
}

YARDMASTER_TEST(TestFilterParser)
#include "tst_filterparser.moc"
#include "worker/json/visibletext.h"
