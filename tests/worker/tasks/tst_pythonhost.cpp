#include "tests/support/testprogram.h"
#include "tests/worker/tasks/hosttest.h"
#include <yardmaster/tasksources.h>

#include "worker/tasks/hostcheck.h"

#include <QRegularExpression>

#include <unistd.h>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Python tasks in a real Python, against a real database. Long because each kind of function,
/// error and payload is tried; how jobs end otherwise is tested in tst_pythonhostends.
class TestPythonHost final : public HostTest
{
    Q_OBJECT

    /// The line that says what went wrong: the one after the last frame, as the console has it.
    static QString tellingLine(const QString &error)
    {
        QStringList lines = error.split(u'\n');
        qsizetype place = lines.lastIndexOf(QRegularExpression(u"^  File .*"_s)) + 1;
        while (place > 0 && place < lines.size() && lines[place].startsWith(u' '))
            ++place;
        return lines.value(place);
    }

private slots:
    void theJobHasAllColumns()
    {
        put(u"look.py"_s, R"py(import json
def run(payload, helpers):
    job = helpers.job
    assert job.payload is payload and helpers.get_queue_name() == job.queue_name
    seen = {name: value if isinstance(value, (int, str, dict, list, type(None)))
            else value.isoformat() for name, value in vars(job).items()}
    raise helpers.Failure(json.dumps(seen))
)py");
        const QString id = add(R"('look', '{"big":12345678901234567890}', queue_name := 'q',
            priority := 3, max_attempts := 7, job_key := 'k', flags := array['f'])");
        sql("update graphile_worker._private_jobs set last_error = E'before\\u00e4\\n'");
        QVERIFY(worker()->drain());
        const QJsonObject job = thrown(id).toObject();
        QCOMPARE(job.size(), 18);
        QCOMPARE(QString::number(job["id"_L1].toInteger()), id);
        for (const char *name : {"job_queue_id", "task_id", "priority", "max_attempts", "revision"})
            QCOMPARE(QString::number(job[QLatin1StringView(name)].toInt()), column(name, id));
        QCOMPARE(job["task_identifier"_L1].toString(), u"look"_s);
        QCOMPARE(job["queue_name"_L1].toString(), u"q"_s);
        QCOMPARE(job["key"_L1].toString(), u"k"_s);
        QCOMPARE(job["attempts"_L1].toInt(), 1);
        QCOMPARE(job["last_error"_L1].toString(), u"before\u00e4\n"_s);
        QCOMPARE(job["flags"_L1].toObject(), (QJsonObject{{u"f"_s, true}}));
        QVERIFY(column("last_error", id).contains("12345678901234567890"_L1));
        QVERIFY(job["created_at"_L1].toString().startsWith(
            column("to_char(created_at at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS')", id)));
    }

    void functionsOfAllKindsRun_data()
    {
        QTest::addColumn<QByteArray>("text");
        const auto row
            = [](const char *what, const QByteArray &text) { QTest::newRow(what) << text; };
        row("sync", "def run(payload, helpers):\n    raise helpers.Failure('ran')");
        row("async", "async def run(payload, helpers):\n    raise helpers.Failure('ran')");
        row("lambda", "async def f(h): raise h.Failure('ran')\nrun = lambda payload, h: f(h)");
        row("object",
            "class Task:\n    def __call__(self, payload, helpers):\n"
            "        raise helpers.Failure('ran')\nrun = Task()");
        row("partial",
            "import functools\ndef f(text, payload, helpers):\n"
            "    raise helpers.Failure(text)\nrun = functools.partial(f, 'ran')");
        row("neighbours",
            "from .lib import text\nimport _top\n"
            "def run(payload, helpers):\n    raise helpers.Failure(text + _top.n)");
    }
    void functionsOfAllKindsRun()
    {
        QFETCH(const QByteArray, text);
        put(u"a/lib.py"_s, "text = 'ra'\ndef run(payload, helpers): pass");
        put(u"_top.py"_s, "n = 'n'");
        put(u"a/t-1.py"_s, text);
        const QString id = add("'a/t-1'");
        QVERIFY(worker()->drain());
        QCOMPARE(column("last_error", id), u"ran"_s);
        QCOMPARE(column("attempts", id), u"1"_s);
    }

