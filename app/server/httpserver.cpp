#include "app/server/httpserver.h"

#include <QList>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>

#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kBacklog = 128;
constexpr int kAcceptsAtOnce = 16; // so that those that are connected get their turn

const char *reasonOf(int status)
{
    switch (status) {
    case 200:
        return "OK";
    case 400:
        return "Bad Request";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    case 431:
        return "Request Header Fields Too Large";
    default:
        return "Service Unavailable";
    }
}

QByteArray answerText(const HttpServer::Answer &answer, bool withBody)
{
    QByteArray text = "HTTP/1.1 " + QByteArray::number(answer.status) + ' '
        + reasonOf(answer.status) + "\r\nContent-Type: " + answer.type
        + "\r\nContent-Length: " + QByteArray::number(answer.body.size())
        + "\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
          "Connection: close\r\n";
    if (answer.status == 405)
        text += "Allow: GET, HEAD\r\n";
    text += "\r\n";
    return withBody ? text + answer.body : text;
}

/// "GET /path?query HTTP/1.1", taken apart; or "GET http://host/path HTTP/1.1", as proxies are
/// asked.
struct RequestLine
{
    QByteArray method;
    QByteArray path;
};

std::optional<RequestLine> requestLineOf(const QByteArray &request)
{
    const QList<QByteArray> words = request.left(request.indexOf('\n')).trimmed().split(' ');
    if (words.size() != 3 || !words[2].startsWith("HTTP/1."))
        return std::nullopt;
    QByteArray target = words[1];
    if (target.left(7).toLower() == "http://") {
        const qsizetype path = target.indexOf('/', 7);
        const qsizetype query = target.indexOf('?', 7);
        if (path < 0 || (query >= 0 && query < path))
            target = "/";
        else
            target = target.mid(path);
    }
    if (!target.startsWith('/') && target != "*") // which OPTIONS asks of
        return std::nullopt;
    const qsizetype query = target.indexOf('?');
    return RequestLine{words[0], query < 0 ? target : target.left(query)};
}

QString refusalOf(const ListenAddress &address, const char *why)
{
    return u"cannot listen on %1: %2"_s.arg(address.text(), QString::fromLocal8Bit(why));
}

quint16 portOf(int socket)
{
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    ::getsockname(socket, reinterpret_cast<sockaddr *>(&address), &size); // NOLINT
    return ntohs(address.ss_family == AF_INET6
                     ? reinterpret_cast<sockaddr_in6 *>(&address)->sin6_port // NOLINT
                     : reinterpret_cast<sockaddr_in *>(&address)->sin_port); // NOLINT
}

void setPort(sockaddr *address, quint16 port)
{
    if (address->sa_family == AF_INET6)
        reinterpret_cast<sockaddr_in6 *>(address)->sin6_port = htons(port); // NOLINT
    else
        reinterpret_cast<sockaddr_in *>(address)->sin_port = htons(port); // NOLINT
}

