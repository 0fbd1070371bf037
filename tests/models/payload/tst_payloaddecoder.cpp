#include "models/payload/payloaddecoder.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QScopeGuard>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <cerrno>
#include <csignal>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

/// What makes the decoder give up.
enum class Stop { Timeout, Output, Cancel, Destruction };

/// From a file with one line; 0: not there yet.
qint64 notedPid(const QString &path)
{
    QFile file(path);
    const QByteArray line = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    return line.endsWith('\n') ? line.trimmed().toLongLong() : 0;
}

/// One that nobody has reaped yet has ended all the same.
bool isAlive(qint64 pid)
{
    if (::kill(pid_t(pid), 0) != 0 && errno == ESRCH)
        return false;
    QFile stat(u"/proc/%1/stat"_s.arg(pid));
    const QByteArray text = stat.open(QIODevice::ReadOnly) ? stat.readAll() : QByteArray();
    const QByteArray state = text.sliced(text.lastIndexOf(')') + 1).trimmed();
    return !state.startsWith('Z') && !state.startsWith('X');
}

DecoderRule ruleOf(const QString &line)
{
    const auto rule = DecoderRule::parse(line);
    if (!rule)
        qFatal("%s", qUtf8Printable(rule.error()));
    return *rule;
}

} // namespace

class TestPayloadDecoder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rulesAreRead();
    void brokenRulesAreReported_data();
    void brokenRulesAreReported();
    void firstRuleThatFitsCounts();
    void rulesAreKeptPerProfile();
    void commandGetsThePayload();
    void nothingThatOpensADatabaseIsHandedOn();
    void argumentsAreNotForAShell();
    void errorsAreReported();
    void endlessCommandsAreEnded();
    void childrenEndWithTheCommand_data();
    void childrenEndWithTheCommand();
    void endlessOutputIsCut();
    void unreadInputIsNoError();
    void cancelledDecodersReportNothing();

private:
    /// A script of these lines; @returns its path.
    QString script(const QByteArray &lines);
    /// What a script makes of `input`.
    DecodedPayload decoded(PayloadDecoder *decoder, const QString &command,
                           const QByteArray &input = "{}");

    QTemporaryDir m_folder;
    int m_scripts = 0;
};

QString TestPayloadDecoder::script(const QByteArray &lines)
{
    QFile file(m_folder.filePath(u"script-%1"_s.arg(++m_scripts)));
    if (!file.open(QIODevice::WriteOnly) || file.write("#!/bin/sh\n" + lines + '\n') < 0)
        qFatal("no script");
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return file.fileName();
}

DecodedPayload TestPayloadDecoder::decoded(PayloadDecoder *decoder, const QString &command,
                                           const QByteArray &input)
{
    DecodedPayload result;
    bool isDone = false;
    const QObject context;
    connect(decoder, &PayloadDecoder::finished, &context, [&](const DecodedPayload &answer) {
        result = answer;
        isDone = true;
    });
    decoder->start(ruleOf(u"* => "_s + command), input, 7, u"temporal/run"_s);
    if (!QTest::qWaitFor([&isDone] { return isDone; }, kPatience))
        qFatal("no answer");
    return result;
}

void TestPayloadDecoder::rulesAreRead()
{
    const DecoderRule rule = ruleOf(u"  temporal/*  payload.data.0 =>  base64 -d \"a b\" "_s);
    QCOMPARE(rule.tasks, u"temporal/*"_s);
    QCOMPARE(rule.place, (QStringList{u"data"_s, u"0"_s}));
    QCOMPARE(rule.arguments(), (QStringList{u"base64"_s, u"-d"_s, u"a b"_s}));
    QCOMPARE(rule.text(), u"temporal/* payload.data.0 => base64 -d \"a b\""_s);
    QCOMPARE(ruleOf(rule.text()), rule);
    QVERIFY(rule.matches(u"temporal/a/b"_s));
    QVERIFY(!rule.matches(u"atemporal/a"_s));
    QVERIFY(ruleOf(u"a.b => cat"_s).matches(u"a.b"_s));
    QVERIFY(!ruleOf(u"a.b => cat"_s).matches(u"axb"_s));
    QVERIFY(ruleOf(u"a payload => cat"_s).place.isEmpty());
}