    /// A file may be called as a module of the standard library.
    void namesOfTheStandardLibraryAreTasks()
    {
        const QByteArray text = "import email.message, json, queue\n"
                                "def run(payload, helpers):\n    email.message.EmailMessage()";
        for (const QString &name : {u"email.py"_s, u"json.py"_s, u"queue.py"_s, u"asyncio.py"_s})
            put(name, text);
        for (const QByteArray name : {"'email'", "'json'", "'queue'", "'asyncio'"})
            (void)add(name);
        QVERIFY(worker(4)->drain());
        QCOMPARE(jobs(), u"0"_s);
    }

    void filesThatCannotBeLoadedAreNotServed()
    {
        put(u"fine.py"_s, "def run(payload, helpers): pass");
        put(u"throws.py"_s, "raise KeyError('no database')");
        put(u"none.py"_s, "def other(): pass");
        put(u"value.py"_s, "run = 5");
        put(u"few.py"_s, "def run(payload): pass");
        put(u"syntax.py"_s, "def run(:");
        put(u"imports.py"_s, "import nothing_of_this_name");
        put(u"leaves.py"_s, "import sys; sys.exit('not here')");
        put(u"exits.py"_s, "import os; os._exit(3)");
        auto worker = plainWorker(1);
        const QString warnings = m_folder->addTo(worker.get()).join(u'\n');
        QCOMPARE(worker->registry->identifiers(), QStringList{u"fine"_s});
        for (const auto text :
             {"throws.py is not served: KeyError: 'no database'"_L1,
              "none.py is not served: it has no function run(payload, helpers)"_L1,
              "value.py is not served: its run is not a function, but int"_L1,
              "few.py is not served: its function run does not take (payload, helpers)"_L1,
              "syntax.py is not served: SyntaxError: "_L1,
              "imports.py is not served: ModuleNotFoundError: No module named"_L1,
              "leaves.py is not served: SystemExit: not here"_L1,
              "exits.py is not served: while it is loaded, the process ended with exit code 3"_L1})
            QVERIFY2(warnings.contains(text), qPrintable(warnings));
        (void)add("'fine'");
        QVERIFY(worker->drain());
        QCOMPARE(jobs(), u"0"_s);
    }

    void withoutPythonTheOtherTasksAreServed()
    {
        put(u"t.py"_s, "def run(payload, helpers): pass");
        const auto checked = [this](const QStringList &command) {
            const HostCheck check
                = checkHosted(pythonHost(command, m_folder->path()), m_folder->path(),
                              {{u"t"_s, m_folder->path() + u"/t.py"_s}});
            return check.usable.empty() ? check.problems.join(u'\n') : u"usable"_s;
        };
        const QString missing = checked({u"/nowhere/python"_s});
        QVERIFY2(missing.contains("/nowhere/python cannot be started"_L1), qPrintable(missing));
        QVERIFY2(missing.contains("Python 3.9 or later is needed; choose one with --python"_L1),
                 qPrintable(missing));
        QCOMPARE(missing.count(u'\n'), 0);
        put(u"../old"_s,
            "#!/bin/sh\necho 'Python 3.9 or later is needed, this is 3.6' >&2\nexit 1");
        const QString old = m_folder->project() + u"/old"_s;
        QFile(old).setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        QVERIFY2(checked({old}).contains("this is 3.6"_L1), qPrintable(checked({old})));
    }

    void aCheckThatASignalEndedIsTriedOnceMore()
    {
        put(u"t.py"_s, "def run(payload, helpers): pass");
        put(u"u.py"_s, "def run(payload, helpers): pass");
        const QString python = m_folder->project() + u"/killed"_s;
        put(u"../killed"_s,
            "#!/bin/sh\nleft=${0%/*}/left\nread n <\"$left\"\n"
            "[ $n -eq 0 ] && exec python3 \"$@\"\n"
            "echo $((n - 1)) >\"$left\"\nkill -9 $$\n");
        QFile(python).setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        const auto warnings = [&](const QByteArray &times) {
            put(u"../left"_s, times + '\n');
            TaskSources sources{.folder = m_folder->path()};
            sources.hosts.python = {python};
            const auto loaded = loadTasks(sources);
            return loaded ? loaded->warnings : QStringList{loaded.error()};
        };
        QCOMPARE(warnings("1"), QStringList());
        const QStringList twice = warnings("2");
        QCOMPARE(twice.size(), 1); // for both files
        QVERIFY2(twice.first().contains("was killed by signal 9"_L1), qPrintable(twice.first()));
    }

