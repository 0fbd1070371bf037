#include "models/query/filtercompletion.h"
#include "models/query/filterparser.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;

namespace {

QStringList names(FilterKey key, const QString &beginning)
{
    QStringList known;
    if (key == FilterKey::Task)
        known = {u"send_email"_s, u"send sms"_s, u"resize"_s};
    if (key == FilterKey::Queue)
        known = {u"mail"_s};
    return known.filter(QRegularExpression(u'^' + QRegularExpression::escape(beginning)));
}

/// `text` with the cursor at the "|", and the whole text each candidate would make.
QStringList completions(QString text)
{
    const qsizetype cursor = text.indexOf(u'|');
    text.remove(cursor, 1);
    const FilterCompletion completion = completeFilter(text, cursor, names);
    QStringList result;
    for (const FilterCandidate &candidate : completion.candidates) {
        const TextSpan &span = completion.replaced;
        result << QString(text).replace(span.begin, span.end - span.begin, candidate.text);
    }
    return result;
}

} // namespace

class TestFilterCompletion : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void emptyOffersAllKeys()
    {
        const QStringList all = completions(u"|"_s);
        QCOMPARE(all.size(), 17);
        QCOMPARE(all.first(), u"state:"_s);
        QCOMPARE(completions(u"state:failed |"_s).at(1), u"state:failed task:"_s);
    }
    void keysGoOn()
    {
        QCOMPARE(completions(u"sta|"_s), QStringList{u"state:"_s});
        QCOMPARE(completions(u"-ta|"_s), QStringList{u"-task:"_s});
        QCOMPARE(completions(u"loc|"_s), (QStringList{u"locked-by:"_s, u"locked"_s}));
        QCOMPARE(completions(u"zz|"_s), QStringList());
        // What stands behind the cursor stays.
        QCOMPARE(completions(u"sta| task:a"_s), QStringList{u"state: task:a"_s});
    }
    void operatorsFollowKeys()
    {
        QCOMPARE(completions(u"attempts|"_s),
                 (QStringList{u"attempts:"_s, u"attempts<"_s, u"attempts<="_s, u"attempts>"_s,
                              u"attempts>="_s, u"attempts="_s}));
        QCOMPARE(completions(u"task|"_s), (QStringList{u"task:"_s, u"task="_s, u"task~"_s}));
        QVERIFY(completions(u"payload.a|"_s).contains(u"payload.a>="_s));
    }
    void valuesFollowOperators()
    {
        QCOMPARE(completions(u"state:s|"_s), (QStringList{u"state:scheduled"_s, u"state:stuck"_s}));
        QCOMPARE(completions(u"state:failed,re|"_s),
                 (QStringList{u"state:failed,ready"_s, u"state:failed,retrying"_s}));
        QCOMPARE(completions(u"run<to|"_s), (QStringList{u"run<today"_s, u"run<tomorrow"_s}));
        QVERIFY(!completions(u"run:|"_s).contains(u"run:now"_s));
        QVERIFY(completions(u"run>|"_s).contains(u"run>now-1h"_s));
    }
    void namesComeFromTheCallback()
    {
        QCOMPARE(completions(u"task:se|"_s),
                 (QStringList{u"task:send_email"_s, u"task:\"send sms\""_s}));
        QCOMPARE(completions(u"-task:x,\"send s|"_s), QStringList{u"-task:x,\"send sms\""_s});
        QCOMPARE(completions(u"queue:|"_s), QStringList{u"queue:mail"_s});
        QVERIFY(completeFilter(u"task:s"_s, 6).candidates.isEmpty());
    }
    void candidatesMakeValidFilters()
    {
        for (const QString &text :
             {u"state:|"_s, u"task:|"_s, u"run<|"_s, u"created:|"_s, u"queue:m|"_s}) {
            for (const QString &completed : completions(text))
                QVERIFY2(parseFilter(completed).isValid(), qUtf8Printable(completed));
        }
    }
    void anyCursorIsFine()
    {
        const QString text = u"-task:\"a b\",c* payload.x.\"y\">=3 run<now foo"_s;
        for (qsizetype cursor = -2; cursor < text.size() + 3; ++cursor) {
            const TextSpan span = completeFilter(text, cursor, names).replaced;
            QVERIFY(span.begin >= 0 && span.begin <= span.end && span.end <= text.size());
        }
    }
};

YARDMASTER_TEST(TestFilterCompletion)
#include "tst_filtercompletion.moc"
