#include "ui/shell/tabs/tabbedwindow.h"

#include "models/console/connectionsmodel.h"
#include "ui/kit/consolehost.h"
#include "ui/kit/screenfit.h"
#include "ui/shell/appicon.h"
#include "ui/shell/commands/windowlayout.h"
#include "ui/shell/connections/openconnections.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/tabs/connectiontabs.h"
#include "ui/shell/tabs/tabmenu.h"
#include "ui/shell/windowclosing.h"

#include <QApplication>
#include <QCloseEvent>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto kTabTick = 500ms;
constexpr QPoint kBeside(32, 32); // of a new window, from the one it comes from

} // namespace

TabbedWindow::TabbedWindow()
    : m_tabs(new ConnectionTabs(this))
    , m_stack(new QStackedWidget(this))
    , m_tick(this)
{
    setObjectName("tabbedWindow"_L1);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowIcon(appIcon());
    WindowLayout::size(this);
    m_tabs->hide();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_tabs);
    layout->addWidget(m_stack, 1);
    connect(m_tabs, &QTabBar::currentChanged, this, &TabbedWindow::onCurrent);
    connect(m_tabs, &ConnectionTabs::closeRequested, this, [this](const QString &id) {
        if (MainWindow *closed = page(id))
            closed->close();
    });
    connect(m_tabs, &ConnectionTabs::dropped, this, &TabbedWindow::onDropped);
    connect(m_tabs, &ConnectionTabs::menuRequested, this, &TabbedWindow::openMenu);
    connect(m_tabs, &QTabBar::tabMoved, this, [this] {
        tellPages();
        if (MainWindow *page = current())
            Q_EMIT page->tabMoved();
    });
    connect(qApp, &QApplication::focusChanged, this,
            [this](QWidget *, const QWidget *now) { keepFocusInFront(now); });
    connect(&m_tick, &QTimer::timeout, this, &TabbedWindow::refresh);
    m_tick.setInterval(kTabTick);
}

TabbedWindow::~TabbedWindow()
{
    const QList<MainWindow *> left = m_pages;
    for (MainWindow *page : left) {
        release(page);
        page->setParent(nullptr); // not ours to delete
    }
}

TabbedWindow *TabbedWindow::of(const MainWindow *page)
{
    return qobject_cast<TabbedWindow *>(page->window());
}

QList<TabbedWindow *> TabbedWindow::others() const
{
    QList<TabbedWindow *> windows;
    const auto widgets = QApplication::topLevelWidgets();
    for (QWidget *widget : widgets) {
        auto *window = qobject_cast<TabbedWindow *>(widget);
        if (window && window != this && window->isVisible() && window->current())
            windows << window;
    }
    return windows;
}

void TabbedWindow::add(MainWindow *page)
{
    if (m_pages.contains(page)) {
        setCurrent(page);
        return;
    }
    QWidget *const focus = page->focusWidget();
    if (TabbedWindow *before = of(page)) {
        before->release(page);
        QTimer::singleShot(0, before, &TabbedWindow::closeIfEmpty);
    } else if (m_pages.isEmpty()) {
        restoreGeometry(page->saveGeometry());
    }
    page->setMinimumSize(0, 0); // the window has one
    m_pages << page;
    m_stack->addWidget(page);
    connect(page, &MainWindow::closed, this, [this, page] { remove(page); });
    connect(page, &QWidget::windowTitleChanged, this, [this] {
        showTitle();
        refresh();
    });
    connect(page->closing(), &WindowClosing::answered, this, &TabbedWindow::onAnswered);
    m_tabs->addConnection(page->summary());
    showTabs();
    setCurrent(page);
    onCurrent();
    if (focus && current() == page)
        focus->setFocus();
    refresh();
    tellPages();
}

/// Keys must not reach a page that nobody sees: Qt lets what is hidden take the focus.
void TabbedWindow::keepFocusInFront(const QWidget *now)
{
    MainWindow *front = current();
    if (!now || !front || now->window() != this || front->isAncestorOf(now))
        return;
    for (const MainWindow *page : std::as_const(m_pages)) {
        if (page != front && page->isAncestorOf(now))
            focusFront();
    }
}

void TabbedWindow::focusFront()
{
    if (MainWindow *front = current()) {
        QWidget *last = front->focusWidget();
        (last ? last : front)->setFocus();
    }
}

void TabbedWindow::release(MainWindow *page)
{
    page->disconnect(this);
    page->closing()->disconnect(this);
    m_pages.removeOne(page);
    removeTab(page); // shows another one
    m_stack->removeWidget(page);
    tellPages();
}

void TabbedWindow::removeTab(const MainWindow *page)
{
    if (const int index = tabOf(page); index >= 0)
        m_tabs->removeTab(index);
    showTabs();
}

void TabbedWindow::showTabs()
{
    const bool areSeveral = m_tabs->count() > 1;
    m_tabs->setVisible(areSeveral);
    if (!areSeveral)
        m_tick.stop();
    else if (!m_tick.isActive())
        m_tick.start();
}

void TabbedWindow::remove(MainWindow *page)
{
    release(page);
    page->setParent(nullptr);
    focusFront(); // Qt has given it to the tabs
    if (m_closing == Closing::Asking)
        closeNext();
    closeIfEmpty();
}

