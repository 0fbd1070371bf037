#include "ui/shell/tabs/tabmenu.h"

#include "models/console/connectionsmodel.h"
#include "models/values/showntext.h"
#include "ui/kit/command.h"
#include "ui/shell/connections/openconnections.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/tabs/tabbedwindow.h"

namespace yardmaster {

using namespace Qt::StringLiterals;

TabMenu::TabMenu(MainWindow *page)
    : QMenu(tr("&Tab"), page)
    , m_page(page)
    , m_windows(new QMenu(tr("Move &into the window of"), this))
{
    setObjectName("tabMenu"_L1);
    const auto needsTabs = [this] {
        return tabs() && tabs()->pages().size() > 1
            ? QString()
            : tr("This is the only connection of the window.");
    };
    const auto needsWindows = [this] {
        return tabs() && tabs()->others().isEmpty() ? tr("There is no other window.") : QString();
    };
    const auto needsPlace = [this, needsTabs](qsizetype places) {
        if (const QString obstacle = needsTabs(); !obstacle.isEmpty())
            return obstacle;
        const QList<MainWindow *> pages = tabs()->pages();
        const qsizetype to = pages.indexOf(m_page) + places;
        return to >= 0 && to < pages.size() ? QString() : tr("There is no tab on that side.");
    };
    addAction(addCommand(this, page, u"tab.next"_s, tr("&Next tab"),
                         tr("Shows the connection in the next tab of this window."),
                         [this] { tabs()->step(1); })
                  ->withKeys({Qt::CTRL | Qt::Key_PageDown})
                  ->unless(needsTabs)
                  ->alsoCalled(tr("switch, connection")));
    addAction(addCommand(this, page, u"tab.previous"_s, tr("&Previous tab"),
                         tr("Shows the connection in the previous tab of this window."),
                         [this] { tabs()->step(-1); })
                  ->withKeys({Qt::CTRL | Qt::Key_PageUp})
                  ->unless(needsTabs)
                  ->alsoCalled(tr("switch, connection")));
    addAction(addCommand(this, page, u"tab.move-left"_s, tr("Move &left"),
                         tr("Moves this tab before the one on its left."),
                         [this] { tabs()->moveTab(m_page, -1); })
                  ->withKeys({Qt::CTRL | Qt::SHIFT | Qt::Key_PageUp})
                  ->unless([needsPlace] { return needsPlace(-1); })
                  ->alsoCalled(tr("order of tabs")));
    addAction(addCommand(this, page, u"tab.move-right"_s, tr("Move &right"),
                         tr("Moves this tab behind the one on its right."),
                         [this] { tabs()->moveTab(m_page, 1); })
                  ->withKeys({Qt::CTRL | Qt::SHIFT | Qt::Key_PageDown})
                  ->unless([needsPlace] { return needsPlace(1); })
                  ->alsoCalled(tr("order of tabs")));
    addSeparator();
    addAction(
        addCommand(this, page, u"tab.detach"_s, tr("Move to a &window of its own"),
                   tr("Moves this tab to a window of its own; whatever it is running continues."),
                   [this] { tabs()->detach(m_page); })
            ->unless(needsTabs)
            ->alsoCalled(tr("detach, tear off, separate, new window")));
    m_windows->setObjectName("tabWindows"_L1);
    addMenu(m_windows);
    connect(this, &QMenu::aboutToShow, this, &TabMenu::fillWindows);
    addAction(addCommand(this, page, u"tab.gather"_s, tr("&Gather all connections here"),
                         tr("Moves the connections of all other windows into tabs of this one."),
                         [this] { tabs()->gather(); })
                  ->unless([this, needsWindows] {
                      return tabs() ? needsWindows() : tr("There is no other window.");
                  })
                  ->alsoCalled(tr("merge, join windows, collect")));
    addSeparator();
    addAction(
        addCommand(this, page, u"tab.close-window"_s, tr("&Close all tabs"),
                   tr("Stops the workers of this window, if they are running, and closes it."),
                   [this] { m_page->window()->close(); })
            ->withKeys({Qt::CTRL | Qt::SHIFT | Qt::Key_W})
            ->alsoCalled(tr("close window, disconnect")));
}

TabbedWindow *TabMenu::tabs() const
{
    return TabbedWindow::of(m_page);
}

void TabMenu::popUp(const QPoint &place)
{
    fillWindows();
    auto *menu = new QMenu(m_page);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (auto *close = m_page->findChild<QAction *>(u"file.close"_s))
        menu->addAction(close);
    menu->addSeparator();
    menu->addActions(actions());
    menu->popup(place);
}

void TabMenu::fillWindows()
{
    m_windows->clear();
    const QList<TabbedWindow *> others = tabs() ? tabs()->others() : QList<TabbedWindow *>();
    for (TabbedWindow *other : others) {
        const QString name = shownText(other->current()->summary().name);
        const QAction *action = m_windows->addAction(QString(name).replace(u'&', "&&"_L1));
        connect(action, &QAction::triggered, other, [this, other] { other->add(m_page); });
    }
    m_windows->setEnabled(!others.isEmpty());
}

} // namespace yardmaster
