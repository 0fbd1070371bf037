#include "models/errors/errorsignature.h"

#include "models/errors/errorgroups.h"
#include "models/query/filterparser.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;

namespace {

/// %1: the exception.
const QString kTraceback = u"Traceback (most recent call last):\n"
                           "  File \"/srv/shop/tasks.py\", line 12, in run\n"
                           "    send(order)\n"
                           "    ~~~~^^^^^^^\n"
                           "  File \"/srv/shop/mail.py\", line 80, in send\n"
                           "    return sent[order]\n"
                           "%1"_s;

ErrorText whole(const QString &error)
{
    return {error, {}, false};
}

ErrorText beginning(const QString &error)
{
    return {error, {}, true};
}

/// As it is read from the database.
ErrorText read(const QString &error)
{
    return errorText(error);
}

} // namespace

class TestErrorSignature : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void folds_data();
    void folds();
    void longLinesAreCutAtAWord();
    void onlyTheTellingLineCounts();
    void endOfALongErrorIsKnown();
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
    row("token of letters and digits", u"charge ch_3MtwBwLkdIwHu7ix28a3tqPa declined"_s,
        u"charge ch_<id> declined"_s);
    row("short hash", u"fetch 9fceb02 and req-7f3a9c"_s, u"fetch <id> and req-<id>"_s);
    row("words with digits", u"sha256sum of utf8 on x86 at 10ms, the 2nd of 5GB"_s,
        u"sha<n>sum of utf<n> on x<n> at <n>ms, the <n>nd of <n>GB"_s);
    row("python", kTraceback.arg(u"KeyError: 42"_s), u"KeyError: <n>"_s);
    row("python, message of lines", kTraceback.arg(u"ValueError: 2 errors\nname\n  missing"_s),
        u"ValueError: <n> errors"_s);
    row("python, chained",
        kTraceback.arg(u"KeyError: 'x'"_s)
            + u"\n\nDuring handling of the above exception, another exception occurred:\n\n"_s
            + kTraceback.arg(u"shop.Gone: order 7"_s),
        u"shop.Gone: order <n>"_s);
    row("traceback alone", u"Traceback (most recent call last):"_s,
        u"Traceback (most recent call last):"_s);
    row("exit code alone", u"Process exited with code 3"_s, u"Process exited with code <n>"_s);
    row("shell", u"Process exited with code 22\nfetching\ncurl: (22) error: 404\n"_s,
        u"curl: (<n>) error: <n>"_s);
    row("python as a program",
        u"Process exited with code 1\nstarting\n"_s + kTraceback.arg(u"OSError: no 5"_s) + u'\n',
        u"OSError: no <n>"_s);
    row("node as a program",
        u"Process exited with code 1\n/srv/a.js:3\n  throw new Error('boom')\n  ^\n\nError: boom "
        u"7\n"
        "    at run (/srv/a.js:3:9)\n    at node:internal/main:28:1\n\nNode.js v18.19.0"_s,
        u"Error: boom <n>"_s);
    row("signal, as worded before", u"Process was ended by signal 9 (Killed)\nreading 5 GB"_s,
        u"reading <n> GB"_s);
    row("signal", u"Process exited on signal 9 (Killed)\nreading 5 GB"_s, u"reading <n> GB"_s);
    row("node", u"TypeError: x is undefined\n    at run (/srv/a.js:3:9)"_s,
        u"TypeError: x is undefined"_s);
    row("special characters", u"a.b*c+(d)[e]{f}|g^$\\h?"_s, u"a.b*c+(d)[e]{f}|g^$\\h?"_s);
}

void TestErrorSignature::folds()
{
    QFETCH(QString, error);
    QFETCH(QString, signature);
    QCOMPARE(signatureOf(whole(error)).text, signature);
}

void TestErrorSignature::longLinesAreCutAtAWord()
{
    const QString words = u"word "_s.repeated(60);
    const ErrorSignature one = signatureOf(whole(words + u"1"_s));
    QVERIFY(one.isCut);
    QCOMPARE(one, signatureOf(whole(words + u"something else"_s)));
    QVERIFY(one.text.endsWith(u"word …"_s));
    QVERIFY(one.text.size() <= kSignatureLength + 2);
    // The quoted text does not end within what is looked at, and differs each time.
    const QString blob = u"cannot parse \"%1 "_s + u"x "_s.repeated(200);
    QCOMPARE(signatureOf(whole(blob.arg(u"a"_s))), signatureOf(whole(blob.arg(u"b"_s))));
    // The end of what is known may be in the middle of something.
    const ErrorSignature cut = signatureOf(beginning(u"failed for ada@exam"_s));
    QCOMPARE(cut.text, u"failed for …"_s);
}

void TestErrorSignature::onlyTheTellingLineCounts()
{
    QCOMPARE(signatureOf(whole(u"boom 1\n    at a.js:1"_s)),
             signatureOf(whole(u"boom 2\n    at b.js:9"_s)));
    QVERIFY(!(signatureOf(whole(u"boom 1 too"_s)) == signatureOf(whole(u"boom 1"_s))));
    QVERIFY(!signatureOf(beginning(u"boom 1\nmore"_s)).isCut);
    // The same words are another thing where they are the whole error.
    QVERIFY(!(signatureOf(whole(u"KeyError: 1"_s))
              == signatureOf(whole(kTraceback.arg(u"KeyError: 1"_s)))));
    QCOMPARE(
        signatureOf(whole(kTraceback.arg(u"KeyError: 1"_s))),
        signatureOf(whole(u"Process exited with code 1\n"_s + kTraceback.arg(u"KeyError: 2"_s))));
}

void TestErrorSignature::endOfALongErrorIsKnown()
{
    const QString frames = u"  File \"/srv/a.py\", line 7, in f\n    f()\n"_s.repeated(100);
    const QString error
        = u"Traceback (most recent call last):\n"_s + frames + u"RecursionError: depth 9"_s;
    QVERIFY(error.size() > kErrorPreview + kErrorTail);
    QCOMPARE(signatureOf(read(error)).text, u"RecursionError: depth <n>"_s);
    QCOMPARE(signatureOf(read(error)), signatureOf(whole(error)));
    QCOMPARE(signatureOf(read(kTraceback.arg(u"KeyError: 1"_s))),
             signatureOf(whole(kTraceback.arg(u"KeyError: 1"_s))));
    // Without its end it is cut, and does not pass for the whole.
    QVERIFY(signatureOf(errorText(error.left(kErrorPreview), {})).text.startsWith(u"Traceback"_s));
}

void TestErrorSignature::filtersReadBack()
{
    QFETCH(QString, error);
    for (const FailureScope scope :
         {FailureScope::ForGood, FailureScope::Retrying, FailureScope::Both}) {
        JobRow job;
        job.task = u"send \"it\""_s;
        job.error = error.left(kErrorPreview);
        job.errorEnd = error.right(kErrorTail);
        const ErrorGroup group = groupOf(job);
        const QString text = groupFilter(group, scope);
        const ParsedFilter parsed = parseFilter(text);
        QVERIFY2(parsed.isValid(), qUtf8Printable(text));
        QCOMPARE(parsed.filter.terms.size(), 3);
        QCOMPARE(parsed.filter.terms.at(1).values.first().text(), job.task);
        QCOMPARE(parsed.filter.text(), text);
        if (!error.trimmed().isEmpty())
            QCOMPARE(parsed.filter.terms.last().values.first().text(), group.signature.pattern);
    }
}

YARDMASTER_TEST(TestErrorSignature)
#include "tst_errorsignature.moc"
