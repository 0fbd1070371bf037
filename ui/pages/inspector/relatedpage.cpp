#include "ui/pages/inspector/relatedpage.h"

#include "models/console/consolecontext.h"
#include "models/values/format.h"
#include "models/values/showntext.h"
#include "models/values/timedisplay.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/rowmenu.h"
#include "ui/kit/stateglyph.h"
#include "ui/kit/theme.h"

#include <QHeaderView>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

enum Role { JobRole = Qt::UserRole + 1, FilterRole, StateRole, KindRole };
enum Kind { Group, Job, Link, Note };

constexpr int kJobRowHeight = 26;
constexpr int kLevel = 8; // indentation of a group's rows

/// A glyph before the word of the state, and muted or accented rows. Paints, but takes no events.
class RelatedDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &given,
               const QModelIndex &index) const override
    {
        QStyleOptionViewItem option = given;
        const bool isState = index.column() == 1 && index.data(StateRole).isValid();
        if (!isState) {
            QStyledItemDelegate::paint(painter, option, index);
            return;
        }
        const auto state = index.data(StateRole).value<JobState>();
        const QColor ink = stateColor(state, option.palette);
        initStyleOption(&option, index);
        option.text.clear();
        option.widget->style()->drawControl(QStyle::CE_ItemViewItem, &option, painter,
                                            option.widget);
        const int top = option.rect.top() + (option.rect.height() - kGlyphSize) / 2;
        const auto placed = [&option](const QRect &rect) {
            return QStyle::visualRect(option.direction, option.rect, rect);
        };
        const QRect glyph = placed({option.rect.left(), top, kGlyphSize, kGlyphSize});
        paintStateGlyph(*painter, glyph.topLeft(), state, ink);
        painter->setPen(ink);
        const QRect rest = placed(option.rect.adjusted(kGlyphSize + 6, 0, -4, 0));
        painter->drawText(
            rest, int(QStyle::visualAlignment(option.direction, Qt::AlignLeft)) | Qt::AlignVCenter,
            option.fontMetrics.elidedText(jobStateWord(state), Qt::ElideRight, rest.width()));
    }

    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        switch (index.siblingAtColumn(0).data(KindRole).toInt()) {
        case Group:
            option->font.setWeight(QFont::DemiBold);
            break;
        case Job:
            option->font = tabularFont(option->font);
            if (index.column() == 2)
                option->palette.setColor(QPalette::Text, mutedColor(option->palette));
            break;
        case Link:
            option->palette.setColor(QPalette::Text, option->palette.color(QPalette::Link));
            break;
        case Note:
            option->palette.setColor(QPalette::Text, mutedColor(option->palette));
            break;
        }
    }

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const override
    {
        return {40, std::max(kJobRowHeight, option.fontMetrics.height() + 6)};
    }
};

} // namespace

RelatedPage::RelatedPage(ConsoleContext *context, std::shared_ptr<JobsReader> reader,
                         QWidget *parent)
    : QTreeWidget(parent)
    , m_context(context)
    , m_related(new RelatedJobs(std::move(reader), this))
{
    setObjectName(u"relatedPage"_s);
    setAccessibleName(tr("Related jobs"));
    setFrameShape(QFrame::NoFrame);
    setColumnCount(3);
    setHeaderHidden(true);
    setRootIsDecorated(false);
    setIndentation(kLevel);
    setUniformRowHeights(true);
    setItemDelegate(new RelatedDelegate(this));
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(QHeaderView::Fixed);
    header()->setSectionResizeMode(1, QHeaderView::Stretch);
    const QFontMetrics figures(tabularFont(font()));
    header()->resizeSection(2, figures.horizontalAdvance(u"000 min ago"_s) + 16);
    (new RowMenu(this))->setSubjects(context, [](const QModelIndex &index) {
        const QModelIndex row = index.siblingAtColumn(0);
        return RowSubject{
            row.data(JobRole).toLongLong(), {}, {}, {}, row.data(FilterRole).toString()};
    });
    connect(this, &QTreeWidget::itemClicked, this,
            [this](const QTreeWidgetItem *item) { open(item); });
    connect(this, &QTreeWidget::itemActivated, this,
            [this](const QTreeWidgetItem *item) { open(item); });
    connect(m_related, &RelatedJobs::changed, this, &RelatedPage::rebuild);
    connect(context, &ConsoleContext::jobsChanged, this, [this] { m_jobId = 0; });
    connect(&TimeDisplay::instance(), &TimeDisplay::changed, this, &RelatedPage::rebuild);
}

