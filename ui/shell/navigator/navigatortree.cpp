#include "ui/shell/navigator/navigatortree.h"

#include "models/values/showntext.h"
#include "models/views/savedview.h"
#include "ui/shell/navigator/navigatordelegate.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QScrollBar>

#include <utility>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

void fill(QTreeWidgetItem *item, const NavigatorEntry &entry)
{
    const bool isSaved = entry.kind == NavigatorEntry::Kind::SavedView;
    item->setText(0, shownText(entry.text));
    item->setData(0, NavigatorDelegate::KindRole, int(entry.kind));
    item->setData(0, NavigatorDelegate::FilterRole, entry.filter);
    item->setData(0, NavigatorDelegate::CountRole, entry.count);
    item->setData(0, NavigatorDelegate::StateRole,
                  entry.state ? QVariant(int(*entry.state)) : QVariant());
    item->setData(0, NavigatorDelegate::NameRole, entry.text);
    item->setToolTip(0, entry.toolTip);
    item->setData(0, Qt::AccessibleDescriptionRole,
                  entry.count.isEmpty() ? shownText(entry.toolTip)
                                        : NavigatorTree::tr("Jobs: %1").arg(entry.count));
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    if (entry.kind == NavigatorEntry::Kind::Remark)
        flags = Qt::NoItemFlags;
    item->setFlags(isSaved ? flags | Qt::ItemIsEditable : flags);
}

} // namespace

NavigatorTree::NavigatorTree(QWidget *parent)
    : QTreeWidget(parent)
{
    setColumnCount(1);
    setHeaderHidden(true);
    setRootIsDecorated(false);
    setIndentation(0);
    setFrameShape(NoFrame);
    setSelectionMode(NoSelection);
    setEditTriggers(NoEditTriggers);
    setMouseTracking(true);
    setExpandsOnDoubleClick(false);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setItemDelegate(new NavigatorDelegate(this));
    viewport()->setAutoFillBackground(false);
    setWhatsThis(tr("Click to show these jobs, Ctrl+click to add them to the filter, Shift+click "
                    "or middle-click to exclude them."));
    connect(this, &QTreeWidget::itemChanged, this, &NavigatorTree::onItemChanged);
}

QTreeWidgetItem *NavigatorTree::addSection(const QString &title)
{
    m_isFilling = true;
    auto *section = new QTreeWidgetItem(this);
    fill(section, {NavigatorEntry::Kind::Section, title});
    section->setExpanded(true);
    m_isFilling = false;
    return section;
}

void NavigatorTree::setEntries(QTreeWidgetItem *section, const QList<NavigatorEntry> &entries)
{
    if (state() == EditingState)
        return; // a name is being typed; the next reading brings the rest
    m_isFilling = true;
    const int place = verticalScrollBar()->value();
    while (section->childCount() > entries.size())
        delete section->takeChild(section->childCount() - 1);
    for (int i = 0; i < entries.size(); ++i) {
        if (i == section->childCount())
            section->addChild(new QTreeWidgetItem);
        fill(section->child(i), entries.at(i));
    }
    m_pressed = nullptr;
    m_isFilling = false;
    applySearch(section);
    verticalScrollBar()->setValue(place);
}

void NavigatorTree::setSearch(const QString &text)
{
    m_search = text.trimmed();
    for (int i = 0; i < topLevelItemCount(); ++i)
        applySearch(topLevelItem(i));
}

void NavigatorTree::applySearch(QTreeWidgetItem *section) const
{
    for (int i = 0; i < section->childCount(); ++i) {
        QTreeWidgetItem *item = section->child(i);
        item->setHidden(!m_search.isEmpty()
                        && (kindOf(item) == NavigatorEntry::Kind::Remark
                            || !item->text(0).contains(m_search, Qt::CaseInsensitive)));
    }
}

void NavigatorTree::setActive(const QString &filter, const QString &editedView)
{
    m_isFilling = true;
    for (int i = 0; i < topLevelItemCount(); ++i) {
        const QTreeWidgetItem *section = topLevelItem(i);
        for (int j = 0; j < section->childCount(); ++j) {
            QTreeWidgetItem *item = section->child(j);
            const bool isView = kindOf(item) == NavigatorEntry::Kind::BuiltInView
                || kindOf(item) == NavigatorEntry::Kind::SavedView;
            const bool hasFilter = kindOf(item) != NavigatorEntry::Kind::Remark;
            const bool isEditedView = kindOf(item) == NavigatorEntry::Kind::SavedView
                && !editedView.isEmpty() && nameOf(item) == editedView;
            // Names are written in one way only; a view may be written in any.
            const bool isSame = hasFilter
                && (isView ? isSameFilter(filterOf(item), filter) : filterOf(item) == filter);
            item->setData(0, NavigatorDelegate::ActiveRole, isSame);
            item->setData(0, NavigatorDelegate::EditedRole, isEditedView && !isSame);
        }
    }
    m_isFilling = false;
}

