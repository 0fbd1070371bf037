#pragma once

#include "worker/tasks/httpmessage.h"

#include <QNetworkReply>
#include <QObject>
#include <QTimer>

#include <memory>

class QNetworkAccessManager;

namespace yardmaster {

/// Posts one job, again where it is redirected, and reads the answer. Deleting it ends the request.
///
/// Bounded: of a body the first kKeptBody bytes are kept, and kReadBody are read; the body of a
/// failure may take kBodyPatience. The whole has no limit of time here: a task has its timeout.
class HttpExchange final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HttpExchange)

public:
    static constexpr qint64 kKeptBody = 16 * 1024;
    static constexpr qint64 kReadBody = 1024 * 1024;
    static constexpr std::chrono::seconds kBodyPatience{5};
    static constexpr int kMostRedirects = 5;

    /// @param context  outlives it.   @param network  borrowed, of this thread.
    HttpExchange(std::shared_ptr<const HttpTarget> target, const TaskContext &context,
                 QNetworkAccessManager *network, QObject *parent);
    ~HttpExchange() override;

    void start();
    /// The server sent an interim answer (1xx but 100), which Qt takes for the answer: what follows
    /// it would be taken for the answer to the next request on that connection.
    [[nodiscard]] bool isOutOfStep() const { return m_isOutOfStep; }

Q_SIGNALS:
    /// Once.
    void ended(const yardmaster::TaskOutcome &outcome);

private:
    void post(const QUrl &url);
    void onMetaData();
    void onReadyRead();
    void onFinished();
    [[nodiscard]] bool isCutOff() const;
    /// Judges what there is.
    void conclude(bool isWhole);
    /// @returns why it is not followed; empty: it is.
    [[nodiscard]] QString redirect(const HttpAnswer &answer);
    [[nodiscard]] int status() const;
    void drop();
    void end(const TaskOutcome &outcome);

    const std::shared_ptr<const HttpTarget> m_target;
    const TaskContext &m_context;
    QNetworkAccessManager *const m_network;
    const QByteArray m_payload;
    QNetworkRequest m_request;
    QNetworkReply *m_reply = nullptr;
    QStringList m_tlsErrors;
    QByteArray m_body;
    qint64 m_read = 0; // bytes
    int m_redirects = 0;
    bool m_isOutOfStep = false;
    QTimer m_bodyPatience;
};

} // namespace yardmaster
