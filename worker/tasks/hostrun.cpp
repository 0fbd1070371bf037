#include "worker/tasks/hostrun.h"

#include "worker/tasks/hostmessages.h"
#include "worker/tasks/hostpool.h"
#include <yardmaster/executabletask.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

HostRun::HostRun(quint64 number, int file, std::shared_ptr<TaskRun> run, HostPoolLink *link,
                 Notice onStop)
    : m_number(number)
    , m_file(file)
    , m_run(std::move(run))
{
    m_onStop.emplace(context().stop, Post{link, number, onStop});
}

void HostRun::Post::operator()() const
{
    link->post([number = number, notice = notice](HostPool &pool) { (pool.*notice)(number); });
}

bool HostRun::addTo(HostRows *rows) const
{
    const TaskContext &context = m_run->context();
    static const HostedColumns unknown;
    return rows->add(m_number, m_file, context.job, m_columns ? *m_columns : unknown,
                     context.workerId());
}

void HostRun::expectKill(HostPoolLink *link, Notice onKill)
{
    m_onKill.emplace(context().kill, Post{link, m_number, onKill});
}

void HostRun::setHost(TaskHost *host)
{
    m_host = host;
    m_run->startTimeout();
}

void HostRun::output(bool isError, const QString &text)
{
    std::unique_ptr<OutputLines> &lines = isError ? m_err : m_out;
    if (!lines)
        lines = std::make_unique<OutputLines>(
            [this, isError](const QString &line) { outputLine(isError, line); });
    lines->add(text.toUtf8());
}

void HostRun::outputLine(bool isError, const QString &line)
{
    if (m_logged > ExecutableTask::kLoggedOutput) {
        m_leftOut += line.size() + 1;
        return;
    }
    m_logged += line.size() + 1;
    context().output(line, isError);
    if (m_logged > ExecutableTask::kLoggedOutput)
        context().output(
            u"(this job has written more than 1 MiB; further output is left out of the log "
            "and the events)"_s,
            isError);
}

void HostRun::log(const std::vector<QByteArrayView> &items)
{
    for (size_t i = 3; i < items.size(); ++i)
        m_loggedMessages += items[i].size();
    if (m_loggedMessages > ExecutableTask::kLoggedOutput) {
        if (++m_messagesLeftOut == 1)
            context().logger().warning(
                u"this job has logged more than 1 MiB; further messages are left out"_s);
        return;
    }
    QJsonObject scope = items.size() > 4 ? messageObject(items[4]) : QJsonObject();
    const QString label = scope.take("label"_L1).toString();
    const LogScope narrower{.label = label == "job"_L1 ? QString() : label,
                            .taskIdentifier = scope.take("taskIdentifier"_L1).toString()};
    QJsonObject meta = items.size() > 5 ? messageObject(items[5]) : QJsonObject();
    for (auto it = scope.begin(); it != scope.end(); ++it) {
        if (!meta.contains(it.key()))
            meta.insert(it.key(), it.value());
    }
    context().logger().scope(narrower).log(messageLevel(items[2]), messageText(items[3]), meta);
}

void HostRun::end(TaskOutcome &&outcome)
{
    for (OutputLines *lines : {m_out.get(), m_err.get()}) {
        if (lines)
            lines->finish();
    }
    if (m_leftOut > 0)
        context().output(u"(%1 bytes of output were dropped)"_s.arg(m_leftOut));
    if (m_messagesLeftOut > 0)
        context().logger().warning(u"messages left out: %1"_s.arg(m_messagesLeftOut));
    m_onStop.reset();
    m_onKill.reset();
    m_run->end(std::move(outcome));
}

} // namespace yardmaster
