#include "ui/pages/cron/cronsavedialog.h"

#include "models/values/format.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/label.h"
#include "ui/pages/cron/crondiffview.h"

#include <QCheckBox>
#include <QDir>
#include <QPushButton>

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
    : ConsoleDialog(isToLookAt ? tr("Compare with the file") : tr("Save crontab"), nullptr, parent)
{
    setNames("cronSaveDialog", "cronSaveButton");
    auto *path = new ElidedLabel(Qt::ElideMiddle, this);
    path->setText(QDir::toNativeSeparators(plan.path));
    QFont strong = path->font();
    strong.setWeight(QFont::DemiBold);
    path->setFont(strong);
    body()->addWidget(path);
    addText(isToLookAt ? tr("From the file on disk to your text: %1").arg(summaryOf(plan))
                       : summaryOf(plan),
            "cronSaveSummary", Tone::Muted);

    auto *view = new CronDiffView(this);
    view->setDiff(plan.diff);
    body()->addWidget(view, 1);

    QStringList cautions;
    if (plan.overwrites)
        cautions << tr("The file was changed elsewhere since you opened it. Saving overwrites that "
                       "change; the backup copy keeps it.");
    for (const CronIdChange &change : plan.ids.mid(0, kNamedChanges))
        cautions << cronIdChangeSentence(change);
    if (plan.ids.size() > kNamedChanges)
        cautions << tr("And %1 more entries are removed or renamed.", nullptr,
                       pluralOf(plan.ids.size() - kNamedChanges))
                        .arg(formatNumber(plan.ids.size() - kNamedChanges));
    cautions += plan.losses;
    if (!isToLookAt && !cautions.isEmpty())
        addText(cautions.join(u'\n'), "cronSaveCautions", Tone::Caution);
    if (!isToLookAt && !plan.problems.isEmpty()) {
        QStringList troubles;
        for (const CrontabProblem &problem : plan.problems.mid(0, kNamedProblems))
            troubles << tr("Line %1: %2.").arg(problem.line).arg(problem.text());
        if (plan.problems.size() > kNamedProblems)
            troubles << tr("And %1 more.").arg(formatNumber(plan.problems.size() - kNamedProblems));
        addText(troubles.join(u'\n'), "cronSaveTroubles", Tone::Trouble);
        m_anyway = new QCheckBox(tr("Save it anyway: workers will refuse it. Running workers keep "
                                    "the old crontab; others do not start."),
                                 this);
        m_anyway->setObjectName("cronSaveAnyway"_L1);
        body()->addWidget(m_anyway);
        connect(m_anyway, &QCheckBox::toggled, this, [this] { updateButtons(); });
    }
    if (!isToLookAt && !plan.isNew) {
        addText(tr("A copy of the old file is kept next to it; the newest %1 copies are kept.")
                    .arg(kCronBackups),
                "cronSaveBackup", Tone::Muted);
    }

    resize(720, 520);
    if (isToLookAt) {
        closeButton()->setFocus();
        return;
    }
    const bool isGrave = plan.overwrites || m_anyway;
    setConfirmText(plan.overwrites ? tr("Overwrite crontab") : tr("Save crontab"));
    if (isGrave)
        setConfirmRole(ButtonRole::Destructive, Keys::None);
    (isGrave ? closeButton() : confirmButton())->setFocus();
}

QString CronSaveDialog::obstacle() const
{
    return !m_anyway || m_anyway->isChecked() ? QString() : u" "_s;
}

} // namespace yardmaster