void TestPayloadDecoder::brokenRulesAreReported_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("part");
    QTest::newRow("no arrow") << u"tasks base64"_s << u"is not a rule"_s;
    QTest::newRow("no tasks") << u" => cat"_s << u"is not a rule"_s;
    QTest::newRow("too much") << u"a b c => cat"_s << u"is not a rule"_s;
    QTest::newRow("no command") << u"a =>"_s << u"has no command"_s;
    QTest::newRow("place") << u"a payload..b => cat"_s << u"is not a path"_s;
    QTest::newRow("quote") << u"a => cat \"b"_s << u"not closed"_s;
    QTest::newRow("program") << u"a => no-such-program"_s
                             << u"No executable program “no-such-program”"_s;
}

void TestPayloadDecoder::brokenRulesAreReported()
{
    QFETCH(const QString, line);
    QFETCH(const QString, part);
    QVERIFY2(DecoderRule::problem(line).contains(part), qPrintable(DecoderRule::problem(line)));
}

void TestPayloadDecoder::firstRuleThatFitsCounts()
{
    const DecoderRules rules
        = DecoderRules::fromLines({u"send_* => one"_s, u"nonsense"_s, u"* => two"_s});
    QCOMPARE(rules.ruleFor(u"send_email"_s)->command, u"one"_s);
    QCOMPARE(rules.ruleFor(u"resize"_s)->command, u"two"_s);
    QVERIFY(!DecoderRules().ruleFor(u"resize"_s));
}

void TestPayloadDecoder::rulesAreKeptPerProfile()
{
    QSettings settings(m_folder.filePath(u"settings.ini"_s), QSettings::IniFormat);
    const DecoderRules rules = DecoderRules::fromLines({u"a payload.b => not-there -x"_s});
    rules.save(&settings, u"shop"_s);
    QCOMPARE(DecoderRules::load(settings, u"shop"_s).lines(), rules.lines());
    QVERIFY(DecoderRules::load(settings, u"other"_s).lines().isEmpty());
    QVERIFY(DecoderRules::load(settings, {}).lines().isEmpty());
}

void TestPayloadDecoder::commandGetsThePayload()
{
    PayloadDecoder decoder;
    const QString command = script("tr a-z A-Z; echo \"$YARDMASTER_JOB_ID $YARDMASTER_TASK\"");
    const QByteArray input = "{\"a\": \"" + QByteArray(300000, 'x') + "\"}";
    const DecodedPayload result = decoded(&decoder, command, input);
    QVERIFY(result.isGood());
    QCOMPARE(result.output, input.toUpper() + "7 temporal/run\n");
    QVERIFY(!decoder.isRunning());
}

void TestPayloadDecoder::nothingThatOpensADatabaseIsHandedOn()
{
    qputenv("PGPASSWORD", "s3cret");
    const auto restore = qScopeGuard([] { qunsetenv("PGPASSWORD"); });
    PayloadDecoder decoder;
    const QByteArray output = decoded(&decoder, script("env")).output;
    QVERIFY(output.contains("YARDMASTER_JOB_ID=7"));
    QVERIFY(!output.contains("s3cret"));
}

void TestPayloadDecoder::argumentsAreNotForAShell()
{
    PayloadDecoder decoder;
    const QString command = script("printf '%s|' \"$@\"");
    QCOMPARE(decoded(&decoder, command + u" $(id) \"a b\" ; ls"_s).output, "$(id)|a b|;|ls|");
}

void TestPayloadDecoder::errorsAreReported()
{
    using End = DecodedPayload::End;
    PayloadDecoder decoder;
    DecodedPayload result = decoded(&decoder, script("echo half; echo 'no key' >&2; exit 3"));
    QVERIFY(!result.isGood());
    QCOMPARE(result.end, End::Exited);
    QCOMPARE(result.exitCode, 3);
    QCOMPARE(result.output, "half\n");
    QCOMPARE(result.error, u"no key"_s);
    QCOMPARE(decoded(&decoder, script("kill -SEGV $$")).end, End::Crashed);
    result = decoded(&decoder, m_folder.filePath(u"nothing-here"_s));
    QCOMPARE(result.end, End::NotStarted);
    QVERIFY(!result.error.isEmpty());
    QVERIFY(decoded(&decoder, script("cat")).isGood()); // and it goes on
}

