#include "ui/shell/alerts/alertsdialog.h"

#include "models/alerts/alertmonitor.h"
#include "models/console/consolecontext.h"
#include "models/values/format.h"
#include "models/values/timedisplay.h"
#include "ui/kit/emptyhint.h"
#include "ui/kit/label.h"
#include "ui/kit/pagetabs.h"
#include "ui/shell/alerts/alertnotifier.h"
#include "ui/shell/alerts/alertpolicyform.h"
#include "ui/shell/alerts/alertruleform.h"
#include "ui/shell/alerts/alertslist.h"

#include <QFrame>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTabWidget>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

class Tabs final : public QTabWidget
{
public:
    explicit Tabs(QWidget *parent)
        : QTabWidget(parent)
    {
        setTabBar(new PageTabs(this));
        setDocumentMode(true);
    }
};

QPushButton *makeButton(const QString &text, const char *name, QWidget *parent)
{
    auto *button = new QPushButton(text, parent);
    button->setObjectName(QLatin1StringView(name));
    return button;
}

QFrame *makeLine(QWidget *parent)
{
    auto *line = new QFrame(parent);
    line->setFrameShape(QFrame::HLine);
    line->setFrameShadow(QFrame::Plain);
    line->setFixedHeight(1);
    line->setForegroundRole(QPalette::Mid);
    return line;
}

} // namespace

AlertsDialog::AlertsDialog(AlertMonitor *alertMonitor, AlertNotifier *notifier,
                           ConsoleContext *context, QWidget *parent)
    : ConsoleDialog(tr("Alerts"), &context->target(), parent)
    , m_alertMonitor(alertMonitor)
    , m_notifier(notifier)
    , m_pages(new Tabs(this))
    , m_tested(new Label(this))
{
    setNames("alertsDialog", "alertsSave", "alertsCancel");
    for (const AlertRule &rule : alertMonitor->settings().rules)
        m_drafts << draftOf(rule);
    m_pages->setObjectName("alertPages"_L1);
    m_pages->addTab(makeRulesPage(), tr("Rules"));
    m_pages->addTab(makeDeliveryPage(), tr("Notifications"));
    m_pages->addTab(makeHistoryPage(), tr("History"));
    auto *content = new QWidget(this);
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_pages, 1);
    layout->addWidget(makeLine(this));
    setWide(content);
    const QPushButton *test = addButton(tr("Send a test"), "alertsTest");
    m_tested->setObjectName("alertsTested"_L1);
    m_tested->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    setTone(m_tested, Tone::Muted);
    addBesideButtons(m_tested, 1);
    setConfirmText(tr("Save alerts"));
    resize(820, 660);

    connect(test, &QPushButton::clicked, this, &AlertsDialog::sendTest);
    connect(m_alertMonitor, &AlertMonitor::updated, this, &AlertsDialog::showValues);
    connect(m_alertMonitor, &AlertMonitor::updated, this, &AlertsDialog::showHistory);
    connect(&TimeDisplay::instance(), &TimeDisplay::changed, this, &AlertsDialog::showHistory);
    connect(m_notifier->commands(), &AlertCommandRunner::finished, m_policy,
            &AlertPolicyForm::showResult);
    m_list->setDrafts(m_drafts);
    m_list->setCurrentRow(0);
    onRowChosen(m_list->currentRow());
    m_policy->setPolicy(alertMonitor->settings().policy);
    if (const auto &last = m_notifier->commands()->lastResult())
        m_policy->showResult(*last);
    showValues();
    showHistory();
    m_list->setFocus();
}

AlertsDialog::~AlertsDialog() = default;

QWidget *AlertsDialog::makeRulesPage()
{
    auto *page = new QWidget(this);
    m_list = new AlertsList(page);
    m_form = new AlertRuleForm(page);
    m_add = makeButton(tr("Add a rule"), "alertAdd", page);
    m_remove = makeButton(tr("Remove this rule"), "alertRemove", page);
    m_remark = new Label(page);
    m_remark->setObjectName("alertRemark"_L1);
    m_remark->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    setTone(m_remark, Tone::Muted);
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(16, 8, 16, 8);
    bar->setSpacing(8);
    bar->addWidget(m_remark, 1);
    bar->addWidget(m_add);
    bar->addWidget(m_remove);
    auto *form = new QVBoxLayout;
    form->setContentsMargins(16, 12, 16, 12);
    form->addWidget(m_form);
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_list, 1);
    layout->addWidget(makeLine(page));
    layout->addLayout(bar);
    layout->addLayout(form);
    connect(m_list, &AlertsList::rowChosen, this, &AlertsDialog::onRowChosen);
    connect(m_list, &AlertsList::rowToggled, this, &AlertsDialog::onRowToggled);
    connect(m_form, &AlertRuleForm::edited, this, &AlertsDialog::onFormEdited);
    connect(m_add, &QPushButton::clicked, this, &AlertsDialog::addRule);
    connect(m_remove, &QPushButton::clicked, this, &AlertsDialog::removeRule);
    return page;
}

