#include "tests/support/testprogram.h"
#include "worker/tasks/httpmessage.h"
#include "worker/tasks/httptask.h"
#include <yardmaster/json.h>
#include <yardmaster/task.h>

#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// What a .http file says, and what requests and answers mean; nothing is sent.
class TestHttpTarget final : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QProcessEnvironment m_environment;
    int m_files = 0;

    [[nodiscard]] QString put(const QByteArray &content, const QString &name = {}) const
    {
        const QString path = m_folder.filePath(name.isEmpty() ? u"task.http"_s : name);
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("cannot write");
        return path;
    }
    [[nodiscard]] tl::expected<HttpTarget, QStringList> read(const QByteArray &content) const
    {
        return HttpTarget::fromFile(put(content), m_environment).map_error([](const auto &found) {
            QStringList sentences;
            for (const HttpFileProblem &problem : found)
                sentences << problem.sentence;
            return sentences;
        });
    }
    static QDateTime at(int seconds) { return QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC); }

private slots:
    void initTestCase()
    {
        m_environment.insert(u"TOKEN"_s, u"t0ken"_s);
        m_environment.insert(u"HOOK_SECRET"_s, u"s3cret"_s);
        m_environment.insert(u"EVIL"_s, u"a\r\nInjected: 1"_s);
    }

    void aFileIsRead()
    {
        (void)put("key of the file\n", u"secret"_s);
        const auto target
            = read("# Comment\r\n\n  url:  https://ada:p%40ss@example.com:8443/hook?x=1\n"
                   "timeout: 5m\nsecret-file: secret\n"
                   "header: X-Token: Bearer ${TOKEN}:${TOKEN}\nheader: X-Two: 2");
        if (!target)
            QFAIL(qPrintable(target.error().join(u'\n')));
        QCOMPARE(target->url, QUrl(u"https://example.com:8443/hook?x=1"_s));
        QCOMPARE(target->shown(), u"https://example.com:8443"_s);
        QVERIFY(target->timeout == 5min);
        QCOMPARE(target->secret, "key of the file");
        using Header = std::pair<QByteArray, QByteArray>;
        const std::vector<Header> headers{
            {"Authorization", "Basic " + QByteArray("ada:p@ss").toBase64()},
            {"X-Token", "Bearer t0ken:t0ken"},
            {"X-Two", "2"}};
        QVERIFY(target->headers == headers);
        const auto other = read("url: http://h\nsecret-variable: HOOK_SECRET\n");
        QCOMPARE(other->secret, "s3cret");
        QCOMPARE(other->url.path(), u"/"_s);
        QVERIFY(!other->timeout);
        QVERIFY(HttpTask::optionsFor(*other).timeout == 60s);
        QVERIFY(HttpTask::optionsFor(*other).isTimeoutDefault);
        QVERIFY(!HttpTask::optionsFor(*target).isTimeoutDefault);
    }

    void aByteOrderMarkIsNoMistake()
    {
        const auto target = read("\xef\xbb\xbfurl: http://h/x\n");
        QVERIFY2(target, qPrintable(target ? QString() : target.error().join(u'\n')));
        QCOMPARE(target->url, QUrl(u"http://h/x"_s));
        QVERIFY(read("\xef\xbb\xbfurl: http://h/\xff\n")
                    .error()
                    .first()
                    .contains("it is not UTF-8"_L1));
    }

    void mistakesAreNamedWithTheirLine_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("problem"); // behind the path
        const auto row = [](const char *name, const QByteArray &content, const QString &problem) {
            QTest::newRow(name) << content << problem;
        };
        row("empty", "", u": there is no line url: …"_s);
        row("no colon", "https//x\nurl: http://h", u":1: this is not KEY: VALUE"_s);
        row("unknown key", "url: http://h\n\nmethod: GET",
            u":3: 'method' is not a key; there are url, timeout, secret-file, secret-variable, "
            "ca-file, header"_s);
        row("twice", "url: http://h\nurl: http://i", u":2: a second url"_s);
        row("no value", "url:", u":1: url has no value"_s);
        row("scheme", "url: ftp://h/", u":1: the URL does not begin with https:// or http://"_s);
        row("host", "url: http:///x", u":1: the URL names no host"_s);
        row("bad url", "url: http://u:secret word@h/", u":1: the URL cannot be parsed"_s);
        row("fragment", "url: http://h/#x",
            u":1: the URL has a fragment (#…), which is not sent"_s);
        row("timeout", "url: http://h\ntimeout: soon",
            u":2: timeout takes a time such as 500, 30s or 5m, not 'soon'"_s);
        row("variable", "url: http://h/${NOT_SET}", u":1: the variable NOT_SET is not set"_s);
        row("secret variable", "url: http://h\nsecret-variable: NOT_SET",
            u":2: the variable NOT_SET is not set"_s);
        row("secret variable with $", "url: http://h\nsecret-variable: ${HOOK_SECRET}",
            u":2: secret-variable takes the name of a variable alone, without $"_s);
        row("secret as a file", "url: http://h\nsecret-file: ${HOOK_SECRET}",
            u":2: ${HOOK_SECRET} cannot be read: "_s);
        row("reserved header", "url: http://h\nheader: content-length: 7",
            u":2: the header content-length cannot be set: every request already has it"_s);
        row("own header", "url: http://h\nheader: Yardmaster-Key: 7",
            u":2: the header Yardmaster-Key cannot be set: every request already has it"_s);
        row("header", "url: http://h\nheader: no name: 7", u":2: header takes NAME: VALUE"_s);
        row("same header", "url: http://h\nheader: X-A: 1\nheader: x-a: 2",
            u":3: a second header x-a"_s);
        row("injection", "url: http://h\nheader: X: ${EVIL}",
            u":2: the value of the header X has a control character"_s);
    }
    void mistakesAreNamedWithTheirLine()
    {
        QFETCH(const QByteArray, content);
        QFETCH(const QString, problem);
        const auto target = read(content);
        QVERIFY(!target);
        QVERIFY2(target.error().join(u'\n').contains(m_folder.filePath(u"task.http"_s) + problem),
                 qPrintable(target.error().join(u'\n')));
        QVERIFY(!target.error().join(u'\n').contains("secret word"_L1));
        QVERIFY(!target.error().join(u'\n').contains("s3cret"_L1));
    }

    void filesThatCannotBeUsedAreNamed()
    {
        const QString path = m_folder.filePath(u"task.http"_s);
        const auto problemOf = [&](const QByteArray &line) {
            const auto target = read("url: http://h\n" + line);
            return target ? QString() : target.error().join(u'\n').remove(m_folder.path());
        };
        QVERIFY(
            problemOf("secret-file: none").startsWith("/task.http:2: none cannot be read: "_L1));
        (void)put(" \n", u"blank"_s);
        QCOMPARE(problemOf("secret-file: blank"), u"/task.http:2: the secret is empty"_s);
        QCOMPARE(problemOf("ca-file: blank"),
                 u"/task.http:2: there is no certificate in blank; it takes the PEM format"_s);
        QCOMPARE(problemOf("ca-file: ."), u"/task.http:2: . cannot be read: it is a folder"_s);
        QCOMPARE(::mkfifo(QFile::encodeName(m_folder.filePath(u"pipe"_s)).constData(), 0600), 0);
        QCOMPARE(problemOf("secret-file: pipe"),
                 u"/task.http:2: pipe cannot be read: it is not a regular file"_s);
        (void)put(QByteArray(70000, 'x'), u"large"_s);
        QCOMPARE(problemOf("secret-file: large"), u"/task.http:2: large has more than 64 KiB"_s);
        QFile::remove(path);
        QVERIFY(HttpTarget::fromFile(path, m_environment)
                    .error()
                    .front()
                    .sentence.startsWith(path + u": it cannot be read: "_s));
    }

    void theOptionTakesNameAndUrl()
    {
        const auto named = NamedHttpTarget::fromText(u"mail/send=https://h/?a=b"_s);
        QCOMPARE(named->identifier, u"mail/send"_s);
        QCOMPARE(named->target.url, QUrl(u"https://h/?a=b"_s));
        for (const QString &wrong : {u""_s, u"x"_s, u"=http://h"_s, u"https://h/?a=b"_s})
            QVERIFY2(NamedHttpTarget::fromText(wrong).error().startsWith("takes NAME=URL"_L1),
                     qPrintable(wrong));
        QCOMPARE(NamedHttpTarget::fromText(u"a=http://u:pw d@h"_s).error(),
                 u"for 'a': the URL cannot be parsed"_s);
    }

    void headersHaveNoSpecialCharacters()
    {
        QCOMPARE(headerText(u"send_email"_s), "send_email");
        QCOMPARE(headerText(u"ä b\r\nX: 100%"_s), "%C3%A4%20b%0D%0AX:%20100%25");
    }

    void theSignatureIsAnHmac()
    {
        // By: printf '%s' '1700000000.{"a":1}' | openssl dgst -sha256 -hmac s3cret
        QCOMPARE(httpSignature("s3cret", "1700000000", "{\"a\":1}").size(), 7 + 64);
        QCOMPARE(httpSignature("Jefe", "what do ya want for nothing?", {}).left(7), "sha256=");
        QVERIFY(httpSignature("a", "1", "x") != httpSignature("b", "1", "x"));
        QVERIFY(httpSignature("a", "1", "x") != httpSignature("a", "2", "x"));
    }

    void aRequestHasTheFactsOfItsJob()
    {
        Job job;
        job.info = {};
        job.info.id = 42;
        job.info.task = u"mail/ä"_s;
        job.info.queueName = u"q 1"_s;
        job.info.key = u"k%"_s;
        job.info.attempts = 2;
        job.info.maxAttempts = 25;
        job.info.priority = -3;
        job.lockedAt = 1;
        job.payload
            = R"({"a": 1, "_trace": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"})";
        WorkerFacts facts;
        facts.workerId = u"worker-1"_s;
        const auto services = std::make_shared<JobServices>(facts);
        const TaskContext context{job, {}, {}, *services};
        HttpTarget target = *HttpTarget::fromUrl(u"https://u:p@example.com/x"_s);
        target.secret = "s3cret";
        const QByteArray body = httpBody(context);
        QCOMPARE(body, compactJson(job.payload));
        const auto headerAt = [&](qint64 time, const char *name) {
            for (const auto &[key, value] : httpHeaders(target, context, body, at(time))) {
                if (key == name)
                    return value;
            }
            return QByteArray("none");
        };
        const auto header = [&headerAt](const char *name) { return headerAt(1700000000, name); };
        QCOMPARE(header("Content-Type"), "application/json");
        QCOMPARE(header("Yardmaster-Task"), "mail/%C3%A4");
        QCOMPARE(header("Yardmaster-Job-Id"), "42");
        QCOMPARE(header("Yardmaster-Queue"), "q%201");
        QCOMPARE(header("Yardmaster-Key"), "k%25");
        QCOMPARE(header("Yardmaster-Attempt"), "2");
        QCOMPARE(header("Yardmaster-Max-Attempts"), "25");
        QCOMPARE(header("Yardmaster-Priority"), "-3");
        QCOMPARE(header("Yardmaster-Worker"), "worker-1");
        QCOMPARE(header("Yardmaster-Schema"), "graphile_worker");
        QCOMPARE(header("traceparent"), "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
        QCOMPARE(header("Authorization"), "Basic dTpw");
        QCOMPARE(header("Yardmaster-Timestamp"), "1700000000");
        QCOMPARE(header("Yardmaster-Signature"), httpSignature("s3cret", "1700000000", body));
        QCOMPARE(header("Yardmaster-Dry-Run"), "none");
        QVERIFY(!target.url.toString().contains("u:p"_L1));
        job.lockedAt = 0;
        QCOMPARE(header("Yardmaster-Dry-Run"), "yes");
    }

    void retryAfterIsSecondsOrADate_data()
    {
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<int>("seconds"); // -1: nothing
        QTest::newRow("seconds") << QByteArray("120") << 120;
        QTest::newRow("zero") << QByteArray(" 0 ") << 0;
        QTest::newRow("date") << QByteArray("Sun, 06 Nov 1994 08:49:37 GMT") << 3600;
        QTest::newRow("old date") << QByteArray("Sunday, 06-Nov-94 08:49:37 GMT") << 3600;
        QTest::newRow("C date") << QByteArray("Sun Nov  6 08:49:37 1994") << 3600;
        QTest::newRow("past") << QByteArray("Sun, 06 Nov 1994 07:00:00 GMT") << 0;
        QTest::newRow("far") << QByteArray("Sun, 06 Nov 2094 07:00:00 GMT") << 7 * 24 * 3600;
        QTest::newRow("huge") << QByteArray("99999999999999999999999") << 7 * 24 * 3600;
        QTest::newRow("negative") << QByteArray("-5") << -1;
        QTest::newRow("words") << QByteArray("soon") << -1;
        QTest::newRow("none") << QByteArray() << -1;
    }
    void retryAfterIsSecondsOrADate()
    {
        QFETCH(const QByteArray, header);
        QFETCH(const int, seconds);
        const auto delay = retryAfter(header, at(784111777 - 3600));
        QCOMPARE(delay ? int(std::chrono::floor<std::chrono::seconds>(*delay).count()) : -1,
                 seconds);
    }

    void statusesHaveTheirOutcomes()
    {
        using Kind = TaskOutcome::Kind;
        const auto outcome
            = [](HttpAnswer answer) { return outcomeOf(answer, u"http://h"_s, 1, at(0)); };
        for (const int status : {200, 201, 204, 299})
            QCOMPARE(outcome({status}).kind, Kind::Success);
        for (const int status : {100, 300, 304, 400, 404, 429, 500, 503, 999}) {
            QCOMPARE(outcome({status}).kind, Kind::Failure);
            QVERIFY(!outcome({status}).final);
        }
        QVERIFY(outcome({410}).final);
        HttpAnswer answer{422, u"Unprocessable"_s};
        answer.isFinal = true;
        answer.body = "no such\ncustomer ";
        QVERIFY(outcome(answer).final);
        QCOMPARE(outcome(answer).error,
                 u"HTTP 422 Unprocessable from http://h\nno such\ncustomer"_s);
        answer = {503};
        answer.retryAfter = "30";
        QVERIFY(outcome(answer).retryAfter == 30s);
        QVERIFY(!outcome({503}).retryAfter);
    }

    void bodiesAreShownAsText()
    {
        HttpAnswer answer{500};
        answer.body = QByteArray("a\0b", 3);
        answer.type = "image/png";
        QCOMPARE(bodyText(answer, 100), u"(3 bytes of image/png)"_s);
        answer.isWhole = false;
        QCOMPARE(bodyText(answer, 100), u"(more than 3 bytes of image/png)"_s);
        answer.body = "\xff\xfe text";
        QVERIFY(bodyText(answer, 100).startsWith("(more than 7 bytes"_L1));
        answer.body = QByteArray("grün").chopped(0) + "\xc3"; // cut within a character
        QCOMPARE(bodyText(answer, 100), u"grün …"_s);
        answer.isWhole = true;
        answer.body = QByteArray(500, 'x');
        QCOMPARE(bodyText(answer, 100), QString(100, u'x') + u" …"_s);
        answer.body = QByteArray("a\xF0\x9F\x98\x80");
        QCOMPARE(bodyText(answer, 2), u"a …"_s); // no half of a pair
    }
};

YARDMASTER_TEST(TestHttpTarget)
#include "tst_httptarget.moc"
