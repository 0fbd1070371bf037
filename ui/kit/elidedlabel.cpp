#include "ui/kit/elidedlabel.h"

#include "ui/kit/textdirection.h"
#include "ui/kit/tooltips.h"

#include <QHelpEvent>
#include <QPainter>
#include <QStyle>
#include <QtMath>

namespace yardmaster {

using namespace Qt::StringLiterals;

ElidedLabel::ElidedLabel(Qt::TextElideMode mode, QWidget *parent)
    : Label(parent)
    , m_mode(mode)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void ElidedLabel::allowTwoLines()
{
    m_mayTakeTwo = true;
    updateGeometry();
}

void ElidedLabel::keepFirst(qsizetype characters)
{
    m_kept = characters;
    update();
}

/// As elidedText() sees it: QFontMetrics would round a width that is a little too large down.
qreal ElidedLabel::advance(const QString &text) const
{
    return QFontMetricsF(fontMetrics()).horizontalAdvance(text);
}

QString ElidedLabel::cut(const QString &text, int width) const
{
    const QFontMetrics metrics = fontMetrics();
    if (m_kept <= 0 || m_kept >= text.size())
        return metrics.elidedText(text, m_mode, width);
    const auto fits = [&](const QString &part) { return advance(part) <= width; };
    if (fits(text))
        return text;
    const QString kept = text.first(m_kept);
    if (fits(kept + u'…'))
        return metrics.elidedText(text, Qt::ElideRight, width);
    return fits(kept) ? kept : metrics.elidedText(kept, m_mode, width);
}

QStringList ElidedLabel::linesIn(int width) const
{
    const QString all = text();
    const auto fits = [&](const QString &part) { return advance(part) <= width; };
    if (!m_mayTakeTwo || fits(all))
        return {cut(all, width)};
    qsizetype end = 0; // of the first line
    for (const QString &separator : {u", "_s, u" "_s}) {
        for (auto at = all.indexOf(separator); at >= 0 && fits(all.first(at + 1));
             at = all.indexOf(separator, at + 1))
            end = at + separator.size();
        if (end > 0 && fits(all.sliced(end)))
            break;
    }
    if (end == 0)
        return {fontMetrics().elidedText(all, m_mode, width)};
    return {all.first(end).trimmed(), fontMetrics().elidedText(all.sliced(end), m_mode, width)};
}

/// A layout that lacks room takes the second line away.
QStringList ElidedLabel::shownLines() const
{
    const QStringList lines = linesIn(width());
    return lines.size() > 1 && height() < heightForWidth(width())
        ? QStringList{cut(text(), width())}
        : lines;
}

bool ElidedLabel::hasHeightForWidth() const
{
    return m_mayTakeTwo; // setText() takes it out of the size policy
}

int ElidedLabel::heightForWidth(int width) const
{
    if (!m_mayTakeTwo)
        return Label::heightForWidth(width);
    return fontMetrics().height() + fontMetrics().lineSpacing() * int(linesIn(width).size() - 1);
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {fontMetrics().horizontalAdvance(u"…"_s), fontMetrics().height()};
}

QSize ElidedLabel::sizeHint() const
{
    return {qCeil(advance(text())) + 1, fontMetrics().height()};
}

bool ElidedLabel::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip && toolTip().isEmpty()) {
        const bool isCut = shownLines().join(u' ') != text();
        showToolTip(static_cast<QHelpEvent *>(event)->globalPos(), isCut ? text() : QString(),
                    this);
        return true;
    }
    return Label::event(event);
}

void ElidedLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const QString shown = shownLines().join(u'\n');
    style()->drawItemText(&painter, rect(), int(alignment()) | ownDirection(shown), palette(),
                          isEnabled(), shown, foregroundRole());
}

} // namespace yardmaster
