#include "models/payload/maskedpayload.h"
#include "models/payload/payloadmodel.h"
#include "tests/models/payload/payloadtexts.h"
#include "tests/support/testprogram.h"

#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using namespace yardmaster::test;

using Node = JsonTree::Node;

/// Rules that hide values of payloads.
class TestRedaction : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rulesHideValues_data();
    void rulesHideValues();
    void rulesAreChecked();
    void rulesAreKept();
    void hiddenValuesStayHidden();
    void hiddenValuesComeBackWhereTheyAreMovedTo();
};

void TestRedaction::rulesHideValues_data()
{
    QTest::addColumn<QStringList>("rules");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("shown");
    const QByteArray user = R"({"user":{"password":"x","name":"Ada"}, "password":1})";
    QTest::newRow("nothing") << QStringList() << user << user;
    QTest::newRow("a place")
        << QStringList{u"user.password"_s} << user
        << QByteArray(R"({"user":{"password":"[hidden]","name":"Ada"}, "password":1})");
    QTest::newRow("anywhere")
        << QStringList{u"*.password"_s} << user
        << QByteArray(R"({"user":{"password":"[hidden]","name":"Ada"}, "password":"[hidden]"})");
    QTest::newRow("top only")
        << QStringList{u"PASSWORD"_s} << user
        << QByteArray(R"({"user":{"password":"x","name":"Ada"}, "password":"[hidden]"})");
    QTest::newRow("a pattern of keys")
        << QStringList{u"/^pass/"_s} << user
        << QByteArray(R"({"user":{"password":"[hidden]","name":"Ada"}, "password":"[hidden]"})");
    QTest::newRow("in lists") << QStringList{u"cards.*.n*r"_s}
                              << QByteArray(R"({"cards":[{"number":[1,2],"cvc":3}]})")
                              << QByteArray(R"({"cards":[{"number":"[hidden]","cvc":3}]})");
    QTest::newRow("items") << QStringList{u"a.1"_s} << QByteArray(R"({"a":[1,{"b":2},3]})")
                           << QByteArray(R"({"a":[1,"[hidden]",3]})");
    QTest::newRow("escaped and twice")
        << QStringList{u"token"_s} << QByteArray(R"({"tok\u0065n":1,"token":2,"t":3})")
        << QByteArray(R"({"tok\u0065n":"[hidden]","token":"[hidden]","t":3})");
    QTest::newRow("defaults, keys and cookies")
        << RedactionRules::defaults().texts()
        << QByteArray(R"({"apiKey":1,"api_key":2,"pwd":3,"Cookie":4,"bearer":5,"keyboard":6})")
        << QByteArray(R"({"apiKey":"[hidden]","api_key":"[hidden]","pwd":"[hidden]",)"
                      R"("Cookie":"[hidden]","bearer":"[hidden]","keyboard":6})");
    QTest::newRow("defaults") << RedactionRules::defaults().texts()
                              << QByteArray(R"({"API_Token":"a","Authorization":{"x":1},"ok":1,)"
                                            R"("clientSecret":[1],"passwordHash":null})")
                              << QByteArray(
                                     R"({"API_Token":"[hidden]","Authorization":"[hidden]","ok":1,)"
                                     R"("clientSecret":"[hidden]","passwordHash":"[hidden]"})");
}

void TestRedaction::rulesHideValues()
{
    QFETCH(QStringList, rules);
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, shown);
    const auto read = payloadOf(text, rules);
    QCOMPARE(read->redacted(), shown);
    // Both ways to ask agree.
    const RedactionRules asked = RedactionRules::fromTexts(rules);
    for (Node node = 0; node < read->tree()->size(); ++node)
        QCOMPARE(asked.hides(read->tree()->path(node)), read->isHidden(node));
    QCOMPARE(read->hidesInside(read->tree()->root()), shown != text);
}

void TestRedaction::rulesAreChecked()
{
    QVERIFY(RedactionRules::problem(u"user.password"_s).isEmpty());
    QVERIFY(RedactionRules::problem(u"/a|b/"_s).isEmpty());
    for (const QString &bad : {u"/"_s, u"//"_s, u"/a"_s, u"/(/"_s, u"a..b"_s, u".a"_s, u"a."_s})
        QVERIFY2(!RedactionRules::problem(bad).isEmpty(), qUtf8Printable(bad));
    QCOMPARE(RedactionRules::fromTexts({u"/(/"_s, u" a "_s, QString()}).texts(),
             QStringList{u"a"_s});
}

