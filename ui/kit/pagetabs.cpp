#include "ui/kit/pagetabs.h"

#include "ui/kit/theme.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>

namespace yardmaster {

namespace {

constexpr int kPadding = 7;
constexpr int kLeastPadding = 3;
constexpr int kLine = 2; // px below the page that is shown

} // namespace

PageTabs::PageTabs(QWidget *parent)
    : QTabBar(parent)
{
    setExpanding(false);
    setDrawBase(false);
    setUsesScrollButtons(true);
    setElideMode(Qt::ElideNone);
    setMouseTracking(true);
}

int PageTabs::addPage(const QString &name, const QString &title)
{
    const int index = addTab(title);
    setTabData(index, name);
    return index;
}

QString PageTabs::currentPage() const
{
    return tabData(currentIndex()).toString();
}

void PageTabs::setCurrentPage(const QString &name)
{
    for (int index = 0; index < count(); ++index) {
        if (!name.isEmpty() && tabData(index).toString() == name)
            setCurrentIndex(index);
    }
}

QSize PageTabs::sizeHint() const
{
    return {textWidth() + 2 * kPadding * visibleCount(), QTabBar::sizeHint().height()};
}

QSize PageTabs::tabSizeHint(int index) const
{
    return {textWidth(index) + 2 * padding(), fontMetrics().height() + 12};
}

void PageTabs::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        m_textWidths.clear();
    QTabBar::changeEvent(event);
}

int PageTabs::textWidth(int index) const
{
    const QString text = tabText(index);
    const auto known = m_textWidths.constFind(text);
    if (known != m_textWidths.cend())
        return *known;
    return *m_textWidths.insert(text, fontMetrics().horizontalAdvance(text));
}

int PageTabs::textWidth() const
{
    int width = 0;
    for (int index = 0; index < count(); ++index) {
        if (isTabVisible(index))
            width += textWidth(index);
    }
    return width;
}

int PageTabs::visibleCount() const
{
    int visible = 0;
    for (int index = 0; index < count(); ++index)
        visible += isTabVisible(index) ? 1 : 0;
    return visible;
}

int PageTabs::padding() const
{
    const int room = (width() - textWidth()) / (2 * std::max(visibleCount(), 1));
    return std::clamp(room, kLeastPadding, kPadding);
}

void PageTabs::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(QRect(0, height() - 1, width(), 1), hairlineColor(palette()));
    const QPoint pointer = mapFromGlobal(QCursor::pos());
    for (int index = 0; index < count(); ++index) {
        if (!isTabVisible(index))
            continue;
        const QRect rect = tabRect(index);
        const bool isCurrent = index == currentIndex();
        const bool isHot = isCurrent || (underMouse() && rect.contains(pointer));
        painter.setPen(isHot ? palette().color(QPalette::WindowText) : mutedColor(palette()));
        painter.drawText(rect, Qt::AlignCenter | Qt::TextShowMnemonic, tabText(index));
        if (isCurrent) {
            const QColor accent = palette().color(QPalette::Highlight);
            const int side = padding();
            painter.fillRect(
                QRect(rect.left() + side, height() - kLine, rect.width() - 2 * side, kLine),
                accent);
            if (hasFocus() && window()->testAttribute(Qt::WA_KeyboardFocusChange)) {
                painter.setPen(accent);
                painter.drawRect(rect.adjusted(1, 2, -2, -4));
            }
        }
    }
}

} // namespace yardmaster
