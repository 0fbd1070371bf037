#include "tests/peers/peers.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/support/yardmasterprocess.h"
#include "worker/history/history.h"
#include <yardmaster/params.h>
#include <yardmaster/session.h>

#include <QDir>
#include <QFile>
#include <QHash>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <map>
#include <memory>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace {

/// Appends a line when it begins and one when it ends, to a file outside of the database. What it
/// does is in the payload; graphile-worker and Yardmaster run the same file.
constexpr char kFleetTask[] = R"(
const fs = require("fs");
const log = (words) => fs.appendFileSync(process.env.RUNS, words.join(" ") + "\n");
module.exports = async (payload, helpers) => {
  const run = [helpers.job.id, helpers.job.attempts];
  log(["begin", ...run]);
  if (payload.ms) await new Promise((resolve) => setTimeout(resolve, payload.ms));
  if (payload.fails && (payload.fails === "always" || helpers.job.attempts === 1)) {
    log(["fail", ...run]);
    throw new Error(`run ${run.join(" ")} was to fail`);
  }
  log(["ok", ...run]);
};
)";

/// Of one attempt, how often the tasks' log has it. More than once: the job was taken from a worker
/// that went on.
struct Logged
{
    int begun = 0;
    int succeeded = 0;
    int failed = 0;
};
/// By attempt.
using LoggedJob = std::map<int, Logged>;

/// What the history has of a job.
struct Recorded
{
    QString ends;                     ///< a letter each
    QMap<int, QString> failures = {}; ///< by attempt, a letter each
};

/// What operators did to jobs while they waited or ran.
struct Disturbances
{
    QSet<qint64> removed;  ///< deleted before a worker had them
    QSet<qint64> replaced; ///< by their key, while they ran
    QSet<qint64> unlocked; ///< by force, while they ran
    QSet<qint64> orphaned; ///< locked by a worker that was killed
};

int jobCount()
{
    const int wanted = qEnvironmentVariableIntValue("YARDMASTER_FLEET_JOBS");
    return wanted > 0 ? wanted : 2400;
}

QSet<qint64> idsIn(const QString &list)
{
    QSet<qint64> ids;
    for (const QString &id : list.split(u' ', Qt::SkipEmptyParts))
        ids << id.toLongLong();
    return ids;
}

} // namespace

