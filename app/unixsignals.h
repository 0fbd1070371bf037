#pragma once

#include <QObject>

#include <array>
#include <memory>

class QSocketNotifier;

namespace yardmaster {

/// Turns SIGINT, SIGTERM, SIGHUP and SIGUSR2, by which nodemon and graphile-worker stop, into a Qt
/// signal on this object's thread. At most one may exist; the default actions are restored when it
/// is destroyed.
class UnixSignals final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(UnixSignals)

public:
    explicit UnixSignals(QObject *parent = nullptr);
    ~UnixSignals() override;

    [[nodiscard]] static QString name(int signal);
    /// Whether the terminal that this process was started from is gone: SIGHUP then means that its
    /// window was closed; else it was sent on purpose.
    [[nodiscard]] bool hasLostTerminal() const;

Q_SIGNALS:
    void received(int signal);

private:
    std::array<int, 2> m_pipe{-1, -1};
    std::unique_ptr<QSocketNotifier> m_notifier;
    const bool m_hadTerminal;
};

} // namespace yardmaster
