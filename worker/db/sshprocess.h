#pragma once

#include "worker/db/childgroup.h"
#include "worker/db/sshcommand.h"

#include <QMap>
#include <QObject>
#include <QProcess>
#include <QTimer>

namespace yardmaster {

/// One run of ssh. Lives on one thread with an event loop, which outlives it: the system kills ssh
/// when that thread ends.
class SshProcess final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SshProcess)

public:
    /// @param askpass  variables of an askpass; empty: ssh may not ask.
    SshProcess(SshRoute route, QList<quint16> ports, QMap<QString, QString> askpass);
    ~SshProcess() override;

    void start();
    [[nodiscard]] qint64 processId() const { return m_process.processId(); }
    [[nodiscard]] bool isReady() const { return m_isReady; }
    /// Its own port was taken by another program.
    [[nodiscard]] bool isPortTaken() const;

    /// Ends ssh if the system says that it stands still (SIGSTOP), for the second time in a row.
    void checkStopped();

Q_SIGNALS:
    /// The ports are open and lead to the targets.
    void ready();
    /// A connection through it was refused, part of a sentence why.
    void refused(const QString &reason);
    /// Once; `problem` is one sentence.
    void ended(const QString &problem);

private:
    void readOutput();
    void readErrors();
    void end(const QString &problem);
    void kill();

    const SshRoute m_route;
    const QList<quint16> m_ports;
    const QMap<QString, QString> m_askpass;
    QProcess m_process;
    const ChildGroup m_group{&m_process};
    QTimer m_limit; // until it is ready
    QByteArray m_output;
    QByteArray m_errorLine; // begun
    QString m_errors;
    bool m_isReady = false;
    bool m_hasEnded = false;
    bool m_wasStopped = false;
};

} // namespace yardmaster
