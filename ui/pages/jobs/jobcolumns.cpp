#include "ui/pages/jobs/jobcolumns.h"

#include "ui/kit/columnroom.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/stateglyph.h"
#include "ui/kit/theme.h"
#include "ui/pages/jobs/jobstable.h"

#include <QEvent>
#include <QHeaderView>
#include <QScopedValueRollback>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kNarrowest = 40;
constexpr int kWidest = 4000;
constexpr int kUsuallyWidest = 240;
constexpr int kMostFitted = 480; // to their content
constexpr int kPadding = 2 * kCellPadding + 4;

} // namespace

JobColumns::JobColumns(JobsTable *table)
    : QObject(table)
    , m_table(table)
    , m_line(table->fontMetrics().height())
{
    QHeaderView *header = table->horizontalHeader();
    header->setSectionsMovable(true);
    header->setFirstSectionMovable(true);
    header->setHighlightSections(false);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter); // as the cells below
    header->setMinimumSectionSize(kNarrowest);
    header->setSectionResizeMode(QHeaderView::Interactive);
    table->installEventFilter(this);
    table->viewport()->installEventFilter(this);
    m_choices.resize(count());
    reset();
    connect(header, &QHeaderView::sectionMoved, this, [this] {
        if (m_isRestoring)
            return;
        fit();
        Q_EMIT changed();
    });
    connect(header, &QHeaderView::sectionResized, this,
            [this](int section, int, int width) { onResized(section, width); });
}

/// Columns that were dragged stay as wide, in letters.
bool JobColumns::eventFilter(QObject *watched, QEvent *event)
{
    const int line = m_table->fontMetrics().height();
    if (event->type() == QEvent::Resize && watched == m_table->viewport()) {
        fit();
    } else if (event->type() == QEvent::FontChange && watched == m_table && line != m_line) {
        for (int column = 0; column < count(); ++column) {
            Choice &choice = m_choices[column];
            choice.width
                = choice.isByHand ? choice.width * line / m_line : usualWidth(JobColumn(column));
        }
        m_line = line;
        fit();
    }
    return QObject::eventFilter(watched, event);
}

/// By hand, or to the content.
void JobColumns::onResized(int section, int width)
{
    if (m_isFitting || width == 0)
        return;
    if (section != rightmost())
        choose(JobColumn(section), width);
    stretch();
    if (!m_isRestoring)
        Q_EMIT changed();
}

void JobColumns::choose(JobColumn column, int width)
{
    Choice &choice = m_choices[int(column)];
    choice.width = width;
    choice.isByHand = width != usualWidth(column);
}

/// Shows what is chosen, as far as there is room for it.
void JobColumns::fit()
{
    const QScopedValueRollback fitting(m_isFitting, true);
    const QList<JobColumn> all = order();
    const auto right = std::find_if(all.crbegin(), all.crend(),
                                    [this](JobColumn column) { return isShown(column); });
    QList<ColumnRoom> rooms;
    int room = m_table->viewport()->width();
    for (const JobColumn column : all) {
        if (right != all.crend() && column == *right)
            room -= leastAtEnd(column);
        rooms << (isShown(column) && column != *right ? roomOf(column) : ColumnRoom{});
    }
    const QList<int> widths = sharedRoom(rooms, room);
    for (qsizetype place = 0; place < all.size(); ++place) {
        const int section = int(all.at(place));
        const bool isStretched = right != all.crend() && all.at(place) == *right;
        m_table->setColumnHidden(section, !isStretched && widths.at(place) == 0);
        if (widths.at(place) > 0)
            m_table->setColumnWidth(section, widths.at(place));
    }
    stretch();
    const auto seen = std::ranges::find_if(
        all, [this](JobColumn column) { return !m_table->isColumnHidden(int(column)); });
    // What the cursor does with a cell, it does with one that is seen.
    const QModelIndex current = m_table->currentIndex();
    if (current.isValid() && m_table->isColumnHidden(current.column()) && seen != all.cend()) {
        const bool isScrolling = m_table->hasAutoScroll();
        m_table->setAutoScroll(false);
        m_table->setCurrentIndex(current.siblingAtColumn(int(*seen)));
        m_table->setAutoScroll(isScrolling);
    }
}

