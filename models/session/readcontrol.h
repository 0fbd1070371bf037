#pragma once

#include <QObject>

#include <atomic>
#include <memory>

namespace yardmaster {

class Session;

/// The handle on one read under way: how far it is, and the brake. Made on the GUI thread, shared
/// with the thread that reads; signals are emitted by the latter.
class ReadControl final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ReadControl)

public:
    ReadControl();
    ~ReadControl() override;

    /// Ends the read with Kind::Cancelled, soon. Never blocks; any thread; more than once is fine.
    void cancel();
    [[nodiscard]] bool isCancelled() const { return cancelFlag(); }
    /// The same for what takes no ReadControl; lives as long as this.
    [[nodiscard]] const std::atomic<bool> &cancelFlag() const;

    /// Between these two, cancel() also stops the statement that `session` is running. Reading
    /// thread only.
    void enter(const Session &session);
    void leave();
    /// Both, as a scope. `control` may be null.
    class Reading final
    {
    public:
        Reading(ReadControl *control, const Session &session)
            : m_control(control)
        {
            if (m_control)
                m_control->enter(session);
        }
        ~Reading()
        {
            if (m_control)
                m_control->leave();
        }
        Q_DISABLE_COPY_MOVE(Reading)

    private:
        ReadControl *const m_control;
    };
    /// Of that session; 0 outside of the two. Any thread.
    [[nodiscard]] int backendPid() const;

Q_SIGNALS:
    /// Looked at so many rows of about so many (0: unknown), and found so many.
    void progressed(qint64 looked, qint64 total, int found);

private:
    struct Shared;
    std::shared_ptr<Shared> m_shared;
};

using ReadControlPtr = std::shared_ptr<ReadControl>;

} // namespace yardmaster
