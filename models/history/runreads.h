#pragma once

#include "models/history/pastrun.h"
#include "models/query/conditionsql.h"
#include <yardmaster/result.h>

#include <QList>

namespace yardmaster {

class Session;

/// Whether a schema has a history that can be read. A value.
struct HistoryPresence
{
    bool isThere = false;
    bool mayRead = false;
    std::optional<Timestamp> since = {}; ///< recording began; only where it may be read
    QStringList missing = {};            ///< tables of it that are gone

    [[nodiscard]] bool isReadable() const { return isThere && mayRead && missing.isEmpty(); }
    [[nodiscard]] bool operator==(const HistoryPresence &) const = default;
};

// All of these block, on the session's thread. What is not there, or may not be read, is an answer,
// not an error.

[[nodiscard]] Result<HistoryPresence> readHistoryPresence(Session &session, const QString &schema);

/// What the history knows of one job.
struct JobPast
{
    HistoryPresence presence;
    QList<PastRun> runs; ///< the oldest first; of many the newest kMostRunsOfJob
    [[nodiscard]] bool operator==(const JobPast &) const = default;
};
inline constexpr int kMostRunsOfJob = 1000;
/// Of one job, the oldest first; of many the newest kMostRunsOfJob. Only of a history that is
/// readable.
/// @param isGone  the job has left the table: only then its end is looked for.
[[nodiscard]] Result<QList<PastRun>> readRunsOf(Session &session, const QString &schema, qint64 id,
                                                bool isGone);
[[nodiscard]] Result<JobPast> readJobPast(Session &session, const QString &schema, qint64 id,
                                          bool isGone);

/// One page of the history.
struct RunPageRequest
{
    Filter filter; ///< of FilterLanguage::Runs
    int limit = 200;
    std::optional<RunPosition> after = {}; ///< unset: the first page
};
struct RunPage
{
    HistoryPresence presence;
    QList<PastRun> runs; ///< the newest first
    bool hasMore = false;
};
/// Errors besides: Statement for a pattern the server does not understand; Cancelled after a
/// minute.
[[nodiscard]] Result<RunPage> readRunPage(Session &session, const FilterContext &context,
                                          const RunPageRequest &request);

/// The newest runs that ended after `since`, the newest first. Errors: as readRunPage().
[[nodiscard]] Result<RunPage> readRunsSince(Session &session, const QString &schema,
                                            Timestamp since, int limit);

/// Writes conditions on `ended`, `one` and `failed` of runs.sql.
class RunFilterSql final : public ConditionSql
{
public:
    /// @param params  gets the parameters appended; borrowed.
    RunFilterSql(FilterContext context, Params *params)
        : ConditionSql(std::move(context), params)
    { }

    enum class Table { Ended, Failed };
    /// True, false or null for every row; null counts as false.
    [[nodiscard]] QByteArray condition(Table table, const Filter &filter);
    /// Behind this place.
    [[nodiscard]] QByteArray after(Table table, const RunPosition &position);

private:
    [[nodiscard]] QByteArray condition(Table table, const FilterTerm &term);
    [[nodiscard]] QByteArray outcomeCondition(Table table, const FilterTerm &term);
    [[nodiscard]] QByteArray idCondition(Table table, const FilterTerm &term);
    [[nodiscard]] QByteArray namesOf(const char *kind, const char *table, const char *column) const;
};

} // namespace yardmaster
