#include "models/connecting/sshquestions.h"

#include "worker/db/sshtunnel.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QLocalSocket>
#include <QRegularExpression>

#include <algorithm>
#include <cstdio>

#include <unistd.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kLongestLine = 64 * 1024;

QByteArray lineOf(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n';
}

QString captured(const QString &text, const QString &pattern)
{
    return QRegularExpression(pattern).match(text).captured(1);
}

} // namespace

SshQuestion SshQuestion::from(const QString &prompt, const QString &kind)
{
    SshQuestion question;
    question.text = prompt.trimmed();
    if (kind == "none"_L1) {
        question.kind = Kind::Notice;
    } else if (kind == "confirm"_L1) {
        question.kind = Kind::Consent;
    } else if (prompt.contains("(yes/no"_L1)) {
        question.kind = Kind::HostKey;
        question.subject = captured(prompt, u"authenticity of host '([^']*)'"_s);
    } else if (prompt.startsWith("Enter passphrase for "_L1)) {
        question.kind = Kind::Passphrase;
        question.subject = captured(prompt, u"'([^']*)'"_s);
    } else {
        question.subject = captured(prompt, u"^\\(?(\\S+@\\S+?)\\)?'s password:"_s);
    }
    return question;
}

SshQuestions::SshQuestions(const QString &program, QObject *parent)
    : QObject(parent)
{
    m_server.setSocketOptions(QLocalServer::UserAccessOption);
    if (!m_folder.isValid() || !m_server.listen(m_folder.filePath(u"askpass"_s)))
        return;
    connect(&m_server, &QLocalServer::newConnection, this, &SshQuestions::onConnection);
    m_variables = {{u"SSH_ASKPASS"_s, program},
                   {u"SSH_ASKPASS_REQUIRE"_s, u"force"_s},
                   {QString::fromLatin1(kVariable), m_server.fullServerName()}};
    SshTunnel::setAskpass(m_variables);
}

SshQuestions::~SshQuestions()
{
    SshTunnel::setAskpass({});
    if (m_isAsking)
        SshTunnel::setAsking(false);
    for (const Waiting &waiting : std::as_const(m_waiting))
        waiting.client->disconnect(this);
}

void SshQuestions::onConnection()
{
    while (QLocalSocket *client = m_server.nextPendingConnection()) {
        connect(client, &QLocalSocket::readyRead, this, [this, client] { readFrom(client); });
        connect(client, &QLocalSocket::disconnected, this, [this, client] { onGone(client); });
        readFrom(client);
    }
}

void SshQuestions::readFrom(QLocalSocket *client)
{
    if (!client->canReadLine()) {
        if (client->bytesAvailable() > kLongestLine)
            client->abort();
        return;
    }
    if (std::ranges::any_of(m_waiting,
                            [client](const Waiting &one) { return one.client == client; }))
        return;
    const QJsonObject asked = QJsonDocument::fromJson(client->readLine()).object();
    SshQuestion question
        = SshQuestion::from(asked["prompt"_L1].toString(), asked["kind"_L1].toString());
    question.ssh = asked["ssh"_L1].toInteger();
    if (m_declined.contains(question.ssh)) { // a second try with the password, another key
        client->write(lineOf({}));
        client->disconnectFromServer();
        return;
    }
    question.isAgain = question.ssh > 0 && m_answered.take(question.ssh) == question.text;
    m_waiting << Waiting{client, question};
    askNext();
}

void SshQuestions::onGone(QLocalSocket *client)
{
    client->deleteLater();
    const bool isCurrent = m_isAsking && !m_waiting.isEmpty() && m_waiting.first().client == client;
    m_waiting.removeIf([client](const Waiting &waiting) { return waiting.client == client; });
    if (!isCurrent)
        return;
    m_isAsking = false;
    SshTunnel::setAsking(false);
    Q_EMIT questionWithdrawn();
    askNext();
}

void SshQuestions::askNext()
{
    if (m_isAsking || m_waiting.isEmpty())
        return;
    m_isAsking = true;
    SshTunnel::setAsking(true);
    Q_EMIT questionAsked(m_waiting.first().question);
}

void SshQuestions::answer(const QString &text)
{
    if (const SshQuestion question = m_isAsking ? m_waiting.first().question : SshQuestion();
        question.ssh > 0)
        m_answered.insert(question.ssh, question.text);
    reply(lineOf({{u"answer"_s, text}}));
}

void SshQuestions::decline()
{
    if (const qint64 ssh = m_isAsking ? m_waiting.first().question.ssh : 0; ssh > 0) {
        m_declined << ssh;
        SshTunnel::decline(ssh);
    }
    cancel();
}

void SshQuestions::askAgain(const ConnectionSettings &settings)
{
    SshTunnel::askAgain(settings.sshHost(), settings.sshOptions());
}

void SshQuestions::cancel()
{
    reply(lineOf({}));
}

void SshQuestions::reply(const QByteArray &line)
{
    if (!m_isAsking)
        return;
    QLocalSocket *client = m_waiting.takeFirst().client;
    m_isAsking = false;
    SshTunnel::setAsking(false);
    client->write(line);
    client->disconnectFromServer();
    askNext();
}

int runAskpass(const QString &socket, const QString &prompt)
{
    const pid_t ssh = ::getppid();
    QLocalSocket server;
    server.connectToServer(socket);
    if (!server.waitForConnected())
        return 1;
    // The ssh that was started leads a group of processes, see ChildGroup.
    server.write(lineOf({{u"prompt"_s, prompt},
                         {u"kind"_s, qEnvironmentVariable("SSH_ASKPASS_PROMPT")},
                         {u"ssh"_s, qint64(::getpgrp())}}));
    // ssh may end meanwhile, without a word on the socket.
    while (!server.canReadLine()) {
        const bool isAlive
            = server.waitForReadyRead(500) || server.state() == QLocalSocket::ConnectedState;
        if (!isAlive || ::getppid() != ssh)
            return 1;
    }
    const QJsonObject given = QJsonDocument::fromJson(server.readLine()).object();
    if (!given.contains("answer"_L1))
        return 1;
    std::fputs(qUtf8Printable(given["answer"_L1].toString() + u'\n'), stdout);
    return std::fflush(stdout) == 0 ? 0 : 1;
}

} // namespace yardmaster
