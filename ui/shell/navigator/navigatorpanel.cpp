#include "ui/shell/navigator/navigatorpanel.h"

#include "models/console/consolecontext.h"
#include "models/query/filteredit.h"
#include "models/query/filterparser.h"
#include "models/values/format.h"
#include "models/views/builtinviews.h"
#include "ui/kit/freshnesswords.h"
#include "ui/kit/label.h"
#include "ui/kit/linebutton.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"
#include "ui/shell/navigator/viewactions.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

using Kind = NavigatorEntry::Kind;

constexpr std::chrono::seconds kInterval{30};
/// More rows than this are worth a search.
constexpr int kManyRows = 20;
constexpr int kPanelWidth = 232;

/// @param counts  null: nothing has been counted yet.   @param load  the jobs of it.
NavigatorEntry nameEntry(FilterKey key, const QString &name, const QString &text,
                         const JobCounts *counts, const JobLoad &load)
{
    NavigatorEntry entry{Kind::Name, text};
    entry.filter = Filter{{*termForValue(key, name)}}.text();
    entry.toolTip = entry.filter;
    const Count count = load.all();
    if (!counts || !count.isKnown())
        return entry;
    entry.count = formatCount(count);
    entry.toolTip
        += u'\n' + NavigatorPanel::tr("%1 jobs", nullptr, pluralOf(count)).arg(entry.count);
    const QString source = formatCountSource(count, counts->countedAt);
    if (!source.isEmpty())
        entry.toolTip += u". "_s + source;
    return entry;
}

NavigatorEntry remark(const QString &text, const QString &toolTip = {})
{
    NavigatorEntry entry{Kind::Remark, text};
    entry.toolTip = toolTip;
    return entry;
}

} // namespace

NavigatorPanel::NavigatorPanel(ConsoleContext *context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_poller(context->sessions(), withSession(&readJobNames, context->target().schema), kInterval)
    , m_actions(new ViewActions(ViewStore::forProfile(context->target().profileId), this))
    , m_tree(new NavigatorTree(this))
    , m_search(new QLineEdit(this))
    , m_notice(new Label(this))
    , m_views(m_tree->addSection(tr("Views")))
    , m_tasks(m_tree->addSection(tr("Tasks")))
    , m_queues(m_tree->addSection(tr("Queues")))
{
    setObjectName("navigatorPanel"_L1);
    m_tree->setObjectName("navigatorTree"_L1);
    m_tree->setAccessibleName(tr("Views, tasks and queues"));
    m_search->setObjectName("navigatorSearch"_L1);
    m_search->setAccessibleName(tr("Find a view, task or queue"));
    m_search->setPlaceholderText(tr("Find view, task or queue"));
    m_search->setClearButtonEnabled(true);
    m_search->hide();
    m_notice->setObjectName("navigatorNotice"_L1);
    m_notice->setWordWrap(true);
    m_notice->setContentsMargins(12, 8, 12, 8);
    m_notice->hide();
    auto *box = new QVBoxLayout;
    box->setContentsMargins(8, 8, 8, 0);
    box->addWidget(m_search);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 1, 0); // the hairline
    column->setSpacing(4);
    column->addLayout(box);
    column->addWidget(m_tree, 1);
    column->addWidget(m_notice);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
    setMinimumWidth(160);
    resize(kPanelWidth, 400);
    makeHeader();

    connect(m_search, &QLineEdit::textChanged, m_tree, &NavigatorTree::setSearch);
    connect(m_tree, &NavigatorTree::chosen, this, &NavigatorPanel::onChosen);
    connect(m_tree, &NavigatorTree::renamed, m_actions, &ViewActions::rename,
            Qt::QueuedConnection); // out of the editor that is closing
    connect(m_tree, &NavigatorTree::removalRequested, m_actions, &ViewActions::remove);
    connect(m_tree, &NavigatorTree::moveRequested, m_actions, &ViewActions::move);
    connect(m_actions, &ViewActions::changed, this, &NavigatorPanel::showViews);
    connect(m_actions, &ViewActions::noticed, this, &NavigatorPanel::showNotice);
    connect(m_actions, &ViewActions::opened, this, &NavigatorPanel::onOpened);
    connect(m_actions, &ViewActions::moved, this, &NavigatorPanel::selectView);
    connect(m_notice, &Label::linkActivated, m_actions, &ViewActions::undoRemoval);
    connect(&m_poller, &PollerBase::changed, this, [this] {
        m_names = std::make_shared<const JobNames>(*m_poller.latest());
        showNames();
        Q_EMIT namesChanged();
    });
    connect(context->jobCounts(), &JobCountsPoller::read, this, [this] {
        if (isVisible() && m_poller.hasRead())
            showNames();
    });
    connect(&m_poller, &PollerBase::freshnessChanged, this, &NavigatorPanel::showNames);
    connect(context, &ConsoleContext::jobsChanged, &m_poller, &PollerBase::refreshSoon);
    updateColors();
    showViews();
    showNames();
}