void TestRedaction::rulesAreKept()
{
    const QTemporaryDir folder;
    QSettings settings(folder.filePath(u"s.ini"_s), QSettings::IniFormat);
    QCOMPARE(RedactionRules::load(settings).texts(), RedactionRules::defaults().texts());
    RedactionRules::fromTexts({u"a.b"_s, u"/c,\\d/"_s}).save(&settings);
    QCOMPARE(RedactionRules::load(settings).texts(), QStringList({u"a.b"_s, u"/c,\\d/"_s}));
    RedactionRules::fromTexts({}).save(&settings);
    QVERIFY(RedactionRules::load(settings).texts().isEmpty());
}

void TestRedaction::hiddenValuesStayHidden()
{
    PayloadModel model;
    model.setDocument(payloadOf(R"({"a":{"token":{"deep":"s3cret"}},"b":1})", {u"*.token"_s}));
    const auto everything = [&model] {
        QString all;
        QList<QModelIndex> open{model.index(0, 0)};
        while (!open.isEmpty()) {
            const QModelIndex index = open.takeLast();
            for (int column = 0; column < 2; ++column) {
                for (const int role :
                     {int(Qt::DisplayRole), int(Qt::ToolTipRole), int(Qt::AccessibleTextRole),
                      int(PayloadModel::PlainRole), int(PayloadModel::RawRole)})
                    all += index.siblingAtColumn(column).data(role).toString() + u'\n';
            }
            for (int row = 0; row < model.rowCount(index); ++row)
                open << model.index(row, 0, index);
        }
        return all;
    };
    QVERIFY(!everything().contains(u"s3cret"_s) && !everything().contains(u"deep"_s));
    QVERIFY(everything().contains(u"token"_s));
    QVERIFY(model.document()->find(u"s3cret"_s, false, 10).empty());
    QVERIFY(model.document()->find(u"deep"_s, false, 10).empty());
    QCOMPARE(model.document()->find(u"token"_s, false, 10).size(), 1U);
    model.setRevealed(true);
    QVERIFY(everything().contains(u"s3cret"_s));
    QCOMPARE(model.document()->find(u"s3cret"_s, true, 10).size(), 1U);
    model.setDocument(model.document());
    QVERIFY(!everything().contains(u"s3cret"_s));
}

void TestRedaction::hiddenValuesComeBackWhereTheyAreMovedTo()
{
    const auto masked = [](const QByteArray &text) {
        return MaskedPayload(*PayloadDocument::read(text, RedactionRules::defaults()));
    };
    const QByteArray users
        = R"([{"n": 1, "pwd": "a\"b"}, {"n": 2, "pwd": 12.50}, {"token": {"x": "[hidden]"}}])";
    const MaskedPayload whole = masked(users);
    QCOMPARE(whole.hiddenCount(), 3);
    QCOMPARE(whole.text(),
             QByteArray(R"([{"n": 1, "pwd": "[hidden 1]"}, )"
                        R"({"n": 2, "pwd": "[hidden 2]"}, {"token": "[hidden 3]"}])"));
    QCOMPARE(whole.unmasked(whole.text()), users);
    // The first is deleted, the second is copied, and a text is no value.
    QCOMPARE(whole.unmasked(R"([{"pwd": "[hidden 2]"}, "[hidden 2]", "see [hidden 1]", 1])"),
             QByteArray(R"([{"pwd": 12.50}, 12.50, "see [hidden 1]", 1])"));
    QCOMPARE(whole.unmasked(R"({"[hidden 1]": "[hidden 4]"})"),
             QByteArray(R"({"[hidden 1]": "[hidden 4]"})"));
    QCOMPARE(whole.unmasked("not [hidden 1] json"), QByteArray("not [hidden 1] json"));
    // The payload has such a text of its own.
    const QByteArray own = R"({"a": "[hidden 1]", "pwd": "x"})";
    QCOMPARE(masked(own).text(), QByteArray(R"({"a": "[hidden 1]", "pwd": "[hidden* 1]"})"));
    QCOMPARE(masked(own).unmasked(masked(own).text()), own);
    QCOMPARE(masked("{\"a\": 1}").text(), QByteArray("{\"a\": 1}"));
    QCOMPARE(masked("no json").text(), QByteArray("no json"));
}

YARDMASTER_TEST(TestRedaction)
#include "tst_redaction.moc"
