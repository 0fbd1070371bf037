#include "worker/runner/jobsender.h"

#include "worker/runner/addlanes.h"

#include <QPromise>

namespace yardmaster {

JobSender::JobSender(const ConnectionSettings &settings, const QString &schema,
                     std::function<QDateTime()> clock, Duration idle, Duration patience)
    : m_lanes(std::make_shared<AddLanes>(settings, schema, std::move(clock), idle, patience))
{ }

JobSender::~JobSender()
{
    m_lanes->stop();
}

void JobSender::stop()
{
    m_lanes->stop();
}

void JobSender::giveUp()
{
    m_lanes->giveUp();
}

void JobSender::noticeWaiting(Duration limit)
{
    m_lanes->noticeWaiting(limit);
}

void JobSender::tellWhenIdle(std::function<void()> tell)
{
    m_lanes->tellWhenIdle(std::move(tell));
}

int JobSender::pending() const
{
    return m_lanes->pending();
}

quint64 JobSender::answered() const
{
    return m_lanes->answered();
}

QFuture<AddedJob> JobSender::add(JobSpec spec, WhenAway whenAway)
{
    const auto promise = std::make_shared<QPromise<AddedJob>>();
    promise->start();
    m_lanes->post({{std::move(spec)}, true, whenAway, [promise](AddAnswer answer) {
                       promise->addResult(std::move(answer).map([](std::vector<JobRecord> jobs) {
                           return std::optional(std::move(jobs.front()));
                       }));
                       promise->finish();
                   }});
    return promise->future();
}

QFuture<AddedJobs> JobSender::addAll(std::vector<JobSpec> specs, WhenAway whenAway)
{
    const auto promise = std::make_shared<QPromise<AddedJobs>>();
    promise->start();
    m_lanes->post({std::move(specs), false, whenAway, [promise](AddAnswer answer) {
                       promise->addResult(std::move(answer));
                       promise->finish();
                   }});
    return promise->future();
}

} // namespace yardmaster