/// graphile-worker 0.17 and 0.18 and Yardmaster on one queue, some of them killed; the history must
/// agree with what the tasks wrote themselves. 0.16 refuses a schema of revision 20. Set
/// YARDMASTER_FLEET_JOBS=100000 for a longer one. Long because every rule is written down.
class TestHistoryFleet : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<TestDatabase> m_database;
    std::map<QString, std::unique_ptr<YardmasterProcess>> m_workers;
    Disturbances m_done;
    QMap<QString, int> m_explained;

    [[nodiscard]] QString runsFile(const QString &worker) const
    {
        return m_folder.filePath(u"runs-"_s + worker);
    }
    [[nodiscard]] QString scalar(const QByteArray &sql) const { return m_database->scalar(sql); }

    /// @param kind  "gw-0.18", or "ours".
    void start(const QString &name, const QString &kind)
    {
        QProcessEnvironment environment = YardmasterProcess::cleanEnvironment();
        environment.insert(u"RUNS"_s, runsFile(name));
        environment.insert(u"NO_LOG_SUCCESS"_s, u"1"_s);
        const QString url = m_database->url();
        if (kind == u"ours"_s) {
            m_workers[name] = std::make_unique<YardmasterProcess>(
                QStringList{u"--no-gui"_s, u"-c"_s, url, u"--tasks"_s, u"tasks"_s, u"-j"_s, u"8"_s,
                            u"--heartbeat-interval"_s, u"1s"_s, u"--sweep-threshold"_s, u"10s"_s},
                environment, QString(), m_folder.path());
            return;
        }
        QStringList line
            = Peer(kind).commandLine(url, {u"-j"_s, u"4"_s, u"--poll-interval"_s, u"200"_s});
        const QString program = line.takeFirst();
        m_workers[name]
            = std::make_unique<YardmasterProcess>(line, environment, program, m_folder.path());
    }

    /// Kinds of jobs by n modulo 24; the others succeed at once.
    void addJobs(int from, int to) const
    {
        m_database->script(
            "select graphile_worker.add_job('t', case n % 24 "
            "when 1 then '{\"fails\":\"once\"}'::json when 2 then '{\"fails\":\"always\"}' "
            "when 3 then '{\"ms\":300}' when 4 then '{\"ms\":900}' else '{}' end, "
            "queue_name := case when n % 24 = 5 then 'q' || n % 7 end, "
            "run_at := case when n % 24 = 6 then now() + interval '1 day' end, "
            "job_key := case when n % 24 in (4, 6, 7) then 'k' || n end, "
            "max_attempts := case when n % 24 = 2 then 1 else 5 end) "
            "from generate_series("
            + QByteArray::number(from) + ", " + QByteArray::number(to - 1) + ") as n");
    }

    /// Deletes some that wait for tomorrow, by id and by key.
    void removeSome()
    {
        const QByteArray waiting
            = " from graphile_worker._private_jobs where locked_at is null and "
              "attempts = 0 and run_at > now() + interval '1 hour' limit 20";
        m_done.removed |= idsIn(scalar(
            "select string_agg(done.id::text, ' ') from graphile_worker.complete_jobs(array(select "
            "id"
            + waiting + ")) as done"));
        m_done.removed |= idsIn(scalar("with chosen as materialized (select key" + waiting
                                       + ") select string_agg(done.id::text, "
                                         "' ') from chosen cross join lateral "
                                         "graphile_worker.remove_job(chosen.key) as done"));
    }
    /// Has some removed by key while they run.
    void replaceSome()
    {
        m_done.replaced |= idsIn(scalar(
            "with chosen as materialized (select id, key from graphile_worker._private_jobs "
            "where locked_at is not null and key is not null limit 3 for update skip locked) "
            "select string_agg(done.id::text, ' ') from chosen cross join lateral "
            "graphile_worker.remove_job(chosen.key) as done"));
    }
    /// As an operator who takes a worker that runs for a dead one. Nobody fetches meanwhile.
    void unlockSome()
    {
        const auto session = m_database->session();
        QVERIFY(session->script(
            "begin; lock table graphile_worker._private_jobs in share row exclusive mode"));
        const auto rows = session->query(
            "select locked_by, string_agg(id::text, ' ') from graphile_worker._private_jobs where "
            "locked_at is not null group by 1 order by min(locked_at) desc limit 1");
        QVERIFY(rows);
        if (!rows->isEmpty()) {
            m_done.unlocked |= idsIn(rows->text(0, 1));
            QVERIFY(session->query("select graphile_worker.force_unlock_workers(array[$1::text])",
                                   {param(rows->text(0, 0))}));
        }
        QVERIFY(session->script("commit"));
    }

    void killWorker(const QString &name)
    {
        m_workers.at(name)->sendSignal(SIGKILL);
        QCOMPARE(m_workers.at(name)->waitForExit(), 128 + SIGKILL);
    }

    [[nodiscard]] QHash<qint64, LoggedJob> readLogs() const
    {
        QHash<qint64, LoggedJob> jobs;
        for (const QString &name : QDir(m_folder.path()).entryList({u"runs-*"_s}, QDir::Files)) {
            QFile file(m_folder.filePath(name));
            if (!file.open(QIODevice::ReadOnly))
                continue;
            while (!file.atEnd()) {
                const QList<QByteArray> words = file.readLine().trimmed().split(' ');
                if (words.size() != 3)
                    continue; // killed while it wrote
                Logged &run = jobs[words.at(1).toLongLong()][words.at(2).toInt()];
                ++(words.at(0) == "begin"    ? run.begun
                       : words.at(0) == "ok" ? run.succeeded
                                             : run.failed);
            }
        }
        return jobs;
    }
    [[nodiscard]] QHash<qint64, Recorded> readHistory() const
    {
        QHash<qint64, Recorded> jobs;
        const auto session = m_database->session();
        const auto rows = session->query(
            "select id, outcome::text, 0, false from graphile_worker._yardmaster_history, "
            "unnest(ids) as id union all select id, outcome::text, attempt, true from "
            "graphile_worker._yardmaster_history_failures");
        if (!rows)
            qFatal("%s", qUtf8Printable(rows.error().message));
        for (int row = 0; row < rows->count(); ++row) {
            Recorded &job = jobs[rows->int64(row, 0)];
            if (rows->boolean(row, 3))
                job.failures[int(rows->int64(row, 2))] += rows->text(row, 1);
            else
                job.ends += rows->text(row, 1);
        }
        return jobs;
    }

    /// The rule by which a job's past differs from what its task wrote; "same": it does not;
    /// empty: no rule explains it.
    [[nodiscard]] QString explained(qint64 id, const LoggedJob &log, const Recorded &past,
                                    bool isLeft) const;

