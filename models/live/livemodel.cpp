#include "models/live/livemodel.h"

#include "models/live/livecolumns.h"
#include "models/values/timedisplay.h"

#include <QElapsedTimer>

#include <algorithm>
#include <iterator>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 kLookingTime = 5; // ms at a time, of a filter that takes time
constexpr int kLookedAtOnce = 200; // of others

} // namespace

LiveModel::LiveModel(QObject *parent, quint64 capacity)
    : ColumnsModel(parent)
    , m_capacity(capacity)
    , m_look(this)
{
    setColumns(liveColumns());
    m_look.setInterval(0);
    connect(&m_look, &QTimer::timeout, this, &LiveModel::look);
    connect(&TimeDisplay::instance(), &TimeDisplay::changed, this, [this] {
        setTitle("time"_L1, liveTimeTitle());
        tellVolatile();
    });
}

void LiveModel::apply(LiveBatch batch)
{
    if (!batch.lines.empty() && batch.lines.front().serial != next())
        restart(batch.lines.front().serial); // what is shown is older than what was lost
    change(batch.changed);
    makeRoom(batch.lines.size());
    append(std::move(batch.lines));
}

void LiveModel::restart(quint64 front)
{
    beginResetModel();
    m_lines.clear();
    m_shown.clear();
    m_front = front;
    m_looked = front;
    m_tried = front;
    endResetModel();
}

void LiveModel::clear(quint64 next)
{
    restart(next);
    m_base = next;
}

void LiveModel::change(const QList<LiveLine> &changed)
{
    std::deque<quint64> come;
    std::deque<quint64> go;
    int first = rowCount();
    int last = -1;
    for (const LiveLine &news : changed) {
        if (news.serial < m_front || news.serial >= next())
            continue;
        LiveLine &line = m_lines[news.serial - m_front];
        line.kind = news.kind;
        line.event = news.event;
        line.duration = news.duration;
        if (!news.message.isEmpty())
            line.message = news.message;
        if (line.serial < m_looked || line.serial >= m_tried)
            continue; // its turn comes
        const bool was = isShown(line.serial);
        const bool is = m_filter.matches(line);
        if (was && is) {
            const int row = rowAtOrAfter(line.serial);
            first = std::min(first, row);
            last = std::max(last, row);
        } else if (is) {
            come.push_back(line.serial);
        } else if (was) {
            go.push_back(line.serial);
        }
    }
    if (last >= 0)
        Q_EMIT dataChanged(index(first, 0), index(last, columnCount() - 1));
    hide(go);
    show(come);
}

void LiveModel::hide(const std::deque<quint64> &serials)
{
    std::deque<quint64> sorted = serials;
    std::sort(sorted.begin(), sorted.end());
    // From the end, neighbours together: rows above keep their numbers.
    while (!sorted.empty()) {
        const int last = rowAtOrAfter(sorted.back());
        int first = last;
        sorted.pop_back();
        while (!sorted.empty() && first > 0 && m_shown[std::size_t(first - 1)] == sorted.back()) {
            --first;
            sorted.pop_back();
        }
        beginRemoveRows({}, first, last);
        m_shown.erase(m_shown.begin() + first, m_shown.begin() + last + 1);
        endRemoveRows();
    }
}

void LiveModel::show(const std::deque<quint64> &serials)
{
    std::deque<quint64> sorted = serials;
    std::sort(sorted.begin(), sorted.end());
    for (auto begin = sorted.begin(); begin != sorted.end();) {
        const int row = rowAtOrAfter(*begin);
        // All that belong before the same row.
        const auto end = row == rowCount()
            ? sorted.end()
            : std::lower_bound(begin, sorted.end(), m_shown[std::size_t(row)]);
        beginInsertRows({}, row, row + int(end - begin) - 1);
        m_shown.insert(m_shown.begin() + row, begin, end);
        endInsertRows();
        begin = end;
    }
}

void LiveModel::makeRoom(std::size_t coming)
{
    const std::size_t kept = m_capacity - std::min<std::size_t>(m_capacity, coming);
    if (m_lines.size() <= kept)
        return;
    const quint64 front = m_front + (m_lines.size() - kept);
    const int rows = rowAtOrAfter(front);
    if (rows > 0) {
        beginRemoveRows({}, 0, rows - 1);
        m_shown.erase(m_shown.begin(), m_shown.begin() + rows);
    }
    m_lines.erase(m_lines.begin(), m_lines.begin() + std::ptrdiff_t(front - m_front));
    m_front = front;
    m_looked = std::max(m_looked, m_front);
    m_tried = std::max(m_tried, m_front);
    if (rows > 0)
        endRemoveRows();
}

void LiveModel::append(std::deque<LiveLine> lines)
{
    std::ranges::move(lines, std::back_inserter(m_lines));
    tryNew();
    if (isLooking() && !m_look.isActive())
        m_look.start();
}

void LiveModel::tryNew()
{
    QElapsedTimer clock;
    clock.start();
    std::deque<quint64> shown;
    while (m_tried < next() && (!m_filter.takesTime() || clock.elapsed() < kLookingTime)) {
        if (m_filter.matches(m_lines[m_tried - m_front]))
            shown.push_back(m_tried);
        ++m_tried;
    }
    if (shown.empty())
        return;
    beginInsertRows({}, rowCount(), rowCount() + int(shown.size()) - 1);
    m_shown.insert(m_shown.end(), shown.begin(), shown.end());
    endInsertRows();
}

void LiveModel::setFilter(const LiveFilter &filter)
{
    m_filter = filter;
    beginResetModel();
    m_shown.clear();
    m_looked = next();
    m_tried = next();
    endResetModel();
    look();
}

void LiveModel::look()
{
    QElapsedTimer clock;
    clock.start();
    tryNew();
    std::deque<quint64> shown;
    const int atOnce = m_filter.takesTime() ? 1 : kLookedAtOnce;
    do {
        for (int i = 0; i < atOnce && m_looked > m_front; ++i) {
            --m_looked;
            if (m_filter.matches(m_lines[m_looked - m_front]))
                shown.push_front(m_looked);
        }
    } while (m_looked > m_front && clock.elapsed() < kLookingTime);
    if (!shown.empty()) {
        beginInsertRows({}, 0, int(shown.size()) - 1);
        m_shown.insert(m_shown.begin(), shown.begin(), shown.end());
        endInsertRows();
    }
    if (isLooking()) {
        if (!m_look.isActive())
            m_look.start();
        return;
    }
    m_look.stop();
    Q_EMIT looked();
}

int LiveModel::rowAtOrAfter(quint64 serial) const
{
    return int(std::lower_bound(m_shown.cbegin(), m_shown.cend(), serial) - m_shown.cbegin());
}

bool LiveModel::isShown(quint64 serial) const
{
    return std::binary_search(m_shown.cbegin(), m_shown.cend(), serial);
}

const LiveLine &LiveModel::at(int row) const
{
    return m_lines[m_shown.at(std::size_t(row)) - m_front];
}

std::deque<LiveLine> LiveModel::lines(bool isShownOnly) const
{
    if (!isShownOnly)
        return m_lines;
    std::deque<LiveLine> result;
    for (const quint64 serial : m_shown)
        result.push_back(m_lines[serial - m_front]);
    return result;
}

int LiveModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_shown.size());
}

} // namespace yardmaster
