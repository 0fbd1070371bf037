#include "app/server/workerhealth.h"
#include "app/server/workermetrics.h"
#include "tests/support/testprogram.h"
#include <yardmaster/eventbus.h>

#include <QRegularExpression>
#include <QTest>

#include <map>
#include <thread>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

using Samples = std::map<QString, double>;

/// Reads the text format strictly. @returns samples by name and labels, as written.
Samples samplesOf(const QByteArray &text)
{
    static const QRegularExpression meta(
        u"^# (?:HELP ([a-z_]+) [^\\n]+|TYPE ([a-z_]+) (counter|gauge|histogram))$"_s);
    static const QRegularExpression sample(
        u"^(([a-z_]+?)(?:_bucket|_sum|_count)?(?:\\{[a-z]+=\"(?:[^\"\\\\\\n]|\\\\[\\\\\"n])*\""
        "(?:,[a-z]+=\"(?:[^\"\\\\\\n]|\\\\[\\\\\"n])*\")*\\})?) (-?[0-9.e+-]+|\\+Inf|NaN)$"_s);
    Samples samples;
    QSet<QString> begun;
    QString current;
    if (!text.endsWith('\n'))
        qFatal("the last line has no end");
    const QList<QByteArray> lines = text.chopped(1).split('\n');
    for (const QByteArray &line : lines) {
        const QString one = QString::fromUtf8(line);
        if (one.startsWith(u'#')) {
            const auto match = meta.match(one);
            if (!match.hasMatch())
                qFatal("wrong comment: %s", line.constData());
            if (!match.captured(1).isEmpty()) {
                current = match.captured(1);
                if (begun.contains(current))
                    qFatal("%s comes twice", qPrintable(current));
                begun.insert(current);
            }
            continue;
        }
        const auto match = sample.match(one);
        if (!match.hasMatch() || !match.captured(1).startsWith(current))
            qFatal("wrong sample: %s", line.constData());
        if (samples.contains(match.captured(1)))
            qFatal("%s comes twice", line.constData());
        samples[match.captured(1)] = match.captured(3).toDouble();
    }
    return samples;
}

JobEvent eventOf(const QString &task, std::chrono::microseconds duration = 3ms)
{
    JobEvent event;
    event.job.id = 1;
    event.job.task = task;
    event.job.runAt
        = std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now()) - 50ms;
    event.duration = duration;
    event.workerId = u"w"_s;
    return event;
}

QString jobs(const QString &task, const QString &outcome)
{
    return u"yardmaster_jobs_total{task=\"%1\",outcome=\"%2\"}"_s.arg(task, outcome);
}

} // namespace

class TestWorkerMetrics : public QObject
{
    Q_OBJECT

    std::unique_ptr<EventBus> m_events;
    std::unique_ptr<WorkerHealth> m_health;
    std::unique_ptr<WorkerMetrics> m_metrics;

    [[nodiscard]] Samples read(const WorkerStatus &status = {}) const
    {
        return samplesOf(m_metrics->text(status));
    }
    void lose(const QString &during) const
    {
        Q_EMIT m_events->databaseTrouble(during, {DbError::Kind::ConnectionLost, {}, u"gone"_s},
                                         u"w"_s);
    }

private slots:
    void init()
    {
        m_metrics.reset();
        m_events = std::make_unique<EventBus>();
        m_health = std::make_unique<WorkerHealth>(m_events.get());
        m_metrics = std::make_unique<WorkerMetrics>(m_events.get(), m_health.get(), 7);
    }
    void cleanup()
    {
        m_metrics.reset();
        m_health.reset();
    }

    void outcomesAreCounted()
    {
        Q_EMIT m_events->workerStarted(u"w"_s, {u"mail"_s, u"never"_s});
        JobEvent event = eventOf(u"mail"_s);
        Q_EMIT m_events->jobStarted(event);
        Q_EMIT m_events->jobCompleted(event);
        event.error = u"no"_s;
        event.retryAt = QDateTime::currentDateTimeUtc();
        Q_EMIT m_events->jobFailed(event);
        Q_EMIT m_events->jobCompleted(event); // which follows every failure
        event.final = true;
        event.retryAt = {};
        event.error.clear(); // a failure may come without a word
        Q_EMIT m_events->jobFailed(event);
        Q_EMIT m_events->jobCompleted(event);
        Q_EMIT m_events->jobSnoozed(event);
        Q_EMIT m_events->jobInterrupted(event);
        Q_EMIT m_events->jobInterrupted(event);
        Q_EMIT m_events->jobLostLease(event);
        Samples samples = read();
        QCOMPARE(samples[jobs(u"mail"_s, u"succeeded"_s)], 1);
        QCOMPARE(samples[jobs(u"mail"_s, u"failed"_s)], 1);
        QCOMPARE(samples[jobs(u"mail"_s, u"failed_for_good"_s)], 1);
        QCOMPARE(samples[jobs(u"mail"_s, u"snoozed"_s)], 1);
        QCOMPARE(samples[jobs(u"mail"_s, u"interrupted"_s)], 2);
        QCOMPARE(samples[jobs(u"mail"_s, u"lost_lease"_s)], 1);
        QVERIFY(samples.contains(jobs(u"never"_s, u"failed"_s))); // an increase can be seen later
        QCOMPARE(samples[u"yardmaster_job_run_seconds_count{task=\"mail\"}"_s], 4);
        QCOMPARE(samples[u"yardmaster_concurrency"_s], 7);
    }

