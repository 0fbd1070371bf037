#include "ui/shell/consolepages.h"

#include "models/operations/jobtarget.h"
#include "ui/kit/command.h"
#include "ui/kit/consolepanel.h"
#include "ui/kit/pagetabs.h"
#include "ui/shell/pagelist.h"

#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

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
    m_splitter->setSizes({240, 740, 380});

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_line->setSpacing(0);
    m_line->addWidget(m_tabs, 1);
    column->addLayout(m_line);
    column->addWidget(m_splitter, 1);
    connect(m_tabs, &QTabBar::currentChanged, this, &ConsolePages::onPage);
}

void ConsolePages::fill(const PageParts &parts)
{
    for (const PageEntry &entry : pageList()) {
        const QString name = QString::fromLatin1(entry.name);
        const QString title = entry.text();
        ConsolePanel *page = entry.make(parts, m_stack);
        m_pages << page;
        m_stack->addWidget(page);
        const int index = m_tabs->addPage(name, title);
        connect(page, &ConsolePanel::attentionRequested, this,
                [this, name] { bringToFront(name); });
        CommandAction *command = addCommand(this, "view.page-"_L1 + name, title,
                                            tr("Brings “%1” to the front.").arg(title),
                                            [this, name] { bringToFront(name); })
                                     ->alsoCalled(tr("page, tab, go to"));
        if (index < 10) // Ctrl+1 … Ctrl+9, Ctrl+0
            command->withKeys({Qt::CTRL | Qt::Key(Qt::Key_0 + (index + 1) % 10)});
    }
}

void ConsolePages::bringToFront(const QString &name)
{
    m_tabs->setCurrentPage(name);
}

QString ConsolePages::currentHeading() const
{
    return QString::fromLatin1(pageList()[size_t(m_tabs->currentIndex())].title);
}

QString ConsolePages::unsavedChanges() const
{
    for (const ConsolePanel *page : m_pages) {
        if (QString changes = page->unsavedChanges(); !changes.isEmpty())
            return changes;
    }
    return {};
}

std::optional<JobTarget> ConsolePages::listedJobs() const
{
    for (const ConsolePanel *page : m_pages) {
        if (auto jobs = page->listedJobs())
            return jobs;
    }
    return std::nullopt;
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
    const bool listsJobs = index >= 0 && pageList()[size_t(index)].listsJobs;
    m_navigator->setVisible(listsJobs);
    m_inspector->setVisible(listsJobs);
}

} // namespace yardmaster
