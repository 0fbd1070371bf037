#include "worker/runner/forbiddenflags.h"

#include <QLoggingCategory>
#include <QTimer>
#include <QtConcurrentRun>

Q_LOGGING_CATEGORY(lcFlags, "yardmaster.worker.flags", QtInfoMsg)

namespace yardmaster {

namespace {

/// Nothing is fetched while the function keeps failing; it is asked again after this.
constexpr std::chrono::seconds kRetry{1};

std::optional<QStringList> ask(const ForbiddenFlags::Function &function)
{
    try {
        return function();
    } catch (const std::exception &exception) {
        qCWarning(lcFlags, "the forbidden flags are not known: %s; nothing is fetched",
                  exception.what());
    } catch (...) {
        qCWarning(lcFlags, "the forbidden flags are not known; nothing is fetched");
    }
    return std::nullopt;
}

} // namespace

ForbiddenFlags::ForbiddenFlags(Function function, QObject *parent)
    : QObject(parent)
    , m_function(std::move(function))
    , m_watcher(this)
{
    connect(&m_watcher, &QFutureWatcher<std::optional<QStringList>>::finished, this,
            &ForbiddenFlags::onFinished);
}

std::optional<QStringList> ForbiddenFlags::take()
{
    if (m_answer)
        return std::exchange(m_answer, std::nullopt);
    if (!m_watcher.isRunning()) {
        m_watcher.setFuture(QtConcurrent::run([function = m_function] { return ask(function); }));
        QTimer::singleShot(WorkerOptions::kForbiddenFlagsPatience, &m_watcher, [this] {
            if (m_watcher.isRunning())
                qCWarning(lcFlags, "still waiting for the forbidden flags");
        });
    }
    return std::nullopt;
}

void ForbiddenFlags::onFinished()
{
    m_answer = m_watcher.result();
    if (m_answer)
        Q_EMIT answered();
    else
        QTimer::singleShot(kRetry, this, &ForbiddenFlags::answered);
}

} // namespace yardmaster
