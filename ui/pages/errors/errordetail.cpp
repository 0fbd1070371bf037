#include "ui/pages/errors/errordetail.h"

#include "models/console/writeguard.h"
#include "models/values/format.h"
#include "models/values/showntext.h"
#include "ui/kit/actionbutton.h"
#include "ui/kit/celldelegate.h"
#include "ui/kit/copybutton.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/label.h"
#include "ui/kit/rowmenu.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QTreeWidget>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kIdRole = Qt::UserRole;

} // namespace

ErrorDetail::ErrorDetail(WriteGuard *guard, QWidget *parent)
    : QWidget(parent)
    , m_guard(guard)
    , m_signature(new Label(this))
    , m_facts(new Label(this))
    , m_filterLabel(new ElidedLabel(Qt::ElideRight, this))
    , m_check(new Label(this))
    , m_copy(new CopyButton(tr("Copy filter"), this))
    , m_samples(new QTreeWidget(this))
    , m_show(new QPushButton(tr("Show jobs"), this))
{
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    m_signature->setFont(strong);
    m_signature->setObjectName("errorSignature"_L1);
    m_facts->setObjectName("errorFacts"_L1);
    m_filterLabel->setObjectName("errorFilter"_L1);
    m_check->setObjectName("errorCheck"_L1);
    for (Label *label : {m_signature, m_facts, m_check}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_filterLabel->setFont(tabularFont(font()));

    m_samples->setObjectName("errorSamples"_L1);
    m_samples->setAccessibleName(tr("Examples"));
    m_samples->setHeaderLabels({tr("Id"), tr("Task"), tr("Failed"), tr("Error")});
    m_samples->headerItem()->setTextAlignment(0, Qt::AlignRight | Qt::AlignVCenter);
    m_samples->headerItem()->setTextAlignment(2, Qt::AlignRight | Qt::AlignVCenter);
    m_samples->setRootIsDecorated(false);
    m_samples->setUniformRowHeights(true);
    m_samples->setAllColumnsShowFocus(true);
    m_samples->setItemDelegate(new CellDelegate(m_samples));
    m_samples->setFrameShape(QFrame::NoFrame);
    m_samples->setTabKeyNavigation(false);
    m_samples->header()->setStretchLastSection(true);
    new RowMenu(m_samples);
    connect(m_samples, &QTreeWidget::itemActivated, this, [this](const QTreeWidgetItem *item) {
        Q_EMIT jobRequested(item->data(0, kIdRole).toLongLong());
    });

    connect(m_samples, &QTreeWidget::currentItemChanged, this, &ErrorDetail::currentSampleChanged);

    m_show->setObjectName("errorShowJobs"_L1);
    m_show->setToolTip(
        tr("Lists all jobs with this error, including those that were not searched."));
    setButtonRole(m_show, ButtonRole::Primary);
    connect(m_show, &QPushButton::clicked, this, [this] { Q_EMIT jobsRequested(m_filter); });
    auto *buttons = new QHBoxLayout;
    m_buttons = buttons;
    buttons->setSpacing(8);
    buttons->addWidget(m_show);
    buttons->addWidget(addAction(tr("Retry all…"), "errorRetry", OperationKind::Retry));
    buttons->addWidget(
        addAction(tr("Reschedule all…"), "errorReschedule", OperationKind::Reschedule));
    m_fail = addAction(tr("Fail all for good…"), "errorFail", OperationKind::FailForGood);
    setButtonRole(m_fail, ButtonRole::Destructive);
    buttons->addStretch(1);
    buttons->addWidget(m_fail);

    auto *filterLine = new QHBoxLayout;
    filterLine->setSpacing(8);
    filterLine->addWidget(m_filterLabel, 1);
    filterLine->addWidget(m_copy);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setSpacing(8);
    layout->addWidget(m_signature);
    layout->addWidget(m_facts);
    layout->addLayout(filterLine);
    layout->addWidget(m_check);
    layout->addWidget(m_samples, 1);
    layout->addLayout(buttons);
    connect(m_guard, &WriteGuard::changed, this, &ErrorDetail::updateActions);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_facts, m_filterLabel, m_check})
        setTone(widget, Tone::Muted);
    updateActions();
}