    void theVirtualEnvironmentIsFound()
    {
        const auto program = [this](const QStringList &command = {}) {
            return pythonHost(command, m_folder->path() + u"/deep"_s).command.first();
        };
        const auto make = [this](const QString &folder) {
            put(u"../"_s + folder + u"/pyvenv.cfg"_s, "home = /usr/bin\n");
            const QString python = m_folder->project() + u'/' + folder + u"/bin/python"_s;
            put(u"../"_s + folder + u"/bin/python"_s, "#!/bin/sh\n");
            QFile(python).setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
            return python;
        };
        qunsetenv("VIRTUAL_ENV");
        QDir().mkpath(m_folder->path() + u"/deep"_s);
        QCOMPARE(program(), u"python3"_s);
        QCOMPARE(program({u"/a/python"_s, u"-X"_s}), u"/a/python"_s);
        const QString above = make(u"venv"_s);
        QCOMPARE(program(), above);
        const QString hidden = make(u".venv"_s);
        QCOMPARE(program(), hidden);
        const QString beside = make(u"tasks/venv"_s);
        QCOMPARE(program(), beside);
        qputenv("VIRTUAL_ENV", (m_folder->project() + u"/other"_s).toUtf8());
        QCOMPARE(program(), beside); // there is none
        const QString active = make(u"other"_s);
        QCOMPARE(program(), active);
        QFile(beside).setPermissions(QFile::ReadOwner);
        qunsetenv("VIRTUAL_ENV");
        QCOMPARE(program(), hidden);
        if (::geteuid() != 0)
            return;
        QFile(hidden).setPermissions(QFile::ReadOwner | QFile::ExeOwner | QFile::WriteOther);
        QCOMPARE(program(), above); // root runs nothing that others may change
    }

    void errorsBecomeLastError_data()
    {
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<QString>("telling");
        QTest::addColumn<QString>("last"); // line
        const auto row = [](const char *what, const QByteArray &code, const QString &telling,
                            const QString &last = {}) {
            QTest::newRow(what) << code << telling << (last.isNull() ? telling : last);
        };
        row("error", "raise ValueError('boom')", u"ValueError: boom"_s);
        row("no message", "raise KeyError()", u"KeyError"_s);
        row("chain", "try:\n  1 / 0\n except ZeroDivisionError as e:\n  raise OSError('x') from e",
            u"OSError: x"_s);
        row("two lines", "raise ValueError('one\\ntwo')", u"ValueError: one"_s, u"two"_s);
        row("deep", "def f(): f()\n f()", u"RecursionError: maximum recursion depth exceeded"_s);
        row("exit", "import sys; sys.exit(3)", u"SystemExit: 3"_s);
        row("interrupt", "raise KeyboardInterrupt()", u"KeyboardInterrupt"_s);
        row("failure", "raise helpers.Failure('as is')", u"as is"_s);
        row("zero character", "raise ValueError('a\\0b')", u"ValueError: ab"_s);
        row("lone surrogate", "raise ValueError('a\\ud800b')", u"ValueError: a?b"_s);
        row("cannot be shown",
            "class E(Exception):\n  def __str__(self): raise ValueError()\n raise E()",
            u"run.<locals>.E: <exception str() failed>"_s);
    }
    void errorsBecomeLastError()
    {
        QFETCH(const QByteArray, code);
        QFETCH(const QString, telling);
        QFETCH(const QString, last);
        put(u"sync.py"_s, "def run(payload, helpers):\n " + code);
        put(u"later.py"_s,
            "import asyncio\nasync def run(payload, helpers):\n await asyncio.sleep(0)\n " + code);
        const QStringList ids{add("'sync'"), add("'later'")};
        QVERIFY(worker(2)->drain());
        for (const QString &id : ids) {
            const QString error = column("last_error", id);
            const QString line = tellingLine(error);
            QVERIFY2(line.endsWith(telling), qPrintable(error));
            QVERIFY2(error.section(u'\n', -1).endsWith(last), qPrintable(error));
            QVERIFY2(!error.contains("<stdin>"_L1), qPrintable(error));
            QCOMPARE(column("attempts", id), u"1"_s);
        }
    }

