#pragma once

#include <QHash>
#include <QObject>
#include <QSet>
#include <QTimer>

#include <functional>
#include <memory>

#include <curl/curl.h>

class QSocketNotifier;

namespace yardmaster {

/// Carries out HTTP transfers on the event loop of its thread, by libcurl: without a thread but for
/// names that are looked up, and on connections that are kept for the next transfer.
///
/// A transfer is a handle of libcurl's that its owner has set up. Not QNetworkAccessManager: it
/// reads a header without end, takes an interim answer for the answer, does not notice a chunked
/// body that is cut off, and needs a thread for six connections to a server.
class HttpClient final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HttpClient)

public:
    using Ended = std::function<void(CURLcode)>;

    explicit HttpClient(QObject *parent);
    ~HttpClient() override;

    /// A handle for a transfer, with what all have in common.
    [[nodiscard]] std::unique_ptr<CURL, void (*)(CURL *)> newTransfer();
    /// @param ended  called once, from the event loop. The transfer can be started again then.
    void start(CURL *transfer, Ended ended);
    /// `ended` is not called; the connection is closed. Nothing happens to one that has ended. Not
    /// to be called by a callback of the transfer.
    void cancel(CURL *transfer);
    /// Whether the connection between these two ports has nothing to read: neither bytes behind the
    /// last answer nor its end. libcurl does not always look before it uses a connection again.
    [[nodiscard]] bool isQuiet(int localPort, int remotePort) const;

private:
    struct Watch;

    static int onSocket(CURL *transfer, curl_socket_t socket, int what, void *self, void *watch);
    static curl_socket_t openSocket(void *self, curlsocktype purpose, curl_sockaddr *address);
    static int closeSocket(void *self, curl_socket_t socket);
    static int onTimer(CURLM *multi, long milliseconds, void *self);
    void act(curl_socket_t socket, int what);
    void watch(curl_socket_t socket, int what);
    void startIdleTimer();

    QSet<curl_socket_t> m_sockets;                          ///< all that are open
    std::unique_ptr<CURLM, CURLMcode (*)(CURLM *)> m_multi; ///< null: not used for a while
    QHash<CURL *, Ended> m_transfers;
    QHash<curl_socket_t, std::shared_ptr<Watch>> m_watches;
    QTimer m_timer;
    QTimer m_idle;
};

} // namespace yardmaster
