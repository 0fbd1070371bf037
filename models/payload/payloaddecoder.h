#pragma once

#include "models/payload/decoderrules.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <memory>

class QProcess;

namespace yardmaster {

/// What a decoder made of a payload.
struct DecodedPayload
{
    enum class End {
        Exited,   ///< with `exitCode`
        Crashed,  ///< by a signal
        TimedOut, ///< it was killed
        TooLong,  ///< it wrote more than mostOutput() and was killed
        NotStarted
    };

    End end = End::Exited;
    int exitCode = 0;
    QByteArray output; ///< its standard output, up to mostOutput()
    QString error;     ///< end of its standard error, or why it could not be started
    std::chrono::milliseconds took{0};

    [[nodiscard]] bool isGood() const { return end == End::Exited && exitCode == 0; }
    [[nodiscard]] static constexpr qsizetype mostOutput() { return 1 << 20; }
};

/// Runs the command of a rule on a payload, one at a time. GUI thread; never blocks it. What it has
/// started is killed with all its children when it takes too long, writes too much, is cancelled,
/// or when this object goes.
class PayloadDecoder final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PayloadDecoder)

public:
    explicit PayloadDecoder(QObject *parent = nullptr);
    ~PayloadDecoder() override;

    /// Cancels what runs. The job's id and task are in YARDMASTER_JOB_ID and YARDMASTER_TASK.
    void start(const DecoderRule &rule, const QByteArray &input, qint64 jobId, const QString &task);
    /// No finished() comes.
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_process != nullptr; }
    /// Default 10 s.
    void setTimeout(std::chrono::milliseconds timeout) { m_timeout = timeout; }
    [[nodiscard]] std::chrono::milliseconds timeout() const { return m_timeout; }

Q_SIGNALS:
    void finished(const yardmaster::DecodedPayload &decoded);

private:
    void takeOutput();
    void end(DecodedPayload::End end);

    std::unique_ptr<QProcess> m_process; // null: nothing runs
    DecodedPayload m_decoded;
    QByteArray m_errors;
    bool m_isTimedOut = false;
    bool m_isTooLong = false;
    QElapsedTimer m_clock;
    QTimer m_limit;
    std::chrono::milliseconds m_timeout{10000};
};

} // namespace yardmaster
