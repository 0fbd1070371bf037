#include "ui/shell/tabs/connectiontabs.h"

#include "models/values/format.h"
#include "models/values/showntext.h"
#include "ui/kit/screenfit.h"
#include "ui/kit/stateglyph.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"
#include "ui/kit/tooltips.h"
#include "ui/shell/alerts/bellglyph.h"
#include "ui/shell/tabs/activityglyph.h"
#include "ui/shell/tabs/tabclosebutton.h"

#include <QApplication>
#include <QHelpEvent>
#include <QPainter>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

// Pixels, with a font of the usual size.
constexpr int kWidest = 260;
constexpr int kNarrowest = 156;
constexpr int kTabPadding = 10;
constexpr int kMarkGap = 6;
constexpr int kSquare = 10;
constexpr int kLeastContrast = 25; // of the square's lightness, 0..255
constexpr int kBand = 3;           // of the environment's colour, on top of a tab

int buttonRoom()
{
    return kCloseButton + kMarkGap;
}

QString alertsText(int alerts)
{
    return alerts > 0 ? formatNumber(alerts) : QString();
}

/// A triangle with an exclamation mark, as wide as a glyph.
void paintTrouble(QPainter &painter, const QPointF &corner, const QColor &colour,
                  const QColor &ground)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(corner);
    painter.setPen(QPen(colour, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(colour);
    painter.drawPolygon(QPolygonF({{8, 2.5}, {14.2, 13.5}, {1.8, 13.5}}));
    painter.setPen(QPen(ground, 1.6, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(QPointF(8, 6.5), QPointF(8, 9.5));
    painter.drawPoint(QPointF(8, 11.8));
    painter.restore();
}

} // namespace

ConnectionTabs::ConnectionTabs(QWidget *parent)
    : QTabBar(parent)
{
    setObjectName("connectionTabs"_L1);
    setAccessibleName(tr("Open connections"));
    setExpanding(false);
    setDrawBase(false);
    setUsesScrollButtons(true);
    setElideMode(Qt::ElideNone); // the painter does it
    setMouseTracking(true);
    setSelectionBehaviorOnRemove(QTabBar::SelectPreviousTab);
}

void ConnectionTabs::addConnection(const ConnectionRow &row)
{
    const QSignalBlocker quiet(this); // until it is known which one it is
    const int tab = addTab(QString());
    setTabData(tab, row.id);
    auto *button = new TabCloseButton(this);
    connect(button, &QAbstractButton::clicked, this,
            [this, id = row.id] { Q_EMIT closeRequested(id); });
    setTabButton(tab, QTabBar::RightSide, button);
    m_rows.insert(row.id, row);
    showTexts(tab);
}

void ConnectionTabs::setConnection(const ConnectionRow &row)
{
    const int tab = tabOf(row.id);
    if (tab < 0 || m_rows.value(row.id) == row)
        return;
    const QSize before = tabSizeHint(tab);
    m_rows.insert(row.id, row);
    showTexts(tab);
    if (tabSizeHint(tab) != before)
        setTabText(tab, tabText(tab)); // lays the tabs out anew
    update();
}

QStringList ConnectionTabs::marksOf(const ConnectionRow &row)
{
    QStringList words = activityWords(row);
    if (row.alerts > 0)
        words << tr("%1 alerts", nullptr, pluralOf(row.alerts)).arg(formatNumber(row.alerts));
    return words;
}

void ConnectionTabs::showTexts(int tab)
{
    const ConnectionRow shown = row(tab);
    const QString title = shownText(connectionTitle(shown.environment, shown.name));
    // An ampersand would be a key.
    if (const QString text = QString(title).replace(u'&', "&&"_L1); text != tabText(tab))
        setTabText(tab, text);
    QStringList facts{shownText(shown.name), environmentWord(shown.environment), shown.word};
    facts << marksOf(shown);
    // Each setting is told to screen readers.
    if (const QString name = facts.join(u", "_s); name != accessibleTabName(tab))
        setAccessibleTabName(tab, name);
    auto *button = static_cast<TabCloseButton *>(tabButton(tab, QTabBar::RightSide));
    if (const QString name = tr("Close %1").arg(title); name != button->accessibleName())
        button->setAccessibleName(name);
    button->setInk(inkOf(tab));
}

int ConnectionTabs::tabOf(const QString &id) const
{
    for (int tab = 0; tab < count(); ++tab) {
        if (idOf(tab) == id)
            return tab;
    }
    return -1;
}

QString ConnectionTabs::idOf(int tab) const
{
    return tabData(tab).toString();
}

void ConnectionTabs::tabRemoved(int)
{
    const QStringList known = m_rows.keys();
    for (const QString &id : known) {
        if (tabOf(id) < 0)
            m_rows.remove(id);
    }
}

bool ConnectionTabs::isFilled(int tab) const
{
    return row(tab).environment == Environment::Production;
}

QColor ConnectionTabs::inkOf(int tab) const
{
    if (!isFilled(tab))
        return palette().color(QPalette::WindowText);
    const QColor ground(row(tab).colour);
    return qGray(ground.rgb()) > 160 ? QColor(Qt::black) : QColor(Qt::white);
}

QString ConnectionTabs::unbroken(int tab) const
{
    const ConnectionRow shown = row(tab);
    const QString title = connectionTitle(shown.environment, shown.name);
    return title.endsWith(shown.name) ? title.chopped(shown.name.size()) : QString();
}

QFont ConnectionTabs::fontOf(int tab) const
{
    QFont used = font();
    if (tab == currentIndex())
        used.setWeight(QFont::DemiBold);
    return used;
}

QSize ConnectionTabs::tabSizeHint(int index) const
{
    QFont strong = font();
    strong.setWeight(QFont::DemiBold); // whether it is in front or not: nothing jumps
    const QFontMetrics metrics(strong);
    const QString text = QString(tabText(index)).replace("&&"_L1, "&"_L1);
    const ConnectionRow shown = row(index);
    int marks = int(shown.activities.size() + (shown.isTrouble ? 1 : 0)) * (kGlyphSize + kMarkGap);
    if (shown.alerts > 0)
        marks += kGlyphSize + metrics.horizontalAdvance(alertsText(shown.alerts)) + kMarkGap;
    const int width = 2 * kTabPadding + kSquare + kMarkGap + metrics.horizontalAdvance(text) + marks
        + buttonRoom();
    // As many as fit side by side, before they have to be scrolled.
    const int share = this->width() / std::max(count(), 1);
    const int narrowest
        = scaled(kNarrowest, *this) + metrics.horizontalAdvance(unbroken(index)) + marks;
    const int widest = std::max(std::min(share, scaled(kWidest, *this)), narrowest);
    return {std::clamp(width, narrowest, widest), metrics.height() + 14};
}

void ConnectionTabs::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(QRect(0, height() - 1, width(), 1), hairlineColor(palette()));
    for (int tab = 0; tab < count(); ++tab)
        paintTab(painter, tab);
}

void ConnectionTabs::paintTab(QPainter &painter, int tab) const
{
    const ConnectionRow shown = row(tab);
    const bool isCurrent = tab == currentIndex();
    const bool isHot = underMouse() && tabRect(tab).contains(mapFromGlobal(QCursor::pos()));
    const bool isMirrored = layoutDirection() == Qt::RightToLeft;
    const QColor colour(shown.colour);
    // Those behind are a little lower, and a line stands between them and the page.
    const QRect whole = tabRect(tab);
    const QRect rect = isCurrent ? whole : whole.adjusted(0, 3, 0, -1);
    QColor ground = palette().color(isCurrent ? QPalette::Base : QPalette::Window);
    if (isFilled(tab))
        ground = isHot && !isCurrent ? colour.lighter(112) : colour;
    else if (isHot && !isCurrent)
        ground = palette().color(QPalette::AlternateBase);
    painter.fillRect(rect, ground);
    painter.fillRect(QRect(rect.left(), rect.top(), rect.width(), kBand), colour);
    painter.fillRect(QRect(isMirrored ? rect.left() : rect.right(), rect.top(), 1, rect.height()),
                     isFilled(tab) ? palette().color(QPalette::Window) : hairlineColor(palette()));
    if (isFilled(tab) && isCurrent)
        painter.fillRect(QRect(rect.left(), rect.bottom() - kBand + 1, rect.width(), kBand),
                         Qt::white);

    const QColor ink = isFilled(tab) || isCurrent || isHot ? inkOf(tab) : mutedColor(palette());
    QRect room = rect.adjusted(kTabPadding, kBand, -kTabPadding, 0);
    const auto take = [&room, isMirrored](int width, bool atEnd) {
        QRect place = room;
        if (atEnd != isMirrored) {
            place.setLeft(room.right() - width + 1);
            room.setRight(place.left() - kMarkGap - 1);
        } else {
            place.setWidth(width);
            room.setLeft(place.right() + kMarkGap + 1);
        }
        return place;
    };
    const QRect mark = take(kSquare, false);
    const QRect square(mark.left(), mark.center().y() - kSquare / 2 + 1, kSquare, kSquare);
    painter.fillRect(square, isFilled(tab) ? QColor(Qt::white) : colour);
    if (!isFilled(tab) && std::abs(colour.lightness() - ground.lightness()) < kLeastContrast) {
        painter.setPen(mutedColor(palette())); // the colour of an unknown one is nearly black
        painter.drawRect(square.adjusted(0, 0, -1, -1));
    }
    (void)take(buttonRoom() - kMarkGap, true);
    const QColor trouble = isFilled(tab) ? ink : toneColor(Tone::Trouble, palette());
    painter.setFont(fontOf(tab));
    if (const QString alerts = alertsText(shown.alerts); !alerts.isEmpty()) {
        const QRect place
            = take(kGlyphSize + painter.fontMetrics().horizontalAdvance(alerts), true);
        const QPoint corner(isMirrored ? place.right() - kGlyphSize + 1 : place.left(),
                            place.center().y() - kGlyphSize / 2 + 1);
        paintBell(painter, corner, trouble, true, false);
        painter.setPen(trouble);
        painter.drawText(
            place, int(Qt::AlignVCenter) | (isMirrored ? Qt::AlignLeft : Qt::AlignRight), alerts);
    }
    if (shown.isTrouble) {
        const QRect place = take(kGlyphSize, true);
        paintTrouble(painter, QPoint(place.left(), place.center().y() - kGlyphSize / 2), trouble,
                     ground);
    }
    for (const ConnectionActivity activity : shown.activities) {
        const QRect place = take(kGlyphSize, true);
        paintActivity(painter, QPoint(place.left(), place.center().y() - kGlyphSize / 2 + 1),
                      activity, ink);
    }
    painter.setPen(ink);
    const QFontMetrics metrics = painter.fontMetrics();
    const QString text = QString(tabText(tab)).replace("&&"_L1, "&"_L1);
    const QString start = unbroken(tab);
    const int rest = room.width() - metrics.horizontalAdvance(start);
    painter.drawText(room, int(Qt::AlignVCenter | Qt::AlignLeading) | Qt::TextSingleLine,
                     start + metrics.elidedText(text.mid(start.size()), Qt::ElideMiddle, rest));
    if (isCurrent && hasFocus() && window()->testAttribute(Qt::WA_KeyboardFocusChange)) {
        painter.setPen(isFilled(tab) ? QColor(Qt::white) : palette().color(QPalette::Highlight));
        painter.drawRect(rect.adjusted(2, kBand + 2, -4, -kBand - 2));
    }
}

bool ConnectionTabs::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const int tab = tabAt(help->pos());
        const ConnectionRow shown = row(tab);
        QStringList lines;
        if (tab >= 0) {
            lines = {shown.name, u"%1 · %2"_s.arg(environmentWord(shown.environment), shown.word)};
            if (!shown.sentence.isEmpty() && shown.sentence != shown.name)
                lines << shown.sentence;
            lines << marksOf(shown);
        }
        showToolTip(help->globalPos(), lines.join(u'\n'), this, tabRect(tab));
        return true;
    }
    if (event->type() == QEvent::PaletteChange) {
        for (int tab = 0; tab < count(); ++tab)
            showTexts(tab);
    }
    return QTabBar::event(event);
}

