#pragma once

#include "tests/support/widgets.h"
#include "ui/kit/pagetabs.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QTest>

namespace yardmaster::test {

/// A person at the windows of the program, who does what a person can do: clicks on what is in
/// sight, presses keys where the focus is. Every click, every double click, every chord and every
/// text that is typed counts as one action. What a person could not do ends the test.
class Operator final
{
public:
    explicit Operator(QWidget *window)
        : m_window(window)
    { }

    [[nodiscard]] int actions() const { return m_actions; }
    /// Sits down at another window.
    void moveTo(QWidget *window)
    {
        m_window = window;
        window->activateWindow();
        if (!QTest::qWaitForWindowActive(window, kPatience))
            qFatal("the window cannot be activated");
    }

    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        ++m_actions;
        QTest::keyClick(focus(), key, modifiers);
        QCoreApplication::processEvents();
    }
    void type(const QString &text)
    {
        ++m_actions;
        QTest::keyClicks(focus(), text);
        QCoreApplication::processEvents();
    }
    /// A command by its name: Ctrl+K, a few letters, Enter.
    void run(const QString &letters)
    {
        press(Qt::Key_K, Qt::ControlModifier);
        type(letters);
        press(Qt::Key_Return);
    }

    void click(QWidget *widget)
    {
        ++m_actions;
        QTest::mouseClick(inSight(widget, widget->rect().center()), Qt::LeftButton);
        QCoreApplication::processEvents();
    }
    void click(const QWidget &parent, const char *button)
    {
        click(child<QPushButton>(parent, button));
    }
    void click(QAbstractItemView *view, const QModelIndex &index)
    {
        ++m_actions;
        const QPoint at = view->visualRect(index).center();
        QTest::mouseClick(inSight(view->viewport(), at), Qt::LeftButton, {}, at);
        QCoreApplication::processEvents();
    }
    void click(PageTabs *tabs, const QString &title)
    {
        ++m_actions;
        int index = 0;
        while (index < tabs->count() && tabs->tabText(index) != title)
            ++index;
        const QPoint at = tabs->tabRect(index).center();
        QTest::mouseClick(inSight(tabs, at), Qt::LeftButton, {}, at);
        QCoreApplication::processEvents();
    }
    void doubleClick(QWidget *widget, const QPoint &at)
    {
        ++m_actions;
        QTest::mouseClick(inSight(widget, at), Qt::LeftButton, {}, at);
        QTest::mouseDClick(widget, Qt::LeftButton, {}, at);
        QCoreApplication::processEvents();
    }
    /// Opens the list and clicks on one of it.
    void choose(QComboBox *box, const QString &text)
    {
        click(box);
        // So long it takes the end of a click on the box for that.
        QTest::qWait(QApplication::doubleClickInterval() + 50);
        clickRow(box->view(), text);
    }
    /// The row that has this text in a column, and the row itself in sight.
    void clickRow(QAbstractItemView *view, const QString &text) { click(view, row(view, text)); }
    /// The menu bar's title, and on to the last one; ampersands left out.
    void clickMenu(const QMenuBar *bar, QStringList titles)
    {
        QAction *title = entry(bar, titles.takeFirst());
        clickAt(const_cast<QMenuBar *>(bar), bar->actionGeometry(title).center());
        clickMenu(title->menu(), titles);
    }
    void clickMenu(QMenu *menu, QStringList titles)
    {
        while (!titles.isEmpty()) {
            if (!QTest::qWaitFor([menu] { return menu->isVisible(); }, kPatience))
                qFatal("the menu does not open");
            QAction *action = entry(menu, titles.takeFirst());
            if (!action->isEnabled())
                qFatal("%s: %s", qPrintable(action->text()), qPrintable(action->toolTip()));
            clickAt(menu, menu->actionGeometry(action).center());
            menu = action->menu();
        }
    }

