#include "models/payload/payloadmodel.h"
#include "models/query/filteredit.h"
#include "tests/models/payload/payloadtexts.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using namespace yardmaster::test;

using Node = JsonTree::Node;

namespace {

JsonTree parsed(const QByteArray &text)
{
    auto tree = JsonTree::parse(text);
    if (!tree)
        qFatal("%s: %s", text.left(200).constData(), qUtf8Printable(tree.error()));
    return *std::move(tree);
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

    void searchFindsNamesAndValues();

    void modelKeepsTheRules();
    void longListsComeInPortions();
};

void TestPayload::nothingIsLost()
{
    for (quint32 seed = 1; seed <= 500; ++seed) {
        const QByteArray text = " " + JsonGenerator(seed).value(0) + "\n";
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
        const QByteArray text = JsonGenerator(seed).value(0);
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

void TestPayload::searchFindsNamesAndValues()
{
    const auto read = payloadOf(R"({"zeta":[1,"Ada"],"ADA":{"x":"no"},"u":"\u0061da","n":1230})");
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
    model.setDocument(payloadOf("not json"));
    QCOMPARE(model.rowCount(), 0);
    model.setDocument(payloadOf("42"));
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.index(0, 1).data().toString(), u"42"_s);
    for (quint32 seed = 1; seed <= 30; ++seed) {
        model.setDocument(payloadOf(JsonGenerator(seed).value(0), {u"a"_s}));
        model.setRevealed(seed % 2 == 0);
    }
    model.setDocument(payloadOf(R"({"a":[],"b":{"c":1},"b":2})"));
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
    model.setDocument(payloadOf("[" + QByteArray("[7],").repeated(1800) + "\"end\"]"));
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

YARDMASTER_TEST(TestPayload)
#include "tst_payload.moc"
