#include "models/live/noticelistener.h"

#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

#include <QUuid>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr QByteArrayView kEchoChannel = "yardmaster:echo";
/// The SQLSTATE of LISTEN on a standby.
constexpr auto kReadOnly = "25006"_L1;

} // namespace

NoticeListener::NoticeListener(const ConnectionSettings &connection, QString schema,
                               std::shared_ptr<LiveFeed> feed,
                               std::chrono::milliseconds echoPatience)
    : m_connection(connection)
    , m_schema(std::move(schema))
    , m_feed(std::move(feed))
    , m_notifications(connection, u"live"_s,
                      {"jobs:insert", "worker:migrate", kEchoChannel.toByteArray()}, this)
    , m_echoTime(this)
    , m_token(QUuid::createUuid().toString(QUuid::WithoutBraces))
{
    connect(&m_notifications, &NotificationListener::connecting, this, [this] {
        if (m_state != ListenState::Failed)
            setState(ListenState::Connecting);
    });
    connect(&m_notifications, &NotificationListener::listening, this, &NoticeListener::onListening);
    connect(&m_notifications, &NotificationListener::received, this, &NoticeListener::onReceived);
    connect(&m_notifications, &NotificationListener::lost, this, &NoticeListener::onLost);
    m_echoTime.setSingleShot(true);
    m_echoTime.setInterval(echoPatience);
    connect(&m_echoTime, &QTimer::timeout, this, [this] {
        m_feed->tell(LiveSource::Database, LiveKind::Trouble, "live:undelivered"_L1,
                     tr("announcements do not arrive, possibly because of a connection pooler"));
        setState(ListenState::Undelivered);
    });
}

NoticeListener::~NoticeListener() = default;

void NoticeListener::onListening(bool isAgain)
{
    m_feed->tell(LiveSource::Database, isAgain ? LiveKind::Recovered : LiveKind::Connection,
                 "live:listening"_L1,
                 isAgain ? tr("listening again; announcements in between are not shown")
                         : tr("listening to announcements in this database"));
    m_wasLost = false;
    setState(ListenState::Trying);
    findOthers();
    tryOut();
}

void NoticeListener::findOthers()
{
    const auto rows = m_notifications.session()->query(
        sqlText("models/live/other_queues.sql", m_schema), {param(m_schema)});
    if (!rows)
        return; // a lost connection shows itself
    QStringList schemas;
    for (int row = 0; row < rows->count(); ++row)
        schemas << rows->text(row, 0);
    Q_EMIT othersFound(schemas);
    m_notifications.readNow(); // what came with the answer
}

void NoticeListener::tryOut()
{
    const auto session = Session::open(m_connection, u"live"_s);
    if (!session)
        return; // no connection to spare: it stays untried
    const auto done = (*session)->query("select pg_notify($1, $2)",
                                        {param(QString::fromLatin1(kEchoChannel)), param(m_token)});
    if (done && m_state == ListenState::Trying)
        m_echoTime.start();
}

void NoticeListener::onReceived(const QList<Notification> &notifications)
{
    for (const Notification &notification : notifications) {
        const QString payload = QString::fromUtf8(notification.payload);
        if (notification.channel != kEchoChannel) {
            m_feed->onNotice(QString::fromUtf8(notification.channel), payload);
        } else if (payload == m_token) { // others try theirs
            m_echoTime.stop();
            setState(ListenState::Listening);
        }
    }
}

void NoticeListener::onLost(DbError error)
{
    m_echoTime.stop();
    if (error.message == NotificationListener::kLostMessage)
        error.message = tr("the connection to the server was lost");
    else if (error.sqlState == kReadOnly)
        error.message
            = tr("a standby does not pass on announcements; they appear once it is promoted");
    if (!std::exchange(m_wasLost, true)) // once, however often it is tried
        m_feed->tell(LiveSource::Database, LiveKind::Trouble, "live:lost"_L1,
                     tr("not listening: %1").arg(error.message));
    setState(ListenState::Failed, error);
}

void NoticeListener::setState(ListenState state, const DbError &error)
{
    if (std::exchange(m_state, state) != state || state == ListenState::Failed)
        Q_EMIT stateChanged(state, error);
}

} // namespace yardmaster
