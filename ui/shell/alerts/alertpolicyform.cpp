#include "ui/shell/alerts/alertpolicyform.h"

#include "models/alerts/alertwords.h"
#include "models/values/language.h"
#include "ui/kit/label.h"
#include "ui/kit/tone.h"
#include "worker/time/duration.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QGridLayout>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QTimeEdit>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int kIndent = 24; // of what belongs to a check box
constexpr auto kClock = "HH:mm"_L1;

Label *makeRemark(const QString &text, Tone tone, QWidget *parent)
{
    auto *label = new Label(text, parent);
    label->setWordWrap(true);
    setTone(label, tone);
    return label;
}

Label *makeHeading(const QString &text, QWidget *parent)
{
    auto *label = new Label(text, parent);
    QFont strong = label->font();
    strong.setWeight(QFont::DemiBold);
    label->setFont(strong);
    return label;
}

void setProblem(Label *label, const QString &sentence)
{
    label->setText(sentence);
    label->setVisible(!sentence.isEmpty());
}

} // namespace

AlertPolicyForm::AlertPolicyForm(bool hasNotifications, QWidget *parent)
    : QWidget(parent)
    , m_tray(new QCheckBox(tr("Desktop &notifications"), this))
    , m_sound(new QCheckBox(tr("&Sound"), this))
    , m_command(new QCheckBox(tr("&Run a program"), this))
    , m_program(new QLineEdit(this))
    , m_programProblem(makeRemark({}, Tone::Trouble, this))
    , m_arguments(new QLineEdit(this))
    , m_argumentsProblem(makeRemark({}, Tone::Trouble, this))
    , m_result(makeRemark({}, Tone::Muted, this))
    , m_remind(new QComboBox(this))
    , m_quiet(new QCheckBox(tr("&Quiet hours"), this))
    , m_from(new QTimeEdit(this))
    , m_to(new QTimeEdit(this))
    , m_critical(new QCheckBox(tr("&Critical alerts notify in quiet hours, too"), this))
    , m_quietProblem(makeRemark({}, Tone::Trouble, this))
{
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(16, 16, 16, 16);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(6);
    grid->setColumnMinimumWidth(0, kIndent - 12);
    grid->setColumnStretch(2, 1);
    makeWays(grid, hasNotifications);
    makeQuietHours(grid);
    grid->setRowStretch(grid->rowCount(), 1);

    for (QCheckBox *box : findChildren<QCheckBox *>()) {
        connect(box, &QCheckBox::toggled, this, &AlertPolicyForm::updateFields);
        connect(box, &QCheckBox::toggled, this, &AlertPolicyForm::edited);
    }
    for (QLineEdit *field : {m_program, m_arguments})
        connect(field, &QLineEdit::textChanged, this, &AlertPolicyForm::updateFields);
    for (QTimeEdit *field : {m_from, m_to})
        connect(field, &QTimeEdit::timeChanged, this, &AlertPolicyForm::updateFields);
}