NavigatorEntry::Kind NavigatorTree::kindOf(const QTreeWidgetItem *item)
{
    return NavigatorEntry::Kind(item->data(0, NavigatorDelegate::KindRole).toInt());
}

QString NavigatorTree::filterOf(const QTreeWidgetItem *item)
{
    return item->data(0, NavigatorDelegate::FilterRole).toString();
}

QString NavigatorTree::nameOf(const QTreeWidgetItem *item)
{
    return item->data(0, NavigatorDelegate::NameRole).toString();
}

QString NavigatorTree::countOf(const QTreeWidgetItem *item)
{
    return item->data(0, NavigatorDelegate::CountRole).toString();
}

bool NavigatorTree::isActive(const QTreeWidgetItem *item)
{
    return item->data(0, NavigatorDelegate::ActiveRole).toBool();
}

bool NavigatorTree::isEdited(const QTreeWidgetItem *item)
{
    return item->data(0, NavigatorDelegate::EditedRole).toBool();
}

void NavigatorTree::choose(QTreeWidgetItem *item, Choice choice)
{
    const auto kind = kindOf(item);
    if (kind == NavigatorEntry::Kind::Section)
        item->setExpanded(!item->isExpanded());
    else if (kind != NavigatorEntry::Kind::Remark)
        Q_EMIT chosen(item, choice);
}

void NavigatorTree::mousePressEvent(QMouseEvent *event)
{
    QTreeWidget::mousePressEvent(event);
    m_pressed = itemAt(event->position().toPoint());
    if (m_pressed)
        setCurrentItem(m_pressed);
}

void NavigatorTree::mouseReleaseEvent(QMouseEvent *event)
{
    QTreeWidget::mouseReleaseEvent(event);
    QTreeWidgetItem *item = itemAt(event->position().toPoint());
    if (!item || item != std::exchange(m_pressed, nullptr))
        return;
    const bool isMiddle = event->button() == Qt::MiddleButton;
    if (!isMiddle && event->button() != Qt::LeftButton)
        return;
    choose(item,
           isMiddle || event->modifiers().testFlag(Qt::ShiftModifier) ? Choice::Exclude
               : event->modifiers().testFlag(Qt::ControlModifier)     ? Choice::Add
                                                                      : Choice::Set);
}

void NavigatorTree::keyPressEvent(QKeyEvent *event)
{
    QTreeWidgetItem *item = currentItem();
    if (!item || state() == EditingState) {
        QTreeWidget::keyPressEvent(event);
        return;
    }
    const bool isSaved = kindOf(item) == NavigatorEntry::Kind::SavedView;
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        choose(item,
               event->modifiers().testFlag(Qt::ShiftModifier)         ? Choice::Exclude
                   : event->modifiers().testFlag(Qt::ControlModifier) ? Choice::Add
                                                                      : Choice::Set);
        return;
    case Qt::Key_F2:
        if (isSaved)
            editItem(item);
        return;
    case Qt::Key_Delete:
        if (isSaved)
            Q_EMIT removalRequested(nameOf(item));
        return;
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (isSaved && event->modifiers().testFlag(Qt::AltModifier)) {
            Q_EMIT moveRequested(nameOf(item), event->key() == Qt::Key_Up ? -1 : 1);
            return;
        }
        break;
    default:
        break;
    }
    QTreeWidget::keyPressEvent(event);
}

void NavigatorTree::onItemChanged(QTreeWidgetItem *item)
{
    if (m_isFilling || kindOf(item) != NavigatorEntry::Kind::SavedView)
        return;
    const QString name = nameOf(item);
    const QString newName = item->text(0).simplified();
    if (newName == name || newName == shownText(name).simplified())
        return;
    m_isFilling = true;
    item->setText(0, shownText(name)); // whoever stores it says what it is called
    m_isFilling = false;
    if (!newName.isEmpty())
        Q_EMIT renamed(name, newName);
}

} // namespace yardmaster
