#include "ui/shell/alerts/alertslist.h"

#include "models/alerts/alertwords.h"
#include "models/values/format.h"
#include "models/values/showntext.h"
#include "ui/kit/listdelegate.h"
#include "ui/kit/theme.h"
#include "ui/shell/alerts/alertcolor.h"
#include "worker/time/duration.h"

#include <QHeaderView>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int kSeverityRole = Qt::UserRole;  // int: written in its colour; unset: not
constexpr int kMutedRole = Qt::UserRole + 1; // bool

/// What is severe in its colour.
class AlertDelegate final : public ListDelegate
{
public:
    using ListDelegate::ListDelegate;

protected:
    QColor inkOf(const QModelIndex &index, const QPalette &palette) const override
    {
        const QVariant severity = index.data(kSeverityRole);
        if (severity.isValid())
            return stateColor(alertState(AlertSeverity(severity.toInt())), palette);
        return index.data(kMutedRole).toBool() ? mutedColor(palette)
                                               : ListDelegate::inkOf(index, palette);
    }
};

void setUp(QTreeWidget *tree)
{
    setUpList(tree);
    tree->setItemDelegate(new AlertDelegate(tree));
    tree->setRootIsDecorated(false);
    tree->setUniformRowHeights(true);
    tree->setAlternatingRowColors(true);
    tree->setFrameShape(QFrame::NoFrame);
    tree->setSelectionMode(QAbstractItemView::SingleSelection);
    tree->setSelectionBehavior(QAbstractItemView::SelectRows);
    tree->setAllColumnsShowFocus(true);
    tree->setTextElideMode(Qt::ElideRight);
    tree->header()->setStretchLastSection(false);
    tree->header()->setHighlightSections(false);
    tree->header()->setSectionsMovable(false);
}

void setSeverity(QTreeWidgetItem *item, int column, std::optional<AlertSeverity> severity)
{
    item->setData(column, kSeverityRole, severity ? QVariant(int(*severity)) : QVariant());
}

} // namespace

AlertsList::AlertsList(QWidget *parent)
    : QTreeWidget(parent)
{
    setUp(this);
    setObjectName("alertRules"_L1);
    setAccessibleName(tr("Alert rules"));
    setHeaderLabels({tr("Rule"), tr("Alert at"), tr("Severity"), tr("Now")});
    const QFontMetrics metrics = fontMetrics();
    header()->setSectionResizeMode(int(Column::Condition), QHeaderView::Stretch);
    header()->resizeSection(int(Column::Severity),
                            metrics.horizontalAdvance(u"Severity 00"_s) + 24);
    header()->resizeSection(int(Column::Now),
                            metrics.horizontalAdvance(u"10,000+ ready, none ends"_s) + 24);
    connect(this, &QTreeWidget::currentItemChanged, this, [this] {
        if (!m_isFilling)
            Q_EMIT rowChosen(currentRow());
    });
    connect(this, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem *item, int column) {
        if (!m_isFilling && column == int(Column::Rule))
            Q_EMIT rowToggled(indexOfTopLevelItem(item),
                              item->checkState(int(Column::Rule)) == Qt::Checked);
    });
}

void AlertsList::setDrafts(const QList<AlertDraft> &drafts)
{
    m_isFilling = true;
    clear();
    for (qsizetype row = 0; row < drafts.size(); ++row)
        addTopLevelItem(new QTreeWidgetItem);
    m_isFilling = false;
    for (int row = 0; row < drafts.size(); ++row)
        setDraft(row, drafts.at(row));
    resizeColumnToContents(int(Column::Rule));
}

void AlertsList::setDraft(int row, const AlertDraft &draft)
{
    m_isFilling = true;
    QTreeWidgetItem *item = topLevelItem(row);
    const auto rule = ruleOf(draft);
    item->setText(int(Column::Rule), alertKindTitle(draft.rule.kind));
    item->setCheckState(int(Column::Rule), draft.rule.isEnabled ? Qt::Checked : Qt::Unchecked);
    item->setText(int(Column::Condition),
                  rule ? alertCondition(*rule) : tr("needs correcting below"));
    setSeverity(item, int(Column::Condition),
                rule ? std::nullopt : std::optional(AlertSeverity::Critical));
    item->setText(int(Column::Severity), alertSeverityWord(draft.rule.severity));
    for (const Column column : {Column::Rule, Column::Condition, Column::Severity, Column::Now})
        item->setData(int(column), kMutedRole, !draft.rule.isEnabled && column != Column::Now);
    m_isFilling = false;
}

