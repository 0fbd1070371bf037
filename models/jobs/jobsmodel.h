#pragma once

#include "models/jobs/jobcolumns.h"
#include "models/query/jobsreader.h"
#include "models/tables/columnsmodel.h"

#include <QElapsedTimer>

#include <functional>

namespace yardmaster {

/// A window on a list of jobs of any length: a bounded number of rows around the visible part,
/// read ahead and behind by key.
///
///   Nothing ──show(), jump()──> Loading ──rows──> Ready ──loadMore()──> Loading
///                                  │  └──budget spent──> Stopped ──continueSearch()──┘
///                                  └──error──> Failed
///
/// What is there stays while more is loaded, and when that fails. Rows never move or vanish by
/// themselves: refresh() updates them where they are, marks those that left the table (isGone) or
/// the filter, and counts what is new; only show(), jump() and reload() begin afresh. Far rows are
/// dropped at the other end when more are loaded, so a view keeps its place by id.
///
/// Answers to earlier questions are dropped. GUI thread; never waits for the database.
///
/// Long because paging, refreshing and counting change the same rows, between the same model
/// signals.
class JobsModel final : public ColumnsModel<JobRow, JobColumnEntry>
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobsModel)

public:
    enum class Phase { Nothing, Loading, Ready, Stopped, Failed };
    Q_ENUM(Phase)

    enum Role {
        IdRole = Qt::UserRole + 1, ///< qint64
        GoneRole,                  ///< bool: left the table
        FilteredRole,              ///< bool: left the filter
    };

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
    /// Takes the rows out that left the table or the filter.
    void dropLeft();
    /// Counts all jobs of the filter: up to ten thousand, or exactly, however long that takes.
    void countAll(bool isExact);

    /// A further column with what is at this place of the payload, the last one. Rows that are here
    /// get their values as soon as they are read; null or twice the same is the caller's mistake.
    JobColumn addPayloadColumn(const QStringList &path);
    void removePayloadColumn(JobColumn column);
    /// Whether its values are read; at first they are.
    void setPayloadRead(JobColumn column, bool isRead);
    /// In the order of the columns.
    [[nodiscard]] QList<QStringList> payloadPaths() const;
    /// What is not to be seen of payloads; at first the default rules.
    void setRules(const RedactionRules &rules);
    [[nodiscard]] const RedactionRules &rules() const { return m_rules; }
    [[nodiscard]] const JobColumnEntry &entry(JobColumn column) const
    {
        return columns().at(int(column));
    }

    /// Who knows which rows are chosen, for what screen readers hear of a row; null: nobody.
    void setChosenTest(std::function<bool(int row)> test) { m_isChosen = std::move(test); }

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
    /// Unset until countAll() is answered; then refresh() keeps it up to date, as far as counting
    /// takes little of the time, unless it was counted to more than ten thousand.
    [[nodiscard]] const Count &total() const { return m_total; }
    /// When it was asked for, UTC; invalid: never.
    [[nodiscard]] QDateTime totalAt() const { return m_totalAt; }
    /// Rows that are here and have left neither the table nor the filter.
    [[nodiscard]] int listedHere() const;
    [[nodiscard]] bool isCounting() const { return m_count != nullptr; }
    [[nodiscard]] QDateTime readAt() const { return m_readAt; }
    /// Of the last page, from asking to having it.
    [[nodiscard]] std::chrono::milliseconds pageTime() const { return m_pageTime; }
    /// Nothing is above, below the rows that are here.
    [[nodiscard]] bool isAtTop() const { return m_isAtTop; }
    [[nodiscard]] bool isAtEnd() const { return m_isAtEnd; }
    [[nodiscard]] qint64 anchorId() const { return m_anchorId; }

    [[nodiscard]] const QList<JobRow> &jobs() const { return m_rows; }
    /// -1 if it is not in the window.
    [[nodiscard]] int rowOf(qint64 id) const;
    /// The next row after `from`, round the end, whose text in `column` begins so; -1 if none.
    [[nodiscard]] int nextRow(JobColumn column, const QString &beginning, int from) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] const JobRow &at(int row) const override { return m_rows.at(row); }
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;
    [[nodiscard]] bool canFetchMore(const QModelIndex &parent) const override;
    void fetchMore(const QModelIndex &parent) override;

    /// Default 200. To be set before show().
    void setPageRows(int rows) { m_pageRows = rows; }
    /// Rows to look at before a search stops and asks; default five million.
    void setSearchBudget(qint64 rows) { m_searchBudget = rows; }
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
    void begin(const JobQuery &query);
    void askHighestId();
    void load(const JobPageRequest &request);
    void onPage(const JobPageRequest &request, const Result<JobPage> &answer);
    void onRefresh(const Result<JobRefresh> &answer, const QList<QStringList> &paths);
    void append(QList<JobRow> rows);
    void prepend(QList<JobRow> rows);
    void fitPayload(JobRow *row, const QList<QStringList> &paths);
    void dressPayload();
    void setEntries();
    void usePayloadColumns();
    void askForPayload();
    void countAgain(bool hasChanged);
    [[nodiscard]] QString description(const JobRow &job) const;
    void dropKnown(QList<JobRow> *rows) const;
    void setPhase(Phase phase);

    std::shared_ptr<JobsReader> m_reader;
    std::shared_ptr<JobsReader> m_counter;
    JobQuery m_query;
    QList<JobRow> m_rows;
    QList<JobPosition> m_places; // of the rows when they were read: a refresh may change the row's
    Phase m_phase = Phase::Nothing;
    DbError m_error;
    Count m_fresh;
    Count m_total;
    QDateTime m_totalAt;
    QElapsedTimer m_countClock; // since counting was last begun
    std::chrono::milliseconds m_countTook{0};
    QDateTime m_readAt;
    qint64 m_anchorId = 0;
    qint64 m_highestId = -1; // when the list was read; 0: the table was empty, -1: not known

    std::function<bool(int row)> m_isChosen;

    struct PayloadColumn
    {
        QStringList path;
        bool isRead = true;
    };
    QList<PayloadColumn> m_payloadColumns;
    RedactionRules m_rules = RedactionRules::defaults();
    bool m_wantsPayload = false; // rows are here without values that are wanted

    quint64 m_epoch = 0;      // of the list
    quint64 m_loadNumber = 0; // of the load under way or the last one
    ReadControlPtr m_load;    // set while loading
    ReadControlPtr m_refresh;
    ReadControlPtr m_count;
    bool m_hasRefreshFailed = false; // in Failed: not a load
    bool m_isAtTop = true;
    bool m_isAtEnd = false;
    bool m_wantsAbove = false; // after a jump, the other side too
    std::optional<JobPageRequest> m_stopped;
    qint64 m_looked = 0; // in the search under way
    int m_foundHere = 0;
    QElapsedTimer m_loadClock;
    QElapsedTimer m_refreshClock;
    std::chrono::milliseconds m_pageTime{0};

    int m_pageRows = 200;
    qint64 m_searchBudget = 5000000;
};

} // namespace yardmaster
