#include "models/alerts/silencewatch.h"

#include "worker/queue/workerregistry.h"

namespace yardmaster {

using namespace std::chrono_literals;

namespace {

constexpr std::chrono::milliseconds kOld = 2min;
/// Who has been silent for longer was left over, and nobody misses it.
constexpr std::chrono::hours kLongSilence{24};

} // namespace

SilenceWatch::SilenceWatch(SessionPool sessions, const QString &schema, QObject *parent)
    : QObject(parent)
    , m_poller(
          std::move(sessions),
          [registry = WorkerRegistry(schema)](Session &session) -> Result<Registered> {
              const Result<bool> exists = registry.exists(session);
              if (!exists)
                  return tl::make_unexpected(exists.error());
              if (!*exists)
                  return Registered();
              return registry.listActiveWorkers(session, kLongSilence)
                  .map([](std::vector<ActiveWorker> workers) {
                      return Registered{true, std::move(workers)};
                  });
          },
          5s)
{
    // Of trouble with the server the vitals tell.
    connect(&m_poller, &PollerBase::read, this, &SilenceWatch::onRead);
}

SilenceWatch::~SilenceWatch() = default;

void SilenceWatch::setPaused(bool isPaused)
{
    if (isPaused && !m_poller.isPaused()) {
        m_hasRegistry = false;
        m_silences = {}; // what happens meanwhile is not seen
    }
    m_poller.setPaused(isPaused);
}

std::optional<QList<WorkerSilence>> SilenceWatch::silences(const QDateTime &now) const
{
    const bool isOld = m_poller.readAt().msecsTo(QDateTime::currentDateTimeUtc()) > kOld.count();
    if (!m_hasRegistry || isOld)
        return std::nullopt;
    return m_silences.at(now);
}

void SilenceWatch::onRead()
{
    if (m_poller.isPaused())
        return;
    m_hasRegistry = m_poller.latest()->hasRegistry;
    if (m_hasRegistry)
        m_silences.update(m_poller.latest()->workers, QDateTime::currentDateTimeUtc());
    Q_EMIT read();
}

} // namespace yardmaster
