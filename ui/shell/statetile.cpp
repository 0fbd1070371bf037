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

namespace yardmaster {

using namespace Qt::StringLiterals;

StateTile::StateTile(JobState state, QWidget *parent)
    : QAbstractButton(parent)
    , m_state(state)
    , m_word(new ElidedLabel(Qt::ElideRight, this))
    , m_number(new Label(this))
{
    m_word->setText(jobStateWord(state));
    m_word->setAttribute(Qt::WA_TransparentForMouseEvents); // the tooltip is that of the tile
    QFont big = font();
    big.setPointSizeF(font().pointSizeF() * 2);
    big = tabularFont(big);
    m_number->setFont(big);
    // As wide as it usually is, so that no number pushes its neighbours.
    m_number->setMinimumWidth(QFontMetrics(big).horizontalAdvance(u"178,000"_s));

    auto *caption = new QHBoxLayout;
    caption->setSpacing(8);
    caption->addWidget(new StateGlyph(state, this));
    caption->addWidget(m_word, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 8, 12);
    layout->setSpacing(4);
    layout->addLayout(caption);
    layout->addWidget(m_number);

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
