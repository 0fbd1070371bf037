#include "worker/tasks/httpclient.h"

#include <QSocketNotifier>

#include <algorithm>
#include <cerrno>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace yardmaster {

using namespace std::chrono_literals;

namespace {

constexpr auto kKeptConnection = 60s; // after the last transfer
constexpr long kKeptConnections = 256;
constexpr long kKeepAlive = 30; // seconds

/// @param nameOf  getsockname or getpeername.   @returns 0: it has none.
template <typename NameOf> int portOf(curl_socket_t socket, NameOf nameOf)
{
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    if (nameOf(socket, reinterpret_cast<sockaddr *>(&address), &size) != 0)
        return 0;
    if (address.ss_family == AF_INET)
        return ntohs(reinterpret_cast<const sockaddr_in *>(&address)->sin_port);
    return address.ss_family == AF_INET6
        ? ntohs(reinterpret_cast<const sockaddr_in6 *>(&address)->sin6_port)
        : 0;
}

} // namespace

/// One socket.
struct HttpClient::Watch
{
    QSocketNotifier read;
    QSocketNotifier write;

    explicit Watch(curl_socket_t socket)
        : read(socket, QSocketNotifier::Read)
        , write(socket, QSocketNotifier::Write)
    { }
    void set(int what)
    {
        read.setEnabled((what & CURL_POLL_IN) != 0);
        write.setEnabled((what & CURL_POLL_OUT) != 0);
    }
};

HttpClient::HttpClient(QObject *parent)
    : QObject(parent)
    , m_multi(nullptr, &curl_multi_cleanup)
{
    static const CURLcode isReady = curl_global_init(CURL_GLOBAL_DEFAULT);
    Q_ASSERT(isReady == CURLE_OK);
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, [this] { act(CURL_SOCKET_TIMEOUT, 0); });
    m_idle.setSingleShot(true);
    m_idle.setInterval(kKeptConnection);
    // libcurl looks after the connections that it keeps only when there is something to do.
    connect(&m_idle, &QTimer::timeout, this, [this] { m_multi.reset(); });
}

HttpClient::~HttpClient()
{
    const QList<CURL *> transfers = m_transfers.keys();
    for (CURL *transfer : transfers)
        cancel(transfer);
    m_multi.reset();
}