void ConnectionTabs::mousePressEvent(QMouseEvent *event)
{
    const QString id = idOf(tabAt(event->pos()));
    m_isDragging = false;
    m_pressed = event->button() == Qt::LeftButton ? id : QString();
    m_toClose = event->button() == Qt::MiddleButton ? id : QString();
    m_pressedAt = event->pos();
    QTabBar::mousePressEvent(event);
}

void ConnectionTabs::mouseMoveEvent(QMouseEvent *event)
{
    if (m_pressed.isEmpty() || !(event->buttons() & Qt::LeftButton)) {
        QTabBar::mouseMoveEvent(event);
        update(); // the one under the pointer
        return;
    }
    const int distance = (event->pos() - m_pressedAt).manhattanLength();
    if (!m_isDragging && distance < QApplication::startDragDistance())
        return;
    m_isDragging = true;
    setCursor(isOutside(event->pos()) ? Qt::DragMoveCursor : Qt::ClosedHandCursor);
    if (!isOutside(event->pos()))
        dragTo(event->pos());
}

void ConnectionTabs::dragTo(const QPoint &place)
{
    const int from = tabOf(m_pressed);
    const int to = tabAt(QPoint(place.x(), rect().center().y()));
    if (from < 0 || to < 0 || from == to)
        return;
    // Only as far as it stays under the pointer: a wider one would move back at once.
    const QRect there = tabRect(to);
    const int width = tabRect(from).width();
    const bool isRight = there.left() > tabRect(from).left();
    if (isRight ? place.x() < there.right() - width : place.x() > there.left() + width)
        return;
    moveTab(from, to);
}

