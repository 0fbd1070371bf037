#include "ui/shell/alerts/alertruleform.h"

#include "models/alerts/alertwords.h"
#include "ui/kit/label.h"
#include "ui/kit/tone.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kFieldWidth = 200;

Label *makeRemark(const char *name, Tone tone, QWidget *parent)
{
    auto *label = new Label(parent);
    label->setObjectName(QLatin1StringView(name));
    label->setWordWrap(true);
    setTone(label, tone);
    return label;
}

QString unitWord(AlertKind kind)
{
    switch (unitOf(kind)) {
    case AlertUnit::PerMinute:
        return AlertRuleForm::tr("failures per minute or more");
    case AlertUnit::Percent:
        return AlertRuleForm::tr("% or more");
    case AlertUnit::Seconds:
        return AlertRuleForm::tr("or more, such as “90 s” or “5 min”");
    case AlertUnit::Jobs:
        return kind == AlertKind::NoThroughput ? AlertRuleForm::tr("ready jobs or more")
                                               : AlertRuleForm::tr("jobs or more");
    case AlertUnit::None:
        break;
    }
    return {};
}

} // namespace

AlertRuleForm::AlertRuleForm(QWidget *parent)
    : QWidget(parent)
    , m_layout(new QFormLayout(this))
    , m_kind(new QComboBox(this))
    , m_help(makeRemark("alertHelp", Tone::Muted, this))
    , m_taskLabel(new Label(tr("&Task"), this))
    , m_task(new QLineEdit(this))
    , m_thresholdLabel(new Label(tr("&Limit"), this))
    , m_thresholdRow(new QWidget(this))
    , m_threshold(new QLineEdit(m_thresholdRow))
    , m_unit(makeRemark("alertUnit", Tone::Muted, m_thresholdRow))
    , m_thresholdProblem(makeRemark("alertThresholdProblem", Tone::Trouble, this))
    , m_hold(new QLineEdit(this))
    , m_holdProblem(makeRemark("alertHoldProblem", Tone::Trouble, this))
    , m_severity(new QComboBox(this))
{
    m_kind->setObjectName("alertKind"_L1);
    for (int kind = 0; kind < kAlertKinds; ++kind)
        m_kind->addItem(alertKindTitle(AlertKind(kind)), kind);
    m_task->setObjectName("alertTask"_L1);
    m_task->setPlaceholderText(tr("all tasks"));
    m_taskLabel->setBuddy(m_task);
    m_threshold->setObjectName("alertThreshold"_L1);
    m_hold->setObjectName("alertHold"_L1);
    m_severity->setObjectName("alertSeverity"_L1);
    for (const AlertSeverity severity :
         {AlertSeverity::Notice, AlertSeverity::Warning, AlertSeverity::Critical})
        m_severity->addItem(alertSeverityWord(severity), int(severity));
    for (QWidget *field : {static_cast<QWidget *>(m_kind), static_cast<QWidget *>(m_task),
                           static_cast<QWidget *>(m_threshold), static_cast<QWidget *>(m_hold),
                           static_cast<QWidget *>(m_severity)})
        field->setFixedWidth(kFieldWidth);
    m_thresholdLabel->setBuddy(m_threshold);
    m_unit->setWordWrap(false);
    auto *thresholdRow = new QHBoxLayout(m_thresholdRow);
    thresholdRow->setContentsMargins(0, 0, 0, 0);
    thresholdRow->setSpacing(8);
    thresholdRow->addWidget(m_threshold);
    thresholdRow->addWidget(m_unit, 1);
    auto *holdUnit = makeRemark("alertHoldUnit", Tone::Muted, this);
    holdUnit->setWordWrap(false);
    holdUnit->setText(tr(
        "before the alert is raised; the same time, but at least a minute, before it is resolved"));
    auto *holdRow = new QHBoxLayout;
    holdRow->setSpacing(8);
    holdRow->addWidget(m_hold);
    holdRow->addWidget(holdUnit, 1);

    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setHorizontalSpacing(12);
    m_layout->setVerticalSpacing(6);
    m_layout->setLabelAlignment(Qt::AlignLeft);
    m_layout->addRow(tr("Loo&ks at"), m_kind);
    m_help->setMinimumWidth(2 * kFieldWidth); // else it asks for the height of a narrow column
    m_layout->addRow(QString(), m_help);
    m_layout->addRow(m_taskLabel, m_task);
    m_layout->addRow(m_thresholdLabel, m_thresholdRow);
    m_layout->addRow(QString(), m_thresholdProblem);
    auto *holdLabel = new Label(tr("&For"), this);
    holdLabel->setBuddy(m_hold);
    m_layout->addRow(holdLabel, holdRow);
    m_layout->addRow(QString(), m_holdProblem);
    m_layout->addRow(tr("S&everity"), m_severity);

    connect(m_kind, &QComboBox::activated, this, &AlertRuleForm::onKindChosen);
    connect(m_task, &QLineEdit::textChanged, this, &AlertRuleForm::onEdited);
    connect(m_threshold, &QLineEdit::textChanged, this, &AlertRuleForm::onEdited);
    connect(m_hold, &QLineEdit::textChanged, this, &AlertRuleForm::onEdited);
    connect(m_severity, &QComboBox::activated, this, &AlertRuleForm::onEdited);
}

