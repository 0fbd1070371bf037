#include "models/payload/maskedpayload.h"
#include "models/payload/payloaddiff.h"
#include "models/payload/payloadmodel.h"
#include "models/query/filteredit.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using yardmaster::test::TestDatabase;

using Node = JsonTree::Node;

namespace {

JsonTree parsed(const QByteArray &text)
{
    auto tree = JsonTree::parse(text);
    if (!tree)
        qFatal("%s: %s", text.left(200).constData(), qUtf8Printable(tree.error()));
    return *std::move(tree);
}

PayloadDocumentPtr document(const QByteArray &text, const QStringList &rules = {})
{
    return PayloadDocument::read(text, RedactionRules::fromTexts(rules));
}

/// The member or item of that name, the last one as PostgreSQL takes it; kNone if there is none.
Node at(const JsonTree &tree, const QStringList &path)
{
    Node node = tree.root();
    for (const QString &name : path) {
        Node found = JsonTree::kNone;
        for (int row = 0; row < tree.childCount(node); ++row) {
            if (tree.name(tree.child(node, row)) == name)
                found = tree.child(node, row);
        }
        node = found;
        if (node == JsonTree::kNone)
            break;
    }
    return node;
}

/// Writes the tree again from its parts, with the text between them unchanged.
void rebuild(const JsonTree &tree, Node node, QByteArray *out)
{
    const QByteArrayView raw = tree.raw(node);
    qsizetype from = 0;
    for (int row = 0; row < tree.childCount(node); ++row) {
        const Node child = tree.child(node, row);
        if (tree.parent(child) != node || tree.row(child) != row)
            qFatal("wrong parent");
        const qsizetype begin = tree.begin(child) - tree.begin(node);
        out->append(raw.sliced(from, begin - from));
        rebuild(tree, child, out);
        from = begin + tree.raw(child).size();
    }
    out->append(raw.sliced(from));
}

/// Random JSON, with all that is easily lost.
class Generator final
{
public:
    explicit Generator(quint32 seed)
        : m_random(seed)
    { }

    QByteArray value(int depth)
    {
        switch (m_random.bounded(depth > 4 ? 6 : 9)) {
        case 0:
            return pick({"true", "false", "null"});
        case 1:
        case 2:
            return pick({"0", "-0", "1.10", "12345678901234567890.123456789012345678901234567890",
                         "1e400", "-1.5E-7", "42", "1E+2"});
        case 3:
        case 4:
        case 5:
            return string();
        case 6:
            return list('[', ']', depth, false);
        default:
            return list('{', '}', depth, true);
        }
    }

private:
    QByteArray pick(std::initializer_list<const char *> choices)
    {
        return *(choices.begin() + m_random.bounded(int(choices.size())));
    }

    QByteArray string()
    {
        QByteArray text = "\"";
        for (int i = m_random.bounded(6); i > 0; --i)
            text += pick({"a", "\\n", "\\\"", "\\\\", "\\/", "\\u00e9", "\\ud83d\\ude00", "é", "日",
                          "{", "]", ",", ":", " ", "\\t", "'", "$"});
        return text + '"';
    }

    QByteArray space() { return pick({"", "", "", " ", "\n", "\t \r\n"}); }

    QByteArray list(char open, char close, int depth, bool isObject)
    {
        QByteArray text(1, open);
        text += space();
        for (int i = 0, count = m_random.bounded(5); i < count; ++i) {
            if (i > 0)
                text += ',' + space();
            if (isObject)
                text += pick({"\"a\"", "\"b\"", "\"\"", "\"k\\u0061\"", "\"x y\""}) + space() + ':'
                    + space();
            text += value(depth + 1) + space();
        }
        return text + close;
    }

    QRandomGenerator m_random;
};

} // namespace

