#include "tests/peers/peers.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/worker/cron/cronevents.h"

#include "worker/cron/cronservice.h"
#include <yardmaster/cronclock.h>
#include <yardmaster/timestamp.h>
#include <yardmaster/workeroptions.h>

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace {

/// Seconds of the test's clock in a real one.
constexpr int kSpeed = 40;

/// The same clock for Node: preloaded, before graphile-worker reads the time or sets a timer.
constexpr char kFastClock[]
    = "const RealDate = Date;\n"
      "const realTimeout = setTimeout;\n"
      "const speed = Number(process.env.CLOCK_SPEED);\n"
      "const origin = Number(process.env.CLOCK_ORIGIN);\n"
      "const base = Number(process.env.CLOCK_BASE);\n"
      "const now = () => base + (RealDate.now() - origin) * speed;\n"
      "globalThis.Date = class extends RealDate {\n"
      "  constructor(...args) {\n"
      "    if (args.length === 0) super(now()); else super(...args);\n"
      "  }\n"
      "  static now() { return now(); }\n"
      "};\n"
      "globalThis.setTimeout = (callback, delay, ...args) =>\n"
      "  realTimeout(callback, Math.ceil((delay ?? 0) / speed), ...args);\n";

struct FastTime
{
    qint64 origin = QDateTime::currentMSecsSinceEpoch();
    qint64 base = QDateTime(QDate(2026, 3, 1), QTime(0, 0, 30), kUtc).toMSecsSinceEpoch();

    [[nodiscard]] QDateTime now() const
    {
        const qint64 passed = QDateTime::currentMSecsSinceEpoch() - origin;
        return QDateTime::fromMSecsSinceEpoch(base + passed * kSpeed, kUtc);
    }
};

class FastClock final : public CronClock
{
public:
    explicit FastClock(const FastTime &time)
        : m_time(time)
    {
        m_timer.setSingleShot(true);
        m_timer.setTimerType(Qt::PreciseTimer);
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer,
                         [this] { std::exchange(m_wake, {})(); });
    }
    [[nodiscard]] QDateTime now() const override { return m_time.now(); }
    void wakeAt(const QDateTime &time, std::function<void()> wake) override
    {
        m_wake = std::move(wake);
        m_timer.start(int(std::max<qint64>(1, (now().msecsTo(time) + kSpeed - 1) / kSpeed)));
    }

private:
    FastTime m_time;
    QTimer m_timer;
    std::function<void()> m_wake;
};

} // namespace

/// graphile-worker and our schedulers with one crontab, together and taking turns.
class TestCronMixed : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    const FastTime m_time;

    void write(const QString &name, const QByteArray &text) const
    {
        QFile file(m_folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text), text.size());
    }

    [[nodiscard]] std::unique_ptr<QProcess> startNode(const TestDatabase &database) const
    {
        const QStringList command
            = Peer(u"gw-0.18"_s)
                  .commandLine(database.url(), {u"--crontab"_s, m_folder.filePath(u"crontab"_s)});
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"NODE_OPTIONS"_s,
                           u"--require "_s + m_folder.filePath(u"fastclock.cjs"_s));
        environment.insert(u"CLOCK_SPEED"_s, QString::number(kSpeed));
        environment.insert(u"CLOCK_ORIGIN"_s, QString::number(m_time.origin));
        environment.insert(u"CLOCK_BASE"_s, QString::number(m_time.base));
        auto process = std::make_unique<QProcess>();
        process->setProcessEnvironment(environment);
        process->setWorkingDirectory(m_folder.path());
        process->setProcessChannelMode(QProcess::MergedChannels);
        process->start(command.first(), command.mid(1));
        return process;
    }
    [[nodiscard]] std::unique_ptr<CronService> startOurs(const TestDatabase &database,
                                                         EventBus *bus) const
    {
        WorkerOptions options;
        options.connection = database.settings();
        options.cron.file = m_folder.filePath(u"crontab"_s);
        options.cron.dialect = CrontabDialect::Strict;
        options.cronClock = [time = m_time] { return std::make_unique<FastClock>(time); };
        const QStringList tasks{u"every"_s, u"odd"_s};
        auto service
            = std::make_unique<CronService>(options, u"ours"_s, *options.cron.load(), tasks, bus);
        service->start();
        return service;
    }

private slots:
    void initTestCase() { REQUIRE_PEERS(); }

    void everyMinuteIsRunOnceAndLooksTheSame()
    {
        const TestDatabase database = TestDatabase::createMigrated();
        QVERIFY(QDir(m_folder.path()).mkpath(u"tasks"_s));
        write(u"tasks/other.js"_s, "module.exports = async () => {};\n");
        write(u"fastclock.cjs"_s, kFastClock);
        write(u"crontab"_s,
              "* * * * * every ?fill=1d&max=3&queue=q&priority=-2 {b: 'x', a: [1, 2.50, 0x10]}\n"
              "*/2 * * * * odd ?id=second&fill=1d\n");
        const auto count = [&] {
            return database
                .scalar("select count(*) from graphile_worker.jobs where task_identifier = 'every'")
                .toInt();
        };
        // Waits until so many more runs were added.
        const auto waitForMore = [&](int more) {
            const int wanted = count() + more;
            return QTest::qWaitFor([&] { return count() >= wanted; }, 60000);
        };

        EventBus bus;
        const CronEvents events(&bus);
        auto one = startOurs(database, &bus);
        auto two = startOurs(database, &bus);
        auto node = startNode(database);
        auto otherNode = startNode(database);
        QVERIFY(QTest::qWaitFor(
            [&] { return !events.lines(u"scheduled"_s).filter(u"elsewhere"_s).isEmpty(); }, 60000));
        QVERIFY(waitForMore(8));
        one.reset();
        two.reset();
        if (!waitForMore(4)) // by Node alone
            QFAIL(node->readAll() + otherNode->readAll());
        for (QProcess *process : {node.get(), otherNode.get()}) {
            ::kill(pid_t(process->processId()), SIGTERM);
            QVERIFY(process->waitForFinished(60000) || process->state() == QProcess::NotRunning);
        }
        one = startOurs(database, &bus); // makes up for the time without any
        QVERIFY(waitForMore(4));
        one.reset();

        // Contiguous, each minute once; of the other entry every second one.
        QCOMPARE(database.scalar(
                     "select string_agg(distinct n::text, ',') from (select count(*) as n from "
                     "graphile_worker.jobs group by task_identifier, run_at) as minutes"),
                 u"1"_s);
        QCOMPARE(database.scalar("select extract(epoch from max(run_at) - min(run_at)) / 60 + 1 = "
                                 "count(*) from graphile_worker.jobs where "
                                 "task_identifier = 'every'"),
                 u"t"_s);
        QCOMPARE(database.scalar("select extract(epoch from max(run_at) - min(run_at)) / 120 + 1 = "
                                 "count(*) from graphile_worker.jobs where "
                                 "task_identifier = 'odd'"),
                 u"t"_s);
        // Nothing but time and backfilling tells them apart.
        QCOMPARE(
            database.scalar(
                "select count(distinct (regexp_replace(payload::text, "
                "'\"ts\":\"[^\"]*:00[.]000Z\",\"backfilled\":(true|false)', ''), job_queue_id, "
                "max_attempts, priority, flags::text, key)) from graphile_worker._private_jobs "
                "join graphile_worker._private_tasks on _private_tasks.id = task_id "
                "where identifier = 'every'"),
            u"1"_s);
    }
};

YARDMASTER_TEST(TestCronMixed)
#include "tst_cron_mixed.moc"
