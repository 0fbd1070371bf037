#include "ui/pages/errors/errorspanel.h"

#include "models/console/consolecontext.h"
#include "models/query/filterparser.h"
#include "models/values/format.h"
#include "models/values/timedisplay.h"
#include "ui/kit/command.h"
#include "ui/kit/consolehost.h"
#include "ui/kit/listpage.h"
#include "ui/kit/rowmenu.h"
#include "ui/pages/errors/errordetail.h"

#include <QComboBox>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto kLookInterval = 2s;
constexpr auto kOld = 30s; // where the counts do not say whether there is anything new

} // namespace

ErrorsPanel::ErrorsPanel(ConsoleContext *context, QWidget *parent)
    : ConsolePanel(parent)
    , m_context(context)
    , m_retry(context->sessions(), this)
    , m_soon(this)
    , m_look(this)
    , m_scope(new QComboBox(this))
    , m_further(new QPushButton(tr("Search further"), this))
    , m_cancel(new QPushButton(tr("Stop"), this))
    , m_list(new ListPage(&m_model, u"error"_s, tr("Failures by error"), this))
    , m_detail(new ErrorDetail(context->guard(), m_list))
{
    m_model.setReader(std::make_shared<ErrorReader>(context->sessions(), context->filterContext()));
    m_scope->setObjectName("errorScope"_L1);
    m_scope->setAccessibleName(tr("Which failures"));
    m_scope->addItem(tr("Failed for good"), int(FailureScope::ForGood));
    m_scope->addItem(tr("Retrying"), int(FailureScope::Retrying));
    m_scope->addItem(tr("Failed for good and retrying"), int(FailureScope::Both));
    m_further->setObjectName("errorFurther"_L1);
    m_further->setToolTip(tr("Searches older failures, too."));
    m_cancel->setObjectName("errorStop"_L1);
    m_list->table()->setObjectName("errorGroups"_L1);
    m_list->addAtStart(m_scope);
    m_list->addAtEnd(m_further);
    m_list->addAtEnd(m_cancel);
    m_list->setDetail(m_detail, 3, 2);
    m_list->setLooking(tr("Searching for failures"),
                       tr("They appear here as they are found, grouped by task and error."));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_list);

    connect(m_scope, &QComboBox::activated, this, &ErrorsPanel::refresh);
    connect(m_list, &ListPage::refreshRequested, this, &ErrorsPanel::refresh);
    connect(m_further, &QPushButton::clicked, &m_model, &ErrorGroupsModel::lookFurther);
    connect(m_cancel, &QPushButton::clicked, &m_model, &ErrorGroupsModel::cancel);
    connect(&m_model, &ErrorGroupsModel::phaseChanged, this, &ErrorsPanel::showState);
    connect(&m_model, &ErrorGroupsModel::aboutToAdd, this, [this] { m_isRestoring = true; });
    connect(&m_model, &ErrorGroupsModel::batchRead, this, &ErrorsPanel::restoreSelection);
    connect(&m_model, &ErrorGroupsModel::batchRead, this, &ErrorsPanel::showState);
    connect(&m_model, &ErrorGroupsModel::checked, this, &ErrorsPanel::onChecked);
    connect(m_list, &ListPage::currentChanged, this, &ErrorsPanel::onCurrentChanged);
    const auto showJobs = [this] { m_context->requestFilter(m_detail->filter()); };
    connect(m_list, &ListPage::activated, this, showJobs);
    connect(m_detail, &ErrorDetail::jobsRequested, context, &ConsoleContext::requestFilter);
    connect(m_detail, &ErrorDetail::jobRequested, context, &ConsoleContext::requestJob);
    connect(m_detail, &ErrorDetail::actionRequested, this, &ErrorsPanel::act);
    makeCommands();
    connect(m_detail, &ErrorDetail::currentSampleChanged, this, [this] { updateCommands(this); });
    updateCommands(this);
    m_soon.setSingleShot(true);
    m_soon.setInterval(500ms);
    connect(&m_soon, &QTimer::timeout, this, [this] {
        if (isVisible())
            refresh();
    });
    connect(context, &ConsoleContext::jobsChanged, &m_soon, qOverload<>(&QTimer::start));
    m_look.setInterval(kLookInterval);
    connect(&m_look, &QTimer::timeout, this, &ErrorsPanel::refreshIfOutdated);
    connect(&TimeDisplay::instance(), &TimeDisplay::changed, this, &ErrorsPanel::onCurrentChanged);
    connect(&m_retry, &Retry::lost, &m_model, &ErrorGroupsModel::lose);
    connect(&m_retry, &Retry::judgedAnew, this, &ErrorsPanel::showState);
    connect(&m_retry, &Retry::due, this, &ErrorsPanel::refresh);
    showState();
}

