#pragma once

#include "app/server/listenaddress.h"

#include <QByteArray>

#include <chrono>
#include <functional>
#include <list>
#include <memory>
#include <thread>
#include <vector>

namespace yardmaster {

/// Answers GET and HEAD over HTTP/1.1, a request for each connection, on one thread that waits for
/// nothing but its sockets. Made for health checks and metrics: a server of a library (cpp-httplib)
/// keeps a thread for each connection, and accepts without a limit, so a few slow clients lock
/// everybody out.
///
/// All is bounded, see Limits. Bodies are not read. Where there is no room for a connection, the
/// oldest one is closed once it has had its share of time; until then clients wait in the kernel's
/// queue.
///
///   reading ──request complete, or too large──> writing ──sent──> lingering
///      └──────────── patience ─────────> closed <── patience ─────────┘ closed by the client
class HttpServer final
{
public:
    struct Limits
    {
        int connections = 256;
        int requestBytes = 8192;
        int largeAnswers = 16;                    ///< of more than 16 KiB, at a time
        std::chrono::milliseconds patience{5000}; ///< for a request and its answer
        std::chrono::milliseconds share{100};     ///< of a connection that others wait for
        std::chrono::milliseconds linger{500};    ///< for the client to close
        int lingerBytes = 1 << 18;                ///< of a body, read and dropped meanwhile
    };
    struct Answer
    {
        int status = 200;
        QByteArray body{};
        QByteArray type = "text/plain; charset=utf-8";
    };
    /// @param path  without the query. On the server's thread.
    using Handler = std::function<Answer(const QByteArray &path)>;

    /// @returns one sentence if the address is wrong or taken. Blocks while a name is looked up.
    [[nodiscard]] static tl::expected<std::unique_ptr<HttpServer>, QString>
    listen(const ListenAddress &address, Handler handler)
    {
        return listen(address, std::move(handler), Limits());
    }
    [[nodiscard]] static tl::expected<std::unique_ptr<HttpServer>, QString>
    listen(const ListenAddress &address, Handler handler, const Limits &limits);
    ~HttpServer();
    Q_DISABLE_COPY_MOVE(HttpServer)

    /// The port, where port 0 was asked for.
    [[nodiscard]] quint16 port() const { return m_port; }

private:
    using Clock = std::chrono::steady_clock;
    struct Connection
    {
        enum class State { Reading, Writing, Lingering, Closed };

        int socket;
        Clock::time_point since;
        Clock::time_point deadline;
        State state = State::Reading;
        QByteArray request{};
        QByteArray answer{};
        qsizetype sent = 0;
        qsizetype dropped = 0; ///< bytes read while lingering
    };

    HttpServer(std::vector<int> sockets, quint16 port, Handler handler, const Limits &limits);
    void run();
    void accept(int socket);
    void serve(Connection *connection);
    [[nodiscard]] bool isBusy(const Answer &answer) const;
    void read(Connection *connection);
    void write(Connection *connection);
    void close(Connection *connection) const;
    /// No connection can be accepted before this; the epoch: now.
    [[nodiscard]] Clock::time_point nextAccept() const;

    const std::vector<int> m_listening;
    const quint16 m_port;
    const Handler m_handler;
    const Limits m_limits;
    int m_stop = -1; ///< an eventfd
    // The rest belongs to the thread.
    std::list<Connection> m_connections; ///< the oldest first
    Clock::time_point m_noFilesUntil{};
    std::thread m_thread;
};

} // namespace yardmaster
