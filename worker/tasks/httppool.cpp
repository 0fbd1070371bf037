#include "worker/tasks/httppool.h"

#include "worker/tasks/httpexchange.h"
#include "worker/tasks/taskrun.h"

#include <utility>

namespace yardmaster {

using namespace Qt::StringLiterals;

HttpPool::HttpPool(QObject *scope)
    : QObject(scope)
{ }

HttpPool::~HttpPool()
{
    // The exchanges before the managers that own their replies; what ends now is reported to a
    // worker that does not listen any more. Once a run is gone, no other thread calls us for it.
    for (const auto &[number, run] : m_runs)
        delete run->exchange;
    m_runs.clear();
}

HttpPool *HttpPool::in(QObject *scope)
{
    auto *pool = scope->findChild<HttpPool *>(QString(), Qt::FindDirectChildrenOnly);
    return pool ? pool : new HttpPool(scope);
}

void HttpPool::start(std::shared_ptr<const HttpTarget> target, std::shared_ptr<TaskRun> run)
{
    const quint64 number = ++m_lastRun;
    auto kept = std::make_unique<Run>();
    kept->server = target->shown();
    kept->target = std::move(target);
    const TaskContext &context = run->context();
    const std::function<void()> stop = [this, number] {
        QMetaObject::invokeMethod(
            this, [this, number] { onStop(number); },
            Qt::QueuedConnection); // from the stopping thread
    };
    kept->onStop.emplace(context.stop, stop);
    kept->onKill.emplace(context.kill, stop);
    kept->run = std::move(run);
    const QString server = kept->server;
    m_runs.emplace(number, std::move(kept));
    if (m_waiting.contains(server) || !send(number))
        m_waiting[server].push_back(number);
}

bool HttpPool::send(quint64 number)
{
    Run &run = *m_runs.at(number);
    const int index = freeManager(run);
    if (index < 0)
        return false;
    Manager &manager = m_managers[size_t(index)];
    ++manager.sent[run.server];
    run.manager = index;
    run.exchange = new HttpExchange(run.target, run.run->context(), manager.network.get(), this);
    connect(
        run.exchange, &HttpExchange::ended, this,
        [this, number](const TaskOutcome &outcome) { end(number, outcome); },
        Qt::QueuedConnection); // it ends in its own functions
    run.exchange->start();
    return true;
}

int HttpPool::freeManager(const Run &run)
{
    size_t suitable = 0;
    for (size_t i = 0; i < m_managers.size(); ++i) {
        const Manager &manager = m_managers[i];
        if (manager.authorities != run.target->authorities)
            continue;
        ++suitable;
        if (!manager.isOutOfStep && manager.sent.value(run.server) < kConnections)
            return int(i);
    }
    if (suitable >= kMostManagers)
        return -1;
    m_managers.push_back({run.target->authorities});
    return int(m_managers.size()) - 1;
}

void HttpPool::release(const Run &run)
{
    Manager &manager = m_managers[size_t(run.manager)];
    manager.isOutOfStep |= run.exchange->isOutOfStep();
    if (--manager.sent[run.server] == 0)
        manager.sent.remove(run.server);
    delete run.exchange;
    if (manager.isOutOfStep && manager.sent.isEmpty()) {
        manager.network.release()->deleteLater();
        manager.network = std::make_unique<QNetworkAccessManager>();
        manager.isOutOfStep = false;
    }
}

void HttpPool::sendWaiting(const QString &server)
{
    const auto waiting = m_waiting.find(server);
    if (waiting == m_waiting.end())
        return;
    while (!waiting->empty()) {
        const quint64 number = waiting->front();
        if (m_runs.contains(number) && !send(number))
            return;
        waiting->pop_front();
    }
    m_waiting.erase(waiting);
}

void HttpPool::onStop(quint64 number)
{
    const auto it = m_runs.find(number);
    if (it == m_runs.end())
        return;
    TaskOutcome outcome = TaskOutcome::interrupted();
    outcome.error = it->second->exchange ? u"The request was aborted before there was a response"_s
                                         : u"The request had not been sent yet"_s;
    end(number, std::move(outcome));
}

void HttpPool::end(quint64 number, TaskOutcome outcome)
{
    auto node = m_runs.extract(number);
    if (!node)
        return;
    Run &run = *node.mapped();
    run.onStop.reset();
    run.onKill.reset();
    if (run.exchange)
        release(run);
    sendWaiting(run.server);
    run.run->end(std::move(outcome)); // may start others
}

} // namespace yardmaster