    void timesFallIntoTheirBuckets()
    {
        const auto ended = [this](std::chrono::microseconds took) {
            Q_EMIT m_events->jobCompleted(eventOf(u"t"_s, took));
        };
        for (const auto took : {0us, 1000us, 1001us, 5000us})
            ended(took);
        ended(24h);
        Samples samples = read();
        const auto bucket = [&samples](const QString &bound) {
            return samples[u"yardmaster_job_run_seconds_bucket{task=\"t\",le=\"%1\"}"_s.arg(bound)];
        };
        QCOMPARE(bucket(u"0.001"_s), 2);
        QCOMPARE(bucket(u"0.005"_s), 4);
        QCOMPARE(bucket(u"7200"_s), 4);
        QCOMPARE(bucket(u"+Inf"_s), 5);
        QCOMPARE(samples[u"yardmaster_job_run_seconds_count{task=\"t\"}"_s], 5);
        QCOMPARE(samples[u"yardmaster_job_run_seconds_sum{task=\"t\"}"_s], 86400 + 0.007001);
    }

    void waitingIsMeasuredFromWhenAJobWasDue()
    {
        JobEvent event = eventOf(u"t"_s);
        event.job.runAt -= 10s;
        Q_EMIT m_events->jobStarted(event);
        event.job.runAt += 1h; // the database's clock is ahead
        Q_EMIT m_events->jobStarted(event);
        event.job.runAt = Timestamp::min(); // '-infinity'
        Q_EMIT m_events->jobStarted(event);
        Samples samples = read();
        QCOMPARE(samples[u"yardmaster_job_wait_seconds_count{task=\"t\"}"_s], 2);
        QCOMPARE(samples[u"yardmaster_job_wait_seconds_bucket{task=\"t\",le=\"0.001\"}"_s], 1);
        const double sum = samples[u"yardmaster_job_wait_seconds_sum{task=\"t\"}"_s];
        QVERIFY2(sum >= 10 && sum < 30, qPrintable(QString::number(sum)));
    }

    void foreignNamesStayValues_data()
    {
        QTest::addColumn<QString>("task");
        QTest::addColumn<QString>("written");
        QTest::newRow("quote") << u"a\"} 1\nforged 2"_s << u"a\\\"} 1\\nforged 2"_s;
        QTest::newRow("backslash") << u"a\\"_s << u"a\\\\"_s;
        QTest::newRow("null") << u"a%1b"_s.arg(QChar(0)) << u"ab"_s;
        QTest::newRow("return") << u"a\rb"_s << u"a\rb"_s;
        QTest::newRow("half a pair") << u"a%1"_s.arg(QChar(0xd800)) << u"a\ufffd"_s;
        QTest::newRow("braces") << u"{task=\"x\"}#"_s << u"{task=\\\"x\\\"}#"_s;
        QTest::newRow("empty") << QString() << QString();
    }
    void foreignNamesStayValues()
    {
        QFETCH(const QString, task);
        QFETCH(const QString, written);
        Q_EMIT m_events->jobCompleted(eventOf(task));
        Samples samples = read();
        const QString key = jobs(written, u"succeeded"_s);
        if (QByteArray(QTest::currentDataTag()) == "half a pair" && !samples.contains(key))
            QCOMPARE(samples[jobs(u"a?"_s, u"succeeded"_s)], 1); // as older Qt writes it
        else
            QCOMPARE(samples[key], 1);
    }

    void theNumberOfNamesIsBounded()
    {
        for (int i = 0; i < 5000; ++i)
            Q_EMIT m_events->jobCompleted(eventOf(u"task%1"_s.arg(i)));
        Samples samples = read();
        int names = 0;
        double sum = 0;
        for (const auto &[key, value] : samples) {
            if (key.endsWith(",outcome=\"succeeded\"}"_L1)) {
                ++names;
                sum += value;
            }
        }
        QCOMPARE(names, WorkerMetrics::kTasks + 1);
        QCOMPARE(sum, 5000);
        QCOMPARE(samples[jobs(u"(other)"_s, u"succeeded"_s)], 5000 - WorkerMetrics::kTasks);
        QVERIFY(m_metrics->text({}).size() < 400000);
    }