void TestPayloadDecoder::endlessCommandsAreEnded()
{
    PayloadDecoder decoder;
    decoder.setTimeout(200ms);
    const DecodedPayload result = decoded(&decoder, script("sleep 3600"));
    QCOMPARE(result.end, DecodedPayload::End::TimedOut);
}

void TestPayloadDecoder::childrenEndWithTheCommand_data()
{
    QTest::addColumn<Stop>("stop");
    QTest::newRow("takes too long") << Stop::Timeout;
    QTest::newRow("writes too much") << Stop::Output;
    QTest::newRow("cancelled") << Stop::Cancel;
    QTest::newRow("decoder gone") << Stop::Destruction;
}

void TestPayloadDecoder::childrenEndWithTheCommand()
{
    QFETCH(const Stop, stop);
    const QString note = m_folder.filePath(u"child-of-%1"_s.arg(m_scripts));
    // On its own the child would run for an hour.
    const QString command = script("sleep 3600 & echo $! > " + note.toUtf8() + '\n'
                                   + (stop == Stop::Output ? "yes abcdefgh" : "wait"));
    auto decoder = std::make_unique<PayloadDecoder>();
    qint64 child = 0;
    if (stop == Stop::Timeout) {
        // A busy machine may take a while to come as far as the note.
        for (auto limit = 200ms; child == 0 && limit < 1min; limit *= 2) {
            decoder->setTimeout(limit);
            QCOMPARE(decoded(decoder.get(), command).end, DecodedPayload::End::TimedOut);
            child = notedPid(note);
        }
    } else if (stop == Stop::Output) {
        decoder->setTimeout(5min);
        QCOMPARE(decoded(decoder.get(), command).end, DecodedPayload::End::TooLong);
        child = notedPid(note);
    } else {
        decoder->setTimeout(5min);
        decoder->start(ruleOf(u"* => "_s + command), "{}", 7, u"temporal/run"_s);
        QTRY_VERIFY_WITH_TIMEOUT((child = notedPid(note)) > 0, kPatience);
        QVERIFY(isAlive(child));
        if (stop == Stop::Cancel)
            decoder->cancel();
        else
            decoder.reset();
    }
    QVERIFY(child > 0);
    const auto cleanUp = qScopeGuard([child] {
        if (isAlive(child))
            ::kill(pid_t(child), SIGKILL);
    });
    QTRY_VERIFY_WITH_TIMEOUT(!isAlive(child), kPatience / 6);
}

void TestPayloadDecoder::endlessOutputIsCut()
{
    PayloadDecoder decoder;
    decoder.setTimeout(5min);
    const DecodedPayload result = decoded(&decoder, script("while :; do echo abcdefgh; done"));
    QCOMPARE(result.end, DecodedPayload::End::TooLong);
    QCOMPARE(result.output.size(), DecodedPayload::mostOutput());
}

void TestPayloadDecoder::unreadInputIsNoError()
{
    PayloadDecoder decoder;
    const DecodedPayload result = decoded(&decoder, script("echo done"), QByteArray(4 << 20, 'x'));
    QVERIFY2(result.isGood(), qPrintable(result.error));
    QCOMPARE(result.output, "done\n");
}

void TestPayloadDecoder::cancelledDecodersReportNothing()
{
    PayloadDecoder decoder;
    const QSignalSpy finished(&decoder, &PayloadDecoder::finished);
    decoder.start(ruleOf(u"* => "_s + script("sleep 3600")), "{}", 1, u"a"_s);
    decoder.cancel();
    QVERIFY(!decoder.isRunning());
    QVERIFY(decoded(&decoder, script("cat")).isGood());
    QCOMPARE(finished.count(), 1);
}

YARDMASTER_TEST(TestPayloadDecoder)
#include "tst_payloaddecoder.moc"
