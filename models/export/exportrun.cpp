#include "models/export/exportrun.h"

#include <QFutureWatcher>

namespace yardmaster {

ExportRun::ExportRun(ConnectionSettings connection, QObject *parent)
    : QObject(parent)
    , m_session(std::move(connection), QStringLiteral("export"))
    , m_control(std::make_shared<ReadControl>())
{ }

ExportRun::~ExportRun()
{
    m_control->cancel();
}

void ExportRun::begin(const ExportRequest &request, const QString &path)
{
    Q_ASSERT(m_phase == Phase::Ready);
    m_path = path;
    // By the control, which outlives this object on the other thread.
    connect(
        m_control.get(), &ReadControl::progressed, this,
        [this](qint64 share, qint64 whole, int written) {
            m_progress = {.written = written, .share = double(share) / double(whole)};
            Q_EMIT progressed();
        },
        Qt::QueuedConnection); // comes from the background thread
    auto *watcher = new QFutureWatcher<Result<ExportProgress>>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher] {
        watcher->deleteLater();
        if (watcher->future().resultCount() > 0)
            onEnded(watcher->result());
    });
    m_phase = Phase::Running;
    watcher->setFuture(m_session.run<ExportProgress>(
        [request, path, control = m_control](Session &session) -> Result<ExportProgress> {
            return exportJobsToFile(session, request, path, control.get(),
                                    [&control](const ExportProgress &progress) {
                                        Q_EMIT control->progressed(qint64(progress.share * 1000),
                                                                   1000, int(progress.written));
                                    });
        }));
    Q_EMIT phaseChanged();
}

void ExportRun::cancel()
{
    m_control->cancel();
}

void ExportRun::onEnded(const Result<ExportProgress> &answer)
{
    if (answer) {
        m_progress = *answer;
        m_phase = Phase::Finished;
    } else {
        m_error = answer.error();
        m_phase = m_control->isCancelled() ? Phase::Cancelled : Phase::Failed;
    }
    Q_EMIT phaseChanged();
}

} // namespace yardmaster
