#include "tests/support/outputservices.h"

#include "tests/support/testprogram.h"
#include <yardmaster/executabletask.h>
#include <yardmaster/job.h>
#include <yardmaster/tracecontext.h>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace {

const QString kParent = u"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"_s;
// moc loses count in raw strings with an odd number of quotes, or escapes before them.
const QByteArray kValue = R"({"flags":1,"span_id":"b7ad6b7169203331",)"
                          R"("trace_id":"0af7651916cd43dd8448eb211c80319c",)"
                          "\"traceparent\":\""
    + kParent.toLatin1() + "\"}";

} // namespace

/// The trace of a job is stored in its payload, which is otherwise unchanged.
class TestTraceContext : public QObject
{
    Q_OBJECT

private slots:
    void onlyTheTraceOfAPayloadChanges_data()
    {
        QTest::addColumn<QByteArray>("payload");
        QTest::addColumn<QByteArray>("expected"); // T stands for the value
        const auto row = [](const char *name, const char *payload, const char *expected) {
            QTest::newRow(name) << QByteArray(payload) << QByteArray(expected);
        };
        row("empty object", "{}", R"({"_trace":T})");
        row("empty with space", "{ }", R"({"_trace":T })");
        row("one member", R"({"a":1})", R"({"a":1,"_trace":T})");
        row("order, doubles, big numbers, space",
            R"( { "b" : 12345678901234567890123 ,"a":1e400, "b": 1.50 } )",
            R"( { "b" : 12345678901234567890123 ,"a":1e400, "b": 1.50,"_trace":T } )");
        row("escapes and brackets in strings", "{\"a\":\"}\\\"]\\\\\",\"b\":[{\"c\":\"{\"}]}",
            "{\"a\":\"}\\\"]\\\\\",\"b\":[{\"c\":\"{\"}],\"_trace\":T}");
        row("replaced in place", R"({"a":1,"_trace": {"old":[1,2]} ,"b":2})",
            R"({"a":1,"_trace": T ,"b":2})");
        row("the last of two is replaced", R"({"_trace":1,"_trace":2,"b":2})",
            R"({"_trace":1,"_trace":T,"b":2})");
        row("not that of a member", R"({"a":{"_trace":"x"}})",
            R"({"a":{"_trace":"x"},"_trace":T})");
        row("batch", R"([{"a":1}, {},{"_trace":null}])",
            R"([{"a":1,"_trace":T}, {"_trace":T},{"_trace":T}])");
        row("empty array", "[]", "[]");
        row("array of others", R"([{"a":1},2])", R"([{"a":1},2])");
        row("text", R"("{}")", R"("{}")");
        row("number", "7", "7");
        row("null", "null", "null");
        row("nothing", "", "");
        row("broken", R"({"a":)", R"({"a":)");
        row("two values", "{}{}", "{}{}");
    }
    void onlyTheTraceOfAPayloadChanges()
    {
        QFETCH(const QByteArray, payload);
        QFETCH(const QByteArray, expected);
        const QByteArray traced = withTrace(payload, kParent);
        QCOMPARE(traced, QByteArray(expected).replace("T", kValue));
        const bool hasTrace = expected.contains('T');
        QCOMPARE(TraceContext::fromPayload(traced).traceparent, hasTrace ? kParent : QString());
        QCOMPARE(withTrace(traced, kParent), traced);
    }

    void theTracestateTravelsToo()
    {
        const QByteArray traced = withTrace("{}", {kParent, u"vendor=a,other=b"_s});
        const TraceContext trace = TraceContext::fromPayload(traced);
        QCOMPARE(trace.traceparent, kParent);
        QCOMPARE(trace.tracestate, u"vendor=a,other=b"_s);
    }

