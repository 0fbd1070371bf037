#include "models/jobs/jobsearch.h"

#include "models/session/delivery.h"

#include <algorithm>

namespace yardmaster {

namespace {

/// A search returns what it has found after so many rows, and continues; the first time early, with
/// what fills a screen.
constexpr qint64 kFirstSlice = 3000;
constexpr qint64 kSlice = 250000;
/// A search that finds less than this part of a page in a slice continues with a sweep.
constexpr int kSweepBelow = 10;

} // namespace

JobSearch::JobSearch(QObject *parent)
    : QObject(parent)
{ }

JobSearch::~JobSearch()
{
    cancel();
}

void JobSearch::setReader(std::shared_ptr<JobsReader> reader)
{
    forget();
    m_reader = std::move(reader);
}

void JobSearch::start(const JobPageRequest &request)
{
    cancel();
    m_looked = 0;
    m_found = 0;
    m_took = {};
    m_control = std::make_shared<ReadControl>();
    connect(m_control.get(), &ReadControl::progressed, this,
            [this, control = m_control.get()](qint64 looked, qint64 total) {
                if (control == m_control.get())
                    Q_EMIT progressed(
                        total > 0 ? std::min(m_looked + looked, total) : m_looked + looked, total);
            });
    JobPageRequest first = request;
    first.limit = m_pageRows;
    first.rowBudget = std::min(kFirstSlice, m_budget);
    ask(first);
}

void JobSearch::resume()
{
    if (canResume())
        start(*std::exchange(m_rest, std::nullopt));
}

void JobSearch::cancel()
{
    if (const ReadControlPtr control = std::exchange(m_control, nullptr))
        control->cancel(); // its answer is not waited for
}

void JobSearch::forget()
{
    cancel();
    m_rest.reset();
}

void JobSearch::ask(const JobPageRequest &request)
{
    m_rest = request;
    deliver(m_reader->page(request, m_control), this,
            [this, request, control = m_control](const Result<JobPage> &answer) {
                if (control == m_control)
                    onSlice(request, answer);
            });
}

void JobSearch::onSlice(const JobPageRequest &request, const Result<JobPage> &answer)
{
    if (!answer) {
        m_control.reset();
        Q_EMIT failed(answer.error());
        return;
    }
    m_looked += answer->rowsLooked;
    m_took += answer->took;
    m_found += int(answer->rows.size());
    const ReadControlPtr control = m_control;
    Q_EMIT found(request, *answer);
    if (control != m_control) // it was cancelled meanwhile
        return;
    if (!answer->stoppedAt) {
        m_rest.reset();
    } else {
        JobPageRequest next = request;
        next.after = answer->stoppedAt;
        next.isInclusive = false;
        next.limit = m_pageRows - m_found;
        next.rowBudget = std::min(kSlice, m_budget);
        // At this rate, more than ten slices would be looked at for the page.
        next.isSweep = answer->canSweep && m_looked >= next.rowBudget
            && qint64(m_found) * kSweepBelow * next.rowBudget < m_pageRows * m_looked;
        if (m_looked < m_budget || next.isSweep) {
            ask(next);
            return;
        }
        m_rest = next;
    }
    m_control.reset();
    Q_EMIT ended(request);
}

} // namespace yardmaster