void AlertsList::showValues(const QList<AlertDraft> &drafts, const AlertMonitor &alertMonitor)
{
    m_isFilling = true;
    const AlertSnapshot &latest = alertMonitor.latest();
    for (int row = 0; row < drafts.size() && row < topLevelItemCount(); ++row) {
        const AlertRule &rule = drafts.at(row).rule;
        QTreeWidgetItem *item = topLevelItem(row);
        const AlertMeasure found = latest.at.isValid() ? measure(rule, latest) : AlertMeasure();
        QString text = alertValue(rule.kind, found);
        if ((rule.kind == AlertKind::StaleWorker || looksAtTask(rule.kind)) && !rule.isEnabled
            && !found.value)
            text = tr("not read while off");
        const bool isRaised = alertMonitor.stateOf(rule.id).isRaised();
        if (isRaised)
            text = tr("%1 · alert").arg(text);
        item->setText(int(Column::Now), shownText(text));
        item->setToolTip(int(Column::Now), found.names.isEmpty() ? text : found.names.join(u'\n'));
        item->setData(int(Column::Now), kMutedRole, !found.isMet.has_value());
        setSeverity(item, int(Column::Now),
                    isRaised || (found.isMet == true && rule.isEnabled)
                        ? std::optional(rule.severity)
                        : std::nullopt);
    }
    m_isFilling = false;
}

int AlertsList::currentRow() const
{
    return currentItem() ? indexOfTopLevelItem(currentItem()) : -1;
}

void AlertsList::setCurrentRow(int row)
{
    setCurrentItem(topLevelItem(row));
}

AlertHistoryList::AlertHistoryList(QWidget *parent)
    : QTreeWidget(parent)
{
    setUp(this);
    setObjectName("alertHistory"_L1);
    setAccessibleName(tr("The last alerts"));
    setHeaderLabels({tr("Raised"), tr("Alert"), tr("Severity"), tr("Resolved")});
    const QFontMetrics metrics = fontMetrics();
    header()->resizeSection(0, metrics.horizontalAdvance(u"2026-11-20 14:03:07 UTC "_s) + 24);
    header()->setSectionResizeMode(1, QHeaderView::Stretch);
    header()->resizeSection(2, metrics.horizontalAdvance(u"Severity 00"_s) + 24);
    header()->resizeSection(3, metrics.horizontalAdvance(u"after 12 h 34 min"_s) + 24);
}

void AlertHistoryList::setHistory(const QList<AlertRecord> &history,
                                  const QList<AlertMonitor::Active> &active)
{
    const int scrolled = currentItem() ? indexOfTopLevelItem(currentItem()) : -1;
    clear();
    for (const AlertRecord &record : history) {
        auto *item = new QTreeWidgetItem(this);
        item->setText(0, formatInstant(record.raisedAt));
        item->setText(1, shownText(record.text));
        item->setToolTip(1, record.text);
        item->setText(2, alertSeverityWord(record.severity));
        setSeverity(item, 2, record.severity);
        const bool goesOn
            = std::any_of(active.cbegin(), active.cend(), [&](const AlertMonitor::Active &alert) {
                  return alert.rule.id == record.rule && alert.state.raisedAt == record.raisedAt;
              });
        const std::chrono::milliseconds lasted(record.raisedAt.msecsTo(record.overAt));
        item->setText(3,
                      goesOn ? tr("active")
                          : !record.overAt.isValid()
                          ? tr("not seen")
                          : tr("after %1")
                                .arg(typedDuration(std::chrono::floor<std::chrono::seconds>(
                                    std::max(lasted, 0ms)))));
        item->setData(3, kMutedRole, !goesOn);
    }
    if (scrolled >= 0 && scrolled < topLevelItemCount())
        setCurrentItem(topLevelItem(scrolled));
}

} // namespace yardmaster