ErrorsPanel::~ErrorsPanel()
{
    delete m_list; // before the model it shows
}

void ErrorsPanel::makeCommands()
{
    const auto needsGroup = [this] { return groupObstacle(); };
    const auto addVerb = [this, needsGroup](OperationKind kind, const QString &id,
                                            const QString &text, const QString &sentence, int key) {
        return addCommand(this, id, text, sentence, [this, kind] { act(kind); })
            ->withKeysHere({key})
            ->under(tr("Groups of failures"))
            ->unless(needsGroup)
            ->writes(m_context->guard());
    };
    const QList<QAction *> ofGroup{
        addCommand(this, u"errors.show-jobs"_s, tr("Show jobs"),
                   tr("Lists all jobs with this error."),
                   [this] { m_context->requestFilter(m_detail->filter()); })
            ->withKeysHere()
            ->under(tr("Groups of failures"))
            ->unless(needsGroup)
            ->alsoCalled(tr("list, filter, open")),
        addVerb(OperationKind::Retry, u"errors.retry"_s, tr("Retry all…"),
                tr("Makes all jobs of the group due now, with all their attempts."), Qt::Key_R)
            ->alsoCalled(tr("run again, restart, rerun")),
        addVerb(OperationKind::Reschedule, u"errors.reschedule"_s, tr("Reschedule all…"),
                tr("Makes all jobs of the group due at another time."), Qt::Key_S)
            ->alsoCalled(tr("postpone, delay, run at")),
        addVerb(OperationKind::FailForGood, u"errors.fail"_s, tr("Fail all for good…"),
                tr("Leaves no attempts for any job of the group."), Qt::Key_X)
            ->unless([this] {
                return m_model.scope() == FailureScope::ForGood
                    ? tr("These jobs have failed for good already.")
                    : groupObstacle();
            })
            ->alsoCalled(tr("cancel, abort, give up")),
    };
    const QList<QAction *> ofSample{
        addCommand(this, u"errors.show-job"_s, tr("Show job"),
                   tr("Shows the selected example in the list of jobs."),
                   [this] { m_context->requestJob(m_detail->currentSample()); })
            ->withKeysHere()
            ->under(tr("Groups of failures"))
            ->unless(needsGroup),
        addCommand(this, u"errors.edit-payload"_s, tr("Edit payload and retry…"),
                   tr("Gives the selected example another payload and makes it due now."),
                   [this] { Q_EMIT editRequested(m_detail->currentSample()); })
            ->withKeysHere({Qt::Key_E})
            ->under(tr("Groups of failures"))
            ->unless(needsGroup)
            ->writes(m_context->guard())
            ->alsoCalled(tr("fix, change data, arguments, JSON")),
    };
    m_list->setRowCommands(ofGroup + ofSample.mid(1));
    m_detail->setSampleCommands(ofSample);
    RowMenu::of(m_list->table())->setSubjects(m_context, [this](const QModelIndex &) {
        return RowSubject{0, m_model.at(m_list->currentRow()).task, {}, {}, {}};
    });
    m_detail->setContext(m_context);
}

void ErrorsPanel::act(OperationKind kind)
{
    if (const int row = m_list->currentRow(); row >= 0)
        Q_EMIT actionRequested(kind, m_detail->filter(),
                               Count::counted(m_model.at(row).count(), !m_model.isComplete()));
}

QString ErrorsPanel::groupObstacle() const
{
    return m_list->currentRow() >= 0 && m_detail->currentSample() != 0
        ? QString()
        : tr("Select a group of failures first.");
}

FailureScope ErrorsPanel::chosenScope() const
{
    return FailureScope(m_scope->currentData().toInt());
}

void ErrorsPanel::refresh()
{
    m_model.read(chosenScope());
}

