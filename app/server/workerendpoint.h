#pragma once

#include "app/server/httpserver.h"
#include "app/server/queuegauges.h"
#include "app/server/workermetrics.h"

#include <functional>
#include <memory>
#include <optional>

namespace yardmaster {

class EventBus;
class WorkerHealth;

/// What --listen-http serves: /healthz, /readyz and /metrics of one worker. Made before the worker,
/// whose events it hears on the engine's threads, and ended after it; answers from open() on,
/// whatever the worker and the database do.
class WorkerEndpoint final
{
public:
    /// @param health  must outlive this.
    WorkerEndpoint(EventBus *events, const WorkerHealth *health, int concurrency);

    /// @param status  of the worker; called on the server's thread.
    /// @returns one sentence if the address cannot be had.
    [[nodiscard]] tl::expected<void, QString> open(const ListenAddress &address,
                                                   std::function<WorkerStatus()> status);
    [[nodiscard]] quint16 port() const { return m_server->port(); }
    /// The worker serves these from now on. Any thread.
    void onTasks(const QStringList &tasks) { m_metrics.onTasks(tasks); }
    /// Has /metrics tell of the whole queue, see QueueGauges. Before open().
    void countQueue(const ConnectionSettings &connection, const QString &schema)
    {
        m_queue.emplace(connection, schema);
    }
    /// Before the worker ends.
    void close() { m_server.reset(); }

private:
    [[nodiscard]] HttpServer::Answer answer(const QByteArray &path) const;

    const WorkerHealth *const m_health;
    WorkerMetrics m_metrics;
    std::optional<QueueGauges> m_queue;
    std::function<WorkerStatus()> m_status;
    std::unique_ptr<HttpServer> m_server; ///< ends first
};

} // namespace yardmaster
