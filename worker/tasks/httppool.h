#pragma once

#include "worker/tasks/httptarget.h"

#include <QHash>
#include <QList>
#include <QNetworkAccessManager>
#include <QObject>
#include <QSslCertificate>

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <unordered_map>
#include <vector>

namespace yardmaster {

class HttpExchange;
class TaskRun;
struct TaskOutcome;

/// Runs the HTTP jobs of one worker. Lives on the executor thread, a child of the scope of the
/// runs.
///
///   start() ──> waiting ──> sent ──> ended, when there is an answer
///                 a connection is free
///
/// A network manager has a thread of its own and opens six connections to a server, which are
/// reused; Qt before 6.5 knows no other number. So there are as many managers as the busiest server
/// needs, up to kMostManagers; further jobs wait. Tasks that trust other certificates have managers
/// of their own, as a connection of the one would be reused for the other.
class HttpPool final : public QObject
{
    Q_OBJECT

public:
    static constexpr int kConnections = 6; ///< of a manager to one server
    static constexpr int kMostManagers = 16;

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
        int manager = -1; ///< -1: waiting
        HttpExchange *exchange = nullptr;
        std::optional<StopCallback> onStop{};
        std::optional<StopCallback> onKill{};
    };

    struct Manager
    {
        QList<QSslCertificate> authorities; ///< that its connections trust
        std::unique_ptr<QNetworkAccessManager> network = std::make_unique<QNetworkAccessManager>();
        QHash<QString, int> sent{}; ///< by server
        bool isOutOfStep = false;   ///< not to be used until it is replaced
    };

    /// @returns false if all connections are in use.
    [[nodiscard]] bool send(quint64 number);
    /// Index of a manager with a free connection; -1: none.
    [[nodiscard]] int freeManager(const Run &run);
    void release(const Run &run);
    void sendWaiting(const QString &server);
    void onStop(quint64 number);
    void end(quint64 number, TaskOutcome outcome);

    std::vector<Manager> m_managers;
    quint64 m_lastRun = 0;
    std::unordered_map<quint64, std::unique_ptr<Run>> m_runs;
    QHash<QString, std::deque<quint64>> m_waiting; ///< by server
};

} // namespace yardmaster