/// @returns the socket, or -1 with errno.
int listeningSocket(const addrinfo &address)
{
    const int socket = ::socket(address.ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (socket < 0)
        return -1;
    const int on = 1;
    ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (address.ai_family == AF_INET6)
        ::setsockopt(socket, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
    if (::bind(socket, address.ai_addr, address.ai_addrlen) == 0 && ::listen(socket, kBacklog) == 0)
        return socket;
    const int error = errno;
    ::close(socket);
    errno = error;
    return -1;
}

} // namespace

tl::expected<std::unique_ptr<HttpServer>, QString>
HttpServer::listen(const ListenAddress &address, Handler handler, const Limits &limits)
{
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
    const QByteArray host = address.host == "*"_L1 ? QByteArray() : address.host.toUtf8();
    addrinfo *found = nullptr;
    const int failure = ::getaddrinfo(host.isEmpty() ? nullptr : host.constData(),
                                      QByteArray::number(address.port).constData(), &hints, &found);
    if (failure != 0)
        return tl::make_unexpected(refusalOf(address, ::gai_strerror(failure)));
    const std::unique_ptr<addrinfo, void (*)(addrinfo *)> addresses(found, &::freeaddrinfo);

    std::vector<int> sockets;
    quint16 port = address.port;
    int error = 0;
    for (addrinfo *one = found; one; one = one->ai_next) {
        setPort(one->ai_addr, port); // of the first one, where any will do
        const int socket = listeningSocket(*one);
        if (socket >= 0) {
            sockets.push_back(socket);
            port = portOf(socket);
        } else if (error == 0 || errno == EADDRINUSE) {
            error = errno;
        }
    }
    // A machine without IPv6 has a `localhost` all the same.
    if (sockets.empty() || error == EADDRINUSE) {
        for (const int socket : sockets)
            ::close(socket);
        return tl::make_unexpected(refusalOf(address, std::strerror(error)));
    }
    return std::unique_ptr<HttpServer>(
        new HttpServer(std::move(sockets), port, std::move(handler), limits));
}

HttpServer::HttpServer(std::vector<int> sockets, quint16 port, Handler handler,
                       const Limits &limits)
    : m_listening(std::move(sockets))
    , m_port(port)
    , m_handler(std::move(handler))
    , m_limits(limits)
    , m_stop(::eventfd(0, EFD_CLOEXEC))
{
    // Signals are for the main thread.
    sigset_t all;
    sigset_t before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    m_thread = std::thread([this] { run(); });
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    ::pthread_setname_np(m_thread.native_handle(), "yardmaster http");
}

HttpServer::~HttpServer()
{
    const quint64 one = 1;
    [[maybe_unused]] const auto written = ::write(m_stop, &one, sizeof one);
    m_thread.join();
    for (Connection &connection : m_connections)
        close(&connection);
    for (const int socket : m_listening)
        ::close(socket);
    ::close(m_stop);
}

HttpServer::Clock::time_point HttpServer::nextAccept() const
{
    const bool isFull = std::ssize(m_connections) >= m_limits.connections;
    return std::max(m_noFilesUntil,
                    isFull ? m_connections.front().since + m_limits.share : Clock::time_point());
}

void HttpServer::run()
{
    std::vector<pollfd> polled;
    for (;;) {
        auto now = Clock::now();
        const bool accepts = nextAccept() <= now;
        auto wake = accepts ? Clock::time_point::max() : nextAccept();
        polled.assign(1, {m_stop, POLLIN, 0});
        for (const int socket : m_listening)
            polled.push_back({accepts ? socket : -1, POLLIN, 0});
        for (const Connection &connection : m_connections) {
            const bool writes = connection.state == Connection::State::Writing;
            polled.push_back({connection.socket, short(writes ? POLLOUT : POLLIN), 0});
            wake = std::min(wake, connection.deadline);
        }
        int timeout = -1;
        if (wake != Clock::time_point::max())
            timeout = std::max(
                0, int(std::chrono::ceil<std::chrono::milliseconds>(wake - now).count()));
        ::poll(polled.data(), polled.size(), timeout);
        if (polled[0].revents != 0)
            return;

        now = Clock::now();
        size_t at = 1 + m_listening.size();
        for (Connection &connection : m_connections) {
            if (polled[at++].revents != 0)
                serve(&connection);
            else if (connection.deadline <= now)
                close(&connection);
        }
        std::erase_if(m_connections, [](const Connection &connection) {
            return connection.state == Connection::State::Closed;
        });
        for (size_t i = 0; i < m_listening.size(); ++i) {
            if (polled[1 + i].revents != 0)
                accept(m_listening[i]);
        }
    }
}

void HttpServer::accept(int listening)
{
    for (int i = 0; i < kAcceptsAtOnce; ++i) {
        const auto now = Clock::now();
        if (nextAccept() > now)
            return;
        const int socket = ::accept4(listening, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (socket < 0) {
            if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)
                m_noFilesUntil = now + m_limits.share;
            return;
        }
        if (std::ssize(m_connections) >= m_limits.connections) {
            close(&m_connections.front());
            m_connections.pop_front();
        }
        m_connections.push_back({socket, now, now + m_limits.patience});
    }
}

void HttpServer::serve(Connection *connection)
{
    switch (connection->state) {
    case Connection::State::Reading:
        read(connection);
        break;
    case Connection::State::Writing:
        write(connection);
        break;
    case Connection::State::Lingering: {
        // What was not read would reset the connection, and the answer with it.
        std::array<char, 65536> rest{};
        const ssize_t count = ::recv(connection->socket, rest.data(), rest.size(), 0);
        connection->dropped += std::max<ssize_t>(count, 0);
        if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)
            || connection->dropped > m_limits.lingerBytes)
            close(connection);
        break;
    }
    case Connection::State::Closed:
        break;
    }
}

bool HttpServer::isBusy(const Answer &answer) const
{
    constexpr qsizetype kLarge = 16384;
    if (answer.body.size() <= kLarge)
        return false;
    return std::ranges::count_if(
               m_connections,
               [](const Connection &connection) { return connection.answer.size() > kLarge; })
        >= m_limits.largeAnswers;
}

void HttpServer::read(Connection *connection)
{
    std::array<char, 8192> buffer{};
    const ssize_t count = ::recv(connection->socket, buffer.data(), buffer.size(), 0);
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (count <= 0) {
        close(connection);
        return;
    }
    connection->request.append(buffer.data(), count);
    while (connection->request.startsWith('\n') || connection->request.startsWith("\r\n"))
        connection->request.remove(0, connection->request.indexOf('\n') + 1); // RFC 9112, 2.2
    qsizetype end = connection->request.indexOf("\r\n\r\n");
    if (end < 0)
        end = connection->request.indexOf("\n\n");
    if (end < 0 && connection->request.size() <= m_limits.requestBytes)
        return;
    Answer answer{400, "not an HTTP request\n"};
    bool withBody = true;
    if (end < 0 || end > m_limits.requestBytes) {
        answer = {431, "the request is too large\n"};
    } else if (const auto line = requestLineOf(connection->request)) {
        withBody = line->method != "HEAD";
        if (line->method == "GET" || line->method == "HEAD")
            answer = m_handler(line->path);
        else
            answer = {405, "only GET and HEAD are answered\n"};
        if (isBusy(answer))
            answer = {503, "too many clients are reading their answers\n"};
    }
    connection->answer = answerText(answer, withBody);
    connection->request.clear();
    connection->state = Connection::State::Writing;
    write(connection);
}

void HttpServer::write(Connection *connection)
{
    while (connection->sent < connection->answer.size()) {
        const ssize_t count
            = ::send(connection->socket, connection->answer.constData() + connection->sent,
                     size_t(connection->answer.size() - connection->sent), MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0 && errno == EAGAIN)
            return;
        if (count < 0) {
            close(connection);
            return;
        }
        connection->sent += count;
    }
    ::shutdown(connection->socket, SHUT_WR);
    connection->answer.clear();
    connection->state = Connection::State::Lingering;
    connection->deadline = std::min(connection->deadline, Clock::now() + m_limits.linger);
}

void HttpServer::close(Connection *connection) const
{
    if (connection->state == Connection::State::Closed)
        return;
    ::close(connection->socket);
    connection->state = Connection::State::Closed;
}

} // namespace yardmaster