    void payloadsThatPythonCannotReadFailAlone()
    {
        put(u"t.py"_s,
            "def run(payload, helpers):\n    raise helpers.Failure(str(payload)[-8:] "
            "+ ' of ' + str(helpers.job.max_attempts))");
        const QString fails
            = add("'t', '" + QByteArray(3000, '[') + "\"]\\\\\"" + QByteArray(3000, ']') + "'");
        const QString number = add("'t', '1" + QByteArray(5000, '2') + "'");
        const QString text = add("'t', '\"]\\\"[\"'");
        const auto worker = this->worker(3);
        worker->start();
        QTRY_VERIFY(!column("last_error", fails).isEmpty());
        QCOMPARE(column("last_error", fails),
                 u"The payload is nested too deeply for Python's json module"_s);
        QTRY_COMPARE(column("last_error", number), u"22222222 of 25"_s);
        QTRY_COMPARE(column("last_error", text), u"]\"[ of 25"_s);
        QVERIFY(worker->stop());
    }

    void aTracebackNamesTheFileAndAnExitWithZeroSucceeds()
    {
        put(u"t.py"_s,
            "def run(payload, helpers):\n    deep()\ndef deep():\n    raise OSError(2, 'no')");
        put(u"fine.py"_s, "import sys\ndef run(payload, helpers):\n    sys.exit(0)");
        const QString id = add("'t'");
        (void)add("'fine'");
        QVERIFY(worker()->drain());
        QCOMPARE(jobs(), u"1"_s);
        const QString file = m_folder->path() + u"/t.py"_s;
        const QString error = column("last_error", id);
        QVERIFY2(
            error.startsWith(
                "Traceback (most recent call last):\n  File \"%1\", line 2, in run\n"_L1.arg(file)),
            qPrintable(error));
        QVERIFY2(error.endsWith(
                     "in deep\n    raise OSError(2, 'no')\nFileNotFoundError: [Errno 2] no"_L1),
                 qPrintable(error));
    }

    /// The console looks for the exception within the end of an error that it does not read whole.
    void longErrorsAreCutWhereTheyTellLeast()
    {
        put(u"message.py"_s,
            "def run(payload, helpers):\n    raise ValueError('x' * 50000 + 'end')");
        put(u"calls.py"_s, R"py(def run(payload, helpers):
    source = "\n".join(f"def f{i}():\n  f{i + 1}()" for i in range(400))
    source += "\ndef f400(): raise ValueError('deep')"
    names = {}
    exec(compile(source, "a" * 60, "exec"), names)
    names["f0"]()
)py");
        const QString message = add("'message'");
        const QString calls = add("'calls'");
        QVERIFY(worker()->drain());
        const QString first = column("last_error", message);
        QVERIFY2(first.size() < 2500, qPrintable(QString::number(first.size())));
        QVERIFY2(first.endsWith("characters left out)"_L1), qPrintable(first));
        QVERIFY(tellingLine(first).startsWith("ValueError: xxx"_L1));
        QVERIFY(m_log->has(u"xxxend")); // whole, as output
        const QString second = column("last_error", calls);
        QVERIFY2(second.size() < 8000, qPrintable(QString::number(second.size())));
        QCOMPARE(tellingLine(second), u"ValueError: deep"_s);
        QVERIFY(second.contains("in run"_L1));
    }

    void failuresDecideAboutTheNextAttempt()
    {
        put(u"final.py"_s,
            "def run(payload, helpers):\n    raise helpers.Failure('never', final=True)");
        put(u"later.py"_s,
            "import datetime\ndef run(payload, helpers):\n"
            "    raise helpers.Failure('wait', retry_after=datetime.timedelta(hours=2))");
        const QString never = add("'final'");
        const QString later = add("'later'");
        QVERIFY(worker()->drain());
        QCOMPARE(column("(attempts = max_attempts)", never), u"true"_s);
        QCOMPARE(column("last_error", later), u"wait"_s);
        QCOMPARE(column("(run_at between now() + interval '119 minutes' and now() + interval '121 "
                        "minutes')",
                        later),
                 u"true"_s);
    }

