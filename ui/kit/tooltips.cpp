#include "ui/kit/tooltips.h"

#include "models/values/showntext.h"

#include <QAbstractItemView>
#include <QCoreApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QToolTip>

namespace yardmaster {

namespace {

constexpr qsizetype kToolTipWidth = 100; // characters
constexpr qsizetype kToolTipLines = 30;
/// Of a text, with their line breaks: more than what is shown.
constexpr qsizetype kToolTipLength = (kToolTipLines + 1) * (kToolTipWidth + 1);

/// Broken behind white space, or wherever a line is too long: plain tooltips are not wrapped by Qt.
QString wrapped(const QString &text)
{
    QStringList lines;
    for (QStringView rest : QStringView(text).split(u'\n')) {
        while (rest.size() > kToolTipWidth) {
            qsizetype end = kToolTipWidth;
            while (end > kToolTipWidth / 2 && !rest[end - 1].isSpace())
                --end;
            if (end == kToolTipWidth / 2)
                end = rest[kToolTipWidth].isLowSurrogate() ? kToolTipWidth - 1 : kToolTipWidth;
            lines << rest.first(end).toString();
            rest = rest.sliced(end);
        }
        lines << rest.toString();
    }
    if (lines.size() > kToolTipLines) {
        lines.resize(kToolTipLines);
        lines << QString(u'…');
    }
    return lines.join(u'\n');
}

} // namespace

void showToolTip(const QPoint &globalPos, const QString &text, QWidget *widget, const QRect &rect)
{
    QToolTip::showText(globalPos, wrapped(shownText(text.left(kToolTipLength))), widget, rect);
}

PlainToolTips::PlainToolTips(QObject *parent)
    : QObject(parent)
{
    QCoreApplication::instance()->installEventFilter(this);
}

bool PlainToolTips::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ToolTip && watched->isWidgetType())
        return show(static_cast<QWidget *>(watched), *static_cast<QHelpEvent *>(event));
    // Screen readers take it from the widget.
    if (event->type() == QEvent::ToolTipChange && watched->isWidgetType()) {
        auto *widget = static_cast<QWidget *>(watched);
        const QString shown = shownText(widget->toolTip());
        if (shown != widget->toolTip())
            widget->setToolTip(shown);
    }
    // The window that shows a tooltip is polished before it gets its text.
    if (event->type() == QEvent::Polish && watched->inherits("QTipLabel"))
        static_cast<QLabel *>(watched)->setTextFormat(Qt::PlainText);
    return false;
}

/// @returns false: the widget has none of its own, but may show one.
bool PlainToolTips::show(QWidget *widget, const QHelpEvent &event)
{
    QString text = widget->toolTip();
    QRect rect;
    if (auto *view = qobject_cast<QAbstractItemView *>(widget->parentWidget());
        view && view->viewport() == widget) {
        if (const auto *header = qobject_cast<QHeaderView *>(view)) {
            const int section = header->logicalIndexAt(event.pos());
            text = section < 0 ? QString()
                               : header->model()
                                     ->headerData(section, header->orientation(), Qt::ToolTipRole)
                                     .toString();
        } else {
            const QModelIndex index = view->indexAt(event.pos());
            text = index.data(Qt::ToolTipRole).toString();
            rect = view->visualRect(index);
        }
    }
    if (text.isEmpty())
        return false;
    showToolTip(event.globalPos(), text, widget, rect);
    return true;
}

} // namespace yardmaster