QPushButton *ErrorDetail::addAction(const QString &text, const char *name, OperationKind kind)
{
    auto *button = new QPushButton(text, this);
    button->setObjectName(QLatin1StringView(name));
    connect(button, &QPushButton::clicked, this,
            [this, kind] { Q_EMIT actionRequested(kind, m_filter); });
    m_verbs << button;
    return button;
}

void ErrorDetail::showGroup(const ErrorGroup &group, FailureScope scope, bool isWindowComplete)
{
    const bool isOther = m_filter != groupFilter(group, scope);
    m_scope = scope;
    m_isWindowComplete = isWindowComplete;
    m_filter = groupFilter(group, scope);
    m_task = group.task;
    m_signature->setText(group.signature.text.isEmpty() ? tr("No error text")
                                                        : group.signature.text);
    m_facts->setText(
        tr("Task %1, failures: %2").arg(isolated(group.task), formatNumber(group.count())));
    m_filterLabel->setText(m_filter);
    m_copy->setContent(m_filter);
    if (isOther)
        m_check->setText(tr("Comparing the filter with the group…"));
    const qint64 chosenId = currentSample();
    QTreeWidgetItem *chosen = nullptr;
    m_samples->clear();
    for (const ErrorSample &sample : group.samples) {
        QString age;
        QString failedAt = tr("The time of this failure is not stored.");
        if (sample.failedAt) {
            const QDateTime time = dateTime(*sample.failedAt);
            age = formatAge(std::chrono::milliseconds(
                std::max<qint64>(0, time.msecsTo(QDateTime::currentDateTimeUtc()))));
            failedAt = formatInstant(time);
        }
        auto *item = new QTreeWidgetItem(m_samples,
                                         {QString::number(sample.id), shownText(sample.task), age,
                                          shownText(sample.line.left(kLongestShown).simplified())});
        item->setData(0, kIdRole, sample.id);
        if (!chosen || sample.id == chosenId)
            chosen = item;
        item->setTextAlignment(0, Qt::AlignRight | Qt::AlignVCenter);
        item->setTextAlignment(2, Qt::AlignRight | Qt::AlignVCenter);
        item->setFont(0, tabularFont(font()));
        item->setFont(2, tabularFont(font()));
        item->setToolTip(2, failedAt);
        item->setToolTip(3, sample.error);
    }
    if (chosen)
        m_samples->setCurrentItem(chosen);
    for (int column = 0; column < 3; ++column)
        m_samples->resizeColumnToContents(column);
    updateActions();
}

void ErrorDetail::showCheck(qint64 extra)
{
    const QString window = m_isWindowComplete
        ? QString()
        : u' ' + tr("It also finds failures older than those searched.");
    if (extra < 0)
        m_check->setText(tr("Whether the filter finds more than this group is not known: "
                            "comparing took too long or failed.")
                         + window);
    else if (extra == 0)
        m_check->setText(tr("Among the failures searched, the filter finds exactly this group.")
                         + window);
    else
        m_check->setText(tr("The filter finds %1 more jobs: with a similar error, or failed since.")
                             .arg(formatNumber(extra))
                         + window);
}

qint64 ErrorDetail::currentSample() const
{
    const QTreeWidgetItem *item = m_samples->currentItem();
    return item ? item->data(0, kIdRole).toLongLong() : 0;
}

void ErrorDetail::setSampleCommands(const QList<QAction *> &commands)
{
    RowMenu::of(m_samples)->addCommands(commands);
    m_buttons->insertWidget(m_buttons->indexOf(m_fail) - 1,
                            makeActionButton(commands.last(), this));
}

void ErrorDetail::setContext(ConsoleContext *context)
{
    RowMenu::of(m_samples)->setSubjects(context, [this](const QModelIndex &) {
        return RowSubject{0, m_task, {}, {}, {}};
    });
}

QString ErrorDetail::filter() const
{
    return m_filter;
}

void ErrorDetail::updateActions()
{
    const QString reason = m_guard->reason();
    for (QPushButton *button : std::as_const(m_verbs)) {
        button->setEnabled(m_guard->mayWrite());
        button->setToolTip(reason);
    }
    if (m_scope == FailureScope::ForGood) {
        m_fail->setEnabled(false);
        m_fail->setToolTip(tr("These jobs have failed for good already."));
    }
}

} // namespace yardmaster
