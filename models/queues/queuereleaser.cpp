#include "models/queues/queuereleaser.h"

#include "models/operations/loggedaction.h"

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
        return u"locked again in the meantime"_s;
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

QueueReleaser::QueueReleaser(const SessionPool &sessions, QString schema, QString folder,
                             QObject *parent)
    : QObject(parent)
    , m_schema(std::move(schema))
    , m_folder(std::move(folder))
    , m_connection(sessions.settings().describe())
    , m_query(sessions, SessionPool::Use::Long)
{ }

QueueReleaser::~QueueReleaser() = default;

template <typename T, typename Work>
void QueueReleaser::run(Work work, void (QueueReleaser::*signal)(const T &))
{
    m_query.ask(std::move(work), [this, signal](const Result<T> &answer) {
        if (answer)
            Q_EMIT(this->*signal)(*answer);
        else
            Q_EMIT failed(answer.error());
    });
}

void QueueReleaser::look(const QString &queue)
{
    run(withSession(&readQueueEvidence, m_schema, queue), &QueueReleaser::looked);
}

void QueueReleaser::release(const QueueLock &seen)
{
    run(withSession(&releaseByHand, m_schema, seen, m_folder, m_connection), &QueueReleaser::ended);
}

} // namespace yardmaster
