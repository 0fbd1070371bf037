#include "ui/pages/tasks/taskdetail.h"

#include "models/values/format.h"
#include "models/values/language.h"
#include "models/values/moment.h"
#include "ui/kit/actionbutton.h"
#include "ui/kit/changes/holdactions.h"
#include "ui/kit/factlist.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/label.h"
#include "ui/kit/loadwords.h"
#include "ui/kit/tone.h"
#include "worker/json/visibletext.h"

#include <QHBoxLayout>
#include <QPushButton>

namespace yardmaster {

using namespace Qt::StringLiterals;

TaskDetail::TaskDetail(HoldActions *holds, QWidget *parent)
    : QWidget(parent)
    , m_holdActions(holds)
    , m_title(new Label(this))
    , m_sentence(new Label(this))
    , m_problem(new Label(this))
    , m_holds(new Label(this))
    , m_facts(new FactList(this))
    , m_showJobs(new QPushButton(tr("Show jobs"), this))
    , m_showFailed(new QPushButton(tr("Show failed jobs"), this))
{
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    m_title->setFont(strong);
    m_title->setObjectName("taskTitle"_L1);
    m_sentence->setObjectName("taskSentence"_L1);
    m_problem->setObjectName("taskProblem"_L1);
    m_holds->setObjectName("taskHolds"_L1);
    m_facts->setObjectName("taskFacts"_L1);
    for (Label *label : {m_title, m_sentence, m_problem, m_holds}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_showJobs->setObjectName("taskShowJobs"_L1);
    m_showFailed->setObjectName("taskShowFailed"_L1);
    setButtonRole(m_showJobs, ButtonRole::Primary);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_showJobs);
    buttons->addWidget(m_showFailed);
    buttons->addSpacing(8);
    for (QAction *action : {holds->holdHere(), holds->holdEverywhere(), holds->resume()})
        buttons->addWidget(makeActionButton(action, this));
    buttons->addStretch(1);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setSpacing(8);
    layout->addWidget(m_title);
    layout->addWidget(m_sentence);
    layout->addWidget(m_problem);
    layout->addWidget(m_holds);
    layout->addWidget(m_facts);
    layout->addStretch(1);
    layout->addLayout(buttons);
    connect(m_showJobs, &QPushButton::clicked, this, &TaskDetail::jobsRequested);
    connect(m_showFailed, &QPushButton::clicked, this, &TaskDetail::failedRequested);
    setTone(m_sentence, Tone::Muted);
    setTone(m_problem, Tone::Trouble);
    setTone(m_holds, Tone::Caution);
}

void TaskDetail::showTask(const TaskRow &task, const TaskSnapshot &reading, TaskKnown known)
{
    m_title->setText(task.name);
    m_sentence->setText(taskKnownSentence(known, task, reading));
    const JobLoad &load = task.load;
    QList<Fact> facts;
    facts << Fact{tr("Jobs"), loadWords(load), {}};
    if (task.here)
        facts << Fact{tr("In this window"), taskKindWord(task.here->kind), {}};
    if (task.here && !task.here->file.isEmpty())
        facts << Fact{tr("File or server"), task.here->file, {}};
    if (load.oldestDue)
        facts << Fact{tr("Oldest due"),
                      formatMoment(std::min(*load.oldestDue, reading.now), reading.now),
                      {}};
    if (load.nextDue)
        facts << Fact{
            tr("Next due"), formatMoment(std::max(*load.nextDue, reading.now), reading.now), {}};
    if (load.sampled > 0)
        facts << Fact{tr("Failing"),
                      tr("%1 of %2 jobs that are still in the table; %3 attempts on average",
                         nullptr, pluralOf(load.sampled))
                          .arg(formatNumber(load.sampledFailing), formatNumber(load.sampled),
                               Language::locale().toString(
                                   double(load.sampledAttempts) / double(load.sampled), 'f', 1)),
                      {}};
    if (!task.holders.isEmpty())
        facts << Fact{tr("Locked now by"), task.holders.mid(0, 5).join(u", "_s),
                      task.holders.join(u'\n')};
    m_facts->setFacts(facts);
    const bool isBroken = task.here && !task.here->problem.isEmpty();
    m_problem->setText(
        isBroken ? tr("It cannot run in this window: %1").arg(visibleText(task.here->problem))
                 : QString());
    m_problem->setVisible(isBroken);
    const QStringList sentences = m_holdActions->sentences();
    m_holds->setText(sentences.join(u'\n'));
    m_holds->setVisible(!sentences.isEmpty());
}

} // namespace yardmaster
