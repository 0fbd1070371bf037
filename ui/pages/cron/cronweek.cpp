#include "ui/pages/cron/cronweek.h"

#include "models/values/format.h"
#include "models/values/language.h"
#include "models/values/timedisplay.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/theme.h"
#include "ui/kit/tooltips.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kRowPadding = 6;
constexpr int kSumHeight = 28;
constexpr int kDayMargin = 4;
constexpr double kMostZoom = 60;
constexpr int kNamedTimes = 6;

QString minuteText(const QDateTime &time)
{
    const QDateTime shown = TimeDisplay::instance().shown(time);
    return Language::locale().toString(shown, u"ddd yyyy-MM-dd HH:mm "_s)
        + TimeDisplay::instance().zoneName(time);
}

} // namespace

CronWeek::CronWeek(QWidget *parent)
    : QAbstractScrollArea(parent)
{
    setObjectName("cronWeek"_L1);
    setAccessibleName(tr("Runs of the coming week"));
    setFrameShape(NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    connect(&TimeDisplay::instance(), &TimeDisplay::changed, viewport(),
            qOverload<>(&QWidget::update));
}

void CronWeek::setForecast(CronForecastPtr forecast, int least)
{
    m_forecast = std::move(forecast);
    m_least = least;
    m_sums.clear();
    m_most = 0;
    if (m_forecast) {
        const CronSimulation &week = m_forecast->week;
        m_sums.resize(size_t(week.from.secsTo(week.to) / 60) + 1);
        for (const std::vector<qint32> &minutes : week.minutes) {
            for (const qint32 minute : minutes)
                m_most = std::max(m_most, ++m_sums[size_t(minute)]);
        }
        m_row = std::min(m_row, int(entries().size()) - 1);
        setAccessibleDescription(tr("Runs until %1: %2; entries: %3")
                                     .arg(minuteText(week.until), formatNumber(week.runs),
                                          formatNumber(entries().size())));
    }
    updateScrollBars();
    viewport()->update();
}

void CronWeek::setCurrentLine(int line)
{
    if (!m_forecast)
        return;
    const auto &list = entries();
    const auto found = std::ranges::lower_bound(list, line, {}, &CrontabEntry::line);
    setRow(found != list.end() && found->line == line ? int(found - list.begin()) : -1);
}

void CronWeek::setRow(int row)
{
    if (std::exchange(m_row, row) == row)
        return;
    if (row >= 0) {
        QScrollBar *bar = verticalScrollBar();
        const int top = row * rowHeight();
        const int page = viewport()->height() - headHeight();
        if (top < bar->value())
            bar->setValue(top);
        else if (top + rowHeight() > bar->value() + page)
            bar->setValue(top + rowHeight() - page);
    }
    viewport()->update();
}

void CronWeek::setZoom(double zoom)
{
    const double middle = (horizontalScrollBar()->value() + 0.5) / m_zoom;
    m_zoom = std::clamp(zoom, 1.0, kMostZoom);
    updateScrollBars();
    horizontalScrollBar()->setValue(int(middle * m_zoom));
    viewport()->update();
}

int CronWeek::rowHeight() const
{
    return std::max(22, fontMetrics().height() + kRowPadding);
}

int CronWeek::headHeight() const
{
    return fontMetrics().height() + 8 + kSumHeight;
}

int CronWeek::labelWidth() const
{
    return std::min(fontMetrics().averageCharWidth() * 28, viewport()->width() / 3);
}

double CronWeek::pixelsPerMinute() const
{
    const int room = std::max(50, viewport()->width() - labelWidth() - kCellPadding);
    return room * m_zoom / (CronForecaster::kDays * 24 * 60);
}

double CronWeek::xOf(double minute) const
{
    return labelWidth() + minute * pixelsPerMinute() - horizontalScrollBar()->value();
}

int CronWeek::rowAt(int y) const
{
    if (!m_forecast || y < 0)
        return -1;
    if (y < headHeight())
        return -2;
    const int row = (y - headHeight() + verticalScrollBar()->value()) / rowHeight();
    return row < entries().size() ? row : -1;
}

QPoint CronWeek::placeOf(int row, const QDateTime &time) const
{
    const double minute = double(m_forecast->week.from.secsTo(time)) / 60;
    return {int(std::lround(xOf(minute))),
            headHeight() + row * rowHeight() - verticalScrollBar()->value() + rowHeight() / 2};
}

QString CronWeek::hintAt(const QPoint &point) const
{
    const int row = rowAt(point.y());
    if (row == -1)
        return {};
    if (point.x() < labelWidth())
        return row >= 0 ? entries().at(row).item.identifier : QString();
    const CronSimulation &week = m_forecast->week;
    const double perMinute = pixelsPerMinute();
    const double minute = (point.x() - labelWidth() + horizontalScrollBar()->value()) / perMinute;
    const double reach = std::max(2.0 / perMinute, 0.5); // two pixels are close enough
    const auto low = qint32(std::ceil(minute - reach));
    const auto high = qint32(std::floor(minute + reach));
    if (row == -2) {
        qint32 best = -1;
        for (qint32 m = std::max(low, 0); m <= high && size_t(m) < m_sums.size(); ++m) {
            if (m_sums[size_t(m)] > 0 && (best < 0 || m_sums[size_t(m)] > m_sums[size_t(best)]))
                best = m;
        }
        return best < 0
            ? QString()
            : tr("%1: %2 entries", nullptr, pluralOf(m_sums[size_t(best)]))
                  .arg(minuteText(week.timeOf(best)), formatNumber(m_sums[size_t(best)]));
    }
    const std::vector<qint32> &minutes = week.minutes[size_t(row)];
    auto first = std::lower_bound(minutes.begin(), minutes.end(), low);
    const auto last = std::upper_bound(minutes.begin(), minutes.end(), high);
    if (first >= last)
        return {};
    QStringList lines{entries().at(row).item.identifier};
    const auto count = last - first;
    for (; first != last && lines.size() <= kNamedTimes; ++first)
        lines << minuteText(week.timeOf(*first));
    if (count > kNamedTimes)
        lines << tr("and %1 more").arg(formatNumber(count - kNamedTimes));
    return lines.join(u'\n');
}

void CronWeek::paintGrid(QPainter &painter, int top, int bottom)
{
    const CronSimulation &week = m_forecast->week;
    painter.setPen(hairlineColor(palette()));
    QDateTime day = TimeDisplay::instance().shown(week.from);
    day.setTime(QTime(0, 0));
    for (int i = 0; i <= CronForecaster::kDays + 1; ++i, day = day.addDays(1)) {
        const double x = xOf(double(week.from.secsTo(day)) / 60);
        if (x >= labelWidth())
            painter.drawLine(QPointF(x, top), QPointF(x, bottom));
    }
}

QList<CronWeek::DayName> CronWeek::dayNames() const
{
    QList<DayName> names;
    const CronSimulation &week = m_forecast->week;
    const auto xOfDay
        = [&](const QDateTime &day) { return xOf(double(week.from.secsTo(day)) / 60); };
    QDateTime day = TimeDisplay::instance().shown(week.from);
    day.setTime(QTime(0, 0));
    for (int i = 0; i <= CronForecaster::kDays + 1; ++i, day = day.addDays(1)) {
        const QString text = Language::locale().toString(day, u"ddd d"_s);
        const double x = std::max(xOfDay(day), double(labelWidth())) + kDayMargin;
        const double end = std::min(xOfDay(day.addDays(1)), double(viewport()->width()));
        if (x + fontMetrics().horizontalAdvance(text) <= end)
            names.append({x, text});
    }
    return names;
}

void CronWeek::paintHead(QPainter &painter)
{
    const int width = viewport()->width();
    painter.fillRect(0, 0, width, headHeight(), palette().color(QPalette::Base));
    const int textHeight = fontMetrics().height() + 8;
    painter.setPen(mutedColor(palette()));
    painter.save();
    painter.setClipRect(labelWidth(), 0, width - labelWidth(), headHeight());
    for (const DayName &day : dayNames())
        painter.drawText(QPointF(day.x, fontMetrics().ascent() + 4), day.text);
    // How many meet: at each pixel the largest.
    const double perMinute = pixelsPerMinute();
    const int bottom = headHeight() - 2;
    const QColor quiet = palette().color(QPalette::Link);
    const QColor crowded = stateColor(JobState::Retrying, palette());
    for (int x = labelWidth(); x < width; ++x) {
        const double from = (x - labelWidth() + horizontalScrollBar()->value()) / perMinute;
        int most = 0;
        const auto end = size_t(std::max(from + 1 / perMinute, std::floor(from) + 1));
        for (auto m = size_t(from); m < end && m < m_sums.size(); ++m)
            most = std::max(most, m_sums[m]);
        if (most == 0)
            continue;
        const int height = std::max(2, most * (kSumHeight - 6) / std::max(1, m_most));
        painter.fillRect(x, bottom - height, 1, height, most >= m_least ? crowded : quiet);
    }
    painter.restore();
    painter.setPen(mutedColor(palette()));
    const QString peak
        = m_most > 0 ? tr("at most %1 at once").arg(formatNumber(m_most)) : QString();
    painter.drawText(
        QRect(kCellPadding, textHeight, labelWidth() - 2 * kCellPadding, kSumHeight),
        Qt::AlignLeft | Qt::AlignVCenter,
        fontMetrics().elidedText(peak, Qt::ElideRight, labelWidth() - 2 * kCellPadding));
    painter.fillRect(0, headHeight() - 1, width, 1, hairlineColor(palette()));
}

void CronWeek::paintRow(QPainter &painter, int row, int y)
{
    const int width = viewport()->width();
    const int height = rowHeight();
    const QColor back
        = row % 2 == 0 ? palette().color(QPalette::Base) : palette().color(QPalette::AlternateBase);
    painter.fillRect(0, y, width, height, back);
    if (row == m_row) {
        QColor tint = palette().color(QPalette::Highlight);
        tint.setAlphaF(0.16F);
        painter.fillRect(0, y, width, height, tint);
    }
    paintGrid(painter, y, y + height);
    painter.setPen(palette().color(QPalette::Text));
    const CrontabEntry &entry = entries().at(row);
    painter.drawText(QRect(kCellPadding, y, labelWidth() - 2 * kCellPadding, height),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(entry.item.identifier, Qt::ElideMiddle,
                                              labelWidth() - 2 * kCellPadding));
    const std::vector<qint32> &minutes = m_forecast->week.minutes[size_t(row)];
    const double perMinute = pixelsPerMinute();
    const double first = horizontalScrollBar()->value() / perMinute - 2 / perMinute;
    const double last = first + (width - labelWidth() + 4) / perMinute;
    const QColor plain = palette().color(QPalette::Link);
    const QColor crowded = stateColor(JobState::Retrying, palette());
    int painted = -1; // up to this pixel
    auto at = std::lower_bound(minutes.begin(), minutes.end(), qint32(std::floor(first)));
    for (; at != minutes.end() && *at <= last; ++at) {
        const int x = int(std::lround(xOf(*at)));
        const bool isCrowded = m_sums[size_t(*at)] >= m_least;
        if (x < labelWidth() || (x <= painted && !isCrowded))
            continue;
        painted = x + 1;
        painter.fillRect(x, y + 4, 2, height - 8, isCrowded ? crowded : plain);
    }
}

void CronWeek::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    painter.setFont(font());
    painter.fillRect(viewport()->rect(), palette().color(QPalette::Base));
    if (!m_forecast || entries().isEmpty()) {
        painter.setPen(mutedColor(palette()));
        painter.drawText(viewport()->rect(), Qt::AlignCenter,
                         m_forecast ? tr("No entries: nothing would run.") : tr("Looking ahead…"));
        return;
    }
    const int firstRow = verticalScrollBar()->value() / rowHeight();
    int y = headHeight() - verticalScrollBar()->value() % rowHeight();
    int row = firstRow;
    for (; row < entries().size() && y < viewport()->height(); ++row, y += rowHeight())
        paintRow(painter, row, y);
    paintHead(painter);
    const CronSimulation &week = m_forecast->week;
    if (week.isCut()) {
        const double x
            = std::max(double(labelWidth()), xOf(double(week.from.secsTo(week.until)) / 60));
        const QRectF rest(x, headHeight(), viewport()->width() - x,
                          viewport()->height() - headHeight());
        painter.fillRect(rest, QBrush(hairlineColor(palette()), Qt::BDiagPattern));
        painter.setPen(mutedColor(palette()));
        painter.drawText(rest, Qt::AlignCenter | Qt::TextWordWrap,
                         tr("More than %1 runs: not simulated from here on")
                             .arg(formatNumber(CronForecaster::kMostRuns)));
    }
}

