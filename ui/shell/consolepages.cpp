#include "ui/shell/consolepages.h"

#include "models/operations/jobtarget.h"
#include "ui/kit/command.h"
#include "ui/kit/consolepanel.h"
#include "ui/kit/pagetabs.h"
#include "ui/kit/passfocus.h"
#include "ui/kit/screenfit.h"
#include "ui/kit/stateglyph.h"
#include "ui/kit/theme.h"
#include "ui/kit/verbicon.h"
#include "ui/shell/commands/panelswitch.h"
#include "ui/shell/pagelist.h"

#include <QAbstractItemView>
#include <QPainter>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QToolButton *cornerButton(QAction *command, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setDefaultAction(command);
    button->setAccessibleName(command->text());
    button->setIconSize({kGlyphSize, kGlyphSize});
    button->setAutoRaise(true);
    return button;
}

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
    m_splitter->setSizes({200, 900, 340});

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_line->setSpacing(0);
    m_navigatorSwitch = addSwitch(u"view.navigator"_s, tr("Navigator"),
                                  tr("Views, queues and tasks, left of the list of jobs."),
                                  Qt::Key_F9, VerbShape::LeftPane, 1120);
    m_tabs->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred); // down to the line
    m_line->addWidget(m_tabs, 1);
    m_inspectorSwitch = addSwitch(u"view.inspector"_s, tr("Inspector"),
                                  tr("The job under the cursor, right of the list of jobs."),
                                  Qt::Key_F12, VerbShape::RightPane, 1240);
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
        if (entry.listsJobs)
            page->addActions(m_navigator->actions()); // their keys also while it is hidden
        m_stack->addWidget(page);
        const int index = m_tabs->addPage(name, title);
        connect(page, &ConsolePanel::attentionRequested, this,
                [this, name] { bringToFront(name); });
        CommandAction *command = addCommand(this, "view.page-"_L1 + name, title,
                                            tr("Brings “%1” to the front.").arg(title),
                                            [this, name, page] {
                                                // Asked before: the stack gives it to any child.
                                                QWidget *last = page->focusWidget();
                                                bringToFront(name);
                                                takeFocus(last);
                                            })
                                     ->alsoCalled(tr("page, tab, go to"))
                                     ->under(tr("Page"));
        if (index < 9) // Ctrl+0 is that of the zoom
            command->withKeys({Qt::CTRL | Qt::Key(Qt::Key_1 + index)});
        else if (index == 9)
            command->withKeys({Qt::ALT | Qt::Key_0});
    }
}

void ConsolePages::bringToFront(const QString &name)
{
    m_tabs->setCurrentPage(name);
}

void ConsolePages::takeFocus(QWidget *last)
{
    QWidget *page = m_stack->currentWidget();
    for (QWidget *better : {last, focusField(page)}) {
        if (better && better->isVisibleTo(page) && better->isEnabled()) {
            better->setFocus(Qt::OtherFocusReason);
            return;
        }
    }
    const auto lists = page->findChildren<QAbstractItemView *>();
    const auto list = std::ranges::find_if(
        lists, [](const QWidget *view) { return view->focusPolicy() & Qt::TabFocus; });
    QWidget *next = list != lists.end() && (*list)->isVisibleTo(page) ? *list : page;
    next->setFocus(Qt::OtherFocusReason); // a list that comes later takes it from the page
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

void ConsolePages::addCorner(QWidget *widget)
{
    m_line->insertWidget(m_line->count() - 1, widget);
}

void ConsolePages::addCorner(QAction *command)
{
    addCorner(cornerButton(command, this));
}

PanelSwitch *ConsolePages::addSwitch(const QString &id, const QString &text,
                                     const QString &sentence, const QKeySequence &keys,
                                     VerbShape shape, int leastWidth)
{
    CommandAction *command
        = addCommand(this, id, text, sentence)
              ->withKeys({keys})
              ->withIcon(verbIcon(shape))
              ->unless([this] {
                  return m_listsJobs ? QString() : tr("Only available beside lists of jobs.");
              })
              ->alsoCalled(tr("hide, show, collapse, sidebar, panel"));
    m_line->addWidget(cornerButton(command, this));
    auto *panel = new PanelSwitch(
        command, [this, leastWidth] { return width() >= scaled(leastWidth, *this); }, this);
    connect(panel, &PanelSwitch::turned, this, &ConsolePages::showPanels);
    return panel;
}

void ConsolePages::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_navigatorSwitch->update();
    m_inspectorSwitch->update();
}

/// The line below the names goes on below what stands beside them.
void ConsolePages::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(QRect(0, m_line->geometry().bottom(), width(), 1), hairlineColor(palette()));
}

void ConsolePages::onPage(int index)
{
    m_stack->setCurrentIndex(index);
    m_listsJobs = index >= 0 && pageList()[size_t(index)].listsJobs;
    showPanels();
    updateCommands(this);
}

void ConsolePages::showPanels()
{
    m_navigator->setVisible(m_listsJobs && m_navigatorSwitch->isOn());
    m_inspector->setVisible(m_listsJobs && m_inspectorSwitch->isOn());
}

} // namespace yardmaster