NavigatorPanel::~NavigatorPanel() = default;

void NavigatorPanel::makeHeader()
{
    auto *header = new QWidget(m_tree);
    auto *save
        = new LineButton(LineButton::Shape::Add, tr("Save this filter as a view (Ctrl+S)"), header);
    save->setObjectName("saveViewButton"_L1);
    auto *more = new LineButton(LineButton::Shape::More, tr("More about views"), header);
    more->setObjectName("moreViews"_L1);
    auto *row = new QHBoxLayout(header);
    row->setContentsMargins(0, 0, 8, 0);
    row->setSpacing(0);
    row->addStretch(1);
    row->addWidget(save);
    row->addWidget(more);
    m_tree->setItemWidget(m_views, 0, header);
    connect(save, &LineButton::clicked, m_actions, &ViewActions::save);
    connect(more, &LineButton::clicked, this, [this, more] {
        auto *menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->addActions(actions());
        menu->popup(more->mapToGlobal(QPoint(0, more->height())));
    });
}

void NavigatorPanel::setViewStore(ViewStore store)
{
    m_actions->setStore(std::move(store));
}

void NavigatorPanel::setFilter(const Filter &filter)
{
    m_filter = filter;
    m_actions->setFilter(filter.text());
    mark();
}

void NavigatorPanel::setLayoutOfList(std::optional<JobOrder> order, const QStringList &columns,
                                     std::optional<FilterKey> grouping)
{
    m_actions->setLayoutOfList(order, columns, grouping);
}

FilterNames NavigatorPanel::completion() const
{
    return completionFrom(m_names);
}

void NavigatorPanel::showViews()
{
    QList<NavigatorEntry> entries;
    for (const BuiltInView &view : builtInViews()) {
        NavigatorEntry entry{Kind::BuiltInView, view.name, view.filter};
        entry.toolTip = view.filter.isEmpty() ? view.meaning : view.meaning + u'\n' + view.filter;
        entry.state = view.state;
        entries << entry;
    }
    const auto saved = m_actions->store().views();
    for (const SavedView &view : saved) {
        NavigatorEntry entry{Kind::SavedView, view.name, view.filter};
        const QString scope = view.isShared ? tr("For all connections.") : QString();
        entry.toolTip = (view.filter.isEmpty() ? tr("All jobs") : view.filter)
            + (scope.isEmpty() ? QString() : u'\n' + scope);
        entry.isShared = view.isShared;
        entries << entry;
    }
    m_tree->setEntries(m_views, entries);
    if (const QString &problem = m_actions->store().problem(); !problem.isEmpty())
        showNotice(problem, true);
    m_search->setVisible(m_views->childCount() > kManyRows || m_tasks->childCount() > kManyRows
                         || m_queues->childCount() > kManyRows);
    mark();
}

void NavigatorPanel::showNames()
{
    const JobNames &names = *m_names;
    const auto &latest = m_context->jobCounts()->latest();
    const JobCounts *counts = latest ? &*latest : nullptr;
    const Freshness freshness = m_poller.freshness();
    QList<NavigatorEntry> tasks;
    for (const JobName &task : names.tasks)
        tasks << nameEntry(FilterKey::Task, task.name, task.name, counts,
                           counts ? counts->ofTask(task.id) : JobLoad());
    QList<NavigatorEntry> queues;
    if (m_poller.hasRead())
        queues << nameEntry(FilterKey::Queue, {}, tr("no queue"), counts,
                            counts ? counts->ofQueue(0) : JobLoad());
    for (const JobName &queue : names.queues)
        queues << nameEntry(FilterKey::Queue, queue.name, queue.name, counts,
                            counts ? counts->ofQueue(queue.id) : JobLoad());
    if (!m_poller.hasRead()) {
        const QString text = freshness.error ? tr("cannot be read") : tr("reading…");
        tasks << remark(text, freshnessSentence(freshness));
        queues << remark(text, freshnessSentence(freshness));
    } else {
        if (tasks.isEmpty())
            tasks << remark(tr("no tasks yet"));
        if (names.isCut) {
            const QString text = tr("The first %1 only").arg(formatNumber(kNameCap));
            if (names.tasks.size() >= kNameCap)
                tasks << remark(text);
            if (names.queues.size() >= kNameCap)
                queues << remark(text);
        }
        if (freshness.error || freshness.isOverdue) {
            const NavigatorEntry old
                = remark(freshnessWords(freshness), freshnessSentence(freshness));
            tasks.prepend(old);
            queues.prepend(old);
        }
    }
    m_tree->setEntries(m_tasks, tasks);
    m_tree->setEntries(m_queues, queues);
    m_search->setVisible(m_views->childCount() > kManyRows || tasks.size() > kManyRows
                         || queues.size() > kManyRows);
    if (!m_search->isVisible() && isVisible())
        m_search->clear();
    mark();
}