bool ConnectionTabs::isOutside(const QPoint &place) const
{
    return !rect().adjusted(-height(), -height(), height(), height()).contains(place);
}

void ConnectionTabs::mouseReleaseEvent(QMouseEvent *event)
{
    QTabBar::mouseReleaseEvent(event);
    const QString toClose = std::exchange(m_toClose, {});
    const QString dragged = std::exchange(m_pressed, {});
    if (event->button() == Qt::MiddleButton && !toClose.isEmpty()
        && idOf(tabAt(event->pos())) == toClose) {
        Q_EMIT closeRequested(toClose);
        return;
    }
    if (!std::exchange(m_isDragging, false))
        return;
    unsetCursor();
    if (isOutside(event->pos()))
        Q_EMIT dropped(dragged, event->globalPosition().toPoint());
}

void ConnectionTabs::contextMenuEvent(QContextMenuEvent *event)
{
    const bool isByKey = event->reason() == QContextMenuEvent::Keyboard;
    const int tab = isByKey ? currentIndex() : tabAt(event->pos());
    if (tab >= 0)
        Q_EMIT menuRequested(idOf(tab),
                             isByKey ? mapToGlobal(tabRect(tab).bottomLeft()) : event->globalPos());
}

void ConnectionTabs::wheelEvent(QWheelEvent *event)
{
    event->ignore(); // a turn of the wheel must not end at another database
}

} // namespace yardmaster
