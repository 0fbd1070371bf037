#include "tests/support/eventspy.h"
#include "tests/support/testprogram.h"
#include "tests/worker/tasks/hosttest.h"
#include "tests/worker/tasks/httpserver.h"
#include <yardmaster/tasksources.h>

#include <QRegularExpression>
#include <QScopeGuard>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// A worker whose tasks folder changes while it runs.
class TestTaskWatch final : public HostTest
{
    Q_OBJECT

    std::unique_ptr<HttpServer> m_server;
    std::unique_ptr<TestWorker> m_worker;
    int m_loads = 0; // of the folder, after the first

    /// Starts a worker of what the folder has now. @returns what stops it.
    [[nodiscard]] auto startWatching(int concurrency = 4, const CronSource &cron = {},
                                     const QStringList &http = {})
    {
        auto loaded = loadTasks({.folder = m_folder->path(),
                                 .hosts = {.isWatching = true, .watchInterval = 50ms},
                                 .http = http});
        if (!loaded)
            qFatal("%s", qUtf8Printable(loaded.error()));
        m_worker = plainWorker(concurrency);
        m_worker->registry = loaded->registry;
        m_worker->handle(u"own"_s, succeed);     // as a program that embeds the engine does
        m_worker->options.prefetchHorizon = 0ms; // jobs wait here
        m_worker->options.cron = cron;
        m_worker->start();
        // Queued: it comes from another thread.
        connect(
            m_worker->runner.get(), &Runner::tasksLoaded, this, [this] { ++m_loads; },
            Qt::QueuedConnection);
        if (!m_worker->waitUntilRunning())
            qWarning("the worker does not start");
        return qScopeGuard([this] { stopWatching(); });
    }
    void stopWatching()
    {
        QVERIFY(m_worker->stop());
        m_worker.reset();
        m_server.reset();
    }
    /// @returns whether the worker has read the folder again as it is.
    [[nodiscard]] bool isLoadedAgain(const std::function<void()> &change)
    {
        const int before = m_loads;
        change();
        return QTest::qWaitFor([&] { return m_loads > before; }, 30000);
    }
    void remove(const QString &name) const
    {
        QVERIFY(QFile::remove(m_folder->path() + u'/' + name));
    }
    void putProgram(const QString &name, const QByteArray &text) const
    {
        put(name, text);
        QFile::setPermissions(m_folder->path() + u'/' + name,
                              QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    [[nodiscard]] QString served() const
    {
        return scalar("select string_agg(name, ' ' order by name) from "
                      "graphile_worker._private_workers, jsonb_array_elements_text(metadata -> "
                      "'tasks') as name");
    }
    static QByteArray module(const QByteArray &word)
    {
        return "export default (payload, { job }) => console.log(`" + word + " ${job.id}`);";
    }

private slots:
    void aFileThatBreaksBeforeItsFirstJobRunsAsBefore()
    {
        put(u"a.mjs"_s, module("before"));
        put(u"p.py"_s, "def run(payload, helpers): print('before p')\n");
        const auto stop = startWatching();
        QVERIFY(isLoadedAgain([this] { put(u"a.mjs"_s, "syntax(("); }));
        QVERIFY(isLoadedAgain([this] { put(u"p.py"_s, "def ("); }));
        (void)add("'a'");
        (void)add("'p'");
        QTRY_COMPARE(jobs(), u"0"_s);
        QVERIFY(m_log->has(u"before p"));
    }

    void newTasksAreServedAndRemovedOnesAreNot_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("JavaScript") << u"fresh.mjs"_s << module("ran");
        QTest::newRow("Python") << u"fresh.py"_s << QByteArray("def run(payload, helpers): pass\n");
        QTest::newRow("executable") << u"fresh.sh"_s << QByteArray("exit 0\n");
        QTest::newRow("HTTP") << u"fresh.http"_s << QByteArray("url: URL/hook\n");
    }
    void newTasksAreServedAndRemovedOnesAreNot()
    {
        QFETCH(const QString, name);
        QFETCH(const QByteArray, text);
        m_server
            = std::make_unique<HttpServer>([](const HttpServer::Request &, QTcpSocket *socket) {
                  HttpServer::send(socket, "200 OK");
              });
        const auto create = [&] {
            // In place of another name, so that it is never seen half written.
            const QString path = m_folder->path() + u'/';
            putProgram(u"../new"_s, QByteArray(text).replace("URL", m_server->url({}).toLatin1()));
            if (!name.endsWith(".sh"_L1))
                QFile::setPermissions(path + u"../new"_s, QFile::ReadOwner | QFile::WriteOwner);
            QVERIFY(QFile::rename(path + u"../new"_s, path + name));
        };
        putProgram(u"always.sh"_s, "exit 0\n");
        const auto stopping = startWatching();
        (void)add("'fresh'");
        (void)add("'always'");
        QTRY_COMPARE(jobs(), u"1"_s);
        QTRY_COMPARE(served(), u"always own"_s);

        QVERIFY(isLoadedAgain(create));
        QTRY_COMPARE(jobs(), u"0"_s);
        QTRY_COMPARE(served(), u"always fresh own"_s);

        QVERIFY(isLoadedAgain([&] { remove(name); }));
        QTRY_COMPARE(served(), u"always own"_s);
        const QString left = add("'fresh'");
        (void)add("'always', priority => 100"); // is fetched after it, if it is
        QTRY_COMPARE(jobs(), u"1"_s);
        QCOMPARE(column("attempts", left), u"0"_s);

        QVERIFY(isLoadedAgain(create));
        QTRY_COMPARE(jobs(), u"0"_s);
        QCOMPARE(m_worker->runner->state(), Runner::State::Running);
    }

    void aFileThatIsMendedIsServed()
    {
        put(u"good.mjs"_s, module("good"));
        put(u"bad.mjs"_s, "export default () => {{");
        const auto stopping = startWatching();
        (void)add("'bad'");
        (void)add("'good'");
        QTRY_COMPARE(jobs(), u"1"_s);
        QVERIFY(isLoadedAgain([&] { put(u"bad.mjs"_s, module("mended")); }));
        QTRY_COMPARE(jobs(), u"0"_s);
        QVERIFY(m_log->has(u"mended "));
    }

    void otherTasksStay()
    {
        putProgram(u"a.sh"_s, "exit 0\n");
        m_server
            = std::make_unique<HttpServer>([](const HttpServer::Request &, QTcpSocket *socket) {
                  HttpServer::send(socket, "200 OK");
              });
        const auto stopping = startWatching(4, {}, {u"hook="_s + m_server->url()});
        QVERIFY(isLoadedAgain([this] { putProgram(u"b.sh"_s, "exit 0\n"); }));
        sql("select graphile_worker.add_job(unnest(array['a', 'b', 'own', 'hook']))");
        QTRY_COMPARE(jobs(), u"0"_s);
    }

    void aFileThatIsMadeExecutableIsServed()
    {
        putProgram(u"always.sh"_s, "exit 0\n");
        put(u"later.sh"_s, "exit 0\n");
        const auto stopping = startWatching();
        (void)add("'later'");
        QVERIFY(isLoadedAgain([this] {
            QVERIFY(QFile::setPermissions(m_folder->path() + u"/later.sh"_s,
                                          QFile::ReadOwner | QFile::ExeOwner));
        }));
        QTRY_COMPARE(jobs(), u"0"_s);
    }

    void theCrontabMayNameNewTasks()
    {
        putProgram(u"always.sh"_s, "exit 0\n");
        put(u"../crontab"_s, "0 4 * * * always\n");
        CronSource cron;
        cron.file = m_folder->project() + u"/crontab"_s;
        const auto stopping = startWatching(4, cron);
        const EventSpy reloaded(&m_worker->events, &EventBus::cronReloaded);
        QVERIFY(isLoadedAgain([this] { putProgram(u"fresh.sh"_s, "exit 0\n"); }));
        QTest::failOnWarning(QRegularExpression(u"this worker has no task"_s));
        put(u"../crontab"_s, "0 4 * * * fresh\n");
        QTRY_VERIFY(reloaded.count() > 0);
    }

    void aFileThatBreaksIsServedAsBefore()
    {
        put(u"old.mjs"_s, module("old"));
        put(u"hook.http"_s, "url: http://127.0.0.1:1/\n");
        const auto stopping = startWatching();
        (void)add("'old'");
        QTRY_COMPARE(jobs(), u"0"_s);
        QVERIFY(isLoadedAgain([&] {
            put(u"old.mjs"_s, "export default () => {{");
            put(u"hook.http"_s, "no URL\n");
            put(u"new.mjs"_s, module("new"));
        }));
        const QString old = add("'old'");
        (void)add("'new'");
        QTRY_COMPARE(jobs(), u"0"_s);
        QVERIFY(m_log->has(u"old "_s + old));
        QTRY_COMPARE(served(), u"hook new old own"_s);
    }

    void aChangeEndsACheckThatHangs()
    {
        put(u"old.mjs"_s, module("old"));
        const auto stopping = startWatching();
        const QString file = m_folder->project() + u"/hanging"_s;
        put(u"hangs.mjs"_s,
            "import fs from 'node:fs'; fs.writeFileSync('" + file.toUtf8()
                + "', `${process.pid}\\n`); await new Promise(() => setInterval(() => {}, 1000));");
        const auto hanging = [&file] {
            QFile pid(file);
            return pid.open(QIODevice::ReadOnly) ? pid.readAll() : QByteArray();
        };
        QTRY_VERIFY(hanging().endsWith('\n'));
        const qint64 process = hanging().trimmed().toLongLong();
        const int before = m_loads;
        QVERIFY(isLoadedAgain([&] { put(u"hangs.mjs"_s, module("mended")); }));
        QTRY_VERIFY(!isAlive(process));
        (void)add("'hangs'");
        QTRY_COMPARE(jobs(), u"0"_s);
        QCOMPARE(m_loads, before + 1); // not what was read before
    }

    void theOldProcessEndsWithItsJobs()
    {
        put(u"slow.mjs"_s, R"(import { existsSync } from "node:fs";
            import { setTimeout } from "node:timers/promises";
            export default async ({ file }) => {
                console.log(`pid ${process.pid}`);
                while (!existsSync(file)) await setTimeout(20);
            })");
        const auto stopping = startWatching();
        (void)add("'slow', json_build_object('file', '" + m_folder->path().toUtf8() + "/go')");
        QTRY_VERIFY(m_log->has(u"pid "));
        const qint64 process
            = m_log->with(u"pid ").message.section(u' ', 1, 1).trimmed().toLongLong();
        QVERIFY(isLoadedAgain([&] { put(u"other.mjs"_s, module("other")); }));
        (void)add("'other'");
        QTRY_COMPARE(jobs(), u"1"_s);
        QVERIFY(isAlive(process));
        put(u"go"_s, "");
        QTRY_COMPARE(jobs(), u"0"_s);
        QTRY_VERIFY(!isAlive(process));
    }

    void whatWaitsOfARemovedTaskIsReturned()
    {
        const QByteArray go = m_folder->path().toUtf8() + "/../go";
        putProgram(u"busy.sh"_s, "while ! test -e " + go + "; do sleep 0.05; done\n");
        putProgram(u"gone.sh"_s, "exit 0\n");
        (void)add("'busy', priority => -1");
        sql("select graphile_worker.add_job('gone') from generate_series(1, 5)");
        const auto stopping = startWatching(1);
        const QByteArray locked
            = "select count(*) from graphile_worker.jobs where locked_at is not "
              "null and task_identifier = 'gone'";
        QTRY_VERIFY(scalar(locked).toInt() > 0);
        QVERIFY(isLoadedAgain([&] { remove(u"gone.sh"_s); }));
        QTRY_COMPARE(scalar(locked), u"0"_s);
        put(u"../go"_s, "");
        QTRY_COMPARE(jobs(), u"5"_s);
        QCOMPARE(scalar("select count(*) from graphile_worker.jobs where attempts = 0"), u"5"_s);
    }

    void anEmptyFolderServesNothing()
    {
        putProgram(u"t.sh"_s, "exit 0\n");
        const auto stopping = startWatching();
        QVERIFY(isLoadedAgain([&] { remove(u"t.sh"_s); }));
        const QString id = add("'t'");
        QVERIFY(isLoadedAgain([&] { put(u"t.mjs"_s, module("module")); }));
        QTRY_COMPARE(jobs(), u"0"_s);
        QVERIFY(m_log->has(u"module "_s + id)); // not the program of that name
    }

    void aReplacedFolderLosesNoJob()
    {
        const auto deploy = [this](const QString &folder, const QByteArray &version) {
            put(folder + u"a.mjs"_s, module("ran"));
            put(folder + u"b.py"_s, "def run(payload, helpers): print('ran', helpers.job.id)\n");
            putProgram(folder + u"c.sh"_s, "echo ran $GRAPHILE_WORKER_JOB_ID\n");
            put(folder + QString::fromLatin1("only" + version + ".mjs"), module("ran"));
        };
        deploy({}, "0");
        const auto stopping = startWatching(8);
        int added = 0;
        for (int version = 1; version <= 3; ++version) {
            const auto replace = [&] {
                deploy(u"../tasks-new/"_s, QByteArray::number(version));
                const QString path = m_folder->path();
                QVERIFY(QDir().rename(path, path + u"-old%1"_s.arg(version)));
                (void)add("'c'"); // there is no folder at the moment
                ++added;
                QTest::qWait(100);
                QVERIFY(QDir().rename(path + u"-new"_s, path));
            };
            const int before = m_loads;
            sql("select graphile_worker.add_job(unnest(array['a','b','c'])) "
                "from generate_series(1, 20)");
            added += 60;
            replace();
            while (m_loads == before && added < 3000) {
                sql("select graphile_worker.add_job(unnest(array['a','b','c','only"
                    + QByteArray::number(version) + "']))");
                added += 4;
                QTest::qWait(20);
            }
            QTRY_COMPARE(jobs(), u"0"_s);
        }
        QMap<QString, int> runs;
        for (const LogEntry &entry : m_log->all()) {
            if (entry.message.startsWith("ran "_L1))
                ++runs[entry.message.trimmed()];
        }
        QCOMPARE(runs.size(), added);
        const QList<int> counts = runs.values();
        QCOMPARE(std::ranges::count(counts, 1), added);
    }
};

YARDMASTER_TEST(TestTaskWatch)
#include "tst_taskwatch.moc"
