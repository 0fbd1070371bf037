#include "ui/pages/inspector/overviewpage.h"

#include "models/console/consolecontext.h"
#include "models/related/watchedjob.h"
#include "models/values/format.h"
#include "ui/pages/inspector/jobfacts.h"
#include "ui/pages/inspector/whynotblock.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

OverviewPage::OverviewPage(ConsoleContext *context, QWidget *parent)
    : ScrollPage(tr("Overview"), parent)
    , m_context(context)
    , m_whyNot(new WhyNotBlock(context->guard(), this))
    , m_facts(new FactList(this))
{
    m_facts->setObjectName(u"inspectorFacts"_s);
    auto *content = new QWidget(this);
    content->setBackgroundRole(QPalette::Base);
    content->setAutoFillBackground(true);
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(16);
    layout->addWidget(m_whyNot);
    layout->addWidget(m_facts);
    layout->addStretch(1);
    setWidget(content);

    connect(m_whyNot, &WhyNotBlock::helpRequested, this, &OverviewPage::help);
    connect(m_whyNot, &WhyNotBlock::checkRequested, m_context, &ConsoleContext::requestCheck);
}

void OverviewPage::showJob(const WatchedJob &job)
{
    const JobDetails &details = *job.details();
    m_facts->setFacts(jobFacts(details, details.now));
    if (job.state() != WatchedJob::State::Gone) {
        const WhyNot why = explainWhyNot(details);
        m_whyNot->show(why, helpfulAction(details, why, m_context->target().schema));
    } else if (const PastRun *run = job.endingRun()) {
        m_whyNot->showGone(tr("The job has left the queue: %1, %2. Below is how it was last seen; "
                              "its attempts are on the Timeline page.")
                               .arg(run->outcomeWord(), formatInstant(dateTime(run->finished))));
    } else {
        m_whyNot->showGone(tr("The job has left the queue: it was completed or deleted. Below is "
                              "how it was last seen."));
    }
}

void OverviewPage::help(const HelpfulAction &action)
{
    switch (action.what) {
    case HelpfulAction::What::Nothing:
        break;
    case HelpfulAction::What::Operation:
        Q_EMIT actionRequested(action.kind, action.jobId);
        break;
    case HelpfulAction::What::ShowJob:
        m_context->requestJob(action.jobId);
        break;
    case HelpfulAction::What::ShowJobs:
        m_context->requestFilter(action.filter);
        break;
    case HelpfulAction::What::Sweep:
        m_context->requestSweep(action.worker);
        break;
    case HelpfulAction::What::ShowSql:
        Q_EMIT sqlRequested();
        break;
    case HelpfulAction::What::CopyCommand:
        QGuiApplication::clipboard()->setText(action.command);
        break;
    }
}

} // namespace yardmaster