void AlertPolicyForm::makeWays(QGridLayout *grid, bool hasNotifications)
{
    m_tray->setObjectName("alertTray"_L1);
    m_sound->setObjectName("alertSound"_L1);
    m_command->setObjectName("alertCommand"_L1);
    m_program->setObjectName("alertProgram"_L1);
    m_programProblem->setObjectName("alertProgramProblem"_L1);
    m_arguments->setObjectName("alertArguments"_L1);
    m_arguments->setPlaceholderText(u"--alert {rule} --value {value}"_s);
    m_argumentsProblem->setObjectName("alertArgumentsProblem"_L1);
    m_result->setObjectName("alertResult"_L1);
    m_remind->setObjectName("alertRemind"_L1);
    m_remind->addItem(tr("Never"), 0);
    for (const int minutes : {5, 15, 30, 60, 240, 1440})
        m_remind->addItem(tr("Every %1").arg(typedDuration(std::chrono::minutes(minutes))),
                          minutes);

    int row = 0;
    grid->addWidget(makeHeading(tr("Notification channels"), this), row++, 0, 1, 4);
    grid->addWidget(m_tray, row++, 0, 1, 4);
    if (!hasNotifications)
        grid->addWidget(makeRemark(tr("This desktop cannot show notifications now; a bar in the "
                                      "window shows alerts instead."),
                                   Tone::Caution, this),
                        row++, 1, 1, 3);
    grid->addWidget(m_sound, row++, 0, 1, 4);
    grid->addWidget(m_command, row++, 0, 1, 4);
    auto *programLabel = new Label(tr("&Program"), this);
    programLabel->setBuddy(m_program);
    auto *browsing = new QPushButton(tr("Browse…"), this);
    browsing->setObjectName("alertBrowse"_L1);
    browsing->setAccessibleName(tr("Choose the program"));
    browsing->setAutoDefault(false);
    connect(browsing, &QPushButton::clicked, this, &AlertPolicyForm::browse);
    connect(m_command, &QCheckBox::toggled, browsing, &QWidget::setEnabled);
    browsing->setEnabled(false);
    grid->addWidget(programLabel, row, 1);
    grid->addWidget(m_program, row, 2);
    grid->addWidget(browsing, row++, 3);
    grid->addWidget(m_programProblem, row++, 2, 1, 2);
    auto *argumentsLabel = new Label(tr("Ar&guments"), this);
    argumentsLabel->setBuddy(m_arguments);
    grid->addWidget(argumentsLabel, row, 1);
    grid->addWidget(m_arguments, row++, 2, 1, 2);
    grid->addWidget(m_argumentsProblem, row++, 2, 1, 2);
    grid->addWidget(
        makeRemark(tr("No shell is used. {rule}, {value}, {profile} and {schema} are filled in; "
                      "the variables YARDMASTER_ALERT_STATE, …_TEXT, …_SEVERITY, …_SINCE and "
                      "…_WORKERS give details. After 30 s the program is killed."),
                   Tone::Muted, this),
        row++, 2, 1, 2);
    grid->addWidget(m_result, row++, 2, 1, 2);
    m_result->hide();
    auto *remindLabel = new Label(tr("Re&mind"), this);
    remindLabel->setBuddy(m_remind);
    auto *remindRow = new QHBoxLayout;
    remindRow->setSpacing(8);
    remindRow->addWidget(m_remind);
    remindRow->addWidget(makeRemark(tr("while an alert is active"), Tone::Muted, this), 1);
    grid->setRowMinimumHeight(row++, 6);
    grid->addWidget(remindLabel, row, 0, 1, 2);
    grid->addLayout(remindRow, row++, 2, 1, 2);
}

void AlertPolicyForm::makeQuietHours(QGridLayout *grid)
{
    m_quiet->setObjectName("alertQuiet"_L1);
    m_from->setObjectName("alertQuietFrom"_L1);
    m_to->setObjectName("alertQuietTo"_L1);
    m_critical->setObjectName("alertQuietCritical"_L1);
    m_quietProblem->setObjectName("alertQuietProblem"_L1);
    for (QTimeEdit *field : {m_from, m_to})
        field->setDisplayFormat(kClock);
    m_from->setAccessibleName(tr("Quiet from"));
    m_to->setAccessibleName(tr("Quiet until"));
    auto *times = new QHBoxLayout;
    times->setSpacing(8);
    times->addWidget(m_from);
    times->addWidget(new Label(tr("to"), this));
    times->addWidget(m_to);
    times->addSpacing(16);
    for (int day = 0; day < 7; ++day) {
        auto *box = new QCheckBox(Language::locale().dayName(day + 1, QLocale::ShortFormat), this);
        box->setObjectName(u"alertDay%1"_s.arg(day + 1));
        box->setAccessibleName(
            tr("Quiet from %1 on").arg(Language::locale().dayName(day + 1, QLocale::LongFormat)));
        times->addWidget(box);
        m_days.at(size_t(day)) = box;
    }
    times->addStretch(1);
    int row = grid->rowCount();
    grid->setRowMinimumHeight(row++, 10);
    grid->addWidget(m_quiet, row++, 0, 1, 4);
    grid->addLayout(times, row++, 1, 1, 3);
    grid->addWidget(m_quietProblem, row++, 1, 1, 3);
    grid->addWidget(m_critical, row++, 1, 1, 3);
    grid->addWidget(makeRemark(tr("In local time, starting on these days. Alerts that are still "
                                  "active when quiet hours end are sent then."),
                               Tone::Muted, this),
                    row++, 1, 1, 3);
}

