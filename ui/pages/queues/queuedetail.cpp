#include "ui/pages/queues/queuedetail.h"

#include "models/queues/queuesmodel.h"
#include "models/values/format.h"
#include "models/values/moment.h"
#include "models/values/showntext.h"
#include "ui/kit/actionbutton.h"
#include "ui/kit/changes/holdactions.h"
#include "ui/kit/factlist.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/label.h"
#include "ui/kit/loadwords.h"
#include "ui/kit/tone.h"

#include <QHBoxLayout>
#include <QPushButton>

namespace yardmaster {

using namespace Qt::StringLiterals;
using Lock = QueueRow::Lock;

namespace {

QString ageOf(Timestamp time, Timestamp now)
{
    return formatAge(std::chrono::floor<std::chrono::milliseconds>(std::max(time, now) - time));
}

QString sentenceFor(const QueueRow &queue, const QueueSnapshot &reading)
{
    const QString owner = queue.owner.isEmpty() ? QueueDetail::tr("an owner without a name")
                                                : isolated(queue.owner);
    switch (queue.lock) {
    case Lock::Free:
        return QueueDetail::tr("Free: the next due job can be fetched.");
    case Lock::Running:
        return QueueDetail::tr(
                   "Job %1 (%2) was fetched %3; the jobs of a queue run one after the other.")
            .arg(QString::number(queue.job->id), isolated(queue.job->task),
                 ageOf(queue.job->since, reading.now));
    case Lock::Locked:
        return QueueDetail::tr(
                   "Locked by %1. The job that holds it is not among the newest %2 jobs; "
                   "“Release lock” looks through all of them first.")
            .arg(owner, formatNumber(reading.looked));
    case Lock::Orphaned:
        return queue.isOwnerStale
            ? QueueDetail::tr("Locked by %1, which is registered but stale. Sweeping stale workers "
                              "frees the queue and its jobs.")
                  .arg(owner)
            : QueueDetail::tr("Locked by %1, but none of its jobs is locked: nothing is running, "
                              "and nothing can run.")
                  .arg(owner);
    case Lock::Missing:
        return QueueDetail::tr(
            "Jobs refer to this queue, but its row was deleted, so no worker takes "
            "them. Add them again, and remove these.");
    }
    Q_UNREACHABLE();
}

} // namespace

QueueDetail::QueueDetail(HoldActions *holds, QAction *release, QWidget *parent)
    : QWidget(parent)
    , m_holdActions(holds)
    , m_title(new Label(this))
    , m_sentence(new Label(this))
    , m_facts(new FactList(this))
    , m_holds(new Label(this))
    , m_showJobs(new QPushButton(tr("Show jobs"), this))
    , m_showJob(new QPushButton(tr("Show the job that holds it"), this))
{
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    m_title->setFont(strong);
    m_title->setObjectName("queueTitle"_L1);
    m_sentence->setObjectName("queueSentence"_L1);
    m_facts->setObjectName("queueFacts"_L1);
    m_holds->setObjectName("queueHolds"_L1);
    for (Label *label : {m_title, m_sentence, m_holds}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_showJobs->setObjectName("queueShowJobs"_L1);
    m_showJob->setObjectName("queueShowJob"_L1);
    setButtonRole(m_showJobs, ButtonRole::Primary);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_showJobs);
    buttons->addWidget(m_showJob);
    buttons->addSpacing(8);
    for (QAction *action : {holds->holdHere(), holds->holdEverywhere(), holds->resume()})
        buttons->addWidget(makeActionButton(action, this));
    buttons->addStretch(1);
    QPushButton *releasing = makeActionButton(release, this);
    setButtonRole(releasing, ButtonRole::Destructive);
    buttons->addWidget(releasing);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setSpacing(8);
    layout->addWidget(m_title);
    layout->addWidget(m_sentence);
    layout->addWidget(m_holds);
    layout->addWidget(m_facts);
    layout->addStretch(1);
    layout->addLayout(buttons);
    connect(m_showJobs, &QPushButton::clicked, this, &QueueDetail::jobsRequested);
    connect(m_showJob, &QPushButton::clicked, this, [this] {
        if (m_queue.job)
            Q_EMIT jobRequested(m_queue.job->id);
    });
    setTone(m_sentence, Tone::Muted);
    setTone(m_holds, Tone::Caution);
}

void QueueDetail::showQueue(const QueueRow &queue, const QueueSnapshot &reading)
{
    m_queue = queue;
    m_title->setText(queueTitle(queue));
    m_sentence->setText(sentenceFor(queue, reading));
    m_showJobs->setEnabled(queue.lock != Lock::Missing);
    m_showJob->setVisible(queue.job.has_value());

    QList<Fact> facts;
    const JobLoad &load = queue.load;
    facts << Fact{tr("Jobs"), loadWords(load), {}};
    if (load.oldestDue)
        facts << Fact{tr("Oldest due"),
                      formatMoment(std::min(*load.oldestDue, reading.now), reading.now),
                      {}};
    if (queue.lockedAt) {
        facts << Fact{tr("Locked by"), queue.owner, {}};
        facts << Fact{
            tr("Since"), formatMoment(std::min(*queue.lockedAt, reading.now), reading.now), {}};
        facts << Fact{tr("Heartbeat"),
                      queue.isOwnerStale            ? tr("registered, but stale")
                          : queue.isOwnerRegistered ? tr("registered, recent heartbeat")
                                                    : tr("not registered, so not known"),
                      {}};
    }
    m_facts->setFacts(facts);
    showHolds();
}

void QueueDetail::showHolds()
{
    const QStringList sentences = m_holdActions->sentences();
    m_holds->setText(sentences.join(u'\n'));
    m_holds->setVisible(!sentences.isEmpty());
}

} // namespace yardmaster
