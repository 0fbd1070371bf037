#include "ui/shell/countsbar.h"

#include "models/console/consolecontext.h"
#include "models/console/queuemonitor.h"
#include "models/query/filterkeys.h"
#include "ui/kit/theme.h"
#include "ui/shell/statetile.h"

#include <QHBoxLayout>
#include <QPainter>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// The state whose jobs a filter lists, if it asks for one and nothing else.
std::optional<JobState> stateOf(const Filter &filter)
{
    if (filter.terms.size() != 1)
        return std::nullopt;
    const FilterTerm &term = filter.terms.first();
    const bool isOne = term.key == FilterKey::State && !term.isNegated && term.values.size() == 1;
    return isOne ? findFilterState(term.values.first().text()) : std::nullopt;
}

} // namespace

CountsBar::CountsBar(const QueueMonitor *monitor, ConsoleContext *context, QWidget *parent)
    : QWidget(parent)
    , m_monitor(monitor)
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 1, 0, 1);
    layout->setSpacing(1);
    for (const JobState state :
         {JobState::Ready, JobState::Running, JobState::Scheduled, JobState::Retrying,
          JobState::Blocked, JobState::FailedForGood, JobState::Stuck}) {
        auto *tile = new StateTile(state, this);
        layout->addWidget(tile, 1);
        m_tiles.insert(state, tile);
        connect(tile, &StateTile::clicked, context, [context, state](bool isChecked) {
            context->requestFilter(isChecked ? u"state:"_s + filterStateName(state) : QString());
        });
    }
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setAccessibleName(tr("Jobs by state"));

    connect(monitor, &QueueMonitor::countsRead, this, &CountsBar::showCounts);
    connect(monitor, &QueueMonitor::stateChanged, this, &CountsBar::showCounts);
    connect(context, &ConsoleContext::filterChanged, this, &CountsBar::showListed);
    showCounts();
}

void CountsBar::setCompact(bool isCompact)
{
    for (StateTile *tile : std::as_const(m_tiles))
        tile->setCompact(isCompact);
    m_isCompact = isCompact;
    fitTiles();
}

/// In one line each gets room for its word and number; as a board all are of one width.
void CountsBar::fitTiles()
{
    auto *layout = static_cast<QHBoxLayout *>(this->layout());
    const auto lineWidth = [this](StateTile::Words words) {
        int all = int(m_tiles.size()) - 1; // the lines between them
        for (const StateTile *tile : std::as_const(m_tiles))
            all += tile->lineWidth(words);
        return all;
    };
    const auto words = lineWidth(StateTile::Words::Full) <= width() ? StateTile::Words::Full
                                                                    : StateTile::Words::Short;
    for (StateTile *tile : std::as_const(m_tiles)) {
        const int share = m_isCompact ? tile->lineWidth(words) : 1;
        if (layout->stretch(layout->indexOf(tile)) != share)
            layout->setStretchFactor(tile, share);
        tile->setWords(words);
    }
}

void CountsBar::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitTiles();
}

void CountsBar::showListed(const Filter &filter)
{
    const std::optional<JobState> state = stateOf(filter);
    for (StateTile *tile : std::as_const(m_tiles))
        tile->setChecked(tile->state() == state);
}

void CountsBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const QColor line = hairlineColor(palette());
    painter.fillRect(QRect(0, 0, width(), 1), line);
    painter.fillRect(QRect(0, height() - 1, width(), 1), line);
    for (const StateTile *tile : m_tiles) {
        if (tile->geometry().right() < rect().right())
            painter.fillRect(QRect(tile->geometry().right() + 1, height() / 6, 1, height() * 2 / 3),
                             line);
    }
}

void CountsBar::showCounts()
{
    const bool isStale = m_monitor->state() != QueueMonitor::State::Live;
    for (auto it = m_tiles.cbegin(); it != m_tiles.cend(); ++it) {
        it.value()->setReadAt(m_monitor->readAt(it.key()));
        it.value()->setCount(m_monitor->counts().of(it.key()));
        it.value()->setStale(isStale);
    }
    fitTiles();
}

} // namespace yardmaster
