#pragma once

#include "models/jobs/jobrows.h"
#include "models/jobs/jobsearch.h"
#include "models/jobs/jobtotal.h"

namespace yardmaster {

/// A window on a list of jobs of any length: a bounded number of rows around the visible part,
/// read ahead and behind by key.
///
///   Nothing ──show(), jump()──> Loading ──rows──> Ready ──loadMore()──> Loading
///                                  │  └──budget spent──> Stopped ──continueSearch()──┘
///                                  └──error──> Failed
///
/// What is there stays while more is loaded, and when that fails. refresh() updates the rows where
/// they are, and counts what is new; only show(), jump() and reload() begin afresh. Far rows are
/// dropped at the other end when more are loaded, so a view keeps its place by id.
///
/// Answers to earlier questions are dropped. GUI thread; never waits for the database.
class JobsModel final : public JobRows
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobsModel)

public:
    enum class Phase { Nothing, Loading, Ready, Stopped, Failed };
    Q_ENUM(Phase)

    explicit JobsModel(QObject *parent = nullptr);
    ~JobsModel() override;

    /// Where to read from; forgets everything. Null: nowhere.
    /// @param counter  counts, so that a long count does not hold up the reading; null: `reader`.
    void setReader(std::shared_ptr<JobsReader> reader,
                   std::shared_ptr<JobsReader> counter = nullptr);
    /// The list from its top. What is read of payloads is this model's affair, not the query's.
    void show(const JobQuery &query);
    /// The list from its other end; costs what the top costs.
    void showEnd();
    /// The list around a place; the row there, or the first behind it, is anchorId() afterwards.
    void jump(const JobPosition &place);
    /// From the top again, with what is new.
    void reload() { show(m_query); }
    /// The next rows in a direction, if there are any and nothing is being loaded.
    void loadMore(PageDirection direction);
    [[nodiscard]] bool canLoadMore(PageDirection direction) const;
    /// Goes on after Stopped.
    void continueSearch();
    /// After Failed: tries the same again.
    void retry();
    /// The server cannot be reached any more: what is shown is old.
    void lose(const DbError &error);
    /// Stops loading; what came so far stays.
    void cancel();
    /// Looks at the rows that are there again. Does nothing while loading.
    void refresh();
    /// Counts all jobs of the filter: up to ten thousand, or exactly, however long that takes.
    void countAll(bool isExact) { m_total->count(m_query, isExact); }

    /// With the payload columns that are read.
    [[nodiscard]] const JobQuery &query() const { return m_query; }
    [[nodiscard]] Phase phase() const { return m_phase; }
    /// Only in Failed.
    [[nodiscard]] const DbError &error() const { return m_error; }
    /// In Failed: the next refresh() may find it mended. Otherwise the question is the trouble.
    [[nodiscard]] bool mayPass() const;
    /// A refresh() has not been answered for longer than it should take.
    [[nodiscard]] bool isOverdue() const;
    /// Jobs of the filter that were added after the list was read.
    [[nodiscard]] const Count &fresh() const { return m_fresh; }
    /// Unset until countAll() is answered; refresh() keeps it up to date, see JobTotal.
    [[nodiscard]] const Count &total() const { return m_total->value(); }
    [[nodiscard]] QDateTime totalAt() const { return m_total->askedAt(); }
    [[nodiscard]] bool isCounting() const { return m_total->isCounting(); }
    [[nodiscard]] QDateTime readAt() const { return m_readAt; }
    /// What reading the last page took, once there was a session.
    [[nodiscard]] std::chrono::milliseconds pageTime() const { return m_pageTime; }
    [[nodiscard]] qint64 anchorId() const { return m_anchorId; }

    [[nodiscard]] bool canFetchMore(const QModelIndex &parent) const override;
    void fetchMore(const QModelIndex &parent) override;

    /// Default 200. To be set before show().
    void setPageRows(int rows) { m_search->setPageRows(rows); }
    /// Rows to look at before a search stops and asks; default five million.
    void setSearchBudget(qint64 rows) { m_search->setBudget(rows); }
    /// Pages that are kept at most.
    static constexpr int kWindowPages = 7;

Q_SIGNALS:
    void phaseChanged();
    void freshChanged();
    void totalChanged();
    void refreshed();
    /// A search looked at so many rows of about so many (0: unknown) since it was begun.
    void progressed(qint64 looked, qint64 total);

private:
    template <typename T, typename Handler> void await(const QFuture<T> &future, Handler handler);
    void begin(const JobQuery &query, bool isAtTop = true, bool isAtEnd = false);
    void dropRefresh();
    void askHighestId();
    void showFrom(const JobQuery &query, JobPageRequest request);
    void load(const JobPageRequest &request);
    void resume();
    void onFound(const JobPageRequest &request, const JobPage &slice);
    void onSearchEnded(const JobPageRequest &last);
    void onRefresh(const Result<JobRefresh> &answer, const QList<QStringList> &paths);
    void onPayloadColumns() override;
    void askForPayload();
    void setPhase(Phase phase);

    std::shared_ptr<JobsReader> m_reader;
    JobSearch *m_search; // of the page that is being loaded, or was last
    JobTotal *m_total;
    JobQuery m_query;
    Phase m_phase = Phase::Nothing;
    DbError m_error;
    Count m_fresh;
    QDateTime m_readAt;
    qint64 m_anchorId = 0;
    qint64 m_highestId = -1; // when the list was read; 0: the table was empty, -1: not known

    quint64 m_epoch = 0; // of the list
    ReadControlPtr m_refresh;
    bool m_hasRefreshFailed = false; // in Failed: not a load
    bool m_wantsAbove = false;       // after a jump, the other side too
    QElapsedTimer m_refreshClock;
    std::chrono::milliseconds m_pageTime{0};
};

} // namespace yardmaster