class TestPayload : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingIsLost();
    void keysAndEscapesAreRead();
    void brokenTextsAreRefused_data();
    void brokenTextsAreRefused();
    void readsWhatPostgresReads();
    void largePayloadsTakeNoTime_data();
    void largePayloadsTakeNoTime();

    void rulesHideValues_data();
    void rulesHideValues();
    void rulesAreChecked();
    void rulesAreKept();
    void hiddenValuesStayHidden();
    void hiddenValuesComeBackWhereTheyAreMovedTo();
    void searchFindsNamesAndValues();

    void modelKeepsTheRules();
    void longListsComeInPortions();

    void differencesAreFound_data();
    void differencesAreFound();
    void diffOfAPayloadWithItselfIsEmpty();
    void diffHidesValues();
    void largeDiffsEnd();
};

void TestPayload::nothingIsLost()
{
    for (quint32 seed = 1; seed <= 500; ++seed) {
        const QByteArray text = " " + Generator(seed).value(0) + "\n";
        const JsonTree tree = parsed(text);
        QByteArray rebuilt;
        rebuild(tree, tree.root(), &rebuilt);
        QCOMPARE(rebuilt, text.trimmed());
        QCOMPARE(tree.text(), text);
    }
}

void TestPayload::keysAndEscapesAreRead()
{
    const JsonTree tree = parsed(
        "{\"n\":12345678901234567890.10, \"b\": 1 ,\"a\\u00e9\\n\":\"\\ud83d\\ude00\\\"\\/\","
        "\"b\":[true,null,{}], \"\":{\"x.y\":1}}");
    QCOMPARE(tree.kind(tree.root()), JsonKind::Object);
    QCOMPARE(tree.childCount(tree.root()), 5);
    QCOMPARE(tree.raw(at(tree, {u"n"_s})).toByteArray(), "12345678901234567890.10");
    QCOMPARE(tree.plain(at(tree, {u"a\u00e9\n"_s})), u"\U0001F600\"/"_s);
    QCOMPARE(tree.raw(tree.child(tree.root(), 1)).toByteArray(), "1");
    QCOMPARE(tree.duplicates(tree.root()),
             QSet<Node>({tree.child(tree.root(), 1), tree.child(tree.root(), 3)}));
    QCOMPARE(tree.duplicates(tree.child(tree.root(), 3)), QSet<Node>()); // an array
    QCOMPARE(parsed(R"({"a":1,"\u0061":2,"a":3,"A":4})").duplicates(4).size(), 3);
    const Node nested = at(tree, {QString(), u"x.y"_s});
    QCOMPARE(tree.path(nested), QStringList({QString(), u"x.y"_s}));
    QCOMPARE(payloadPathText(tree.path(nested)), u"payload.\"\".\"x.y\""_s);
    QCOMPARE(payloadPathText(tree.path(at(tree, {u"b"_s, u"1"_s}))), u"payload.b.1"_s);
    QCOMPARE(payloadPathText({}), u"payload"_s);
}

void TestPayload::brokenTextsAreRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char *text :
         {"",        " ",   "{",   "[1,",  "[1 2]", "{\"a\"}",    "{\"a\":}", "{a:1}",
          "[1]]",    "[1}", "01",  "\"a",  "tru",   "{\"a\":1,}", "[,]",      "1 2",
          "\"\\x\"", "]",   "{,}", "[1,]", "-",     "{1:2}",      "[\"\n\"]"})
        QTest::newRow(text) << QByteArray(text);
}

void TestPayload::brokenTextsAreRefused()
{
    QFETCH(QByteArray, text);
    const auto tree = JsonTree::parse(text);
    QVERIFY(!tree);
    QVERIFY(tree.error().contains(u"byte"_s));
    const auto document = PayloadDocument::read(text, RedactionRules::defaults());
    QVERIFY(!document->tree() && !document->problem().isEmpty());
    QCOMPARE(document->redacted(), text);
}

