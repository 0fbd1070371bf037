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
};

YARDMASTER_TEST(TestNodeHostSpecs)
#include "tst_nodehostspecs.moc"