void AlertRuleForm::setDraft(const AlertDraft &draft)
{
    m_isFilling = true;
    m_draft = draft;
    const AlertKind kind = draft.rule.kind;
    m_kind->setCurrentIndex(m_kind->findData(int(kind)));
    m_task->setText(draft.rule.task);
    m_taskLabel->setVisible(looksAtTask(kind));
    m_task->setVisible(looksAtTask(kind));
    m_threshold->setText(draft.threshold);
    m_hold->setText(draft.hold);
    m_severity->setCurrentIndex(m_severity->findData(int(draft.rule.severity)));
    m_help->setText(alertKindHelp(kind));
    m_unit->setText(unitWord(kind));
    const bool hasLimit = unitOf(kind) != AlertUnit::None;
    m_thresholdLabel->setVisible(hasLimit);
    m_thresholdRow->setVisible(hasLimit);
    m_isFilling = false;
    showProblems();
}

void AlertRuleForm::onKindChosen()
{
    // The limit of another kind means nothing here.
    AlertRule rule = suggestedAlertRule(AlertKind(m_kind->currentData().toInt()));
    if (rule.kind == m_draft.rule.kind)
        return;
    rule.id = m_draft.rule.id;
    rule.isEnabled = m_draft.rule.isEnabled;
    setDraft(draftOf(rule));
    Q_EMIT edited();
}

void AlertRuleForm::onEdited()
{
    if (m_isFilling)
        return;
    m_draft.rule.task = looksAtTask(m_draft.rule.kind) ? m_task->text().trimmed() : QString();
    m_draft.threshold = m_threshold->text();
    m_draft.hold = m_hold->text();
    m_draft.rule.severity = AlertSeverity(m_severity->currentData().toInt());
    if (const auto rule = ruleOf(m_draft))
        m_draft.rule = *rule;
    showProblems();
    Q_EMIT edited();
}

void AlertRuleForm::showProblems()
{
    QString threshold;
    QString hold;
    if (const auto rule = ruleOf(m_draft); !rule) {
        for (const AlertProblem &problem : rule.error())
            (problem.field == AlertProblem::Field::Hold ? hold : threshold) = problem.sentence;
    }
    m_thresholdProblem->setText(threshold);
    m_thresholdProblem->setVisible(!threshold.isEmpty());
    m_holdProblem->setText(hold);
    m_holdProblem->setVisible(!hold.isEmpty());
    m_threshold->setAccessibleDescription(threshold);
    m_hold->setAccessibleDescription(hold);
}

void AlertRuleForm::focusProblem()
{
    QLineEdit *field = m_thresholdProblem->text().isEmpty() ? m_hold : m_threshold;
    field->setFocus();
    field->selectAll();
}

} // namespace yardmaster