void RelatedPage::showJob(const JobRecord &job)
{
    if (std::exchange(m_jobId, job.id) != job.id)
        m_related->show(job);
}

void RelatedPage::forget()
{
    m_jobId = 0;
    m_related->clear();
}

void RelatedPage::rebuild()
{
    const int scrolled = verticalScrollBar()->value();
    clear();
    const QFontMetrics figures(tabularFont(font()));
    int widest = 40;
    for (const RelatedGroup &group : m_related->groups()) {
        addGroup(group);
        for (const JobRow &job : group.jobs)
            widest = std::max(widest, figures.horizontalAdvance(QString::number(job.id)));
    }
    header()->resizeSection(0, widest + 2 * kLevel + 16);
    verticalScrollBar()->setValue(scrolled);
}

void RelatedPage::addGroup(const RelatedGroup &group)
{
    auto *top = new QTreeWidgetItem(this, {shownText(group.title)});
    top->setData(0, KindRole, Group);
    top->setFlags(Qt::ItemIsEnabled);
    top->setToolTip(0, group.title);
    top->setFirstColumnSpanned(true);
    const QDateTime now = QDateTime::currentDateTimeUtc();
    for (const JobRow &job : group.jobs) {
        const auto age = std::chrono::milliseconds(dateTime(job.createdAt).msecsTo(now));
        auto *item = new QTreeWidgetItem(
            top, {QString::number(job.id), jobStateWord(job.state), formatAge(age)});
        item->setData(0, KindRole, Job);
        item->setData(0, JobRole, job.id);
        item->setData(1, StateRole, QVariant::fromValue(job.state));
        item->setTextAlignment(0, Qt::AlignRight | Qt::AlignVCenter);
        item->setTextAlignment(2, Qt::AlignRight | Qt::AlignVCenter);
        item->setToolTip(0, job.error.isEmpty() ? job.task : job.task + u'\n' + job.error);
        item->setToolTip(2, tr("Added %1").arg(formatInstant(dateTime(job.createdAt))));
    }
    if (!group.isRead)
        addNote(top, tr("searching…"));
    else if (group.error)
        addNote(top, errorSentence(*group.error));
    else if (group.jobs.isEmpty() && group.looked == 0)
        addNote(top,
                group.kind == RelatedGroup::Kind::SameKey
                    ? tr("no other job: a key belongs to one job at a time")
                    : tr("no other job"));
    else if (group.looked > 0)
        addNote(top, tr("among the newest %1 jobs").arg(formatNumber(group.looked)));
    if (group.isRead && (!group.jobs.isEmpty() || group.looked > 0)) {
        auto *link = new QTreeWidgetItem(top, {tr("Show all in the list")});
        link->setData(0, KindRole, Link);
        link->setData(0, FilterRole, group.filter.text());
        link->setToolTip(0, group.filter.text());
        link->setFirstColumnSpanned(true);
    }
    top->setExpanded(true);
}

void RelatedPage::addNote(QTreeWidgetItem *parent, const QString &text)
{
    auto *item = new QTreeWidgetItem(parent, {shownText(text)});
    item->setData(0, KindRole, Note);
    item->setFlags(Qt::ItemIsEnabled);
    item->setToolTip(0, text);
    item->setFirstColumnSpanned(true);
}

void RelatedPage::open(const QTreeWidgetItem *item)
{
    // By value: what is opened may rebuild this list.
    const qint64 id = item->data(0, JobRole).toLongLong();
    const QString filter = item->data(0, FilterRole).toString();
    if (id != 0)
        m_context->requestJob(id);
    else if (!filter.isEmpty())
        m_context->requestFilter(filter);
}

} // namespace yardmaster
