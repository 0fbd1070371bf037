#include "worker/tasks/httppool.h"

#include "worker/tasks/httpexchange.h"
#include "worker/tasks/taskrun.h"

#include <utility>

namespace yardmaster {

using namespace Qt::StringLiterals;

HttpPool::HttpPool(QObject *scope)
    : QObject(scope)
    , m_client(new HttpClient(this))
{ }

HttpPool::~HttpPool()
{
    // Before the client that carries them out; what ends now is reported to a worker that does not
    // listen any more. Once a run is gone, no other thread calls us for it.
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
    Server &server = m_servers[kept->server];
    m_runs.emplace(number, std::move(kept));
    server.waiting.push_back(number);
    sendWaiting(&server);
}

void HttpPool::sendWaiting(Server *server)
{
    while (server->sent < kConnections && !server->waiting.empty()) {
        const quint64 number = server->waiting.front();
        server->waiting.pop_front();
        const auto it = m_runs.find(number);
        // One that is asked to stop ends as soon as this is known here, see onStop().
        if (it != m_runs.end() && !it->second->run->context().stop.stop_requested()) {
            ++server->sent;
            send(number, it->second.get());
        }
    }
}

void HttpPool::send(quint64 number, Run *run)
{
    run->exchange = std::make_unique<HttpExchange>(run->target, run->run->context(), m_client);
    connect(
        run->exchange.get(), &HttpExchange::ended, this,
        [this, number](const TaskOutcome &outcome) { end(number, outcome); },
        Qt::QueuedConnection); // it ends in its own functions
    run->exchange->start();
}

void HttpPool::onStop(quint64 number)
{
    const auto it = m_runs.find(number);
    if (it == m_runs.end())
        return;
    TaskOutcome outcome = TaskOutcome::interrupted();
    const auto &exchange = it->second->exchange;
    outcome.error = !exchange ? u"The request had not been sent yet"_s
        : exchange->hasHead() ? u"The request was aborted within the response"_s
                              : u"The request was aborted before there was a response"_s;
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
    const auto server = m_servers.find(run.server);
    if (std::exchange(run.exchange, nullptr))
        --server->sent;
    sendWaiting(&*server);
    if (server->sent == 0)
        m_servers.erase(server);
    run.run->end(std::move(outcome)); // may start others
}

} // namespace yardmaster