void AlertPolicyForm::setPolicy(const AlertPolicy &policy)
{
    m_tray->setChecked(policy.usesTray);
    m_sound->setChecked(policy.usesSound);
    m_command->setChecked(policy.usesCommand);
    m_program->setText(policy.command.program);
    m_arguments->setText(policy.command.arguments);
    const int minutes = int(policy.remind.count());
    if (m_remind->findData(minutes) < 0)
        m_remind->addItem(tr("Every %1").arg(typedDuration(policy.remind)), minutes);
    m_remind->setCurrentIndex(m_remind->findData(minutes));
    m_quiet->setChecked(policy.quiet.isOn);
    m_from->setTime(policy.quiet.from);
    m_to->setTime(policy.quiet.to);
    for (int day = 0; day < 7; ++day)
        m_days.at(size_t(day))->setChecked((policy.quiet.days & (1 << day)) != 0);
    m_critical->setChecked(policy.quiet.letsCriticalThrough);
    m_isChecking = false;
    updateFields();
}

AlertPolicy AlertPolicyForm::policy() const
{
    AlertPolicy policy;
    policy.usesTray = m_tray->isChecked();
    policy.usesSound = m_sound->isChecked();
    policy.usesCommand = m_command->isChecked();
    policy.command.program = m_program->text().trimmed();
    policy.command.arguments = m_arguments->text();
    policy.remind = std::chrono::minutes(m_remind->currentData().toInt());
    policy.quiet.isOn = m_quiet->isChecked();
    policy.quiet.from = m_from->time();
    policy.quiet.to = m_to->time();
    policy.quiet.days = 0;
    for (int day = 0; day < 7; ++day) {
        if (m_days.at(size_t(day))->isChecked())
            policy.quiet.days |= 1 << day;
    }
    policy.quiet.letsCriticalThrough = m_critical->isChecked();
    return policy;
}

bool AlertPolicyForm::check()
{
    m_isChecking = true;
    updateFields();
    return problemsOf(policy()).isEmpty();
}

void AlertPolicyForm::focusProblem()
{
    if (!m_programProblem->text().isEmpty())
        m_program->setFocus();
    else if (!m_argumentsProblem->text().isEmpty())
        m_arguments->setFocus();
    else
        m_from->setFocus();
}

void AlertPolicyForm::updateFields()
{
    for (QLineEdit *field : {m_program, m_arguments})
        field->setEnabled(m_command->isChecked());
    const bool isQuiet = m_quiet->isChecked();
    for (QWidget *field : {static_cast<QWidget *>(m_from), static_cast<QWidget *>(m_to),
                           static_cast<QWidget *>(m_critical)})
        field->setEnabled(isQuiet);
    for (QCheckBox *day : m_days)
        day->setEnabled(isQuiet);

    QString program;
    QString arguments;
    QString quiet;
    const QList<AlertProblem> problems
        = m_isChecking ? problemsOf(policy()) : QList<AlertProblem>();
    for (const AlertProblem &problem : problems) {
        using Field = AlertProblem::Field;
        QString &text = problem.field == Field::Program ? program
            : problem.field == Field::Arguments         ? arguments
                                                        : quiet;
        text += (text.isEmpty() ? QString() : u" "_s) + problem.sentence;
    }
    setProblem(m_programProblem, program);
    setProblem(m_argumentsProblem, arguments);
    setProblem(m_quietProblem, quiet);
}

void AlertPolicyForm::showResult(const AlertCommandResult &result)
{
    QString text = alertCommandText(result);
    if (!result.output.isEmpty() && result.end != AlertCommandResult::End::NotStarted)
        text += u'\n' + result.output.section(u'\n', -3).left(300);
    m_result->setText(text);
    setTone(m_result, result.isGood() ? Tone::Muted : Tone::Trouble);
    m_result->show();
}

void AlertPolicyForm::browse()
{
    auto *chooser = new QFileDialog(this, tr("Choose the program"), QDir::homePath());
    chooser->setObjectName("alertChooser"_L1);
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::ExistingFile);
    connect(chooser, &QFileDialog::fileSelected, m_program, &QLineEdit::setText);
    chooser->open();
}

} // namespace yardmaster
