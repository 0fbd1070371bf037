#include "tests/support/testprogram.h"
#include "tests/worker/tasks/hosttest.h"

#include "tests/support/eventspy.h"
#include "worker/runner/dryrun.h"
#include "worker/tasks/hostcheck.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QProcess>
#include <QVersionNumber>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// JavaScript tasks in a real Node.js, against a real database. Long because jobs are compared with
/// those of graphile-worker, property by property; how they end otherwise is tested in
/// tst_nodehostends.
class TestNodeHost final : public HostTest
{
    Q_OBJECT

private slots:
    void theJobIsThatOfGraphileWorker()
    {
        put(u"look.mjs"_s, R"(export default function (payload, helpers) {
            const { job } = helpers;
            const types = Object.entries(job).map(([name, value]) =>
                [name, value instanceof Date ? "Date" : value === null ? "null" : typeof value]);
            throw new Error(JSON.stringify({
                types, job, isSame: payload === job.payload, self: typeof this,
                plain: Object.getPrototypeOf(job) === Object.prototype && !Object.isFrozen(job),
                helpers: Object.keys({ ...helpers }).sort(),
            }));
        })");
        const QString id = add(R"('look', '{"a":[1,"ü"]}', queue_name := 'q', priority := 3,
            max_attempts := 7, job_key := 'k', flags := array['f'])");
        sql("update graphile_worker._private_jobs set last_error = E'before\\u00e4\\n', revision = "
            "2");
        QVERIFY(worker()->drain());
        const QJsonObject seen = thrown(id).toObject();
        const QJsonArray types = seen["types"_L1].toArray();
        QStringList names;
        for (const QJsonValue type : types)
            names << type[0].toString() + u':' + type[1].toString();
        QCOMPARE(names,
                 (QStringList{u"id:string"_s, u"job_queue_id:number"_s, u"task_id:number"_s,
                              u"payload:object"_s, u"priority:number"_s, u"run_at:Date"_s,
                              u"attempts:number"_s, u"max_attempts:number"_s,
                              u"last_error:string"_s, u"created_at:Date"_s, u"updated_at:Date"_s,
                              u"key:string"_s, u"locked_at:Date"_s, u"locked_by:string"_s,
                              u"revision:number"_s, u"flags:object"_s, u"is_available:boolean"_s,
                              u"task_identifier:string"_s}));
        const QJsonObject job = seen["job"_L1].toObject();
        QCOMPARE(job["id"_L1].toString(), id);
        const auto stored = [&](const QByteArray &name) { return column(name, id); };
        QCOMPARE(QString::number(job["job_queue_id"_L1].toInt()), stored("job_queue_id"));
        QCOMPARE(QString::number(job["task_id"_L1].toInt()), stored("task_id"));
        QCOMPARE(job["last_error"_L1].toString(), u"before\u00e4\n"_s);
        QCOMPARE(job["attempts"_L1].toInt(), 1);
        QCOMPARE(job["max_attempts"_L1].toInt(), 7);
        QCOMPARE(job["priority"_L1].toInt(), 3);
        QCOMPARE(job["revision"_L1].toInt(), 2);
        QCOMPARE(job["key"_L1].toString(), u"k"_s);
        QCOMPARE(job["is_available"_L1].toBool(), false);
        QCOMPARE(job["flags"_L1].toObject(), (QJsonObject{{u"f"_s, true}}));
        QCOMPARE(job["task_identifier"_L1].toString(), u"look"_s);
        QVERIFY(job["locked_by"_L1].toString().startsWith("yardmaster-"_L1));
        QCOMPARE(job["created_at"_L1].toString(),
                 stored("to_char(created_at at time zone 'UTC', "
                        "'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')"));
        QCOMPARE(seen["isSame"_L1].toBool(), true);
        QCOMPARE(seen["plain"_L1].toBool(), true);
        QCOMPARE(seen["self"_L1].toString(), u"undefined"_s);
        QCOMPARE(seen["helpers"_L1].toVariant().toStringList(),
                 (QStringList{u"abortPromise"_s, u"abortSignal"_s, u"addJob"_s, u"addJobs"_s,
                              u"debug"_s, u"getQueueName"_s, u"job"_s, u"logger"_s, u"progress"_s,
                              u"query"_s, u"withPgClient"_s}));
    }

    void nullsAndInfinityAreAsInGraphileWorker()
    {
        put(u"look.mjs"_s, R"(export default (payload, { job, getQueueName }) => {
            throw new Error(JSON.stringify([payload, job.job_queue_id, job.last_error, job.key,
                job.flags, getQueueName(), String(job.run_at)]));
        })");
        const QString id = add("'look', 'null', run_at := '-infinity'");
        QVERIFY(worker()->drain());
        QCOMPARE(thrown(id).toArray(),
                 (QJsonArray{QJsonValue(), QJsonValue(), QJsonValue(), QJsonValue(), QJsonValue(),
                             QJsonValue(), u"-Infinity"_s}));
    }

    void modulesOfAllKindsRun_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("text");
        const auto row = [](const char *what, const QString &name, const QByteArray &text) {
            QTest::newRow(what) << name << text;
        };
        row("default export", u"t.mjs"_s, "export default () => { throw new Error('ran'); }");
        row("module.exports", u"t.cjs"_s, "module.exports = () => { throw new Error('ran'); }");
        row("exports.default", u"t.js"_s, "exports.default = () => { throw new Error('ran'); }");
        row("compiled", u"t.cjs"_s,
            "Object.defineProperty(exports, '__esModule', { value: true });\n"
            "exports.default = () => { throw new Error('ran'); }");
        row("wrapped twice", u"t.mjs"_s,
            "export default { default: { __esModule: true, "
            "default: () => { throw new Error('ran'); } } }");
        row("untyped ESM", u"t.js"_s,
            "import 'node:fs'; export default () => { throw new Error('ran'); }");
        row("top-level await", u"t.mjs"_s,
            "const text = await Promise.resolve('ran');\n"
            "export default () => { throw new Error(text); }");
        row("async", u"t.mjs"_s, "export default async () => { throw new Error('ran'); }");
        row("thenable", u"t.mjs"_s,
            "export default () => ({ then: (resolve, reject) => reject(new Error('ran')) })");
        row("in a folder", u"a/index.js"_s, "module.exports = () => { throw new Error('ran'); }");
    }
    void modulesOfAllKindsRun()
    {
        QFETCH(const QString, name);
        QFETCH(const QByteArray, text);
        put(name, text);
        const QString id = add(name.startsWith(u'a') ? "'a/index'" : "'t'");
        QVERIFY(worker()->drain());
        QCOMPARE(column("last_error", id), u"ran"_s);
        QCOMPARE(column("attempts", id), u"1"_s);
    }

    void typeScriptRunsWhereNodeReadsIt()
    {
        QProcess node;
        node.start(u"node"_s, {u"--version"_s}); // v22.18.0
        QVERIFY(node.waitForFinished(60000));
        const auto version
            = QVersionNumber::fromString(QString::fromLatin1(node.readAllStandardOutput().mid(1)));
        put(u"t.ts"_s,
            "export default ({ n }: { n: number }): void => {\n"
            "    throw new Error(`ran ${n}`); };");
        put(u"other.mjs"_s, "export default () => {}");
        auto worker = plainWorker(1);
        const QString warnings = m_folder->addTo(worker.get()).join(u'\n');
        if (version < QVersionNumber(22, 18)) {
            QVERIFY2(warnings.contains("does not read TypeScript"_L1), qPrintable(warnings));
            QVERIFY(!worker->registry->find(u"t"_s));
            return;
        }
        QCOMPARE(warnings, QString());
        const QString id = add("'t', '{\"n\":5}'");
        QVERIFY(worker->drain());
        QCOMPARE(column("last_error", id), u"ran 5"_s);
    }

    void neighboursAndTheTypeOfThePackageAreFound()
    {
        put(u"package.json"_s, R"({ "type": "module" })");
        put(u"t.js"_s,
            "import { text } from './lib/text.js';\n"
            "export default () => { throw new Error(text + process.cwd()); }");
        put(u"lib/text.js"_s, "export const text = 'in '; export default () => {};");
        auto worker = plainWorker(1);
        const QStringList warnings = m_folder->addTo(worker.get());
        QCOMPARE(warnings.size(), 1);
        QVERIFY2(warnings.first().contains("package.json"_L1), qPrintable(warnings.first()));
        const QString id = add("'t'");
        QVERIFY(worker->drain());
        QCOMPARE(column("last_error", id), u"in "_s + QDir::currentPath());
    }

    /// What the program of the host declares, and what Node.js gives to such a program.
    void modulesDoNotSeeTheHost()
    {
        put(u"t.mjs"_s,
            "export default () => { throw new Error([typeof require, typeof module, "
            "typeof __filename, typeof settings, typeof flush, typeof Logger].join()); }");
        put(u"sloppy.js"_s,
            "module.exports = () => { results = 1; running = null; throw new "
            "Error(typeof require + typeof leave); }");
        auto worker = plainWorker(1);
        QCOMPARE(m_folder->addTo(worker.get()), QStringList());
        const QString sloppy = add("'sloppy'");
        const QString id = add("'t'");
        QVERIFY(worker->drain());
        QCOMPARE(column("last_error", sloppy), u"functionundefined"_s);
        QCOMPARE(column("last_error", id),
                 u"undefined,undefined,undefined,undefined,undefined,undefined"_s);
    }

    void filesThatCannotBeLoadedAreNotServed()
    {
        put(u"fine.mjs"_s, "export default () => {}");
        put(u"throws.mjs"_s, "throw new Error('no database');");
        put(u"wrong.mjs"_s, "export const task = () => {};");
        put(u"syntax.js"_s, "module.exports = () => {{");
        put(u"exits.cjs"_s, "process.exit(3)");
        auto worker = plainWorker(1);
        const QString warnings = m_folder->addTo(worker.get()).join(u'\n');
        QCOMPARE(worker->registry->identifiers(), QStringList{u"fine"_s});
        for (const auto text :
             {"throws.mjs is not served: no database"_L1,
              "wrong.mjs is not served: its default export is not a function"_L1,
              "syntax.js is not served: "_L1,
              "exits.cjs is not served: while it is loaded, the process ended with exit code 3"_L1})
            QVERIFY2(warnings.contains(text), qPrintable(warnings));
        (void)add("'fine'");
        QVERIFY(worker->drain());
        QCOMPARE(jobs(), u"0"_s);
    }

    void jobsOfFilesThatWereNotCheckedFailIfTheyCannotBeLoaded()
    {
        put(u"throws.mjs"_s, "console.log('loading'); throw new Error('no service');");
        put(u"fine.mjs"_s, "export default () => {}");
        const auto worker = plainWorker(1);
        QStringList warnings;
        TaskFolder::scan(m_folder->path())
            .addTo(worker->registry.get(), &warnings, {}, ModuleCheck::Skip);
        QCOMPARE(warnings, QStringList());
        QVERIFY(!m_log->has(u"loading"));
        const QString id = add("'throws'");
        (void)add("'fine'");
        QVERIFY(worker->drain());
        QCOMPARE(jobs(), u"1"_s);
        QCOMPARE(column("last_error", id), u"The task could not be loaded: no service"_s);
    }

    void aFileThatNeverEndsLoadingIsNotServed()
    {
        put(u"a.mjs"_s, "export default () => {}");
        put(u"endless.mjs"_s, "await new Promise(() => {});");
        put(u"z.mjs"_s, "for (;;);");
        const auto file = [this](const QString &name) {
            return HostedFiles::File{name, m_folder->path() + u'/' + name + u".mjs"_s};
        };
        const HostCheck check = checkHosted(nodeHost(), m_folder->path(),
                                            {file(u"a"_s), file(u"endless"_s), file(u"z"_s)}, 5s);
        QCOMPARE(check.usable.size(), size_t(1));
        QCOMPARE(check.usable.front().identifier, u"a"_s);
        const auto sentence = [this](const QString &name) {
            return u"%1/%2 is not served: it does not finish loading within 5.0 s"_s.arg(
                m_folder->path(), name);
        };
        QCOMPARE(check.problems, (QStringList{sentence(u"endless.mjs"_s), sentence(u"z.mjs"_s)}));
    }

    void withoutNodeTheOtherTasksAreServed()
    {
        put(u"t.mjs"_s, "export default () => {}");
        const HostCheck check = checkHosted(nodeHost({u"/nowhere/node"_s}), m_folder->path(),
                                            {{u"t"_s, m_folder->path() + u"/t.mjs"_s}});
        QVERIFY(check.usable.empty());
        QCOMPARE(check.problems.size(), 1);
        QVERIFY2(check.problems.first().contains("/nowhere/node cannot be started"_L1),
                 qPrintable(check.problems.first()));
    }

    void errorsBecomeLastError_data()
    {
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<QString>("error");
        const auto row = [](const char *what, const QByteArray &code, const QString &error) {
            QTest::newRow(what) << code << error;
        };
        row("error", "throw new Error('boom', { cause: new Error('inner') })", u"boom"_s);
        row("rejection", "return Promise.reject(new TypeError('later'))", u"later"_s);
        row("no message", "throw new RangeError()", u"RangeError"_s);
        row("object", "throw { message: 'of an object' }", u"of an object"_s);
        row("string", "throw 'text'", u"An error occurred"_s);
        row("null", "throw null", u"An error occurred"_s);
        row("undefined", "return Promise.reject()", u"An error occurred"_s);
        row("zero character", "throw new Error('a\\0b')", u"ab"_s);
        row("lone surrogate", "throw new Error('a\\ud800b')", u"a?b"_s);
    }
    void errorsBecomeLastError()
    {
        QFETCH(const QByteArray, code);
        QFETCH(const QString, error);
        put(u"t.cjs"_s, "module.exports = () => { " + code + " }");
        const QString id = add("'t'");
        QVERIFY(worker()->drain());
        QCOMPARE(column("last_error", id), error);
        QCOMPARE(column("attempts", id), u"1"_s);
        QVERIFY(column("(run_at > now() + interval '1 second')", id) == u"true"_s);
    }

    void theStackIsOutputOfTheJob()
    {
        put(u"t.mjs"_s, "export default function deep() {\n  throw new Error('boom'); }");
        const QString id = add("'t'");
        QVERIFY(worker()->drain());
        const LogEntry entry = m_log->with(u"at deep (file://");
        QVERIFY2(entry.message.contains("t.mjs:2:"_L1), qPrintable(entry.message));
        QCOMPARE(QString::number(entry.scope.jobId), id);
        QCOMPARE(entry.scope.label, u"stderr"_s);
    }

    void theStackHasTheTaskWhereAHelperFails_data()
    {
        QTest::addColumn<QByteArray>("options");
        QTest::newRow("refused by the host") << QByteArray("{ runAt: '2020' }");
        QTest::newRow("refused by the worker") << QByteArray("{ jobKey: 'k'.repeat(600) }");
    }
    void theStackHasTheTaskWhereAHelperFails()
    {
        QFETCH(const QByteArray, options);
        put(u"t.mjs"_s,
            "export default async function adds(payload, helpers) {\n  await helpers.addJob('x', "
            "{}, "
                + options + "); }");
        (void)add("'t'");
        QVERIFY(worker()->drain());
        const LogEntry entry = m_log->with(u"adds (file://");
        QVERIFY2(entry.message.contains("t.mjs:2:"_L1), qPrintable(entry.message));
        QVERIFY2(!entry.message.contains("[stdin]"_L1), qPrintable(entry.message));
        QVERIFY2(!entry.message.contains("node:internal/stream"_L1), qPrintable(entry.message));
    }

    void anythingCanBeLogged()
    {
        put(u"t.mjs"_s, R"(export default (payload, { logger, debug }) => {
            logger.info({ number: 1 });
            logger.warn(new RangeError("too far"));
            logger.error("went wrong", { error: new TypeError("no such"), at: 2 });
            debug("old");
        })");
        (void)add("'t'");
        QVERIFY(worker()->drain());
        QCOMPARE(jobs(), u"0"_s);
        QVERIFY(m_log->has(u"{ number: 1 }"));
        QVERIFY(m_log->with(u"RangeError: too far").message.contains("t.mjs:3:"_L1));
        QCOMPARE(
            m_log->with(u"went wrong").meta,
            (QJsonObject{{u"error"_s,
                          QJsonObject{{u"name"_s, u"TypeError"_s}, {u"message"_s, u"no such"_s}}},
                         {u"at"_s, 2}}));
        QVERIFY(m_log->has(u"helpers.debug is gone"));
    }

    void itemsOfABatchThatFailAreKept()
    {
        put(u"batch.mjs"_s, R"(export default (items) => {
            items[2].seen = true;
            return items.map((item) => item.ok ? new Error("returned, so fine")
                : Promise.reject(item.text ? item.text : new Error(`no ${item.n}`)));
        })");
        put(u"short.mjs"_s, "export default () => [Promise.resolve()]");
        put(u"all.mjs"_s, "export default (items) => items.map(async () => {})");
        const QString id
            = add(R"('batch', '[{"n":1,"ok":true},{"n":2,"text":"a string"},{"n":3}]')");
        (void)add("'short', '[1,2]'");
        (void)add("'all', '[1,2]'");
        QVERIFY(worker()->drain());
        QCOMPARE(jobs(), u"1"_s);
        QCOMPARE(column("last_error", id), u"Batch failures:\na string\nno 3"_s);
        QCOMPARE(column("payload", id),
                 u"[{\"n\":2,\"text\":\"a string\"},{\"n\":3,\"seen\":true}]"_s);
        QVERIFY(m_log->has(u"The number of results (1) is not that of the items (2)"));
    }

    void jobsAreAddedAsByGraphileWorker()
    {
        put(u"adds.mjs"_s, R"(export default async (payload, { addJob, addJobs }) => {
            const at = new Date("2030-01-02T03:04:05.678Z");
            const one = await addJob("other", { a: 1 }, { queueName: "q", runAt: at, maxAttempts: 4,
                jobKey: "k", jobKeyMode: "preserve_run_at", priority: -2, flags: ["x", "y"] });
            const bare = await addJob("other", undefined, { maxAttempts: 0, priority: 0 });
            const many = await addJobs([{ identifier: "b", payload: [1] }, { identifier: "a" }]);
            let code = "";
            try {
                await addJob("other", {}, { jobKey: "k", jobKeyMode: "wrong" });
            } catch (error) {
                code = error.code;
            }
            throw new Error(JSON.stringify([one, bare, many, code, Object.keys(one).length]));
        })");
        const QString id = add("'adds'");
        QVERIFY(worker()->drain());
        const QJsonArray seen = thrown(id).toArray();
        const QJsonObject one = seen[0].toObject();
        const QString added = one["id"_L1].toString();
        const auto compare
            = [&](const char *name, const QString &text) { QCOMPARE(text, column(name, added)); };
        QCOMPARE(seen[4].toInt(), 18);
        compare("job_queue_id", QString::number(one["job_queue_id"_L1].toInt()));
        compare("task_id", QString::number(one["task_id"_L1].toInt()));
        compare("priority", QString::number(one["priority"_L1].toInt()));
        compare("max_attempts", QString::number(one["max_attempts"_L1].toInt()));
        compare("key", one["key"_L1].toString());
        QCOMPARE(one["run_at"_L1].toString(), u"2030-01-02T03:04:05.678Z"_s);
        QCOMPARE(one["flags"_L1].toObject(), (QJsonObject{{u"x"_s, true}, {u"y"_s, true}}));
        QCOMPARE(one["is_available"_L1].toBool(), true);
        QCOMPARE(one["task_identifier"_L1].toString(), u"other"_s);
        const QJsonObject bare = seen[1].toObject();
        QCOMPARE(bare["payload"_L1].toObject(), QJsonObject());
        QCOMPARE(bare["max_attempts"_L1].toInt(), 25);
        QCOMPARE(bare["priority"_L1].toInt(), 0);
        QVERIFY(bare["job_queue_id"_L1].isNull());
        const QJsonArray many = seen[2].toArray();
        QCOMPARE(many.size(), 2);
        QCOMPARE(many[0].toObject()["task_identifier"_L1].toString(), u"b"_s);
        QCOMPARE(many[1].toObject()["payload"_L1].toObject(), QJsonObject());
        QCOMPARE(seen[3].toString(), u"GWBKM"_s);
    }

    void jobsAreAddedAfterTheJobThatAddsThemHasEnded()
    {
        const QString gate = m_folder->path() + u"/gate"_s;
        put(u"late.mjs"_s, R"(import { existsSync } from "node:fs";
        export default (gate, { addJob }) => {
            const timer = setInterval(() => {
                if (!existsSync(gate)) return;
                clearInterval(timer);
                void addJob("other", { late: true });
            }, 5);
        })");
        (void)add("'late', '\"" + gate.toUtf8() + "\"'");
        const auto worker = this->worker();
        worker->start();
        QTRY_COMPARE(jobs(), u"0"_s);
        put(u"gate"_s, "");
        QTRY_COMPARE(
            scalar("select string_agg(payload::text, '') from graphile_worker._private_jobs"),
            u"{\"late\":true}"_s);
        QVERIFY(worker->stop());
    }

    void linesAreLabelledWithTheirJob()
    {
        put(u"says.mjs"_s, R"(import { setTimeout as sleep } from "node:timers/promises";
        export default async ({ name }, { logger }) => {
            console.log(`begin ${name}`);
            await sleep(5);
            process.stderr.write(`part of ${name}, `);
            await sleep(5);
            console.error(`rest of ${name}`);
            logger.scope({ label: "deep", extra: name }).warn(`log ${name}`, { a: 1 });
            logger.debug("not shown");
            logger.log("info", "plain");
        })");
        QHash<QString, QString> names;
        for (int i = 0; i < 20; ++i) {
            const QString name = u"n%1."_s.arg(i);
            names.insert(name, add("'says', '{\"name\":\"" + name.toLatin1() + "\"}'"));
        }
        QVERIFY(worker(20)->drain());
        for (auto it = names.begin(); it != names.end(); ++it) {
            const LogEntry out = m_log->with(u"begin "_s + it.key());
            QCOMPARE(QString::number(out.scope.jobId), it.value());
            QCOMPARE(out.scope.label, u"stdout"_s);
            const LogEntry err = m_log->with(u"part of "_s + it.key() + u", rest of "_s + it.key());
            QCOMPARE(QString::number(err.scope.jobId), it.value());
            QCOMPARE(err.level, LogLevel::Error);
            const LogEntry log = m_log->with(u"log "_s + it.key());
            QCOMPARE(QString::number(log.scope.jobId), it.value());
            QCOMPARE(log.scope.taskIdentifier, u"says"_s);
            QCOMPARE(log.scope.label, u"deep"_s);
            QCOMPARE(log.level, LogLevel::Warning);
            QCOMPARE(log.meta, (QJsonObject{{u"a"_s, 1}, {u"extra"_s, it.key()}}));
        }
        QVERIFY(!m_log->has(u"not shown"));
        QVERIFY(m_log->has(u"plain"));
    }

    void largePayloadsArrive()
    {
        put(u"t.mjs"_s, "export default ({ text }) => { throw new Error(String(text.length)); }");
        const QString large = add("'t', json_build_object('text', repeat('ü', 20000000))");
        const QString middle = add("'t', json_build_object('text', repeat('ü', 50000))");
        QVERIFY(worker(4)->drain());
        QCOMPARE(column("last_error", large), u"20000000"_s);
        QCOMPARE(column("last_error", middle), u"50000"_s);
    }

    void manyJobsRunOnceEach()
    {
        put(u"t.mjs"_s,
            "export default async ({ n }, { progress }) => { progress(n / 3000); "
            "if (n % 10 === 0) throw new Error(`no ${n}`); }");
        sql("select graphile_worker.add_jobs(array(select json_populate_record("
            "null::graphile_worker.job_spec, json_build_object('identifier', 't', 'payload', "
            "json_build_object('n', n))) from generate_series(1, 3000) n))");
        const auto worker = this->worker(24);
        const EventSpy started(&worker->events, &EventBus::jobStarted);
        const EventSpy succeeded(&worker->events, &EventBus::jobSucceeded);
        const EventSpy progressed(&worker->events, &EventBus::jobProgressed);
        QVERIFY(worker->drain());
        QCOMPARE(started.count(), 3000);
        QCOMPARE(succeeded.count(), 2700);
        QCOMPARE(progressed.count(), 3000);
        QCOMPARE(scalar("select count(*) from graphile_worker._private_jobs where attempts = 1 and "
                        "last_error = 'no ' || (payload->>'n')"),
                 u"300"_s);
    }

    void whatThrowsWhenItIsLookedAtFailsItsJobOnly()
    {
        put(u"t.cjs"_s, R"(const bad = {
            constructor: () => Object.defineProperty(Promise.resolve(), "constructor", {
                get() { throw new Error("no constructor"); } }),
            message: () => { throw { message: Object.create(null) }; },
            stack: () => { throw Object.defineProperty(new Error("x"), "stack", {
                get() { throw new Error("no stack"); } }); },
            getter: () => { throw new (class extends Error { get message() { return this.no.way; } })(); },
            proxy: () => { throw new Proxy({}, { get() { throw 1; }, has() { throw 2; },
                getPrototypeOf() { throw 3; } }); },
            later: () => Promise.reject({ message: Object.create(null) }),
        };
        module.exports = ({ how }) => (how ? bad[how]() : undefined);)");
        const QMap<QString, QString> expected{
            {u"constructor"_s, u"no constructor"_s},
            {u"message"_s, u"An error whose message cannot be read"_s},
            {u"stack"_s, u"x"_s},
            {u"getter"_s, u"An error whose message cannot be read"_s},
            {u"proxy"_s, u"An error whose message cannot be read"_s},
            {u"later"_s, u"An error whose message cannot be read"_s},
        };
        for (const QString &how : expected.keys()) {
            (void)add("'t', '{\"how\":\"" + how.toUtf8() + "\"}'");
            (void)add("'t', '{}'");
        }
        QVERIFY(worker(4)->drain());
        QCOMPARE(jobs(), QString::number(expected.size()));
        for (auto it = expected.begin(); it != expected.end(); ++it)
            QCOMPARE(scalar("select last_error || ' ' || attempts from "
                            "graphile_worker._private_jobs where payload->>'how' = '"
                            + it.key().toUtf8() + "'"),
                     it.value() + u" 1"_s);
    }

    /// Rows are sent without what they share with the row before.
    void jobsOfOneFrameHaveTheirOwnAttributes()
    {
        put(u"t.mjs"_s,
            "export default async (payload, { job }) => { throw new Error([job.id, +job.run_at, "
            "+job.created_at, +job.updated_at, job.priority, job.attempts, job.max_attempts, "
            "job.key, job.revision, job.last_error, addTo(job.flags)].join(' ')); };\n"
            "function addTo(flags) { flags.n = (flags.n ?? 0) + 1; return flags.n; }");
        sql("select graphile_worker.add_jobs(array(select json_populate_record("
            "null::graphile_worker.job_spec, json_build_object('identifier', 't')) "
            "from generate_series(1, 400)))");
        sql("update graphile_worker._private_jobs set run_at = timestamp '2020-01-01' + id / 3 * "
            "interval '1 s', created_at = timestamp '2019-01-01' + id / 5 * interval '1 s', "
            "priority = id / 50, attempts = id / 70, max_attempts = 20 + id / 90, revision = id / "
            "40, key = case when id % 11 = 0 then 'key ' || id end, last_error = case when id % 7 "
            "= 0 then 'error ' || id / 8 end, flags = '{\"shared\": true}'");
        sql("create table expected as select id, concat_ws(' ', id, extract(epoch from "
            "run_at)::int "
            "* 1000::bigint, extract(epoch from created_at)::int * 1000::bigint, floor(extract("
            "epoch from updated_at) * 1000)::bigint, priority, attempts + 1, max_attempts, "
            "coalesce(key, ''), revision, coalesce(last_error, ''), 1) as text "
            "from graphile_worker._private_jobs");
        QVERIFY(worker(100)->drain());
        QCOMPARE(scalar("select jobs.last_error || ' <> ' || text from expected join "
                        "graphile_worker._private_jobs as jobs using (id) where jobs.last_error "
                        "is distinct from text order by id limit 1"),
                 QString());
        QCOMPARE(scalar("select count(*) from expected join graphile_worker._private_jobs as jobs "
                        "using (id) where last_error = text"),
                 u"400"_s);
    }

    void aDryRunLeavesTheQueueAlone()
    {
        put(u"t.mjs"_s,
            "export default ({ a }, { job }) => { "
            "throw new Error(`${a} ${job.id} ${job.locked_at}`); }");
        const QString id = add("'t', '{\"a\":5}'");
        const auto worker = this->worker();
        Job job;
        job.info.id = id.toLongLong();
        job.info.task = u"t"_s;
        job.info.attempts = 1;
        job.payload = "{\"a\":5}";
        const DryRunOutcome outcome
            = runDry(worker->options, worker->registry, &worker->events, job, {}, {});
        QCOMPARE(outcome.outcome.kind, TaskOutcome::Kind::Failure);
        QCOMPARE(outcome.outcome.error, u"5 "_s + id + u" null"_s);
        QCOMPARE(column("attempts", id), u"0"_s);
    }
};

YARDMASTER_TEST(TestNodeHost)
#include "tst_nodehost.moc"
