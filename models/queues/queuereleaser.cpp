#include "models/queues/queuereleaser.h"

#include "models/operations/operatorlog.h"

#include <QFutureWatcher>
#include <QJsonObject>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr auto kKind = "release queue"_L1;

QString outcomeText(QueueRelease::Outcome outcome)
{
    switch (outcome) {
    case QueueRelease::Outcome::Released:
        return u"released"_s;
    case QueueRelease::Outcome::Free:
        return u"free already"_s;
    case QueueRelease::Outcome::TakenAnew:
        return u"locked anew meanwhile"_s;
    case QueueRelease::Outcome::StillRuns:
        return u"a job of its owner is locked"_s;
    case QueueRelease::Outcome::QueueGone:
        return u"the queue is gone"_s;
    }
    Q_UNREACHABLE();
}

} // namespace

Result<QueueRelease> releaseByHand(Session &session, const QString &schema, const QueueLock &seen,
                                   const QString &folder, const QString &connection)
{
    const auto user = session.query("select current_user");
    if (!user)
        return tl::make_unexpected(user.error());
    const OperationOrigin origin{connection, {}, user->text(0, 0), osUserName()};
    const QUuid id = QUuid::createUuid();
    const QJsonObject touched{{u"queue"_s, seen.queue},
                              {u"locked_by"_s, seen.owner},
                              {u"locked_at"_s, qint64(seen.since.time_since_epoch().count())}};
    OperatorLog log(folder);
    const auto logged = log.announceAction(id, kKind, schema, origin,
                                           releaseQueueStatement(schema, seen), touched);
    if (!logged)
        return tl::make_unexpected(logged.error());
    auto released = releaseQueue(session, schema, seen);
    const bool isDone = released && released->outcome == QueueRelease::Outcome::Released;
    const QString outcome = released ? outcomeText(released->outcome) : released.error().message;
    // What was done stands, whether the log could still be written or not.
    (void)log.concludeAction(id, {{u"queues"_s, isDone ? 1 : 0}}, isDone ? QString() : outcome);
    return released;
}

QueueReleaser::QueueReleaser(const ConnectionSettings &connection, QString schema, QString folder,
                             QObject *parent)
    : QObject(parent)
    , m_schema(std::move(schema))
    , m_folder(std::move(folder))
    , m_connection(connection.describe())
    , m_session(connection, u"release"_s)
{ }

QueueReleaser::~QueueReleaser()
{
    cancel();
}

template <typename T>
void QueueReleaser::run(std::function<Result<T>(Session &)> visit,
                        void (QueueReleaser::*signal)(const T &))
{
    cancel();
    m_control = std::make_shared<ReadControl>();
    auto *watcher = new QFutureWatcher<Result<T>>(this);
    connect(watcher, &QFutureWatcherBase::finished, this,
            [this, watcher, signal, control = m_control] {
                watcher->deleteLater();
                if (control != m_control) // a newer question is under way
                    return;
                m_control.reset();
                const Result<T> answer = watcher->result();
                if (answer)
                    Q_EMIT(this->*signal)(*answer);
                else
                    Q_EMIT failed(answer.error());
            });
    const std::function<Result<T>(Session &)> guarded
        = [visit = std::move(visit), control = m_control](Session &session) -> Result<T> {
        control->enter(session);
        if (control->isCancelled()) {
            control->leave();
            return fail(DbError::Kind::Cancelled, u"cancelled"_s);
        }
        auto answer = visit(session);
        control->leave();
        return answer;
    };
    watcher->setFuture(m_session.run(guarded));
}

void QueueReleaser::look(const QString &queue)
{
    run<QueueEvidence>([schema = m_schema, queue](
                           Session &session) { return readQueueEvidence(session, schema, queue); },
                       &QueueReleaser::looked);
}

void QueueReleaser::release(const QueueLock &seen)
{
    run<QueueRelease>(
        [schema = m_schema, seen, folder = m_folder, connection = m_connection](Session &session) {
            return releaseByHand(session, schema, seen, folder, connection);
        },
        &QueueReleaser::ended);
}

void QueueReleaser::cancel()
{
    if (m_control)
        m_control->cancel();
}

} // namespace yardmaster
