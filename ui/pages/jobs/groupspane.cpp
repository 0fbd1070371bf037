#include "ui/pages/jobs/groupspane.h"

#include "models/console/consolecontext.h"
#include "models/values/format.h"
#include "models/values/showntext.h"
#include "ui/kit/command.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/listpage.h"
#include "ui/kit/rowmenu.h"
#include "ui/pages/jobs/groupingwords.h"

#include <QApplication>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPushButton>
#include <QTableView>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// Counting that took less is repeated when jobs were changed here.
constexpr std::chrono::milliseconds kCheap = 1s;
constexpr int kAllColumns = 62;          // characters of a pane with room for all of them
constexpr qsizetype kLongestGroup = 200; // characters of a term in the line above the list

} // namespace

GroupsPane::GroupsPane(ConsoleContext *context, QWidget *panel)
    : QWidget(panel)
    , m_context(context)
    , m_panel(panel)
    , m_model(context->sessions())
    , m_retry(context->sessions(), this)
    , m_list(new ListPage(&m_model, u"group"_s, tr("Groups of jobs"), this))
    , m_stop(new QPushButton(tr("Stop"), this))
    , m_chooser(new QComboBox(panel))
    , m_line(new QWidget(panel))
    , m_lineText(new ElidedLabel(Qt::ElideRight, m_line))
    , m_back(new QPushButton(tr("All groups"), m_line))
{
    setObjectName("groupsPane"_L1);
    m_list->table()->setObjectName("groupsTable"_L1);
    m_stop->setObjectName("groupStop"_L1);
    m_stop->setToolTip(tr("Ends the statement that counts."));
    m_list->addAtEnd(m_stop);
    m_list->setLooking(tr("Counting…"), tr("The groups appear here, the largest one first."));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_list);
    setMinimumWidth(200);
    hide();
    makeLine();
    makeChooser();
    makeCommands();
    RowMenu::of(m_list->table())->setSubjects(m_context, [this](const QModelIndex &) {
        RowSubject subject;
        if (const int row = m_list->currentRow(); row >= 0 && m_model.at(row).term)
            subject.filter = filterOfGroup(m_base, *m_model.at(row).term).text();
        return subject;
    });

    m_moved.setSingleShot(true);
    m_moved.setInterval(100ms);
    connect(&m_moved, &QTimer::timeout, this, &GroupsPane::chooseCurrent);
    connect(m_list, &ListPage::currentChanged, this, [this] {
        if (m_isMerging)
            return;
        m_moved.start();
        showGroup();
    });
    connect(m_list, &ListPage::activated, this, [this] {
        chooseCurrent();
        if (obstacle().isEmpty())
            Q_EMIT leaveRequested();
    });
    connect(m_list, &ListPage::refreshRequested, this, &GroupsPane::refresh);
    connect(m_stop, &QPushButton::clicked, &m_model, &JobGroupsModel::stop);
    connect(&m_model, &JobGroupsModel::phaseChanged, this, &GroupsPane::showState);
    connect(&m_model, &JobGroupsModel::aboutToMerge, this, [this] { m_isMerging = true; });
    connect(&m_model, &JobGroupsModel::merged, this, &GroupsPane::onMerged);
    m_tick.setInterval(1s);
    connect(&m_tick, &QTimer::timeout, this, &GroupsPane::showState);
    m_soon.setSingleShot(true);
    m_soon.setInterval(500ms);
    connect(&m_soon, &QTimer::timeout, this, [this] {
        if (m_model.phase() == JobGroupsModel::Phase::Ready && m_model.took() <= kCheap)
            refresh();
    });
    connect(m_context, &ConsoleContext::jobsChanged, &m_soon, qOverload<>(&QTimer::start));
    connect(&m_retry, &Retry::lost, &m_model, &JobGroupsModel::lose);
    connect(&m_retry, &Retry::judgedAnew, this, &GroupsPane::showState);
    connect(&m_retry, &Retry::due, this, &GroupsPane::refresh);
    showState();
    showGroup();
}

GroupsPane::~GroupsPane()
{
    delete m_list; // before the model it shows
}

void GroupsPane::makeLine()
{
    m_line->setObjectName("groupLine"_L1);
    m_lineText->setObjectName("groupLineText"_L1);
    m_back->setObjectName("groupLineBack"_L1);
    m_back->setToolTip(tr("Lists the jobs of all groups again."));
    connect(m_back, &QPushButton::clicked, this, [this] {
        leave();
        Q_EMIT leaveRequested();
    });
    auto *row = new QHBoxLayout(m_line);
    row->setContentsMargins(12, 8, 12, 8); // as high as the bar of the groups
    row->setSpacing(8);
    row->addWidget(m_lineText, 1);
    row->addWidget(m_back);
}

