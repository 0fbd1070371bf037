#include "ui/kit/workerwords.h"

#include "models/values/format.h"

#include <QCoreApplication>

namespace yardmaster {

namespace {

struct WorkerWordsText
{
    Q_DECLARE_TR_FUNCTIONS(WorkerWords)
};

} // namespace

QString workerStateWord(LocalWorker::State state)
{
    switch (state) {
    case LocalWorker::State::Stopped:
        return WorkerWordsText::tr("Worker stopped");
    case LocalWorker::State::Starting:
        return WorkerWordsText::tr("Worker starting…");
    case LocalWorker::State::Running:
        return WorkerWordsText::tr("Worker running");
    case LocalWorker::State::Stopping:
        return WorkerWordsText::tr("Worker stopping…");
    }
    Q_UNREACHABLE();
}

QString countedJobs(qint64 jobs)
{
    return jobs == 0
        ? WorkerWordsText::tr("no jobs")
        : WorkerWordsText::tr("%1 jobs", nullptr, pluralOf(jobs)).arg(formatNumber(jobs));
}

QString stoppingSentence(const LocalWorker &worker)
{
    if (worker.runningJobs() == 0)
        return WorkerWordsText::tr("Writing the last results");
    const auto left
        = std::chrono::milliseconds(QDateTime::currentDateTimeUtc().msecsTo(worker.graceEnds()));
    if (left.count() <= 0)
        return WorkerWordsText::tr("Returning %1 to the queue")
            .arg(countedJobs(worker.runningJobs()));
    return WorkerWordsText::tr("Waiting for %1; jobs still running %2 return to the queue")
        .arg(countedJobs(worker.runningJobs()), formatUntil(left));
}

} // namespace yardmaster