void TestPayload::readsWhatPostgresReads()
{
    const TestDatabase database = TestDatabase::createEmpty();
    const auto session = database.session();
    int compared = 0;
    for (quint32 seed = 1; seed <= 150; ++seed) {
        const QByteArray text = Generator(seed).value(0);
        const auto stored = session->query("select ($1::json)::text", {text});
        QVERIFY2(stored, text.constData());
        QCOMPARE(stored->bytes(0, 0).toByteArray(), text);
        const JsonTree tree = parsed(text);
        for (Node node = 0; node < tree.size(); ++node) {
            const QStringList path = tree.path(node);
            // Of a key written twice PostgreSQL takes the last, so only that one is comparable.
            if (at(tree, path) != node || tree.kind(node) == JsonKind::Null)
                continue;
            const auto found
                = session->query("select ($1::json) #>> $2::text[]", {text, param(path)});
            QVERIFY2(found, text.constData());
            // A list named like a key: "0" in an object is not an item.
            QCOMPARE(found->text(0, 0), tree.plain(node));
            ++compared;
        }
    }
    QVERIFY2(compared > 300, qPrintable(QString::number(compared)));
}

void TestPayload::largePayloadsTakeNoTime_data()
{
    QTest::addColumn<QByteArray>("text");
    QByteArray rows = "[";
    while (rows.size() < 4 << 20)
        rows += "{\"id\":12345,\"name\":\"Ada \\u00e9 Lovelace\",\"token\":\"abc\"},";
    rows.chop(1);
    QTest::newRow("4 MiB of rows") << rows + "]";
    QTest::newRow("4 MiB of numbers") << "[" + QByteArray("1,").repeated(2 << 20) + "1]";
    QTest::newRow("one string of 4 MiB") << "\"" + QByteArray(4 << 20, 'x') + "\"";
    QTest::newRow("nested 100,000 deep")
        << QByteArray("[").repeated(100000) + QByteArray("]").repeated(100000);
    QTest::newRow("one key 1 MiB long") << "{\"" + QByteArray(1 << 20, 'k') + "\":1}";
}

void TestPayload::largePayloadsTakeNoTime()
{
    QFETCH(QByteArray, text);
    QElapsedTimer timer;
    timer.start();
    const auto read = PayloadDocument::read(text, RedactionRules::defaults());
    QVERIFY(read->tree());
    const qint64 parsing = timer.restart();
    PayloadModel model;
    model.setDocument(read);
    const QModelIndex root = model.index(0, 0);
    for (int row = 0; row < std::min(model.rowCount(root), 50); ++row) {
        for (int column = 0; column < 2; ++column) {
            const QModelIndex cell = model.index(row, column, root);
            QVERIFY(model.data(cell, Qt::DisplayRole).toString().size() < 400);
            QVERIFY(model.data(cell, Qt::ToolTipRole).toString().size() < 4000);
        }
    }
    const qint64 showing = timer.restart();
    (void)read->find(u"lovelace"_s, false, 1000);
    const qint64 searching = timer.restart();
    (void)read->redacted();
    qInfo("parse %lld ms, show %lld ms, search %lld ms, redact %lld ms", parsing, showing,
          searching, timer.elapsed());
    QVERIFY2(parsing < 20000 && showing < 20000 && searching < 20000, "far too slow");
}

void TestPayload::rulesHideValues_data()
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

void TestPayload::rulesHideValues()
{
    QFETCH(QStringList, rules);
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, shown);
    const auto read = document(text, rules);
    QCOMPARE(read->redacted(), shown);
    // Both ways to ask agree.
    const RedactionRules asked = RedactionRules::fromTexts(rules);
    for (Node node = 0; node < read->tree()->size(); ++node)
        QCOMPARE(asked.hides(read->tree()->path(node)), read->isHidden(node));
    QCOMPARE(read->hidesInside(read->tree()->root()), shown != text);
}

void TestPayload::rulesAreChecked()
{
    QVERIFY(RedactionRules::problem(u"user.password"_s).isEmpty());
    QVERIFY(RedactionRules::problem(u"/a|b/"_s).isEmpty());
    for (const QString &bad : {u"/"_s, u"//"_s, u"/a"_s, u"/(/"_s, u"a..b"_s, u".a"_s, u"a."_s})
        QVERIFY2(!RedactionRules::problem(bad).isEmpty(), qUtf8Printable(bad));
    QCOMPARE(RedactionRules::fromTexts({u"/(/"_s, u" a "_s, QString()}).texts(),
             QStringList{u"a"_s});
}

