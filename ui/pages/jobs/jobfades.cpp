#include "ui/pages/jobs/jobfades.h"

#include "ui/kit/motion.h"
#include "ui/pages/jobs/jobstable.h"

#include <algorithm>
#include <array>

namespace yardmaster {

using namespace std::chrono_literals;

namespace {

constexpr std::chrono::milliseconds kStep = 50ms;
constexpr std::array kColumns{JobColumn::State, JobColumn::Attempts, JobColumn::LockedBy};

} // namespace

JobFades::JobFades(JobsTable *table)
    : QObject(table)
    , m_table(table)
{
    m_clock.start();
    m_timer.setInterval(kStep);
    connect(&m_timer, &QTimer::timeout, this, &JobFades::onTick);
    const JobsModel *model = table->jobs();
    connect(model, &QAbstractItemModel::modelReset, this, &JobFades::onReset);
    connect(model, &QAbstractItemModel::rowsInserted, this,
            [this](const QModelIndex &, int first, int last) { onInserted(first, last); });
    connect(model, &QAbstractItemModel::rowsRemoved, this, &JobFades::onRemoved);
    connect(model, &QAbstractItemModel::dataChanged, this,
            [this](const QModelIndex &first, const QModelIndex &last) {
                onChanged(first.row(), last.row());
            });
    onReset();
}

void JobFades::onReset()
{
    m_known.clear();
    m_marks.clear();
    m_timer.stop();
    onInserted(0, m_table->jobs()->rowCount() - 1);
}

void JobFades::onInserted(int first, int last)
{
    for (int row = first; row <= last; ++row) {
        const JobRow &job = m_table->jobs()->jobs().at(row);
        m_known.insert(job.id, {job.state, job.attempts, job.lockedBy});
    }
}

void JobFades::onRemoved()
{
    QSet<qint64> ids;
    for (const JobRow &job : m_table->jobs()->jobs())
        ids << job.id;
    const auto isAway = [&ids](const auto &entry) { return !ids.contains(entry.key()); };
    m_known.removeIf(isAway);
    m_marks.removeIf(isAway);
}

void JobFades::onChanged(int first, int last)
{
    const bool isWanted = m_table->isVisible() && motion::isWanted(m_table);
    for (int row = first; row <= last; ++row) {
        const JobRow &job = m_table->jobs()->jobs().at(row);
        Watched &known = m_known[job.id];
        const Mark mark{m_clock.elapsed(), job.state != known.state, job.attempts != known.attempts,
                        job.lockedBy != known.lockedBy};
        known = {job.state, job.attempts, job.lockedBy};
        // One that is gone has no new values, only lost ones; the line through it says so.
        if (!isWanted || job.isGone || !(mark.hasState || mark.hasAttempts || mark.hasLockedBy)
            || !isInView(row))
            continue;
        m_marks.insert(job.id, mark);
        repaint(row);
    }
    if (!m_marks.isEmpty() && !m_timer.isActive())
        m_timer.start();
}

double JobFades::strength(int row, JobColumn column) const
{
    if (m_marks.isEmpty())
        return 0;
    const auto mark = m_marks.constFind(m_table->jobs()->jobs().at(row).id);
    if (mark == m_marks.cend())
        return 0;
    const bool isMarked = (column == JobColumn::State && mark->hasState)
        || (column == JobColumn::Attempts && mark->hasAttempts)
        || (column == JobColumn::LockedBy && mark->hasLockedBy);
    if (!isMarked)
        return 0;
    const double past = double(m_clock.elapsed() - mark->since) / double(m_duration.count());
    return std::clamp(1 - past, 0.0, 1.0);
}

void JobFades::onTick()
{
    const JobsModel &model = *m_table->jobs();
    const int first = std::max(m_table->rowAt(0), 0);
    for (int row = first; row < model.rowCount() && isInView(row); ++row) {
        if (m_marks.contains(model.jobs().at(row).id))
            repaint(row);
    }
    const qint64 now = m_clock.elapsed();
    const bool isStopped = !m_table->isVisible();
    m_marks.removeIf([&](const auto &entry) {
        return isStopped || now - entry.value().since >= m_duration.count();
    });
    if (m_marks.isEmpty())
        m_timer.stop();
}

void JobFades::repaint(int row) const
{
    for (const JobColumn column : kColumns)
        m_table->viewport()->update(m_table->visualRect(m_table->jobs()->index(row, int(column))));
}

bool JobFades::isInView(int row) const
{
    const int y = m_table->rowViewportPosition(row);
    return y < m_table->viewport()->height() && y + m_table->rowHeight(row) > 0;
}

} // namespace yardmaster
