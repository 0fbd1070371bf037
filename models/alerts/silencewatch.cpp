#include "models/alerts/silencewatch.h"

#include <QFutureWatcher>

#include <algorithm>

namespace yardmaster {

using namespace std::chrono_literals;

namespace {

constexpr int kRest = 20; // times as long as the read took
constexpr std::chrono::minutes kOld{2};
/// Who has been silent for longer was left over, and nobody misses it.
constexpr std::chrono::hours kLongSilence{24};

} // namespace

SilenceWatch::SilenceWatch(ConnectionSettings connection, QString schema, QObject *parent)
    : QObject(parent)
    , m_registry(std::make_shared<const WorkerRegistry>(schema))
    , m_session(std::move(connection), QStringLiteral("alerts"))
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &SilenceWatch::readNow);
}

SilenceWatch::~SilenceWatch() = default;

void SilenceWatch::setPaused(bool isPaused)
{
    if (std::exchange(m_isPaused, isPaused) == isPaused)
        return;
    if (isPaused) {
        m_timer.stop();
        m_age.invalidate();
        m_silences = {}; // what happens meanwhile is not seen
    } else if (!m_isReading) {
        readNow();
    }
}

std::optional<QList<WorkerSilence>> SilenceWatch::silences(const QDateTime &now) const
{
    if (m_isPaused || !m_age.isValid() || m_age.hasExpired(std::chrono::milliseconds(kOld).count()))
        return std::nullopt;
    return m_silences.at(now);
}

void SilenceWatch::readNow()
{
    m_isReading = true;
    m_cost.start();
    auto *watcher = new QFutureWatcher<Result<Answer>>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher] {
        watcher->deleteLater();
        onAnswer(watcher->result());
    });
    const std::function<Result<Answer>(Session &)> visit
        = [registry = m_registry](Session &session) -> Result<Answer> {
        const Result<bool> exists = registry->exists(session);
        if (!exists)
            return tl::make_unexpected(exists.error());
        Answer answer{*exists, {}};
        if (!answer.hasRegistry)
            return answer;
        auto workers = registry->listActiveWorkers(session, kLongSilence);
        if (!workers)
            return tl::make_unexpected(workers.error());
        answer.workers = *std::move(workers);
        return answer;
    };
    watcher->setFuture(m_session.run(visit));
}

void SilenceWatch::onAnswer(const Result<Answer> &answer)
{
    m_isReading = false;
    if (m_isPaused)
        return;
    m_timer.start(std::max(m_interval, kRest * std::chrono::milliseconds(m_cost.elapsed())));
    if (!answer) // the vitals tell of trouble with the server
        return;
    if (answer->hasRegistry) {
        m_silences.update(answer->workers, QDateTime::currentDateTimeUtc());
        m_age.start();
    } else {
        m_age.invalidate();
    }
    Q_EMIT read();
}

} // namespace yardmaster