void ErrorsPanel::refreshIfOutdated()
{
    if (isBehindChoice(this))
        return;
    const QDateTime readAt = m_model.freshness().readAt;
    bool isOutdated = readAt.msecsTo(QDateTime::currentDateTimeUtc())
        >= std::chrono::milliseconds(kOld).count();
    const auto &counts = m_context->jobCounts()->latest();
    if (counts && counts->countedAt > readAt && m_model.isComplete()) {
        const Filter filter = parseFilter(failureFilter(m_model.scope())).filter;
        const Count count = countOf(filter, *counts);
        isOutdated = isOutdated || (count.isExact() && count.value != m_model.failures());
    }
    if (isOutdated)
        m_model.refresh();
}

void ErrorsPanel::restoreSelection()
{
    // By what went wrong, not by place: counts change the order.
    const int known = m_hasSelected ? m_model.rowOf(m_selected) : -1;
    m_list->setCurrentRow(std::max(known, 0));
    m_isRestoring = false;
    if (known < 0)
        m_hasSelected = false;
    onCurrentChanged();
}

void ErrorsPanel::onCurrentChanged()
{
    const int row = m_list->currentRow();
    m_detail->setVisible(row >= 0);
    updateCommands(this);
    if (m_isRestoring || row < 0)
        return;
    const ErrorGroup &group = m_model.at(row);
    // The topmost is shown, not chosen, until somebody chooses one.
    const bool isOther = group.key != m_selected;
    m_hasSelected
        = m_hasSelected || m_list->table()->hasFocus() || m_detail->isAncestorOf(focusWidget());
    m_selected = group.key;
    m_detail->showGroup(group, m_model.scope(), m_model.isComplete());
    if (isOther && m_model.phase() == ErrorGroupsModel::Phase::Ready)
        m_model.check(row);
}

void ErrorsPanel::onChecked(const QString &key, qint64 extra)
{
    if (key == m_selected)
        m_detail->showCheck(extra);
}

void ErrorsPanel::showState()
{
    using Phase = ErrorGroupsModel::Phase;
    const Phase phase = m_model.phase();
    const bool isLoading = phase == Phase::Loading;
    m_cancel->setVisible(isLoading);
    m_list->refreshButton()->setVisible(!isLoading);
    m_further->setVisible(phase == Phase::Ready && !m_model.isComplete());
    if (phase == Phase::Ready && m_list->currentRow() >= 0)
        m_model.check(m_list->currentRow());
    // What took too long does so again, unless the server was in trouble.
    m_retry.setFailing(phase == Phase::Failed, m_model.error().kind != DbError::Kind::Cancelled);
    showRemark();
    Freshness freshness = m_retry.judged(m_model.freshness());
    freshness.isOverdue = freshness.isOverdue || (m_model.rowCount() == 0 && isLoading);
    if (!m_list->isKnownEmpty(freshness))
        return;
    if (m_model.isComplete())
        m_list->showHint(tr("No failures"),
                         tr("Jobs that fail appear here, grouped by what went wrong."));
    else
        m_list->showHint(
            tr("No failures among the newest %1 jobs").arg(formatNumber(m_model.rowsLooked())),
            tr("There may be older ones. Search further, or create the index of failed jobs, which "
               "finds them at once."));
}

void ErrorsPanel::showRemark()
{
    using Phase = ErrorGroupsModel::Phase;
    const Phase phase = m_model.phase();
    const QString failures = formatNumber(m_model.failures());
    QString text;
    if (phase == Phase::Loading)
        text = tr("Searching… %1 failures in %2 jobs so far")
                   .arg(failures, formatNumber(m_model.rowsLooked()));
    else if (m_model.rowCount() > 0 && m_model.failures() > 0) {
        text = m_model.isComplete() ? tr("All %1 failures").arg(failures)
                                    : tr("Newest %1 failures").arg(failures);
        if (m_model.isCancelled())
            text = tr("Stopped after %1 failures").arg(failures);
    }
    m_list->setRemark(text);
}

void ErrorsPanel::setActive(bool isActive)
{
    m_retry.setPaused(!isActive);
    if (!isActive) {
        m_look.stop();
        return;
    }
    m_look.start();
    if (m_model.phase() == ErrorGroupsModel::Phase::Nothing)
        refresh();
    else
        m_model.refresh();
}

} // namespace yardmaster
