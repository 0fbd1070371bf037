#include "models/localworker/runrecorder.h"

#include <yardmaster/eventbus.h>

#include <QThread>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kThreadsKnown = 2000; // pool threads come and go, and so do their ids

qint64 &totalOf(RunEnd end, RunRecorder::Totals *totals)
{
    switch (end) {
    case RunEnd::Completed:
        return totals->completed;
    case RunEnd::Retrying:
        return totals->retrying;
    case RunEnd::FailedForGood:
        return totals->failedForGood;
    case RunEnd::GivenBack:
        return totals->givenBack;
    default:
        return totals->lostLease;
    }
}

} // namespace

RunRecorder::RunRecorder(EventBus *bus)
    : QObject(bus)
{
    // Direct: a queued delivery would be a queue without bound.
    const auto direct = Qt::DirectConnection;
    connect(bus, &EventBus::jobStarted, this, &RunRecorder::onStarted, direct);
    connect(bus, &EventBus::jobProgressed, this, &RunRecorder::onProgress, direct);
    onRunEnds(bus, this, RunSuccess::HandlerEnded,
              [this](const JobEvent &event, RunEnd end) { onEnded(event, end); });
}

RunRecorder::Totals RunRecorder::totals() const
{
    const std::scoped_lock lock(m_mutex);
    return m_totals;
}

int RunRecorder::runningCount() const
{
    const std::scoped_lock lock(m_mutex);
    return int(m_running.size());
}

QString RunRecorder::here()
{
    const QThread *thread = QThread::currentThread();
    if (thread->objectName() == "yardmaster tasks"_L1)
        return tr("executor");
    if (m_threads.size() > kThreadsKnown)
        m_threads.clear();
    auto known = m_threads.find(QThread::currentThreadId());
    if (known == m_threads.end())
        known = m_threads.insert(QThread::currentThreadId(), int(m_threads.size()) + 1);
    return tr("thread %1").arg(*known);
}

void RunRecorder::onStarted(const JobEvent &event)
{
    LocalRun run;
    run.job = event.job;
    run.started = QDateTime::currentDateTimeUtc();
    const std::scoped_lock lock(m_mutex);
    run.place = here();
    m_running.insert({event.job.id, event.job.attempts}, run);
    ++m_revision;
}

void RunRecorder::onProgress(const JobProgress &progress)
{
    const std::scoped_lock lock(m_mutex);
    const auto run = m_running.find({progress.job.id, progress.job.attempts});
    if (run == m_running.end())
        return;
    run->progress = progress.fraction;
    run->progressText = progress.text;
    ++m_revision;
}

void RunRecorder::onEnded(const JobEvent &event, RunEnd end)
{
    const std::scoped_lock lock(m_mutex);
    ++totalOf(end, &m_totals);
    LocalRun run = m_running.take({event.job.id, event.job.attempts});
    if (run.job.id == 0) {
        if (end == RunEnd::LostLease) { // after a success that was not written
            std::erase_if(m_successes, [&event, &run](const LocalRun &kept) {
                const bool isIt
                    = kept.job.id == event.job.id && kept.job.attempts == event.job.attempts;
                if (isIt)
                    run = kept;
                return isIt;
            });
        }
        run.job = event.job;
    }
    run.end = end;
    run.duration = event.duration;
    run.error = event.error;
    run.retryAt = event.retryAt;
    keep(std::move(run));
    ++m_revision;
}

void RunRecorder::keep(LocalRun run)
{
    if (!run.started.isValid()) // it began before anybody listened
        run.started = QDateTime::currentDateTimeUtc().addMSecs(
            -std::chrono::duration_cast<std::chrono::milliseconds>(run.duration).count());
    std::deque<LocalRun> &kept = run.end == RunEnd::Completed ? m_successes : m_failures;
    kept.push_back(std::move(run));
    if (kept.size() > kKept)
        kept.pop_front();
}

RunRecorder::Running RunRecorder::running() const
{
    Running answer;
    {
        const std::scoped_lock lock(m_mutex);
        answer.count = int(m_running.size());
        answer.runs.assign(m_running.cbegin(), m_running.cend());
    }
    std::ranges::sort(answer.runs, [](const LocalRun &a, const LocalRun &b) {
        return std::tie(a.started, a.job.id) < std::tie(b.started, b.job.id);
    });
    if (answer.runs.size() > kShown)
        answer.runs.resize(kShown);
    return answer;
}

std::vector<LocalRun> RunRecorder::ended(qint64 jobId) const
{
    std::vector<LocalRun> runs;
    {
        const std::scoped_lock lock(m_mutex);
        for (const auto *kept : {&m_failures, &m_successes}) {
            std::ranges::copy_if(*kept, std::back_inserter(runs), [jobId](const LocalRun &run) {
                return jobId == 0 || run.job.id == jobId;
            });
        }
    }
    std::ranges::sort(runs, [](const LocalRun &a, const LocalRun &b) {
        return std::tie(a.started, a.job.id, a.job.attempts)
            > std::tie(b.started, b.job.id, b.job.attempts);
    });
    return runs;
}

quint64 RunRecorder::revision() const
{
    const std::scoped_lock lock(m_mutex);
    return m_revision;
}

void RunRecorder::forgetRunning()
{
    const std::scoped_lock lock(m_mutex);
    m_running.clear();
    ++m_revision;
}

} // namespace yardmaster
