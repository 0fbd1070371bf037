#include "worker/tasks/sparehost.h"

#include <QSemaphore>
#include <QTimer>

#include <utility>

namespace yardmaster {

namespace {

constexpr qsizetype kMostSaid = 1024 * 1024; // bytes

} // namespace

bool HostSayings::hasRoomFor(qsizetype bytes)
{
    if (m_bytes + bytes > kMostSaid)
        return false;
    m_bytes += bytes;
    return true;
}

void HostSayings::addMessage(QByteArrayView text)
{
    if (hasRoomFor(text.size()))
        m_all.push_back({text.toByteArray(), {}, false});
}

void HostSayings::addLine(const QString &line, bool isError)
{
    if (hasRoomFor(line.size() * 2))
        m_all.push_back({{}, line, isError});
}

void HostSayings::giveTo(const HostChild::Handlers &handlers) const
{
    for (const auto &[message, line, isError] : m_all) {
        if (message.isNull())
            handlers.onOutput(line, isError);
        else
            handlers.onMessage(message);
    }
}

class SpareHost::Thread final : public QThread
{
public:
    Thread(SpareHost *host, Load load, std::chrono::milliseconds kept)
        : m_host(host)
        , m_load(std::move(load))
        , m_kept(kept)
    { }

    void waitUntilLoaded() { m_isLoaded.acquire(); }

private:
    void run() override
    {
        m_host->m_child = std::exchange(m_load, {})(&m_host->m_sayings);
        if (!m_host->m_child) {
            m_isLoaded.release();
            return;
        }
        m_host->listen();
        QTimer patience;
        patience.callOnTimeout([this] { m_host->m_child.reset(); });
        patience.setSingleShot(true);
        patience.start(m_kept);
        m_host->m_patience = &patience;
        m_isLoaded.release();
        exec();
        m_host->m_child.reset(); // unless it was adopted
    }

    SpareHost *const m_host;
    Load m_load;
    const std::chrono::milliseconds m_kept;
    QSemaphore m_isLoaded;
};

SpareHost::SpareHost() = default;

std::unique_ptr<SpareHost> SpareHost::loaded(Load load, std::chrono::milliseconds kept)
{
    std::unique_ptr<SpareHost> host(new SpareHost);
    host->m_thread = std::make_unique<Thread>(host.get(), std::move(load), kept);
    host->m_thread->start();
    host->m_thread->waitUntilLoaded();
    return host->m_patience ? std::move(host) : nullptr;
}

SpareHost::~SpareHost()
{
    m_thread->quit();
    m_thread->wait();
}

void SpareHost::listen()
{
    m_child->setHandlers({
        [this](QByteArrayView text) {
            m_sayings.addMessage(text);
            if (text.startsWith("[\"retiring\""))
                m_isOver = true; // the next one will say it, too
        },
        [](QByteArrayView) {},
        [this](const QString &line, bool isError) { m_sayings.addLine(line, isError); },
        [this](const QString &) { m_isOver = true; },
    });
}

void SpareHost::keepOn()
{
    QMetaObject::invokeMethod(m_patience, &QTimer::stop, Qt::QueuedConnection); // from any thread
}

std::unique_ptr<HostChild> SpareHost::adopt(HostChild::Handlers handlers)
{
    std::unique_ptr<HostChild> adopted;
    QThread *const to = QThread::currentThread();
    QMetaObject::invokeMethod(
        m_patience,
        [&] {
            if (!m_child || m_isOver)
                return;
            m_child->setHandlers(std::move(handlers));
            m_child->moveToThread(to);
            adopted = std::move(m_child);
        },
        Qt::BlockingQueuedConnection); // its thread runs an event loop from loaded() on
    return adopted;
}

} // namespace yardmaster