void TabbedWindow::closeIfEmpty()
{
    if (m_pages.isEmpty() && !m_isInCloseEvent)
        close();
}

void TabbedWindow::abandon(MainWindow *page)
{
    removeTab(page);
    if (m_tabs->count() == 0)
        hide();
    tellPages();
}

QList<MainWindow *> TabbedWindow::pages() const
{
    QList<MainWindow *> pages;
    for (int index = 0; index < m_tabs->count(); ++index)
        pages << page(m_tabs->idOf(index));
    return pages;
}

MainWindow *TabbedWindow::page(const QString &id) const
{
    const auto found = std::ranges::find_if(
        m_pages, [&id](const MainWindow *page) { return QString::number(page->number()) == id; });
    return found == m_pages.end() ? nullptr : *found;
}

int TabbedWindow::tabOf(const MainWindow *page) const
{
    return m_tabs->tabOf(QString::number(page->number()));
}

MainWindow *TabbedWindow::current() const
{
    return page(m_tabs->idOf(m_tabs->currentIndex()));
}

void TabbedWindow::setCurrent(MainWindow *page)
{
    // A dialog stays with its page.
    for (MainWindow *each : std::as_const(m_pages)) {
        if (QWidget *dialog = openDialogOf(each)) {
            page = each;
            dialog->raise();
        }
    }
    if (const int index = tabOf(page); index >= 0)
        m_tabs->setCurrentIndex(index);
}

void TabbedWindow::onCurrent()
{
    MainWindow *page = current();
    if (!page)
        return;
    if (m_stack->currentWidget() != page)
        m_stack->setCurrentWidget(page);
    showTitle();
}

void TabbedWindow::showTitle()
{
    if (const MainWindow *page = current())
        setWindowTitle(page->windowTitle());
}

void TabbedWindow::step(int tabs)
{
    if (const int count = m_tabs->count(); count > 1)
        m_tabs->setCurrentIndex((m_tabs->currentIndex() + tabs + count) % count);
}

void TabbedWindow::moveTab(MainWindow *page, int places)
{
    const int from = tabOf(page);
    const int to = from + places;
    if (from >= 0 && to >= 0 && to < m_tabs->count())
        m_tabs->moveTab(from, to);
}

void TabbedWindow::detach(MainWindow *page, std::optional<QPoint> place)
{
    if (m_tabs->count() < 2 || openDialogOf(page))
        return;
    auto *window = new TabbedWindow;
    window->resize(size());
    window->move(place.value_or(pos() + kBeside));
    window->add(page);
    keepOnScreen(window);
    bringToFront(page);
    tellPages(); // there is another window now
}

void TabbedWindow::gather()
{
    MainWindow *const front = current();
    const QList<TabbedWindow *> windows = others();
    for (const TabbedWindow *window : windows) {
        const QList<MainWindow *> pages = window->pages();
        for (MainWindow *page : pages) {
            if (!openDialogOf(page))
                add(page);
        }
    }
    setCurrent(front);
}

void TabbedWindow::onDropped(const QString &id, const QPoint &place)
{
    MainWindow *dropped = page(id);
    if (!dropped)
        return;
    const QList<TabbedWindow *> windows = others();
    for (TabbedWindow *window : windows) {
        // On its tabs, or where they will be.
        const QRect top(window->mapToGlobal(QPoint()), QSize(window->width(), m_tabs->height()));
        if (top.contains(place)) {
            window->add(dropped);
            bringToFront(dropped);
            return;
        }
    }
    detach(dropped, place - QPoint(m_tabs->height(), m_tabs->height() / 2));
}

void TabbedWindow::openMenu(const QString &id, const QPoint &place)
{
    MainWindow *clicked = page(id);
    if (!clicked)
        return;
    clicked->onWindowChanged();
    clicked->tabMenu()->popUp(place);
}

void TabbedWindow::refresh()
{
    const QList<MainWindow *> all = pages();
    for (const MainWindow *page : all)
        m_tabs->setConnection(page->summary());
}

void TabbedWindow::tellPages()
{
    for (MainWindow *page : std::as_const(m_pages))
        page->onWindowChanged();
}

void TabbedWindow::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::WindowStateChange || event->type() == QEvent::ActivationChange)
        tellPages();
}

void TabbedWindow::closeEvent(QCloseEvent *event)
{
    m_isInCloseEvent = true;
    const QList<MainWindow *> all = pages();
    if (std::ranges::all_of(all,
                            [](const MainWindow *page) { return page->closing()->isStopping(); })) {
        for (MainWindow *page : all)
            page->close(); // once more: it does not wait any longer
    } else {
        m_closing = Closing::Asking;
        closeNext();
    }
    m_isInCloseEvent = false;
    event->setAccepted(m_pages.isEmpty());
}

void TabbedWindow::closeNext()
{
    const QList<MainWindow *> all = pages();
    for (MainWindow *page : all) {
        if (page->closing()->wouldAsk()) {
            setCurrent(page);
            page->close();
            return;
        }
    }
    m_closing = Closing::Leaving;
    for (MainWindow *page : all) {
        if (!page->closing()->isStopping())
            page->close();
    }
}

void TabbedWindow::onAnswered(bool leaves)
{
    if (!leaves)
        m_closing = Closing::No;
    else if (m_closing == Closing::Asking)
        closeNext();
}

} // namespace yardmaster
