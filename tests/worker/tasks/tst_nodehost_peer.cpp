#include "tests/peers/peers.h"
#include "tests/support/testprogram.h"
#include "tests/worker/runner/workertest.h"
#include "tests/worker/tasks/hostfolder.h"

#include "worker/tasks/hostcheck.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QRegularExpression>

#include <sys/stat.h>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// The same folder of tasks run by graphile-worker and here: the same names, rows and observations.
class TestNodeHostPeer final : public QObject
{
    Q_OBJECT

    const Peer m_peer{u"gw-0.18"_s};

    /// With graphile-worker's own packages, as in a project that has it.
    void install(const HostFolder &folder) const
    {
        const QString modules = QFileInfo(m_peer.folder()).path();
        QVERIFY(QFile::link(modules, folder.project() + u"/node_modules"_s));
    }

    /// The identifiers that graphile-worker finds.
    [[nodiscard]] QStringList peersTasks(const QString &tasks) const
    {
        QProcess process;
        process.start(u"node"_s,
                      {u"--input-type=module"_s, u"-e"_s,
                       u"import { getTasks, Logger } from '%1/dist/index.js';\n"
                       "const logger = new Logger(() => () => {});\n"
                       "const { tasks } = await getTasks({ logger }, '%2');\n"
                       "console.log(JSON.stringify(Object.keys(tasks).sort()));"_s.arg(
                           m_peer.folder(), tasks)});
        if (!process.waitForFinished(60000) || process.exitCode() != 0)
            qFatal("%s", process.readAllStandardError().constData());
        return QJsonDocument::fromJson(process.readAllStandardOutput()).toVariant().toStringList();
    }

private slots:
    void initTestCase() { REQUIRE_PEERS(); }

    void tasksHaveTheSameNames()
    {
        const HostFolder folder;
        const QByteArray task = "module.exports = () => {};";
        for (const auto &name : {u"plain.js"_s,
                                 u"both.cjs"_s,
                                 u"both.js"_s,
                                 u"es.cjs"_s,
                                 u"nested/deep/task.js"_s,
                                 u"nested/index.js"_s,
                                 u"__tests__/t.js"_s,
                                 u"node_modules/package/index.js"_s,
                                 u"spec.test.js"_s,
                                 u"spaced name.js"_s,
                                 u"dotted.folder/t.js"_s,
                                 u".hidden.js"_s,
                                 u"umläut.js"_s,
                                 u"2fa.js"_s,
                                 u"UPPER-case_1.js"_s,
                                 u"view.tsx"_s,
                                 u"old.cts"_s,
                                 u"types.d.ts"_s,
                                 u"notes.md"_s,
                                 u"data.json"_s,
                                 u"script.sh"_s,
                                 u"plain.sh"_s})
            folder.put(name, task);
        folder.put(u"module.mjs"_s, "export default () => {};");
        for (const auto &name : {u"/script.sh"_s, u"/plain.sh"_s})
            ::chmod(QFile::encodeName(folder.path() + name).constData(), 0755);
        QVERIFY(QFile::link(folder.path() + u"/plain.js"_s, folder.path() + u"/linked.js"_s));
        QVERIFY(QFile::link(folder.path() + u"/nested"_s, folder.path() + u"/elsewhere"_s));

        TestWorker worker{ConnectionSettings()};
        (void)folder.addTo(&worker);
        QCOMPARE(worker.registry->identifiers(), peersTasks(folder.path()));
    }

