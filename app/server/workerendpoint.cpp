#include "app/server/workerendpoint.h"

#include "app/server/workerhealth.h"

namespace yardmaster {

using namespace Qt::StringLiterals;

WorkerEndpoint::WorkerEndpoint(EventBus *events, const WorkerHealth *health, int concurrency)
    : m_health(health)
    , m_metrics(events, health, concurrency)
{ }

tl::expected<void, QString> WorkerEndpoint::open(const ListenAddress &address,
                                                 std::function<WorkerStatus()> status)
{
    m_status = std::move(status);
    auto server
        = HttpServer::listen(address, [this](const QByteArray &path) { return answer(path); });
    if (!server)
        return tl::make_unexpected(server.error());
    m_server = *std::move(server);
    return {};
}

HttpServer::Answer WorkerEndpoint::answer(const QByteArray &path) const
{
    const auto verdict = [](const QString &problem, const char *fine) {
        return problem.isEmpty() ? HttpServer::Answer{200, fine}
                                 : HttpServer::Answer{503, problem.toUtf8() + '\n'};
    };
    if (path == "/healthz")
        return verdict(WorkerHealth::problem(m_status()), "ok\n");
    if (path == "/readyz")
        return verdict(m_health->whyNotReady(m_status()), "ready\n");
    if (path == "/metrics")
        return {200, m_metrics.text(m_status()) + (m_queue ? m_queue->text() : QByteArray()),
                MetricsText::kContentType};
    return {path == "/" ? 200 : 404, "/healthz\n/readyz\n/metrics\n"};
}

} // namespace yardmaster
