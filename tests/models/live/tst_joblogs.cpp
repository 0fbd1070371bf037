#include "models/live/joblogs.h"

#include "tests/models/live/livefixture.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

class TestJobLogs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_bus = std::make_unique<EventBus>(); }
    void outputIsKept();
    void whatHandlersLogIsKept();
    void logsAreBounded();
    void drainDoesNotEvictVerboseJobs();
    void oneVerboseJobAfterTheOtherIsKept();

private:
    std::unique_ptr<EventBus> m_bus;
};

void TestJobLogs::outputIsKept()
{
    JobLogs *logs = JobLogs::of(m_bus.get());
    QCOMPARE(JobLogs::of(m_bus.get()), logs);
    QCOMPARE(logs->revision(7), quint64{0});
    const JobEvent job = jobEvent(7);
    Q_EMIT m_bus->jobStarted(job);
    const quint64 before = logs->revision(7);
    Q_EMIT m_bus->jobOutput(job.job, u"one"_s, false);
    Q_EMIT m_bus->jobOutput(job.job, u"two"_s, true);
    Q_EMIT m_bus->jobProgressed({job.job, 0.25, u"a quarter"_s, {}});
    QVERIFY(logs->revision(7) != before);
    QVERIFY(logs->record(7).isRunning);
    JobEvent failed = jobEvent(7);
    failed.error = u"boom"_s;
    Q_EMIT m_bus->jobFailed(failed);
    Q_EMIT m_bus->jobStarted(jobEvent(7, 2));
    Q_EMIT m_bus->jobCompleted(jobEvent(7, 2));
    const JobLogRecord record = logs->record(7);
    using Kind = JobLogLine::Kind;
    QList<Kind> kinds;
    QList<RunEnd> ends;
    for (const JobLogLine &line : record.lines) {
        kinds << line.kind;
        ends << line.end;
    }
    QCOMPARE(kinds,
             (QList{Kind::Started, Kind::Output, Kind::ErrorOutput, Kind::Ended, Kind::Started,
                    Kind::Ended}));
    QCOMPARE(ends,
             (QList{RunEnd::None, RunEnd::None, RunEnd::None, RunEnd::Retrying, RunEnd::None,
                    RunEnd::Completed}));
    QCOMPARE(record.lines[3].text, u"boom"_s);
    QCOMPARE(record.lines[5].attempt, 2);
    QCOMPARE(record.history.size(), 1);
    QCOMPARE(record.history.first().fraction, 0.25);
    QVERIFY(!record.isRunning);
    QCOMPARE(logs->record(8).job.id, 0);
}

void TestJobLogs::whatHandlersLogIsKept()
{
    JobLogs *logs = JobLogs::of(m_bus.get());
    const LogSink sink = logs->sink();
    sink({LogLevel::Info, u"before it started"_s, {.jobId = 7}, {}});
    QCOMPARE(logs->revision(7), quint64{0});
    Q_EMIT m_bus->jobStarted(jobEvent(7));
    sink({LogLevel::Info, u"hello"_s, {.jobId = 7}, {{u"a"_s, 1}}});
    sink({LogLevel::Warning, u"late"_s, {.label = u"smtp"_s, .jobId = 7}, {}});
    sink({LogLevel::Error,
          u"printed, which the event tells"_s,
          {.label = u"stderr"_s, .jobId = 7},
          {}});
    sink({LogLevel::Info, u"of no job"_s, {}, {}});
    const JobLogRecord record = logs->record(7);
    QCOMPARE(record.lines.size(), size_t{3});
    QCOMPARE(record.lines[1].kind, JobLogLine::Kind::Output);
    QCOMPARE(record.lines[1].text, u"hello {\"a\":1}"_s);
    QCOMPARE(record.lines[2].kind, JobLogLine::Kind::ErrorOutput);
    QCOMPARE(record.lines[2].text, u"warning: late"_s);
    QVERIFY(record.isRunning);
    m_bus.reset();
    sink({LogLevel::Info, u"from a handler that was given up"_s, {.jobId = 7}, {}});
}

void TestJobLogs::logsAreBounded()
{
    JobLogs *logs = JobLogs::of(m_bus.get());
    const JobEvent job = jobEvent(7);
    for (std::size_t i = 0; i < JobLogs::kLinesPerJob + 5; ++i)
        Q_EMIT m_bus->jobOutput(job.job, QString::number(i), false);
    for (int i = 0; i <= 1000; ++i)
        Q_EMIT m_bus->jobProgressed({job.job, i / 1000.0, {}, {}});
    const JobLogRecord record = logs->record(7);
    QCOMPARE(record.lines.size(), JobLogs::kLinesPerJob);
    QCOMPARE(record.dropped, 5);
    QCOMPARE(record.lines.front().text, u"5"_s);
    QVERIFY(record.history.size() <= JobLogs::kProgressPoints);
    QCOMPARE(record.history.first().fraction, 0.0); // thinned, not cut off
    QCOMPARE(record.history.last().fraction, 1.0);
    QVERIFY(std::is_sorted(record.history.begin(), record.history.end(),
                           [](const auto &a, const auto &b) { return a.fraction < b.fraction; }));
    Q_EMIT m_bus->jobOutput(job.job, QString(100000, u'x'), false);
    QCOMPARE(logs->record(7).lines.back().text.size(), JobLogs::kLongestText);
}

void TestJobLogs::drainDoesNotEvictVerboseJobs()
{
    JobLogs *logs = JobLogs::of(m_bus.get());
    Q_EMIT m_bus->jobStarted(jobEvent(1));
    Q_EMIT m_bus->jobOutput(jobEvent(1).job, u"hello"_s, false);
    Q_EMIT m_bus->jobStarted(jobEvent(2)); // quiet, but running
    for (qint64 id = 100; id < 100 + 3 * qint64(JobLogs::kJobs); ++id) {
        Q_EMIT m_bus->jobStarted(jobEvent(id));
        Q_EMIT m_bus->jobCompleted(jobEvent(id));
    }
    QCOMPARE(logs->record(1).lines.size(), std::size_t{2});
    QVERIFY(logs->record(2).isRunning);
    QCOMPARE(logs->revision(100), quint64{0});
    QVERIFY(logs->revision(99 + 3 * qint64(JobLogs::kJobs)) != 0);
}

/// Each is quiet at first, and takes the place of another one when it has said something.
void TestJobLogs::oneVerboseJobAfterTheOtherIsKept()
{
    JobLogs *logs = JobLogs::of(m_bus.get());
    constexpr qint64 kRan = 20 * qint64(JobLogs::kJobs);
    for (qint64 id = 1; id <= kRan; ++id) {
        Q_EMIT m_bus->jobStarted(jobEvent(id));
        Q_EMIT m_bus->jobOutput(jobEvent(id).job, u"hello"_s, false);
        Q_EMIT m_bus->jobCompleted(jobEvent(id));
        QCOMPARE(logs->record(id).job.id, id);
        QCOMPARE(logs->record(id).lines.size(), std::size_t{3});
    }
    QCOMPARE(logs->revision(kRan - qint64(JobLogs::kJobs)), quint64{0});
    for (qint64 id = kRan - qint64(JobLogs::kJobs) + 1; id <= kRan; ++id)
        QCOMPARE(logs->record(id).job.id, id);
}

YARDMASTER_TEST(TestJobLogs)
#include "tst_joblogs.moc"
