#pragma once

#include "models/queues/queueevidence.h"
#include "models/session/query.h"

#include <QObject>

namespace yardmaster {

/// Looks closely at the lock of a queue, and takes it away, in the background. A new question drops
/// the one before. GUI thread.
class QueueReleaser final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(QueueReleaser)

public:
    /// @param folder  of the operator log, which is written before anything is sent.
    QueueReleaser(const SessionPool &sessions, QString schema, QString folder,
                  QObject *parent = nullptr);
    ~QueueReleaser() override;

    void look(const QString &queue);
    void release(const QueueLock &seen);
    /// Ends what is under way; failed() says Cancelled.
    void cancel() { m_query.cancel(); }
    [[nodiscard]] bool isBusy() const { return m_query.isAsking(); }

Q_SIGNALS:
    void looked(const yardmaster::QueueEvidence &evidence);
    void ended(const yardmaster::QueueRelease &release);
    void failed(const yardmaster::DbError &error);

private:
    template <typename T, typename Work>
    void run(Work work, void (QueueReleaser::*signal)(const T &));

    const QString m_schema;
    const QString m_folder;
    const QString m_connection;
    Query m_query;
};

/// Writes to the operator log of `folder`, then releases. Blocks; on the session's thread.
[[nodiscard]] Result<QueueRelease> releaseByHand(Session &session, const QString &schema,
                                                 const QueueLock &seen, const QString &folder,
                                                 const QString &connection);

} // namespace yardmaster
