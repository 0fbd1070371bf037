#include "models/queues/queuereleaser.h"

#include "models/operations/loggedaction.h"

#include <QFutureWatcher>
#include <QJsonObject>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

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
    const QJsonObject touched{{u"queue"_s, seen.queue},
                              {u"locked_by"_s, seen.owner},
                              {u"locked_at"_s, qint64(seen.since.time_since_epoch().count())}};
    std::optional<QueueRelease> release;
    const auto logged
        = runLogged(session,
                    {u"release-queue"_s, schema, folder, connection,
                     releaseQueueStatement(schema, seen), touched},
                    [&]() -> Result<QJsonObject> {
                        auto answer = releaseQueue(session, schema, seen);
                        if (!answer)
                            return tl::make_unexpected(answer.error());
                        release = *std::move(answer);
                        if (release->outcome != QueueRelease::Outcome::Released)
                            return fail(DbError::Kind::Statement, outcomeText(release->outcome));
                        return QJsonObject{{u"queues"_s, 1}};
                    });
    if (release)
        return *release;
    return tl::make_unexpected(logged.error());
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
