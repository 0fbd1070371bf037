#pragma once

#include "worker/tasks/httpclient.h"
#include "worker/tasks/httpmessage.h"

#include <QObject>
#include <QTimer>
#include <QUrl>

#include <array>
#include <memory>

namespace yardmaster {

/// Posts one job, again where it is redirected, and reads the answer. Deleting it ends the request.
///
/// Bounded: of a body the first kKeptBody bytes are kept, and kReadBody are read, of headers
/// kMostHeaders; the body of a failure may take kBodyPatience. The whole has no limit of time here:
/// a task has its timeout.
class HttpExchange final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HttpExchange)

public:
    static constexpr qsizetype kKeptBody = 16 * 1024;
    static constexpr qint64 kReadBody = 1024 * 1024;
    static constexpr qint64 kMostHeaders = 256 * 1024; ///< bytes, with those of interim answers
    static constexpr std::chrono::seconds kBodyPatience{5};
    static constexpr int kMostRedirects = 5;

    /// @param context  outlives it, as client does, which is of this thread.
    HttpExchange(std::shared_ptr<const HttpTarget> target, const TaskContext &context,
                 HttpClient *client);
    ~HttpExchange() override;

    void start();
    /// There is an answer, or its beginning.
    [[nodiscard]] bool hasHead() const { return m_hasHead; }

Q_SIGNALS:
    /// Once.
    void ended(const yardmaster::TaskOutcome &outcome);

private:
    /// Why the transfer was broken off here.
    enum class Stop {
        None,
        LockTooOld,
        NeedsNewConnection,
        HeadersTooLong,
        InvalidLength,
        LongBody,
        OtherProtocol
    };
    struct FreeList
    {
        void operator()(curl_slist *list) const { curl_slist_free_all(list); }
    };

    void post(const QUrl &url);
    void start(bool onNewConnection);
    /// @returns whether the request may be sent now, on the connection between these ports.
    [[nodiscard]] bool onConnected(int localPort, int remotePort);
    /// @returns whether to read on.
    [[nodiscard]] bool onHeader(const QByteArray &line);
    [[nodiscard]] bool onBody(const char *bytes, size_t count);
    void onEnded(CURLcode result);
    [[nodiscard]] QString errorBeforeAnswer(CURLcode result) const;
    [[nodiscard]] QString errorWithinAnswer(CURLcode result) const;
    /// Judges what there is.
    void conclude(bool isWhole);
    /// @returns why it is not followed; empty: it is.
    [[nodiscard]] QString redirect();
    void end(const TaskOutcome &outcome);

    const std::shared_ptr<const HttpTarget> m_target;
    const TaskContext &m_context;
    HttpClient *const m_client;
    const QByteArray m_payload;
    std::unique_ptr<curl_slist, FreeList> m_headers;
    std::unique_ptr<CURL, void (*)(CURL *)> m_transfer;
    std::array<char, CURL_ERROR_SIZE> m_message{};

    QUrl m_url;
    int m_redirects = 0;
    bool m_isSent = false; ///< to m_url
    Stop m_stop = Stop::None;
    HttpAnswer m_answer;
    QByteArray m_location;
    QByteArray m_length;    ///< header Content-Length
    bool m_hasHead = false; ///< all of m_answer but the body
    qint64 m_headerBytes = 0;
    qint64 m_bodyBytes = 0;
    QTimer m_bodyPatience;
};

} // namespace yardmaster