void GroupsPane::makeChooser()
{
    m_chooser->setObjectName("jobGrouping"_L1);
    m_chooser->setAccessibleName(tr("Groups of the list"));
    m_chooser->setToolTip(tr("Counts the jobs of the filter by what they have in common."));
    const auto all = groupingChoices();
    for (const auto &grouping : all)
        m_chooser->addItem(groupingWords(grouping));
    connect(m_chooser, &QComboBox::activated, this,
            [this, all](int place) { setGrouping(all.at(place)); });
}

void GroupsPane::makeCommands()
{
    const QString submenu = tr("Group by");
    addCommand(this, m_panel, u"view.group-by"_s, tr("Group by…"),
               tr("Opens what the jobs can be grouped by."), &GroupsPane::openChooser)
        ->withKeys({Qt::CTRL | Qt::Key_G})
        ->alsoCalled(tr("count, divide, distribution"))
        ->under(submenu);
    const auto all = groupingChoices();
    for (const auto &grouping : all) {
        const QString name = grouping ? groupingName(*grouping) : u"none"_s;
        m_switches << addCommand(this, m_panel, u"view.group-"_s + name, groupingWords(grouping),
                                 grouping ? tr(
                                     "Counts the jobs of the filter by what they have in common.")
                                          : tr("Lists the jobs alone."),
                                 [this, grouping] {
                                     setGrouping(grouping);
                                     showState(); // it has turned its mark itself
                                 })
                          ->asSwitch()
                          ->alsoCalled(tr("count, divide, distribution"))
                          ->under(submenu);
    }
    const auto needsGroups
        = [this] { return m_grouping ? QString() : tr("The jobs are not grouped."); };
    addCommand(this, m_panel, u"view.go-to-groups"_s, tr("Go to groups"),
               tr("Goes to the list of groups."),
               [this] { m_list->table()->setFocus(Qt::ShortcutFocusReason); })
        ->withKeysHere({QKeySequence(Qt::Key_G, Qt::Key_G)})
        ->unless(needsGroups)
        ->under(submenu);
    addCommand(this, m_panel, u"view.all-groups"_s, tr("Show all groups"),
               tr("Lists the jobs of all groups again."), &GroupsPane::leave)
        ->withKeysHere({Qt::ALT | Qt::Key_Up})
        ->unless([this] { return m_group ? QString() : tr("The jobs of all groups are listed."); })
        ->alsoCalled(tr("back, up, leave the group"))
        ->under(submenu);
}

void GroupsPane::openChooser()
{
    m_chooser->setFocus(Qt::ShortcutFocusReason);
    m_chooser->showPopup();
}

void GroupsPane::setGrouping(std::optional<FilterKey> grouping)
{
    if (grouping == m_grouping)
        return;
    const bool hadFocus = isAncestorOf(QApplication::focusWidget());
    const bool wasInGroup = m_group.has_value();
    leaveQuietly();
    m_grouping = grouping;
    m_model.forget();
    setVisible(m_grouping.has_value());
    read();
    showState();
    if (hadFocus && !m_grouping)
        Q_EMIT leaveRequested();
    Q_EMIT groupingChanged();
    if (wasInGroup)
        Q_EMIT groupChanged();
}

void GroupsPane::setBase(const Filter &base)
{
    if (base == m_base)
        return;
    leaveQuietly();
    m_base = base;
    read();
}

void GroupsPane::leaveQuietly()
{
    m_moved.stop();
    m_group.reset();
    m_model.keep({});
    m_isMerging = true;
    if (m_model.rowCount() > 0)
        m_list->setCurrentRow(0);
    m_isMerging = false;
    showGroup();
}

void GroupsPane::leave()
{
    if (!m_group)
        return;
    leaveQuietly();
    Q_EMIT groupChanged();
}

Filter GroupsPane::shown() const
{
    return m_group ? filterOfGroup(m_base, *m_group) : m_base;
}

Count GroupsPane::counted() const
{
    for (const JobGroup &group : m_model.rows()) {
        if (group.term == m_group && (m_group || group.kind == JobGroup::Kind::All))
            return {group.jobs};
    }
    return {};
}

void GroupsPane::setActive(bool isActive)
{
    m_isActive = isActive;
    m_retry.setPaused(!isActive);
    if (isActive && m_isWanted)
        read();
}

void GroupsPane::refresh()
{
    if (m_isActive && m_grouping)
        read();
}

void GroupsPane::read()
{
    m_isWanted = m_grouping && !m_isActive;
    m_soon.stop();
    if (!m_grouping)
        return;
    if (m_isWanted) // what is shown belongs to another question
        return m_model.forget();
    m_model.count(m_context->filterContext(), m_base, *m_grouping);
}

