#pragma once

#include <yardmaster/connectionsettings.h>

#include <QHash>
#include <QLocalServer>
#include <QMap>
#include <QSet>
#include <QTemporaryDir>

#include <memory>

class QLocalSocket;

namespace yardmaster {

/// What ssh asks for.
struct SshQuestion
{
    enum class Kind {
        HostKey,    ///< whether an unknown host is the right one
        Passphrase, ///< of a key
        Secret,     ///< a password, a PIN, a code
        Consent,    ///< yes or no, e.g. of an agent
        Notice,     ///< nothing: something else is to be done, e.g. touch a key
    };
    Kind kind = Kind::Secret;
    QString text;         ///< ssh's, as it is; lines
    QString subject;      ///< the key's file, or the host; may be empty
    bool isAgain = false; ///< the answer that it was given just before was wrong
    qint64 ssh = 0; ///< the process id of the ssh that was started; with ProxyJump it starts others

    /// @param kind  SSH_ASKPASS_PROMPT: "confirm", "none" or nothing. Pure.
    [[nodiscard]] static SshQuestion from(const QString &prompt, const QString &kind);
};

/// The window's end of an askpass: what the ssh processes of this program ask, one question at a
/// time. They reach it through a socket in a folder that only this user can enter. GUI thread.
///
///   Idle ──questionAsked──> Asking ──answer(), decline(), cancel(), ssh ends──> Idle, or the next
class SshQuestions final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SshQuestions)

public:
    /// From now on ssh asks here. @param program  that connects to it, see runAskpass().
    explicit SshQuestions(const QString &program, QObject *parent = nullptr);
    ~SshQuestions() override;

    /// The variable by which the program finds the socket.
    static constexpr char kVariable[] = "YARDMASTER_ASKPASS";
    /// What ssh is started with; empty: no socket could be made.
    [[nodiscard]] const QMap<QString, QString> &variables() const { return m_variables; }

    void answer(const QString &text);
    /// The person says no: nothing asks again by itself, neither this ssh nor the next one.
    void decline();
    /// Nobody is there to answer.
    void cancel();
    /// Before a person connects: what was declined on this way may be asked again.
    static void askAgain(const ConnectionSettings &settings);

Q_SIGNALS:
    void questionAsked(const yardmaster::SshQuestion &question);
    /// ssh has ended and needs no answer.
    void questionWithdrawn();

private:
    void onConnection();
    void readFrom(QLocalSocket *client);
    void onGone(QLocalSocket *client);
    void askNext();
    void reply(const QByteArray &line);

    struct Waiting
    {
        QLocalSocket *client;
        SshQuestion question;
    };

    QTemporaryDir m_folder;
    QLocalServer m_server;
    QMap<QString, QString> m_variables;
    QList<Waiting> m_waiting; // the first is being asked
    bool m_isAsking = false;
    QHash<qint64, QString> m_answered; // ssh process → the text of what it was told last
    QSet<qint64> m_declined;           // ssh processes whose further questions are answered with no
};

/// The other end, in the process that ssh starts: asks `prompt`, blocks, prints the answer to
/// standard output. @returns the exit code: 1 if there is no answer.
[[nodiscard]] int runAskpass(const QString &socket, const QString &prompt);

} // namespace yardmaster
