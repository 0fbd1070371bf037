#pragma once

#include <yardmaster/connectionsettings.h>
#include <yardmaster/jobrecord.h>
#include <yardmaster/jobspec.h>
#include <yardmaster/result.h>

#include <QDateTime>

#include <functional>
#include <span>
#include <vector>

namespace yardmaster {

class Session;

/// Adds jobs to one schema, installed by Yardmaster, graphile-worker 0.16 or later, or
/// graphile_worker_rs. Never installs or upgrades one.
///
/// Stateless but for the statement texts; each call uses the session it is given, on its thread,
/// and blocks for a few round trips. In an open transaction the jobs are part of it: visible to
/// others when it is committed, gone if it is rolled back. Specs are checked before anything is
/// sent; should the server refuse nevertheless, the transaction has failed, as usual.
///
/// Errors: InvalidInput (see JobSpec::validate), SchemaMissing naming the remedy, PermissionDenied,
/// Contention (outside of a transaction only after ten attempts), ConnectionLost.
class JobAdder final
{
public:
    /// @param clock  fills in run_at where it is unset; none: the database's now.
    explicit JobAdder(const QString &schema, std::function<QDateTime()> clock = {});

    /// @returns the job: the new one, the one rewritten, or with UnsafeDedupe the one that was
    /// there. Never empty: if another worker locks the job with this key meanwhile, the statement
    /// is tried again.
    [[nodiscard]] Result<JobRecord> add(Session &session, const JobSpec &spec) const;

    /// Adds all or none, in one statement; equal jobs run in the order given (graphile-worker's own
    /// schema does not promise that). PreserveRunAt in any of them holds for all that have a key.
    /// Refused: UnsafeDedupe, and one key twice. Ten thousand or more outside of a transaction are
    /// followed by ANALYZE, so that fetches are planned with current statistics.
    /// @returns the jobs written, by ascending id; empty for no specs.
    [[nodiscard]] Result<std::vector<JobRecord>> addAll(Session &session,
                                                        std::span<const JobSpec> specs) const;

    /// Adds several in one statement as add() would one by one, where that is possible: they have
    /// neither key nor flags, and their tasks and queues are known. All or none. The specs have
    /// been validated. @returns the jobs in the order of the specs; nothing where it is not
    /// possible: then nothing was added.
    [[nodiscard]] Result<std::optional<std::vector<JobRecord>>>
    addPlain(Session &session, std::span<const JobSpec> specs) const;

private:
    [[nodiscard]] Result<JobRecord> addOne(Session &session, const JobSpec &spec) const;
    [[nodiscard]] Result<std::vector<JobRecord>>
    addChecked(Session &session, std::span<const JobSpec> specs, bool isCallersTransaction) const;
    [[nodiscard]] Result<void> prepareKeys(Session &session, const QStringList &keys,
                                           bool isCallersTransaction) const;
    /// One pass; jobs with a key may be missing from the answer.
    [[nodiscard]] Result<std::vector<JobRecord>>
    write(Session &session, const std::vector<const JobSpec *> &specs, bool preservesRunAt) const;
    [[nodiscard]] Result<void> fillInNames(Session &session, std::span<const JobSpec> specs,
                                           std::vector<JobRecord> &written) const;
    [[nodiscard]] std::optional<Timestamp> runAt(const JobSpec &spec) const;

    QString m_schema;
    std::function<QDateTime()> m_clock;
    QByteArray m_addJob;
    QByteArray m_addJobs;
    QByteArray m_addPlainJobs;
    QByteArray m_addTurns;
    QByteArray m_lockKeys;
    QByteArray m_markRetired;
    QByteArray m_markRetiredAll;
    QByteArray m_names;
};

/// Connects, adds one job and disconnects: for programs that seldom add any. Blocks; any thread.
[[nodiscard]] Result<JobRecord> addJobAdhoc(const ConnectionSettings &settings,
                                            const QString &schema, const JobSpec &spec);

} // namespace yardmaster
