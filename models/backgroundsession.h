#pragma once

#include <yardmaster/connectionsettings.h>
#include <yardmaster/result.h>
#include <yardmaster/session.h>

#include <QFuture>
#include <QThreadPool>
#include <QtConcurrent>

#include <exception>
#include <functional>
#include <memory>

namespace yardmaster {

/// One database session on one background thread. It is opened by the first visit, dropped when the
/// server is lost and opened again by the next. Visits run one after the other.
class BackgroundSession final
{
public:
    /// @param purpose  see Session::open().
    BackgroundSession(ConnectionSettings settings, QString purpose);
    /// Waits a moment for a visit under way; one that takes longer ends on its own, unobserved.
    ~BackgroundSession();
    Q_DISABLE_COPY_MOVE(BackgroundSession)

    /// Runs `visit` on the background thread. Never blocks; any thread.
    template <typename T>
    [[nodiscard]] QFuture<Result<T>> run(std::function<Result<T>(Session &)> visit)
    {
        return QtConcurrent::run(m_pool.get(),
                                 [core = m_core, visit = std::move(visit)]() -> Result<T> {
                                     auto session = core->connected();
                                     if (!session)
                                         return tl::make_unexpected(session.error());
                                     return guarded(visit, **session);
                                 });
    }

private:
    /// Outlives this object while a visit is under way; everything in it belongs to the pool
    /// thread.
    struct Core
    {
        ConnectionSettings settings;
        QString purpose;
        std::unique_ptr<Session> session;

        [[nodiscard]] Result<Session *> connected();
    };

    template <typename T>
    static Result<T> guarded(const std::function<Result<T>(Session &)> &visit, Session &session)
    {
        try {
            return visit(session);
        } catch (const std::exception &exception) {
            return fail(DbError::Kind::Statement, QString::fromUtf8(exception.what()));
        }
    }

    std::shared_ptr<Core> m_core;
    std::unique_ptr<QThreadPool> m_pool; // one thread that never expires: a session stays on it
};

} // namespace yardmaster
