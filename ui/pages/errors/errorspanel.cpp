#include "ui/pages/errors/errorspanel.h"

#include "models/console/consolecontext.h"
#include "models/values/format.h"
#include "models/values/timedisplay.h"
#include "ui/kit/emptyhint.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"
#include "ui/pages/errors/errordelegate.h"
#include "ui/pages/errors/errordetail.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int kRowHeight = 26;

QTableView *makeTable(QAbstractItemModel *model, QWidget *parent)
{
    auto *table = new QTableView(parent);
    table->setModel(model);
    table->setItemDelegate(new ErrorDelegate(table));
    table->setObjectName("errorGroups"_L1);
    table->setAccessibleName(ErrorsPanel::tr("Failures by error"));
    table->setFrameShape(QFrame::NoFrame);
    table->setShowGrid(false);
    table->setAlternatingRowColors(true);
    table->setWordWrap(false);
    table->setMouseTracking(true); // hover
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setTabKeyNavigation(false);
    table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table->verticalHeader()->hide();
    table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table->verticalHeader()->setDefaultSectionSize(
        std::max(kRowHeight, table->fontMetrics().height() + 10));
    table->horizontalHeader()->setHighlightSections(false);
    return table;
}

} // namespace

ErrorsPanel::ErrorsPanel(ConsoleContext *context, QWidget *parent)
    : ConsolePanel(parent)
    , m_context(context)
    , m_soon(this)
    , m_tick(this)
    , m_scope(new QComboBox(this))
    , m_remark(new QLabel(this))
    , m_further(new QPushButton(tr("Look further"), this))
    , m_cancel(new QPushButton(tr("Stop"), this))
    , m_refresh(new QPushButton(tr("Refresh"), this))
    , m_pages(new QStackedWidget(this))
    , m_hint(new EmptyHint(this))
    , m_splitter(new QSplitter(Qt::Vertical, this))
    , m_table(makeTable(&m_model, m_splitter))
    , m_detail(new ErrorDetail(context->guard(), m_splitter))
{
    m_model.setReader(std::make_shared<ErrorReader>(context->sessions(), context->filterContext()));
    m_scope->setObjectName("errorScope"_L1);
    m_scope->setAccessibleName(tr("Which failures"));
    m_scope->addItem(tr("Failed for good"), int(FailureScope::ForGood));
    m_scope->addItem(tr("Retrying"), int(FailureScope::Retrying));
    m_scope->addItem(tr("Failed for good and retrying"), int(FailureScope::Both));
    m_remark->setObjectName("errorRemark"_L1);
    m_remark->setTextFormat(Qt::PlainText);
    m_remark->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_further->setObjectName("errorFurther"_L1);
    m_further->setToolTip(tr("Looks at older failures too."));
    m_cancel->setObjectName("errorStop"_L1);
    m_refresh->setObjectName("errorRefresh"_L1);

    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(16, 8, 16, 8);
    bar->setSpacing(8);
    bar->addWidget(m_scope);
    bar->addSpacing(4);
    bar->addWidget(m_remark, 1);
    bar->addWidget(m_further);
    bar->addWidget(m_cancel);
    bar->addWidget(m_refresh);
    m_splitter->addWidget(m_table);
    m_splitter->addWidget(m_detail);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    m_splitter->setChildrenCollapsible(false);
    m_pages->addWidget(m_hint);
    m_pages->addWidget(m_splitter);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_pages, 1);
    setColumnWidths();

    connect(m_scope, &QComboBox::activated, this, &ErrorsPanel::refresh);
    connect(m_refresh, &QPushButton::clicked, this, &ErrorsPanel::refresh);
    connect(m_further, &QPushButton::clicked, &m_model, &ErrorGroupsModel::lookFurther);
    connect(m_cancel, &QPushButton::clicked, &m_model, &ErrorGroupsModel::cancel);
    connect(&m_model, &ErrorGroupsModel::phaseChanged, this, &ErrorsPanel::showState);
    connect(&m_model, &ErrorGroupsModel::batchRead, this, &ErrorsPanel::showState);
    connect(&m_model, &ErrorGroupsModel::modelAboutToBeReset, this,
            [this] { m_isRestoring = true; });
    connect(&m_model, &ErrorGroupsModel::modelReset, this, &ErrorsPanel::restoreSelection);
    connect(&m_model, &ErrorGroupsModel::checked, this, &ErrorsPanel::onChecked);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &ErrorsPanel::onCurrentChanged);
    const auto showJobs = [this] { m_context->requestFilter(m_detail->filter()); };
    connect(m_table, &QTableView::activated, this, showJobs);
    connect(m_detail, &ErrorDetail::jobsRequested, context, &ConsoleContext::requestFilter);
    connect(m_detail, &ErrorDetail::jobRequested, context, &ConsoleContext::requestJob);
    connect(m_detail, &ErrorDetail::actionRequested, this,
            [this](OperationKind kind, const QString &filter) {
                const int row = currentRow();
                if (row >= 0)
                    Q_EMIT actionRequested(
                        kind, filter, {m_model.groups().at(row).count(), !m_model.isComplete()});
            });
    m_soon.setSingleShot(true);
    m_soon.setInterval(500ms);
    connect(&m_soon, &QTimer::timeout, this, [this] {
        if (isVisible())
            refresh();
    });
    connect(context, &ConsoleContext::jobsChanged, &m_soon, qOverload<>(&QTimer::start));
    connect(&TimeDisplay::instance(), &TimeDisplay::changed, this, &ErrorsPanel::onCurrentChanged);
    connect(&m_tick, &QTimer::timeout, this, &ErrorsPanel::showRemark);
    m_tick.start(5s);
    showState();
}

