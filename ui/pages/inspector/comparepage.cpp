#include "ui/pages/inspector/comparepage.h"

#include "models/query/filteredit.h"
#include "models/session/delivery.h"
#include "models/values/format.h"
#include "models/values/showntext.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/label.h"
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

constexpr qsizetype kAtOnce = 64 << 10; // bytes
constexpr int kShownValue = 300;

Tone toneOf(PayloadChange::Kind kind)
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

QString shortened(const QByteArray &value)
{
    const QString text = QString::fromUtf8(value);
    return text.size() > kShownValue ? text.left(kShownValue) + u'…' : text;
}

/// Without the word that is the same everywhere.
QString placeText(const QStringList &path)
{
    return path.isEmpty() ? payloadPathText(path)
                          : payloadPathText(path).sliced(QStringLiteral("payload.").size());
}

class RowDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const override
    {
        return {24, std::max(22, option.fontMetrics.height() + 6)};
    }
};

} // namespace

ComparePage::ComparePage(QWidget *parent)
    : QWidget(parent)
    , m_pinned(new ElidedLabel(Qt::ElideMiddle, this))
    , m_shown(new ElidedLabel(Qt::ElideMiddle, this))
    , m_summary(new Label(this))
    , m_list(new QTreeWidget(this))
{
    m_pinned->setObjectName(u"comparePinned"_s);
    m_shown->setObjectName(u"compareShown"_s);
    m_summary->setObjectName(u"compareSummary"_s);
    m_summary->setWordWrap(true);
    m_list->setObjectName(u"compareList"_s);
    m_list->setAccessibleName(tr("Differences of the payloads"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setColumnCount(4);
    m_list->setHeaderLabels({QString(), tr("Place"), tr("Pinned"), tr("Shown")});
    m_list->header()->setMinimumSectionSize(24);
    m_list->header()->resizeSection(0, 28);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(2, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(3, QHeaderView::Stretch);
    m_list->setItemDelegate(new RowDelegate(m_list));
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_list->header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);

    auto *top = new QVBoxLayout;
    top->setContentsMargins(12, 12, 12, 0);
    top->setSpacing(4);
    top->addWidget(m_pinned);
    top->addWidget(m_shown);
    top->addWidget(m_summary);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addLayout(top);
    layout->addWidget(m_list, 1);
    setTone(m_summary, Tone::Muted);
}

void ComparePage::compare(const QString &pinnedName, PayloadDocumentPtr pinned,
                          const QString &shownName, PayloadDocumentPtr shown, bool isRevealed)
{
    const quint64 epoch = ++m_epoch;
    m_pinned->setText(tr("Pinned: %1").arg(pinnedName));
    m_shown->setText(tr("Shown: %1").arg(shownName));
    if (!pinned || !shown) {
        m_summary->setText(tr("Reading…"));
        m_list->clear();
        return;
    }
    if (!pinned->tree() || !shown->tree()) {
        m_summary->setText(!pinned->tree() ? pinned->problem() : shown->problem());
        m_list->clear();
        return;
    }
    if (pinned->text().size() + shown->text().size() <= kAtOnce) {
        showDiff(diffPayloads(*pinned, *shown, isRevealed));
        return;
    }
    m_summary->setText(tr("Comparing…"));
    m_list->clear();
    deliver(QtConcurrent::run([pinned = std::move(pinned), shown = std::move(shown), isRevealed] {
                return diffPayloads(*pinned, *shown, isRevealed);
            }),
            this, [this, epoch](const PayloadDiff &answer) {
                if (epoch == m_epoch)
                    showDiff(answer);
            });
}

void ComparePage::showDiff(const PayloadDiff &diff)
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
        auto *item = new QTreeWidgetItem({isAdded         ? u"+"_s
                                              : isRemoved ? u"−"_s
                                                          : u"≠"_s,
                                          shownText(placeText(change.path)),
                                          shownText(shortened(change.before)),
                                          shownText(shortened(change.after))});
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
        setTone(items.at(row), 0, toneOf(diff.changes.at(row).kind));
        setTone(items.at(row), 2, Tone::Trouble);
        setTone(items.at(row), 3, Tone::Good);
    }
    m_list->header()->resizeSection(1, std::min(widest + 16, std::max(width(), 300) * 2 / 5));
    m_summary->setText(
        diff.changes.isEmpty() ? tr("The payloads are equal.")
            : diff.isCut
            ? tr("More than %1 differences; the first are listed.").arg(formatNumber(kMostChanges))
            : tr("%1 changed, %2 added, %3 removed.")
                  .arg(formatNumber(diff.changes.size() - added - removed), formatNumber(added),
                       formatNumber(removed)));
}

} // namespace yardmaster