void CronWeek::updateScrollBars()
{
    const int rows = m_forecast ? int(entries().size()) : 0;
    const int page = std::max(1, viewport()->height() - headHeight());
    verticalScrollBar()->setRange(0, std::max(0, rows * rowHeight() - page));
    verticalScrollBar()->setPageStep(page);
    verticalScrollBar()->setSingleStep(rowHeight());
    const int room = std::max(1, viewport()->width() - labelWidth() - kCellPadding);
    horizontalScrollBar()->setRange(0, int(room * (m_zoom - 1)));
    horizontalScrollBar()->setPageStep(room);
    horizontalScrollBar()->setSingleStep(20);
}

void CronWeek::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    updateScrollBars();
}

void CronWeek::keyPressEvent(QKeyEvent *event)
{
    const int rows = m_forecast ? int(entries().size()) : 0;
    switch (event->key()) {
    case Qt::Key_Down:
        setRow(std::min(m_row + 1, rows - 1));
        break;
    case Qt::Key_Up:
        setRow(std::max(m_row - 1, std::min(0, rows - 1)));
        break;
    case Qt::Key_Home:
        setRow(std::min(0, rows - 1));
        break;
    case Qt::Key_End:
        setRow(rows - 1);
        break;
    case Qt::Key_Left:
    case Qt::Key_Right:
        horizontalScrollBar()->triggerAction(event->key() == Qt::Key_Left
                                                 ? QAbstractSlider::SliderSingleStepSub
                                                 : QAbstractSlider::SliderSingleStepAdd);
        break;
    case Qt::Key_Plus:
        setZoom(m_zoom * 1.5);
        break;
    case Qt::Key_Minus:
        setZoom(m_zoom / 1.5);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_row >= 0)
            Q_EMIT lineChosen(entries().at(m_row).line);
        break;
    default:
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    event->accept();
}

void CronWeek::mousePressEvent(QMouseEvent *event)
{
    const int row = rowAt(event->pos().y());
    if (row < 0)
        return;
    setRow(row);
    Q_EMIT lineChosen(entries().at(row).line);
}

void CronWeek::wheelEvent(QWheelEvent *event)
{
    if (event->modifiers().testFlag(Qt::ControlModifier) && event->angleDelta().y() != 0) {
        setZoom(event->angleDelta().y() > 0 ? m_zoom * 1.25 : m_zoom / 1.25);
        event->accept();
        return;
    }
    QAbstractScrollArea::wheelEvent(event);
}

bool CronWeek::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        showToolTip(help->globalPos(), hintAt(help->pos()), viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

} // namespace yardmaster
