#include "ui/shell/navigator/navigatortree.h"

#include "models/values/showntext.h"
#include "models/views/savedview.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/stateglyph.h"
#include "ui/kit/textdirection.h"
#include "ui/kit/theme.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kKindRole = Qt::UserRole;
constexpr int kFilterRole = Qt::UserRole + 1;
constexpr int kCountRole = Qt::UserRole + 2;
constexpr int kStateRole = Qt::UserRole + 3;
constexpr int kNameRole = Qt::UserRole + 4;
constexpr int kActiveRole = Qt::UserRole + 5;
constexpr int kEditedRole = Qt::UserRole + 6;
constexpr int kTreeRowHeight = 26;
constexpr int kSectionHeight = 32;
constexpr int kIndent = 28; // glyph and text of all rows line up
constexpr int kEdge = 8;

class NavigatorDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option,
                                 const QModelIndex &index) const override
    {
        const int least = index.parent().isValid() ? kTreeRowHeight : kSectionHeight;
        return {0, std::max(least, option.fontMetrics.height() + 8)};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override
    {
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        paintBackground(*painter, option, index);
        if (index.parent().isValid())
            paintRow(*painter, option, index);
        else
            paintSection(*painter, option, index);
        painter->restore();
    }

    void updateEditorGeometry(QWidget *editor, const QStyleOptionViewItem &option,
                              const QModelIndex &) const override
    {
        const QRect box = option.rect.adjusted(kIndent - 4, 1, -kEdge, -1);
        editor->setGeometry(QStyle::visualRect(option.direction, option.rect, box));
    }

private:
    [[nodiscard]] static int flagsFor(const QStyleOptionViewItem &option, Qt::Alignment alignment)
    {
        return int(QStyle::visualAlignment(option.direction, alignment | Qt::AlignVCenter))
            | Qt::TextSingleLine;
    }

    static void paintBackground(QPainter &painter, const QStyleOptionViewItem &option,
                                const QModelIndex &index)
    {
        const QRectF box = QRectF(option.rect).adjusted(4, 1, -4, -1);
        const QColor accent = option.palette.color(QPalette::Highlight);
        QColor wash = accent;
        const bool isActive = index.data(kActiveRole).toBool();
        const bool isRemark = index.data(kKindRole).toInt() == int(NavigatorEntry::Kind::Remark);
        const bool isHovered = option.state.testFlag(QStyle::State_MouseOver) && !isRemark;
        painter.setPen(Qt::NoPen);
        if (isActive)
            wash.setAlphaF(isHovered ? 0.20F : 0.14F);
        else if (isHovered && index.parent().isValid())
            wash = QColor(mutedColor(option.palette).red(), mutedColor(option.palette).green(),
                          mutedColor(option.palette).blue(), 24);
        else
            wash = Qt::transparent;
        painter.setBrush(wash);
        painter.drawRoundedRect(box, 4, 4);
        const auto *tree = qobject_cast<const QTreeWidget *>(option.widget);
        if (tree && tree->hasFocus() && tree->currentIndex() == index) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(accent, 1));
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
        }
    }

    static void paintSection(QPainter &painter, const QStyleOptionViewItem &option,
                             const QModelIndex &index)
    {
        const QColor ink = mutedColor(option.palette);
        QRect arrow(option.rect.left() + 12, option.rect.top(), 10, option.rect.height());
        arrow = QStyle::visualRect(option.direction, option.rect, arrow);
        const bool isOpen = option.state.testFlag(QStyle::State_Open);
        painter.setPen(QPen(ink, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        const QPointF middle = QRectF(arrow).center();
        const double side = option.direction == Qt::RightToLeft ? -1 : 1;
        if (isOpen)
            painter.drawPolyline(QPolygonF{middle + QPointF(-3.5, -1.5), middle + QPointF(0, 2),
                                           middle + QPointF(3.5, -1.5)});
        else
            painter.drawPolyline(QPolygonF{middle + QPointF(-1.5 * side, -3.5),
                                           middle + QPointF(2 * side, 0),
                                           middle + QPointF(-1.5 * side, 3.5)});
        QFont font = option.font;
        font.setWeight(QFont::DemiBold);
        painter.setFont(font);
        painter.setPen(ink);
        int taken = kEdge / 2;
        const auto *tree = qobject_cast<const QTreeWidget *>(option.widget);
        if (const QWidget *buttons = tree ? tree->indexWidget(index) : nullptr)
            taken += buttons->sizeHint().width();
        QRect text = option.rect.adjusted(kIndent, 0, -taken, 0);
        text = QStyle::visualRect(option.direction, option.rect, text);
        painter.drawText(
            text, flagsFor(option, Qt::AlignLeading),
            QFontMetrics(font).elidedText(index.data().toString(), Qt::ElideRight, text.width()));
    }

    static void paintBookmark(QPainter &painter, const QStyleOptionViewItem &option)
    {
        QRect box(option.rect.left() + kEdge, option.rect.center().y() - kGlyphSize / 2 + 1,
                  kGlyphSize, kGlyphSize);
        box = QStyle::visualRect(option.direction, option.rect, box);
        const QPointF corner = QRectF(box).topLeft();
        QPolygonF shape;
        for (const QPointF &point : {QPointF(4.5, 2.5), QPointF(11.5, 2.5), QPointF(11.5, 13),
                                     QPointF(8, 10), QPointF(4.5, 13)})
            shape << corner + point;
        painter.setPen(
            QPen(mutedColor(option.palette), 1.25, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.setBrush(Qt::NoBrush);
        painter.drawPolygon(shape);
    }

    static void paintRow(QPainter &painter, const QStyleOptionViewItem &option,
                         const QModelIndex &index)
    {
        const QPalette &palette = option.palette;
        const bool isRemark = index.data(kKindRole).toInt() == int(NavigatorEntry::Kind::Remark);
        const bool isActive = index.data(kActiveRole).toBool();
        if (const QVariant state = index.data(kStateRole); state.isValid()) {
            QRect glyph(option.rect.left() + kEdge, option.rect.center().y() - kGlyphSize / 2 + 1,
                        kGlyphSize, kGlyphSize);
            glyph = QStyle::visualRect(option.direction, option.rect, glyph);
            const auto which = JobState(state.toInt());
            paintStateGlyph(painter, glyph.topLeft(), which, stateColor(which, palette));
        } else if (index.data(kKindRole).toInt() == int(NavigatorEntry::Kind::SavedView)) {
            paintBookmark(painter, option);
        }
        const QString count = index.data(kCountRole).toString();
        const QFont figures = tabularFont(option.font);
        const int countWidth
            = count.isEmpty() ? 0 : QFontMetrics(figures).horizontalAdvance(count) + 12;
        QRect text = option.rect.adjusted(kIndent, 0, -kEdge - countWidth - 4, 0);
        QRect number = option.rect.adjusted(0, 0, -kEdge - 4, 0);
        text = QStyle::visualRect(option.direction, option.rect, text);
        number = QStyle::visualRect(option.direction, option.rect, number);
        QFont font = option.font;
        if (isActive)
            font.setWeight(QFont::DemiBold);
        painter.setFont(font);
        painter.setPen(isRemark ? mutedColor(palette) : palette.color(QPalette::WindowText));
        QString label = index.data().toString();
        if (index.data(kEditedRole).toBool())
            label += u" •"_s;
        painter.drawText(text, flagsFor(option, Qt::AlignLeading) | ownDirection(label),
                         QFontMetrics(font).elidedText(label, Qt::ElideMiddle, text.width()));
        if (!count.isEmpty()) {
            painter.setFont(figures);
            painter.setPen(mutedColor(palette));
            painter.drawText(number, flagsFor(option, Qt::AlignTrailing), count);
        }
    }
};

void fill(QTreeWidgetItem *item, const NavigatorEntry &entry)
{
    const bool isSaved = entry.kind == NavigatorEntry::Kind::SavedView;
    item->setText(0, shownText(entry.text));
    item->setData(0, kKindRole, int(entry.kind));
    item->setData(0, kFilterRole, entry.filter);
    item->setData(0, kCountRole, entry.count);
    item->setData(0, kStateRole, entry.state ? QVariant(int(*entry.state)) : QVariant());
    item->setData(0, kNameRole, entry.text);
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
            item->setData(0, kActiveRole, isSame);
            item->setData(0, kEditedRole, isEditedView && !isSame);
        }
    }
    m_isFilling = false;
}

NavigatorEntry::Kind NavigatorTree::kindOf(const QTreeWidgetItem *item)
{
    return NavigatorEntry::Kind(item->data(0, kKindRole).toInt());
}

QString NavigatorTree::filterOf(const QTreeWidgetItem *item)
{
    return item->data(0, kFilterRole).toString();
}

QString NavigatorTree::nameOf(const QTreeWidgetItem *item)
{
    return item->data(0, kNameRole).toString();
}

QString NavigatorTree::countOf(const QTreeWidgetItem *item)
{
    return item->data(0, kCountRole).toString();
}

bool NavigatorTree::isActive(const QTreeWidgetItem *item)
{
    return item->data(0, kActiveRole).toBool();
}

bool NavigatorTree::isEdited(const QTreeWidgetItem *item)
{
    return item->data(0, kEditedRole).toBool();
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
