#include "tests/support/testprogram.h"
#include "worker/db/sqltext.h"
#include "worker/json/jsonline.h"
#include "worker/json/visibletext.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;

/// Foreign text on its way to people: nothing in it is invisible or does anything.
class TestVisibleText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void invisibleCharactersBecomeEscapes_data();
    void invisibleCharactersBecomeEscapes();
    void otherTextIsNotCopied();
    void everyControlIsEscaped();
    void escapesMeanTheSameInJson();
    void linesOfJsonHoldNoControls();
    void literalsOfSqlAreSeen();
};

void TestVisibleText::invisibleCharactersBecomeEscapes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("visible");
    QTest::addColumn<QString>("line");
    const auto row = [](const char *name, const QString &text, const QString &visible,
                        const QString &line = {}) {
        QTest::newRow(name) << text << visible << (line.isNull() ? visible : line);
    };
    row("plain", u"Grüße, 日本語 😀 ❤️"_s, u"Grüße, 日本語 😀 ❤️"_s);
    row("escape sequence", u"\u001b[31mred"_s, u"\\u001b[31mred"_s);
    row("carriage return", u"a\r\033[2Kb"_s, u"a\\u000d\\u001b[2Kb"_s);
    row("bell", u"\a"_s, u"\\u0007"_s);
    row("C1", QString(QChar(0x9b)) + u"31m"_s, u"\\u009b31m"_s);
    row("override", QString(QChar(0x202e)) + u"gpj.exe"_s, u"\\u202egpj.exe"_s);
    row("isolate", QString(QChar(0x2066)), u"\\u2066"_s);
    row("zero width", u"a"_s + QChar(0x200b) + u'b', u"a\\u200bb"_s);
    row("soft hyphen", u"a"_s + QChar(0xad), u"a\\u00ad"_s);
    row("tag", QString::fromUcs4(U"\U000e0041"), u"\\udb40\\udc41"_s);
    row("half of a pair", u"a"_s + QChar(0xd83d) + u'b', u"a\\ud83db"_s);
    row("lines", u"a\n\tb"_s, u"a\n\tb"_s, u"a\\n\tb"_s);
    row("lines of Windows", u"a\r\nb"_s, u"a\nb"_s, u"a\\u000d\\nb"_s);
    row("line separator", u"a"_s + QChar(0x2028), u"a\\u2028"_s);
}

void TestVisibleText::invisibleCharactersBecomeEscapes()
{
    QFETCH(const QString, text);
    QFETCH(const QString, visible);
    QFETCH(const QString, line);
    QCOMPARE(visibleText(text), visible);
    QCOMPARE(visibleLine(text), line);
    QCOMPARE(visibleText(visible), visible); // once is enough
}

void TestVisibleText::otherTextIsNotCopied()
{
    const QString text = u"Grüße\n"_s;
    QCOMPARE(visibleText(text).constData(), text.constData());
}

void TestVisibleText::everyControlIsEscaped()
{
    for (char16_t c = 0; c < 0xa0; ++c) {
        const bool isControl = c < 0x20 || (c >= 0x7f && c < 0xa0);
        QCOMPARE(isInvisible(c), isControl);
        if (isControl && c != '\t')
            QVERIFY(!visibleLine(QString(QChar(c))).contains(QChar(c)));
    }
}

void TestVisibleText::escapesMeanTheSameInJson()
{
    const QString value = u"\u202e\u0085\u007f\ufeff"_s + QString::fromUcs4(U"\U000e0041");
    const QString json = u"{\"a\":\"%1\"}"_s.arg(value);
    const auto read = [](const QString &text) {
        return QJsonDocument::fromJson(text.toUtf8()).object()["a"_L1].toString();
    };
    QVERIFY(visibleText(json) != json);
    QCOMPARE(read(visibleText(json)), value);
}

void TestVisibleText::linesOfJsonHoldNoControls()
{
    const QString value = u"ä\u009b2K\u007f\r\n\u202e\\u001b"_s;
    JsonLine line;
    line.add("text"_L1, value);
    const QByteArray written = line.take();
    QCOMPARE(written, "{\"text\":\"\xc3\xa4\\u009b2K\\u007f\\r\\n\\u202e\\\\u001b\"}\n");
    QCOMPARE(QJsonDocument::fromJson(written).object()["text"_L1].toString(), value);
}

void TestVisibleText::literalsOfSqlAreSeen()
{
    QCOMPARE(quotedLiteral(u"it's"), "'it''s'");
    QCOMPARE(quotedLiteral(u"a\nb"), "'a\nb'");
    QCOMPARE(quotedLiteral(u"a\\b"), "E'a\\\\b'");
    QCOMPARE(quotedLiteral(u"a\u202e'\\\r\n"), "E'a\\u202e''\\\\\\u000d\\n'");
}

YARDMASTER_TEST(TestVisibleText)
#include "tst_visibletext.moc"