    void itemsOfABatchThatFailAreKept()
    {
        put(u"sync.py"_s, R"py(def run(items, helpers):
    items[2]["seen"] = True
    return [None if item.get("ok") else ValueError(f"no {item['n']}") for item in items]
)py");
        put(u"later.py"_s, R"py(async def one(item):
    if item % 2: raise ValueError(f"odd {item}")
async def run(items, helpers):
    return [one(item) for item in items]
)py");
        put(u"short.py"_s, "def run(items, helpers):\n    return [None]");
        put(u"wide.py"_s, R"py(def run(items, helpers):
    return [ValueError("too wide"), None, ValueError("no number")]
)py");
        const QString wide = add(R"('wide', '[{"n":1e400},1,[2,{"m":[-1e400]}]]')");
        const QString sync = add(R"('sync', '[{"n":1,"ok":true},{"n":2},{"n":3}]')");
        const QString later = add("'later', '[1,2,3]'");
        (void)add("'short', '[1,2]'");
        QVERIFY(worker(3)->drain());
        QCOMPARE(jobs(), u"3"_s);
        QCOMPARE(column("last_error", sync), u"Batch failures:\nno 2\nno 3"_s);
        QCOMPARE(column("payload", sync), u"[{\"n\":2},{\"n\":3,\"seen\":true}]"_s);
        QCOMPARE(column("payload", later), u"[1,3]"_s);
        QCOMPARE(column("last_error", wide), u"Batch failures:\ntoo wide\nno number"_s);
        QCOMPARE(column("payload", wide), u"[{\"n\":null},[2,{\"m\":[null]}]]"_s); // as in Node.js
        QVERIFY(m_log->has(u"The number of results (1) is not that of the items (2)"));
    }

