#include "models/errors/errorsignature.h"

#include "models/errors/errorgroups.h"
#include "models/query/filterparser.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;

class TestErrorSignature : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void folds_data();
    void folds();
    void longLinesAreCutAtAWord();
    void onlyTheFirstLineCounts();
    void filtersReadBack_data() { folds_data(); }
    void filtersReadBack();
};

void TestErrorSignature::folds_data()
{
    QTest::addColumn<QString>("error");
    QTest::addColumn<QString>("signature");
    const auto row = [](const char *name, const QString &error, const QString &signature) {
        QTest::newRow(name) << error << signature;
    };
    row("nothing", u""_s, u""_s);
    row("blank", u" \n "_s, u"<blank>"_s);
    row("plain", u"connection refused"_s, u"connection refused"_s);
    row("address", u"connect ETIMEDOUT 10.0.3.7:5432"_s, u"connect ETIMEDOUT <ip>:<n>"_s);
    row("five numbers", u"version 1.2.3.4.5"_s, u"version <n>.<n>"_s);
    row("ipv6", u"connect ECONNREFUSED ::1"_s, u"connect ECONNREFUSED <ip6>"_s);
    row("ipv6 long", u"to [2001:db8::8a2e:370:7334]:80"_s, u"to [<ip6>]:<n>"_s);
    row("a c++ name", u"what(): std::bad_alloc"_s, u"what(): std::bad_alloc"_s);
    row("clock", u"late by 10:20:30"_s, u"late by <n>:<n>:<n>"_s);
    row("decimals", u"amount 9.50, then 1,234,567"_s, u"amount <n>, then <n>"_s);
    row("negative", u"got -5"_s, u"got -<n>"_s);
    row("in a word", u"user42 in job_7"_s, u"user<n> in job_<n>"_s);
    row("a code", u"E404 and TS2345"_s, u"E404 and TS2345"_s);
    row("uuid", u"order 6F9619FF-8b86-d011-b42d-00cf4fc964ff gone"_s, u"order <uuid> gone"_s);
    row("hex", u"at 0x7fff5fbff8c0"_s, u"at <hex>"_s);
    row("id", u"commit 9fceb02d0ae598e9"_s, u"commit <id>"_s);
    row("eight digits", u"order 12345678"_s, u"order <n>"_s);
    row("a word of a to f", u"facade effaced"_s, u"facade effaced"_s);
    row("time", u"at 2026-11-01T14:03:07.123Z: no"_s, u"at <time>: no"_s);
    row("time with zone", u"since 2026-11-01 14:03:07+01:00"_s, u"since <time>"_s);
    row("mail", u"550 no mailbox ada.l+x@example.co.uk"_s, u"<n> no mailbox <email>"_s);
    row("double quotes", u"relation \"shop 7\" is missing"_s, u"relation \"…\" is missing"_s);
    row("single quotes", u"reading 'id' of 'x'"_s, u"reading '…' of '…'"_s);
    row("apostrophes", u"can't and won't"_s, u"can't and won't"_s);
    row("backticks", u"run `rm 1`"_s, u"run `…`"_s);
    row("path", u"/srv/releases/20261101/a.js:12:5"_s, u"/srv/releases/<n>/a.js:<n>:<n>"_s);
    row("temporary", u"open /tmp/tmp.aX9bQ2/x: no"_s, u"open /tmp/<name>/x: no"_s);
    row("other script", u"Ошибка 42 в \"заказ\""_s, u"Ошибка <n> в \"…\""_s);
    row("carriage return", u"no 5\r\nat x"_s, u"no <n>"_s);
    row("leading lines", u"\n\n  boom 1\nat x"_s, u"boom <n>"_s);
    row("special characters", u"a.b*c+(d)[e]{f}|g^$\\h?"_s, u"a.b*c+(d)[e]{f}|g^$\\h?"_s);
}

void TestErrorSignature::folds()
{
    QFETCH(QString, error);
    QFETCH(QString, signature);
    QCOMPARE(signatureOf(error).text, signature);
}

void TestErrorSignature::longLinesAreCutAtAWord()
{
    const QString words = u"word "_s.repeated(60);
    const ErrorSignature one = signatureOf(words + u"1"_s);
    QVERIFY(one.isCut);
    QCOMPARE(one, signatureOf(words + u"something else"_s));
    QVERIFY(one.text.endsWith(u"word …"_s));
    QVERIFY(one.text.size() <= kSignatureLength + 2);
    // The quoted text does not end within what is looked at, and differs each time.
    const QString blob = u"cannot parse \"%1 "_s + u"x "_s.repeated(200);
    QCOMPARE(signatureOf(blob.arg(u"a"_s)), signatureOf(blob.arg(u"b"_s)));
    // The end of what is known may be in the middle of something.
    const ErrorSignature beginning = signatureOf(u"failed for ada@exam"_s, true);
    QCOMPARE(beginning.text, u"failed for …"_s);
}

void TestErrorSignature::onlyTheFirstLineCounts()
{
    QCOMPARE(signatureOf(u"boom 1\n    at a.js:1"_s), signatureOf(u"boom 2\n    at b.js:9"_s));
    QVERIFY(!(signatureOf(u"boom 1 too"_s) == signatureOf(u"boom 1"_s)));
    QVERIFY(!signatureOf(u"boom 1\nmore"_s, true).isCut);
}

void TestErrorSignature::filtersReadBack()
{
    QFETCH(QString, error);
    for (const FailureScope scope :
         {FailureScope::ForGood, FailureScope::Retrying, FailureScope::Both}) {
        const QString text = groupFilter(signatureOf(error), scope);
        const ParsedFilter parsed = parseFilter(text);
        QVERIFY2(parsed.isValid(), qUtf8Printable(text));
        QCOMPARE(parsed.filter.terms.size(), 2);
        QCOMPARE(parsed.filter.text(), text);
        if (!error.trimmed().isEmpty())
            QCOMPARE(parsed.filter.terms.last().values.first().text(), signatureOf(error).pattern);
    }
}

YARDMASTER_TEST(TestErrorSignature)
#include "tst_errorsignature.moc"