    /// Once there is one.
    [[nodiscard]] static QModelIndex row(const QAbstractItemView *view, const QString &text)
    {
        QModelIndex found;
        const bool isThere = QTest::qWaitFor(
            [&] {
                const QAbstractItemModel *model = view->model();
                const QModelIndexList all
                    = model->match(model->index(0, 0), Qt::DisplayRole, text, 1,
                                   Qt::MatchExactly | Qt::MatchRecursive | Qt::MatchWrap);
                for (int column = 0; all.isEmpty() && column < model->columnCount(); ++column) {
                    for (int at = 0; at < model->rowCount(); ++at) {
                        if (model->index(at, column).data().toString() == text)
                            found = model->index(at, column);
                    }
                }
                if (!all.isEmpty())
                    found = all.first();
                return found.isValid();
            },
            kPatience);
        if (!isThere)
            qFatal("no row %s", qPrintable(text));
        return found;
    }

private:
    void clickAt(QWidget *widget, const QPoint &at)
    {
        ++m_actions;
        QTest::mouseClick(inSight(widget, at), Qt::LeftButton, {}, at);
        QCoreApplication::processEvents();
    }
    template <typename Menu> static QAction *entry(const Menu *menu, const QString &title)
    {
        const auto actions = menu->actions();
        for (QAction *action : actions) {
            if (action->text().section(u'\t', 0, 0).remove(u'&') == title && action->isVisible())
                return action;
        }
        qFatal("no %s in the menu", qPrintable(title));
    }
    /// Where keys go.
    [[nodiscard]] QWidget *focus() const
    {
        if (QWidget *popup = QApplication::activePopupWidget())
            return popup->focusWidget() ? popup->focusWidget() : popup;
        // As a window manager does after a dialog has closed.
        if (!QTest::qWaitFor([] { return QApplication::activeWindow() != nullptr; }, 1000)) {
            m_window->activateWindow();
            if (!QTest::qWaitForWindowActive(m_window, kPatience))
                qFatal("no window is active");
        }
        QWidget *widget = QApplication::focusWidget();
        return widget ? widget : QApplication::activeWindow();
    }
    /// The widget, if that place of it can be clicked.
    [[nodiscard]] static QWidget *inSight(QWidget *widget, const QPoint &at)
    {
        const QWidget *window = widget->window();
        const QWidget *modal = QApplication::activeModalWidget();
        const bool isPopup = window == QApplication::activePopupWidget();
        if (modal && modal != window && !isPopup)
            qFatal("%s is behind a dialog", qPrintable(widget->objectName()));
        if (!QTest::qWaitFor([widget] { return widget->isVisible() && widget->isEnabled(); },
                             kPatience))
            qFatal("%s cannot be clicked: %s", qPrintable(widget->objectName()),
                   qPrintable(widget->toolTip()));
        const QWidget *there = window->childAt(widget->mapTo(window, at));
        if (there != widget && !widget->isAncestorOf(there) && window != widget)
            qFatal("%s is not in sight there", qPrintable(widget->objectName()));
        return widget;
    }

    QWidget *m_window;
    int m_actions = 0;
};

/// What a task may take, by keyboard and by mouse: the manual has a row for each.
struct Budget
{
    int keyboard = 0;
    int mouse = 0;
};

[[nodiscard]] inline Budget budgetOf(const QString &task)
{
    QFile page(QStringLiteral(":/yardmaster/manual/console.md"));
    if (!page.open(QIODevice::ReadOnly))
        qFatal("no manual");
    const QStringList lines = QString::fromUtf8(page.readAll()).split(u'\n');
    for (const QString &line : lines) {
        const QStringList cells = line.split(u'|');
        if (cells.size() > 4 && cells.at(1).trimmed() == task)
            return {cells.at(2).trimmed().toInt(), cells.at(3).trimmed().toInt()};
    }
    qFatal("the manual has no budget for %s", qPrintable(task));
}

} // namespace yardmaster::test

/// What it took may not be more than the manual says.
#define YARDMASTER_WITHIN(actions, budget)                                                         \
    QVERIFY2((actions) <= (budget),                                                                \
             qPrintable(QStringLiteral("%1 actions, %2 may be").arg(actions).arg(budget)))