    void jobsAreAdded()
    {
        const QByteArray body = R"py(
    at = datetime.datetime(2030, 1, 2, 3, 4, 5, 678000, datetime.timezone.utc)
    one = AWAIT helpers.add_job("other", {"a": 1}, queue_name="q", run_at=at, max_attempts=4,
        job_key="k", job_key_mode="preserve_run_at", priority=-2, flags=["x", "y"])
    assert one.run_at == at and one.priority == -2 and one.queue_name == "q", one
    many = AWAIT helpers.add_jobs([{"identifier": "b", "payload": [1]}, {"identifier": "a", "job_key": "z"}])
    assert [job.task_identifier for job in many] == ["b", "a"] and many[1].payload == {}, many
    try:
        AWAIT helpers.add_job("other", job_key="k", job_key_mode="wrong")
    except helpers.AddJobError as error:
        assert error.code == "GWBKM", error.code
    try:
        AWAIT helpers.add_job("other", speed=9)
    except TypeError as error:
        assert "no option 'speed'" in str(error)
    raise helpers.Failure(str(one.id))
)py";
        const auto with = [&](const char *how) { return QByteArray(body).replace("AWAIT", how); };
        put(u"sync.py"_s, "import datetime\ndef run(payload, helpers):" + with(""));
        put(u"later.py"_s, "import datetime\nasync def run(payload, helpers):" + with("await"));
        for (const QByteArray task : {"'sync'", "'later'"}) {
            const QString id = add(task);
            QVERIFY(worker()->drain());
            const QString added = column("last_error", id);
            QVERIFY2(added.toLongLong() > 0, qPrintable(added));
            QCOMPARE(column("priority", added), u"-2"_s);
            QCOMPARE(column("max_attempts", added), u"4"_s);
            QCOMPARE(column("(run_at = '2030-01-02T03:04:05.678Z')", added), u"true"_s);
            sql("delete from graphile_worker._private_jobs");
        }
    }

    void linesAreLabelledWithTheirJob()
    {
        const QByteArray body = R"py(
    name = payload["name"]
    print("begin", name)
    AWAITsleep(0.005)
    sys.stderr.write(f"part of {name}, ")
    AWAITsleep(0.005)
    sys.stderr.write(f"rest of {name}\n")
    helpers.logger.scope(label="deep", extra=name).warning("log %s", name, a=1)
    helpers.logger.debug("not shown")
    logging.getLogger("library").warning("library %s", name)
    sys.stdout.buffer.write(f"bytes {name}\n".encode())
    print(f"end {name}", end="")
)py";
        const auto with = [&](const char *how) { return QByteArray(body).replace("AWAIT", how); };
        put(u"sync.py"_s,
            "import logging, sys\nfrom time import sleep\n"
            "def run(payload, helpers):"
                + with(""));
        put(u"later.py"_s,
            "import logging, sys\nfrom asyncio import sleep\n"
            "async def run(payload, helpers):"
                + with("await "));
        QHash<QString, QString> names;
        for (int i = 0; i < 20; ++i) {
            const QString name = u"n%1."_s.arg(i);
            const QByteArray task = i % 2 ? "'sync'" : "'later'";
            names.insert(name, add(task + ", '{\"name\":\"" + name.toLatin1() + "\"}'"));
        }
        QVERIFY(worker(20)->drain());
        QCOMPARE(jobs(), u"0"_s);
        for (auto it = names.begin(); it != names.end(); ++it) {
            for (const QString &text :
                 {u"begin "_s, u"log "_s, u"library "_s, u"bytes "_s, u"end "_s}) {
                const LogEntry entry = m_log->with(text + it.key());
                QCOMPARE(entry.message, text + it.key());
                QCOMPARE(QString::number(entry.scope.jobId), it.value());
            }
            const LogEntry error = m_log->with(u"part of "_s + it.key());
            QCOMPARE(error.message, u"part of %1, rest of %1"_s.arg(it.key()));
            QCOMPARE(error.scope.label, u"stderr"_s);
            const LogEntry log = m_log->with(u"log "_s + it.key());
            QCOMPARE(log.scope.label, u"deep"_s);
            QCOMPARE(log.level, LogLevel::Warning);
            QCOMPARE(log.meta, (QJsonObject{{u"a"_s, 1}, {u"extra"_s, it.key()}}));
        }
        QVERIFY(!m_log->has(u"not shown"));
    }

    void childProcessesDoNotHoldTheChannel()
    {
        put(u"t.py"_s, R"py(import multiprocessing, os, signal, subprocess
def child():
    print("from the child", os.path.exists("/proc/self/fd/3") and os.readlink("/proc/self/fd/3"))
    os._exit(0)
def run(payload, helpers):
    process = multiprocessing.get_context("fork").Process(target=child)
    process.start()
    process.join(20)
    sleeper = subprocess.Popen(["sleep", "60"])
    assert not [fd for fd in os.listdir(f"/proc/{sleeper.pid}/fd") if int(fd) in (3, 4)]
    sleeper.terminate()  # SIGTERM is not ignored there
    assert sleeper.wait(20) == -signal.SIGTERM
)py");
        (void)add("'t'");
        QVERIFY(worker()->drain());
        QCOMPARE(jobs(), u"0"_s);
        QTRY_VERIFY(m_log->has(u"from the child"));
        QVERIFY2(!m_log->has(u"socket:"), qPrintable(m_log->with(u"from the child").message));
        QVERIFY(!m_log->has(u"os._exit"));
    }

    void manyJobsRunOnceEach()
    {
        put(u"sync.py"_s,
            "def run(payload, helpers):\n    n = payload['n']\n"
            "    helpers.progress(n / 3000)\n"
            "    if n % 10 == 0: raise helpers.Failure(f'no {n}')");
        put(u"later.py"_s,
            "import asyncio\nasync def run(payload, helpers):\n    n = payload['n']\n"
            "    await asyncio.sleep(0.001)\n"
            "    if n % 10 == 0: raise helpers.Failure(f'no {n}')");
        sql("select graphile_worker.add_jobs(array(select json_populate_record("
            "null::graphile_worker.job_spec, json_build_object('identifier', case n % 2 when 0 "
            "then 'sync' else 'later' end, 'payload', json_build_object('n', n / 2), "
            "'max_attempts', 1)) "
            "from generate_series(2, 6001) n))");
        const auto worker = this->worker(48);
        QVERIFY(worker->drain());
        QCOMPARE(scalar("select count(*) from graphile_worker._private_jobs where attempts = 1 and "
                        "last_error = 'no ' || (payload->>'n')"),
                 u"600"_s);
        QCOMPARE(jobs(), u"600"_s);
    }

    /// More than there are threads at the beginning.
    void syncJobsRunAtTheSameTime()
    {
        put(u"t.py"_s,
            "import threading\nbarrier = threading.Barrier(100)\n"
            "def run(payload, helpers):\n    barrier.wait(60)");
        for (int i = 0; i < 100; ++i)
            (void)add("'t'");
        QVERIFY(worker(100)->drain());
        QCOMPARE(jobs(), u"0"_s);
    }
};

YARDMASTER_TEST(TestPythonHost)
#include "tst_pythonhost.moc"