    void noTaskIsTakenForTheOthers()
    {
        for (const QString &task : {u"(other)"_s, u"((other))"_s, u"(other))"_s, u"other"_s})
            Q_EMIT m_events->jobCompleted(eventOf(task));
        for (int i = 0; i < WorkerMetrics::kTasks; ++i)
            Q_EMIT m_events->jobCompleted(eventOf(u"task%1"_s.arg(i)));
        Samples samples = read();
        QCOMPARE(samples[jobs(u"((other))"_s, u"succeeded"_s)], 1);
        QCOMPARE(samples[jobs(u"(((other)))"_s, u"succeeded"_s)], 1);
        QCOMPARE(samples[jobs(u"((other)))"_s, u"succeeded"_s)], 1);
        QCOMPARE(samples[jobs(u"other"_s, u"succeeded"_s)], 1);
        QCOMPARE(samples[jobs(u"(other)"_s, u"succeeded"_s)], 4);
    }

    void nothingIsLostBetweenThreads()
    {
        std::vector<std::thread> threads;
        for (int i = 0; i < 8; ++i)
            threads.emplace_back([this] {
                for (int n = 0; n < 5000; ++n) {
                    Q_EMIT m_events->jobStarted(eventOf(u"t"_s));
                    Q_EMIT m_events->jobCompleted(eventOf(u"t%1"_s.arg(n % 3)));
                }
            });
        for (int n = 0; n < 50; ++n)
            (void)m_metrics->text({});
        for (std::thread &thread : threads)
            thread.join();
        Samples samples = read();
        QCOMPARE(samples[u"yardmaster_job_wait_seconds_count{task=\"t\"}"_s], 40000);
        double sum = 0;
        for (int n = 0; n < 3; ++n)
            sum += samples[jobs(u"t%1"_s.arg(n), u"succeeded"_s)];
        QCOMPARE(sum, 40000);
    }

    void outagesAndRecoveriesAreCounted()
    {
        QCOMPARE(read()[u"yardmaster_database_up"_s], 1);
        const QString recoveries = u"yardmaster_database_recoveries_total{activity=\"%1\"}"_s;
        QVERIFY(read().contains(recoveries.arg(u"fetching jobs"_s))); // the first is an increase
        QVERIFY(read().contains(recoveries.arg(u"scheduling cron jobs"_s)));
        lose(u"fetching jobs"_s);
        lose(u"fetching jobs"_s);
        lose(u"writing results"_s);
        Samples samples = read();
        QCOMPARE(samples[u"yardmaster_database_up"_s], 0);
        QCOMPARE(samples[u"yardmaster_database_outages_total"_s], 1);
        Q_EMIT m_events->databaseRecovered(u"fetching jobs"_s, u"w"_s);
        samples = read();
        QCOMPARE(samples[u"yardmaster_database_up"_s], 1);
        QCOMPARE(samples[recoveries.arg(u"fetching jobs"_s)], 1);
    }

    void agesAreLeftOutWhereThereAreNone()
    {
        QVERIFY(!read().contains(u"yardmaster_heartbeat_age_seconds"_s));
        WorkerStatus status;
        status.running = 2;
        status.waiting = 30;
        status.sinceHeartbeat = 1500ms;
        Samples samples = read(status);
        QCOMPARE(samples[u"yardmaster_heartbeat_age_seconds"_s], 1.5);
        QCOMPARE(samples[u"yardmaster_jobs_running"_s], 2);
        QCOMPARE(samples[u"yardmaster_jobs_prefetched"_s], 30);
        QVERIFY(samples[u"process_resident_memory_bytes"_s] > 1e6);
        QVERIFY(samples[u"process_open_fds"_s] > 2);
    }

    void readinessFollowsTheEvents()
    {
        WorkerStatus status;
        QCOMPARE(m_health->whyNotReady(status), u"starting"_s);
        Q_EMIT m_events->workerStarted(u"w"_s, {});
        QCOMPARE(m_health->whyNotReady(status), QString());
        lose(u"fetching jobs"_s);
        QCOMPARE(m_health->whyNotReady(status), u"the database is unreachable"_s);
        QCOMPARE(WorkerHealth::problem(status), QString()); // no reason for a restart
        Q_EMIT m_events->databaseRecovered(u"fetching jobs"_s, u"w"_s);
        QCOMPARE(m_health->whyNotReady(status), QString());
        status.mayStart = false;
        QVERIFY(m_health->whyNotReady(status).contains("heartbeat"_L1));
        status = {};
        status.unresponsive = 29999ms;
        QCOMPARE(WorkerHealth::problem(status), QString());
        status.unresponsive = 42s;
        QCOMPARE(WorkerHealth::problem(status),
                 u"a thread of the worker has not responded for 42 s"_s);
        Q_EMIT m_events->stopRequested(u"w"_s);
        QCOMPARE(m_health->whyNotReady({}), u"stopping"_s);
    }
};

YARDMASTER_TEST(TestWorkerMetrics)
#include "tst_workermetrics.moc"
