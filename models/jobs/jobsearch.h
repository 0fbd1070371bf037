#pragma once

#include "models/query/jobsreader.h"

#include <QElapsedTimer>
#include <QObject>

namespace yardmaster {

/// Reads one page of a list, in slices, so that what is found is shown while the search continues.
///
///   Idle ──start(), resume()──> Searching ──slice──> Searching
///    ^                            │
///    └──page full, end of list, budget spent, error, cancel()
///
/// Answers to earlier searches are dropped. GUI thread; never waits for the database.
class JobSearch final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobSearch)

public:
    explicit JobSearch(QObject *parent);
    ~JobSearch() override;

    /// Forgets the search before it. Null: nowhere to read from, so that nothing may be started.
    void setReader(std::shared_ptr<JobsReader> reader);
    /// Its limit and its budget are this object's affair.
    void start(const JobPageRequest &request);
    /// What cancel(), the budget or an error left of the last search, as a new one.
    void resume();
    void cancel();
    /// The same; nothing is left to resume.
    void forget();

    [[nodiscard]] bool isSearching() const { return m_control != nullptr; }
    [[nodiscard]] bool canResume() const { return !isSearching() && m_rest.has_value(); }
    /// What the reads of the page took so far; see JobPage::took.
    [[nodiscard]] std::chrono::milliseconds took() const { return m_took; }

    /// Default 200.
    void setPageRows(int rows) { m_pageRows = rows; }
    [[nodiscard]] int pageRows() const { return m_pageRows; }
    /// Rows to look at before a search stops; default five million.
    void setBudget(qint64 rows) { m_budget = rows; }

Q_SIGNALS:
    /// A slice of the page, as `request` asked for it; ended() or another slice follows.
    void found(const yardmaster::JobPageRequest &request, const yardmaster::JobPage &slice);
    /// The page is whole, or the budget is spent: then canResume().   @param last  of its slices.
    void ended(const yardmaster::JobPageRequest &last);
    /// @param error  as the server gave it.
    void failed(const yardmaster::DbError &error);
    /// Looked at so many rows of about so many (0: unknown) since it was started.
    void progressed(qint64 looked, qint64 total);

private:
    void ask(const JobPageRequest &request);
    void onSlice(const JobPageRequest &request, const Result<JobPage> &answer);

    std::shared_ptr<JobsReader> m_reader;
    ReadControlPtr m_control;             // set while searching
    std::optional<JobPageRequest> m_rest; // what is still to be asked, until the page is whole
    qint64 m_looked = 0;
    int m_found = 0;
    std::chrono::milliseconds m_took{0};
    int m_pageRows = 200;
    qint64 m_budget = 5000000;
};

} // namespace yardmaster
