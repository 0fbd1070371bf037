#include "ui/pages/maintenance/payloadform.h"

#include "models/maintenance/historyfacts.h"
#include "models/values/format.h"
#include "ui/kit/label.h"
#include "ui/kit/tone.h"
#include "worker/queue/namelist.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QSpinBox>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kKibibyte = 1024;

} // namespace

PayloadForm::PayloadForm(const HistoryState &state, QWidget *parent)
    : QWidget(parent)
    , m_wasKept(state.keepsPayloads)
    , m_areRulesLost(state.arePayloadRulesLost())
    , m_rules(state.figures && state.figures->payloads ? *state.figures->payloads : PayloadRules())
    , m_bytes(state.payloadBytes)
    , m_keep(new QCheckBox(tr("Keep the payloads too, so that finished jobs can be added again"),
                           this))
    , m_price(new Label(this))
    , m_fields(new QWidget(this))
    , m_limit(new QSpinBox(m_fields))
{
    m_keep->setObjectName("keepPayloads"_L1);
    m_keep->setChecked(m_wasKept);
    m_price->setObjectName("payloadPrice"_L1);
    m_price->setWordWrap(true);
    auto *form = new QFormLayout(m_fields);
    form->setContentsMargins(0, 0, 0, 0);
    form->setHorizontalSpacing(12);
    form->setVerticalSpacing(8);
    form->setLabelAlignment(Qt::AlignLeft);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    m_tasks = addLine(form, tr("Of these tasks"), "payloadTasks", m_rules.tasks,
                      tr("all; separate with commas, * matches anything"),
                      tr("Payloads of other tasks are not kept."));
    m_except = addLine(form, tr("Not of these"), "payloadExcept", m_rules.exceptTasks,
                       tr("none; separate with commas, * matches anything"),
                       tr("Payloads of these tasks are not kept."));
    m_keys = addLine(form, tr("Without values of"), "payloadKeys", m_rules.redactedKeys,
                     tr("none; keys such as password, *token*"),
                     tr("At any depth, in upper or lower case; “[redacted]” replaces them. JSON "
                        "inside strings is not searched."));
    m_limit->setObjectName("payloadLimit"_L1);
    m_limit->setAccessibleName(tr("Largest payload"));
    m_limit->setRange(1, PayloadRules::kMostBytes / kKibibyte);
    m_limit->setSuffix(tr(" KiB"));
    m_limit->setValue((m_rules.mostBytes + kKibibyte - 1) / kKibibyte);
    m_limit->setToolTip(
        tr("Larger payloads are not kept; the history says that they were too large."));
    m_limit->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    form->addRow(tr("Largest payload"), m_limit);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_keep);
    layout->addWidget(m_price);
    layout->addWidget(m_fields);
    connect(m_keep, &QCheckBox::toggled, this, &PayloadForm::update);
    connect(m_limit, &QSpinBox::valueChanged, this, &PayloadForm::update);
    update();
}

QLineEdit *PayloadForm::addLine(QFormLayout *form, const QString &label, const char *name,
                                const QStringList &names, const QString &placeholder,
                                const QString &help)
{
    auto *field = new QLineEdit(names.join(u", "_s), m_fields);
    field->setObjectName(QLatin1StringView(name));
    field->setAccessibleName(label);
    field->setAccessibleDescription(help);
    field->setPlaceholderText(placeholder);
    field->setToolTip(help);
    form->addRow(label, field);
    connect(field, &QLineEdit::textChanged, this, &PayloadForm::update);
    return field;
}

void PayloadForm::addTo(HistoryOptions *options) const
{
    options->keepPayloads = m_keep->isChecked();
    options->payloads = {};
    if (!m_keep->isChecked())
        return;
    const auto unlessSame = [this](auto value, const auto &now) {
        return value == now && !m_areRulesLost ? std::nullopt : std::optional(std::move(value));
    };
    options->payloads.tasks = unlessSame(namesIn(m_tasks->text()), m_rules.tasks);
    options->payloads.exceptTasks = unlessSame(namesIn(m_except->text()), m_rules.exceptTasks);
    options->payloads.redactedKeys = unlessSame(namesIn(m_keys->text()), m_rules.redactedKeys);
    // Bytes that are no whole number of KiB stay as they are unless somebody changes them.
    if (m_areRulesLost || m_limit->value() != (m_rules.mostBytes + kKibibyte - 1) / kKibibyte)
        options->payloads.mostBytes = m_limit->value() * kKibibyte;
}

QString PayloadForm::problem() const
{
    HistoryOptions options;
    addTo(&options);
    return options.payloads.problem().isEmpty()
        ? QString()
        : tr("The name of a key cannot contain quotes, slashes or control characters.");
}

bool PayloadForm::deletes() const
{
    return m_wasKept && !m_keep->isChecked();
}

bool PayloadForm::isChanged() const
{
    HistoryOptions options;
    addTo(&options);
    return m_keep->isChecked() != m_wasKept || !options.payloads.isEmpty();
}

void PayloadForm::update()
{
    m_fields->setVisible(m_keep->isChecked());
    m_price->setVisible(m_keep->isChecked() || m_wasKept);
    m_price->setText(deletes() ? tr("Deletes the payloads that are kept, %1, and the rules for "
                                    "them, for everyone. This cannot be undone.")
                                     .arg(formatBytes(m_bytes))
                         : m_areRulesLost
                         ? tr("The rules for payloads are lost; these are the defaults. Choose "
                              "again which payloads are kept, and without which values.")
                         : payloadPrice().join(u' '));
    setTone(m_price, deletes() || m_areRulesLost ? Tone::Trouble : Tone::Muted);
    Q_EMIT edited();
}

} // namespace yardmaster
