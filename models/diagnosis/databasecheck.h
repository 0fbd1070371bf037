#pragma once

#include "models/diagnosis/queuecheck.h"
#include "models/diagnosis/queueuse.h"
#include <yardmaster/connectionsettings.h>

#include <QDateTime>
#include <QObject>

#include <memory>

namespace yardmaster {

class DetachedRun;

/// The checks of `doctor`, made in the background; what they have found stays until they are made
/// again.
///
///   Idle ──start()──> Running ──last check, cancel()──> Idle
///
/// GUI thread; never blocks.
class DatabaseCheck final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DatabaseCheck)

public:
    DatabaseCheck(ConnectionSettings connection, QString schema, QObject *parent = nullptr);
    ~DatabaseCheck() override;

    /// Forgets what was found before.
    void start(QueueUse use);
    /// At once: the statement under way is cancelled, unobserved.
    void cancel();

    [[nodiscard]] bool isRunning() const { return m_run != nullptr; }
    [[nodiscard]] bool wasCancelled() const { return m_wasCancelled; }
    [[nodiscard]] QueueUse use() const { return m_use; }
    /// So far, in the order in which they were made.
    [[nodiscard]] const QList<QueueCheck> &checks() const { return m_checks; }
    /// The name of the one under way; empty: between them.
    [[nodiscard]] const QString &current() const { return m_current; }
    /// When it ended last; invalid: it never has, or runs.
    [[nodiscard]] const QDateTime &endedAt() const { return m_endedAt; }
    /// What the command prints.
    [[nodiscard]] QString text() const;

Q_SIGNALS:
    /// It has begun, gone on or ended.
    void changed();

private:
    void onBegin(const QString &name);
    void onFound(const QueueCheck &check);
    void onEnd();

    const ConnectionSettings m_connection;
    const QString m_schema;
    QueueUse m_use = QueueUse::Worker;
    QList<QueueCheck> m_checks;
    QString m_current;
    QDateTime m_endedAt;
    bool m_wasCancelled = false;
    std::shared_ptr<DetachedRun> m_run; // null while Idle
};

} // namespace yardmaster