/// The jobs of the row in front are listed from now on.
void GroupsPane::chooseCurrent()
{
    m_moved.stop();
    const int row = m_list->currentRow();
    if (row < 0)
        return;
    const JobGroup &group = m_model.at(row);
    if (group.term == m_group || (!group.term && group.kind != JobGroup::Kind::All))
        return;
    m_group = group.term;
    m_model.keep(m_group ? groupRowKey(group) : QString());
    showGroup();
    Q_EMIT groupChanged();
}

/// Why the row in front cannot be chosen.
QString GroupsPane::obstacle() const
{
    const int row = m_list->currentRow();
    return row < 0 ? QString() : m_model.at(row).obstacle;
}

/// By what it stands for, not by place: counts change the order. What is listed stays.
void GroupsPane::onMerged()
{
    int current = 0;
    for (int row = 0; m_group && row < m_model.rowCount(); ++row) {
        if (m_model.at(row).term == m_group)
            current = row;
    }
    if (obstacle().isEmpty())
        m_list->setCurrentRow(current);
    m_isMerging = false;
    showGroup();
}

QString GroupsPane::listed() const
{
    const QString base = shownLine(m_base.text());
    if (!m_group)
        return m_base.isEmpty() ? tr("all jobs") : base;
    const QString group = shownLine(m_group->text(), kLongestGroup);
    return m_base.isEmpty() ? tr("%1 of all jobs").arg(group)
                            : tr("%1 of %2", "a group of the jobs of a filter").arg(group, base);
}

void GroupsPane::showGroup()
{
    const QString why = obstacle();
    m_line->setVisible(m_group || !why.isEmpty());
    m_back->setVisible(m_group.has_value());
    m_lineText->setText(why.isEmpty() ? listed()
                                      : why + u' ' + tr("Still listed: %1.").arg(listed()));
    updateCommands(this);
}

QString GroupsPane::remark() const
{
    using Phase = JobGroupsModel::Phase;
    switch (m_model.phase()) {
    case Phase::Nothing:
    case Phase::Failed:
        return {};
    case Phase::Counting: {
        const auto seconds = std::chrono::floor<std::chrono::seconds>(m_model.took());
        return seconds >= 1s ? tr("Counting… %1").arg(formatWholeDuration(seconds))
                             : tr("Counting…");
    }
    case Phase::Stopped:
        return m_model.isTimedOut()
            ? tr("Not counted within %1").arg(formatExactDuration(m_model.patience()))
            : tr("Counting was stopped");
    case Phase::Ready:
        break;
    }
    const QString groups = formatNumber(m_model.groups());
    return m_model.isCut() ? tr("The largest %1 of %2 groups").arg(kGroupCap).arg(groups)
                           : tr("%1 groups", nullptr, pluralOf(m_model.groups())).arg(groups);
}

void GroupsPane::showState()
{
    using Phase = JobGroupsModel::Phase;
    const Phase phase = m_model.phase();
    const auto all = groupingChoices();
    m_chooser->setCurrentIndex(int(all.indexOf(m_grouping)));
    for (qsizetype place = 0; place < all.size(); ++place)
        m_switches.at(place)->setChecked(all.at(place) == m_grouping);
    updateCommands(this);
    const bool isCounting = phase == Phase::Counting;
    if (!isCounting)
        m_tick.stop();
    else if (!m_tick.isActive())
        m_tick.start();
    m_stop->setVisible(isCounting);
    m_list->refreshButton()->setVisible(!isCounting);
    m_retry.setFailing(phase == Phase::Failed, false);
    const QString several = tr("A job with several flags is in several groups.");
    m_list->setRemark(remark(), phase == Phase::Stopped && m_model.isTimedOut(),
                      m_grouping == FilterKey::Flag && phase == Phase::Ready
                          ? remark() + u'\n' + several
                          : QString());
    const bool isEmpty
        = m_list->isKnownEmpty(m_retry.judged(m_model.freshness())) || m_model.rowCount() == 0;
    if (isEmpty && phase == Phase::Stopped && m_model.isTimedOut())
        m_list->showHint(tr("It took too long"),
                         tr("The server stopped counting after its time limit. Workers are not "
                            "affected. A narrower filter has fewer jobs to count."));
    else if (isEmpty && phase == Phase::Stopped)
        m_list->showHint(tr("Counting was stopped"), tr("Refresh counts again."));
}

void GroupsPane::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_model.hideTimes(width() < kAllColumns * fontMetrics().averageCharWidth());
}

void GroupsPane::keyPressEvent(QKeyEvent *event)
{
    if (event->key() != Qt::Key_Escape)
        return QWidget::keyPressEvent(event);
    if (m_group)
        leave();
    else
        Q_EMIT leaveRequested();
}

} // namespace yardmaster
