#pragma once

#include "models/history/runreads.h"
#include "models/session/freshness.h"
#include "models/session/query.h"
#include "models/tables/rowsmodel.h"
#include "models/values/jobstate.h"

namespace yardmaster {

/// The runs of a filter, the newest first, page by page as somebody scrolls down.
///
///   Nothing ──show()──> Loading ──page──> Ready ──fetchMore()──> Loading
///                          ├──cancel()──> Ready (isCancelled)
///                          └──error, lose()──> Failed; what came so far stays
///
/// Answers to earlier questions are dropped. GUI thread; never waits for the database.
class HistoryModel final : public RowsModel<PastRun, &runPosition>
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HistoryModel)

public:
    enum class Phase { Nothing, Loading, Ready, Failed };
    Q_ENUM(Phase)
    static constexpr int kPage = 200;

    explicit HistoryModel(SessionPool sessions, QObject *parent = nullptr);

    /// What is filtered, and how times of filters are meant.
    void setContext(const FilterContext &context) { m_context = context; }
    /// The newest runs of a filter. Those on show stay until the answer.
    void show(const Filter &filter);
    /// The same again.
    void reload() { show(m_filter); }
    void cancel();
    /// The server cannot be reached any more: what is shown is old.
    void lose(const DbError &error);

    [[nodiscard]] Phase phase() const { return m_phase; }
    [[nodiscard]] const DbError &error() const { return m_error; } ///< only in Failed
    [[nodiscard]] const Filter &filter() const { return m_filter; }
    /// There are, or may be, more runs than are listed.
    [[nodiscard]] bool hasMore() const { return m_hasMore; }
    [[nodiscard]] bool isCancelled() const { return m_isCancelled; }
    /// As of the last answer; unset before the first.
    [[nodiscard]] const std::optional<HistoryPresence> &presence() const { return m_presence; }
    [[nodiscard]] Freshness freshness() const;

    [[nodiscard]] bool canFetchMore(const QModelIndex &parent) const override;
    void fetchMore(const QModelIndex &parent) override;

Q_SIGNALS:
    void phaseChanged();

private:
    void ask(std::optional<RunPosition> after);
    void onPage(const Result<RunPage> &answer, bool isFirst);
    void setPhase(Phase phase);

    Query m_query;
    FilterContext m_context;
    Filter m_filter;
    Phase m_phase = Phase::Nothing;
    DbError m_error;
    bool m_hasMore = false;
    bool m_isCancelled = false;
    std::optional<HistoryPresence> m_presence;
    QDateTime m_readAt;
};

/// The state that an outcome looks like; unset: none.
[[nodiscard]] std::optional<JobState> stateLikeOutcome(PastOutcome outcome);

} // namespace yardmaster
