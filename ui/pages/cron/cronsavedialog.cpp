#include "ui/pages/cron/cronsavedialog.h"

#include "models/values/format.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/tone.h"
#include "ui/pages/cron/crondiffview.h"

#include <QCheckBox>
#include <QDir>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kNamedChanges = 6;
constexpr int kNamedProblems = 3;

QString summaryOf(const CronSavePlan &plan)
{
    if (plan.isNew)
        return CronSaveDialog::tr("A new file. Lines: +%1").arg(formatNumber(plan.diff.added));
    if (plan.diff.isEmpty())
        return CronSaveDialog::tr("The text is the same as in the file.");
    return CronSaveDialog::tr("Lines: +%1 −%2")
        .arg(formatNumber(plan.diff.added), formatNumber(plan.diff.removed));
}

QLabel *addLine(QVBoxLayout *layout, const QString &text, const char *name, Tone tone)
{
    auto *label = new QLabel(text, layout->parentWidget());
    label->setObjectName(QString::fromLatin1(name));
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    layout->addWidget(label);
    setTone(label, tone);
    return label;
}

} // namespace

CronSaveDialog::CronSaveDialog(const CronSavePlan &plan, QWidget *parent)
    : CronSaveDialog(plan, false, parent)
{ }

void CronSaveDialog::compare(const CronSavePlan &plan, QWidget *parent)
{
    auto *dialog = new CronSaveDialog(plan, true, parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

CronSaveDialog::CronSaveDialog(const CronSavePlan &plan, bool isToLookAt, QWidget *parent)
    : QDialog(parent)
    , m_plan(plan)
    , m_save(new QPushButton(plan.overwrites ? tr("Overwrite crontab") : tr("Save crontab"), this))
{
    setObjectName("cronSaveDialog"_L1);
    setWindowTitle(isToLookAt ? tr("Compare with the file") : tr("Save crontab"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    auto *path = new ElidedLabel(Qt::ElideMiddle, this);
    path->setText(QDir::toNativeSeparators(plan.path));
    QFont strong = path->font();
    strong.setWeight(QFont::DemiBold);
    path->setFont(strong);
    layout->addWidget(path);
    addLine(layout,
            isToLookAt ? tr("From the file on the disk to your text: %1").arg(summaryOf(plan))
                       : summaryOf(plan),
            "cronSaveSummary", Tone::Muted);

    auto *view = new CronDiffView(this);
    view->setDiff(plan.diff);
    layout->addWidget(view, 1);

    QStringList cautions;
    if (plan.overwrites)
        cautions << tr("Somebody else changed the file since you opened it. What they wrote goes; "
                       "it stays in the copy.");
    for (const CronIdChange &change : plan.ids.mid(0, kNamedChanges))
        cautions << cronIdChangeSentence(change);
    if (plan.ids.size() > kNamedChanges)
        cautions << tr("And %1 more entries are gone or renamed.")
                        .arg(formatNumber(plan.ids.size() - kNamedChanges));
    cautions += plan.losses;
    if (!isToLookAt && !cautions.isEmpty())
        addLine(layout, cautions.join(u'\n'), "cronSaveCautions", Tone::Caution);
    if (!isToLookAt && !plan.problems.isEmpty()) {
        QStringList troubles;
        for (const CrontabProblem &problem : plan.problems.mid(0, kNamedProblems))
            troubles << tr("Line %1: %2.").arg(problem.line).arg(problem.text());
        if (plan.problems.size() > kNamedProblems)
            troubles << tr("And %1 more.").arg(formatNumber(plan.problems.size() - kNamedProblems));
        addLine(layout, troubles.join(u'\n'), "cronSaveTroubles", Tone::Trouble);
        m_anyway = new QCheckBox(tr("Save it all the same: workers will refuse it. Running ones "
                                    "stay with the old one, others do not start."),
                                 this);
        m_anyway->setObjectName("cronSaveAnyway"_L1);
        layout->addWidget(m_anyway);
        connect(m_anyway, &QCheckBox::toggled, this, &CronSaveDialog::updateButton);
    }
    if (!isToLookAt && !plan.isNew) {
        addLine(layout,
                tr("A copy of the old file is kept beside it; the newest %1 copies stay.")
                    .arg(kCronBackups),
                "cronSaveBackup", Tone::Muted);
    }

    auto *close = new QPushButton(isToLookAt ? tr("Close") : tr("Cancel"), this);
    close->setAutoDefault(false);
    m_save->setObjectName("cronSaveButton"_L1);
    m_save->setVisible(!isToLookAt);
    const bool isGrave = plan.overwrites || m_anyway;
    setButtonRole(m_save, isGrave ? ButtonRole::Destructive : ButtonRole::Primary);
    m_save->setAutoDefault(!isGrave);
    m_save->setDefault(!isGrave && !isToLookAt);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch(1);
    buttons->addWidget(close);
    buttons->addWidget(m_save);
    layout->addSpacing(4);
    layout->addLayout(buttons);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_save, &QPushButton::clicked, this, &QDialog::accept);
    resize(720, 520);
    updateButton();
    (isGrave || isToLookAt ? close : m_save)->setFocus();
}

void CronSaveDialog::updateButton()
{
    m_save->setEnabled(!m_anyway || m_anyway->isChecked());
}

} // namespace yardmaster
