#include "models/backgroundsession.h"

namespace yardmaster {

BackgroundSession::BackgroundSession(ConnectionSettings settings, QString purpose)
    : m_core(std::make_shared<Core>(Core{std::move(settings), std::move(purpose), {}}))
    , m_pool(std::make_unique<QThreadPool>())
{
    m_pool->setMaxThreadCount(1);
    m_pool->setExpiryTimeout(-1);
}

BackgroundSession::~BackgroundSession()
{
    m_pool->start([core = m_core] { core->session.reset(); });
    // A server that does not answer must not hold up the window: libpq may wait for ten seconds.
    if (!m_pool->waitForDone(250))
        (void)m_pool.release(); // its destructor would wait for ever
}

Result<Session *> BackgroundSession::Core::connected()
{
    if (session && session->isLost())
        session.reset();
    if (!session) {
        auto opened = Session::open(settings, purpose);
        if (!opened)
            return tl::make_unexpected(opened.error());
        session = *std::move(opened);
    }
    return session.get();
}

} // namespace yardmaster