private slots:
    void initTestCase()
    {
        REQUIRE_PEERS();
        QVERIFY(QDir(m_folder.path()).mkpath(u"tasks"_s));
        QFile task(m_folder.filePath(u"tasks/t.js"_s));
        QVERIFY(task.open(QIODevice::WriteOnly));
        task.write(kFleetTask);
        m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
        QVERIFY(installHistory(*m_database->session(), kSchema, {}));
    }
    void cleanupTestCase()
    {
        m_workers.clear();
        m_database.reset();
    }
    void theHistoryAgreesWithTheTasksLog();
};

QString TestHistoryFleet::explained(qint64 id, const LoggedJob &log, const Recorded &past,
                                    bool isLeft) const
{
    const bool isUnlocked = m_done.unlocked.contains(id);
    const bool isOrphaned = m_done.orphaned.contains(id);
    const bool isDisturbed = isUnlocked || isOrphaned;
    int succeeded = 0;
    int unrecorded = 0; // failures of earlier attempts
    bool isExact = true;
    for (const auto &[attempt, run] : log) {
        succeeded += run.succeeded;
        const QString failures = past.failures.value(attempt);
        const auto recorded = int(failures.count(u'e') + failures.count(u'x'));
        isExact = isExact && run.begun == 1 && recorded == run.failed;
        // A failure that no task wrote is one that was made up. But a pool of graphile-worker knows
        // its locks only by its own name: where it fetches a job that was unlocked under it again
        // before it writes the failure, this fails the next attempt.
        if (recorded - run.failed > (isUnlocked ? unrecorded : 0))
            return {};
        unrecorded += run.failed - recorded;
    }
    for (const auto &[attempt, letters] : past.failures.asKeyValueRange()) {
        const bool wasLogged = log.contains(attempt);
        const bool isRecovery = letters.count(u'd') == letters.size();
        if (isRecovery && !isOrphaned)
            return {};
        if (!wasLogged && !isRecovery)
            return {};
    }
    if (isLeft)
        return past.ends.isEmpty() && (isExact || isDisturbed) ? u"still there"_s : QString();
    if (past.ends.size() != 1)
        return {}; // each job ends once, whatever was done to it
    const QChar end = past.ends.front();
    if (log.empty()) {
        if (end == u'r' && m_done.removed.contains(id))
            return u"removed before it ran"_s;
        return {};
    }
    if (m_done.replaced.contains(id)) {
        if (end == u'k')
            return u"removed by key while it ran: retired"_s;
        // Its worker had written the failure, or lost the lock, before the key was gone.
        return end == u'r' || end == u'f' || isDisturbed ? u"removed by key between two runs"_s
                                                         : QString();
    }
    if (end == u's' && succeeded >= 1) {
        if (isExact && succeeded == 1)
            return u"same"_s;
        if (isOrphaned)
            return u"ran again after its worker was killed"_s;
        return isUnlocked ? u"ran again after it was unlocked by force"_s : QString();
    }
    if (end == u'r' && isUnlocked && succeeded >= 1)
        return u"unlocked by force, then completed without its lock: removed"_s;
    return {};
}