    void otherSpellingsAreUnderstood_data()
    {
        QTest::addColumn<QByteArray>("payload");
        QTest::addColumn<QString>("expected");
        QTest::newRow("text") << "{\"_trace\":\"" + kParent.toLatin1() + "\"}" << kParent;
        QTest::newRow("graphile_worker_rs")
            << QByteArray(R"({"_trace":{"flags":1,"span_id":"b7ad6b7169203331",)"
                          R"("trace_id":"0af7651916cd43dd8448eb211c80319c"},"n":1})")
            << kParent;
        QTest::newRow("rs, not sampled")
            << QByteArray(R"({"_trace":{"flags":0,"span_id":"b7ad6b7169203331",)"
                          R"("trace_id":"0af7651916cd43dd8448eb211c80319c"}})")
            << QString(kParent).replace(u"-01"_s, u"-00"_s);
        QTest::newRow("second of a batch")
            << "[{\"a\":1},{\"_trace\":\"" + kParent.toLatin1() + "\"}]" << kParent;
        QTest::newRow("later version")
            << "{\"_trace\":\"" + QByteArray(kParent.toLatin1()).replace(0, 2, "cc") + "\"}"
            << QString(kParent).replace(0, 2, u"cc"_s);
    }
    void otherSpellingsAreUnderstood()
    {
        QFETCH(const QByteArray, payload);
        QTEST(TraceContext::fromPayload(payload).traceparent, "expected");
    }

    void invalidTraceparentsAreIgnored_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::newRow("number") << QByteArray("7");
        QTest::newRow("null") << QByteArray("null");
        QTest::newRow("empty object") << QByteArray("{}");
        QTest::newRow("short") << QByteArray("\"00-12-34-01\"");
        QTest::newRow("upper case")
            << QByteArray("\"00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01\"");
        QTest::newRow("no trace") << QByteArray(
            "\"00-00000000000000000000000000000000-b7ad6b7169203331-01\"");
        QTest::newRow("no span") << QByteArray(
            "\"00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01\"");
        QTest::newRow("version ff")
            << '"' + QByteArray(kParent.toLatin1()).replace(0, 2, "ff") + '"';
        QTest::newRow("newline") << '"' + kParent.toLatin1() + "\\n\"";
        QTest::newRow("rs, flags too big")
            << QByteArray(R"({"flags":256,"span_id":"b7ad6b7169203331",)"
                          R"("trace_id":"0af7651916cd43dd8448eb211c80319c"})");
    }
    void invalidTraceparentsAreIgnored()
    {
        QFETCH(const QByteArray, value);
        QVERIFY(!TraceContext::fromPayload("{\"_trace\":" + value + '}').isValid());
        QVERIFY(!TraceContext::fromPayload("[{\"_trace\":" + value + "}]").isValid());
    }

    void anInvalidTraceIsNotWritten()
    {
        QCOMPARE(withTrace("{}", u"nonsense"_s), QByteArray("{}"));
        QCOMPARE(withTrace("{}", QString()), QByteArray("{}"));
    }

    void childrenGetTheTraceOfTheirJob()
    {
        qputenv("TRACEPARENT", "ours");
        qputenv("TRACESTATE", "ours");
        const QTemporaryDir folder;
        QFile script(folder.filePath(u"task"_s));
        QVERIFY(script.open(QIODevice::WriteOnly));
        script.write("#!/bin/sh\necho \"${TRACEPARENT-none} ${TRACESTATE-none}\"\n");
        script.setPermissions(QFileDevice::ReadOwner | QFileDevice::ExeOwner);
        script.close();
        const auto outputFor = [&](const QByteArray &payload) {
            Job job;
            job.payload = payload;
            QString output;
            OutputServices services([&](const QString &line, bool) { output += line; });
            const ExecutableTask task(script.fileName());
            if (task.run({job, {}, {}, services}).kind != TaskOutcome::Kind::Success)
                return u"failed"_s;
            return output;
        };
        QCOMPARE(outputFor(withTrace("{}", {kParent, u"a=b"_s})), kParent + u" a=b"_s);
        QCOMPARE(outputFor(withTrace("[{}]", kParent)), kParent + u" none"_s);
        QCOMPARE(outputFor("{}"), u"none none"_s);
        qunsetenv("TRACEPARENT");
        qunsetenv("TRACESTATE");
    }
};

YARDMASTER_TEST(TestTraceContext)
#include "tst_tracecontext.moc"
