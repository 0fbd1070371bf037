#include "ui/pages/overview/keyfigure.h"

#include "models/values/showntext.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/label.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"

#include <QPainter>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

KeyFigure::KeyFigure(const QString &title, const QString &meaning, QWidget *parent)
    : QAbstractButton(parent)
    , m_name(title)
    , m_title(new Label(title, this))
    , m_figure(new Label(this))
    , m_remark(new ElidedLabel(Qt::ElideRight, this))
{
    QFont big = font();
    big.setPointSizeF(font().pointSizeF() * 1.6);
    m_figure->setFont(tabularFont(big));
    // As wide as it usually gets, so that no number pushes its neighbours.
    m_figure->setMinimumWidth(QFontMetrics(m_figure->font()).horizontalAdvance(u"00 min 00 s"_s));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 8, 8, 8);
    layout->setSpacing(2);
    for (Label *label : {m_title, m_figure, m_remark})
        layout->addWidget(label);

    setTone(m_title, Tone::Muted);
    setTone(m_remark, Tone::Muted);
    setFocusPolicy(Qt::StrongFocus);
    // A button would have its labels write in ButtonText.
    setForegroundRole(QPalette::WindowText);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    setAttribute(Qt::WA_Hover);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setToolTip(meaning + u'\n' + tr("Click to list the jobs behind it."));
    setAccessibleDescription(meaning);
    setFigure(u"–"_s, {}, {});
}

QSize KeyFigure::sizeHint() const
{
    return layout()->sizeHint();
}

void KeyFigure::setFigure(const QString &figure, const QString &remark, const QString &filter)
{
    m_filter = filter;
    m_figure->setText(figure);
    m_remark->setText(remark);
    setAccessibleName(shownText(u"%1: %2 %3"_s.arg(m_name, figure, remark).trimmed()));
    updateLook();
}

QString KeyFigure::figure() const
{
    return m_figure->text();
}

QString KeyFigure::remark() const
{
    return m_remark->text();
}

void KeyFigure::setStale(bool isStale)
{
    m_isStale = isStale;
    updateLook();
}

void KeyFigure::setAlarming(bool isAlarming)
{
    m_isAlarming = isAlarming;
    updateLook();
}

void KeyFigure::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    if (underMouse() || isDown())
        painter.fillRect(rect(), palette().alternateBase());
    if (hasFocus()) {
        painter.setPen(QPen(palette().highlight(), 2));
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
}

void KeyFigure::updateLook()
{
    const bool isUnknown = m_isStale || m_figure->text() == u"–"_s;
    setTone(m_figure, isUnknown ? Tone::Muted : m_isAlarming ? Tone::Trouble : Tone::Plain);
}

} // namespace yardmaster
