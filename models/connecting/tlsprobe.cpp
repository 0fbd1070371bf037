#include "models/connecting/tlsprobe.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QDir>
#include <QEventLoop>
#include <QFile>
#include <QFileInfo>
#include <QNetworkProxy>
#include <QSslCipher>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslSocket>
#include <QTimer>

#include <functional>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto kPatience = 10s;
/// Length 8, then the code by which PostgreSQL tells a request for TLS from a start-up message.
constexpr char kSslRequest[] = {0, 0, 0, 8, 4, '\xd2', '\x16', '\x2f'};

struct TlsProbeText
{
    Q_DECLARE_TR_FUNCTIONS(TlsProbe)
};

/// Serves the socket's signals until `isDone`, an error, the deadline or a cancellation.
/// @returns whether `isDone`. The socket's own waitFor…() would not notice a cancellation.
bool waitUntil(QAbstractSocket &socket, const QDeadlineTimer &deadline,
               const std::atomic<bool> &isCancelled, const std::function<bool()> &isDone)
{
    QEventLoop loop;
    QTimer look;
    bool hasFailed = false;
    const auto check = [&] {
        if (isDone() || hasFailed || isCancelled || deadline.hasExpired())
            loop.quit();
    };
    QObject::connect(&socket, &QAbstractSocket::stateChanged, &loop, check);
    QObject::connect(&socket, &QAbstractSocket::readyRead, &loop, check);
    QObject::connect(&socket, &QAbstractSocket::errorOccurred, &loop, [&] {
        hasFailed = true;
        check();
    });
    if (auto *ssl = qobject_cast<QSslSocket *>(&socket))
        QObject::connect(ssl, &QSslSocket::encrypted, &loop, check);
    QObject::connect(&look, &QTimer::timeout, &loop, check);
    look.start(50ms);
    if (!isDone())
        loop.exec();
    return isDone();
}

QString reason(const QAbstractSocket &socket, const QDeadlineTimer &deadline)
{
    return deadline.hasExpired() ? TlsProbeText::tr("no answer within ten seconds")
                                 : socket.errorString();
}

tl::expected<void, QString> connectTo(QAbstractSocket &socket, const TcpTarget &target,
                                      const QDeadlineTimer &deadline,
                                      const std::atomic<bool> &isCancelled)
{
    socket.setProxy(QNetworkProxy::NoProxy); // libpq knows none
    socket.connectToHost(target.address, target.port);
    const bool isConnected = waitUntil(socket, deadline, isCancelled, [&socket] {
        return socket.state() == QAbstractSocket::ConnectedState;
    });
    if (isConnected)
        return {};
    return tl::make_unexpected(TlsProbeText::tr("%1 port %2: %3")
                                   .arg(target.address.toString())
                                   .arg(target.port)
                                   .arg(reason(socket, deadline)));
}

QString homeFile(const QString &given, const char *usual)
{
    if (!given.isEmpty())
        return given;
    const QString file = QDir::home().filePath(u".postgresql/"_s + QLatin1StringView(usual));
    return QFileInfo::exists(file) ? file : QString();
}

void configure(QSslSocket &socket, const TcpTarget &target, const ConnectionSettings &settings)
{
    QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
    const QString roots = homeFile(settings.value(u"sslrootcert"_s), "root.crt");
    if (!roots.isEmpty() && roots != "system"_L1)
        tls.setCaCertificates(QSslCertificate::fromPath(roots));
    const QString own = homeFile(settings.value(u"sslcert"_s), "postgresql.crt");
    if (!own.isEmpty())
        tls.setLocalCertificateChain(QSslCertificate::fromPath(own));
    QFile key(homeFile(settings.value(u"sslkey"_s), "postgresql.key"));
    if (!own.isEmpty() && key.open(QIODevice::ReadOnly)) {
        const QByteArray pem = key.readAll();
        QSslKey read(pem, QSsl::Rsa);
        if (read.isNull())
            read = QSslKey(pem, QSsl::Ec);
        if (!read.isNull())
            tls.setPrivateKey(read);
    }
    // The handshake goes through whatever the certificate is: the findings are the point.
    tls.setPeerVerifyMode(QSslSocket::QueryPeer);
    socket.setSslConfiguration(tls);
    socket.setPeerVerifyName(target.host);
}

QString firstOf(const QStringList &names)
{
    return names.isEmpty() ? QString() : names.first();
}

TlsFacts factsOf(const QSslSocket &socket)
{
    TlsFacts facts;
    facts.isOffered = true;
    facts.cipher = socket.sessionCipher().name();
    facts.protocol = socket.sessionCipher().protocolString();
    const QSslCertificate certificate = socket.peerCertificate();
    facts.subject = firstOf(certificate.subjectInfo(QSslCertificate::CommonName));
    if (facts.subject.isEmpty())
        facts.subject = certificate.subjectDisplayName();
    facts.issuer = certificate.issuerDisplayName();
    facts.hostNames = certificate.subjectAlternativeNames().values();
    facts.hostNames.sort();
    facts.validFrom = certificate.effectiveDate();
    facts.validUntil = certificate.expiryDate();
    facts.matchesHost = true;
    facts.isTrusted = true;
    const QList<QSslError> errors = socket.sslHandshakeErrors();
    for (const QSslError &error : errors) {
        if (error.error() == QSslError::HostNameMismatch)
            facts.matchesHost = false;
        else
            facts.isTrusted = false;
        facts.problems << error.errorString();
    }
    facts.problems.removeDuplicates();
    return facts;
}

} // namespace

tl::expected<void, QString> probeTcp(const TcpTarget &target, const std::atomic<bool> &isCancelled)
{
    QTcpSocket socket;
    auto outcome = connectTo(socket, target, QDeadlineTimer(kPatience), isCancelled);
    socket.abort();
    return outcome;
}

tl::expected<TlsFacts, QString> probeTls(const TcpTarget &target,
                                         const ConnectionSettings &settings,
                                         const std::atomic<bool> &isCancelled)
{
    if (!QSslSocket::supportsSsl())
        return tl::make_unexpected(TlsProbeText::tr("this program was built without TLS"));
    const QDeadlineTimer deadline(kPatience);
    QSslSocket socket;
    configure(socket, target, settings);
    if (auto connected = connectTo(socket, target, deadline, isCancelled); !connected)
        return tl::make_unexpected(connected.error());
    socket.write(kSslRequest, sizeof kSslRequest);
    if (!waitUntil(socket, deadline, isCancelled, [&] { return socket.bytesAvailable() > 0; }))
        return tl::make_unexpected(
            TlsProbeText::tr("the server closed the connection when asked for TLS: %1")
                .arg(reason(socket, deadline)));
    const QByteArray answer = socket.read(1);
    if (answer == "N")
        return TlsFacts{};
    if (answer != "S")
        return tl::make_unexpected(TlsProbeText::tr("the server there is not PostgreSQL"));
    socket.startClientEncryption();
    if (!waitUntil(socket, deadline, isCancelled, [&] { return socket.isEncrypted(); }))
        return tl::make_unexpected(
            TlsProbeText::tr("the handshake failed: %1").arg(reason(socket, deadline)));
    TlsFacts facts = factsOf(socket);
    socket.abort();
    return facts;
}

} // namespace yardmaster
