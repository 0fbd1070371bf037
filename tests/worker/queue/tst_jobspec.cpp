#include "tests/support/testprogram.h"
#include <yardmaster/jobspec.h>
#include <yardmaster/timestamp.h>

#include <QTest>

using namespace Qt::StringLiterals;
using namespace yardmaster;

class JobSpecTest final : public QObject
{
    Q_OBJECT

private slots:
    void badInputIsNamed_data();
    void badInputIsNamed();
    void limitsAreCountedInCharacters();
    void everyJsonValueIsAPayload_data();
    void everyJsonValueIsAPayload();
    void modesHaveTheDatabasesNames();
    void unprintableNamesAreWarnings();
    void timestampsKeepMicroseconds();
};

void JobSpecTest::badInputIsNamed_data()
{
    QTest::addColumn<JobSpec>("spec");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("sentence");
    const auto row
        = [](const char *name, const JobSpec &spec, const QString &code, const QString &sentence) {
              QTest::newRow(name) << spec << code << sentence;
          };
    const auto with = [](auto change) {
        JobSpec spec{.identifier = u"t"_s};
        change(spec);
        return spec;
    };
    const QString x129(129, u'x');
    row("no identifier", {}, u"GWBID"_s, u"the task identifier is empty"_s);
    row("long identifier", {.identifier = x129}, u"GWBID"_s,
        u"the task identifier 'xxxxxxxxxxxxxxxxxxxx…' has 129 characters; at most 128 are "
        "allowed"_s);
    row("zero in identifier", {.identifier = u"a"_s + QChar(u'\0')}, u"GWBID"_s,
        u"the task identifier contains a zero character"_s);
    row("empty queue", with([](JobSpec &s) { s.queueName = u""_s; }), u"GWBQN"_s,
        u"the queue name is empty"_s);
    row("long queue", with([&](JobSpec &s) { s.queueName = x129; }), u"GWBQN"_s,
        u"the queue name 'xxxxxxxxxxxxxxxxxxxx…' has 129 characters; at most 128 are allowed"_s);
    row("empty key", with([](JobSpec &s) { s.jobKey = u""_s; }), u"GWBJK"_s,
        u"the job key is empty"_s);
    row("long key", with([](JobSpec &s) { s.jobKey = QString(513, u'x'); }), u"GWBJK"_s,
        u"the job key 'xxxxxxxxxxxxxxxxxxxx…' has 513 characters; at most 512 are allowed"_s);
    row("no attempts", with([](JobSpec &s) { s.maxAttempts = 0; }), u"GWBMA"_s,
        u"max_attempts is 0; it must be from 1 to 32767"_s);
    row("many attempts", with([](JobSpec &s) { s.maxAttempts = 32768; }), u"GWBMA"_s,
        u"max_attempts is 32768; it must be from 1 to 32767"_s);
    row("priority", with([](JobSpec &s) { s.priority = -32769; }), u"22003"_s,
        u"the priority is -32769; it must be from -32768 to 32767"_s);
    row("early", with([](JobSpec &s) { s.runAt = Timestamp::min(); }), u"22008"_s,
        u"run_at is before the year 4713 BC"_s);
    row("flag", with([](JobSpec &s) { s.flags << QString(QChar(u'\0')); }), u"22021"_s,
        u"a flag contains a zero character"_s);
    row("two values", with([](JobSpec &s) { s.payload = "1,2"; }), u"22P02"_s,
        u"the payload is not valid JSON: more than one value"_s);
    row("no json", with([](JobSpec &s) { s.payload = "{\"a\":tru}"; }), u"22P02"_s,
        u"the payload is not valid JSON: illegal value at character 9"_s);
    row("unbalanced", with([](JobSpec &s) { s.payload = "[1],[2"; }), u"22P02"_s,
        u"the payload is not valid JSON: unterminated array at character 7"_s);
    row("blank", with([](JobSpec &s) { s.payload = " "; }), u"22P02"_s, {});
}

void JobSpecTest::badInputIsNamed()
{
    QFETCH(JobSpec, spec);
    QFETCH(QString, code);
    QFETCH(QString, sentence);
    const auto checked = spec.validate();
    QVERIFY(!checked);
    QCOMPARE(checked.error().kind, DbError::Kind::InvalidInput);
    QCOMPARE(checked.error().sqlState, code);
    if (!sentence.isEmpty())
        QCOMPARE(checked.error().message, sentence);
}

void JobSpecTest::limitsAreCountedInCharacters()
{
    // Each of them is two QChars and four bytes.
    const QString wide = u"😀"_s.repeated(128);
    JobSpec spec{.identifier = wide, .queueName = wide, .jobKey = wide.repeated(4)};
    spec.maxAttempts = 32767;
    spec.priority = -32768;
    spec.runAt = Timestamp::max();
    QVERIFY(spec.validate());
    spec.identifier += u'x';
    QCOMPARE(spec.validate().error().sqlState, u"GWBID"_s);
}

void JobSpecTest::everyJsonValueIsAPayload_data()
{
    QTest::addColumn<QByteArray>("json");
    for (const char *json : {"{}", "[]", "null", "1", "-0.5e3", "\"text\"", " {\"a\":1,\"a\":2}\n",
                             "123456789012345678901234567890", "1e400"})
        QTest::newRow(QByteArray(json).trimmed().constData()) << QByteArray(json);
    QTest::newRow("deep") << QByteArray(2000, '[') + QByteArray(2000, ']');
    QTest::newRow("none") << QByteArray();
}

void JobSpecTest::everyJsonValueIsAPayload()
{
    QFETCH(QByteArray, json);
    QVERIFY((JobSpec{.identifier = u"t"_s, .payload = json}.validate()));
}

void JobSpecTest::modesHaveTheDatabasesNames()
{
    for (const JobKeyMode mode :
         {JobKeyMode::Replace, JobKeyMode::PreserveRunAt, JobKeyMode::UnsafeDedupe})
        QCOMPARE(parseJobKeyMode(jobKeyModeName(mode)).value(), mode);
    const auto bad = parseJobKeyMode(u"Replace"_s);
    QCOMPARE(bad.error().sqlState, u"GWBKM"_s);
    QCOMPARE(bad.error().message,
             u"'Replace' is not a job key mode: use replace, preserve_run_at or unsafe_dedupe"_s);
}

void JobSpecTest::unprintableNamesAreWarnings()
{
    JobSpec spec{.identifier = u"send_email"_s, .queueName = u"a b~"_s, .jobKey = u"k"_s};
    QCOMPARE(spec.warnings(), QStringList());
    spec.identifier = u"größe"_s;
    spec.queueName = u"tab\there"_s;
    spec.jobKey = u"del\x7f"_s;
    QCOMPARE(spec.warnings(),
             QStringList({u"the task identifier 'größe' is not printable ASCII"_s,
                          u"the queue name 'tab\there' is not printable ASCII"_s,
                          u"the job key 'del\x7f' is not printable ASCII"_s}));
}

void JobSpecTest::timestampsKeepMicroseconds()
{
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(1234567890123, kUtc);
    QCOMPARE(timestamp(time).time_since_epoch().count(), 1234567890123000);
    QCOMPARE(dateTime(timestamp(time) + std::chrono::microseconds(999)), time);
    QCOMPARE(dateTime(Timestamp(std::chrono::microseconds(-1))).toMSecsSinceEpoch(), -1);
}

YARDMASTER_TEST(JobSpecTest)
#include "tst_jobspec.moc"
