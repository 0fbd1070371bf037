#include "worker/runner/handlerthreads.h"

#include <QThread>
#include <QThreadPool>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kHandlerPatience = 300; // ms; a stop has two seconds beyond its grace for everything

} // namespace

HandlerThreads::HandlerThreads(int concurrency, bool hasAsynchronous)
    : m_pool(std::make_unique<QThreadPool>())
{
    m_pool->setMaxThreadCount(concurrency);
    m_pool->setExpiryTimeout(30000);
    if (!hasAsynchronous)
        return;
    m_executing = std::make_unique<QThread>();
    m_executing->setObjectName("yardmaster tasks"_L1);
    m_loop = new QObject;
    m_loop->moveToThread(m_executing.get());
    QObject::connect(m_executing.get(), &QThread::finished, m_loop, &QObject::deleteLater);
    m_executing->start();
}

void HandlerThreads::clearLoop() const
{
    if (m_loop) {
        QMetaObject::invokeMethod(
            m_loop, [loop = m_loop] { qDeleteAll(loop->children()); }, Qt::QueuedConnection);
    }
}

HandlerThreads::~HandlerThreads()
{
    if (m_executing) {
        m_executing->quit();
        if (!m_executing->wait(kHandlerPatience))
            m_executing.release(); // NOLINT(bugprone-unused-return-value): a coroutine blocks it
    }
    if (!m_pool->waitForDone(kHandlerPatience)) {
        // Its destructor would wait for ever.
        m_pool.release(); // NOLINT(bugprone-unused-return-value)
    }
}

} // namespace yardmaster
