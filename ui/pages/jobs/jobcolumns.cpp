#include "ui/pages/jobs/jobcolumns.h"

#include "ui/kit/flatstyle.h"
#include "ui/kit/stateglyph.h"
#include "ui/kit/theme.h"
#include "ui/pages/jobs/jobstable.h"

#include <QEvent>
#include <QHeaderView>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kNarrowest = 40;
constexpr int kWidest = 4000;
constexpr int kUsuallyWidest = 240;
constexpr int kMostFitted = 480; // to their content

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
    reset();
    const auto report = [this] {
        if (!m_isRestoring)
            Q_EMIT changed();
    };
    connect(header, &QHeaderView::sectionMoved, this, report);
    connect(header, &QHeaderView::sectionResized, this, report);
}

/// Columns that were dragged stay as wide, in letters.
bool JobColumns::eventFilter(QObject *watched, QEvent *event)
{
    const int line = m_table->fontMetrics().height();
    if (event->type() == QEvent::FontChange && watched == m_table && line != m_line) {
        for (int column = 0; column < count(); ++column) {
            if (isShown(JobColumn(column)))
                m_table->setColumnWidth(column, m_table->columnWidth(column) * line / m_line);
        }
        m_line = line;
    }
    return QObject::eventFilter(watched, event);
}

void JobColumns::fitToContent()
{
    for (int column = 0; column < count(); ++column) {
        if (!isShown(JobColumn(column)))
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
        return std::clamp(title + 2 * kCellPadding + 4, 120, kUsuallyWidest);
    const bool isFigure = entry.isFigure || entry.hasFigures;
    const int cells = (isFigure ? QFontMetrics(tabularFont(m_table->font())) : words)
                          .horizontalAdvance(entry.widest)
        + (entry.hasShape ? kGlyphSize + kCellPadding : 0);
    return std::max(cells, title) + 2 * kCellPadding + 4;
}

int JobColumns::count() const
{
    return m_table->horizontalHeader()->count();
}

bool JobColumns::isLastShown(JobColumn column) const
{
    const QHeaderView *header = m_table->horizontalHeader();
    return isShown(column) && header->count() - header->hiddenSectionCount() <= 1;
}

QString JobColumns::title(JobColumn column) const
{
    return m_table->jobs()->entry(column).title;
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
    return m_table->jobs()->addPayloadColumn(*path);
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
    const JobColumn column = m_table->jobs()->addPayloadColumn(path);
    m_table->setColumnWidth(int(column), usualWidth(column));
    // The error takes the room that is left, so it stays at the end.
    if (before.last() == JobColumn::Error)
        move(column, int(before.size()) - 1);
    stretchLast();
    Q_EMIT changed();
    return {};
}

bool JobColumns::remove(JobColumn column)
{
    if (!isPayloadColumn(column) || isLastShown(column))
        return false;
    m_table->jobs()->removePayloadColumn(column);
    stretchLast();
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

bool JobColumns::isShown(JobColumn column) const
{
    return !m_table->isColumnHidden(int(column));
}

bool JobColumns::setShown(JobColumn column, bool isShown)
{
    if (isShown == this->isShown(column))
        return true;
    if (isLastShown(column))
        return false;
    m_table->setColumnHidden(int(column), !isShown);
    m_table->jobs()->setPayloadRead(column, isShown); // hidden columns cost nothing
    stretchLast();
    if (!m_isRestoring)
        Q_EMIT changed();
    return true;
}

void JobColumns::move(JobColumn column, int place)
{
    QHeaderView *header = m_table->horizontalHeader();
    header->moveSection(header->visualIndex(int(column)), std::clamp(place, 0, count() - 1));
}

/// Whatever is on the right takes the room that is left.
void JobColumns::stretchLast()
{
    m_table->horizontalHeader()->setStretchLastSection(true);
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
        const int width = isShown(column) ? m_table->columnWidth(int(column)) : usualWidth(column);
        // Put together, not filled in: a path may have %1 in it.
        result << (isShown(column) ? QString() : u"-"_s) + nameOf(column) + u' '
                + QString::number(width);
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
        m_table->setColumnWidth(int(*column),
                                width<kNarrowest || width> kWidest ? usualWidth(*column) : width);
        move(*column, int(known.size()) - 1);
        setShown(*column, !isHidden);
    }
    for (int column = 0; column < count(); ++column) {
        if (!known.contains(JobColumn(column)))
            setShown(JobColumn(column), false);
    }
    m_isRestoring = false;
    Q_EMIT changed();
}

} // namespace yardmaster
