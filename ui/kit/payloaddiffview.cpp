#include "ui/kit/payloaddiffview.h"

#include "models/query/filteredit.h"
#include "models/session/delivery.h"
#include "models/values/format.h"
#include "models/values/showntext.h"
#include "ui/kit/label.h"
#include "ui/kit/rowmenu.h"
#include "ui/kit/tone.h"

#include <QFontDatabase>
#include <QHeaderView>
#include <QStyledItemDelegate>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <QtConcurrentRun>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kMostComparedAtOnce = 64 << 10; // bytes
constexpr int kMostShownOfValue = 300;

Tone changeTone(PayloadChange::Kind kind)
{
    switch (kind) {
    case PayloadChange::Kind::Added:
        return Tone::Good;
    case PayloadChange::Kind::Removed:
        return Tone::Trouble;
    case PayloadChange::Kind::Changed:
        return Tone::Caution;
    }
    Q_UNREACHABLE();
    return Tone::Caution;
}

/// Without the word that is the same everywhere.
QString placeInPayload(const QStringList &path)
{
    return path.isEmpty() ? payloadPathText(path)
                          : payloadPathText(path).sliced(QStringLiteral("payload.").size());
}

class DiffRowDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const override
    {
        return {24, std::max(22, option.fontMetrics.height() + 6)};
    }
};

} // namespace

PayloadDiffView::PayloadDiffView(const QString &before, const QString &after, QWidget *parent)
    : QWidget(parent)
    , m_summary(new Label(this))
    , m_list(new QTreeWidget(this))
{
    m_summary->setObjectName(u"compareSummary"_s);
    m_summary->setWordWrap(true);
    m_list->setObjectName(u"compareList"_s);
    m_list->setAccessibleName(tr("Differences of the payloads"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setLayoutDirection(Qt::LeftToRight); // as JSON is written
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setColumnCount(4);
    m_list->setHeaderLabels({QString(), tr("Place"), before, after});
    m_list->header()->setMinimumSectionSize(24);
    m_list->header()->resizeSection(0, 28);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(2, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(3, QHeaderView::Stretch);
    m_list->header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_list->setItemDelegate(new DiffRowDelegate(m_list));
    new RowMenu(m_list);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_summary);
    layout->addWidget(m_list, 1);
    setTone(m_summary, Tone::Muted);
}

void PayloadDiffView::setFramed(int height)
{
    m_list->setFrameShape(QFrame::StyledPanel);
    m_list->setFixedHeight(height);
    m_list->setTabKeyNavigation(false);
    m_summary->setWordWrap(false);
}

void PayloadDiffView::setMargin(int margin)
{
    m_summary->setContentsMargins(margin, 0, margin, 0);
}

void PayloadDiffView::clear(const QString &sentence)
{
    ++m_epoch;
    m_summary->setText(sentence);
    m_list->clear();
}

void PayloadDiffView::compare(const PayloadDocumentPtr &before, const PayloadDocumentPtr &after,
                              bool isRevealed, const QString &whenEqual)
{
    if (!before->tree() || !after->tree()) {
        clear(!before->tree() ? before->problem() : after->problem());
        return;
    }
    if (before->text().size() + after->text().size() <= kMostComparedAtOnce) {
        ++m_epoch;
        showDiff(diffPayloads(*before, *after, isRevealed), whenEqual);
        return;
    }
    clear(tr("Comparing…"));
    deliver(QtConcurrent::run(
                [before, after, isRevealed] { return diffPayloads(*before, *after, isRevealed); }),
            this, [this, epoch = m_epoch, whenEqual](const PayloadDiff &answer) {
                if (epoch == m_epoch)
                    showDiff(answer, whenEqual);
            });
}

void PayloadDiffView::showDiff(const PayloadDiff &diff, const QString &whenEqual)
{
    m_list->clear();
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPointSizeF(font().pointSizeF());
    QList<QTreeWidgetItem *> items;
    int widest = 60;
    int added = 0;
    int removed = 0;
    for (const PayloadChange &change : diff.changes) {
        const bool isAdded = change.kind == PayloadChange::Kind::Added;
        const bool isRemoved = change.kind == PayloadChange::Kind::Removed;
        added += isAdded ? 1 : 0;
        removed += isRemoved ? 1 : 0;
        auto *item
            = new QTreeWidgetItem({isAdded         ? u"+"_s
                                       : isRemoved ? u"−"_s
                                                   : u"≠"_s,
                                   shownText(placeInPayload(change.path)),
                                   shownText(QString::fromUtf8(change.before), kMostShownOfValue),
                                   shownText(QString::fromUtf8(change.after), kMostShownOfValue)});
        item->setData(0, Qt::AccessibleTextRole,
                      isAdded         ? tr("added")
                          : isRemoved ? tr("removed")
                                      : tr("changed"));
        item->setTextAlignment(0, Qt::AlignCenter);
        for (int column = 1; column < 4; ++column) {
            item->setToolTip(column,
                             column == 1 ? payloadPathText(change.path) : item->text(column));
            if (column > 1)
                item->setFont(column, fixed);
        }
        widest = std::max(widest, fontMetrics().horizontalAdvance(item->text(1)));
        items << item;
    }
    m_list->addTopLevelItems(items);
    for (qsizetype row = 0; row < items.size(); ++row) {
        setTone(items.at(row), 0, changeTone(diff.changes.at(row).kind));
        setTone(items.at(row), 2, Tone::Trouble);
        setTone(items.at(row), 3, Tone::Good);
    }
    m_list->header()->resizeSection(1, std::min(widest + 16, std::max(width(), 300) * 2 / 5));
    m_summary->setText(
        diff.changes.isEmpty() ? whenEqual
            : diff.isCut
            ? tr("More than %1 differences; the first are listed.").arg(formatNumber(kMostChanges))
            : tr("%1 changed, %2 added, %3 removed.")
                  .arg(formatNumber(diff.changes.size() - added - removed), formatNumber(added),
                       formatNumber(removed)));
}

} // namespace yardmaster
