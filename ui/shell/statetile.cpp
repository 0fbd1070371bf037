#include "ui/shell/statetile.h"

#include "models/values/format.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/stateglyph.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kCaptionGap = 8;
constexpr int kNumberGap = 4;

} // namespace

StateTile::StateTile(JobState state, QWidget *parent)
    : QAbstractButton(parent)
    , m_state(state)
    , m_layout(new QVBoxLayout(this))
    , m_word(new ElidedLabel(Qt::ElideRight, this))
    , m_number(new Label(this))
{
    m_word->setText(jobStateWord(state));
    m_word->setAttribute(Qt::WA_TransparentForMouseEvents); // the tooltip is that of the tile
    auto *caption = new QHBoxLayout;
    caption->setSpacing(kCaptionGap);
    caption->addWidget(new StateGlyph(state, this));
    caption->addWidget(m_word, 1);
    m_layout->addLayout(caption, 1);
    m_layout->addWidget(m_number);
    setCompact(false);

    setTone(m_word, Tone::Muted);
    setFocusPolicy(Qt::StrongFocus);
    // A button would have its labels write in ButtonText.
    setForegroundRole(QPalette::WindowText);
    setBackgroundRole(QPalette::Base);
    setCheckable(true);
    setAttribute(Qt::WA_Hover);
    setCursor(Qt::PointingHandCursor);
    setCount({});
}

QSize StateTile::sizeHint() const
{
    return layout()->sizeHint();
}

void StateTile::setCount(const Count &count)
{
    m_count = count;
    m_number->setText(count.isKnown() ? formatCount(count) : u"–"_s);
    setToolTip(explanation());
    setAccessibleName(u"%1: %2"_s.arg(jobStateWord(m_state), formatCount(count)));
    setAccessibleDescription(jobStateMeaning(m_state));
    updateLook();
}

void StateTile::setReadAt(const QDateTime &readAt)
{
    m_readAt = readAt;
}

QString StateTile::explanation() const
{
    QStringList lines{jobStateMeaning(m_state), tr("Click to list them.")};
    if (const QString source = formatCountSource(m_count, m_readAt); !source.isEmpty())
        lines << source;
    return lines.join(u'\n');
}

/// Ages while hidden.
bool StateTile::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip)
        setToolTip(explanation());
    return QAbstractButton::event(event);
}

void StateTile::setStale(bool isStale)
{
    m_isStale = isStale;
    updateLook();
}

void StateTile::setCompact(bool isCompact)
{
    QFont large = font();
    large.setPointSizeF(font().pointSizeF() * (isCompact ? 1.15 : 2));
    large = tabularFont(large);
    m_number->setFont(large);
    // As wide as it usually is, so that no number pushes its neighbours.
    m_number->setMinimumWidth(
        QFontMetrics(large).horizontalAdvance(isCompact ? u"1,780"_s : u"178,000"_s));
    m_number->setAlignment(isCompact ? Qt::AlignRight | Qt::AlignVCenter
                                     : Qt::AlignLeft | Qt::AlignVCenter);
    m_layout->setDirection(isCompact ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_layout->setContentsMargins(isCompact ? QMargins(10, 5, 10, 5) : QMargins(16, 12, 8, 12));
    m_layout->setSpacing(kNumberGap);
    m_isCompact = isCompact;
    fitWord();
    updateGeometry();
}

QString StateTile::word(Words words) const
{
    if (words == Words::Short && m_state == JobState::FailedForGood)
        return tr("Failed");
    if (words == Words::Short && m_state == JobState::Blocked)
        return tr("Blocked");
    return jobStateWord(m_state);
}

int StateTile::lineWidth(Words words) const
{
    const QMargins margins = m_layout->contentsMargins();
    return margins.left() + kGlyphSize + kCaptionGap
        + m_word->fontMetrics().horizontalAdvance(word(words)) + 1 + kNumberGap
        + std::max(m_number->sizeHint().width(), m_number->minimumWidth()) + margins.right();
}

void StateTile::setWords(Words words)
{
    m_words = words;
    fitWord();
}

/// Less than most of it says less than the shape alone.
void StateTile::fitWord()
{
    const QString shown = word(m_isCompact ? m_words : Words::Full);
    m_word->setText(shown);
    const int missing = lineWidth(m_words) - width();
    m_word->setVisible(!m_isCompact
                       || missing <= m_word->fontMetrics().horizontalAdvance(shown) / 2);
}

void StateTile::resizeEvent(QResizeEvent *event)
{
    QAbstractButton::resizeEvent(event);
    fitWord();
}

void StateTile::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    if (isChecked())
        painter.fillRect(QRect(0, height() - 3, width(), 3), stateColor(m_state, palette()));
    if (underMouse() || isDown())
        painter.fillRect(rect(), palette().alternateBase());
    if (hasFocus()) {
        painter.setPen(QPen(palette().highlight(), 2));
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
}

void StateTile::updateLook()
{
    const bool isQuiet = m_isStale || m_count.value.value_or(0) == 0;
    if (isQuiet)
        setTone(m_number, Tone::Muted);
    else
        setTone(m_number, m_state);
}

} // namespace yardmaster
