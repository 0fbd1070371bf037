#include "models/alerts/registrypoller.h"

#include "worker/queue/workerregistry.h"

namespace yardmaster {

using namespace std::chrono_literals;

namespace {

constexpr std::chrono::milliseconds kOld = 2min;
/// A registry entry without a heartbeat for longer is a leftover and is ignored.
constexpr std::chrono::hours kForgottenAfter{24};

} // namespace

RegistryPoller::RegistryPoller(SessionPool sessions, const QString &schema, QObject *parent)
    : QObject(parent)
    , m_poller(
          std::move(sessions),
          [registry = WorkerRegistry(schema)](Session &session) -> Result<Registered> {
              const Result<bool> exists = registry.exists(session);
              if (!exists)
                  return tl::make_unexpected(exists.error());
              if (!*exists)
                  return Registered();
              return registry.listActiveWorkers(session, kForgottenAfter)
                  .map([](std::vector<ActiveWorker> workers) {
                      return Registered{true, std::move(workers)};
                  });
          },
          5s, nullptr, SessionPool::Use::Background) // judged by age, see WorkersPoller
{
    // The metrics poller reports trouble with the server.
    connect(&m_poller, &PollerBase::read, this, &RegistryPoller::onRead);
}

RegistryPoller::~RegistryPoller() = default;

void RegistryPoller::setPaused(bool isPaused)
{
    if (isPaused && !m_poller.isPaused()) {
        m_hasRegistry = false;
        m_ages = {}; // what happens meanwhile is not seen
    }
    m_poller.setPaused(isPaused);
}

std::optional<QList<HeartbeatAge>> RegistryPoller::heartbeatAges(const QDateTime &now) const
{
    const bool isOld = m_poller.readAt().msecsTo(QDateTime::currentDateTimeUtc()) > kOld.count();
    if (!m_hasRegistry || isOld)
        return std::nullopt;
    return m_ages.at(now);
}

void RegistryPoller::onRead()
{
    if (m_poller.isPaused())
        return;
    m_hasRegistry = m_poller.latest()->hasRegistry;
    if (m_hasRegistry)
        m_ages.update(m_poller.latest()->workers, QDateTime::currentDateTimeUtc());
    Q_EMIT read();
}

} // namespace yardmaster
