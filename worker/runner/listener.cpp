#include "worker/runner/listener.h"

#include "worker/queue/jsonscanner.h"
#include <yardmaster/eventbus.h>
#include <yardmaster/session.h>

#include <QSocketNotifier>

#include <libpq-fe.h>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct FreeNotify
{
    void operator()(PGnotify *notify) const { PQfreemem(notify); }
};

/// More than anybody waits for.
constexpr int kMostAnnounced = 1'000'000;

struct Announcement
{
    int jobs = 1;
    QByteArrayView turn; ///< in quotes, the worker whose turn with named queues is over; or empty
};

/// graphile-worker counts the jobs of an insert; remove_job sends a negative count. Anything else,
/// an empty payload of old revisions included, may mean a job.
Announcement announcementOf(QByteArrayView payload)
{
    JsonScanner scanner(payload);
    Announcement announcement;
    for (bool isMember = scanner.take('{'); isMember; isMember = scanner.take(',')) {
        const auto name = scanner.value();
        const auto value = name && scanner.take(':') ? scanner.value() : std::nullopt;
        if (!value)
            return {};
        bool isCount = *name == "\"count\"";
        const int count = isCount ? value->toInt(&isCount) : 0;
        if (isCount)
            announcement.jobs = std::clamp(count, 0, kMostAnnounced);
        if (*name == "\"turn\"")
            announcement.turn = *value;
    }
    return scanner.take('}') && scanner.isAtEnd() ? announcement : Announcement{};
}

} // namespace

Listener::Listener(ConnectionSettings connection, QString workerId, EventBus *events,
                   QObject *parent)
    : QObject(parent)
    , m_connection(std::move(connection))
    , m_workerId(std::move(workerId))
    , m_quotedId('"' + m_workerId.toUtf8() + '"')
    , m_events(events)
    , m_retry(this)
    , m_listening(u"listening"_s, m_workerId, events)
{
    m_retry.setSingleShot(true);
    connect(&m_retry, &QTimer::timeout, this, &Listener::start);
}

Listener::~Listener() = default;

void Listener::start()
{
    Q_EMIT m_events->listenConnecting(m_workerId, ++m_attempts);
    if (auto connected = connectAndListen(); !connected) {
        onLost(connected.error());
        return;
    }
    m_attempts = 0;
    Q_EMIT m_events->listenSucceeded(m_workerId);
    m_listening.onSuccess();
    if (m_backoff.reset()) {
        Q_EMIT migrated(); // perhaps, and nobody told us
        Q_EMIT jobsInserted(1);
    } else {
        Q_EMIT listening();
    }
}

void Listener::readNow()
{
    if (m_session)
        onReadable();
}

void Listener::stop()
{
    m_retry.stop();
    if (m_session)
        Q_EMIT m_events->listenReleased(m_workerId);
    close();
}

Result<void> Listener::connectAndListen()
{
    auto session = Session::open(m_connection, u"listen"_s);
    if (!session)
        return tl::make_unexpected(session.error());
    m_session = *std::move(session);
    if (auto done = m_session->script(R"(listen "jobs:insert"; listen "worker:migrate")"); !done)
        return done;
    m_notifier
        = std::make_unique<QSocketNotifier>(PQsocket(m_session->handle()), QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &Listener::onReadable);
    return {};
}

void Listener::onReadable()
{
    PGconn *connection = m_session->handle();
    const bool alive = PQconsumeInput(connection) != 0;
    int inserted = 0;
    bool wasMigrated = false;
    QList<QByteArray> leavers;
    while (const std::unique_ptr<PGnotify, FreeNotify> notify{PQnotifies(connection)}) {
        if (m_events->hears<&EventBus::listenNotified>())
            Q_EMIT m_events->listenNotified(m_workerId, QString::fromUtf8(notify->relname),
                                            QString::fromUtf8(notify->extra));
        if (qstrcmp(notify->relname, "jobs:insert") != 0) {
            wasMigrated = true;
            continue;
        }
        const Announcement announcement = announcementOf(notify->extra);
        if (announcement.turn.isEmpty())
            inserted = std::min(inserted + announcement.jobs, kMostAnnounced);
        else if (announcement.turn != m_quotedId)
            leavers << announcement.turn.toByteArray();
    }
    if (!alive || m_session->isLost()) {
        onLost({DbError::Kind::ConnectionLost, {}, u"the connection to the server was lost"_s});
        return;
    }
    if (wasMigrated)
        Q_EMIT migrated();
    if (inserted > 0)
        Q_EMIT jobsInserted(inserted);
    for (const QByteArray &worker : std::as_const(leavers))
        Q_EMIT queuesLeft(worker);
}

void Listener::onLost(const DbError &error)
{
    close();
    Q_EMIT m_events->listenFailed(m_workerId, error);
    m_listening.onTrouble(error);
    m_retry.start(m_backoff.next());
}

void Listener::close()
{
    if (m_notifier) {
        m_notifier->setEnabled(false);
        m_notifier.release()->deleteLater(); // we may be inside its signal
    }
    m_session.reset();
}

} // namespace yardmaster
