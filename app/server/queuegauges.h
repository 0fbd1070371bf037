#pragma once

#include <QByteArray>
#include <QtGlobal>

#include <chrono>
#include <memory>
#include <thread>

class QString;

namespace yardmaster {

class ConnectionSettings;

/// The jobs of a whole queue by task and state, for /metrics: --queue-metrics. Read on a thread and
/// a connection of its own, while somebody asks for them: every kInterval, or so seldom that it
/// takes a twentieth of the time at most. An answer has the numbers of the last reading, and is
/// never waited for.
class QueueGauges final
{
    Q_DISABLE_COPY_MOVE(QueueGauges)

public:
    static constexpr std::chrono::seconds kInterval{15};
    /// So long after the last question no more is read.
    static constexpr std::chrono::minutes kAsked{5};
    /// Older numbers are left out: they would look like those of now.
    static constexpr std::chrono::minutes kOld{5};
    /// The largest ones; those of others are added up.
    static constexpr int kTasks = 100;

    QueueGauges(const ConnectionSettings &connection, const QString &schema);
    /// Does not wait for a server that does not answer.
    ~QueueGauges();

    /// In Prometheus's text format. Any thread.
    [[nodiscard]] QByteArray text() const;

private:
    struct State;

    const std::shared_ptr<State> m_state; ///< the thread may outlive this
    std::thread m_thread;
};

} // namespace yardmaster
