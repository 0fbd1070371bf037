#include "models/live/livebuffer.h"

#include <algorithm>

namespace yardmaster {

namespace {

void apply(LiveLine *line, const LiveLine &news)
{
    line->kind = news.kind;
    line->event = news.event;
    line->duration = news.duration;
    if (!news.message.isEmpty())
        line->message = news.message;
}

} // namespace

quint64 LiveBuffer::append(LiveLine line)
{
    line.serial = m_next++;
    m_pending.push_back(std::move(line));
    if (m_pending.size() > m_capacity)
        m_pending.pop_front();
    return m_next - 1;
}

bool LiveBuffer::amend(quint64 serial, const LiveLine &news)
{
    // A view keeps as many lines as can wait, so what is older than that is nowhere any more.
    if (serial < m_floor || serial + m_capacity < m_next)
        return false;
    if (serial >= first()) {
        apply(&m_pending[serial - first()], news);
        return true;
    }
    const auto known = m_changed.find(serial);
    if (known == m_changed.end()) {
        LiveLine changed = news;
        changed.serial = serial;
        m_changed.insert(serial, changed);
    } else {
        apply(&*known, news);
    }
    return true;
}

LiveBatch LiveBuffer::take(qsizetype most)
{
    LiveBatch batch;
    batch.changed = m_changed.values();
    m_changed.clear();
    if (m_pending.size() <= std::size_t(most)) {
        batch.lines = std::exchange(m_pending, {});
        return batch;
    }
    const auto end = m_pending.begin() + most;
    std::move(m_pending.begin(), end, std::back_inserter(batch.lines));
    m_pending.erase(m_pending.begin(), end);
    batch.isAll = false;
    return batch;
}

void LiveBuffer::clear()
{
    m_pending.clear();
    m_changed.clear();
    m_floor = m_next;
}

} // namespace yardmaster