std::unique_ptr<CURL, void (*)(CURL *)> HttpClient::newTransfer()
{
    std::unique_ptr<CURL, void (*)(CURL *)> transfer(curl_easy_init(), &curl_easy_cleanup);
    Q_CHECK_PTR(transfer.get());
    curl_easy_setopt(transfer.get(), CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(transfer.get(), CURLOPT_QUICK_EXIT, 1L); // never waits for a name server
    curl_easy_setopt(transfer.get(), CURLOPT_OPENSOCKETFUNCTION, &HttpClient::openSocket);
    curl_easy_setopt(transfer.get(), CURLOPT_OPENSOCKETDATA, this);
    curl_easy_setopt(transfer.get(), CURLOPT_CLOSESOCKETFUNCTION, &HttpClient::closeSocket);
    curl_easy_setopt(transfer.get(), CURLOPT_CLOSESOCKETDATA, this);
    curl_easy_setopt(transfer.get(), CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(transfer.get(), CURLOPT_HTTP_VERSION, long{CURL_HTTP_VERSION_1_1});
    curl_easy_setopt(transfer.get(), CURLOPT_PROXY, ""); // none, whatever the environment says
    curl_easy_setopt(transfer.get(), CURLOPT_PATH_AS_IS, 1L);
    curl_easy_setopt(transfer.get(), CURLOPT_TCP_KEEPALIVE, 1L);
    curl_easy_setopt(transfer.get(), CURLOPT_TCP_KEEPIDLE, kKeepAlive);
    curl_easy_setopt(transfer.get(), CURLOPT_TCP_KEEPINTVL, kKeepAlive);
    return transfer;
}

void HttpClient::start(CURL *transfer, Ended ended)
{
    m_idle.stop();
    if (!m_multi) {
        m_multi.reset(curl_multi_init());
        Q_CHECK_PTR(m_multi.get());
        curl_multi_setopt(m_multi.get(), CURLMOPT_SOCKETFUNCTION, &HttpClient::onSocket);
        curl_multi_setopt(m_multi.get(), CURLMOPT_SOCKETDATA, this);
        curl_multi_setopt(m_multi.get(), CURLMOPT_TIMERFUNCTION, &HttpClient::onTimer);
        curl_multi_setopt(m_multi.get(), CURLMOPT_TIMERDATA, this);
        curl_multi_setopt(m_multi.get(), CURLMOPT_MAXCONNECTS, kKeptConnections);
    }
    m_transfers.insert(transfer, std::move(ended));
    curl_multi_add_handle(m_multi.get(), transfer); // begins at the next turn of the event loop
}

void HttpClient::cancel(CURL *transfer)
{
    if (m_transfers.remove(transfer) == 0)
        return;
    curl_multi_remove_handle(m_multi.get(), transfer);
    startIdleTimer();
}

void HttpClient::startIdleTimer()
{
    if (m_transfers.isEmpty())
        m_idle.start();
}

curl_socket_t HttpClient::openSocket(void *self, curlsocktype, curl_sockaddr *address)
{
    const curl_socket_t opened
        = ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
    if (opened != CURL_SOCKET_BAD)
        static_cast<HttpClient *>(self)->m_sockets.insert(opened);
    return opened;
}

int HttpClient::closeSocket(void *self, curl_socket_t socket)
{
    static_cast<HttpClient *>(self)->m_sockets.remove(socket);
    return ::close(socket);
}

bool HttpClient::isQuiet(int localPort, int remotePort) const
{
    return std::all_of(m_sockets.begin(), m_sockets.end(), [=](curl_socket_t socket) {
        char byte = 0;
        return portOf(socket, &::getsockname) != localPort
            || portOf(socket, &::getpeername) != remotePort
            || (::recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0
                && (errno == EAGAIN || errno == EWOULDBLOCK));
    });
}

int HttpClient::onTimer(CURLM *, long milliseconds, void *self)
{
    QTimer &timer = static_cast<HttpClient *>(self)->m_timer;
    if (milliseconds < 0)
        timer.stop();
    else
        timer.start(std::chrono::milliseconds(milliseconds));
    return 0;
}

int HttpClient::onSocket(CURL *, curl_socket_t socket, int what, void *self, void *)
{
    static_cast<HttpClient *>(self)->watch(socket, what);
    return 0;
}

void HttpClient::watch(curl_socket_t socket, int what)
{
    if (what == CURL_POLL_REMOVE) {
        if (const std::shared_ptr<Watch> gone = m_watches.take(socket)) {
            gone->set(CURL_POLL_NONE);
            // One of its notifiers may be calling.
            QMetaObject::invokeMethod(
                this, [gone] {}, Qt::QueuedConnection);
        }
        return;
    }
    std::shared_ptr<Watch> &kept = m_watches[socket];
    if (!kept) {
        kept = std::make_shared<Watch>(socket);
        connect(&kept->read, &QSocketNotifier::activated, this,
                [this, socket] { act(socket, CURL_CSELECT_IN); });
        connect(&kept->write, &QSocketNotifier::activated, this,
                [this, socket] { act(socket, CURL_CSELECT_OUT); });
    }
    kept->set(what);
}

void HttpClient::act(curl_socket_t socket, int what)
{
    if (!m_multi)
        return;
    int running = 0;
    curl_multi_socket_action(m_multi.get(), socket, what, &running);
    int more = 0;
    while (const CURLMsg *message = curl_multi_info_read(m_multi.get(), &more)) {
        CURL *transfer = message->easy_handle;
        const CURLcode result = message->data.result;
        const Ended ended = m_transfers.take(transfer);
        curl_multi_remove_handle(m_multi.get(), transfer); // and with it the message
        if (ended)
            ended(result);
    }
    startIdleTimer();
}

} // namespace yardmaster
