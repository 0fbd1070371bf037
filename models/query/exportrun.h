#pragma once

#include "models/query/jobexport.h"
#include "models/session/query.h"

#include <QObject>

namespace yardmaster {

/// One export into a file, in the background, on a session of its own.
///
///   Ready ──begin()──> Running ──> Finished · Cancelled · Failed
///
/// GUI thread; never blocks. Destroying it cancels.
class ExportRun final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ExportRun)

public:
    enum class Phase { Ready, Running, Finished, Cancelled, Failed };
    Q_ENUM(Phase)

    explicit ExportRun(SessionPool sessions, QObject *parent = nullptr);
    ~ExportRun() override;

    /// Once.
    void begin(const ExportRequest &request, const QString &path);
    void cancel();

    [[nodiscard]] Phase phase() const { return m_phase; }
    [[nodiscard]] const ExportProgress &progress() const { return m_progress; }
    [[nodiscard]] const DbError &error() const { return m_error; } ///< only in Failed
    [[nodiscard]] const QString &path() const { return m_path; }

Q_SIGNALS:
    void progressed();
    void phaseChanged();

private:
    void onEnded(const Result<ExportProgress> &answer);

    const SessionPool m_sessions;
    std::unique_ptr<Query> m_query; // null: Ready
    bool m_isCancelled = false;
    Phase m_phase = Phase::Ready;
    ExportProgress m_progress;
    DbError m_error;
    QString m_path;
};

} // namespace yardmaster
