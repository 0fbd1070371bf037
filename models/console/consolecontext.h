#pragma once

#include "models/console/jobcountspoller.h"
#include "models/console/writeguard.h"
#include "models/query/filtercompletion.h"
#include "models/query/filtercost.h"
#include "models/query/filtersql.h"
#include "models/session/sessionpool.h"
#include "models/values/redaction.h"
#include <yardmaster/connectionsettings.h>

#include <QObject>

#include <memory>

namespace yardmaster {

class StandbyWatch;
struct MaintenanceLog;

/// Which queue a window shows, and as what.
struct ConsoleTarget
{
    ConnectionSettings connection;
    QString schema = QStringLiteral("graphile_worker");
    QString profileId;   ///< under which views and layouts are kept; empty: of no profile
    QString profileName; ///< as the user calls it
    Environment environment = Environment::Development;
    QString colour;             ///< of the strip, "#rrggbb"; empty: the environment's
    bool isReadOnly = false;    ///< the profile says so
    QStringList forbiddenFlags; ///< of the workers here, as far as they are known
};

/// What the panels of one window share, and how they speak with each other: a panel never knows
/// another one. GUI thread.
class ConsoleContext final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConsoleContext)

public:
    explicit ConsoleContext(ConsoleTarget target, QObject *parent = nullptr);
    ~ConsoleContext() override;

    [[nodiscard]] const ConsoleTarget &target() const { return m_target; }
    /// The sessions of this window, for all its pages and dialogs.
    [[nodiscard]] const SessionPool &sessions() const { return m_sessions; }
    /// Null where the connection names none. Paused until the window resumes it.
    [[nodiscard]] StandbyWatch *standby() const { return m_standby.get(); }
    /// How many jobs there are of each state, task and queue. Paused until the window resumes it.
    [[nodiscard]] JobCountsPoller *jobCounts() { return &m_jobCounts; }
    [[nodiscard]] FilterContext filterContext() const;
    [[nodiscard]] WriteGuard *guard() { return &m_guard; }
    /// What of payloads is not to be seen; the defaults until setRules().
    [[nodiscard]] const RedactionRules &rules() const { return m_rules; }
    void setRules(const RedactionRules &rules);
    /// Where operations keep their journals and the operator log; made when first used.
    [[nodiscard]] QString operationsFolder() const;
    /// Where maintenance of this schema is logged.
    [[nodiscard]] MaintenanceLog maintenanceLog() const;

    // What panels and pages ask for; the part of the window that can do it listens.
    void requestFilter(const QString &filter) { Q_EMIT filterRequested(filter); }
    void requestRuns(const QString &filter) { Q_EMIT runsRequested(filter); }
    void requestJob(qint64 id) { Q_EMIT jobRequested(id); }
    void requestPayloadColumn(const QStringList &path) { Q_EMIT payloadColumnRequested(path); }
    void requestListLayout(std::optional<JobOrder> order, const QStringList &columns,
                           std::optional<FilterKey> grouping)
    {
        Q_EMIT listLayoutRequested(order, columns, grouping);
    }
    void requestStep(int rows) { Q_EMIT stepRequested(rows); }
    void requestPage(const QString &name) { Q_EMIT pageRequested(name); }
    void requestIndexes() { Q_EMIT indexesRequested(); }
    void requestSweep(const QString &worker) { Q_EMIT sweepRequested(worker); }
    void requestMigration() { Q_EMIT migrationRequested(); }
    void requestCheck() { Q_EMIT checkRequested(); }

    // What has happened in one of them.
    void announceChange()
    {
        m_sessions.noteChange();
        Q_EMIT jobsChanged();
    }
    void announceFilter(const Filter &filter) { Q_EMIT filterChanged(filter); }
    void announceListLayout(std::optional<JobOrder> order, const QStringList &columns,
                            std::optional<FilterKey> grouping)
    {
        Q_EMIT listLayoutChanged(order, columns, grouping);
    }
    void announceNames(const FilterNames &names) { Q_EMIT namesChanged(names); }
    void announceCurrentJob(qint64 id) { Q_EMIT currentJobChanged(id); }
    void announceOpenedJob(qint64 id) { Q_EMIT jobOpened(id); }
    void announceSchemaRemoved() { Q_EMIT schemaRemoved(); }

Q_SIGNALS:
    /// The user clicked something that stands for these jobs: the jobs view shows them.
    void filterRequested(const QString &filter);
    /// These runs of the history are to be listed.
    void runsRequested(const QString &filter);
    /// This job is to be shown in the inspector; 0: none.
    void jobRequested(qint64 id);
    /// The list of jobs is to show this place of their payloads.
    void payloadColumnRequested(const QStringList &path);
    /// The list of jobs is to have this order, unset: what suits its filter, these columns, none:
    /// those it has, and be grouped by this; unset: by nothing.
    void listLayoutRequested(std::optional<yardmaster::JobOrder> order, const QStringList &columns,
                             std::optional<yardmaster::FilterKey> grouping);
    /// The job so many rows further down in the list is to become the current one.
    void stepRequested(int rows);
    /// This page is to come to the front.
    void pageRequested(const QString &name);
    /// The dialog of supporting indexes, that of installing and upgrading the schema.
    void indexesRequested();
    /// The stale workers are to be swept, of which this one is in the way, after their evidence was
    /// shown.
    void sweepRequested(const QString &worker);
    void migrationRequested();
    /// What is wrong with connection, server and queue is to be looked for.
    void checkRequested();

    /// Other values of payloads are not to be seen from now on.
    void rulesChanged(const yardmaster::RedactionRules &rules);
    /// Jobs were changed from this window: views that show jobs read again.
    void jobsChanged();
    /// The jobs view lists the jobs of another filter.
    void filterChanged(const yardmaster::Filter &filter);
    /// The jobs view has another order, other columns or another grouping.
    void listLayoutChanged(std::optional<yardmaster::JobOrder> order, const QStringList &columns,
                           std::optional<yardmaster::FilterKey> grouping);
    /// Names of tasks and queues that filters can be completed with.
    void namesChanged(const yardmaster::FilterNames &names);
    /// The current row of the list is about this job, for a moment already; 0: there is none.
    void currentJobChanged(qint64 id);
    /// It was opened in the list, by Enter or a double click: the inspector is wanted.
    void jobOpened(qint64 id);
    /// There is nothing left to be shown.
    void schemaRemoved();

private:
    ConsoleTarget m_target;
    SessionPool m_sessions;
    std::unique_ptr<StandbyWatch> m_standby;
    JobCountsPoller m_jobCounts;
    WriteGuard m_guard;
    RedactionRules m_rules = RedactionRules::defaults();
};

} // namespace yardmaster
