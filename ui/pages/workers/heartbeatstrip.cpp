#include "ui/pages/workers/heartbeatstrip.h"

#include "ui/kit/theme.h"

#include <QPainter>

namespace yardmaster {

using namespace std::chrono_literals;

namespace {

constexpr std::chrono::microseconds kSpan = 120s;
constexpr int kLine = 18; // height of the ticks' part

} // namespace

HeartbeatStrip::HeartbeatStrip(QWidget *parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Heartbeats in the last two minutes"));
}

void HeartbeatStrip::setBeats(const QList<Timestamp> &beats, Timestamp now, Timestamp watchedSince,
                              std::chrono::milliseconds staleAfter)
{
    m_beats = beats;
    m_now = now;
    m_watchedSince = watchedSince;
    m_staleAfter = staleAfter;
    const auto seen
        = std::ranges::count_if(m_beats, [this](Timestamp beat) { return beat > m_now - kSpan; });
    setAccessibleDescription(tr("%1 seen").arg(seen));
    setToolTip(tr("Each mark is a heartbeat that was seen; the band is the time without one after "
                  "which a worker is stale."));
    update();
}

QSize HeartbeatStrip::sizeHint() const
{
    return {200, kLine + 2 + fontMetrics().height()};
}

int HeartbeatStrip::x(Timestamp time) const
{
    const double share = double((time - (m_now - kSpan)).count()) / double(kSpan.count());
    const double place = std::clamp(share, 0.0, 1.0) * (width() - 3);
    return layoutDirection() == Qt::RightToLeft ? width() - 2 - int(place) : int(place);
}

void HeartbeatStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const auto fill = [&](Timestamp from, Timestamp to, const QColor &color) {
        const int a = x(from);
        const int b = x(to);
        painter.fillRect(QRect(std::min(a, b), 0, std::abs(b - a), kLine), color);
    };
    QColor band = stateColor(JobState::Retrying, palette());
    band.setAlphaF(0.14F);
    if (m_beats.isEmpty() || m_beats.last() < m_now - m_staleAfter)
        fill(std::max(m_beats.isEmpty() ? m_watchedSince : m_beats.last(), m_now - kSpan), m_now,
             band);
    QColor unknown = mutedColor(palette());
    unknown.setAlphaF(0.10F);
    if (m_watchedSince > m_now - kSpan)
        fill(m_now - kSpan, m_watchedSince, unknown);
    painter.fillRect(QRect(0, kLine - 1, width(), 1), hairlineColor(palette()));
    const QColor ink = stateColor(JobState::Running, palette());
    for (const Timestamp beat : std::as_const(m_beats)) {
        if (beat > m_now - kSpan)
            painter.fillRect(QRect(x(beat), 2, 2, kLine - 3), ink);
    }
    painter.setPen(mutedColor(palette()));
    const QRect words(0, kLine + 2, width(), fontMetrics().height());
    const bool isMirrored = layoutDirection() == Qt::RightToLeft;
    painter.drawText(words, isMirrored ? Qt::AlignRight : Qt::AlignLeft, tr("2 min ago"));
    painter.drawText(words, isMirrored ? Qt::AlignLeft : Qt::AlignRight, tr("now"));
}

} // namespace yardmaster