void NavigatorPanel::mark()
{
    m_tree->setActive(m_filter.text(), m_actions->chosen());
}

void NavigatorPanel::onChosen(QTreeWidgetItem *item, NavigatorTree::Choice choice)
{
    using Choice = NavigatorTree::Choice;
    const QString text = NavigatorTree::filterOf(item);
    if (choice == Choice::Set) {
        SavedView view{NavigatorTree::nameOf(item), text, {}, {}, false};
        if (NavigatorTree::kindOf(item) == Kind::SavedView)
            view = m_actions->store().find(view.name).value_or(view);
        else
            view.name.clear();
        openView(view);
        return;
    }
    const ParsedFilter parsed = parseFilter(text);
    Filter filter = m_filter;
    if (choice == Choice::Exclude && parsed.filter.terms.size() != 1) {
        showNotice(tr("Only a view with a single term can be excluded."), true);
        return;
    }
    for (const FilterTerm &term : parsed.filter.terms)
        filter = choice == Choice::Add ? filterWith(filter, term) : filterWithout(filter, term);
    m_context->requestFilter(filter.text());
}

void NavigatorPanel::openView(const SavedView &view)
{
    m_actions->open(view);
}

void NavigatorPanel::onOpened(const SavedView &view)
{
    m_context->requestFilter(view.filter);
    if (!view.name.isEmpty() || view.order || !view.columns.isEmpty() || view.grouping)
        Q_EMIT viewChosen(view);
    mark();
}

void NavigatorPanel::selectView(const QString &name)
{
    for (int i = 0; i < m_views->childCount(); ++i) {
        QTreeWidgetItem *item = m_views->child(i);
        if (NavigatorTree::kindOf(item) == Kind::SavedView && NavigatorTree::nameOf(item) == name)
            m_tree->setCurrentItem(item);
    }
}

void NavigatorPanel::showNotice(const QString &text, bool isProblem, bool canUndo)
{
    m_notice->setText(text);
    if (canUndo)
        m_notice->setMarkup(markupOf(text) + u" <a href=\"undo\">"_s + tr("Undo") + u"</a>"_s);
    m_notice->setVisible(!text.isEmpty());
    setTone(m_notice, isProblem ? Tone::Trouble : Tone::Muted);
}

void NavigatorPanel::contextMenuEvent(QContextMenuEvent *event)
{
    const QPoint at = m_tree->viewport()->mapFrom(this, event->pos());
    QTreeWidgetItem *item = event->reason() == QContextMenuEvent::Keyboard ? m_tree->currentItem()
                                                                           : m_tree->itemAt(at);
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const Kind kind = item ? NavigatorTree::kindOf(item) : Kind::Remark;
    const QString name = item ? NavigatorTree::nameOf(item) : QString();
    if (kind == Kind::Name || kind == Kind::BuiltInView || kind == Kind::SavedView) {
        const auto addChoice = [&](const QString &text, NavigatorTree::Choice choice) {
            menu->addAction(text, this, [this, item, choice, name] {
                if (m_tree->indexFromItem(item).isValid() && NavigatorTree::nameOf(item) == name)
                    onChosen(item, choice);
            });
        };
        addChoice(tr("Show these jobs"), NavigatorTree::Choice::Set);
        addChoice(tr("Add to the filter"), NavigatorTree::Choice::Add);
        if (!NavigatorTree::filterOf(item).isEmpty())
            addChoice(tr("Exclude from the filter"), NavigatorTree::Choice::Exclude);
        menu->addSeparator();
    }
    if (kind == Kind::SavedView) {
        m_actions->addTo(menu, name, [this, item, name] {
            if (m_tree->indexFromItem(item).isValid() && NavigatorTree::nameOf(item) == name)
                m_tree->editItem(item);
        });
        menu->addSeparator();
    }
    menu->addActions(actions());
    menu->popup(event->globalPos());
}

void NavigatorPanel::updateColors()
{
    // Its scroll bar lies on the panel, not on a page.
    QPalette tree;
    tree.setColor(QPalette::Base, palette().color(QPalette::Window));
    m_tree->setPalette(tree);
}

void NavigatorPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        updateColors();
}

void NavigatorPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_poller.setPaused(false);
    showNames(); // may have been counted meanwhile
    showViews(); // another window may have changed them
}

void NavigatorPanel::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_poller.setPaused(true);
}

void NavigatorPanel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const int x = layoutDirection() == Qt::RightToLeft ? 0 : width() - 1;
    painter.fillRect(QRect(x, 0, 1, height()), hairlineColor(palette()));
}

} // namespace yardmaster
