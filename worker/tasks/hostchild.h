#pragma once

#include "worker/tasks/hostframes.h"
#include "worker/tasks/outputlines.h"

#include <QObject>
#include <QProcess>
#include <QStringList>

#include <memory>
#include <optional>

class QSocketNotifier;

namespace yardmaster {

/// How a task host is started.
struct HostProgram
{
    QString name;          ///< of the kind of host, for people: "node"
    QStringList command{}; ///< program and arguments
    QByteArray script{};   ///< for its standard input, which ends behind it
    QString hint{};        ///< what to do where it cannot be started
};

/// A task host as a child process: a socket on its descriptor 3 for messages both ways, a pipe on 4
/// for reports to the worker, standard output and error read to the end. It leads a process group
/// of its own, and dies with the thread that started it. Belongs to a thread with an event loop; it
/// may be moved to another one.
///
/// Descriptor 4 is for what has to arrive although the host cannot use its channel any more: its
/// event loop is blocked, or the process is about to exit with half a frame written.
class HostChild final : public QObject
{
public:
    struct Handlers
    {
        std::function<void(QByteArrayView text)> onMessage;
        std::function<void(QByteArrayView text)> onReport;
        std::function<void(const QString &line, bool isError)> onOutput;
        /// Last of all: no further handler is called. @param how  "was ended by signal 9 (Killed)".
        std::function<void(const QString &how)> onEnded;
    };

    HostChild(HostProgram program, Handlers handlers, QObject *parent = nullptr);
    /// What comes from now on is for these.
    void setHandlers(Handlers handlers) { m_handlers = std::move(handlers); }
    /// Ends the process: closes the channel, waits a tenth of a second and kills the group.
    ~HostChild() override;
    Q_DISABLE_COPY_MOVE(HostChild)

    void start();
    /// @param frames  whole ones.
    void send(const QByteArray &frames);
    /// Bytes that the host has not read yet and that the system has no room for.
    [[nodiscard]] qsizetype unsent() const { return m_out.size(); }
    /// Kills the process and its group; onEnded() follows.
    void kill();
    /// After onEnded(): by a signal, whoever sent it.
    [[nodiscard]] bool wasKilled() const { return m_process.exitStatus() == QProcess::CrashExit; }
    [[nodiscard]] qint64 processId() const { return m_process.processId(); }
    /// Bytes that the process has in memory, without its children; 0: not known.
    [[nodiscard]] qint64 memory() const;

private:
    /// @returns what could not be made.
    [[nodiscard]] std::optional<QString> openChannels();
    void begin() const;
    void readChannel();
    void readReports();
    void writeChannel();
    void closeChannels();
    void onFinished();
    void end(const QString &how);

    const HostProgram m_program;
    Handlers m_handlers;
    QProcess m_process;
    OutputLines m_stdout;
    OutputLines m_stderr;
    FrameReader m_messages;
    FrameReader m_reports;
    QByteArray m_out;
    pid_t m_parent = 0;
    pid_t m_group = 0;
    int m_channel = -1;
    int m_reportsEnd = -1;
    int m_childChannel = -1;
    int m_childReports = -1;
    std::unique_ptr<QSocketNotifier> m_canRead;
    std::unique_ptr<QSocketNotifier> m_canWrite;
    std::unique_ptr<QSocketNotifier> m_hasReports;
    bool m_hasEnded = false;
};

} // namespace yardmaster