ErrorsPanel::~ErrorsPanel()
{
    // The table goes after the model it shows.
    m_table->setModel(nullptr);
}

FailureScope ErrorsPanel::chosenScope() const
{
    return FailureScope(m_scope->currentData().toInt());
}

void ErrorsPanel::refresh()
{
    m_model.read(chosenScope());
}

void ErrorsPanel::setColumnWidths()
{
    using Column = ErrorGroupsModel::Column;
    QHeaderView *header = m_table->horizontalHeader();
    const QFontMetrics figures(tabularFont(font()));
    const auto fit = [&](Column column, const QString &longest) {
        header->resizeSection(int(column), figures.horizontalAdvance(longest) + 24);
    };
    fit(Column::Count, u"10,000,000"_s);
    fit(Column::FirstSeen, u"First seen 0"_s);
    fit(Column::LastSeen, u"Last seen 00"_s);
    header->resizeSection(int(Column::Tasks),
                          fontMetrics().horizontalAdvance(u"send_newsletter_batch, resize"_s));
    header->setSectionResizeMode(int(Column::Signature), QHeaderView::Stretch);
}

int ErrorsPanel::currentRow() const
{
    const QModelIndex index = m_table->selectionModel()->currentIndex();
    return index.isValid() ? index.row() : -1;
}

void ErrorsPanel::restoreSelection()
{
    // By what went wrong, not by place: counts change the order.
    const int known = m_hasSelected ? m_model.rowOf(m_selected) : -1;
    if (m_model.rowCount() > 0)
        m_table->setCurrentIndex(m_model.index(std::max(known, 0), 1));
    m_isRestoring = false;
    if (known < 0)
        m_hasSelected = false;
    onCurrentChanged();
}

void ErrorsPanel::onCurrentChanged()
{
    const int row = currentRow();
    m_detail->setVisible(row >= 0);
    if (m_isRestoring || row < 0)
        return;
    const ErrorGroup &group = m_model.groups().at(row);
    // The topmost is shown, not chosen, until somebody chooses one.
    const bool isOther = group.signature.text != m_selected;
    m_hasSelected = m_hasSelected || m_table->hasFocus() || m_detail->isAncestorOf(focusWidget());
    m_selected = group.signature.text;
    m_detail->showGroup(group, m_model.scope(), m_model.isComplete());
    if (isOther && m_model.phase() == ErrorGroupsModel::Phase::Ready)
        m_model.check(row);
}

void ErrorsPanel::onChecked(const QString &signature, qint64 extra)
{
    if (signature == m_selected)
        m_detail->showCheck(extra);
}

void ErrorsPanel::showState()
{
    using Phase = ErrorGroupsModel::Phase;
    const Phase phase = m_model.phase();
    const bool isLoading = phase == Phase::Loading;
    m_cancel->setVisible(isLoading);
    m_refresh->setVisible(!isLoading);
    m_further->setVisible(phase == Phase::Ready && !m_model.isComplete());
    if (phase == Phase::Ready && currentRow() >= 0)
        m_model.check(currentRow());
    showRemark();
    if (m_model.rowCount() > 0) {
        m_pages->setCurrentWidget(m_splitter);
        return;
    }
    m_pages->setCurrentWidget(m_hint);
    if (phase == Phase::Failed)
        m_hint->setTexts(errorTitle(m_model.error()), errorSentence(m_model.error()));
    else if (phase != Phase::Ready)
        m_hint->setTexts(tr("Looking for failures"),
                         tr("They appear here as they are found, grouped by their error."));
    else if (m_model.isComplete())
        m_hint->setTexts(tr("No failures"),
                         tr("Jobs that fail would appear here, grouped by what went wrong."));
    else
        m_hint->setTexts(
            tr("No failures among the newest %1 jobs").arg(formatNumber(m_model.rowsLooked())),
            tr("There may be older ones. Look further, or create the index of failed jobs, which "
               "finds them at once."));
}

void ErrorsPanel::showRemark()
{
    using Phase = ErrorGroupsModel::Phase;
    const Phase phase = m_model.phase();
    const bool isFailed = phase == Phase::Failed;
    setTone(m_remark, isFailed ? Tone::Trouble : Tone::Muted);
    const QString failures = formatNumber(m_model.failures());
    QString text;
    if (isFailed)
        text = errorSentence(m_model.error());
    else if (phase == Phase::Loading)
        text = tr("Looking… %1 failures in %2 jobs so far")
                   .arg(failures, formatNumber(m_model.rowsLooked()));
    else if (phase == Phase::Ready && m_model.rowCount() > 0) {
        text = m_model.isComplete() ? tr("All %1 failures").arg(failures)
                                    : tr("Newest %1 failures").arg(failures);
        if (m_model.isCancelled())
            text = tr("Stopped after %1 failures").arg(failures);
        const auto age
            = std::chrono::milliseconds(m_model.readAt().msecsTo(QDateTime::currentDateTimeUtc()));
        text += u" · "_s + tr("read %1").arg(formatAge(std::max(age, 0ms)));
    }
    m_remark->setText(text);
    m_remark->setToolTip(isFailed ? text : QString());
}

void ErrorsPanel::setActive(bool isActive)
{
    if (isActive && m_model.phase() == ErrorGroupsModel::Phase::Nothing)
        refresh();
}

} // namespace yardmaster
