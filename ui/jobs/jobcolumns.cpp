#include "ui/jobs/jobcolumns.h"

#include "ui/flatstyle.h"
#include "ui/stateglyph.h"
#include "ui/theme.h"

#include <QHeaderView>
#include <QTableView>

#include <algorithm>
#include <array>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// How settings spell the columns, in the order of JobColumn.
constexpr std::array<QLatin1StringView, kJobColumns> kNames{
    "state"_L1, "id"_L1,       "task"_L1, "queue"_L1,     "run-at"_L1, "attempts"_L1,
    "age"_L1,   "priority"_L1, "key"_L1,  "locked-by"_L1, "flags"_L1,  "error"_L1,
};

constexpr int kNarrowest = 40;
constexpr int kWidest = 4000;

bool isUsual(JobColumn column)
{
    return column != JobColumn::Priority && column != JobColumn::Key
        && column != JobColumn::LockedBy && column != JobColumn::Flags;
}

} // namespace

JobColumns::JobColumns(QTableView *table)
    : QObject(table)
    , m_table(table)
{
    QHeaderView *header = table->horizontalHeader();
    header->setSectionsMovable(true);
    header->setFirstSectionMovable(true);
    header->setHighlightSections(false);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter); // as the cells below
    header->setMinimumSectionSize(kNarrowest);
    header->setSectionResizeMode(QHeaderView::Interactive);
    reset();
    const auto report = [this] {
        if (!m_isRestoring)
            Q_EMIT changed();
    };
    connect(header, &QHeaderView::sectionMoved, this, report);
    connect(header, &QHeaderView::sectionResized, this, report);
}

int JobColumns::usualWidth(JobColumn column) const
{
    const QFontMetrics words = m_table->fontMetrics();
    const QFontMetrics figures(tabularFont(m_table->font()));
    const auto typical = [&]() -> int {
        switch (column) {
        case JobColumn::State:
            return words.horizontalAdvance(jobStateWord(JobState::FailedForGood)) + kGlyphSize
                + kCellPadding;
        case JobColumn::Id:
            return figures.horizontalAdvance(u"000000000"_s);
        case JobColumn::Task:
            return words.horizontalAdvance(u"send_newsletter_batch"_s);
        case JobColumn::Queue:
            return words.horizontalAdvance(u"newsletters-eu"_s);
        case JobColumn::RunAt:
        case JobColumn::Age:
            return figures.horizontalAdvance(u"59 min ago"_s);
        case JobColumn::Attempts:
            return figures.horizontalAdvance(u"25/25"_s);
        case JobColumn::Priority:
            return figures.horizontalAdvance(u"-100"_s);
        case JobColumn::Key:
        case JobColumn::LockedBy:
            return figures.horizontalAdvance(u"welcome-0000-00000"_s);
        case JobColumn::Flags:
            return figures.horizontalAdvance(u"{\"held\": true}"_s);
        case JobColumn::Error:
            return words.horizontalAdvance(u"connect ETIMEDOUT 10.0.0.1:5432, at once"_s);
        }
        Q_UNREACHABLE();
    }();
    return std::max(typical, words.horizontalAdvance(jobColumnTitle(column)) + 12)
        + 2 * kCellPadding + 4;
}

QList<JobColumn> JobColumns::order() const
{
    QList<JobColumn> result;
    for (int place = 0; place < kJobColumns; ++place)
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
    const QHeaderView *header = m_table->horizontalHeader();
    if (!isShown && header->count() - header->hiddenSectionCount() <= 1)
        return false;
    m_table->setColumnHidden(int(column), !isShown);
    stretchLast();
    if (!m_isRestoring)
        Q_EMIT changed();
    return true;
}

void JobColumns::move(JobColumn column, int place)
{
    QHeaderView *header = m_table->horizontalHeader();
    header->moveSection(header->visualIndex(int(column)), std::clamp(place, 0, kJobColumns - 1));
}

/// Whatever is on the right takes the room that is left.
void JobColumns::stretchLast()
{
    m_table->horizontalHeader()->setStretchLastSection(true);
}

void JobColumns::reset()
{
    QStringList usual;
    for (int column = 0; column < kJobColumns; ++column)
        usual << (isUsual(JobColumn(column)) ? u"%1 %2"_s : u"-%1 %2"_s)
                     .arg(kNames.at(size_t(column)))
                     .arg(usualWidth(JobColumn(column)));
    restore(usual);
}

QStringList JobColumns::save() const
{
    QStringList result;
    for (const JobColumn column : order()) {
        const int width = isShown(column) ? m_table->columnWidth(int(column)) : usualWidth(column);
        result << (isShown(column) ? u"%1 %2"_s : u"-%1 %2"_s)
                      .arg(kNames.at(size_t(column)))
                      .arg(width);
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
        const auto name = std::ranges::find(kNames, text.section(u' ', 0, 0));
        if (name == kNames.end())
            continue;
        const auto column = JobColumn(name - kNames.begin());
        if (known.contains(column))
            continue;
        known << column;
        const int width = text.section(u' ', 1, 1).toInt();
        setShown(column, true);
        m_table->setColumnWidth(int(column),
                                width < kNarrowest || width > kWidest ? usualWidth(column) : width);
        move(column, int(known.size()) - 1);
        setShown(column, !isHidden);
    }
    for (int column = 0; column < kJobColumns; ++column) {
        if (!known.contains(JobColumn(column)))
            setShown(JobColumn(column), false);
    }
    m_isRestoring = false;
    Q_EMIT changed();
}

} // namespace yardmaster
