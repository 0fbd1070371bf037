#include "ui/pages/history/rundetail.h"

#include "models/values/format.h"
#include "models/values/showntext.h"
#include "ui/kit/actionbutton.h"
#include "ui/kit/factlist.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/label.h"
#include "ui/kit/scrollpage.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"

#include <QHBoxLayout>
#include <QPushButton>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

Label *wrappedLabel(const char *name, QWidget *parent)
{
    auto *label = new Label(parent);
    label->setObjectName(QLatin1StringView(name));
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

/// Which run it was.
QList<Fact> runFacts(const PastRun &run)
{
    const QString none = RunDetail::tr("none");
    QString attempt = QString::number(run.attempt);
    if (run.outcome == PastOutcome::RetiredByKey)
        attempt = RunDetail::tr("not recorded");
    else if (run.maxAttempts > 0)
        attempt = RunDetail::tr("%1 of %2").arg(run.attempt).arg(run.maxAttempts);
    return {
        {RunDetail::tr("Job"), QString::number(run.id), {}, true},
        {RunDetail::tr("Task"), run.task, {}},
        {RunDetail::tr("Queue"), run.queue.isEmpty() ? none : run.queue, {}},
        {RunDetail::tr("Attempt"), attempt, {}, true},
        {RunDetail::tr("Worker"), run.worker.isEmpty() ? none : run.worker, {}},
    };
}

/// When it was, and how long it took.
QList<Fact> timeFacts(const PastRun &run)
{
    const auto moment
        = [](const QString &name, const std::optional<Timestamp> &time, const QString &otherwise) {
              return time ? Fact{name, formatInstant(dateTime(*time)),
                                 dateTime(*time).toString(Qt::ISODateWithMs), true}
                          : Fact{name, otherwise, {}};
          };
    QList<Fact> facts{
        moment(RunDetail::tr("Due"), run.runAt, RunDetail::tr("not recorded")),
        moment(RunDetail::tr("Fetched"), run.started, RunDetail::tr("by no worker")),
        moment(RunDetail::tr("Finished"), run.finished, {}),
    };
    if (const auto wait = run.wait())
        facts << Fact{RunDetail::tr("Wait"),
                      formatDuration(*wait),
                      {},
                      true,
                      RunDetail::tr("From the time the job was due until a worker fetched it.")};
    if (run.handler)
        facts << Fact{RunDetail::tr("Took"),
                      formatDuration(*run.handler),
                      {},
                      true,
                      RunDetail::tr("How long its handler ran, as measured by its worker.")};
    if (const auto held = run.held())
        facts << Fact{RunDetail::tr("Held"),
                      formatDuration(*held),
                      {},
                      true,
                      RunDetail::tr("From the fetch to the end. For a part of this time the job "
                                    "may have waited in its worker's memory.")};
    return facts;
}

} // namespace

RunDetail::RunDetail(QWidget *parent)
    : QWidget(parent)
    , m_title(wrappedLabel("runTitle", this))
    , m_meaning(wrappedLabel("runMeaning", this))
    , m_facts(new FactList(this))
    , m_times(new FactList(this))
    , m_error(wrappedLabel("runError", this))
    , m_buttons(new QHBoxLayout)
{
    setObjectName("runDetail"_L1);
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    m_title->setFont(strong);
    setTone(m_meaning, Tone::Muted);
    m_error->setFont(tabularFont(font()));
    m_error->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_facts->setObjectName("runFacts"_L1);
    m_times->setObjectName("runTimes"_L1);

    auto *content = new QWidget(this);
    auto *columns = new QHBoxLayout(content);
    columns->setContentsMargins(0, 0, 0, 0);
    columns->setSpacing(24);
    columns->addWidget(m_facts, 1, Qt::AlignTop);
    columns->addWidget(m_times, 1, Qt::AlignTop);
    columns->addWidget(m_error, 2, Qt::AlignTop);
    auto *scroll = new ScrollPage(tr("Details of the run"), this);
    scroll->setWidget(content);

    auto *show = new QPushButton(tr("Show job"), this);
    show->setObjectName("runShowJob"_L1);
    show->setToolTip(
        tr("Opens the job in the inspector, or its history if it has left the table."));
    setButtonRole(show, ButtonRole::Primary);
    connect(show, &QPushButton::clicked, this, [this] { Q_EMIT jobRequested(m_id); });
    auto *all = new QPushButton(tr("All runs of this job"), this);
    all->setObjectName("runShowAll"_L1);
    connect(all, &QPushButton::clicked, this, [this] { Q_EMIT runsRequested(m_id); });
    m_buttons->setSpacing(8);
    m_buttons->addWidget(show);
    m_buttons->addWidget(all);
    m_buttons->addStretch(1);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setSpacing(8);
    layout->addWidget(m_title);
    layout->addWidget(m_meaning);
    layout->addWidget(scroll, 1);
    layout->addLayout(m_buttons);
}

void RunDetail::addCommandButton(QAction *command)
{
    m_buttons->insertWidget(m_buttons->count() - 1, makeActionButton(command, this));
}

void RunDetail::showRun(const PastRun &run)
{
    m_id = run.id;
    m_title->setText(tr("%1: %2").arg(isolated(run.task), run.outcomeWord()));
    m_meaning->setText(pastOutcomeMeaning(run.outcome));
    m_facts->setFacts(runFacts(run));
    m_times->setFacts(timeFacts(run));
    m_error->setText(run.error);
    m_error->setVisible(!run.error.isEmpty());
}

} // namespace yardmaster
