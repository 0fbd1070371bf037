#include "models/live/notifyear.h"

#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

#include <QSocketNotifier>
#include <QUuid>

#include <libpq-fe.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr auto kEchoChannel = "yardmaster:echo";

struct FreeNotify
{
    void operator()(PGnotify *notify) const { PQfreemem(notify); }
};

} // namespace

NotifyEar::NotifyEar(ConnectionSettings connection, QString schema, std::shared_ptr<LiveFeed> feed,
                     std::chrono::milliseconds echoPatience)
    : m_connection(std::move(connection))
    , m_schema(std::move(schema))
    , m_feed(std::move(feed))
    , m_retry(this)
    , m_echoTime(this)
    , m_token(QUuid::createUuid().toString(QUuid::WithoutBraces))
{
    m_retry.setSingleShot(true);
    connect(&m_retry, &QTimer::timeout, this, &NotifyEar::start);
    m_echoTime.setSingleShot(true);
    m_echoTime.setInterval(echoPatience);
    connect(&m_echoTime, &QTimer::timeout, this, [this] {
        m_feed->tell(LiveSource::Database, LiveKind::Trouble, "live:deaf"_L1,
                     tr("announcements do not arrive here: a pooler between here and the server, "
                        "perhaps"));
        setHearing(Hearing::Deaf);
    });
}

NotifyEar::~NotifyEar()
{
    m_notifier.reset(); // nothing runs the event loop of an ending thread any more
    close();
}

void NotifyEar::start()
{
    if (m_hearing != Hearing::Failed)
        setHearing(Hearing::Connecting);
    if (auto listening = connectAndListen(); !listening) {
        onLost(listening.error());
        return;
    }
    m_backoff.reset();
    m_feed->tell(LiveSource::Database, m_wasLost ? LiveKind::Recovered : LiveKind::Connection,
                 "live:listening"_L1,
                 m_wasLost ? tr("listens again; what was announced meanwhile is not shown")
                           : tr("listens to what anybody announces in this database"));
    m_wasLost = false;
    setHearing(Hearing::Trying);
    findOthers();
    tryOut();
}

Result<void> NotifyEar::connectAndListen()
{
    auto session = Session::open(m_connection, u"live"_s);
    if (!session)
        return tl::make_unexpected(session.error());
    m_session = *std::move(session);
    const QByteArray listen = QByteArray("listen \"jobs:insert\"; listen \"worker:migrate\"; ")
        + "listen \"" + kEchoChannel + '"';
    if (auto done = m_session->script(listen); !done)
        return done;
    m_notifier
        = std::make_unique<QSocketNotifier>(PQsocket(m_session->handle()), QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &NotifyEar::onReadable);
    return {};
}

void NotifyEar::findOthers()
{
    const auto rows
        = m_session->query(sqlText("models/live/other_queues.sql", m_schema), {param(m_schema)});
    if (!rows)
        return; // a lost connection shows itself
    QStringList schemas;
    for (int row = 0; row < rows->count(); ++row)
        schemas << rows->text(row, 0);
    Q_EMIT othersFound(schemas);
    takeNotices(); // that came with the answer
}

void NotifyEar::tryOut()
{
    const auto session = Session::open(m_connection, u"live"_s);
    if (!session)
        return; // no connection to spare: it stays untried
    const auto done = (*session)->query("select pg_notify($1, $2)",
                                        {param(QString::fromLatin1(kEchoChannel)), param(m_token)});
    if (done && m_hearing == Hearing::Trying)
        m_echoTime.start();
}

void NotifyEar::onReadable()
{
    const bool isAlive = PQconsumeInput(m_session->handle()) != 0;
    takeNotices();
    if (!isAlive || m_session->isLost())
        onLost({DbError::Kind::ConnectionLost, {}, tr("the connection to the server was lost")});
}

void NotifyEar::takeNotices()
{
    while (const std::unique_ptr<PGnotify, FreeNotify> notify{PQnotifies(m_session->handle())}) {
        const QString payload = QString::fromUtf8(notify->extra);
        if (qstrcmp(notify->relname, kEchoChannel) != 0) {
            m_feed->onNotice(QString::fromUtf8(notify->relname), payload);
        } else if (payload == m_token) { // others try theirs
            m_echoTime.stop();
            setHearing(Hearing::Hearing);
        }
    }
}

void NotifyEar::onLost(const DbError &error)
{
    close();
    if (!std::exchange(m_wasLost, true)) // once, however often it is tried
        m_feed->tell(LiveSource::Database, LiveKind::Trouble, "live:lost"_L1,
                     tr("does not listen: %1").arg(error.message));
    setHearing(Hearing::Failed, error);
    m_retry.start(m_backoff.next());
}

void NotifyEar::close()
{
    m_echoTime.stop();
    if (m_notifier) {
        m_notifier->setEnabled(false);
        m_notifier.release()->deleteLater(); // we may be inside its signal
    }
    m_session.reset();
}

void NotifyEar::setHearing(Hearing hearing, const DbError &error)
{
    if (std::exchange(m_hearing, hearing) != hearing || hearing == Hearing::Failed)
        Q_EMIT hearingChanged(hearing, error);
}

} // namespace yardmaster