/// The one on the right takes the room that is left.
void JobColumns::stretch()
{
    const int section = rightmost();
    if (section < 0)
        return;
    const QScopedValueRollback fitting(m_isFitting, true);
    const int others = m_table->horizontalHeader()->length() - m_table->columnWidth(section);
    m_table->setColumnWidth(
        section, std::max(leastAtEnd(JobColumn(section)), m_table->viewport()->width() - others));
}

/// The section at the end of those that are seen; -1: none.
int JobColumns::rightmost() const
{
    const QHeaderView *header = m_table->horizontalHeader();
    for (int place = header->count() - 1; place >= 0; --place) {
        if (const int section = header->logicalIndex(place); !header->isSectionHidden(section))
            return section;
    }
    return -1;
}

/// Of the one on the right; what it was stretched to is not what it needs.
int JobColumns::leastAtEnd(JobColumn column) const
{
    return std::min(roomOf(column).least, usualWidth(column));
}

ColumnRoom JobColumns::roomOf(JobColumn column) const
{
    const JobColumnEntry &entry = m_table->jobs()->entry(column);
    const Choice &choice = m_choices.at(int(column));
    ColumnRoom room{choice.width, choice.width, entry.isSpare};
    if (entry.elide == Qt::ElideMiddle && !choice.isByHand)
        room.least
            = leastNameWidth(m_table->fontMetrics(), room.wanted,
                             m_table->fontMetrics().horizontalAdvance(entry.title) + 12, kPadding);
    return room;
}

void JobColumns::fitToContent()
{
    for (int column = 0; column < count(); ++column) {
        if (m_table->isColumnHidden(column))
            continue;
        m_table->resizeColumnToContents(column);
        m_table->setColumnWidth(column, std::min(m_table->columnWidth(column), kMostFitted));
    }
}

int JobColumns::usualWidth(JobColumn column) const
{
    const QFontMetrics words = m_table->fontMetrics();
    const JobColumnEntry &entry = m_table->jobs()->entry(column);
    const int title = words.horizontalAdvance(entry.title) + 12;
    if (isPayloadColumn(column))
        return std::clamp(title + kPadding, 120, kUsuallyWidest);
    const bool isFigure = entry.isFigure || entry.hasFigures;
    const int cells = (isFigure ? QFontMetrics(tabularFont(m_table->font())) : words)
                          .horizontalAdvance(entry.widest)
        + (entry.hasShape ? kGlyphSize + kCellPadding : 0);
    return std::max(std::max(cells, title) + kPadding, kNarrowest);
}

int JobColumns::count() const
{
    return m_table->horizontalHeader()->count();
}

bool JobColumns::isLastShown(JobColumn column) const
{
    return isShown(column) && std::ranges::count(m_choices, true, &Choice::isShown) <= 1;
}

QString JobColumns::title(JobColumn column) const
{
    return m_table->jobs()->entry(column).title;
}

QString JobColumns::remark(JobColumn column) const
{
    return isShown(column) && m_table->isColumnHidden(int(column))
        ? tr("%1 (no room)", "a column").arg(title(column))
        : title(column);
}

QString JobColumns::nameOf(JobColumn column) const
{
    return isPayloadColumn(column) ? title(column) : QString(m_table->jobs()->entry(column).id);
}

/// The column that settings call so; one of payloads is made if it is not there.
std::optional<JobColumn> JobColumns::named(const QString &name)
{
    for (int column = 0; column < kJobColumns; ++column) {
        if (m_table->jobs()->columns().at(column).id == name)
            return JobColumn(column);
    }
    if (!name.startsWith("payload."_L1))
        return std::nullopt;
    const auto path = parsePayloadPath(name);
    if (!path)
        return std::nullopt;
    const QList<QStringList> paths = m_table->jobs()->payloadPaths();
    if (const qsizetype place = paths.indexOf(*path); place >= 0)
        return payloadColumn(int(place));
    if (paths.size() >= kMostPayloadColumns)
        return std::nullopt;
    return makePayload(*path);
}

