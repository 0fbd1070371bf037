#include "models/query/exportrun.h"

#include <QFileInfo>

#include <utility>

namespace yardmaster {

ExportRun::ExportRun(SessionPool sessions, QObject *parent)
    : QObject(parent)
    , m_sessions(std::move(sessions))
{ }

ExportRun::~ExportRun() = default;

void ExportRun::begin(const ExportRequest &request, const QString &path)
{
    Q_ASSERT(m_phase == Phase::Ready);
    m_path = path;
    m_phase = Phase::Running;
    // What was written to a pipe cannot be written once more, as it is when a standby fails.
    const QFileInfo target(path);
    const bool isPipe = target.exists() && !target.isFile();
    m_query = std::make_unique<Query>(
        m_sessions, isPipe ? SessionPool::Use::Long : SessionPool::Use::LongReading);
    connect(m_query.get(), &Query::progressed, this,
            [this](qint64 share, qint64 whole, int written) {
                m_progress = {.written = written, .share = double(share) / double(whole)};
                Q_EMIT progressed();
            });
    m_query->ask(
        [request, path](Session &session, ReadControl &control) {
            return exportJobsToFile(session, request, path, &control,
                                    [&control](const ExportProgress &progress) {
                                        Q_EMIT control.progressed(qint64(progress.share * 1000),
                                                                  1000, int(progress.written));
                                    });
        },
        [this](const Result<ExportProgress> &answer) { onEnded(answer); });
    Q_EMIT phaseChanged();
}

void ExportRun::cancel()
{
    m_isCancelled = true;
    if (m_query)
        m_query->cancel();
}

void ExportRun::onEnded(const Result<ExportProgress> &answer)
{
    if (answer) {
        m_progress = *answer;
        m_phase = Phase::Finished;
    } else {
        m_error = answer.error();
        m_phase = m_isCancelled ? Phase::Cancelled : Phase::Failed;
    }
    Q_EMIT phaseChanged();
}

} // namespace yardmaster
