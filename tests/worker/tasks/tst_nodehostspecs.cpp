#include "tests/support/testprogram.h"
#include "tests/worker/tasks/hosttest.h"

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// What JavaScript tasks may give addJob() and addJobs(); tst_nodehost_peer compares more of it
/// with graphile-worker.
class TestNodeHostSpecs final : public HostTest
{
    Q_OBJECT

private slots:
    void payloadsAreNestedAsDeeplyAsPostgresAccepts()
    {
        put(u"adds.mjs"_s, R"(import fs from "node:fs";
            export default async (payload, { addJob, addJobs }) => {
            const nested = (depth) => {
                let value = 7;
                for (let i = 0; i < depth; ++i) value = i % 2 ? [value] : { a: value };
                return value;
            };
            const one = await addJob("deep", nested(1100));
            const [two] = await addJobs([{ identifier: "deep", payload: nested(1101) }]);
            // JSON.stringify() itself ends before PostgreSQL does.
            const text = JSON.stringify(["addJobs", 1000, 0, [["deep", "X", {}]], null])
                .replace('"X"', "[".repeat(20000) + "]".repeat(20000));
            const head = Buffer.alloc(4);
            head.writeUInt32BE(text.length);
            fs.writeSync(3, Buffer.concat([head, Buffer.from(text)]));
            await addJob("deep", { beside: true });
            throw new Error(JSON.stringify([one, two].map(({ payload }) =>
                JSON.stringify(payload).length)));
        })");
        put(u"keeps.mjs"_s, R"(export default (items) => {
            let deep = 7;
            for (let i = 0; i < 1100; ++i) deep = [deep];
            items[1].deep = deep;
            return [null, Promise.reject(new Error("no"))];
        })");
        const QString id = add("'adds'");
        const QString batch = add("'keeps', '[1, {}]'");
        const auto worker = this->worker(2);
        QVERIFY(worker->drain());
        QCOMPARE(column("last_error", id), u"[%1,%2]"_s.arg(550 * 8 + 1).arg(550 * 8 + 7));
        QCOMPARE(scalar("select string_agg(length(payload::text)::text, ' ' order by id) from "
                        "graphile_worker._private_jobs where task_id = (select id from "
                        "graphile_worker._private_tasks where identifier = 'deep')"),
                 u"4401 4407 15"_s);
        // What is left of a batch is written with other results, so it is checked before.
        QCOMPARE(column("last_error", batch),
                 u"The new payload is nested more than 1000 levels deep\nBatch failures:\nno"_s);
        QCOMPARE(column("payload", batch), u"[1, {}]"_s);
        QVERIFY(!m_log->has(u"not a message"));
    }

    /// Of specs that graphile-worker refuses, too.
    void whatIsRefusedIsNamed()
    {
        put(u"adds.mjs"_s, R"(export default async (payload, { addJob, addJobs }) => {
            const seen = [];
            const note = (error) => seen.push(`${error.code ?? error.name} ${error.message}`);
            for (const options of [
                { runAt: new Date(NaN) },
                { runAt: "tomorrow" },
                { runAt: { toISOString: () => null } },
                { priority: "x" },
                { priority: Infinity },
                { priority: true },
                { priority: 1.5 },
                { maxAttempts: [3] },
                { maxAttempts: "0x10" },
                { flags: "abc" },
                { flags: [null] },
            ]) {
                await addJob("other", {}, options).then(() => seen.push("added"), note);
                await addJobs([{ identifier: "other" }, { identifier: "other", ...options }])
                    .then(() => seen.push("added"), note);
            }
            await addJob(undefined, {}).then(() => seen.push("added"), note);
            await addJobs([{ identifier: null }]).then(() => seen.push("added"), note);
            throw new Error(JSON.stringify(seen));
        })");
        const QString id = add("'adds'");
        QVERIFY(worker()->drain());
        QStringList expected;
        for (const auto &text : {
                 u"RangeError Invalid time value"_s,
                 u"TypeError runAt must be a Date, not \"tomorrow\""_s,
                 u"RangeError runAt must be a time, not null"_s,
                 u"22P02 priority must be a whole number, not \"x\""_s,
                 u"22P02 priority must be a whole number, not Infinity"_s,
                 u"22P02 priority must be a whole number, not true"_s,
                 u"22P02 priority must be a whole number, not 1.5"_s,
                 u"22P02 maxAttempts must be a whole number, not [ 3 ]"_s,
                 u"22P02 maxAttempts must be a whole number, not \"0x10\""_s,
                 u"22P02 flags must be an array of strings, not \"abc\""_s,
                 u"22P02 flags must be an array of strings, not [ null ]"_s,
             })
            expected << text << text;
        expected << u"TypeError the task identifier must be a string, not undefined"_s
                 << u"TypeError the task identifier must be a string, not null"_s;
        QCOMPARE(thrown(id).toVariant().toStringList(), expected);
        QCOMPARE(jobs(), u"1"_s);
    }

    void timesAreKeptToTheMicrosecond()
    {
        put(u"adds.mjs"_s, R"(export default async (payload, { addJob }) => {
            for (const text of ["2030-01-02T03:04:05.678901Z", "1960-01-02T03:04:05.6789Z",
                "2030-01-02T03:04:05Z", "+010000-01-01T00:00:00.000Z", "-000100-01-01T00:00:00.000Z"])
                await addJob("other", {}, { runAt: { toISOString: () => text } });
            await addJob("other", {}, { runAt: new Date(253402300800000) });
        })");
        (void)add("'adds'");
        QVERIFY(worker()->drain());
        QCOMPARE(scalar("select string_agg(to_char(run_at at time zone 'UTC', 'YYYY-MM-DD "
                        "HH24:MI:SS.US BC'), ', ' order by id) from "
                        "graphile_worker._private_jobs"),
                 u"2030-01-02 03:04:05.678901 AD, 1960-01-02 03:04:05.678900 AD, 2030-01-02 "
                 "03:04:05.000000 AD, 10000-01-01 00:00:00.000000 AD, 0101-01-01 00:00:00.000000 "
                 "BC, 10000-01-01 00:00:00.000000 AD"_s);
    }
};

YARDMASTER_TEST(TestNodeHostSpecs)
#include "tst_nodehostspecs.moc"