JobColumn JobColumns::makePayload(const QStringList &path)
{
    m_choices.resize(m_choices.size() + 1); // the header tells of the new section at once
    const JobColumn column = m_table->jobs()->addPayloadColumn(path);
    choose(column, usualWidth(column));
    return column;
}

QString JobColumns::addPayload(const QStringList &path)
{
    const QList<QStringList> paths = m_table->jobs()->payloadPaths();
    if (const qsizetype place = paths.indexOf(path); place >= 0) {
        setShown(payloadColumn(int(place)), true);
        return {};
    }
    if (paths.size() >= kMostPayloadColumns)
        return tr("There are %1 payload columns already; remove one first.")
            .arg(kMostPayloadColumns);
    const QList<JobColumn> before = order();
    const JobColumn column = makePayload(path);
    // The error takes the room that is left, so it stays at the end.
    if (before.last() == JobColumn::Error)
        move(column, int(before.size()) - 1);
    fit();
    Q_EMIT changed();
    return {};
}

bool JobColumns::remove(JobColumn column)
{
    if (!isPayloadColumn(column) || isLastShown(column))
        return false;
    m_table->jobs()->removePayloadColumn(column);
    m_choices.removeAt(int(column));
    fit();
    Q_EMIT changed();
    return true;
}

QList<JobColumn> JobColumns::order() const
{
    QList<JobColumn> result;
    for (int place = 0; place < count(); ++place)
        result << JobColumn(m_table->horizontalHeader()->logicalIndex(place));
    return result;
}

bool JobColumns::setShown(JobColumn column, bool isShown)
{
    if (isShown == this->isShown(column))
        return true;
    if (isLastShown(column))
        return false;
    m_choices[int(column)].isShown = isShown;
    m_table->jobs()->setPayloadRead(column, isShown); // hidden columns cost nothing
    if (m_isRestoring)
        return true;
    fit();
    Q_EMIT changed();
    return true;
}

void JobColumns::move(JobColumn column, int place)
{
    QHeaderView *header = m_table->horizontalHeader();
    header->moveSection(header->visualIndex(int(column)), std::clamp(place, 0, count() - 1));
}

void JobColumns::reset()
{
    QStringList usual;
    for (int column = 0; column < kJobColumns; ++column) {
        const JobColumnEntry &entry = m_table->jobs()->columns().at(column);
        usual << (entry.isUsual ? u"%1 %2"_s : u"-%1 %2"_s)
                     .arg(entry.id)
                     .arg(usualWidth(JobColumn(column)));
    }
    restore(usual);
}

QStringList JobColumns::save() const
{
    QStringList result;
    for (const JobColumn column : order()) {
        // Put together, not filled in: a path may have %1 in it.
        result << (isShown(column) ? QString() : u"-"_s) + nameOf(column) + u' '
                + QString::number(m_choices.at(int(column)).width);
    }
    return result;
}

void JobColumns::restore(const QStringList &saved)
{
    if (saved.isEmpty())
        return reset();
    m_isRestoring = true;
    QList<JobColumn> known;
    for (QString text : saved) {
        const bool isHidden = text.startsWith(u'-');
        text.remove(0, isHidden ? 1 : 0);
        const qsizetype gap = text.lastIndexOf(u' '); // paths may have some too
        const std::optional<JobColumn> column = named(gap < 0 ? text : text.first(gap));
        if (!column || known.contains(*column))
            continue;
        known << *column;
        const int width = gap < 0 ? 0 : text.sliced(gap + 1).toInt();
        setShown(*column, true);
        choose(*column, width < kNarrowest || width > kWidest ? usualWidth(*column) : width);
        move(*column, int(known.size()) - 1);
        setShown(*column, !isHidden);
    }
    for (int column = 0; column < count(); ++column) {
        if (!known.contains(JobColumn(column)))
            setShown(JobColumn(column), false);
    }
    m_isRestoring = false;
    fit();
    Q_EMIT changed();
}

} // namespace yardmaster