    void jobsAndObservationsAreTheSame()
    {
        const HostFolder folder;
        install(folder);
        folder.put(u"look.mjs"_s, R"js(export default async (payload, helpers) => {
            const { job } = helpers;
            const kind = (value) => value instanceof Date ? "Date" : value === null ? "null"
                : typeof value;
            const seen = {
                kinds: Object.entries(job).map(([name, value]) => `${name} ${kind(value)}`),
                job: { ...job, locked_by: "", locked_at: "" },
                helpers: Object.keys(helpers).filter((name) => !["debug", "progress"].includes(name))
                    .sort(),
                isSame: payload === job.payload,
                queue: await helpers.getQueueName(),
                again: typeof helpers.getQueueName(),
                none: helpers.getQueueName(null),
                unknown: await Promise.resolve(helpers.getQueueName(99999)).catch((e) => e.message),
                aborted: helpers.abortSignal.aborted,
                scoped: typeof helpers.logger.scope({}).info,
            };
            await helpers.query("insert into seen values ($1, $2)", [job.id, JSON.stringify(seen)]);
        })js");
        folder.put(u"database.cjs"_s, R"js(module.exports = async (payload, helpers) => {
            const { rows } = await helpers.query(`select 9007199254740993::int8 as int8, 1.5::numeric
                as numeric, count(*), date '2026-01-31' as date, timestamptz '2026-01-31 08:00Z' as at,
                '{"a":1}'::jsonb as jsonb, '\\x0102'::bytea as bytea, interval '1 day 2 hours' as
                interval, point '(1,2)' as point, null as nothing, array[1,2] as list from seen`);
            const types = Object.fromEntries(Object.entries(rows[0]).map(([name, value]) =>
                [name, [value === null ? "null" : value.constructor.name, value]]));
            const several = await helpers.query("select 1 as a; select 2 as b");
            const object = await helpers.query({ text: "select $1::int as n", values: [5] });
            const error = await helpers.query("select 1/0").catch((e) => [e.code, e.message,
                e.constructor.name]);
            await helpers.withPgClient(async (client) => {
                await client.query("begin");
                await client.query("create table made (n int)");
                await client.query("rollback");
            });
            const retried = await helpers.withPgClient.withRetries((client) =>
                client.query("select to_regclass('made') is null as gone"));
            const seen = { types, several: several.map(({ rows }) => rows), object: object.rows, error,
                gone: retried.rows[0].gone };
            await helpers.query("insert into seen values ($1, $2)",
                [helpers.job.id, JSON.stringify(seen)]);
        })js");
        folder.put(u"adds.mjs"_s,
                   R"js(export default async (payload, { addJob, addJobs, job, query }) => {
            const at = new Date("2030-01-02T03:04:05.678Z");
            const cleaned = (row) => ({ ...row, created_at: typeof row.created_at,
                updated_at: row.updated_at.constructor.name,
                run_at: row.run_at < new Date("2029-01-01") ? "now" : row.run_at });
            const all = [
                await addJob("later", { a: 1, big: 12345 }, { queueName: "q", runAt: at, maxAttempts: 4,
                    jobKey: "k", jobKeyMode: "replace", priority: -2, flags: ["x", "y"] }),
                await addJob("later", [1], { runAt: at, jobKey: "k", jobKeyMode: "preserve_run_at" }),
                await addJob("later", undefined, { runAt: at, maxAttempts: 0, priority: 0 }),
                await addJob("later", null, { runAt: at }),
                await addJob("later", "text", { runAt: at, jobKeyMode: "unheard of" }),
                ...await addJobs([{ identifier: "later", payload: { n: 1 }, runAt: at },
                    { identifier: "later", runAt: at, maxAttempts: 3, priority: 9 }]),
            ].map(cleaned);
            const error = await addJob("later", {}, { jobKey: "k", jobKeyMode: "wrong" })
                .catch((e) => e.code);
            await query("insert into seen values ($1, $2)", [job.id, JSON.stringify({ all, error })]);
        })js");
        folder.put(u"fails.cjs"_s, R"(module.exports = async function ({ how }) {
            switch (how) {
                case "error": throw new Error("boom", { cause: new Error("inner") });
                case "long": throw new Error("ü".repeat(3000));
                case "empty": throw new RangeError();
                case "object": throw { message: "of an object" };
                case "number message": throw Object.assign(new Error("x"), { message: 5 });
                case "string": throw "text";
                case "null": throw null;
                case "reject": return Promise.reject(new TypeError("rejected"));
                case "aggregate": throw new AggregateError([new Error("a")], "several");
            }
        })");
        folder.put(u"batch.js"_s, R"(exports.default = (items) => {
            if (!Array.isArray(items)) return ["no batch"];
            return items.map(async (item) => {
                if (item === null) throw null;
                if (item.fail) { item.tries = (item.tries ?? 0) + 1; throw new Error(`no ${item.n}`); }
                if (item.text) throw item.text;
                return new Error("returned");
            });
        })");
        folder.put(u"returns.mjs"_s, R"(export default (payload) => payload.short ? [] : payload)");

        const QByteArray jobs = R"(
            create table seen (job bigint, what jsonb);
            select graphile_worker.add_job('look', '{"a":[1,"ü",9007199254740993,null]}',
                queue_name := 'serial', priority := -9, max_attempts := 7, job_key := 'key',
                flags := array['one', 'two']);
            select graphile_worker.add_job('look', 'null', priority := -8);
            select graphile_worker.add_job('database', priority := -7);
            select graphile_worker.add_job('adds', priority := -6);
            select graphile_worker.add_job('fails', json_build_object('how', how), max_attempts := 3)
                from unnest(array['error', 'long', 'empty', 'object', 'number message', 'string',
                    'null', 'reject', 'aggregate', 'not at all']) how;
            select graphile_worker.add_job('fails', '{"how":"error"}', max_attempts := 1);
            select graphile_worker.add_job('batch', payload::json) from unnest(array[
                '[{"n":1},{"n":2,"fail":true},{"text":"why"},{"n":12345678901234567890,"fail":true}]',
                '[{"n":1}]', '[]', '[null,{"n":1}]', '{"n":1}', '[{"n":1,"fail":true}]']) payload;
            select graphile_worker.add_job('returns', payload::json)
                from unnest(array['[1,2]', '"text"', '{"short":true}']) payload;)";

        const auto after = [](const TestDatabase &database) {
            const QString rows = database.scalar(
                "select string_agg(concat_ws(' | ', jobs.id, tasks.identifier, jobs.payload, "
                "jobs.attempts, jobs.max_attempts, jobs.priority, jobs.last_error, jobs.key, "
                "jobs.revision, jobs.flags, queues.queue_name, jobs.locked_at, jobs.locked_by, "
                "case when jobs.attempts > 0 "
                "then round(extract(epoch from jobs.run_at - now()) / 2.7) >= 0 end), E'\\n' "
                "order by jobs.id) from graphile_worker._private_jobs jobs "
                "join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id "
                "left join graphile_worker._private_job_queues queues "
                "on queues.id = jobs.job_queue_id");
            const QString seen
                = database.scalar("select string_agg(job || ' ' || jsonb_pretty(what), E'\\n' "
                                  "order by job) from seen");
            return (rows + u'\n' + seen).split(u'\n');
        };

        const auto theirs = TestDatabase::createMigrated();
        theirs.script(jobs);
        // One at a time, so that ids are given in the same order.
        const auto outcome = m_peer.run(theirs.url(), {u"--once"_s}, folder.project());
        QVERIFY2(outcome.succeeded, outcome.output.constData());

        const auto ours = TestDatabase::createMigrated();
        ours.script(jobs);
        TestWorker worker(ours);
        QCOMPARE(folder.addTo(&worker), QStringList());
        QVERIFY(worker.drain());

        static const QRegularExpression times(
            u"\"(run_at|created_at|updated_at)\": \"20[^\"]*\""_s);
        QStringList expected = after(theirs).replaceInStrings(times, u"\"\\1\": a time"_s);
        QStringList found = after(ours).replaceInStrings(times, u"\"\\1\": a time"_s);
        for (qsizetype i = 0; i < std::min(expected.size(), found.size()); ++i)
            QCOMPARE(found[i], expected[i]);
        QCOMPARE(found.size(), expected.size());
        QVERIFY(found.size() > 100);
    }

    /// Which specs are refused, and what the others become.
    void specsAreTheSame()
    {
        const HostFolder folder;
        install(folder);
        folder.put(u"specs.mjs"_s,
                   R"js(export default async (payload, { addJob, addJobs, query }) => {
            const at = "2030-01-02T03:04:05.678901Z";
            const cases = {
                "invalid date": { runAt: new Date(NaN) },
                "text as date": { runAt: "tomorrow" },
                "number as date": { runAt: 5 },
                "moment": { runAt: { toISOString: () => at } },
                "no time": { runAt: { toISOString: () => "soon" } },
                "year 9999": { runAt: new Date("9999-12-31T23:59:59.999Z") },
                "before 1970": { runAt: new Date("1950-06-07T08:09:10.011Z") },
                "no flags": { flags: [] },
                "text as flags": { flags: "abc" },
                "null as flag": { flags: [null] },
                "numbers as flags": { flags: [1, true, "x"] },
                "lone surrogate as key": { jobKey: "k\ud800" },
            };
            for (const value of ["x", Infinity, NaN, true, false, [3], "0x1g", "5", " 5 ", "-5", 5, 5.5,
                "5.5", 5n, {}, null, "12345678901", 40000]) {
                const name = typeof value === "bigint" ? "5n" : JSON.stringify(value) + String(value);
                cases[`priority ${name}`] = { priority: value };
                cases[`maxAttempts ${name}`] = { maxAttempts: value };
            }
            const withPayload = { "function": () => 1, "symbol": Symbol("s"), "undefined": undefined,
                "toJSON undefined": { toJSON: () => undefined }, "toJSON null": { toJSON: () => null },
                "toJSON date": { toJSON: () => new Date(0) }, "date": new Date(0), "null": null, "0": 0,
                "bigint": 1n };
            const note = async (name, add) => {
                let what = "refused";
                try {
                    const { id } = await add();
                    const { rows } = await query(`select tasks.identifier, payload::text, max_attempts,
                        priority, key, flags, case when run_at = created_at then 'now'
                        else run_at::text end as at from graphile_worker._private_jobs jobs
                        join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
                        where jobs.id = $1`, [id]);
                    what = JSON.stringify(rows[0]);
                    await query("delete from graphile_worker._private_jobs where id = $1", [id]);
                } catch {}
                await query("insert into seen (name, what) values ($1, $2)", [name, what]);
            };
            for (const [name, options] of Object.entries(cases)) {
                await note(`one: ${name}`, () => addJob("later", {}, options));
                await note(`many: ${name}`,
                    async () => (await addJobs([{ identifier: "later", ...options }]))[0]);
            }
            for (const [name, payload] of Object.entries(withPayload)) {
                await note(`one: payload ${name}`, () => addJob("later", payload));
                await note(`many: payload ${name}`,
                    async () => (await addJobs([{ identifier: "later", payload }]))[0]);
            }
            for (const identifier of [undefined, null, "", 5]) {
                await note(`one: identifier ${identifier}`, () => addJob(identifier, {}));
                await note(`many: identifier ${identifier}`,
                    async () => (await addJobs([{ identifier }]))[0]);
            }
        })js");
        const QByteArray jobs = "create table seen (n serial, name text, what text);"
                                "select graphile_worker.add_job('specs', max_attempts := 1)";
        const auto after = [](const TestDatabase &database) {
            return database
                .scalar("select string_agg(name || ' -> ' || what, E'\n' order by n) from seen")
                .split(u'\n');
        };
        const auto theirs = TestDatabase::createMigrated();
        theirs.script(jobs);
        const auto outcome = m_peer.run(theirs.url(), {u"--once"_s}, folder.project());
        QVERIFY2(outcome.succeeded, outcome.output.constData());
        const auto ours = TestDatabase::createMigrated();
        ours.script(jobs);
        TestWorker worker(ours);
        QCOMPARE(folder.addTo(&worker), QStringList());
        QVERIFY(worker.drain());

        const QStringList expected = after(theirs);
        const QStringList found = after(ours);
        QVERIFY(expected.size() > 100);
        QCOMPARE(found.size(), expected.size());
        QStringList differences;
        for (qsizetype i = 0; i < expected.size(); ++i) {
            if (found[i] != expected[i])
                differences << found[i];
        }
        const auto row = [](int maxAttempts, int priority, const QString &key = u"null"_s,
                            const QString &payload = u"{}"_s) {
            return u" -> {\"identifier\":\"later\",\"payload\":\"%1\",\"max_attempts\":%2,"
                   "\"priority\":%3,\"key\":%4,\"flags\":null,\"at\":\"now\"}"_s.arg(payload)
                       .arg(maxAttempts)
                       .arg(priority)
                       .arg(key);
        };
        QCOMPARE(differences,
                 (QStringList{
                     // Here, both functions take the same.
                     u"many: lone surrogate as key"_s + row(25, 0, u"\"k\ufffd\""_s),
                     u"many: priority nullInfinity -> refused"_s,
                     u"many: maxAttempts nullInfinity -> refused"_s,
                     u"many: priority falsefalse"_s + row(25, 0),
                     u"many: maxAttempts falsefalse"_s + row(25, 0),
                     u"many: priority 5n"_s + row(25, 5),
                     u"many: maxAttempts 5n"_s + row(5, 0),
                     u"many: payload toJSON null"_s + row(25, 0, u"null"_s, u"null"_s),
                     // No worker could run it.
                     u"one: identifier  -> refused"_s,
                     u"many: identifier  -> refused"_s,
                 }));
    }
};

YARDMASTER_TEST(TestNodeHostPeer)
#include "tst_nodehost_peer.moc"
