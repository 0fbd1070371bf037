#pragma once

#include "worker/tasks/httpclient.h"
#include "worker/tasks/httptarget.h"

#include <QHash>
#include <QObject>

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <unordered_map>

namespace yardmaster {

class HttpExchange;
class TaskRun;
struct TaskOutcome;

/// Runs the HTTP jobs of one worker. Lives on the executor thread, a child of the scope of the
/// runs.
///
///   start() ──> waiting ──> sent ──> ended, when there is an answer
///                 fewer than kConnections are sent to the server
class HttpPool final : public QObject
{
    Q_OBJECT

public:
    static constexpr int kConnections = 100; ///< to one server

    explicit HttpPool(QObject *scope);
    ~HttpPool() override;
    Q_DISABLE_COPY_MOVE(HttpPool)

    /// That of the worker with this scope, see TaskRun::scope(). Its thread.
    [[nodiscard]] static HttpPool *in(QObject *scope);

    void start(std::shared_ptr<const HttpTarget> target, std::shared_ptr<TaskRun> run);

private:
    using StopCallback = std::stop_callback<std::function<void()>>;

    struct Run
    {
        std::shared_ptr<const HttpTarget> target;
        std::shared_ptr<TaskRun> run;
        QString server{};
        std::unique_ptr<HttpExchange> exchange{}; ///< null: waiting
        std::optional<StopCallback> onStop{};
        std::optional<StopCallback> onKill{};
    };
    struct Server
    {
        int sent = 0;
        std::deque<quint64> waiting{};
    };

    void sendWaiting(Server *server);
    void send(quint64 number, Run *run);
    void onStop(quint64 number);
    void end(quint64 number, TaskOutcome outcome);

    HttpClient *const m_client;
    quint64 m_lastRun = 0;
    std::unordered_map<quint64, std::unique_ptr<Run>> m_runs;
    QHash<QString, Server> m_servers; ///< those with runs
};

} // namespace yardmaster