void TestHistoryFleet::theHistoryAgreesWithTheTasksLog()
{
    const int jobs = jobCount();
    const QStringList kinds{u"gw-0.17"_s, u"gw-0.18"_s, u"ours"_s};
    for (const QString &kind : kinds) {
        start(kind + u"-a"_s, kind);
        start(kind + u"-b"_s, kind);
    }
    constexpr int kPortions = 12;
    for (int portion = 0; portion < kPortions; ++portion) {
        addJobs(jobs * portion / kPortions, jobs * (portion + 1) / kPortions);
        // Until most of it has run; slow ones are at work then. QTRY_VERIFY would ask again, and
        // fail where more have become due since: failures are tried again.
        const auto mostHasRun = [&] {
            return scalar("select count(*) from graphile_worker._private_jobs where "
                          "run_at <= now() and attempts < max_attempts")
                       .toInt()
                < std::max(30, jobs / kPortions / 4);
        };
        QVERIFY(QTest::qWaitFor(mostHasRun, 600000));
        removeSome();
        replaceSome();
        if (portion % 3 == 0)
            unlockSome();
        // What a killed worker held: of graphile-worker's, nobody knows that it is dead.
        if (portion == 4)
            killWorker(u"ours-a"_s);
        else if (portion == 6)
            killWorker(u"gw-0.18-a"_s);
        else if (portion == 8)
            killWorker(u"gw-0.17-a"_s);
        if (portion == 4 || portion == 6 || portion == 8) {
            // Those of the living are freed within seconds, or are no longer theirs.
            m_done.orphaned |= idsIn(scalar("select string_agg(id::text, ' ') from "
                                            "graphile_worker._private_jobs where locked_at is not "
                                            "null"));
        }
    }
    // Nothing runs for long: what is locked still, the dead hold.
    const QByteArray isIdle = "select count(*) from graphile_worker._private_jobs where "
                              "is_available and run_at <= now()";
    const QByteArray stale = "select string_agg(id::text, ' ') from graphile_worker._private_jobs "
                             "where locked_at < now() - interval '15 seconds'";
    const auto isOver = [&] {
        const QSet<qint64> held = idsIn(scalar(stale));
        if (!held.isEmpty()) {
            m_done.orphaned |= held;
            m_database->script("select graphile_worker.force_unlock_workers(array(select distinct "
                               "locked_by from graphile_worker._private_jobs where locked_at < "
                               "now() - interval '15 seconds'))");
        }
        // Retries come after e, e^2 … seconds.
        return scalar(isIdle) == u"0"_s
            && scalar("select count(*) from graphile_worker._private_jobs where locked_at is not "
                      "null or (attempts between 1 and max_attempts - 1 and run_at < now() + "
                      "interval '1 hour')")
            == u"0"_s;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isOver(), 600000);
    for (const auto &[name, worker] : m_workers) {
        if (!worker->isRunning())
            continue;
        worker->sendSignal(SIGTERM);
        QVERIFY(worker->waitForExit() >= 0);
    }

    for (const QString &kind : kinds)
        QVERIFY2(QFile(runsFile(kind + u"-b"_s)).size() > 0, qPrintable(kind));
    for (const QSet<qint64> &some :
         {m_done.removed, m_done.replaced, m_done.unlocked, m_done.orphaned})
        QVERIFY2(!some.isEmpty(), "nothing was disturbed, so this proves nothing");

    const QHash<qint64, LoggedJob> logs = readLogs();
    const QHash<qint64, Recorded> history = readHistory();
    const QSet<qint64> left
        = idsIn(scalar("select string_agg(id::text, ' ') from graphile_worker._private_jobs"));
    QStringList unexplained;
    for (qint64 id = 1; id <= jobs; ++id) {
        const LoggedJob log = logs.value(id);
        const Recorded past = history.value(id);
        const QString rule = explained(id, log, past, left.contains(id));
        ++m_explained[rule];
        if (!rule.isEmpty())
            continue;
        QStringList runs;
        for (const auto &[attempt, run] : log) {
            runs << u"%1: begun %2, succeeded %3, failed %4, recorded \"%5\""_s.arg(attempt)
                        .arg(run.begun)
                        .arg(run.succeeded)
                        .arg(run.failed)
                        .arg(past.failures.value(attempt));
        }
        unexplained << u"job %1 ended \"%2\"%3%4%5%6; attempt %7"_s.arg(id).arg(
            past.ends, m_done.unlocked.contains(id) ? u" unlocked"_s : QString(),
            m_done.orphaned.contains(id) ? u" orphaned"_s : QString(),
            m_done.replaced.contains(id) ? u" replaced"_s : QString(),
            m_done.removed.contains(id) ? u" removed"_s : QString(), runs.join(u"; attempt "_s));
    }
    for (const auto &[rule, count] : m_explained.asKeyValueRange())
        qInfo("%6d %s", count, qUtf8Printable(rule.isEmpty() ? u"unexplained"_s : rule));
    QVERIFY2(unexplained.isEmpty(), qPrintable(unexplained.mid(0, 30).join(u'\n')));
    QVERIFY(m_explained.value(u"same"_s) > jobs / 2);
    QCOMPARE(scalar("select last_trouble from graphile_worker._yardmaster_history_state"),
             QString());
}

YARDMASTER_TEST(TestHistoryFleet)
#include "tst_history_fleet.moc"