void TestPayload::rulesAreKept()
{
    const QTemporaryDir folder;
    QSettings settings(folder.filePath(u"s.ini"_s), QSettings::IniFormat);
    QCOMPARE(RedactionRules::load(settings).texts(), RedactionRules::defaults().texts());
    RedactionRules::fromTexts({u"a.b"_s, u"/c,\\d/"_s}).save(&settings);
    QCOMPARE(RedactionRules::load(settings).texts(), QStringList({u"a.b"_s, u"/c,\\d/"_s}));
    RedactionRules::fromTexts({}).save(&settings);
    QVERIFY(RedactionRules::load(settings).texts().isEmpty());
}

void TestPayload::hiddenValuesStayHidden()
{
    PayloadModel model;
    model.setDocument(document(R"({"a":{"token":{"deep":"s3cret"}},"b":1})", {u"*.token"_s}));
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

void TestPayload::hiddenValuesComeBackWhereTheyAreMovedTo()
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

void TestPayload::searchFindsNamesAndValues()
{
    const auto read = document(R"({"zeta":[1,"Ada"],"ADA":{"x":"no"},"u":"\u0061da","n":1230})");
    const auto found = read->find(u"ada"_s, false, 10);
    QStringList paths;
    for (const Node node : found)
        paths << read->tree()->path(node).join(u'.');
    QCOMPARE(paths, QStringList({u"zeta.1"_s, u"ADA"_s, u"u"_s}));
    QCOMPARE(read->find(u"23"_s, false, 10).size(), 1U);
    QCOMPARE(read->find(u"ada"_s, false, 2).size(), 2U);
    QVERIFY(read->find(u""_s, false, 2).empty());
}

void TestPayload::modelKeepsTheRules()
{
    PayloadModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), 0);
    model.setDocument(document("not json"));
    QCOMPARE(model.rowCount(), 0);
    model.setDocument(document("42"));
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.index(0, 1).data().toString(), u"42"_s);
    for (quint32 seed = 1; seed <= 30; ++seed) {
        model.setDocument(document(Generator(seed).value(0), {u"a"_s}));
        model.setRevealed(seed % 2 == 0);
    }
    model.setDocument(document(R"({"a":[],"b":{"c":1},"b":2})"));
    const QModelIndex root = model.index(0, 0);
    QCOMPARE(root.siblingAtColumn(1).data().toString(), u"3 keys"_s);
    QCOMPARE(model.index(0, 1, root).data().toString(), u"[]"_s);
    QVERIFY(model.index(2, 0, root).data(PayloadModel::DuplicateRole).toBool());
    QVERIFY(!model.index(0, 0, root).data(PayloadModel::DuplicateRole).toBool());
    model.setDocument(nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void TestPayload::longListsComeInPortions()
{
    PayloadModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    tester.setUseFetchMore(false);
    model.setDocument(document("[" + QByteArray("[7],").repeated(1800) + "\"end\"]"));
    const QModelIndex root = model.index(0, 0);
    QCOMPARE(model.rowCount(root), PayloadModel::kPortion);
    QVERIFY(model.canFetchMore(root));
    model.fetchMore(root);
    QCOMPARE(model.rowCount(root), 2 * PayloadModel::kPortion);
    const auto found = model.document()->find(u"end"_s, false, 10);
    QCOMPARE(found.size(), 1U);
    const QModelIndex last = model.reveal(found.front());
    QCOMPARE(last.row(), 1800);
    QCOMPARE(model.rowCount(root), 1801);
    QVERIFY(!model.canFetchMore(root));
    QCOMPARE(last.parent(), root);
}

void TestPayload::differencesAreFound_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QStringList>("changes"); // sign, path, values
    const auto row
        = [](const char *name, const char *before, const char *after, const QStringList &changes) {
              QTest::newRow(name) << QByteArray(before) << QByteArray(after) << changes;
          };
    row("white space and order", R"({"a":1,"b":[1, 2]})", R"({ "b":[1,2],"a" : 1 })", {});
    row("changed", R"({"a":{"b":1}})", R"({"a":{"b":2}})", {u"~ a.b 1 2"_s});
    row("added and removed", R"({"a":1,"b":2})", R"({"b":2,"c":[3]})",
        {u"- a 1 "_s, u"+ c  [3]"_s});
    row("another kind", R"({"a":{"b":1}})", R"({"a":[1]})", {u"~ a {\"b\":1} [1]"_s});
    row("as written", R"([1.0])", R"([1.00])", {u"~ 0 1.0 1.00"_s});
    row("escapes", R"(["\u0061"])", R"(["a"])", {});
    row("inserted", R"([1,2,3,4])", R"([1,9,2,3,4])", {u"+ 1  9"_s});
    row("taken out", R"([1,2,3,4])", R"([1,2,4])", {u"- 2 3 "_s});
    row("in an item", R"([{"a":1},{"a":2},{"a":3}])", R"([{"a":1},{"a":5},{"a":3}])",
        {u"~ 1.a 2 5"_s});
    row("keys twice", R"({"a":1,"a":2})", R"({"a":1,"a":3})", {u"~ a 2 3"_s});
    row("keys once less", R"({"a":1,"a":2})", R"({"a":1})", {u"- a 2 "_s});
    row("everything", "1", "\"x\"", {u"~  1 \"x\""_s});
}

