#include "ui/shell/consolepages.h"

#include "ui/kit/pagetabs.h"

#include <QAction>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr auto kListsJobs = "listsJobs";

} // namespace

ConsolePages::ConsolePages(QWidget *navigator, QWidget *inspector, QWidget *parent)
    : QWidget(parent)
    , m_navigator(navigator)
    , m_inspector(inspector)
    , m_tabs(new PageTabs(this))
    , m_line(new QHBoxLayout)
    , m_splitter(new QSplitter(Qt::Horizontal, this))
    , m_stack(new QStackedWidget(m_splitter))
{
    m_tabs->setObjectName(u"consoleTabs"_s);
    m_tabs->setAccessibleName(tr("Pages"));
    m_splitter->setObjectName(u"consoleSplitter"_s);
    m_splitter->setHandleWidth(1);
    m_splitter->addWidget(m_navigator);
    m_splitter->addWidget(m_stack);
    m_splitter->addWidget(m_inspector);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setCollapsible(1, false);
    m_splitter->setSizes({200, 760, 380});

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_line->setSpacing(0);
    m_line->addWidget(m_tabs, 1);
    column->addLayout(m_line);
    column->addWidget(m_splitter, 1);
    connect(m_tabs, &QTabBar::currentChanged, this, &ConsolePages::onPage);
}

void ConsolePages::add(QWidget *page, const QString &name, const QString &title, Kind kind)
{
    page->setProperty(kListsJobs, kind == Kind::Jobs);
    m_stack->addWidget(page);
    const int index = m_tabs->addPage(name, title);

    auto *action = new QAction(title, this);
    action->setObjectName("view.page-"_L1 + name);
    if (index < 10) // Ctrl+1 … Ctrl+9, Ctrl+0
        action->setShortcut(QKeySequence(Qt::CTRL | Qt::Key(Qt::Key_0 + (index + 1) % 10)));
    action->setWhatsThis(tr("Brings “%1” to the front.").arg(title));
    connect(action, &QAction::triggered, this, [this, page] { bringToFront(page); });
    addAction(action);
}

void ConsolePages::bringToFront(QWidget *page)
{
    m_tabs->setCurrentIndex(m_stack->indexOf(page));
}

void ConsolePages::bringToFront(const QString &name)
{
    m_tabs->setCurrentPage(name);
}

QWidget *ConsolePages::current() const
{
    return m_stack->currentWidget();
}

QString ConsolePages::currentName() const
{
    return m_tabs->currentPage();
}

void ConsolePages::showInspector()
{
    m_inspector->show();
}

void ConsolePages::setCorner(QWidget *widget)
{
    m_line->addWidget(widget);
}

void ConsolePages::onPage(int index)
{
    m_stack->setCurrentIndex(index);
    const bool listsJobs = current() && current()->property(kListsJobs).toBool();
    m_navigator->setVisible(listsJobs);
    m_inspector->setVisible(listsJobs);
}

} // namespace yardmaster