QWidget *AlertsDialog::makeDeliveryPage()
{
    auto *area = new QScrollArea(this);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setFocusPolicy(Qt::NoFocus);
    m_policy = new AlertPolicyForm(m_notifier->hasNotifications(), area);
    area->setWidget(m_policy);
    return area;
}

QWidget *AlertsDialog::makeHistoryPage()
{
    auto *page = new QWidget(this);
    m_historyPages = new QStackedWidget(page);
    auto *hint = new EmptyHint(m_historyPages);
    hint->setTexts(tr("No alerts yet"),
                   tr("Alerts of this profile are listed here, with how long they lasted."));
    m_history = new AlertHistoryList(m_historyPages);
    m_historyPages->addWidget(hint);
    m_historyPages->addWidget(m_history);
    m_clear = makeButton(tr("Clear the list"), "alertClear", page);
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(16, 8, 16, 8);
    auto *remark = new Label(
        tr("The last %1 alerts of this profile.").arg(AlertMonitor::kMostRecords), page);
    setTone(remark, Tone::Muted);
    bar->addWidget(remark, 1);
    bar->addWidget(m_clear);
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_historyPages, 1);
    layout->addWidget(makeLine(page));
    layout->addLayout(bar);
    connect(m_clear, &QPushButton::clicked, m_alertMonitor, &AlertMonitor::clearHistory);
    return page;
}

void AlertsDialog::addRule()
{
    AlertRule rule
        = suggestedAlertRule(m_list->currentRow() >= 0 ? m_drafts.at(m_list->currentRow()).rule.kind
                                                       : AlertKind::OldestReady);
    rule.isEnabled = true;
    m_drafts << draftOf(rule);
    m_list->setDrafts(m_drafts);
    m_list->setCurrentRow(int(m_drafts.size()) - 1);
    showValues();
    m_form->setFocus();
}

void AlertsDialog::removeRule()
{
    const int row = m_list->currentRow();
    if (row < 0)
        return;
    m_drafts.removeAt(row);
    m_list->setDrafts(m_drafts);
    m_list->setCurrentRow(std::min(row, int(m_drafts.size()) - 1));
    onRowChosen(m_list->currentRow());
    showValues();
}

void AlertsDialog::onRowChosen(int row)
{
    const bool isAny = row >= 0;
    m_form->setVisible(isAny);
    m_remove->setEnabled(isAny);
    m_add->setEnabled(m_drafts.size() < kMostAlertRules);
    if (isAny)
        m_form->setDraft(m_drafts.at(row));
}

void AlertsDialog::onRowToggled(int row, bool isOn)
{
    m_drafts[row].rule.isEnabled = isOn;
    m_list->setDraft(row, m_drafts.at(row));
    if (row == m_list->currentRow())
        m_form->setDraft(m_drafts.at(row));
    showValues();
}

void AlertsDialog::onFormEdited()
{
    const int row = m_list->currentRow();
    if (row < 0)
        return;
    m_drafts[row] = m_form->draft();
    m_list->setDraft(row, m_drafts.at(row));
    showValues();
}

void AlertsDialog::showValues()
{
    m_list->showValues(m_drafts, *m_alertMonitor);
    const qsizetype on
        = std::count_if(m_drafts.cbegin(), m_drafts.cend(),
                        [](const AlertDraft &draft) { return draft.rule.isEnabled; });
    m_remark->setText(
        on == 0 ? tr("No rule is enabled, so no alerts are sent. Tick those that matter here.")
                : tr("%1 of %2 rules are on.", nullptr, pluralOf(m_drafts.size()))
                      .arg(on)
                      .arg(m_drafts.size()));
}

void AlertsDialog::showHistory()
{
    const bool isAny = !m_alertMonitor->history().isEmpty();
    m_historyPages->setCurrentIndex(isAny ? 1 : 0);
    m_clear->setEnabled(isAny);
    m_history->setHistory(m_alertMonitor->history(), m_alertMonitor->active());
}

void AlertsDialog::sendTest()
{
    if (!m_policy->check()) {
        m_pages->setCurrentIndex(1);
        m_policy->focusProblem();
        return;
    }
    m_tested->setText(tr("Sent: %1.").arg(m_notifier->sendTest(m_policy->policy())));
}

void AlertsDialog::confirm()
{
    AlertSettings settings;
    settings.rules.clear();
    for (int row = 0; row < m_drafts.size(); ++row) {
        const auto rule = ruleOf(m_drafts.at(row));
        if (!rule) {
            m_pages->setCurrentIndex(0);
            m_list->setCurrentRow(row);
            m_form->focusProblem();
            return;
        }
        settings.rules << *rule;
    }
    if (!m_policy->check()) {
        m_pages->setCurrentIndex(1);
        m_policy->focusProblem();
        return;
    }
    settings.policy = m_policy->policy();
    m_alertMonitor->setSettings(settings);
    accept();
}

} // namespace yardmaster