void TestPayload::differencesAreFound()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(QStringList, changes);
    QStringList found;
    for (const PayloadChange &change :
         diffPayloads(*document(before), *document(after), false).changes) {
        const QChar sign = change.kind == PayloadChange::Kind::Added ? u'+'
            : change.kind == PayloadChange::Kind::Removed            ? u'-'
                                                                     : u'~';
        found << u"%1 %2 %3 %4"_s.arg(sign).arg(change.path.join(u'.'),
                                                QString::fromUtf8(change.before),
                                                QString::fromUtf8(change.after));
    }
    QCOMPARE(found, changes);
}

void TestPayload::diffOfAPayloadWithItselfIsEmpty()
{
    for (quint32 seed = 1; seed <= 100; ++seed) {
        const auto one = document(Generator(seed).value(0));
        QVERIFY(diffPayloads(*one, *one, false).changes.isEmpty());
        const auto other = document(Generator(seed + 1000).value(0));
        const auto there = diffPayloads(*one, *other, false).changes;
        const auto back = diffPayloads(*other, *one, false).changes;
        QCOMPARE(there.isEmpty(), back.isEmpty());
    }
}

void TestPayload::diffHidesValues()
{
    const auto before = document(R"({"token":"one","a":1})", {u"token"_s});
    const auto after = document(R"({"token":"two","a":{"token":"three"}})", {u"*.token"_s});
    const auto changes = diffPayloads(*before, *after, false).changes;
    QCOMPARE(changes.size(), 2);
    for (const PayloadChange &change : changes) {
        QVERIFY(change.isHidden);
        QVERIFY(!change.before.contains("one") && !change.after.contains("three"));
    }
    QCOMPARE(diffPayloads(*before, *after, true).changes.at(0).after, "\"two\"");
}

void TestPayload::largeDiffsEnd()
{
    const auto numbers = [](int offset) {
        QByteArray text = "[";
        for (int i = 0; i < 300000; ++i)
            text += QByteArray::number(i + offset) + ',';
        return document(text + "0]");
    };
    const PayloadDiff diff = diffPayloads(*numbers(0), *numbers(5), false);
    QVERIFY(diff.isCut);
    QCOMPARE(diff.changes.size(), kMostChanges);
    const auto deep = [](const char *core) {
        return document(QByteArray("[").repeated(2000) + core + QByteArray("]").repeated(2000));
    };
    QCOMPARE(diffPayloads(*deep("1"), *deep("2"), false).changes.size(), 1);
}

YARDMASTER_TEST(TestPayload)
#include "tst_payload.moc"
