#include "worker/db/threadsession.h"

#include <yardmaster/session.h>

#include <QThread>

#include <list>

namespace yardmaster {

struct ThreadSession::Kept
{
    ConnectionSettings settings;
    QString purpose;
    std::unique_ptr<Session> session{}; // null before the first use, or once lost
    int uses = 0;
};

struct ThreadSession::Sessions
{
    Sessions()
    {
        // The program may end right after the thread was joined; destructors of thread-local
        // objects would then run too late for Qt's drivers.
        QThread *thread = QThread::currentThread();
        const auto close = [kept = std::weak_ptr(list)] {
            if (const auto still = kept.lock())
                still->clear();
        };
        QObject::connect(thread, &QThread::finished, thread, close,
                         Qt::ConnectionType(Qt::DirectConnection | Qt::SingleShotConnection));
    }

    std::shared_ptr<std::list<Kept>> list = std::make_shared<std::list<Kept>>();
};

Result<ThreadSession> ThreadSession::use(const ConnectionSettings &settings, const QString &purpose)
{
    thread_local Sessions sessions;
    Kept *kept = nullptr;
    for (Kept &one : *sessions.list) {
        if (one.purpose == purpose && one.settings == settings)
            kept = &one;
    }
    if (!kept)
        kept = &sessions.list->emplace_back(Kept{settings, purpose});
    if (kept->session && !kept->session->isAlive()) {
        if (kept->uses > 0)
            return fail(DbError::Kind::ConnectionLost,
                        QStringLiteral("the connection to the server was lost"));
        kept->session.reset();
    }
    if (!kept->session) {
        auto opened = Session::open(settings, purpose);
        if (!opened)
            return tl::make_unexpected(opened.error());
        kept->session = *std::move(opened);
    }
    return ThreadSession(kept);
}

ThreadSession::ThreadSession(Kept *kept)
    : m_kept(kept)
{
    ++m_kept->uses;
}

ThreadSession::~ThreadSession()
{
    if (m_kept)
        --m_kept->uses;
}

Session &ThreadSession::operator*() const
{
    return *m_kept->session;
}

} // namespace yardmaster
