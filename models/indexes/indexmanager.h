#pragma once

#include "models/operations/loggedmaintenance.h"
#include "models/query/indexstates.h"
#include "models/session/query.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace yardmaster {

/// Looks after the supporting indexes of one queue: tells how they are, creates and drops them in
/// the background, one at a time, without making workers wait.
///
///   Idle ──create(), drop()──> Working ──done, failed, cancel()──> Idle
///
/// GUI thread; never blocks. Destroying it cancels: the server leaves an unfinished index behind.
class IndexManager final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(IndexManager)

public:
    /// @param logFolder  of the operator log, in which what is done is written first.
    IndexManager(const SessionPool &sessions, QString schema, QString logFolder,
                 QObject *parent = nullptr);
    ~IndexManager() override;

    /// Looks again; while something is being created it does so by itself.
    void refresh();
    /// Do nothing while Working.
    void create(SupportingIndex index);
    void drop(SupportingIndex index);
    /// What is unfinished stays, to be dropped.
    void cancel();

    /// Unset until it was read.
    [[nodiscard]] const std::optional<IndexOverview> &overview() const { return m_overview; }
    /// What is being worked on.
    [[nodiscard]] std::optional<SupportingIndex> working() const { return m_working; }
    /// Of the last look or the last work; unset if that went well.
    [[nodiscard]] const std::optional<DbError> &error() const { return m_error; }

Q_SIGNALS:
    void changed();
    /// An index was created or dropped: filters cost something else now.
    void indexesChanged();

private:
    void work(SupportingIndex index, const QString &kind, const QByteArray &sql);
    void onWorked(const Result<void> &answer);
    void onRead(const Result<IndexOverview> &answer);

    const QString m_schema;
    const MaintenanceLog m_log;
    Query m_look;
    Query m_work;
    std::optional<IndexOverview> m_overview;
    std::optional<SupportingIndex> m_working;
    std::optional<DbError> m_error;
    bool m_hasFailedToRead = false; // that is what m_error is about
    QTimer m_again;
};

} // namespace yardmaster
